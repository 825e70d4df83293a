//! Text with inserted controls.

use alloc::string::String;
use alloc::vec::Vec;

use super::Direction;
use super::field;
use super::paragraph::{Paragraph, Structure};
use super::uax9::{LRI, LRM, LRO, PDF, PDI, RLI, RLM};
use crate::text::Text;

/// Text with the controls that were inserted into it; see [`Paragraph::controls`].
///
/// ```
/// use linkspan::Kind;
/// use linkspan::bidi::Layout;
///
/// let controls = Layout::default().link("אב.com", Kind::Url).controls();
/// assert_eq!(controls.as_str(), "\u{2066}\u{200E}אב\u{200E}.\u{200E}com\u{200E}\u{2069}");
/// assert_eq!(controls.strip(), "אב.com");
/// ```
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
            for (piece, is_escape) in field::escapes(Text(link).slice(range.start, range.end)) {
                if is_escape {
                    self.insert(LRO);
                    self.text.push_str(piece);
                    self.insert(PDF);
                } else {
                    self.text.push_str(piece);
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

    /// The text with its controls.
    ///
    /// ```
    /// use linkspan::{Kind, bidi::Layout};
    ///
    /// let controls = Layout::default().link("a.com", Kind::Url).controls();
    /// assert!(controls.as_str().starts_with('\u{2066}') && controls.as_str().ends_with('\u{2069}'));
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The byte offsets of the inserted controls in [`Controls::as_str`]. Each is a single
    /// character.
    ///
    /// ```
    /// use linkspan::{Kind, bidi::Layout};
    ///
    /// let controls = Layout::default().link("a.com", Kind::Url).controls();
    /// let inserted: String = controls.inserted().iter()
    ///     .filter_map(|&at| controls.as_str()[at..].chars().next())
    ///     .collect();
    /// assert_eq!(inserted, "\u{2066}\u{200E}\u{200E}\u{200E}\u{200E}\u{2069}");
    /// ```
    #[must_use]
    pub fn inserted(&self) -> &[usize] {
        &self.inserted
    }

    /// The text without the inserted controls. Controls that were in the original text are kept.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::bidi::Layout;
    ///
    /// let text = "ראו example.com/א";
    /// let paragraph = Layout::default().text(text, Detector::uts58().links(text));
    /// assert_ne!(paragraph.controls().as_str(), text);
    /// assert_eq!(paragraph.controls().strip(), text);
    /// ```
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
