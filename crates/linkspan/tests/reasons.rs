//! Every reason and every rule that ends links has a case that produces it.

#![allow(clippy::restriction, reason = "a test may panic")]

mod notation;

use std::collections::BTreeSet;

use linkspan::profile::Rule;
use linkspan::{Detector, EndRule, Finding, Link, Profile, ReasonKind};
use notation::cases;

/// The fields of a case: `id | profile and options | text`.
fn fields(case: &str) -> (&str, Detector, &str) {
    let mut fields = case.splitn(3, " | ");
    let mut field = || fields.next().expect("three fields");
    let (id, profile, text) = (field(), field(), field());
    (id, detector(profile), text)
}

fn detector(words: &str) -> Detector {
    let mut words = words.split(' ');
    let name = words.next().expect("a profile");
    let profile = Profile::named(name).expect("a profile");
    let profile = profile.set("today", "2026-12-24").expect("a date");
    let profile = words.fold(profile, |profile, option| {
        let (name, value) = option.split_once('=').expect("an option");
        profile.set(name, value).expect("an option")
    });
    Detector::new(profile)
}

/// The ids of all reasons in a text.
fn reasons(detector: &Detector, text: &str) -> Vec<&'static str> {
    let reasons = detector.explain(text).flat_map(|finding| match finding {
        Finding::Link(link) => link.reasons().map(|reason| reason.kind.id()).collect(),
        Finding::Rejected(rejected) => vec![rejected.reason().kind.id()],
    });
    reasons.collect()
}

/// Rule `rules-by-name`: each rule can be switched off by the name of its reason, and no other rule
/// gives that reason.
#[test]
fn every_rule_can_be_switched_off() {
    let mut missing: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    for (line, case) in cases("reasons.txt") {
        let (id, detector, text) = fields(&case);
        let profile = detector.profile().clone();
        if let Ok(without) = profile.set("without", id) {
            let found = reasons(&Detector::new(without), text);
            assert!(!found.contains(&id), "reasons.txt:{line}: {found:?}");
            missing.remove(id);
        }
    }
    assert!(missing.is_empty(), "no case is about {missing:?}");
}

/// Rule `reasons`: each reason has a text that produces it.
#[test]
fn every_reason_is_produced() {
    let mut missing: BTreeSet<&str> = ReasonKind::ALL.iter().map(|kind| kind.id()).collect();
    for (line, case) in cases("reasons.txt") {
        let (id, detector, text) = fields(&case);
        let found = reasons(&detector, text);
        assert!(found.contains(&id), "reasons.txt:{line}: {found:?}");
        missing.remove(id);
    }
    // This one needs a target beside the text: see `texts_that_name_another_site`.
    assert_eq!(
        missing,
        BTreeSet::from(["text-names-another-site"]),
        "no case produces these"
    );
}

/// Rule `reasons`: each rule that ends links has a text in which it does.
#[test]
fn every_rule_ends_a_link() {
    let mut missing: BTreeSet<&str> = EndRule::ALL.iter().map(|rule| rule.id()).collect();
    for (line, case) in cases("endings.txt") {
        let (id, detector, text) = fields(&case);
        let plain = text.replace(['⸠', '⸡'], "");
        let links: Vec<Link> = detector
            .explain(&plain)
            .filter_map(|finding| match finding {
                Finding::Link(link) => Some(link),
                Finding::Rejected(_) => None,
            })
            .collect();
        let link = links
            .first()
            .unwrap_or_else(|| panic!("endings.txt:{line}: no link"));
        let expected = text.split(['⸠', '⸡']).nth(1);
        assert_eq!(Some(link.text()), expected, "endings.txt:{line}");
        let ending = link.ending().expect("a judged link has an ending");
        assert_eq!(ending.rule.id(), id, "endings.txt:{line}");
        missing.remove(id);
    }
    assert!(missing.is_empty(), "no case ends by {missing:?}");
}

/// The table is complete: ids are distinct, nothing is empty, and every sentence can follow a colon.
#[test]
fn reasons_and_rules_say_what_they_are() {
    let reasons = ReasonKind::ALL
        .iter()
        .map(|kind| (kind.id(), kind.clause(), kind.sentence()));
    let rules = EndRule::ALL
        .iter()
        .map(|rule| (rule.id(), rule.clause(), rule.sentence()));
    let mut ids = BTreeSet::new();
    for (id, clause, sentence) in reasons.chain(rules) {
        assert!(ids.insert(id), "{id} is there twice");
        let is_id = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(id.chars().all(is_id) && !clause.is_empty(), "{id}");
        assert!(
            !sentence.is_empty() && !sentence.ends_with('.'),
            "{id}: {sentence}"
        );
    }
    assert_eq!(EndRule::Narrowed(ReasonKind::EmptyPart).id(), "empty-part");
    assert_eq!(ReasonKind::Custom("own").sentence(), "own");
}

/// Rule `text-names-another-site`: the text of a link must not name another site than the link leads to.
#[test]
fn texts_that_name_another_site() {
    let detector = Detector::default();
    for (target, text, named) in [
        ("https://evil.com/", "bank.com", Some("bank.com")),
        ("https://evil.com/", "\u{2192} bank.com!", Some("bank.com")),
        (
            "https://evil.com/",
            " https://bank.com/a b",
            Some("https://bank.com/a"),
        ),
        (
            "https://evil.com/",
            "https://evil.com/ https://bank.com/",
            Some("https://bank.com/"),
        ),
        (
            "https://bank.com.evil.com/",
            "www.bank.com",
            Some("www.bank.com"),
        ),
        (
            "https://a.github.io/",
            "https://b.github.io/",
            Some("https://b.github.io/"),
        ),
        ("http://10.0.0.1/", "bank.com", Some("bank.com")),
        ("mailto:a@evil.com", "help@bank.com", Some("help@bank.com")),
        ("https://bank.com@evil.com/", "bank.com", Some("bank.com")),
        (
            "https://evil.com/",
            " bank\u{200B}.com ",
            Some("bank\u{200B}.com"),
        ),
        ("https://login.bank.com/", "https://www.bank.com/", None),
        ("https://xn--bcher-kva.de/", "BÜCHER.de", None),
        ("mailto:a@bank.com", "www.bank.com", None),
        ("https://evil.com/", "Pay now", None),
        ("https://evil.com/", "README.md", None),
        ("https://evil.com/", "news about bank.com", None),
        ("https://evil.com/", "", None),
    ] {
        let link = detector.parse(target).expect(target);
        let found = detector.names_another_site(text, &link);
        assert_eq!(found.map(|reason| reason.about), named, "{target} {text}");
    }
}
