//! The links that two builds of the command line find in a text, and how they differ.

use std::ops::Range;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A link that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) line: u64,
    /// Offsets in bytes.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) href: String,
    pub(crate) display: String,
}

/// Searches a file as plain text.
pub(crate) fn search(program: &Path, profile: &str, file: &Path) -> Result<Vec<Found>, String> {
    let output = Command::new(program)
        .args([
            "find",
            "--format",
            "json",
            "--tlds",
            "embedded",
            "--profile",
        ])
        .arg(profile)
        .arg(file)
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    // 1 is the status of a text without links.
    if !matches!(output.status.code(), Some(0 | 1)) {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cannot search {}: {messages}", file.display()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let found = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        let offset = |key: &str| usize::try_from(value.get(key)?.as_u64()?).ok();
        let word = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
        Some(Found {
            line: value.get("line")?.as_u64()?,
            start: offset("start")?,
            end: offset("end")?,
            href: word("href").to_owned(),
            display: word("display").to_owned(),
        })
    };
    let links = text
        .lines()
        .map(|line| found(line).ok_or_else(|| format!("not a link of `find`: {line}")));
    links.collect()
}

/// How a link differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    Begins,
    Ends,
    /// Both its start and its end are elsewhere.
    BeginsAndEnds,
    Appears,
    Disappears,
    /// The same text leads elsewhere.
    Href,
    /// The same text is displayed in another form.
    Display,
}

/// A link that differs, as it was found before and after.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Move<'f> {
    pub(crate) difference: Difference,
    pub(crate) before: Option<&'f Found>,
    pub(crate) after: Option<&'f Found>,
}

impl Move<'_> {
    /// The offsets that belong to the link before or after.
    pub(crate) fn range(&self) -> Range<usize> {
        let both = [self.before, self.after].into_iter().flatten();
        let start = both.clone().map(|found| found.start).min();
        let end = both.map(|found| found.end).max();
        start.unwrap_or(0)..end.unwrap_or(0)
    }
}

/// The differences between the links of one text. Both lists are in the order of the text.
///
/// Links that overlap are taken for the same link. Of several that overlap one, the first is.
pub(crate) fn moves<'f>(before: &'f [Found], after: &'f [Found]) -> Vec<Move<'f>> {
    let (mut before, mut after) = (before.iter().peekable(), after.iter().peekable());
    let mut moves = Vec::new();
    loop {
        let (difference, old, new) = match (before.peek().copied(), after.peek().copied()) {
            (None, None) => return moves,
            (Some(old), Some(new)) if old.start < new.end && new.start < old.end => {
                (compared(old, new), Some(old), Some(new))
            }
            (Some(old), new) if new.is_none_or(|new| old.end <= new.start) => {
                (Some(Difference::Disappears), Some(old), None)
            }
            (_, new) => (Some(Difference::Appears), None, new),
        };
        if old.is_some() {
            before.next();
        }
        if new.is_some() {
            after.next();
        }
        moves.extend(difference.map(|difference| Move {
            difference,
            before: old,
            after: new,
        }));
    }
}

/// How two links that overlap differ, if they do.
fn compared(old: &Found, new: &Found) -> Option<Difference> {
    match (old.start == new.start, old.end == new.end) {
        (false, true) => Some(Difference::Begins),
        (true, false) => Some(Difference::Ends),
        (false, false) => Some(Difference::BeginsAndEnds),
        (true, true) if old.href != new.href => Some(Difference::Href),
        (true, true) if old.display != new.display => Some(Difference::Display),
        (true, true) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Difference, Found, moves};

    fn found(start: usize, end: usize, href: &str) -> Found {
        Found {
            line: 1,
            start,
            end,
            href: href.to_owned(),
            display: String::new(),
        }
    }

    #[test]
    fn links_are_matched_by_overlap() {
        use Difference::{Appears, Begins, BeginsAndEnds, Disappears, Ends, Href};
        let before = [(0, 5), (10, 15), (20, 25), (30, 35), (40, 45), (50, 60)];
        let after = [
            (0, 7),
            (11, 15),
            (19, 26),
            (36, 38),
            (40, 45),
            (50, 53),
            (55, 60),
        ];
        let list = |spans: &[(usize, usize)], href| -> Vec<Found> {
            spans
                .iter()
                .map(|&(start, end)| found(start, end, href))
                .collect()
        };
        let (before, after) = (list(&before, "x"), list(&after, "y"));
        let differences: Vec<Difference> = moves(&before, &after)
            .iter()
            .map(|moved| moved.difference)
            .collect();
        assert_eq!(
            differences,
            [
                Ends,
                Begins,
                BeginsAndEnds,
                Disappears,
                Appears,
                Href,
                Ends,
                Appears
            ]
        );
        assert_eq!(moves(&before, &before), []);
    }
}
