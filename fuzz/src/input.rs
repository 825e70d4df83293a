//! Bytes of the fuzzer as choices and text.

use std::borrow::Cow;

/// Bytes, of which the first ones are choices.
pub(crate) struct Input<'d> {
    rest: &'d [u8],
}

impl<'d> Input<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Self {
        Self { rest: data }
    }

    /// The next byte; 0 after the end.
    pub(crate) fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                byte
            }
            None => 0,
        }
    }

    /// One of some values.
    pub(crate) fn choice<T: Clone>(&mut self, values: &[T]) -> T {
        values[usize::from(self.byte()) % values.len()].clone()
    }

    /// A number of two bytes.
    pub(crate) fn number(&mut self) -> usize {
        usize::from(self.byte()) << 8 | usize::from(self.byte())
    }

    /// All bytes that are left.
    pub(crate) fn bytes(self) -> &'d [u8] {
        self.rest
    }

    /// All that is left as text.
    pub(crate) fn text(self) -> Cow<'d, str> {
        String::from_utf8_lossy(self.rest)
    }
}

/// The part of a text before `at`, or before the character that `at` is in.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
