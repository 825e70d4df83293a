//! How hosts that imitate others are shown (rule `lookalike`): the cases of `tests/cases/lookalikes.txt`.

#![allow(clippy::restriction, reason = "a test may panic")]

mod notation;

use linkspan::profile::Rule;
use linkspan::{Date, Detector, Finding, Host, Profile};
use notation::cases;
use proptest::prelude::*;

/// The name and the verdict of each case.
fn names() -> Vec<(usize, String, String)> {
    let split = |(line, case): (usize, String)| {
        let (name, verdict) = case.split_once(" | ").expect("a name and a verdict");
        (line, name.to_owned(), verdict.to_owned())
    };
    cases("lookalikes.txt").into_iter().map(split).collect()
}

/// The verdict on `https://name/x`, as it is written in the cases.
fn verdict(detector: &Detector, name: &str) -> String {
    let text = format!("https://{name}/x");
    match detector.explain(&text).next() {
        Some(Finding::Link(link)) if link.text() == text => {
            let shown = link.host().map(Host::display).expect("a host");
            let ids: Vec<&str> = link.reasons().map(|reason| reason.kind.id()).collect();
            let is_ascii =
                shown.is_ascii() && link.display().is_ascii() && link.caption().is_ascii();
            match ids.as_slice() {
                [] if !shown.is_ascii() || name.is_ascii() && !name.contains("xn--") => {
                    assert_eq!(link.caption(), text);
                    "shown".to_owned()
                }
                [id] if is_ascii => (*id).to_owned(),
                ids => format!("{shown} with {ids:?}"),
            }
        }
        Some(Finding::Link(link)) => format!("only {link}"),
        Some(Finding::Rejected(rejected)) => {
            format!("not linked: {}", rejected.reason().kind.id())
        }
        None => "nothing".to_owned(),
    }
}

/// Rule `lookalike`: names that both browsers refuse are A-labels with a reason, honest ones stay readable.
#[test]
fn names_are_shown_or_not() {
    let detector = Detector::new(Profile::recommended());
    let names = names();
    assert!(names.len() >= 200, "{} cases", names.len());
    let mut wrong = Vec::new();
    for (line, name, expected) in names {
        let found = verdict(&detector, &name);
        if found != expected {
            wrong.push(format!(
                "lookalikes.txt:{line}: {name}: {found}, not {expected}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A name that is flagged leads where it leads without the rules: only what is shown changes. So it is in
/// e-mail addresses and without a scheme.
#[test]
fn only_what_is_shown_changes() {
    let detector = Detector::new(Profile::recommended());
    let mut flagged = 0;
    for (line, name, expected) in names() {
        if expected == "shown" || expected.starts_with("not linked") {
            continue;
        }
        flagged += 1;
        for text in [format!("https://{name}/x"), format!("mailto:me@{name}")] {
            let link = detector.links(&text).next().expect("a link");
            let plain = Detector::uts58();
            let plain = plain.links(&text).next().expect("a link");
            assert_eq!(link.range(), plain.range(), "lookalikes.txt:{line}");
            assert_eq!(link.href(), plain.href(), "lookalikes.txt:{line}");
            assert_eq!(
                link.host().and_then(Host::ascii),
                plain.host().and_then(Host::ascii),
                "lookalikes.txt:{line}"
            );
            assert!(link.display().is_ascii(), "lookalikes.txt:{line}");
        }
    }
    assert!(flagged >= 80, "{flagged} names");
}

/// The other profiles do not judge what names look like.
#[test]
fn other_profiles_show_everything() {
    let today = Date::from_unix_days(20_000);
    for profile in [Profile::uts58(), Profile::uasg(today), Profile::nonascii()] {
        let detector = Detector::new(profile);
        for (line, name, _) in names() {
            let text = format!("https://{name}/x");
            let spoofs = ["whole-script-confusable", "lookalike", "protected-name"];
            let mut reasons = detector.links(&text).flat_map(|link| {
                let ids: Vec<&str> = link.reasons().map(|reason| reason.kind.id()).collect();
                ids
            });
            assert!(
                !reasons.any(|id| spoofs.contains(&id)),
                "lookalikes.txt:{line}"
            );
        }
    }
}

/// Rule `protected-name`: what looks like them is flagged, they and what is below them is not.
#[test]
fn protected_names() {
    let profile = Profile::recommended().protect(["paypal.com", "mybank.example", "cœur.fr"]);
    let detector = Detector::new(profile);
    for (name, expected) in [
        ("paypal.com", "shown"),
        ("www.paypal.com", "shown"),
        ("é.paypal.com", "shown"),
        ("PayPal.COM.", "shown"),
        ("paypál.com", "protected-name"),
        ("www.paypál.com", "protected-name"),
        ("раураӏ.com", "protected-name"),
        ("þayþal.com", "protected-name"),
        ("paypa1.com", "protected-name"),
        ("paypal.com.evil.org", "shown"),
        ("rnybank.example", "protected-name"),
        ("mуbank.example", "not linked: restriction-level"),
        ("coeur.fr", "protected-name"),
        ("cœur.fr", "shown"),
        ("cœur.com", "shown"),
    ] {
        assert_eq!(verdict(&detector, name), expected, "{name}");
    }
    let by_name = Profile::recommended().set("protect", "paypal.com, mybank.example,cœur.fr");
    assert_eq!(by_name.as_ref(), Ok(detector.profile()));
    let error = by_name.unwrap().set("protect", "a b").unwrap_err();
    let message = "option `protect`: expected names such as `example.com`, not `a b`";
    assert_eq!(error.to_string(), message);
}

fn labels() -> impl Strategy<Value = String> {
    let letters: Vec<char> =
        "aeijl1-ıþæœəʼ·ーノへアヘあ中丨〇аеіјкть١۲২\u{301}\u{307}\u{323}\u{200C}نم"
            .chars()
            .collect();
    prop::collection::vec(prop::sample::select(letters), 1..7).prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// The rules about looks never change which links there are, nor where they lead.
    #[test]
    fn looks_change_no_link(labels in prop::collection::vec(labels(), 1..3), tld in "(com|is|tr|cat|рф|сс)") {
        let text = format!("see https://{}.{tld}/x and {0}.{tld}", labels.join("."));
        let blind = Profile::recommended()
            .without(Rule::Lookalike)
            .without(Rule::WholeScriptConfusable);
        let (seeing, blind) = (Detector::new(Profile::recommended()), Detector::new(blind));
        let hrefs = |detector: &Detector| -> Vec<_> {
            detector.links(&text).map(|link| (link.range(), link.href())).collect()
        };
        prop_assert_eq!(hrefs(&seeing), hrefs(&blind));
        for link in seeing.links(&text) {
            let is_flagged = link.reasons().any(|reason| reason.kind.id() == "lookalike");
            prop_assert!(!is_flagged || link.host().map(Host::display).is_some_and(|host| host.is_ascii()));
        }
    }
}
