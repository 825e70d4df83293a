//! Labels in the form in which UTS #46 compares them.

use super::mapping::{self, Buffer, Mapping};
use crate::tables::Fact;

/// A label mapped and normalized by UTS #46, in a fixed buffer.
pub(crate) struct Folded {
    bytes: [u8; Self::SIZE],
    len: usize,
}

impl Folded {
    /// Longer than the UTF-8 form of any label of 63 octets in A-label form.
    const SIZE: usize = 256;

    /// `None` if the string is too long to be a label, or UTS #46 does not allow a character of it.
    pub(crate) fn new(label: &str) -> Option<Self> {
        let mut folded = Self {
            bytes: [0; Self::SIZE],
            len: 0,
        };
        if label.is_ascii() {
            folded.push(label)?;
            folded.bytes.make_ascii_lowercase();
            return Some(folded);
        }
        let mut chars = Chars::EMPTY;
        for c in label.chars() {
            match Mapping::of(c) {
                Mapping::Valid => chars.push(c)?,
                Mapping::Removed => {}
                Mapping::Disallowed => return None,
                Mapping::Char(c) => chars.push(c)?,
                Mapping::Text(text) => text.chars().try_for_each(|c| chars.push(c))?,
            }
        }
        if !mapping::is_normalized(chars.iter()) {
            let mut normal = Chars::EMPTY;
            mapping::normalize(chars.iter(), &mut normal)?;
            chars = normal;
        }
        for c in chars.iter() {
            folded.push(c.encode_utf8(&mut [0; 4]))?;
        }
        Some(folded)
    }

    fn push(&mut self, text: &str) -> Option<()> {
        let end = self.len + text.len();
        self.bytes
            .get_mut(self.len..end)?
            .copy_from_slice(text.as_bytes());
        self.len = end;
        Some(())
    }

    pub(crate) fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// The characters of a label, in a fixed buffer.
#[derive(Clone, Copy)]
struct Chars {
    chars: [char; Folded::SIZE],
    len: usize,
}

impl Chars {
    const EMPTY: Self = Self {
        chars: ['\0'; Folded::SIZE],
        len: 0,
    };

    /// More marks in a row than any script needs (UAX #15 section 13).
    const MARKS: usize = 30;

    fn iter(&self) -> impl Iterator<Item = char> {
        let chars = self.chars.get(..self.len).unwrap_or_default();
        chars.iter().copied()
    }
}

impl Buffer for Chars {
    fn push(&mut self, c: char) -> Option<()> {
        *self.chars.get_mut(self.len)? = c;
        self.len += 1;
        Some(())
    }

    fn chars(&mut self) -> &mut [char] {
        self.chars.get_mut(..self.len).unwrap_or_default()
    }

    fn truncate(&mut self, count: usize) {
        self.len = self.len.min(count);
    }

    fn sort(&mut self, start: usize) -> Option<()> {
        let marks = self.chars.get_mut(start..self.len)?;
        (marks.len() <= Self::MARKS).then_some(())?;
        // By insertion, because sorting that keeps the order of equal ones allocates.
        for end in 1..marks.len() {
            let order = |c: Option<&char>| c.map_or(0, |&c| Fact::of(c).order());
            let mut at = end;
            while at > 0 && order(marks.get(at - 1)) > order(marks.get(at)) {
                marks.swap(at - 1, at);
                at -= 1;
            }
        }
        Some(())
    }
}
