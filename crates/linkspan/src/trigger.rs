//! The bytes at which a link can be recognised.

use memchr::{memchr3, memmem};

use crate::observe::Observer;

/// The label separators outside ASCII.
const WIDE: [&str; 3] = ["\u{3002}", "\u{FF0E}", "\u{FF61}"];

/// Finds `.`, `:`, `@` and the label separators outside ASCII, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Triggers<'t> {
    text: &'t str,
    ascii: usize,
    wide: [usize; 3],
}

impl<'t> Triggers<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        // An offset of 0 means "not searched yet"; the end of the text means "none".
        let wide = if text.is_ascii() { text.len() } else { 0 };
        Self {
            text,
            ascii: 0,
            wide: [wide; 3],
        }
    }

    /// The first trigger at `from` or later. `from` never goes back.
    pub(crate) fn next<O: Observer>(&mut self, from: usize, observer: &mut O) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let rest = bytes.get(from..)?;
        let found = |at: Option<usize>| at.map_or(bytes.len(), |at| from + at);
        if self.ascii <= from {
            self.ascii = found(memchr3(b'.', b':', b'@', rest));
            observer.work(self.ascii - from);
        }
        let mut nearest = self.ascii;
        for (place, separator) in self.wide.iter_mut().zip(WIDE) {
            if *place <= from && *place < bytes.len() {
                *place = found(memmem::find(rest, separator.as_bytes()));
                observer.work(*place - from);
            }
            nearest = nearest.min(*place);
        }
        (nearest < bytes.len()).then_some(nearest)
    }
}
