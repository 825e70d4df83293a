//! Labels in the form in which UTS #46 compares them.

use icu_normalizer::uts46::Uts46MapperBorrowed;

/// A label mapped and normalized by UTS #46, in a fixed buffer.
pub(crate) struct Folded {
    bytes: [u8; Self::SIZE],
    len: usize,
}

impl Folded {
    /// Longer than the UTF-8 form of any label of 63 octets in A-label form.
    const SIZE: usize = 256;

    /// `None` if the string is too long to be a label.
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
        let mapper = Uts46MapperBorrowed::new();
        // A label longer than the buffer does not fit, so no more is read.
        for c in mapper.map_normalize(label.chars().take(Self::SIZE + 1)) {
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
