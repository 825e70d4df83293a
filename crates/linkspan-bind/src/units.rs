//! Offsets in the unit of a language.

use linkspan::offset::{code_points, utf16_len};

/// What a language counts the characters of a text in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes of UTF-8, as in C.
    Bytes,
    /// Code points, as in Python.
    CodePoints,
    /// Code units of UTF-16, as in JavaScript.
    Utf16,
}

/// Converts byte offsets of a text. An offset costs the distance from the one before, so offsets in
/// the order of the text take one pass over it.
#[derive(Clone, Copy, Debug)]
pub struct Offsets<'t> {
    text: &'t str,
    /// Counts the units of a text; `None` if they are bytes. A function instead of the unit, so that
    /// a library contains only the one that it uses.
    length: Option<fn(&str) -> usize>,
    /// The last offset, in bytes and in the unit.
    byte: usize,
    count: usize,
}

impl<'t> Offsets<'t> {
    /// For a text of which it is not known whether it is ASCII.
    #[must_use]
    pub fn new(text: &'t str, unit: Unit) -> Self {
        Self::known(text, unit, unit != Unit::Bytes && text.is_ascii())
    }

    /// For a text of which the caller knows whether it is ASCII, where all units are the same.
    #[must_use]
    #[inline]
    pub fn known(text: &'t str, unit: Unit, is_ascii: bool) -> Self {
        let length = match unit {
            Unit::Bytes => None,
            Unit::CodePoints => Some(code_points as fn(&str) -> usize),
            Unit::Utf16 => Some(utf16_len as fn(&str) -> usize),
        };
        Self {
            text,
            length: length.filter(|_| !is_ascii),
            byte: 0,
            count: 0,
        }
    }

    /// The number of units before a byte offset.
    pub fn at(&mut self, byte: usize) -> usize {
        let Some(length) = self.length else {
            return byte;
        };
        let between = |from: usize, to: usize| length(self.text.get(from..to).unwrap_or_default());
        self.count = if byte < self.byte {
            self.count - between(byte, self.byte)
        } else {
            self.count + between(self.byte, byte)
        };
        self.byte = byte;
        self.count
    }
}

#[cfg(test)]
#[allow(clippy::restriction, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_counted_in_each_unit() {
        let text = "aä🙂b";
        for (unit, expected) in [
            (Unit::Bytes, [0, 1, 3, 7, 8]),
            (Unit::CodePoints, [0, 1, 2, 3, 4]),
            (Unit::Utf16, [0, 1, 2, 4, 5]),
        ] {
            let mut offsets = Offsets::new(text, unit);
            assert_eq!([0, 1, 3, 7, 8].map(|byte| offsets.at(byte)), expected);
            assert_eq!(
                [8, 1].map(|byte| offsets.at(byte)),
                [expected[4], expected[1]]
            );
        }
        assert_eq!(Offsets::new("abc", Unit::Utf16).at(2), 2);
    }
}
