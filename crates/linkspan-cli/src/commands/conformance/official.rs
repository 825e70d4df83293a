//! Reads the official files of UTS #58, and compares them with the library.

use std::collections::BTreeMap;

use linkspan::format::{UrlParts, minimal};
use linkspan::props::{LinkTerm, UNICODE_VERSION, is_link_email, link_bracket, link_term};
use linkspan::{Detector, Span};

use crate::out::marks::{marked, unmarked};

/// The files that can be checked, by name.
pub(crate) const FILES: [&str; 5] = [
    "LinkTerm.txt",
    "LinkBracket.txt",
    "LinkEmail.txt",
    "LinkDetectionTest.txt",
    "LinkFormattingTest.txt",
];

/// One check over a file.
pub(crate) struct Check {
    /// The name of the check.
    pub(crate) name: &'static str,
    /// The number of cases.
    pub(crate) total: usize,
    /// The cases with another result than expected.
    pub(crate) differences: Vec<Difference>,
}

/// A case with another result than expected.
pub(crate) struct Difference {
    /// The line of the file, or the code point.
    pub(crate) place: usize,
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// The result of checking a file.
pub(crate) enum Verdict {
    Checked(Vec<Check>),
    /// The file does not apply to these tables, and why.
    Skipped(String),
    /// The file does not have the expected format, and why.
    Wrong(String),
}

/// The date in the header of a file. It identifies the release, for expected differences.
pub(crate) fn date(contents: &str) -> &str {
    contents
        .lines()
        .find_map(|line| line.strip_prefix("# Date: "))
        .and_then(|rest| rest.split([',', ' ']).next())
        .unwrap_or("undated")
}

/// Checks a file of [`FILES`].
pub(crate) fn check(name: &str, contents: &str) -> Verdict {
    match name {
        "LinkDetectionTest.txt" => Verdict::Checked(vec![detection(contents)]),
        "LinkFormattingTest.txt" => formatting(contents),
        _ => property(name, contents),
    }
}

/// Every line that is neither empty nor a comment, with its number.
fn content_lines(contents: &str) -> impl Iterator<Item = (usize, &str)> {
    contents
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

fn detection(contents: &str) -> Check {
    let detector = Detector::uts58();
    let mut check = Check {
        name: "lines",
        total: 0,
        differences: Vec::new(),
    };
    for (place, expected) in content_lines(contents) {
        check.total += 1;
        let plain = unmarked(expected);
        let found: String = detector
            .spans(&plain)
            .map(|span| match span {
                Span::Text(text) => text.to_owned(),
                Span::Link(link) => marked(link.text()),
            })
            .collect();
        check.compare(place, expected, found);
    }
    check
}

impl Check {
    fn compare(&mut self, place: usize, expected: &str, found: String) {
        if found != expected {
            self.differences.push(Difference {
                place,
                expected: expected.to_owned(),
                found,
            });
        }
    }
}

/// The cases are groups of three lines: the structure in a comment, the escaped form, the result.
fn formatting(contents: &str) -> Verdict {
    let empty = |name| Check {
        name,
        total: 0,
        differences: Vec::new(),
    };
    let mut from_structure = empty("from the structure");
    let mut from_escaped = empty("from the escaped line");
    let mut structure = None;
    let mut escaped = None;
    for (index, line) in contents.lines().enumerate() {
        if line.starts_with("# {") {
            structure = Some(line);
        } else if line.is_empty() || line.starts_with('#') {
            continue;
        } else if let (Some(comment), Some(source)) = (structure, escaped.take()) {
            let said = |result: Result<String, _>| match result {
                Ok(url) => url,
                Err(error) => format!("error: {error}"),
            };
            let found = match parse_structure(comment) {
                Some(parts) => said(parts.minimal()),
                None => "error: the structure cannot be read".to_owned(),
            };
            from_structure.total += 1;
            from_structure.compare(index + 1, line, found);
            from_escaped.total += 1;
            from_escaped.compare(index + 1, line, said(minimal(source)));
            structure = None;
        } else {
            escaped = Some(line);
        }
    }
    Verdict::Checked(vec![from_structure, from_escaped])
}

/// Reads a comment such as `# {𝑺=https:// 𝑯=example.com 𝑷=α}`.
fn parse_structure(comment: &str) -> Option<UrlParts> {
    let inside = comment.strip_prefix("# {")?.trim_end().strip_suffix('}')?;
    let is_key = |c| matches!(c, '𝑺' | '𝑯' | '𝑷' | '𝑸' | '𝑽' | '𝑭' | '𝑫');
    let mut parts = UrlParts::default();
    let starts: Vec<usize> = inside
        .match_indices(is_key)
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || inside.get(..at).is_some_and(|before| before.ends_with(' ')))
        .collect();
    for (index, &start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(inside.len(), |next| next - 1);
        let (key, value) = inside.get(start..end)?.split_once('=')?;
        let value = value.to_owned();
        match key {
            "𝑺" | "𝑯" => parts.head.push_str(&value),
            "𝑷" => parts.path.push(value),
            "𝑸" => parts.query.push((value, None)),
            "𝑽" => parts.query.last_mut()?.1 = Some(value),
            "𝑭" => parts.fragment = Some(value),
            _ => parts.directives.push(value),
        }
    }
    Some(parts)
}

/// The last code point.
const LAST: u32 = 0x10_FFFF;

/// Compares a property file with the tables of the library, for all code points.
fn property(name: &str, contents: &str) -> Verdict {
    let tables = (UNICODE_VERSION.0, UNICODE_VERSION.1);
    if let Some((major, minor)) = newest_version(contents).filter(|&version| version > tables) {
        return Verdict::Skipped(format!(
            "the file is for Unicode {major}.{minor}, the tables are for Unicode {}.{}",
            tables.0, tables.1
        ));
    }
    let values = match property_values(contents) {
        Ok(values) => values,
        Err(why) => return Verdict::Wrong(why),
    };
    let (missing, lookup): (&str, fn(char) -> String) = match name {
        "LinkTerm.txt" => ("Hard", |c| term_name(link_term(c)).to_owned()),
        "LinkBracket.txt" => ("<none>", |c| match link_bracket(c) {
            Some(open) => format!("{:04X}", u32::from(open)),
            None => "<none>".to_owned(),
        }),
        _ => ("No", |c| {
            if is_link_email(c) { "Yes" } else { "No" }.to_owned()
        }),
    };
    let mut check = Check {
        name: "code points",
        total: 0,
        differences: Vec::new(),
    };
    for code in 0..=LAST {
        check.total += 1;
        let expected = values.get(&code).copied().unwrap_or(missing);
        // A surrogate is not a character. In text it is an error and ends a link.
        let found = char::from_u32(code).map_or_else(|| missing.to_owned(), lookup);
        check.compare(code as usize, expected, found);
    }
    Verdict::Checked(vec![check])
}

/// The newest Unicode version named in the comments of a property file. The header has no version.
pub(super) fn newest_version(contents: &str) -> Option<(u8, u8)> {
    content_lines(contents)
        .filter_map(|(_, line)| line.split_once('#'))
        .filter_map(|(_, comment)| {
            let (major, minor) = comment.split_whitespace().next()?.split_once('.')?;
            Some((major.parse().ok()?, minor.parse().ok()?))
        })
        .max()
}

/// The values of all code points in a property file, or an error message.
fn property_values(contents: &str) -> Result<BTreeMap<u32, &str>, String> {
    let mut values = BTreeMap::new();
    let mut listed = 0;
    for (place, line) in content_lines(contents) {
        let data = line.split('#').next().unwrap_or_default();
        let mut fields = data.split(';').map(str::trim);
        let range = fields.next().unwrap_or_default();
        let value = fields.next().unwrap_or("Yes");
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let number = |digits| u32::from_str_radix(digits, 16);
        let (Ok(first), Ok(last)) = (number(first), number(last)) else {
            return Err(format!("line {place} cannot be read: {line}"));
        };
        // Every code point has one value, which limits the total. Without the limit, a file that
        // repeats large ranges would take too long.
        listed += u64::from(last.saturating_sub(first)) + 1;
        if last > LAST || listed > u64::from(LAST) + 1 {
            return Err(format!(
                "line {place} assigns more values than there are code points: {line}"
            ));
        }
        values.extend((first..=last).map(|code| (code, value)));
    }
    Ok(values)
}

fn term_name(term: LinkTerm) -> &'static str {
    match term {
        LinkTerm::Include => "Include",
        LinkTerm::Hard => "Hard",
        LinkTerm::Soft => "Soft",
        LinkTerm::Open => "Open",
        LinkTerm::Close => "Close",
    }
}
