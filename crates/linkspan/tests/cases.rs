//! The cases of `tests/cases/*.txt`: texts in ⸠…⸡ notation, and pairs for formatting.

#![allow(clippy::restriction, reason = "a test may panic")]

mod notation;

use linkspan::format::{self, FormatError};
use linkspan::{Date, Detector, Profile, Span};
use notation::cases;

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
