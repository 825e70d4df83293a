//! Converts offsets between the units that editors and programming languages use.
//!
//! The library counts in bytes of UTF-8. [`Positions`] converts byte offsets to all other units at
//! once; [`byte_of_code_point`] converts code points back. To convert UTF-16 offsets back, use
//! [`LiveText::bytes_of_utf16`](crate::live::LiveText::bytes_of_utf16).
//!
//! ```
//! use linkspan::{Detector, offset::Positions};
//!
//! let text = "🙂 a.com";
//! let link = Detector::uts58().links(text).next().unwrap();
//! assert_eq!((link.start(), Positions::new(text).at(link.start()).utf16), (5, 3));
//! ```

use crate::text::Text;

/// A position in a text, in all units at once.
///
/// ```
/// use linkspan::offset::Positions;
///
/// let at = Positions::new("a\n🙂 b").at(7);
/// assert_eq!((at.byte, at.utf16, at.char), (7, 5, 4));
/// assert_eq!((at.line, at.column, at.column_utf16), (2, 3, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Position {
    /// The number of UTF-8 bytes before the position.
    pub byte: usize,
    /// The number of UTF-16 code units before the position, as JavaScript, Java and C# count.
    pub utf16: usize,
    /// The number of code points before the position, as Python counts.
    pub char: usize,
    /// The line, starting at 1. A line feed is the last character of its line.
    pub line: usize,
    /// The column in code points, starting at 1.
    pub column: usize,
    /// The column in UTF-16 code units, starting at 1. The Language Server Protocol starts at 0.
    pub column_utf16: usize,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            byte: 0,
            utf16: 0,
            char: 0,
            line: 1,
            column: 1,
            column_utf16: 1,
        }
    }
}

impl Position {
    /// The position after `text`, if `text` starts at this position.
    ///
    /// Takes time linear in the length of `text`.
    ///
    /// ```
    /// use linkspan::offset::Position;
    ///
    /// let at = Position::default().after("one\ntwo ");
    /// assert_eq!((at.byte, at.line, at.column), (8, 2, 5));
    /// assert_eq!(at.after("🙂").column_utf16, 7);
    /// ```
    #[must_use]
    pub fn after(self, text: &str) -> Self {
        let mut at = self;
        let line_start = memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |at| at + 1);
        let (lines, last) = text.split_at_checked(line_start).unwrap_or(("", text));
        if !lines.is_empty() {
            at.line += memchr::memchr_iter(b'\n', lines.as_bytes()).count();
            (at.column, at.column_utf16) = (1, 1);
        }
        let (chars, units) = lengths(lines);
        let (last_chars, last_units) = lengths(last);
        at.byte += text.len();
        at.char += chars + last_chars;
        at.utf16 += units + last_units;
        at.column += last_chars;
        at.column_utf16 += last_units;
        at
    }
}

/// The length of a text in UTF-16 code units, as JavaScript counts. Takes linear time.
///
/// ```
/// assert_eq!(linkspan::offset::utf16_len("a🙂"), 3);
/// ```
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    lengths(text).1
}

/// The number of bytes that are counted at once.
const BLOCK: usize = 128;

/// The number of code points and of UTF-16 code units in a text.
fn lengths(text: &str) -> (usize, usize) {
    let (mut chars, mut pairs) = (0, 0);
    for bytes in text.as_bytes().chunks(BLOCK) {
        let (starts, long) = starts(bytes);
        chars += starts;
        pairs += long;
    }
    (chars, chars + pairs)
}

/// The number of characters that start in a block, and how many of them take two UTF-16 code units.
fn starts(block: &[u8]) -> (usize, usize) {
    // Eight bytes at a time: the lowest bit of each says whether the byte continues a character or
    // starts a four-byte one.
    const LOWEST: u64 = u64::MAX / 0xFF;
    let (words, rest) = block.as_chunks::<8>();
    let (mut inner, mut long) = (0, 0);
    for word in words {
        let word = u64::from_le_bytes(*word);
        inner += (word >> 7) & !(word >> 6) & LOWEST;
        long += (word >> 7) & (word >> 6) & (word >> 5) & (word >> 4) & LOWEST;
    }
    // The multiplication sums all eight bytes into the highest one. A block is too short to
    // overflow it.
    let sum = |counts: u64| (counts.wrapping_mul(LOWEST) >> 56) as usize;
    let rest_starts = rest.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    let rest_long = rest.iter().filter(|byte| **byte >= 0xF0).count();
    (
        8 * words.len() - sum(inner) + rest_starts,
        sum(long) + rest_long,
    )
}

/// The length of a text in code points, as Python counts. Takes linear time.
///
/// ```
/// assert_eq!(linkspan::offset::code_points("a🙂"), 2);
/// ```
#[must_use]
pub fn code_points(text: &str) -> usize {
    lengths(text).0
}

/// The byte offset of a UTF-16 offset; `None` if it is inside a character or past the end.
pub(crate) fn byte_of_utf16(text: &str, units: usize) -> Option<usize> {
    byte_of(text, units, |starts, long| starts + long, char::len_utf16)
}

/// The byte offset of a code point offset; `None` if it is past the end of the text. Takes time
/// linear in the offset.
///
/// ```
/// use linkspan::offset::byte_of_code_point;
///
/// assert_eq!((byte_of_code_point("🙂a", 1), byte_of_code_point("🙂a", 3)), (Some(4), None));
/// ```
#[must_use]
pub fn byte_of_code_point(text: &str, points: usize) -> Option<usize> {
    byte_of(text, points, |starts, _| starts, |_| 1)
}

/// The byte offset of an offset in another unit. `block` returns the number of units in a block,
/// given how many characters start in it and how many of these are long. `length` returns the
/// number of units in a character.
fn byte_of(
    text: &str,
    units: usize,
    block: impl Fn(usize, usize) -> usize,
    length: impl Fn(char) -> usize,
) -> Option<usize> {
    let (mut at, mut left) = (0, units);
    for bytes in text.as_bytes().chunks(BLOCK) {
        let (starts, long) = starts(bytes);
        let count = block(starts, long);
        // The target starts in this block, or the last character of this block ends at it.
        if count >= left {
            break;
        }
        left -= count;
        at += bytes.len();
    }
    // A character that starts in an earlier block has been counted there.
    let cut = text.as_bytes().get(at..)?;
    at += cut.iter().take_while(|byte| *byte & 0xC0 == 0x80).count();
    for c in text.get(at..)?.chars() {
        if left == 0 {
            break;
        }
        left = left.checked_sub(length(c))?;
        at += c.len_utf8();
    }
    (left == 0).then_some(at)
}

/// Converts byte offsets of a text, in a single pass if the offsets never decrease.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::offset::Positions;
///
/// let text = "🦀\nsiehe bücher.de";
/// let mut positions = Positions::new(text);
/// let link = Detector::uts58().links(text).next().unwrap();
/// let start = positions.at(link.start());
/// let end = positions.at(link.end());
/// assert_eq!((start.byte, start.utf16, start.char), (11, 9, 8));
/// assert_eq!((start.line, start.column), (2, 7));
/// assert_eq!((end.byte, end.utf16, end.char), (21, 18, 17));
/// ```
#[derive(Clone, Debug)]
pub struct Positions<'t> {
    text: &'t str,
    reached: Position,
}

impl<'t> Positions<'t> {
    /// Starts at the beginning of `text`. Nothing is read yet.
    ///
    /// ```
    /// use linkspan::offset::{Position, Positions};
    ///
    /// assert_eq!(Positions::new("text").at(0), Position::default());
    /// ```
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            reached: Position::default(),
        }
    }

    /// The position of a byte offset. An offset inside a character counts as the start of that
    /// character, and an offset past the end counts as the end.
    ///
    /// Takes time linear in the distance from the previously converted offset. An offset before
    /// that one is counted again from the start of the text, so convert offsets in ascending order.
    ///
    /// ```
    /// use linkspan::offset::Positions;
    ///
    /// let mut positions = Positions::new("ü x");
    /// assert_eq!(positions.at(3).char, 2);
    /// assert_eq!(positions.at(1).byte, 0, "1 is inside ü");
    /// assert_eq!(positions.at(99).byte, 4);
    /// ```
    pub fn at(&mut self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        if byte < self.reached.byte {
            self.reached = Position::default();
        }
        let between = Text(self.text).slice(self.reached.byte, byte);
        self.reached = self.reached.after(between);
        self.reached
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, Positions, byte_of_code_point, byte_of_utf16, utf16_len};
    use std::string::String;
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn every_utf16_offset_of_a_text() {
        let unit = "aü中🙂 ";
        for before in 0..9 {
            let text = ["a".repeat(before), unit.repeat(60)].concat();
            let mut units = 0;
            let mut expected = vec![None; utf16_len(&text) + 2];
            for (byte, c) in text.char_indices() {
                expected[units] = Some(byte);
                units += c.len_utf16();
            }
            expected[units] = Some(text.len());
            for (units, expected) in expected.into_iter().enumerate() {
                assert_eq!(byte_of_utf16(&text, units), expected, "{units} in {text}");
            }
        }
    }

    #[test]
    fn every_code_point_of_a_text() {
        for before in 0..9 {
            let text = ["a".repeat(before), "aü中🙂 ".repeat(60)].concat();
            let bytes = text.char_indices().map(|(byte, _)| Some(byte));
            let expected = bytes.chain([Some(text.len()), None, None]);
            for (points, expected) in expected.enumerate() {
                assert_eq!(
                    byte_of_code_point(&text, points),
                    expected,
                    "{points} in {text}"
                );
            }
        }
    }

    #[test]
    fn every_offset_of_a_text() {
        let text = "a\n\nß🦀\r\n字\u{301}x";
        let mut positions = Positions::new(text);
        let mut before = String::new();
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            let lines: Vec<&str> = before.split('\n').collect();
            let last = lines.last().copied().unwrap_or_default();
            let expected = Position {
                byte: at,
                utf16: before.encode_utf16().count(),
                char: before.chars().count(),
                line: lines.len(),
                column: last.chars().count() + 1,
                column_utf16: last.encode_utf16().count() + 1,
            };
            assert_eq!(positions.at(at), expected);
            for inside in at + 1..(at + c.len_utf8()).min(text.len()) {
                assert_eq!(Positions::new(text).at(inside), expected);
            }
            before.push(c);
        }
        // Longer than a block.
        let long = "é🦀a".repeat(100);
        let at = Position::default().after(&long);
        assert_eq!((at.char, at.utf16), (300, 400));
        assert_eq!(positions.at(99), positions.at(text.len()));
        assert_eq!(positions.at(0), Position::default());
    }
}
