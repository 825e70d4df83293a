//! Detection is the same whatever features are switched on.
//!
//! `cargo test -p linkspan --no-default-features --test features`

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::profile::{IpHosts, Limits, Rule};
use linkspan::{Detector, Profile};

fn found(profile: Profile, text: &str) -> Vec<String> {
    let detector = Detector::new(profile);
    detector.links(text).map(|link| link.to_string()).collect()
}

#[test]
fn detection_needs_no_feature() {
    for (text, links) in [
        (
            "see (https://a.com/b(c)), b.org!",
            &["https://a.com/b(c)", "b.org"][..],
        ),
        (
            "田中。com, σωκράτης@example.com",
            &["田中。com", "σωκράτης@example.com"],
        ),
        (
            "例子.中国 a.ＣＯＭ xn--r2bi6d.xn--h2brj9c x.unknown",
            &["例子.中国", "a.ＣＯＭ", "xn--r2bi6d.xn--h2brj9c"],
        ),
        ("https://bücher.unknown/ä", &["https://bücher.unknown/ä"]),
    ] {
        assert_eq!(found(Profile::uts58(), text), links, "{text}");
    }
}

#[test]
fn options_need_no_feature() {
    let profile = Profile::named("uts58").unwrap();
    let profile = profile
        .ip_hosts(IpHosts::Linked)
        .limits(Limits::dns())
        .with(Rule::FileName)
        .with(Rule::GluedAfter)
        .set("without", "trailing-markup")
        .unwrap();
    let text = "http://10.0.0.1/x README.md https://example.com查看";
    assert_eq!(
        found(profile, text),
        ["http://10.0.0.1/x", "https://example.com"]
    );
}

/// A smaller build does not link names that it cannot judge.
#[test]
#[cfg(not(feature = "idna"))]
fn rules_about_names_are_strict_without_idna() {
    let profile = Profile::uts58().with(Rule::IdnaInvalid);
    assert_eq!(found(profile, "bücher.de a.com"), ["a.com"]);
    assert_eq!(Profile::NAMES, ["uts58"]);
    assert!(Profile::named("recommended").is_err());
}
