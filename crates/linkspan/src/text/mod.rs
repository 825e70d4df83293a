//! A text with total accessors: an offset that is not in the text returns nothing and never panics.

#[cfg(feature = "idna")]
pub(crate) mod escape;
pub(crate) mod excerpt;
pub(crate) mod marks;

use core::num::NonZeroUsize;

/// An optional offset in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CompactOffset(Option<NonZeroUsize>);

impl CompactOffset {
    pub(crate) fn new(offset: Option<usize>) -> Self {
        // No text is long enough to overflow this.
        Self(offset.and_then(|offset| NonZeroUsize::MIN.checked_add(offset)))
    }

    pub(crate) fn get(self) -> Option<usize> {
        self.0.map(|place| place.get() - 1)
    }
}

/// Borrowed text, addressed by byte offsets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'t>(pub(crate) &'t str);

impl<'t> Text<'t> {
    pub(crate) fn byte(self, at: usize) -> Option<u8> {
        self.0.as_bytes().get(at).copied()
    }

    /// The character that starts at `at`.
    pub(crate) fn char_at(self, at: usize) -> Option<char> {
        match self.byte(at)? {
            ascii @ 0..=0x7F => Some(char::from(ascii)),
            _ => self.0.get(at..)?.chars().next(),
        }
    }

    /// The character that ends at `at`.
    pub(crate) fn char_before(self, at: usize) -> Option<char> {
        match self.byte(at.checked_sub(1)?)? {
            ascii @ 0..=0x7F => Some(char::from(ascii)),
            _ => self.0.get(..at)?.chars().next_back(),
        }
    }

    /// The text between two offsets, which must be in order and on character boundaries. Otherwise
    /// the result is empty, and a debug build panics.
    pub(crate) fn slice(self, from: usize, to: usize) -> &'t str {
        debug_assert!(
            self.0.get(from..to).is_some(),
            "{from}..{to} is not a range of characters in a text of {} bytes",
            self.0.len()
        );
        self.0.get(from..to).unwrap_or_default()
    }

    /// Whether `what` is at `at`.
    pub(crate) fn has(self, at: usize, what: &str) -> bool {
        self.0
            .as_bytes()
            .get(at..)
            .is_some_and(|rest| rest.starts_with(what.as_bytes()))
    }

    /// The start of `what`, in any ASCII case, if it ends at `end` and starts at or after `floor`.
    #[inline]
    pub(crate) fn ends_with(self, floor: usize, end: usize, what: &str) -> Option<usize> {
        let start = end
            .checked_sub(what.len())
            .filter(|&start| start >= floor)?;
        let found = self.0.as_bytes().get(start..end)?;
        // The last byte differs for most words.
        let last = |bytes: &[u8]| bytes.last().map(u8::to_ascii_lowercase);
        if last(found) != last(what.as_bytes()) {
            return None;
        }
        found.eq_ignore_ascii_case(what.as_bytes()).then_some(start)
    }
}
