//! Text in chunks, so that an edit moves some kilobytes and not the document.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::list::{List, Place, Weigh, Weight};
use super::{EditError, Source};
use crate::offset::Position;
use crate::text::Text;
use crate::uts58::runs;

/// How long a chunk is when it is made; it may grow to twice that.
const CHUNK: usize = 1 << 13;

/// A text.
#[derive(Clone, Debug)]
pub(super) struct Store {
    chunks: List<Chunk>,
}

#[derive(Clone, Debug)]
struct Chunk {
    text: String,
    weight: Weight,
}

impl Weigh for Chunk {
    fn weight(&self) -> Weight {
        self.weight
    }
}

impl Chunk {
    fn new(text: String) -> Self {
        let weight = weight(&text);
        Self { text, weight }
    }
}

/// How much a text is.
fn weight(text: &str) -> Weight {
    let end = Position::default().after(text);
    Weight {
        bytes: end.byte,
        utf16: end.utf16,
        chars: end.char,
        lines: end.line - 1,
    }
}

pub(super) fn utf16_len(text: &str) -> usize {
    weight(text).utf16
}

/// A text in chunks of the usual length.
fn cut(text: &str) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = CHUNK.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (chunk, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        chunks.push(Chunk::new(chunk.into()));
        rest = after;
    }
    chunks
}

impl Store {
    pub(super) fn new(text: &str) -> Self {
        Self {
            chunks: List::new(cut(text)),
        }
    }

    pub(super) fn utf16_len(&self) -> usize {
        self.chunks.total().utf16
    }

    /// The chunk that holds the byte at `at`, or ends there, and the offset in it.
    fn locate(&self, at: usize) -> Option<(Place, usize)> {
        let place = self.chunks.find(|weight| weight.bytes > at)?;
        Some((place, at.checked_sub(place.before.bytes)?))
    }

    fn text_at(&self, place: Place) -> &str {
        self.chunks.get(place).map_or("", |chunk| &chunk.text)
    }

    /// Whether a character starts at `at`, or the text ends there.
    pub(super) fn is_boundary(&self, at: usize) -> bool {
        at == 0
            || self
                .locate(at)
                .is_some_and(|(place, offset)| self.text_at(place).is_char_boundary(offset))
    }

    /// What is wrong with a range, if anything.
    pub(super) fn check(&self, range: &Range<usize>) -> Result<(), EditError> {
        if range.start > range.end || range.end > self.len() {
            return Err(EditError::OutOfRange { length: self.len() });
        }
        for at in [range.start, range.end] {
            if !self.is_boundary(at) {
                return Err(EditError::InsideCharacter { at });
            }
        }
        Ok(())
    }

    /// A part of the text.
    pub(super) fn slice(&self, range: Range<usize>) -> String {
        let mut out = String::with_capacity(range.len());
        let mut found = self.locate(range.start);
        while out.len() < range.len()
            && let Some((place, offset)) = found
        {
            let text = self.text_at(place);
            let end = text.len().min(offset + range.len() - out.len());
            out.push_str(text.get(offset..end).unwrap_or_default());
            found = self.chunks.next(place).map(|next| (next, 0));
        }
        out
    }

    /// Puts `insert` in the place of a range that was checked.
    pub(super) fn replace(&mut self, range: &Range<usize>, insert: &str) {
        let Some((first, from)) = self.locate(range.start) else {
            self.chunks.replace(None, 0, cut(insert));
            return;
        };
        let length = self.text_at(first).len();
        let fits = range.len() <= length - from && length + insert.len() <= 2 * CHUNK;
        if fits && length - range.len() + insert.len() > 0 {
            self.chunks.change(first, |chunk| {
                let gone = from..from + range.len();
                let old = weight(chunk.text.get(gone.clone()).unwrap_or_default());
                chunk.weight = chunk.weight.minus(old).plus(weight(insert));
                chunk.text.replace_range(gone, insert);
            });
            return;
        }
        let mut text = String::from(self.text_at(first).get(..from).unwrap_or_default());
        text.push_str(insert);
        let (mut count, mut last) = (1, first);
        while last.before.bytes + self.text_at(last).len() < range.end
            && let Some(next) = self.chunks.next(last)
        {
            (count, last) = (count + 1, next);
        }
        let after = range.end - last.before.bytes;
        text.push_str(self.text_at(last).get(after..).unwrap_or_default());
        // What is left of a chunk joins its neighbour, so that chunks do not become crumbs.
        if text.len() < CHUNK / 2
            && let Some(next) = self.chunks.next(last)
        {
            text.push_str(self.text_at(next));
            count += 1;
        }
        self.chunks.replace(Some(first), count, cut(&text));
    }

    /// The UTF-16 offset of a byte offset.
    pub(super) fn to_utf16(&self, at: usize) -> usize {
        if at >= self.len() {
            return self.utf16_len();
        }
        let Some((place, offset)) = self.locate(at) else {
            return 0;
        };
        let before = self.text_at(place).get(..offset);
        place.before.utf16 + before.map_or(0, utf16_len)
    }

    /// The position of a byte offset that a character starts at, in all units. Takes time in proportion to
    /// the line before it, at most.
    pub(super) fn position(&self, at: usize) -> Position {
        let Some((place, offset)) = self.locate(at) else {
            return Position::default();
        };
        let before = Text(self.text_at(place)).slice(0, offset);
        let inside = Position::default().after(before);
        let mut position = Position {
            byte: at,
            utf16: place.before.utf16 + inside.utf16,
            char: place.before.chars + inside.char,
            line: place.before.lines + inside.line,
            ..inside
        };
        // The line may have started in an earlier chunk.
        let (mut has_start, mut found) = (inside.line > 1, self.chunks.previous(place));
        while !has_start && let Some(place) = found {
            let end = Position::default().after(self.text_at(place));
            position.column += end.column - 1;
            position.column_utf16 += end.column_utf16 - 1;
            has_start = end.line > 1;
            found = self.chunks.previous(place);
        }
        position
    }

    /// The byte offset of a UTF-16 offset; `None` if it is inside a character or after the text.
    pub(super) fn byte_of_utf16(&self, at: usize) -> Option<usize> {
        if at == 0 {
            return Some(0);
        }
        let place = self.chunks.find(|weight| weight.utf16 >= at)?;
        let mut units = place.before.utf16;
        let mut bytes = place.before.bytes;
        for c in self.text_at(place).chars() {
            if units >= at {
                break;
            }
            units += c.len_utf16();
            bytes += c.len_utf8();
        }
        (units == at).then_some(bytes)
    }
}

impl Source for Store {
    fn len(&self) -> usize {
        self.chunks.total().bytes
    }

    fn stretch(&self, range: Range<usize>) -> (usize, String) {
        let mut start = 0;
        let mut found = self.locate(range.start);
        while let Some((place, offset)) = found {
            let before = self.text_at(place).get(..offset).unwrap_or_default();
            let run = runs::last_start(before);
            if run > 0 {
                start = place.before.bytes + run;
                break;
            }
            found = self.chunks.previous(place).map(|previous| {
                let length = self.text_at(previous).len();
                (previous, length)
            });
        }
        let mut end = self.len();
        let mut found = self.locate(range.end);
        while let Some((place, offset)) = found {
            let after = self.text_at(place).get(offset..).unwrap_or_default();
            if let Some(hard) = runs::first_end(after) {
                end = place.before.bytes + offset + hard;
                break;
            }
            found = self.chunks.next(place).map(|next| (next, 0));
        }
        (start, self.slice(start..end))
    }
}
