//! A piece of text that was decoded, and where it came from.

use std::ops::Range;

/// A piece of text that was decoded, such as a value of JSON. It knows where each of its characters is in the source.
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
    /// What is written in another way in the source: where it is in the text, and there.
    units: Vec<(Range<usize>, Range<usize>)>,
    /// Where the text starts in the source.
    start: usize,
    /// The number of the column, from 1, in a table.
    column: Option<usize>,
}

/// The most bytes of a path. Values that are nested deep would have long ones, each of them.
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

    /// Adds text that is in the source as it is.
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds text that is written in another way, at a range of the source.
    pub(crate) fn push_unit(&mut self, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.units.push((start..self.text.len(), source));
    }

    /// The text, decoded.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it is in what it is a part of: the names and numbers that lead to a value of JSON (`a.b[0]`), or the name of a
    /// column.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The number of its column, from 1, in a table.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    pub(crate) fn in_column(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }

    /// Where a range of the text is in the source. What is written in another way is in it as a whole.
    #[must_use]
    pub fn source(&self, range: Range<usize>) -> Range<usize> {
        self.place(range.start, false)..self.place(range.end, true)
    }

    /// Whether a range of the text is written in another way in the source.
    #[must_use]
    pub fn is_decoded(&self, range: Range<usize>) -> bool {
        let first = self.units.partition_point(|(at, _)| at.end <= range.start);
        self.units
            .get(first)
            .is_some_and(|(at, _)| at.start < range.end)
    }

    /// Where a place of the text is in the source; inside a unit, its start, or its end for the end of a range.
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
    /// The byte of the source.
    pub at: usize,
    /// What is wrong there.
    pub message: &'static str,
}
