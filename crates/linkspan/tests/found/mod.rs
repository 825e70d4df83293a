//! What holds for the links of every text by every profile; the fuzz targets use it too.

use linkspan::props::{LinkTerm, link_term};
use linkspan::{Detector, Finding, Kind, Link, Part};

use super::boundary::is_boundary;

/// Panics if spans do not concatenate to the text, links are not sorted and disjoint, or there is a
/// character that ends every link inside.
pub(crate) fn check_links(detector: &Detector, text: &str) {
    let whole: String = detector.spans(text).map(|span| span.text()).collect();
    assert_eq!(whole, text);
    let mut before = 0;
    for link in detector.links(text) {
        assert!(before <= link.start() && link.start() < link.end());
        assert_eq!(&text[link.range()], link.text());
        let mut characters = link.text().chars();
        assert!(characters.all(|c| link_term(c) != LinkTerm::Hard), "{link}");
        before = link.end();
    }
}

/// Panics if the parts of a link are not in order or do not cover it, apart from their delimiters.
pub(crate) fn check_parts(link: &Link<'_>, text: &str) {
    let mut at = link.start();
    for part in [
        Part::Scheme,
        Part::LocalPart,
        Part::Host,
        Part::Port,
        Part::Path,
        Part::Query,
        Part::Fragment,
        Part::Directives,
    ] {
        let Some(range) = link.part_range(part) else {
            continue;
        };
        let skipped = &text[at..range.start];
        let is_delimited = match part {
            Part::Port => skipped == ":",
            Part::Query => skipped == "?",
            Part::Fragment => skipped == "#",
            Part::Directives => skipped == ":~:",
            Part::Host if link.kind() == Kind::Email => skipped == "@",
            _ => skipped.is_empty(),
        };
        assert!(is_delimited, "{skipped:?} before {part:?} of {link}");
        at = range.end;
        if part == Part::Scheme {
            let rest = &text[at..link.end()];
            let mark = ["://", ":"].into_iter().find(|mark| rest.starts_with(mark));
            at += mark.expect("a scheme has a colon").len();
        }
    }
    assert_eq!(at, link.end(), "{link}");
}

/// Rule `runs`: panics if a run has other links on its own, or one that is too long has any.
pub(crate) fn check_runs(detector: &Detector, text: &str) {
    let longest = detector.profile().length_limits().run;
    let mut start = 0;
    let mut apart = Vec::new();
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if !is_boundary(c) {
            continue;
        }
        let found = places(detector, &text[start..at], start);
        if longest.is_some_and(|most| at - start > most) {
            assert_eq!(found, [], "in a run that is too long, at {start}");
        }
        apart.extend(found);
        start = (at + c.len_utf8()).min(text.len());
    }
    assert_eq!(places(detector, text, 0), apart, "in {text:?}");
}

/// Where links are in a text that starts at `base`, and their kinds.
pub(crate) fn places(detector: &Detector, text: &str, base: usize) -> Vec<(usize, usize, Kind)> {
    let place = |link: Link<'_>| (base + link.start(), base + link.end(), link.kind());
    detector.links(text).map(place).collect()
}

/// Panics if the fast ways find other links than the general way, which is taken if reasons are
/// wanted, or say that a text with links has none.
pub(crate) fn check_paths(detector: &Detector, text: &str) {
    let short: Vec<Link<'_>> = detector.links(text).collect();
    let judged = detector.explain(text);
    let long = judged.filter_map(|finding| match finding {
        Finding::Link(link) => Some(link),
        Finding::Rejected(_) => None,
    });
    let long: Vec<Link<'_>> = long.collect();
    let profile = detector.profile();
    assert_eq!(short, long, "fast, general; {profile:?}");
    assert!(
        long.is_empty() || detector.may_have_links(text),
        "may_have_links is false for {long:?}; {profile:?}"
    );
}
