//! The cases of `tests/cases/*.txt`: texts in ⸠…⸡ notation, and pairs for formatting.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use linkspan::format::{self, FormatError};
use linkspan::{Date, Detector, Profile, Span};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The lines of a case file with their numbers, without comments, with escapes resolved.
fn cases(name: &str) -> Vec<(usize, String)> {
    let contents = fs::read_to_string(folder().join(name)).expect("the case file can be read");
    contents
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| (index + 1, unescape(line)))
        .collect()
}

/// Resolves `\u{…}`, `\\` and repetitions such as `{(*125}`.
fn unescape(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("\\\\") {
            out.push('\\');
            rest = after;
        } else if let Some((digits, after)) = enclosed(rest, "\\u{")
            && let Ok(code) = u32::from_str_radix(digits, 16)
        {
            out.push(char::from_u32(code).expect("an escape is a character"));
            rest = after;
        } else if let Some((inside, after)) = enclosed(rest, "{")
            && let Some((what, count)) = inside.rsplit_once('*')
            && let Ok(count) = count.parse()
        {
            out.push_str(&what.repeat(count));
            rest = after;
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn enclosed<'a>(text: &'a str, open: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(open)?.split_once('}')
}

/// The text with ⸠ and ⸡ around its links.
fn marked(detector: &Detector, text: &str) -> String {
    detector
        .spans(text)
        .map(|span| match span {
            Span::Text(text) => text.to_owned(),
            Span::Link(link) => format!("⸠{link}⸡"),
        })
        .collect()
}

fn check_detection(name: &str, at_least: usize) {
    check_profile(Profile::uts58(), name, at_least);
}

fn check_profile(profile: Profile, name: &str, at_least: usize) {
    let detector = Detector::new(profile);
    compare(name, at_least, |case| {
        let found = marked(&detector, &case.replace(['⸠', '⸡'], ""));
        (case.to_owned(), found)
    });
}

/// Compares what each case expects with what was found; `run` gives both.
fn compare(name: &str, at_least: usize, run: impl Fn(&str) -> (String, String)) {
    let cases = cases(name);
    let count = cases.len();
    assert!(count >= at_least, "{name} has only {count} cases");
    let mut wrong = Vec::new();
    for (line, case) in cases {
        let (expected, found) = run(&case);
        if found != expected {
            wrong.push(format!(
                "{name}:{line}\n  expected {expected}\n  found    {found}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} cases differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn termination() {
    check_detection("termination.txt", 180);
}

#[test]
fn email() {
    check_detection("email.txt", 150);
}

#[test]
fn hosts() {
    check_detection("hosts.txt", 150);
}

#[test]
fn recommended() {
    check_profile(Profile::recommended(), "recommended.txt", 120);
}

#[test]
fn uasg() {
    let today = Date::from_unix_days(0);
    check_profile(Profile::uasg(today), "uasg.txt", 27);
}

#[test]
fn nonascii() {
    check_profile(Profile::nonascii(), "nonascii.txt", 30);
}

#[test]
fn pri185() {
    check_profile(Profile::pri185(), "pri185.txt", 20);
}

#[test]
fn scripts() {
    check_detection("scripts.txt", 30);
}

fn check_formatting(name: &str, at_least: usize, write: fn(&str) -> Result<String, FormatError>) {
    compare(name, at_least, |case| {
        let (input, expected) = case.split_once(" ⇒ ").unwrap_or((case, case));
        let found = write(input).unwrap_or_else(|error| format!("error: {error}"));
        (expected.to_owned(), found)
    });
}

#[test]
fn minimal_form() {
    check_formatting("minimal.txt", 90, format::minimal);
}

#[test]
fn display_form() {
    check_formatting("display.txt", 25, format::display);
}

#[test]
fn ascii_form() {
    check_formatting("ascii.txt", 15, format::ascii);
}
