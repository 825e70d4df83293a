//! Profiles: what links lead to and look like, reasons, and what callers can add.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::defang::{Unsafe, defang, refang, rewritten};
use linkspan::profile::{Linking, Rule};
use linkspan::{Date, Detector, Finding, Host, Profile, ReasonKind};

fn uasg() -> Detector {
    let today: Date = "2026-11-02".parse().unwrap();
    Detector::new(Profile::uasg(today))
}

/// UASG table: `href` and display of its rows.
#[test]
fn rows_of_the_uasg_table() {
    for (text, href, display) in [
        ("example.com", "http://example.com/", "example.com"),
        (
            "http://xn--r2bi6d.xn--c2bdw5c1bb.xn--h2brj9c/",
            "http://xn--r2bi6d.xn--c2bdw5c1bb.xn--h2brj9c/",
            "http://मेल.डाटावन.भारत/",
        ),
        (
            "https://2001:4860:4860::8888",
            "https://[2001:4860:4860::8888]/",
            "https://2001:4860:4860::8888",
        ),
        (
            "http://田中。com",
            "http://xn--fiqx46g.com/",
            "http://田中.com",
        ),
        (
            "ftp://xn--11b1b9b0ah0f.xn--h2brj9c/",
            "ftp://xn--11b1b9b0ah0f.xn--h2brj9c/",
            "ftp://निक्सी.भारत/",
        ),
        (
            "mailbox@example.berlin",
            "mailto:mailbox@example.berlin",
            "mailbox@example.berlin",
        ),
        (
            "www.example.com",
            "http://www.example.com/",
            "www.example.com",
        ),
    ] {
        let detector = uasg();
        let link = detector
            .links(text)
            .next()
            .unwrap_or_else(|| panic!("{text} is a link"));
        assert_eq!(
            (link.href().as_str(), link.display().as_str()),
            (href, display),
            "{text}"
        );
    }
}

/// Rule `reasons`: the id of a reason, and the characters it is about.
#[test]
fn reasons() {
    let rejected = |profile: Profile, text: &str| -> Vec<(String, String)> {
        let detector = Detector::new(profile);
        let reason = |finding| match finding {
            Finding::Rejected(rejected) => {
                let reason = rejected.reason();
                assert!(!reason.kind.clause().is_empty() && !reason.to_string().is_empty());
                Some((reason.kind.id().to_owned(), reason.about.to_owned()))
            }
            Finding::Link(_) => None,
        };
        detector.explain(text).filter_map(reason).collect()
    };
    for (text, id, about) in [
        ("https://user@example.com", "userinfo", "@"),
        ("gopher://example.com", "scheme-not-listed", "gopher"),
        ("http:example.com", "scheme-without-slashes", "example.com"),
        ("example.com:70000", "port-too-large", "70000"),
        ("example.zzz", "tld-unknown", "zzz"),
        ("john..doe@example.com", "local-part-invalid", ""),
        ("README.md", "file-name", "README.md"),
        ("here.It", "sentence-end", "here.It"),
        ("src/example.com", "path-name", "example.com"),
        ("co.uk", "public-suffix", "co.uk"),
        ("https://раypal.com", "restriction-level", "раypal"),
        ("https://example.com/a\u{202E}b", "bidi-control", "\u{202E}"),
        (
            "https://a\u{200D}b.com",
            "character-not-allowed",
            "a\u{200D}b",
        ),
        ("ཀ་ཁ@example.com", "letter-before", "\u{F0B}"),
    ] {
        let found = rejected(Profile::recommended(), text);
        assert_eq!(
            found.first(),
            Some(&(id.to_owned(), about.to_owned())),
            "{text}: {found:?}"
        );
    }
    let found = rejected(Profile::nonascii(), "https://pаypal.com");
    assert_eq!(found, [("mixed-script".to_owned(), "pаypal".to_owned())]);
    let found = rejected(Profile::nonascii(), "a!b@example.com");
    assert_eq!(
        found,
        [("local-part-character".to_owned(), "a!b".to_owned())]
    );
}

/// Rules `reasons` and `whole-script-confusable`: a changed link says why, and a whole-script confusable
/// is shown as its A-label.
#[test]
fn changes_and_warnings() {
    let detector = Detector::new(Profile::recommended());
    for (text, link, kind) in [
        (
            "https://example.com/foo。次",
            "https://example.com/foo",
            ReasonKind::SentencePunctuation,
        ),
        ("请访问example.com", "example.com", ReasonKind::GluedBefore),
        (
            "请联系a@example.com",
            "a@example.com",
            ReasonKind::GluedBefore,
        ),
        ("example.com/a?", "example.com/a", ReasonKind::EmptyPart),
        (
            "**https://example.com/x**",
            "https://example.com/x",
            ReasonKind::TrailingMarkup,
        ),
        (
            "https://example.com/x\u{200B}",
            "https://example.com/x",
            ReasonKind::TrailingInvisible,
        ),
        (
            "https://аррӏе.com",
            "https://аррӏе.com",
            ReasonKind::WholeScriptConfusable,
        ),
    ] {
        let found = detector
            .links(text)
            .next()
            .unwrap_or_else(|| panic!("{text} has a link"));
        assert_eq!(found.text(), link);
        assert!(found.reasons().any(|reason| reason.kind == kind), "{text}");
    }
    let spoof = detector.links("https://аррӏе.com/x").next().unwrap();
    assert_eq!(spoof.display(), "https://xn--80ak6aa92e.com/x");
    assert_eq!(
        spoof.host().map(Host::display).as_deref(),
        Some("xn--80ak6aa92e.com")
    );
    let same_script = detector.links("https://аррӏе.рф/x").next().unwrap();
    assert_eq!(
        (
            same_script.display().as_str(),
            same_script.reasons().count()
        ),
        ("https://аррӏе.рф/x", 0)
    );
    for text in [
        "https://example.com/x",
        "a@example.com",
        "example.рф",
        "пример.com",
        "https://example.com/pаypal",
    ] {
        let link = detector.links(text).next().expect("a link");
        assert_eq!(link.reasons().count(), 0, "{text}");
    }
}

/// NAG 1.4 b: parts of a path in several scripts, but for the ASCII extension of a file name.
#[test]
fn scripts_of_paths() {
    let detector = Detector::new(Profile::nonascii());
    for (text, mixed) in [
        ("https://example.com/paypal", None),
        ("https://example.com/файл.html", None),
        ("https://example.com/файл?a=файл&b#c", None),
        ("https://example.com/a/файл", None),
        ("https://example.com/a.файл", Some("a.файл")),
        ("https://example.com/x/pаypal?y", Some("pаypal")),
        ("https://example.com/x?y=%D1%84a", Some("%D1%84a")),
        ("https://example.com/.файлa", Some(".файлa")),
    ] {
        let link = detector.links(text).next().expect("a link");
        let mut reasons = link.reasons();
        let reason = reasons.next();
        let about = reason.as_ref().map(|reason| reason.about);
        assert_eq!(about, mixed, "{text}");
        let is_path = |kind| kind == ReasonKind::MixedScriptPath;
        assert!(reason.is_none_or(|reason| is_path(reason.kind)), "{text}");
        assert!(reasons.next().is_none(), "{text}");
    }
}

/// Each rule for names works without the others.
#[test]
fn rules_for_names_one_by_one() {
    for (rule, text) in [
        (Rule::CharacterNotAllowed, "ᚠᚢ.com"),
        (Rule::RestrictionLevel, "pаypal.com"),
        // RFC 5893: a label of a right-to-left name does not start with a digit.
        (Rule::IdnaInvalid, "1אב.com"),
    ] {
        let detector = Detector::new(Profile::uts58().with(rule));
        let Some(Finding::Rejected(rejected)) = detector.explain(text).next() else {
            panic!("{text} is linked");
        };
        assert_eq!(rejected.reason().kind, rule.reason(), "{text}");
        assert_eq!(Detector::uts58().links(text).count(), 1, "{text}");
        assert_eq!(detector.links("bücher.com אב.com").count(), 2, "{text}");
    }
    let detector = Detector::new(Profile::uts58().with(Rule::WholeScriptConfusable));
    let link = detector.links("аррӏе.com").next().expect("a link");
    assert_eq!(link.display(), "xn--80ak6aa92e.com");
}

/// NAG 1.4 a: names that are not safe, in A-labels or defanged.
#[test]
fn unsafe_names_are_rewritten() {
    let detector = Detector::new(Profile::nonascii());
    let text = "https://pаypal.com/login, a@pаypal.com and example.com";
    for (action, expected) in [
        (
            Unsafe::ALabel,
            "https://xn--pypal-4ve.com/login, a@xn--pypal-4ve.com and example.com",
        ),
        (
            Unsafe::Defang,
            "hxxps://xn--pypal-4ve[.]com/login, a[@]xn--pypal-4ve[.]com and example.com",
        ),
        (Unsafe::Leave, text),
    ] {
        assert_eq!(rewritten(&detector, text, action), expected);
    }
    for link in [
        "https://example.com/a.b",
        "HTTP://example.com",
        "a.b@example.com",
        "example.com:80",
        "x",
    ] {
        assert_eq!(refang(&defang(link)), link);
    }
    // A mixed part of the path is escaped in `href`, as everything there is, and noted.
    let link = detector.links("https://example.com/pаypal").next().unwrap();
    assert_eq!(link.href(), "https://example.com/p%D0%B0ypal");
    assert!(
        link.reasons()
            .any(|reason| reason.kind == ReasonKind::MixedScriptPath && reason.about == "pаypal")
    );
    assert_eq!(
        detector
            .links("https://example.com/файл.html")
            .next()
            .unwrap()
            .reasons()
            .count(),
        0
    );
}

/// Rules `narrowing` and `caller-control`: checks of the caller, and ranges that are left alone.
#[test]
fn what_callers_add() {
    let profile = Profile::uts58().check(|link| link.is_below("bad.com").then_some("blocked"));
    let detector = Detector::new(profile);
    let text = "x.bad.com a@bad.com good.com";
    let ids: Vec<&str> = detector
        .explain(text)
        .map(|finding| match finding {
            Finding::Link(link) => link.text(),
            Finding::Rejected(rejected) => rejected.reason().kind.id(),
        })
        .collect();
    assert_eq!(ids, ["blocked", "blocked", "good.com"]);
    let outside: Vec<_> = Detector::uts58()
        .links_outside("a.com b.com c.com", &[4..7, 16..17])
        .collect();
    assert_eq!(outside.len(), 0);
}

/// NAG 1.2 d: what registries accept, asked for each top-level domain in ASCII.
#[test]
fn repertoires_of_registries() {
    let accepts = |tld: &str, c: char| match tld {
        "de" => c.is_ascii() || "äöüß".contains(c),
        "xn--p1ai" => !c.is_ascii(),
        _ => true,
    };
    let detector = Detector::new(Profile::uts58().repertoire(accepts));
    for text in ["bücher.de", "xn--bcher-kva.de", "пример.com", "пример.рф"] {
        assert_eq!(detector.links(text).count(), 1, "{text}");
    }
    for text in ["пример.de", "xn--e1afmkfd.de", "a.пример.de", "example.рф"] {
        let reasons: Vec<_> = detector
            .explain(text)
            .map(|finding| match finding {
                Finding::Link(link) => link.to_string(),
                Finding::Rejected(rejected) => rejected.reason().kind.id().to_owned(),
            })
            .collect();
        assert_eq!(reasons, ["character-not-allowed"], "{text}");
    }
}

/// A value that callers add is equal only to itself, and is printed with a name.
#[test]
fn functions_of_callers_are_values() {
    let checked = || Profile::uts58().check(|_| None);
    let (check, other) = (checked(), checked());
    assert!(check == check.clone() && check != other);
    assert!(format!("{check:?}").contains("[Check]"), "{check:?}");
    let restricted = || Profile::uts58().repertoire(|_, _| true);
    let (repertoire, other) = (restricted(), restricted());
    assert!(repertoire == repertoire.clone() && repertoire != other);
    assert!(
        format!("{repertoire:?}").contains("Some(Repertoire)"),
        "{repertoire:?}"
    );
}

/// With `Linking::Ignored` URLs and `mailto:` addresses are found, and they do not hide links
/// after them.
#[test]
fn links_with_a_scheme_only() {
    let detector = Detector::new(Profile::uts58().bare_links(Linking::Ignored));
    for (text, expected) in [
        ("a.com http://b.com/c.d e.com", vec!["http://b.com/c.d"]),
        ("a@b.com MAILTO:c@d.com e@f.com", vec!["MAILTO:c@d.com"]),
        // The path of a name without a scheme is text like any other.
        ("a.com/http://b.com", vec!["http://b.com"]),
        // Text after user information is not linked.
        ("http://a.com@b.com", vec![]),
        ("http://a.com!x@b.com", vec!["http://a.com"]),
        ("http://田中。com、a.com", vec!["http://田中。com"]),
        ("://a.com ftp://a.com", vec![]),
    ] {
        let spaces = " ".repeat(500);
        for text in [text.to_owned(), [&spaces, text, &spaces].concat()] {
            let links: Vec<_> = detector.links(&text).map(|link| link.text()).collect();
            assert_eq!(links, expected, "{text:?}");
        }
    }
}
