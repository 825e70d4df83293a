//! Cuts bytes that arrive in chunks into pieces that can be searched separately.

use alloc::vec::Vec;
use core::ops::Range;

use crate::uts58::runs::{cut_length, first_boundary, last_boundary};

/// Cuts bytes that arrive in chunks into pieces that can be searched separately. Use it to process
/// the text itself; [`Stream`](super::Stream) uses it to find links.
///
/// The concatenated pieces are the input bytes. Memory is bounded by the maximum length of a run.
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
    /// Whether the following bytes belong to a run that is too long.
    skipping: bool,
}

/// A piece of a stream; see [`Cutter`].
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
    /// Whole runs, with the boundaries that end them.
    Whole(&'b [u8]),
    /// A part of a run that is too long.
    TooLong {
        /// The bytes of the part.
        bytes: &'b [u8],
        /// Whether the run ends with this part.
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

    /// Feeds bytes and calls `piece` with every piece they complete.
    ///
    /// ```
    /// use linkspan::stream::{Cutter, Piece};
    ///
    /// Cutter::new(1024).push(b"see a.com", &mut |piece| assert_eq!(piece, Piece::Whole(b"see ")));
    /// ```
    pub fn push(&mut self, bytes: &[u8], piece: &mut dyn FnMut(Piece<'_>)) {
        let mut rest = bytes;
        // First, the pending run, or one that is too long.
        while self.skipping || !self.pending.is_empty() {
            let cut = cut_length(&self.pending);
            let from = self.pending.len() - cut;
            let ahead = match cut {
                0 => first_boundary(rest),
                _ => None,
            };
            // A split character is completed byte by byte.
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
                    // Invalid bytes of an incomplete character may leave more boundaries.
                    while let Some(boundary) = first_boundary(&self.pending) {
                        self.end_run(boundary, piece);
                    }
                }
                None => self.pass_too_long(piece),
            }
        }
        // Then everything up to the last boundary, without copying.
        let end = last_boundary(rest).unwrap_or(0);
        let (whole, tail) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        self.whole(whole, piece);
        if !tail.is_empty() {
            self.go_on(tail, None, piece);
        }
    }

    /// Continues the pending run with `bytes`, up to `boundary` if there is one. Bytes of a run
    /// that is too long are passed on without copying.
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

    /// Ends the last run and calls `piece` with it. The cutter is then ready for another stream.
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

    /// The number of bytes that are held because their run is not complete.
    pub(super) fn held(&self) -> usize {
        self.pending.len()
    }

    /// Passes on the run that ends at `boundary`, including the boundary.
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

    /// Passes on the bytes of a run that is too long.
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

    /// Passes on bytes that end with a boundary, with the runs that are too long as pieces of their
    /// own.
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
            // An apparent start of a character at the end is not one: something else follows it.
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
