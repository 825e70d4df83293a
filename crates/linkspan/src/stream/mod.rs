//! Links in text that arrives in chunks, cut anywhere.
//!
//! No link contains a Link_Term=Hard character, so every maximal run of other characters can be
//! searched as soon as the Hard character behind it is there. Before that, the next character can
//! change everything in the run: `a.co` becomes `a.com`, then `a.com@b.com`. Bytes that are not UTF-8
//! end a run too.
//!
//! ```
//! use linkspan::Detector;
//! use linkspan::stream::{Event, Stream};
//!
//! let mut found = Vec::new();
//! let mut note = |event: Event<'_>| if let Event::Link(link) = event {
//!     found.push((link.range(), link.link().href()));
//! };
//! let mut stream = Stream::new(Detector::uts58());
//! stream.push(b"see exam", &mut note);
//! stream.push(b"ple.com/\xC3", &mut note);
//! stream.push(b"\xA9 or b.", &mut note);
//! stream.push(b"com", &mut note);
//! stream.finish(&mut note);
//! assert_eq!(found, [
//!     (4..18, "https://example.com/%C3%A9".to_string()),
//!     (22..27, "https://b.com/".to_string()),
//! ]);
//! ```

use alloc::vec::Vec;
use core::ops::Range;

use crate::detector::Detector;
use crate::link::Link;
use crate::uts58::props::{LinkTerm, link_term};

/// The longest run that is searched unless something else is said: 1 MiB.
///
/// ```
/// use linkspan::stream::LONGEST_RUN;
///
/// assert_eq!(LONGEST_RUN, 1024 * 1024);
/// ```
pub const LONGEST_RUN: usize = 1 << 20;

/// Finds links in a stream of bytes or text.
///
/// It holds the run that is not complete yet, at most [`LONGEST_RUN`] bytes of it (or as many as
/// [`Limits::run`](crate::limits::Limits::run) says) and the start of a character. A longer run yields no link and is reported. The
/// links are those of the whole text with that limit, in the same order.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::stream::{Event, Stream};
///
/// let mut count = 0;
/// let mut stream = Stream::new(Detector::uts58());
/// for byte in b"see a.com and b.com" {
///     stream.push(&[*byte], &mut |event| count += usize::from(matches!(event, Event::Link(_))));
/// }
/// assert_eq!((count, stream.held()), (1, 5));
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    detector: Detector,
    cutter: Cutter,
    /// How many bytes have been searched or passed over.
    done: usize,
    /// Where a run that is too long started, while it goes on.
    too_long: Option<usize>,
}

/// Something that happened in a stream.
///
/// ```
/// use linkspan::stream::{Event, Stream};
/// use linkspan::{Detector, Profile, limits::Limits, profile::Syntax};
///
/// let limits = Limits { run: Some(8), ..Limits::default() };
/// let syntax = Syntax { limits, ..Syntax::default() };
/// let mut stream = Stream::new(Detector::new(Profile { syntax, ..Profile::uts58() }));
/// let mut too_long = Vec::new();
/// stream.push_str("a.com aaaaaaaaaa.com b.com ", &mut |event| {
///     if let Event::RunTooLong(range) = event { too_long.push(range) }
/// });
/// assert_eq!(too_long, [6..21]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'b> {
    /// A link that nothing that follows can change.
    Link(StreamLink<'b>),
    /// A run was too long to be searched: its bytes in the stream, with the Hard character behind it.
    RunTooLong(Range<usize>),
}

/// A link in a stream.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::stream::{Event, Stream};
///
/// let mut stream = Stream::new(Detector::uts58());
/// stream.push_str("see ", &mut |_| {});
/// stream.push_str("a.com ", &mut |event| {
///     let Event::Link(found) = event else { panic!() };
///     assert_eq!((found.link().as_str(), found.range()), ("a.com", 4..9));
/// });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamLink<'b> {
    link: Link<'b>,
    base: usize,
}

impl<'b> StreamLink<'b> {
    /// The link; its own offsets are those in a piece of the stream.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::stream::{Event, Stream};
    ///
    /// let mut hrefs = Vec::new();
    /// Stream::new(Detector::uts58()).push_str("see a.com ", &mut |event| {
    ///     if let Event::Link(found) = event { hrefs.push(found.link().href()) }
    /// });
    /// assert_eq!(hrefs, ["https://a.com/"]);
    /// ```
    #[must_use]
    pub fn link(&self) -> &Link<'b> {
        &self.link
    }

    /// Where the link is, in bytes from the start of the stream.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::stream::{Event, Stream};
    ///
    /// let (mut stream, mut ranges) = (Stream::new(Detector::uts58()), Vec::new());
    /// for chunk in ["a.com b.", "com "] {
    ///     stream.push_str(chunk, &mut |event| {
    ///         if let Event::Link(found) = event { ranges.push(found.range()) }
    ///     });
    /// }
    /// assert_eq!(ranges, [0..5, 6..11]);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.base + self.link.start()..self.base + self.link.end()
    }
}

impl Stream {
    /// A stream with nothing in it yet.
    ///
    /// ```
    /// use linkspan::{Detector, stream::Stream};
    ///
    /// assert_eq!(Stream::new(Detector::uts58()).held(), 0);
    /// ```
    #[must_use]
    pub fn new(detector: Detector) -> Self {
        let longest = detector.profile().syntax.limits.run.unwrap_or(LONGEST_RUN);
        Self {
            detector,
            cutter: Cutter::new(longest),
            done: 0,
            too_long: None,
        }
    }

    /// Takes more bytes, and says what was found in all runs that are complete now.
    ///
    /// ```
    /// use linkspan::{Detector, stream::Stream};
    ///
    /// let (mut stream, mut links) = (Stream::new(Detector::uts58()), 0);
    /// stream.push(b"a.com", &mut |_| links += 1);
    /// assert_eq!(links, 0, "it could go on");
    /// stream.push(b"\n", &mut |_| links += 1);
    /// assert_eq!(links, 1);
    /// ```
    pub fn push(&mut self, bytes: &[u8], found: &mut dyn FnMut(Event<'_>)) {
        let (detector, done, too_long) = (&self.detector, &mut self.done, &mut self.too_long);
        self.cutter.push(bytes, &mut |piece| {
            search(detector, done, too_long, piece, found);
        });
    }

    /// Takes more text.
    ///
    /// ```
    /// use linkspan::{Detector, stream::Stream};
    ///
    /// let mut links = 0;
    /// Stream::new(Detector::uts58()).push_str("a.com b.com ", &mut |_| links += 1);
    /// assert_eq!(links, 2);
    /// ```
    pub fn push_str(&mut self, text: &str, found: &mut dyn FnMut(Event<'_>)) {
        self.push(text.as_bytes(), found);
    }

    /// Ends the stream, and says what was found in the last run.
    ///
    /// ```
    /// use linkspan::{Detector, stream::Stream};
    ///
    /// let (mut stream, mut links) = (Stream::new(Detector::uts58()), 0);
    /// stream.push_str("see a.com", &mut |_| links += 1);
    /// stream.finish(&mut |_| links += 1);
    /// assert_eq!(links, 1);
    /// ```
    pub fn finish(mut self, found: &mut dyn FnMut(Event<'_>)) {
        let (detector, done, too_long) = (&self.detector, &mut self.done, &mut self.too_long);
        self.cutter
            .finish(&mut |piece| search(detector, done, too_long, piece, found));
        if let Some(start) = self.too_long {
            found(Event::RunTooLong(start..self.done));
        }
    }

    /// How many bytes are held because their run is not complete.
    ///
    /// ```
    /// use linkspan::{Detector, stream::Stream};
    ///
    /// let mut stream = Stream::new(Detector::uts58());
    /// stream.push_str("see a.com", &mut |_| {});
    /// assert_eq!(stream.held(), 5);
    /// ```
    #[must_use]
    pub fn held(&self) -> usize {
        self.cutter.pending.len()
    }
}

fn search(
    detector: &Detector,
    done: &mut usize,
    too_long: &mut Option<usize>,
    piece: Piece<'_>,
    found: &mut dyn FnMut(Event<'_>),
) {
    if let Piece::TooLong { bytes, ends } = piece {
        let start = *too_long.get_or_insert(*done);
        *done += bytes.len();
        if ends {
            *too_long = None;
            found(Event::RunTooLong(start..*done));
        }
        return;
    }
    for chunk in piece.bytes().utf8_chunks() {
        for link in detector.links(chunk.valid()) {
            found(Event::Link(StreamLink { link, base: *done }));
        }
        *done += chunk.valid().len() + chunk.invalid().len();
    }
}

/// Cuts bytes that arrive in chunks into pieces that can be searched on their own.
///
/// The pieces together are the bytes that came in.
///
/// ```
/// use linkspan::stream::Cutter;
///
/// let mut cutter = Cutter::new(1024);
/// let mut pieces = Vec::new();
/// for chunk in ["see a.", "com, b"] {
///     cutter.push(chunk.as_bytes(), &mut |piece| pieces.push(piece.bytes().to_vec()));
/// }
/// cutter.finish(&mut |piece| pieces.push(piece.bytes().to_vec()));
/// assert_eq!(pieces, [&b"see "[..], b"a.com, ", b"b"]);
/// ```
#[derive(Clone, Debug)]
pub struct Cutter {
    /// The start of a run, or the start of a character of a run that is too long.
    pending: Vec<u8>,
    longest: usize,
    /// Whether what comes belongs to a run that is too long.
    skipping: bool,
}

/// A piece of a stream.
///
/// ```
/// use linkspan::stream::{Cutter, Piece};
///
/// let mut pieces = 0;
/// Cutter::new(3).push(b"abc abcd ", &mut |piece| match piece {
///     Piece::Whole(bytes) => { assert_eq!(bytes, b"abc "); pieces += 1; }
///     Piece::TooLong { bytes, ends } => { assert_eq!((bytes, ends), (&b"abcd "[..], true)); pieces += 1; }
/// });
/// assert_eq!(pieces, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'b> {
    /// Whole runs, with what ends them.
    Whole(&'b [u8]),
    /// A part of a run that is too long; the last one `ends` it.
    TooLong {
        /// The bytes of the part.
        bytes: &'b [u8],
        /// Whether the run ends here.
        ends: bool,
    },
}

impl<'b> Piece<'b> {
    /// The bytes of the piece.
    ///
    /// ```
    /// use linkspan::stream::Piece;
    ///
    /// assert_eq!(Piece::Whole(b"a.com ").bytes(), b"a.com ");
    /// assert_eq!(Piece::TooLong { bytes: b"aaaa", ends: false }.bytes(), b"aaaa");
    /// ```
    #[must_use]
    pub fn bytes(&self) -> &'b [u8] {
        match self {
            Self::Whole(bytes) | Self::TooLong { bytes, .. } => bytes,
        }
    }
}

impl Cutter {
    /// A cutter for runs of at most `longest` bytes.
    ///
    /// ```
    /// use linkspan::stream::{Cutter, LONGEST_RUN};
    ///
    /// let mut pieces = 0;
    /// Cutter::new(LONGEST_RUN).push(b"a b", &mut |_| pieces += 1);
    /// assert_eq!(pieces, 1);
    /// ```
    #[must_use]
    pub fn new(longest: usize) -> Self {
        Self {
            pending: Vec::new(),
            longest,
            skipping: false,
        }
    }

    /// Takes more bytes, and hands out what is complete.
    ///
    /// ```
    /// use linkspan::stream::{Cutter, Piece};
    ///
    /// Cutter::new(1024).push(b"see a.com", &mut |piece| assert_eq!(piece, Piece::Whole(b"see ")));
    /// ```
    pub fn push(&mut self, bytes: &[u8], piece: &mut dyn FnMut(Piece<'_>)) {
        let mut rest = bytes;
        // First the run that is already there, or is too long.
        while self.skipping || !self.pending.is_empty() {
            let cut = cut_length(&self.pending);
            let from = self.pending.len() - cut;
            let ahead = match cut {
                0 => first_boundary(rest),
                _ => None,
            };
            // A character that was cut in two is completed byte by byte.
            let length = match cut {
                0 => ahead.as_ref().map_or(rest.len(), |boundary| boundary.end),
                _ => rest.len().min(1),
            };
            if length == 0 {
                return;
            }
            let (head, tail) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = tail;
            if cut == 0 {
                self.go_on(head, ahead, piece);
                continue;
            }
            self.pending.extend_from_slice(head);
            match first_boundary(self.pending.get(from..).unwrap_or_default()) {
                Some(boundary) => {
                    self.end_run(from + boundary.start..from + boundary.end, piece);
                    // A character that could not be completed may leave more that is none.
                    while let Some(boundary) = first_boundary(&self.pending) {
                        self.end_run(boundary, piece);
                    }
                }
                None => self.pass_too_long(piece),
            }
        }
        // Then everything up to the last boundary, where it lies.
        let end = last_boundary(rest).unwrap_or(0);
        let (whole, tail) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        self.whole(whole, piece);
        if !tail.is_empty() {
            self.go_on(tail, None, piece);
        }
    }

    /// Goes on with the run that is pending: `bytes` are more of it, up to the `boundary` if there is
    /// one. What is too long is handed out where it lies.
    fn go_on(
        &mut self,
        bytes: &[u8],
        boundary: Option<Range<usize>>,
        piece: &mut dyn FnMut(Piece<'_>),
    ) {
        let more = match &boundary {
            Some(boundary) => boundary.start,
            None => bytes.len() - cut_length(bytes),
        };
        if !self.skipping && self.pending.len() + more <= self.longest {
            let old = self.pending.len();
            self.pending.extend_from_slice(bytes);
            if let Some(boundary) = boundary {
                self.end_run(old + boundary.start..old + boundary.end, piece);
            }
            return;
        }
        if !self.pending.is_empty() {
            piece(Piece::TooLong {
                bytes: &self.pending,
                ends: false,
            });
            self.pending.clear();
        }
        let ends = boundary.is_some();
        let end = boundary.map_or(more, |boundary| boundary.end);
        let (passed, tail) = bytes.split_at_checked(end).unwrap_or((bytes, &[]));
        if ends || !passed.is_empty() {
            let bytes = passed;
            piece(Piece::TooLong { bytes, ends });
        }
        self.pending.extend_from_slice(tail);
        self.skipping = !ends;
    }

    /// Ends the last run and hands it out.
    ///
    /// ```
    /// use linkspan::stream::{Cutter, Piece};
    ///
    /// let mut cutter = Cutter::new(1024);
    /// cutter.push(b"a.com", &mut |_| unreachable!());
    /// cutter.finish(&mut |piece| assert_eq!(piece, Piece::Whole(b"a.com")));
    /// ```
    pub fn finish(&mut self, piece: &mut dyn FnMut(Piece<'_>)) {
        let end = self.pending.len();
        if self.skipping || end > 0 {
            let length = end - cut_length(&self.pending);
            self.end_run(length..end, piece);
        }
    }

    /// Hands out the run that ends at `boundary`, with the boundary.
    fn end_run(&mut self, boundary: Range<usize>, piece: &mut dyn FnMut(Piece<'_>)) {
        let bytes = self.pending.get(..boundary.end).unwrap_or_default();
        if self.skipping || boundary.start > self.longest {
            piece(Piece::TooLong { bytes, ends: true });
        } else {
            piece(Piece::Whole(bytes));
        }
        self.skipping = false;
        self.pending.drain(..boundary.end);
    }

    /// Hands out what belongs to a run that is too long.
    fn pass_too_long(&mut self, piece: &mut dyn FnMut(Piece<'_>)) {
        let complete = self.pending.len() - cut_length(&self.pending);
        if self.skipping || complete > self.longest {
            let bytes = self.pending.get(..complete).unwrap_or_default();
            if !bytes.is_empty() {
                piece(Piece::TooLong { bytes, ends: false });
            }
            self.skipping = true;
            self.pending.drain(..complete);
        }
    }

    /// Hands out bytes that end with a boundary, without the runs in them that are too long.
    fn whole(&self, bytes: &[u8], piece: &mut dyn FnMut(Piece<'_>)) {
        let mut start = 0;
        let mut at = 0;
        while bytes.len() - at > self.longest {
            // The last boundary that a run of allowed length could reach.
            let window = bytes.get(at..at + self.longest).unwrap_or_default();
            if let Some(end) = last_boundary(window) {
                at += end;
                continue;
            }
            let rest = bytes.get(at..).unwrap_or_default();
            // What looks like the start of a character at the end is none: something else follows.
            let last = rest.len() - cut_length(rest)..rest.len();
            let boundary = first_boundary(rest).unwrap_or(last);
            let end = at + boundary.end;
            if boundary.start > self.longest {
                let before = bytes.get(start..at).unwrap_or_default();
                if !before.is_empty() {
                    piece(Piece::Whole(before));
                }
                let bytes = bytes.get(at..end).unwrap_or_default();
                piece(Piece::TooLong { bytes, ends: true });
                start = end;
            }
            at = end;
        }
        let rest = bytes.get(start..).unwrap_or_default();
        if !rest.is_empty() {
            piece(Piece::Whole(rest));
        }
    }
}

/// How many bytes at the end are the start of a character that may still be completed.
fn cut_length(bytes: &[u8]) -> usize {
    let start = bytes.len().saturating_sub(3);
    let tail = bytes.get(start..).unwrap_or_default();
    let Some(lead) = tail.iter().rposition(|byte| byte & 0xC0 != 0x80) else {
        return 0;
    };
    let last = tail.get(lead..).unwrap_or_default();
    match core::str::from_utf8(last) {
        Err(error) if error.error_len().is_none() => last.len(),
        _ => 0,
    }
}

fn is_ascii_hard(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7F
}

/// The first boundary, if there is one: a Hard character, or bytes that are not UTF-8. Looks no further
/// ahead than about twice the way to it.
fn first_boundary(bytes: &[u8]) -> Option<Range<usize>> {
    let (mut start, mut size) = (0, 64);
    loop {
        let rest = bytes.get(start..)?;
        let window = rest.get(..size).unwrap_or(rest);
        if let Some(boundary) = boundaries(window).next() {
            return Some(start + boundary.start..start + boundary.end);
        }
        if window.len() == rest.len() {
            return None;
        }
        // A character that the window cuts in two is read again.
        start += window.len() - cut_length(window);
        size *= 2;
    }
}

/// The end of the last boundary.
fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let ascii = bytes.iter().rposition(|&byte| is_ascii_hard(byte));
    let start = ascii.unwrap_or(0);
    let window = bytes.get(start..).unwrap_or_default();
    boundaries(window)
        .last()
        .map(|boundary| start + boundary.end)
}

/// All boundaries. What may be the start of a character at the end is none.
fn boundaries(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let complete = bytes.len() - cut_length(bytes);
    let bytes = bytes.get(..complete).unwrap_or_default();
    let mut at = 0;
    bytes.utf8_chunks().flat_map(move |chunk| {
        let start = at;
        let valid = start + chunk.valid().len();
        at = valid + chunk.invalid().len();
        let hard = chunk.valid().char_indices().filter_map(move |(offset, c)| {
            let range = start + offset..start + offset + c.len_utf8();
            (link_term(c) == LinkTerm::Hard).then_some(range)
        });
        hard.chain((valid < at).then_some(valid..at))
    })
}
