//! The links of a stream and those of the whole; the fuzz targets use it too.

use std::ops::Range;

use linkspan::Detector;
use linkspan::stream::{Cutter, Event, Piece, Stream};

use super::boundary::is_boundary;

/// Links, and runs that are too long.
type Found = (Vec<(Range<usize>, String)>, Vec<Range<usize>>);

/// The runs of some bytes, and where what ends each of them ends.
pub(crate) fn runs(bytes: &[u8]) -> impl Iterator<Item = (Range<usize>, usize)> {
    let mut base = 0;
    bytes.utf8_chunks().flat_map(move |chunk| {
        let (text, first) = (chunk.valid(), base);
        base += text.len() + chunk.invalid().len();
        let boundaries = text.char_indices().filter(|&(_, c)| is_boundary(c));
        let ends = boundaries.map(move |(at, c)| (first + at, first + at + c.len_utf8()));
        let mut start = first;
        ends.chain([(first + text.len(), base)])
            .map(move |(end, after)| {
                let run = start..end;
                start = after;
                (run, after)
            })
    })
}

/// The links of the whole, and the runs in it that are too long, by the definition.
pub(crate) fn whole(detector: &Detector, bytes: &[u8], longest: usize) -> Found {
    let mut links = Vec::new();
    let mut base = 0;
    for chunk in bytes.utf8_chunks() {
        for link in detector.links(chunk.valid()) {
            links.push((
                base + link.start()..base + link.end(),
                link.text().to_owned(),
            ));
        }
        base += chunk.valid().len() + chunk.invalid().len();
    }
    let long = runs(bytes).filter(|(run, _)| run.len() > longest);
    (links, long.map(|(run, after)| run.start..after).collect())
}

/// The links that a stream finds in chunks.
pub(crate) fn streamed<'b>(
    detector: &Detector,
    chunks: impl IntoIterator<Item = &'b [u8]>,
    longest: usize,
) -> Found {
    let (mut links, mut long) = (Vec::new(), Vec::new());
    let mut note = |event: Event<'_>| match event {
        Event::Link(link) => links.push((link.range(), link.link().text().to_owned())),
        Event::RunTooLong(range) => long.push(range),
        event => panic!("an event that is not known: {event:?}"),
    };
    let mut stream = Stream::new(detector.clone());
    for chunk in chunks {
        stream.push(chunk, &mut note);
        assert!(stream.held() <= longest + 3, "{} bytes held", stream.held());
    }
    stream.finish(&mut note);
    (links, long)
}

/// Rule `streaming`: panics if the links of a stream that is cut in some places, or into single bytes,
/// are not those of the whole, or its pieces are not its bytes.
pub(crate) fn check(detector: &Detector, bytes: &[u8], cuts: &[usize], longest: usize) {
    let mut cuts: Vec<usize> = cuts.iter().map(|&cut| cut.min(bytes.len())).collect();
    cuts.extend([0, bytes.len()]);
    cuts.sort_unstable();
    let chunks: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
    let expected = whole(detector, bytes, longest);
    let cut = streamed(detector, chunks.iter().copied(), longest);
    assert_eq!(cut, expected, "{chunks:?}");
    let single = streamed(detector, bytes.chunks(1), longest);
    assert_eq!(single, expected, "byte by byte, {bytes:?}");
    check_pieces(chunks, bytes, longest);
}

/// Rule `invalid-bytes`: the pieces are the bytes, and those that are whole have no run that is too long.
pub(crate) fn check_pieces<'b>(
    chunks: impl IntoIterator<Item = &'b [u8]>,
    bytes: &[u8],
    longest: usize,
) {
    let mut cutter = Cutter::new(longest);
    let mut out = Vec::new();
    let mut take = |piece: Piece<'_>| {
        out.extend_from_slice(piece.bytes());
        if let Piece::Whole(bytes) = piece {
            let is_short = |(run, _): (Range<usize>, usize)| run.len() <= longest;
            assert!(runs(bytes).all(is_short), "{piece:?}");
        }
    };
    for chunk in chunks {
        cutter.push(chunk, &mut take);
    }
    cutter.finish(&mut take);
    assert_eq!(out, bytes);
}
