//! Logical text with controls.

use alloc::string::String;
use alloc::vec::Vec;

use super::Direction;
use super::field;
use super::paragraph::{Paragraph, Structure};
use super::uax9::{LRI, LRM, LRO, PDF, PDI, RLI, RLM};
use crate::text::Text;

/// Text with the controls that were put into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Controls {
    text: String,
    inserted: Vec<usize>,
}

impl Controls {
    pub(super) fn of(paragraph: &Paragraph) -> Self {
        let mut controls = Self {
            text: String::with_capacity(paragraph.as_str().len() * 2),
            inserted: Vec::new(),
        };
        let mut structures = paragraph.structures.iter();
        for text in paragraph.around() {
            controls.text.push_str(text);
            if let Some(structure) = structures.next() {
                let range = structure.range.clone();
                let link = Text(paragraph.as_str()).slice(range.start, range.end);
                controls.add(link, structure);
            }
        }
        controls
    }

    fn add(&mut self, link: &str, structure: &Structure) {
        let (isolate, mark) = match structure.flow {
            None => return self.text.push_str(link),
            Some(Direction::Ltr) => (LRI, LRM),
            Some(Direction::Rtl) => (RLI, RLM),
        };
        self.insert(isolate);
        let mut done = 0;
        for range in structure.marked_fields() {
            self.text.push_str(Text(link).slice(done, range.start));
            done = range.end;
            if range.is_empty() {
                continue;
            }
            self.insert(mark);
            for (piece, is_escape) in field::pieces(Text(link).slice(range.start, range.end)) {
                match is_escape {
                    true => {
                        self.insert(LRO);
                        self.text.push_str(piece);
                        self.insert(PDF);
                    }
                    false => self.text.push_str(piece),
                }
            }
            self.insert(mark);
        }
        self.text.push_str(Text(link).slice(done, link.len()));
        self.insert(PDI);
    }

    fn insert(&mut self, control: char) {
        self.inserted.push(self.text.len());
        self.text.push(control);
    }

    /// The text with controls.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Where the inserted controls are, in bytes of [`Controls::as_str`]: one character at each.
    #[must_use]
    pub fn inserted(&self) -> &[usize] {
        &self.inserted
    }

    /// The text without the inserted controls; others stay.
    #[must_use]
    pub fn strip(&self) -> String {
        let mut stripped = String::with_capacity(self.text.len());
        let mut inserted = self.inserted.iter().copied().peekable();
        for (at, c) in self.text.char_indices() {
            if inserted.next_if_eq(&at).is_none() {
                stripped.push(c);
            }
        }
        stripped
    }
}
