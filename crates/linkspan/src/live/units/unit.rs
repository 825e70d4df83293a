//! Units of offsets other than bytes.

use crate::live::list::Weight;
use crate::offset::{byte_of_code_point, byte_of_utf16, code_points, utf16_len};

/// UTF-16 code units, as in JavaScript, Java and C#; see
/// [`LiveText::in_utf16`](crate::live::LiveText::in_utf16).
#[derive(Clone, Copy, Debug)]
pub struct Utf16;

/// Code points, as in Python; see [`LiveText::in_code_points`](crate::live::LiveText::in_code_points).
#[derive(Clone, Copy, Debug)]
pub struct CodePoints;

/// A unit of offsets.
pub(in crate::live) trait Unit {
    /// The number of units in a text of this weight.
    fn of(weight: Weight) -> usize;

    /// The number of units in a text.
    fn count(text: &str) -> usize;

    /// The number of units in a character.
    fn length(c: char) -> usize;

    /// Converts an offset to bytes; `None` if it is inside a character or past the end.
    fn byte(text: &str, at: usize) -> Option<usize>;
}

impl Unit for Utf16 {
    fn of(weight: Weight) -> usize {
        weight.utf16
    }

    fn count(text: &str) -> usize {
        utf16_len(text)
    }

    fn length(c: char) -> usize {
        c.len_utf16()
    }

    fn byte(text: &str, at: usize) -> Option<usize> {
        byte_of_utf16(text, at)
    }
}

impl Unit for CodePoints {
    fn of(weight: Weight) -> usize {
        weight.chars
    }

    fn count(text: &str) -> usize {
        code_points(text)
    }

    fn length(_: char) -> usize {
        1
    }

    fn byte(text: &str, at: usize) -> Option<usize> {
        byte_of_code_point(text, at)
    }
}
