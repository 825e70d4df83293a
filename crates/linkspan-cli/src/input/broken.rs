//! Words that are broken by a byte that is not UTF-8.

/// Remembers whether the next text continues a broken word.
///
/// `b\xFCcher.de` is `bücher.de` in Latin-1. Its end is not a name of its own, and leads elsewhere.
#[derive(Clone, Copy, Default)]
pub(crate) struct Broken {
    is_open: bool,
}

impl Broken {
    /// Divides the next text into the end of a broken word and the rest.
    pub(crate) fn divide<'t>(&mut self, text: &'t str) -> (&'t str, &'t str) {
        if text.is_empty() || !std::mem::take(&mut self.is_open) {
            return ("", text);
        }
        let is_outside =
            |c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-' | '_' | '+' | '@');
        let end = text.find(is_outside).unwrap_or(text.len());
        match text.split_at_checked(end) {
            // A scheme can start after other text.
            Some((_, rest)) if rest.starts_with("://") => ("", text),
            Some(divided) => divided,
            None => ("", text),
        }
    }

    /// Passes bytes that are not UTF-8. In the encodings of Europe, those from 0xC0 on are letters;
    /// the ones before are quotation marks and other signs.
    pub(crate) fn pass(&mut self, invalid: &[u8]) {
        if let Some(first) = invalid.first() {
            self.is_open = *first >= 0xC0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Broken;

    #[test]
    fn words_are_divided() {
        let divided = |invalid: &[u8], text| {
            let mut broken = Broken::default();
            broken.pass(invalid);
            let (word, _) = broken.divide(text);
            assert_eq!(broken.divide(text), ("", text));
            word
        };
        assert_eq!(divided(b"\xFC", "cher.de/x a.com"), "cher.de");
        assert_eq!(divided(b"\xE4\xBD", "user@a.com,"), "user@a.com");
        assert_eq!(divided(b"\xFC", " a.com"), "");
        assert_eq!(divided(b"\xFC", "https://a.com"), "");
        assert_eq!(divided(b"\x93", "a.com\x07"), "");
        assert_eq!(divided(b"", "a.com"), "");
    }
}
