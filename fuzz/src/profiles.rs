//! Properties of the links of every profile.

use linkspan::profile::{Limits, LocalPartLimit, Rule};
use linkspan::props::{LinkTerm, link_term};
use linkspan::{Detector, Finding, Kind, Link, Part};

use crate::bidi::CONTROLS as BIDI_CONTROLS;
use crate::boundary::is_boundary;
use crate::input::Input;
use crate::profile;

/// Panics if something does not hold for the links of a text.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::varied(&mut input));
    let text = input.text();
    let links: Vec<Link<'_>> = detector.links(&text).collect();
    let mut before = 0;
    for link in &links {
        assert!(before <= link.start() && link.start() < link.end());
        assert_eq!(&text[link.range()], link.as_str());
        before = link.end();
        check_link(link, &detector);
        check_parts(link, &text);
    }
    let whole: String = detector.spans(&text).map(|span| span.as_str()).collect();
    assert_eq!(whole, text);
    check_judged(&detector, &text, &links);
    check_runs(&detector, &text, &links);
    for name in detector.unknown_tlds(&text) {
        assert!(name.is_ascii() && !name.is_empty());
    }
}

fn check_link(link: &Link<'_>, detector: &Detector) {
    assert!(
        link.as_str()
            .chars()
            .all(|c| link_term(c) != LinkTerm::Hard)
    );
    assert!(!link.display().is_empty());
    let domain = link.registrable_domain().unwrap_or_default();
    assert!(link.host().contains(domain));
    for reason in link.reasons() {
        assert!(!reason.to_string().is_empty());
    }
    if link.kind() != Kind::File {
        assert!(link.href().is_ascii(), "{} of {link}", link.href());
        assert!(link.href().contains(':'), "{} of {link}", link.href());
    }
    // Neither limits nor policies apply to the grammar of PRI #185.
    if profile::is_pri185(detector) {
        return;
    }
    if detector.profile().has(Rule::BidiControl) {
        assert!(!link.as_str().contains(BIDI_CONTROLS), "{link:?}");
    }
    check_limits(link, &detector.profile().length_limits());
}

fn check_limits(link: &Link<'_>, limits: &Limits) {
    let fits = |length: usize, limit: Option<usize>| limit.is_none_or(|limit| length <= limit);
    assert!(fits(link.as_str().len(), limits.link), "{link}");
    if let Some(local) = link.part(Part::LocalPart) {
        match limits.local_part {
            Some(LocalPartLimit::Octets(limit)) => assert!(local.len() <= limit, "{link}"),
            Some(LocalPartLimit::Characters(limit)) => {
                assert!(local.chars().count() <= limit, "{link}");
            }
            _ => {}
        }
    }
    let is_name = link.host().ends_with(|c: char| c.is_alphabetic()) && !link.host().contains(':');
    if let Some(host) = link.host_ascii().filter(|_| is_name) {
        assert!(fits(host.len(), limits.name), "{host}");
        assert!(
            host.split('.').all(|label| fits(label.len(), limits.label)),
            "{host}"
        );
    }
}

/// The parts of a link are in order and cover it, apart from `:` and `@`.
fn check_parts(link: &Link<'_>, text: &str) {
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
        let separator = match part {
            Part::Port => ":",
            Part::Host if link.kind() == Kind::Email => "@",
            _ => "",
        };
        assert_eq!(
            &text[at..range.start],
            separator,
            "before {part:?} of {link}"
        );
        at = range.end;
    }
    assert_eq!(at, link.end(), "{link}");
}

/// The links among the findings are the links, and say why they end; rejected candidates have a place, parts
/// in order, and a reason.
fn check_judged(detector: &Detector, text: &str, links: &[Link<'_>]) {
    let mut judged = Vec::new();
    for finding in detector.judged(text) {
        match finding {
            Finding::Link(link) => {
                let ending = link.ending().expect("a judged link says why it ends");
                assert!(text[link.end()..].starts_with(ending.about), "{ending:?}");
                assert!(text[link.end()..].contains(ending.stopped_at), "{ending:?}");
                judged.push(link);
            }
            Finding::Rejected(rejected) => {
                let parts = rejected.parts();
                let ranges = Part::ALL.into_iter().filter_map(|part| parts.get(part));
                let end = ranges.fold(rejected.range().start, |end, range| {
                    assert!(end <= range.start && range.start <= range.end, "{parts:?}");
                    range.end
                });
                assert!(end <= rejected.range().end, "{parts:?}");
                assert_eq!(&text[rejected.range()], rejected.as_str());
                assert!(!rejected.reason().to_string().is_empty());
            }
        }
    }
    assert_eq!(judged, links);
}

/// Every run can be scanned on its own, and nothing in a run that is too long is linked.
fn check_runs(detector: &Detector, text: &str, links: &[Link<'_>]) {
    let mut apart = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if !is_boundary(c) {
            continue;
        }
        let found = detector.links(&text[start..at]);
        let before = apart.len();
        apart.extend(found.map(|link| (start + link.start()..start + link.end(), link.kind())));
        let longest = detector.profile().length_limits().run;
        if longest.is_some_and(|most| at - start > most) {
            assert_eq!(
                apart.len(),
                before,
                "in a run that is too long: {:?}",
                &text[start..at]
            );
        }
        start = (at + c.len_utf8()).min(text.len());
    }
    let links = links.iter().map(|link| (link.range(), link.kind()));
    assert!(links.eq(apart), "in {text:?}");
}
