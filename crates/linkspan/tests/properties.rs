//! What holds for every text and every URL.

#![allow(clippy::restriction, reason = "a test may panic")]

mod boundary;
mod found;
mod urls;

use linkspan::format::{self, UrlParts};
use linkspan::profile::Rule;
use linkspan::props::{LinkTerm, link_term};
use linkspan::term::Ends;
use linkspan::{Date, Detector, Finding, Kind, Part, Parts, Profile, term};
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

proptest! {
    #![proptest_config(configuration(10_000))]

    /// Spans concatenate to the text, links are sorted and disjoint, and there is no Hard inside.
    #[test]
    fn links_are_well_formed(text in text()) {
        found::check_links(&Detector::uts58(), &text);
    }

    /// The parts of a link are in order and cover it, apart from `:` and `@`.
    #[test]
    fn parts_cover_the_link(text in text()) {
        for link in Detector::uts58().links(&text) {
            found::check_parts(&link, &text);
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
                let split = Parts::split(link.text());
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
            found::check_runs(&detector, &text);
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
                .explain(&text)
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
            found::check_paths(&detector, &text);
        }
    }

    /// Nothing panics, whatever the input; offsets may lie anywhere.
    #[test]
    fn nothing_panics(text in text(), a in 0_usize..80, b in 0_usize..80) {
        for link in Detector::uts58().links(&text) {
            prop_assert!(link.href().is_ascii() || link.href().contains(link.part(Part::Host).unwrap_or_default()));
            prop_assert!(!link.display().is_empty());
        }
        let end = term::end(&text, a, a, Ends::Uts58);
        prop_assert!(end == a || text.is_char_boundary(end));
        if let Some(end) = term::extend(&text, a, b, Ends::Uts58) {
            prop_assert!(text.is_char_boundary(end) && a <= end);
        }
        if let (Ok(minimal), Ok(display)) = (format::minimal(&text), format::display(&text)) {
            prop_assert!(minimal.len() <= display.len());
        }
        let parts = UrlParts { path: vec![text.clone()], ..UrlParts::new("https://example.com") };
        if let Ok(url) = parts.minimal() {
            prop_assert!(url.chars().all(|c| link_term(c) != LinkTerm::Hard));
        }
        urls::check_any(&text);
    }

    /// UTS58 4 goals: the minimal form between two spaces is detected as a whole, formatting it again changes
    /// nothing, and its pieces decode to the same bytes. The display form has the last two, too.
    #[test]
    fn formatting_keeps_the_url(url in url()) {
        urls::check_forms(&url);
    }

    /// UTS58 4 goals: the minimal form means the same to a WHATWG parser, segment by segment and pair
    /// by pair.
    #[test]
    fn whatwg_parsers_agree(url in url()) {
        urls::check_whatwg(&url);
    }

    /// UTS58 4.1 interior: literal parts come back from the URL that was made of them.
    #[test]
    fn parts_come_back(
        path in prop::collection::vec(tokens(5), 1..4),
        query in prop::collection::vec((tokens(5), prop::option::of(tokens(5))), 1..4),
        fragment in tokens(5),
    ) {
        prop_assume!(path.iter().all(|segment| segment != "." && segment != ".."));
        urls::check_parts(path, query, &fragment);
    }
}
