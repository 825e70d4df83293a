//! Text in chunks of known size, which finds offsets in all units without reading the whole text.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::unit::Unit;
use crate::live::EditError;
use crate::live::list::{List, ListPlace, Weigh, Weight};
use crate::offset::Position;
use crate::uts58::runs;

/// A text in chunks of known size.
pub(in crate::live) trait Measured {
    /// The data stored for a chunk.
    type Chunk: Weigh;

    /// The chunks, in order.
    fn chunks(&self) -> &List<Self::Chunk>;

    /// The text of a chunk.
    fn text_at(&self, place: ListPlace) -> &str;

    /// The length in bytes.
    fn len(&self) -> usize {
        self.chunks().total().bytes
    }

    /// The length in a unit.
    fn count<U: Unit>(&self) -> usize {
        U::of(self.chunks().total())
    }

    /// The chunk that contains the byte at `at`, or ends there, and the offset in it.
    fn locate(&self, at: usize) -> Option<(ListPlace, usize)> {
        let place = self.chunks().find(|weight| weight.bytes > at)?;
        Some((place, at.checked_sub(place.before.bytes)?))
    }

    /// Whether a chunk is entirely ASCII: any other chunk has fewer code units than bytes.
    fn is_ascii(&self, place: ListPlace) -> bool {
        let weight = self.chunks().get(place).map(Weigh::weight);
        weight.is_some_and(|weight| weight.bytes == weight.utf16)
    }

    /// Whether `at` is on a character boundary.
    fn is_boundary(&self, at: usize) -> bool {
        at == 0
            || self
                .locate(at)
                .is_some_and(|(place, offset)| self.text_at(place).is_char_boundary(offset))
    }

    /// Checks that a range is in the text and on character boundaries.
    fn check(&self, range: &Range<usize>) -> Result<(), EditError> {
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
    fn slice(&self, range: Range<usize>) -> String {
        let mut out = String::with_capacity(range.len());
        let mut found = self.locate(range.start);
        while out.len() < range.len()
            && let Some((place, offset)) = found
        {
            let text = self.text_at(place);
            let end = text.len().min(offset + range.len() - out.len());
            out.push_str(text.get(offset..end).unwrap_or_default());
            found = self.chunks().next(place).map(|next| (next, 0));
        }
        out
    }

    /// The text around `range` up to the next boundary on each side, and its start.
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
            found = self.chunks().previous(place).map(|previous| {
                let length = self.text_at(previous).len();
                (previous, length)
            });
        }
        let mut end = self.len();
        let mut found = self.locate(range.end);
        while let Some((place, offset)) = found {
            let after = self.text_at(place).get(offset..).unwrap_or_default();
            if let Some(boundary) = runs::first_end(after) {
                end = place.before.bytes + offset + boundary;
                break;
            }
            found = self.chunks().next(place).map(|next| (next, 0));
        }
        (start, self.slice(start..end))
    }

    /// Converts a byte offset to a unit.
    fn unit_of<U: Unit>(&self, at: usize) -> usize {
        if at >= self.len() {
            return self.count::<U>();
        }
        let Some((place, offset)) = self.locate(at) else {
            return 0;
        };
        if self.is_ascii(place) {
            return U::of(place.before) + offset;
        }
        let before = self.text_at(place).get(..offset);
        U::of(place.before) + before.map_or(0, U::count)
    }

    /// Converts an offset in a unit to bytes; `None` if it is inside a character or past the end.
    fn byte_of<U: Unit>(&self, at: usize) -> Option<usize> {
        if at == 0 {
            return Some(0);
        }
        let place = self.chunks().find(|weight| U::of(weight) >= at)?;
        let units = at - U::of(place.before);
        let bytes = match self.is_ascii(place) {
            true => units,
            false => U::byte(self.text_at(place), units)?,
        };
        Some(place.before.bytes + bytes)
    }

    /// Converts a range in a unit to bytes.
    fn bytes_of<U: Unit>(&self, range: &Range<usize>) -> Result<Range<usize>, EditError> {
        let length = self.count::<U>();
        if range.start > range.end || range.end > length {
            return Err(EditError::OutOfRange { length });
        }
        let byte = |at| {
            let byte = self.byte_of::<U>(at);
            byte.ok_or(EditError::InsideCharacter { at })
        };
        Ok(byte(range.start)?..byte(range.end)?)
    }

    /// The position of a byte offset in all units; `None` if it is not in the text or is inside a
    /// character. Takes time at most linear in the length of the line before it.
    fn position(&self, at: usize) -> Option<Position> {
        if !self.is_boundary(at) {
            return None;
        }
        let Some((place, offset)) = self.locate(at) else {
            return Some(Position::default());
        };
        let before = self.text_at(place).get(..offset)?;
        let inside = Position::default().after(before);
        let mut position = Position {
            byte: at,
            utf16: place.before.utf16 + inside.utf16,
            char: place.before.chars + inside.char,
            line: place.before.lines + inside.line,
            ..inside
        };
        // The line may start in an earlier chunk.
        let (mut has_start, mut found) = (inside.line > 1, self.chunks().previous(place));
        while !has_start && let Some(place) = found {
            let end = Position::default().after(self.text_at(place));
            position.column += end.column - 1;
            position.column_utf16 += end.column_utf16 - 1;
            has_start = end.line > 1;
            found = self.chunks().previous(place);
        }
        Some(position)
    }
}

/// The weight of a text.
pub(in crate::live) fn weight(text: &str) -> Weight {
    let end = Position::default().after(text);
    Weight {
        bytes: end.byte,
        utf16: end.utf16,
        chars: end.char,
        lines: end.line - 1,
    }
}

/// The length in bytes of the first characters that have exactly this many units; `None` if the
/// last of them exceeds it or there are too few.
pub(in crate::live) fn bytes_of<U: Unit>(
    chars: impl Iterator<Item = char>,
    units: usize,
) -> Option<usize> {
    let (mut bytes, mut left) = (0, units);
    let mut chars = chars;
    while left > 0 {
        let c = chars.next()?;
        left = left.checked_sub(U::length(c))?;
        bytes += c.len_utf8();
    }
    Some(bytes)
}

/// Splits a text into pieces of about this length.
pub(in crate::live) fn pieces(text: &str, length: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = length.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (piece, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        pieces.push(piece);
        rest = after;
    }
    pieces
}
