//! The letters that are glued to a word, and what follows them.

use super::super::sentence::{NEAR, is_wide_punctuation, starts_scheme};
use super::is_prose_letter;
use crate::text::Text;
use crate::uts58::runs::is_hard;

/// The letters that are glued to a word, and the ASCII letters and digits among them.
pub(super) struct Letters {
    pub(super) end: usize,
    pub(super) count: usize,
    pub(super) end_kind: LettersEnd,
}

/// What follows glued letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LettersEnd {
    /// A space, a bracket, a quotation mark, or the end of the text.
    Delimiter,
    /// Punctuation of a sentence.
    Punctuation,
    /// More of the URL, such as `.pdf` or `/`.
    GoesOn,
    /// The scheme of another URL.
    Url,
}

impl Letters {
    pub(super) fn from(text: Text<'_>, at: usize) -> Self {
        let mut end = at;
        let mut count = 0;
        let mut is_after_letter = false;
        let mut has_ascii = false;
        let end_kind = loop {
            let Some(c) = text.char_at(end) else {
                break LettersEnd::Delimiter;
            };
            let is_letter = is_prose_letter(c);
            if !is_letter && !c.is_ascii_alphanumeric() {
                let end_kind = LettersEnd::before(text, end, c);
                // `看README.md`: the sentence goes on, not the URL.
                let is_word = has_ascii && matches!(c, '.' | '_' | '-');
                break if is_word {
                    LettersEnd::Punctuation
                } else {
                    end_kind
                };
            }
            if is_after_letter && !is_letter && starts_scheme(text, end) {
                break LettersEnd::Url;
            }
            if count == NEAR {
                break LettersEnd::Punctuation;
            }
            is_after_letter = is_letter;
            has_ascii |= !is_letter;
            end += c.len_utf8();
            count += 1;
        };
        Self {
            end,
            count,
            end_kind,
        }
    }
}

impl LettersEnd {
    /// What follows, where `c` is the first character at `at`.
    fn before(text: Text<'_>, at: usize, c: char) -> Self {
        let next = text.char_at(at + c.len_utf8());
        let is_followed = next.is_some_and(|c| c.is_ascii_alphanumeric() || is_prose_letter(c));
        match c {
            '/' | '=' | '&' | '%' | '#' => Self::GoesOn,
            '.' | '?' => match next.is_some_and(|c| c.is_ascii_alphanumeric()) {
                true => Self::GoesOn,
                false => Self::Punctuation,
            },
            '_' | '-' | '+' | '~' if is_followed => Self::GoesOn,
            ',' | ';' | ':' | '!' => Self::Punctuation,
            _ if is_hard(c) => Self::Delimiter,
            _ if is_wide_punctuation(c) => Self::Punctuation,
            _ => Self::Delimiter,
        }
    }
}
