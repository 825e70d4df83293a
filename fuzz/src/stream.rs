//! However bytes arrive, the links are those of the whole.

use linkspan::Detector;
use linkspan::stream::{Cutter, Piece};

use crate::input::Input;
use crate::profile;
use crate::streamed::{runs, streamed, whole};

/// Panics if the links of a stream are not those of the whole, or its pieces are not its bytes.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let profile = profile::named(&mut input);
    let longest = input.choice(&[1 << 20, 4, 9, 20]);
    let limits = profile.length_limits().run(longest);
    let detector = Detector::new(profile.limits(limits));
    let mut cuts: Vec<usize> = (0..4).map(|_| input.byte().into()).collect();
    let bytes = input.bytes();
    cuts.extend([0, bytes.len()]);
    cuts.iter_mut()
        .for_each(|cut| *cut = (*cut).min(bytes.len()));
    cuts.sort_unstable();
    let chunks: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
    let expected = whole(&detector, bytes, longest);
    assert_eq!(
        streamed(&detector, chunks.iter().copied(), longest),
        expected,
        "{chunks:?}"
    );
    assert_eq!(
        streamed(&detector, bytes.chunks(1), longest),
        expected,
        "byte by byte"
    );
    pieces(&chunks, bytes, longest);
}

/// The pieces are the bytes, and those that are whole have no run that is too long.
fn pieces(chunks: &[&[u8]], bytes: &[u8], longest: usize) {
    let mut cutter = Cutter::new(longest);
    let mut out = Vec::new();
    let mut take = |piece: Piece<'_>| {
        out.extend_from_slice(piece.bytes());
        if let Piece::Whole(bytes) = piece {
            assert!(
                runs(bytes).all(|(run, _)| run.len() <= longest),
                "{piece:?}"
            );
        }
    };
    for chunk in chunks {
        cutter.push(chunk, &mut take);
    }
    cutter.finish(&mut take);
    assert_eq!(out, bytes);
}
