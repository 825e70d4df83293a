//! Properties of the links of every profile.

use linkspan::catalog::Field;
use linkspan::profile::{Limits, LocalPartLimit, Rule};
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding, Host, HostKind, Kind, Link, Part};

use crate::found::{check_links, check_parts, check_runs};
use crate::input::Input;
use crate::laid_out::CONTROLS;
use crate::profile;

/// Panics if something does not hold for the links of a text.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::varied(&mut input));
    let text = input.text();
    check_links(&detector, &text);
    for link in detector.links(&text) {
        check_link(&link, &detector);
        check_parts(&link, &text);
    }
    check_judged(&detector, &text);
    check_runs(&detector, &text);
    for name in detector.unknown_tlds(&text) {
        assert!(name.is_ascii() && !name.is_empty());
    }
}

fn check_link(link: &Link<'_>, detector: &Detector) {
    assert!(!link.display().is_empty());
    for field in Field::ALL {
        let value = field.of(link, &SuffixSource::Embedded);
        assert!(
            value.is_some() || field.is_optional(),
            "{field:?} of {link}"
        );
    }
    let host = link.host().and_then(Host::ascii).unwrap_or_default();
    let domain = link.host().and_then(Host::domain).unwrap_or_default();
    assert!(host.ends_with(&domain), "{domain} of {link}");
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
        assert!(!link.text().contains(CONTROLS), "{link:?}");
    }
    check_limits(link, &detector.profile().length_limits());
}

fn check_limits(link: &Link<'_>, limits: &Limits) {
    let fits = |length: usize, limit: Option<usize>| limit.is_none_or(|limit| length <= limit);
    assert!(fits(link.text().len(), limits.link), "{link}");
    if let Some(local) = link.part(Part::LocalPart) {
        match limits.local_part {
            Some(LocalPartLimit::Octets(limit)) => assert!(local.len() <= limit, "{link}"),
            Some(LocalPartLimit::Characters(limit)) => {
                assert!(local.chars().count() <= limit, "{link}");
            }
            _ => {}
        }
    }
    let name = link.host().filter(|host| host.kind() == HostKind::Name);
    if let Some(host) = name.and_then(Host::ascii) {
        assert!(fits(host.len(), limits.name), "{host}");
        assert!(
            host.split('.').all(|label| fits(label.len(), limits.label)),
            "{host}"
        );
    }
}

/// Links say why they end; rejected candidates have a place, parts in order, and a reason.
fn check_judged(detector: &Detector, text: &str) {
    for finding in detector.explain(text) {
        match finding {
            Finding::Link(link) => {
                let ending = link.ending().expect("a judged link says why it ends");
                assert!(text[link.end()..].starts_with(ending.about), "{ending:?}");
                assert!(text[link.end()..].contains(ending.stopped_at), "{ending:?}");
            }
            Finding::Rejected(rejected) => {
                let parts = rejected.parts();
                let ranges = Part::ALL.into_iter().filter_map(|part| parts.get(part));
                let end = ranges.fold(rejected.range().start, |end, range| {
                    assert!(end <= range.start && range.start <= range.end, "{parts:?}");
                    range.end
                });
                assert!(end <= rejected.range().end, "{parts:?}");
                assert_eq!(&text[rejected.range()], rejected.text());
                assert!(!rejected.reason().to_string().is_empty());
            }
        }
    }
}
