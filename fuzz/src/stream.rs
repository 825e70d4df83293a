//! However bytes arrive, the links are those of the whole.

use std::ops::Range;

use linkspan::Detector;
use linkspan::props::{LinkTerm, link_term};
use linkspan::stream::{Cutter, Event, Piece, Stream};

use crate::input::Input;
use crate::profile;

/// Links, and runs that are too long.
type Found = (Vec<(Range<usize>, String)>, Vec<Range<usize>>);

/// Panics if the links of a stream are not those of the whole, or its pieces are not its bytes.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let mut profile = profile::named(&mut input);
    let longest = input.choice(&[1 << 20, 4, 9, 20]);
    profile.syntax.limits.run = Some(longest);
    let detector = Detector::new(profile);
    let mut cuts: Vec<usize> = (0..4).map(|_| input.byte().into()).collect();
    let bytes = input.bytes();
    cuts.extend([0, bytes.len()]);
    cuts.iter_mut()
        .for_each(|cut| *cut = (*cut).min(bytes.len()));
    cuts.sort_unstable();
    let chunks: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
    let expected = whole(&detector, bytes, longest);
    assert_eq!(
        streamed(&detector, &chunks, longest),
        expected,
        "{chunks:?}"
    );
    let single: Vec<&[u8]> = bytes.chunks(1).collect();
    assert_eq!(
        streamed(&detector, &single, longest),
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

/// The runs of some bytes, and where what ends each of them ends.
fn runs(bytes: &[u8]) -> impl Iterator<Item = (Range<usize>, usize)> {
    let mut base = 0;
    bytes.utf8_chunks().flat_map(move |chunk| {
        let (text, first) = (chunk.valid(), base);
        base += text.len() + chunk.invalid().len();
        let hard = text
            .char_indices()
            .filter(|&(_, c)| link_term(c) == LinkTerm::Hard);
        let ends = hard.map(move |(at, c)| (first + at, first + at + c.len_utf8()));
        let mut start = first;
        ends.chain([(first + text.len(), base)])
            .map(move |(end, after)| {
                let run = start..end;
                start = after;
                (run, after)
            })
    })
}

fn whole(detector: &Detector, bytes: &[u8], longest: usize) -> Found {
    let mut links = Vec::new();
    let mut base = 0;
    for chunk in bytes.utf8_chunks() {
        for link in detector.links(chunk.valid()) {
            links.push((
                base + link.start()..base + link.end(),
                link.as_str().to_owned(),
            ));
        }
        base += chunk.valid().len() + chunk.invalid().len();
    }
    let long = runs(bytes).filter(|(run, _)| run.len() > longest);
    (links, long.map(|(run, after)| run.start..after).collect())
}

fn streamed(detector: &Detector, chunks: &[&[u8]], longest: usize) -> Found {
    let (mut links, mut long) = (Vec::new(), Vec::new());
    let mut note = |event: Event<'_>| match event {
        Event::Link(link) => links.push((link.range(), link.link().as_str().to_owned())),
        Event::RunTooLong(range) => long.push(range),
    };
    let mut stream = Stream::new(detector.clone());
    for chunk in chunks {
        stream.push(chunk, &mut note);
        assert!(stream.held() <= longest + 3, "{} bytes held", stream.held());
    }
    stream.finish(&mut note);
    (links, long)
}
