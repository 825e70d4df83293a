//! Reads comma-separated values, and values with other separators.

use std::borrow::Cow;

use crate::passage::{Passage, Problem};

/// A table: rows of values with a separator between them (RFC 4180).
///
/// A value may be in quotes, with `""` for a quote; it can then contain line endings.
///
/// ```
/// use linkspan_read::Table;
///
/// let mut values = Vec::new();
/// Table::new(b',').read("name,link\nx,\"a.com, \"\"b\"\"\"\n", &mut |passage| {
///     values.push((passage.path().to_owned(), passage.text().to_owned()));
///     true
/// }).unwrap();
/// assert_eq!(values[3], ("link".to_owned(), "a.com, \"b\"".to_owned()));
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    separator: u8,
    /// The titles of the columns, once the first row has been read.
    titles: Option<Vec<String>>,
}

impl Table {
    /// A table with this separator, such as `b','` or `b'\t'`.
    #[must_use]
    pub fn new(separator: u8) -> Self {
        Self {
            separator,
            titles: None,
        }
    }

    /// Calls `found` with each value of some rows, until it returns `false`. The first row read
    /// contains the titles of the columns; a column without a title is named by its number,
    /// starting at 1. Call it repeatedly to read a table in pieces, each of which must consist of
    /// whole rows.
    ///
    /// # Errors
    ///
    /// What is wrong with a row, and where. The values before it have been passed to `found`.
    pub fn read(
        &mut self,
        rows: &str,
        found: &mut dyn FnMut(&Passage) -> bool,
    ) -> Result<(), Problem> {
        let mut at = 0;
        while at < rows.len() {
            let mut titles = Vec::new();
            let mut column = 0;
            loop {
                let path = self.title(column);
                let (passage, end) = self.value(rows, at, &path)?;
                let passage = passage.in_column(column + 1);
                if self.titles.is_none() {
                    titles.push(passage.text().trim().to_owned());
                }
                if !found(&passage) {
                    return Ok(());
                }
                at = end;
                match rows.as_bytes().get(at) {
                    Some(byte) if *byte == self.separator => {
                        at += 1;
                        column += 1;
                    }
                    Some(b'\r') if rows.as_bytes().get(at + 1) == Some(&b'\n') => {
                        at += 2;
                        break;
                    }
                    Some(_) => {
                        at += 1;
                        break;
                    }
                    None => break,
                }
            }
            self.titles.get_or_insert(titles);
        }
        Ok(())
    }

    /// The title of a column, or its number.
    fn title(&self, column: usize) -> Cow<'_, str> {
        let titles = self.titles.as_ref();
        let title = titles.and_then(|titles| titles.get(column));
        match title.filter(|title| !title.is_empty()) {
            Some(title) => Cow::Borrowed(title),
            None => Cow::Owned((column + 1).to_string()),
        }
    }

    /// The value at an offset, and its end.
    fn value(&self, rows: &str, start: usize, path: &str) -> Result<(Passage, usize), Problem> {
        let is_end = |c: char| c == char::from(self.separator) || matches!(c, '\n' | '\r');
        let rest = rows.get(start..).unwrap_or_default();
        let Some(quoted) = rest.strip_prefix('"') else {
            let length = rest.find(is_end).unwrap_or(rest.len());
            let mut passage = Passage::new(start, path);
            passage.push(rest.get(..length).unwrap_or_default());
            return Ok((passage, start + length));
        };
        let mut passage = Passage::new(start + 1, path);
        let (mut at, mut rest) = (start + 1, quoted);
        while let Some((before, after)) = rest.split_once('"') {
            passage.push(before);
            at += before.len() + 1;
            match after.strip_prefix('"') {
                Some(after) => {
                    passage.push_unit("\"", at - 1..at + 1);
                    at += 1;
                    rest = after;
                }
                None if after.is_empty() || after.starts_with(is_end) => return Ok((passage, at)),
                None => {
                    return Err(Problem {
                        at,
                        message: "expected the end of a value after its quotes",
                    });
                }
            }
        }
        Err(Problem {
            at: start,
            message: "a value in quotes is not closed",
        })
    }
}
