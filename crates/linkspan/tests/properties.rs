//! What holds for every text and every URL.

#![allow(clippy::restriction, reason = "a test may panic")]

mod boundary;

use boundary::is_boundary;
use linkspan::format::{self, Encoding, Form, Format, UrlParts};
use linkspan::profile::Rule;
use linkspan::props::{LinkTerm, link_term};
use linkspan::{Date, Detector, Finding, Kind, Link, Part, Parts, Profile, email, term};
use proptest::prelude::*;

const TOKENS: &[&str] = &[
    "a",
    "Z",
    "0",
    "-",
    "_",
    ".",
    ".",
    "..",
    "。",
    ":",
    "@",
    "/",
    "/",
    "?",
    "#",
    "&",
    "=",
    ",",
    "+",
    "(",
    ")",
    "[",
    "]",
    "「",
    "」",
    " ",
    "\u{3000}",
    "!",
    "\"",
    "\\",
    "%",
    "%2",
    "%2F",
    "%5C",
    "%25",
    "%41",
    "%C3%A9",
    "%E3%81",
    "%FF",
    "%20",
    "%28",
    "%29",
    "%2E",
    "%3A~:",
    "%7E",
    ":~:",
    ":~",
    "https://",
    "mailto:",
    "a.com",
    "example.org",
    ":80",
    "é",
    "e\u{301}",
    "字",
    "ノ",
    "ɂ",
    "∕",
    "\u{200D}",
    "\u{202E}",
    "🙂",
    "’",
    "।",
    "~",
];

fn tokens(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..most).prop_map(|tokens| tokens.concat())
}

/// Texts of known pieces, and texts of any characters at all.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => tokens(30),
        1 => any::<String>(),
        1 => (any::<String>(), tokens(10), any::<String>()).prop_map(|(a, b, c)| [a, b, c].concat()),
    ]
}

/// URLs with a host that is detected.
fn url() -> impl Strategy<Value = String> {
    let part = |initiator: &'static str| {
        prop::option::of(tokens(12)).prop_map(move |content| match content {
            Some(content) => [initiator, &content].concat(),
            None => String::new(),
        })
    };
    (part("/"), part("?"), part("#")).prop_map(|(path, query, fragment)| {
        let path = path.replace(['?', '#'], "");
        let query = query
            .replacen('?', "\u{1}", 1)
            .replace('#', "")
            .replace('\u{1}', "?");
        ["https://example.com", &path, &query, &fragment].concat()
    })
}

fn configuration(cases: u32) -> ProptestConfig {
    let cases = std::env::var("LINKSPAN_ORACLE_CASES").map_or(cases, |n| n.parse().unwrap());
    ProptestConfig {
        failure_persistence: None,
        max_global_rejects: 1_000_000,
        ..ProptestConfig::with_cases(cases)
    }
}

/// The pieces of a URL between raw delimiters, percent-decoded.
fn meaning(url: &str) -> Vec<Vec<Vec<u8>>> {
    let rest = url
        .strip_prefix("https://example.com")
        .expect("the host is kept");
    let (rest, fragment) = rest
        .split_once('#')
        .map_or((rest, None), |(a, b)| (a, Some(b)));
    let (path, query) = rest
        .split_once('?')
        .map_or((rest, None), |(a, b)| (a, Some(b)));
    let decode = |pieces: Vec<&str>| -> Vec<Vec<u8>> { pieces.into_iter().map(decode).collect() };
    let mut all = vec![decode(path.split(['/', '\\']).collect())];
    all.extend(query.map(|query| decode(query.split(['&', '=', '+']).collect())));
    if let Some(fragment) = fragment {
        let mut pieces = fragment.split(":~:");
        all.extend(pieces.next().map(|piece| decode(vec![piece])));
        all.extend(pieces.map(|piece| decode(piece.split([',', '&', '-']).collect())));
    }
    all
}

fn decode(piece: &str) -> Vec<u8> {
    let bytes = piece.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes
            .get(at + 1..at + 3)
            .and_then(|two| std::str::from_utf8(two).ok());
        let hex = digits.filter(|two| two.bytes().all(|b| b.is_ascii_hexdigit()));
        match hex.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    out
}

fn ranges(detector: &Detector, text: &str, base: usize) -> Vec<(usize, usize, Kind)> {
    let shifted = |link: Link| (base + link.start(), base + link.end(), link.kind());
    detector.links(text).map(shifted).collect()
}

proptest! {
    #![proptest_config(configuration(10_000))]

    /// Spans concatenate to the text, links are sorted and disjoint, and there is no Hard inside.
    #[test]
    fn links_are_well_formed(text in text()) {
        let detector = Detector::uts58();
        let whole: String = detector.spans(&text).map(|span| span.as_str()).collect();
        prop_assert_eq!(&whole, &text);
        let mut before = 0;
        for link in detector.links(&text) {
            prop_assert!(before <= link.start() && link.start() < link.end());
            prop_assert_eq!(&text[link.range()], link.as_str());
            prop_assert!(link.as_str().chars().all(|c| link_term(c) != LinkTerm::Hard));
            before = link.end();
        }
    }

    /// The parts of a link are in order and cover it, apart from `:` and `@`.
    #[test]
    fn parts_cover_the_link(text in text()) {
        for link in Detector::uts58().links(&text) {
            let mut at = link.start();
            for part in [
                Part::Scheme, Part::LocalPart, Part::Host, Part::Port, Part::Path, Part::Query,
                Part::Fragment, Part::Directives,
            ] {
                let Some(range) = link.part_range(part) else { continue };
                let skipped = &text[at..range.start];
                let separator = match part {
                    Part::Port => ":",
                    Part::Host if link.kind() == Kind::Email => "@",
                    _ => "",
                };
                prop_assert_eq!(skipped, separator, "before {:?} of {}", part, link);
                at = range.end;
            }
            prop_assert_eq!(at, link.end());
        }
    }

    /// The parts that detection made are those that the splitter of strings finds in the link.
    #[test]
    fn detection_and_splitting_agree(text in text()) {
        let today = Date::from_unix_days(0);
        for profile in [Profile::uts58(), Profile::recommended(), Profile::uasg(today)] {
            for link in Detector::new(profile).links(&text) {
                // A local part may look like a path: `a/b@example.com`.
                if link.part(Part::LocalPart).is_some_and(|local| local.contains(['/', '?', '#'])) {
                    continue;
                }
                let split = Parts::split(link.as_str());
                prop_assert_eq!(split.kind(), link.kind(), "{}", link);
                prop_assert_eq!(split.host_kind(), link.parts().host_kind(), "{}", link);
                for part in Part::ALL {
                    let found = link.part_range(part);
                    let found = found.map(|range| range.start - link.start()..range.end - link.start());
                    prop_assert_eq!(split.get(part), found, "{:?} of {}", part, link);
                }
            }
        }
    }

    /// Rule `runs`: every run can be scanned on its own.
    #[test]
    fn runs_are_independent(text in text()) {
        for detector in [Detector::uts58(), Detector::new(Profile::recommended())] {
            let mut apart = Vec::new();
            let mut start = 0;
            for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
                if is_boundary(c) {
                    apart.extend(ranges(&detector, &text[start..at], start));
                    start = (at + c.len_utf8()).min(text.len());
                }
            }
            prop_assert_eq!(apart, ranges(&detector, &text, 0));
        }
    }

    /// Rule `display-form`: a display form between spaces is found whole by `recommended`.
    #[test]
    fn display_forms_are_found_whole(text in text()) {
        let detector = Detector::new(Profile::recommended());
        for link in detector.links(&text).filter(|link| link.kind() == Kind::Url) {
            let display = link.display();
            let between = format!("x {display} y");
            let found: Vec<_> = detector.links(&between).map(|link| link.to_string()).collect();
            prop_assert_eq!(found, [display], "{} in {:?}", link, text);
        }
    }

    /// Rule `display-form`: the same of URLs with escapes of everything that ends links.
    #[test]
    fn display_forms_of_escapes_are_found_whole(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", "例", "/", "?", "#", "&", "=", "%3C", "%3E", "%22", "%60", "%7C", "%5E", "%5B", "%5D", "%28", "%29",
            "%7B", "%27", "%2C", "%3B", "%2Chttps://b", "%2A%2A", "_", "~", "%E3%80%82", "%EF%BC%8C", "%E2%80%9D",
            "%E3%80%8C", "%E2%80%A6", "%E2%80%8B", "%2E", "%3F", "%23", "%20", "%25", "%41", "title%3D", "%FF", ":~:",
        ]), 0..30),
    ) {
        let detector = Detector::new(Profile::recommended());
        let text = format!("https://a.com/{}", pieces.concat());
        for link in detector.links(&text) {
            let display = link.display();
            let between = format!("x {display} y");
            let found: Vec<_> = detector.links(&between).map(|link| link.to_string()).collect();
            prop_assert_eq!(found, [display], "{} in {:?}", link, text);
        }
    }

    /// Rule `narrowing`: what a policy leaves of the candidates is narrowed or removed, never something
    /// else; and nothing is dropped without a reason.
    #[test]
    fn policies_only_narrow(text in text()) {
        let today = Date::from_unix_days(0);
        for profile in [Profile::recommended(), Profile::uasg(today), Profile::nonascii()] {
            // The rules that only narrow or reject; the others also decide what is a candidate.
            let finding = [
                Rule::GluedAfter,
                Rule::GluedBefore,
                Rule::IdeographicDot,
                Rule::InvisibleCharacter,
                Rule::SentencePunctuation,
            ];
            let rules = Rule::ALL.iter().filter(|rule| !finding.contains(rule));
            let candidates = rules.fold(profile.clone(), |profile, &rule| profile.without(rule));
            let candidates = Detector::new(candidates);
            let detector = Detector::new(profile);
            let links: Vec<_> = detector.links(&text).collect();
            // A link that one of them rejects is a candidate too.
            let whole: Vec<_> = candidates
                .judged(&text)
                .map(|finding| match finding {
                    Finding::Link(link) => link.range(),
                    Finding::Rejected(rejected) => rejected.range(),
                })
                .collect();
            for link in &links {
                let range = link.range();
                let is_narrowed = whole.iter().any(|whole| whole.start <= range.start && range.end <= whole.end);
                // The text after a cut may be a candidate that the whole one contained.
                let behind_a_cut = whole.iter().any(|whole| range.start > whole.start && range.start < whole.end);
                prop_assert!(is_narrowed || behind_a_cut, "{} of {:?}", link, text);
            }
            let judged: Vec<_> = detector
                .judged(&text)
                .filter_map(|finding| match finding {
                    Finding::Link(link) => Some(link),
                    Finding::Rejected(_) => None,
                })
                .collect();
            prop_assert_eq!(judged, links);
        }
    }

    /// Nothing panics, whatever the input; offsets may lie anywhere.
    #[test]
    fn nothing_panics(text in text(), a in 0_usize..80, b in 0_usize..80) {
        for link in Detector::uts58().links(&text) {
            prop_assert!(link.href().is_ascii() || link.href().contains(link.host()));
            prop_assert!(!link.display().is_empty());
        }
        let end = term::end(&text, a);
        prop_assert!(end == a || text.is_char_boundary(end));
        if let Some(end) = term::extend(&text, a, b) {
            prop_assert!(text.is_char_boundary(end) && a <= end);
        }
        if let Ok(url) = format::ascii(&text) {
            prop_assert!(url.is_ascii());
        }
        if let (Ok(minimal), Ok(display)) = (format::minimal(&text), format::display(&text)) {
            prop_assert!(minimal.len() <= display.len());
        }
        let parts = UrlParts { path: vec![text.clone()], ..UrlParts::new("https://example.com") };
        if let Ok(url) = parts.minimal() {
            prop_assert!(url.chars().all(|c| link_term(c) != LinkTerm::Hard));
        }
        if let Ok(quoted) = email::quote(&text) {
            prop_assert_eq!(email::unquote(&quoted), text.as_str());
        }
    }

    /// UTS58 4 goals: the minimal form between two spaces is detected as a whole, formatting it again changes
    /// nothing, and its pieces decode to the same bytes. The display form has the last two, too.
    #[test]
    fn formatting_keeps_the_url(url in url()) {
        let minimal = format::minimal(&url).unwrap();
        let text = format!("x {minimal} y");
        let links: Vec<String> = Detector::uts58().links(&text).map(|link| link.to_string()).collect();
        prop_assert_eq!(links.as_slice(), std::slice::from_ref(&minimal), "for {}", url);
        for form in [Form::Minimal, Form::Display] {
            for encoding in [Encoding::Utf8, Encoding::Legacy] {
                let format = Format::default().form(form).encoding(encoding);
                let written = format.string(&url).unwrap();
                prop_assert_eq!(&format.string(&written).unwrap(), &written, "again, for {}", url);
                prop_assert_eq!(meaning(&written), meaning(&url), "for {} and {}", url, written);
            }
        }
    }

    /// UTS58 4 goals: the minimal form means the same to a WHATWG parser, segment by segment and pair
    /// by pair.
    #[test]
    fn whatwg_parsers_agree(url in url()) {
        // A WHATWG parser takes spaces around a URL away before it starts.
        prop_assume!(!url.ends_with(' '));
        let minimal = format::minimal(&url).unwrap();
        let (before, after) = (url::Url::parse(&url).unwrap(), url::Url::parse(&minimal).unwrap());
        let path = |url: &url::Url| meaning(&format!("https://example.com{}", url.path()));
        prop_assert_eq!(path(&before), path(&after), "path of {} and {}", url, minimal);
        let pairs = |url: &url::Url| url.query_pairs().into_owned().collect::<Vec<_>>();
        prop_assert_eq!(pairs(&before), pairs(&after), "query of {} and {}", url, minimal);
        prop_assert_eq!(before.fragment().map(decode), after.fragment().map(decode));
    }

    /// UTS58 4.1 interior: literal parts come back from the URL that was made of them.
    #[test]
    fn parts_come_back(
        path in prop::collection::vec(tokens(5), 1..4),
        query in prop::collection::vec((tokens(5), prop::option::of(tokens(5))), 1..4),
        fragment in tokens(5),
    ) {
        prop_assume!(path.iter().all(|segment| segment != "." && segment != ".."));
        let parts = UrlParts {
            path: path.clone(),
            query: query.clone(),
            fragment: Some(fragment.clone()),
            ..UrlParts::new("https://example.com")
        };
        let url = parts.minimal().unwrap();
        let rest = url.strip_prefix("https://example.com/").unwrap();
        let (rest, found) = rest.split_once('#').unwrap();
        prop_assert_eq!(decode(found), fragment.as_bytes());
        let (segments, pairs) = rest.split_once('?').unwrap();
        let segments: Vec<_> = segments.split('/').map(decode).collect();
        let expected: Vec<_> = path.iter().map(|s| s.as_bytes().to_vec()).collect();
        prop_assert_eq!(segments, expected);
        let pairs: Vec<_> = pairs
            .split('&')
            .map(|pair| match pair.split_once('=') {
                Some((key, value)) => (decode(key), Some(decode(value))),
                None => (decode(pair), None),
            })
            .collect();
        let bytes = |text: &String| text.as_bytes().to_vec();
        let expected: Vec<_> = query.iter().map(|(k, v)| (bytes(k), v.as_ref().map(bytes))).collect();
        prop_assert_eq!(pairs, expected);
    }
}
