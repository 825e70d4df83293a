//! Finds links in text that arrives in chunks of any size.
//!
//! No link contains a Link_Term=Hard character, so the text between two visible ones, called a run,
//! can be searched as soon as the second one has arrived. Before that, the next character can
//! change every link in the run: `a.co` becomes `a.com`, then `a.com@b.com`. Bytes that are not
//! UTF-8 also end a run.
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

mod cutter;

pub use cutter::{Cutter, Piece};

use core::ops::Range;

use crate::detector::Detector;
use crate::link::Link;

/// The default limit for a run: 1 MiB.
///
/// ```
/// use linkspan::stream::LONGEST_RUN;
///
/// assert_eq!(LONGEST_RUN, 1024 * 1024);
/// ```
pub const LONGEST_RUN: usize = 1 << 20;

/// Finds links in a stream of bytes or text. Use it for input that does not fit into memory or is
/// not complete yet; for a string, use [`Detector::links`].
///
/// It holds only the incomplete run: at most [`LONGEST_RUN`] bytes, or the limit set by
/// [`Limits::run`](crate::profile::Limits::run), and the start of a character. A longer run is
/// reported and contains no links. The links are those of the whole text with that limit, in the
/// same order. The total time is linear in the input, regardless of the chunks.
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
    /// The number of bytes that have been searched or skipped.
    done: usize,
    /// The start of a run that is too long, while it continues.
    too_long: Option<usize>,
}

/// An event of a stream.
///
/// ```
/// use linkspan::stream::{Event, Stream};
/// use linkspan::{Detector, Profile, profile::Limits};
///
/// let profile = Profile::uts58().limits(Limits::default().run(8));
/// let mut stream = Stream::new(Detector::new(profile));
/// let mut too_long = Vec::new();
/// stream.push_str("a.com aaaaaaaaaa.com b.com ", &mut |event| {
///     if let Event::RunTooLong(range) = event { too_long.push(range) }
/// });
/// assert_eq!(too_long, [6..21]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'b> {
    /// A link. The rest of the stream cannot change it.
    Link(StreamLink<'b>),
    /// A run was too long to be searched. The byte range in the stream includes the Hard character
    /// after it.
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
///     assert_eq!((found.link().text(), found.range()), ("a.com", 4..9));
/// });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamLink<'b> {
    link: Link<'b>,
    base: usize,
}

impl<'b> StreamLink<'b> {
    /// The link. Its own offsets are relative to a piece of the stream; use [`range`](Self::range)
    /// for those in the stream.
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

    /// The byte range of the link from the start of the stream.
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
    /// An empty stream.
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

    /// Feeds bytes and calls `found` with the links of every run they complete. Bytes may be cut
    /// anywhere, even within a character.
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

    /// Feeds text, like [`push`](Self::push).
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

    /// Ends the stream and reports the links of the last run.
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

    /// The number of bytes that are held because their run is not complete.
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
        self.cutter.held()
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
