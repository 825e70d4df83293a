//! What offsets count, besides bytes.

use super::list::Weight;
use crate::offset::{byte_of_code_point, byte_of_utf16, code_points, utf16_len};

/// UTF-16 code units, as JavaScript, Java and C# count; see [`LiveText::in_utf16`](super::LiveText::in_utf16).
#[derive(Clone, Copy, Debug)]
pub struct Utf16;

/// Code points, as Python counts; see [`LiveText::in_code_points`](super::LiveText::in_code_points).
#[derive(Clone, Copy, Debug)]
pub struct CodePoints;

/// What offsets count.
pub(super) trait Unit {
    /// How many a text with this weight has.
    fn of(weight: Weight) -> usize;

    /// How many a text has.
    fn count(text: &str) -> usize;

    /// How many a character has.
    fn length(c: char) -> usize;

    /// The byte offset of an offset in a text; `None` if it is inside a character or after the text.
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
