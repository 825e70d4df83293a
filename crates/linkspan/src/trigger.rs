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
    colons: Colons,
}

/// Which colons can make a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colons {
    /// All: there are schemes without `//`, or addresses with colons.
    All,
    /// Those before `//`.
    BeforeSlashes,
}

impl<'t> Triggers<'t> {
    pub(crate) fn new(text: &'t str, colons: Colons) -> Self {
        // An offset of 0 means "not searched yet"; the end of the text means "none".
        let wide = if text.is_ascii() { text.len() } else { 0 };
        Self {
            text,
            ascii: 0,
            wide: [wide; 3],
            colons,
        }
    }

    /// The first `.`, `:` or `@` that can make a link, at `from` or later. A dot before a space, which is
    /// what most dots are, cannot.
    fn next_ascii(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while let Some(found) = bytes
            .get(at..)
            .and_then(|rest| memchr3(b'.', b':', b'@', rest))
        {
            at += found;
            let after = bytes.get(at + 1).copied().unwrap_or(b' ');
            let is_idle = match bytes.get(at) {
                Some(b'.') => {
                    after.is_ascii()
                        && !after.is_ascii_alphanumeric()
                        && after != b'-'
                        && after != b'_'
                }
                Some(b':') => self.colons == Colons::BeforeSlashes && after != b'/',
                _ => false,
            };
            if !is_idle {
                return at;
            }
            at += 1;
        }
        bytes.len()
    }

    /// The first trigger at `from` or later. `from` never goes back.
    pub(crate) fn next<O: Observer>(&mut self, from: usize, observer: &mut O) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let rest = bytes.get(from..)?;
        let found = |at: Option<usize>| at.map_or(bytes.len(), |at| from + at);
        if self.ascii <= from {
            self.ascii = self.next_ascii(from);
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
