//! Offsets in UTF-16 code units.

use std::ops::Range;

/// Converts byte offsets of a text that never decrease.
pub(crate) struct Units<'t> {
    text: &'t str,
    byte: usize,
    unit: usize,
    /// Whether the text is ASCII, so that both units are the same.
    is_ascii: bool,
}

impl<'t> Units<'t> {
    pub(crate) fn new(text: &'t str, is_ascii: bool) -> Self {
        Self {
            text,
            byte: 0,
            unit: 0,
            is_ascii,
        }
    }

    /// The number of code units before a byte offset. A lower offset is counted again from the
    /// start.
    pub(crate) fn at(&mut self, byte: usize) -> usize {
        if self.is_ascii {
            return byte;
        }
        if byte < self.byte {
            (self.byte, self.unit) = (0, 0);
        }
        let between = self.text.get(self.byte..byte).unwrap_or_default();
        self.unit += linkspan::offset::utf16_len(between);
        self.byte = byte;
        self.unit
    }

    pub(crate) fn range(&mut self, range: &Range<usize>) -> [u32; 2] {
        [range.start, range.end].map(|byte| number(self.at(byte)))
    }
}

/// A number of the interface. No text in WebAssembly is longer.
pub(crate) fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
