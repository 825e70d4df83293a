//! The judged lines: `bench/quality/judged.txt`.

use std::fmt::Write;
use std::fs;
use std::ops::Range;

use crate::folder;

/// A line of text with the links that it should have.
pub(crate) struct Case {
    /// The title of its section.
    pub(crate) section: String,
    /// Its line in the file, from 1.
    pub(crate) line: usize,
    /// The text without marks.
    pub(crate) text: String,
    /// The links, in bytes.
    pub(crate) links: Vec<Range<usize>>,
    /// Text in which a tool is neither right nor wrong.
    pub(crate) unsure: Vec<Range<usize>>,
}

/// All cases of the file, in order.
pub(crate) fn cases() -> Vec<Case> {
    let path = folder().join("judged.txt");
    parse(&fs::read_to_string(path).expect("the judged lines can be read"))
}

fn parse(contents: &str) -> Vec<Case> {
    let mut section = "";
    let mut cases = Vec::new();
    for (index, line) in contents.lines().enumerate() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title;
        } else if !line.is_empty() && !line.starts_with('#') {
            let (text, links) = unmark(&unescape(line))
                .unwrap_or_else(|| panic!("line {}: marks come in pairs", index + 1));
            cases.push(Case {
                section: section.to_owned(),
                line: index + 1,
                text,
                links,
                unsure: Vec::new(),
            });
        }
    }
    cases
}

/// The text without marks, and what they surround; `None` if a mark has no partner.
fn unmark(marked: &str) -> Option<(String, Vec<Range<usize>>)> {
    let mut text = String::new();
    let mut links = Vec::new();
    let mut start = None;
    for c in marked.chars() {
        match (c, start) {
            ('⸠', None) => start = Some(text.len()),
            ('⸡', Some(at)) => {
                links.push(at..text.len());
                start = None;
            }
            ('⸠' | '⸡', _) => return None,
            _ => text.push(c),
        }
    }
    start.is_none().then_some((text, links))
}

/// Resolves `\u{…}` and `\\`.
fn unescape(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (c, after) = if let Some(after) = rest.strip_prefix("\\\\") {
            ('\\', after)
        } else {
            let escape = rest
                .strip_prefix("\\u{")
                .and_then(|rest| rest.split_once('}'));
            let (digits, after) = escape.expect("a backslash is written \\\\");
            let code = u32::from_str_radix(digits, 16).expect("an escape has hexadecimal digits");
            (
                char::from_u32(code).expect("an escape is a character"),
                after,
            )
        };
        out.push(c);
        rest = after;
    }
    out + rest
}

/// The text with marks around `links`, as the file would have it.
pub(crate) fn marked(text: &str, links: &[Range<usize>]) -> String {
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        mark(&mut out, at, links);
        match c {
            '\\' => out.push_str("\\\\"),
            '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' => escape(&mut out, c),
            '\u{2060}'..='\u{206F}' | '\u{FEFF}' => escape(&mut out, c),
            _ => out.push(c),
        }
    }
    mark(&mut out, text.len(), links);
    out
}

fn mark(out: &mut String, at: usize, links: &[Range<usize>]) {
    if links.iter().any(|link| link.end == at) {
        out.push('⸡');
    }
    if links.iter().any(|link| link.start == at) {
        out.push('⸠');
    }
}

fn escape(out: &mut String, c: char) {
    // Writing to a string does not fail.
    let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
}

#[cfg(test)]
mod tests {
    use super::{cases, marked, parse};

    #[test]
    fn a_line_is_read_and_written() {
        let line = "\\\\ 例 ⸠a.com⸡,⸠b.com⸡\\u{200B}";
        let case = &parse(&format!("# x\n## One\n\n{line}"))[0];
        assert_eq!((case.section.as_str(), case.line), ("One", 4));
        assert_eq!(case.text, "\\ 例 a.com,b.com\u{200B}");
        assert_eq!(case.links, [6..11, 12..17]);
        assert_eq!(marked(&case.text, &case.links), line);
    }

    #[test]
    fn there_are_enough_lines_and_all_differ() {
        let cases = cases();
        assert!(cases.len() >= 360, "only {} lines", cases.len());
        let mut texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
        texts.sort_unstable();
        let double: Vec<_> = texts.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(double.is_empty(), "{double:?}");
    }
}
