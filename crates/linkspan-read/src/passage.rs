//! A decoded text and its position in the source.

use std::ops::Range;

/// A decoded text, such as a JSON value. It knows the position of each of its characters in the
/// source.
///
/// ```
/// let mut found = Vec::new();
/// linkspan_read::json(r#"{"a": ["see b.com\/c"]}"#, &mut |passage| {
///     let at = passage.text().find("b.com").unwrap();
///     let range = at..passage.text().len();
///     found.push((passage.path().to_owned(), passage.source(range.clone()), passage.is_decoded(range)));
///     true
/// }).unwrap();
/// assert_eq!(found, [("a[0]".to_owned(), 12..20, true)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    text: String,
    path: String,
    /// Units that the source spells differently: their ranges in the text and in the source.
    units: Vec<(Range<usize>, Range<usize>)>,
    /// The start of the text in the source.
    start: usize,
    /// The number of the column in a table, starting at 1.
    column: Option<usize>,
}

/// The maximum length of a path, in bytes. Deeply nested values would each have a long one.
const LONGEST_PATH: usize = 1000;

impl Passage {
    pub(crate) fn new(start: usize, path: &str) -> Self {
        let mut end = path.len().min(LONGEST_PATH);
        while !path.is_char_boundary(end) {
            end -= 1;
        }
        let mut shown = path.get(..end).unwrap_or_default().to_owned();
        if end < path.len() {
            shown.push('…');
        }
        Self {
            path: shown,
            start,
            ..Self::default()
        }
    }

    /// Adds text that is spelled the same in the source.
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds text that the source spells differently, at a range of the source.
    pub(crate) fn push_unit(&mut self, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.units.push((start..self.text.len(), source));
    }

    /// The decoded text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The location of the text: the names and indexes that lead to a JSON value (`a.b[0]`), or the
    /// name of a column. Paths longer than 1000 bytes are truncated.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The number of its column in a table, starting at 1.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    pub(crate) fn in_column(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }

    /// The range in the source of a range of the text. A unit that is spelled differently is
    /// included as a whole.
    #[must_use]
    pub fn source(&self, range: Range<usize>) -> Range<usize> {
        self.place(range.start, false)..self.place(range.end, true)
    }

    /// Whether the source spells a range of the text differently.
    #[must_use]
    pub fn is_decoded(&self, range: Range<usize>) -> bool {
        let first = self.units.partition_point(|(at, _)| at.end <= range.start);
        self.units
            .get(first)
            .is_some_and(|(at, _)| at.start < range.end)
    }

    /// The source position of a text position; inside a unit, its start, or its end for the end of
    /// a range.
    fn place(&self, at: usize, is_end: bool) -> usize {
        let before = self.units.partition_point(|(unit, _)| {
            if is_end {
                unit.start < at
            } else {
                unit.start <= at
            }
        });
        match before.checked_sub(1).and_then(|last| self.units.get(last)) {
            None => self.start + at,
            Some((unit, source)) if at >= unit.end => source.end + (at - unit.end),
            Some((_, source)) if is_end => source.end,
            Some((_, source)) => source.start,
        }
    }
}

/// What is wrong with a source, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The byte offset in the source.
    pub at: usize,
    /// What is wrong there.
    pub message: &'static str,
}
