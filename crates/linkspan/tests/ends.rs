//! Where URLs end, without a detector: the same as with one.

#![cfg(feature = "idna")]
#![allow(clippy::restriction, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use linkspan::term::{Ends, extend, url_end};
use linkspan::{Detector, Kind, Part, Profile};
use proptest::prelude::*;

/// Compares the ends of all URLs with a scheme, and returns how many there are.
fn compare(text: &str) -> usize {
    let mut count = 0;
    for (profile, ends) in [
        (Profile::uts58(), Ends::Uts58),
        (Profile::recommended(), Ends::Recommended),
    ] {
        for link in Detector::new(profile).links(text) {
            if link.kind() == Kind::Url && link.part(Part::Scheme).is_some() {
                count += 1;
                let end = url_end(text, link.start(), ends);
                assert_eq!(end, Some(link.end()), "{ends:?}: {text:?}, {link}");
                let end = extend(text, link.start(), link.end(), ends);
                assert_eq!(
                    end,
                    Some(link.end()),
                    "{ends:?}, extended: {text:?}, {link}"
                );
            }
        }
    }
    count
}

#[test]
fn urls_of_the_cases_end_where_the_detector_ends_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        count += text
            .lines()
            .map(|line| compare(&line.replace(['⸠', '⸡'], "")))
            .sum::<usize>();
    }
    assert!(count > 1000, "{count} URLs");
}

/// Pieces that end URLs, or do not.
const PIECES: &[&str] = &[
    "https://",
    "http://",
    "www.",
    "example",
    ".com",
    ".de",
    ".中国",
    "a",
    "B3x",
    "v2",
    "2024",
    "/",
    "?",
    "#",
    "=",
    "&",
    ".",
    ",",
    ";",
    ":",
    "!",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "\"",
    "'",
    "“",
    "”",
    "「",
    "」",
    "。",
    "、",
    "，",
    "．",
    "·",
    "…",
    "*",
    "**",
    "_",
    "~",
    "|",
    "`",
    "\\",
    "-",
    "->",
    "@",
    "%20",
    "%E4",
    "路径",
    "和",
    "これ",
    "です",
    "한국",
    "에서",
    "ไทย",
    "привет",
    "é",
    "e\u{301}",
    "א",
    "ع",
    "👍",
    " ",
    "\n",
    "\u{3000}",
    "\u{200B}",
    "\u{200D}",
    "\u{202E}",
    "\u{FEFF}",
    "localhost",
    "10.0.0.1",
    "[::1]",
    ":80",
    ":~:text=",
    "wiki",
    "Foo_(bar)",
    "index.html",
    "user",
    "AI",
    "xn--bcher-kva",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn urls_end_where_the_detector_ends_them(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12)) {
        compare(&["https://example.com/", &pieces.concat()].concat());
        compare(&["https://", &pieces.concat()].concat());
        compare(&pieces.concat());
    }
}
