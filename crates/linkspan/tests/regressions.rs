//! What fuzzing and comparing with others have found, each a case of its own.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::bidi::kind_of;
use linkspan::defang::{defang, in_a_labels};
use linkspan::format::{ErrorKind, ascii, display, minimal};
use linkspan::profile::{Linking, Rule, Schemes};
use linkspan::render::{Html, Markdown, Renderer};
use linkspan::suffix::{SuffixList, SuffixSource};
use linkspan::tld::{TldList, TldSource};
use linkspan::{Detector, Finding, HostKind, Kind, Part, Parts, Profile};

fn first(detector: &Detector, text: &str) -> (String, String, String) {
    let link = detector.links(text).next().expect("a link");
    let host = link.part(Part::Host).unwrap_or_default().to_owned();
    (link.to_string(), host, link.href())
}

/// The host of a link is part of the link, also where punctuation after a root dot was removed.
#[test]
fn a_host_ends_with_its_link() {
    let found = first(&Detector::new(Profile::pri185()), "example.com.? x");
    let expected = ["example.com", "example.com", "https://example.com/"].map(str::to_owned);
    assert_eq!(found, expected.into());
}

/// A scheme starts with a letter, so that a URL can be made of what is found.
#[test]
fn a_scheme_starts_with_a_letter() {
    let found = first(&Detector::new(Profile::pri185()), "x 1http://ab.com?A y");
    let expected = ["http://ab.com?A", "ab.com", "http://ab.com/?A"].map(str::to_owned);
    assert_eq!(found, expected.into());
}

/// CommonMark wants two characters of a scheme in an autolink.
#[test]
fn an_autolink_has_a_scheme_of_two_letters() {
    let render = |text: &str| {
        let detector = Detector::new(Profile::pri185());
        Markdown::default().render(detector.spans(text)).to_string()
    };
    assert_eq!(render("s://exampl"), "[s://exampl](s://exampl)");
    assert_eq!(render("st://exampl"), "<st://exampl>");
}

/// The name of a file at the start of a line makes no block of it.
#[test]
fn a_file_at_the_start_of_a_line_is_text() {
    let detector = Detector::new(Profile::pri185());
    let made = Markdown::default()
        .render(detector.spans("a\n://b\n-/c"))
        .to_string();
    assert_eq!(made, "a\n\\://b\n\\-/c");
}

/// A host does not turn into a scheme when its full stop becomes a dot.
#[test]
fn an_empty_port_makes_no_scheme() {
    for form in [minimal, display] {
        let written = form("a。b://c d").expect("a host");
        assert_eq!(written, "a.b//c%20d");
        assert_eq!(form(&written).as_deref(), Ok(written.as_str()));
        assert_eq!(form("http://a。b:/c").as_deref(), Ok("http://a.b:/c"));
    }
}

/// Text that a URL parser removes is not a host.
#[test]
fn spaces_and_controls_are_no_host() {
    for url in ["s://\u{B}", "s:// ", "s://\u{B}\u{B}"] {
        let error = ascii(url).expect_err("no host");
        assert_eq!(error.kind(), ErrorKind::NoHost, "{url:?}");
    }
}

/// An exception to a rule has more labels than the rule.
#[test]
fn an_exception_has_two_labels() {
    assert!(SuffixList::parse("com\n!w").is_err());
    assert!(SuffixList::parse("*.ck\n!www。ck").is_ok());
}

/// A dot that starts no name does not consume the name after the text that is joined to it.
#[test]
fn glue_behind_a_dot_without_a_name() {
    let detector = Detector::new(Profile::recommended().without(Rule::IdeographicDot));
    let links = |text| {
        detector
            .links(text)
            .map(|link| link.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(links("&.deこれは文です。tel "), ["これは文です。tel"]);
}

/// A rejected candidate is reported from its start to its end, and nothing inside a link is reported.
#[test]
fn rejected_candidates_are_whole() {
    let detector = Detector::new(Profile::recommended());
    let found = |text: &str| -> Vec<String> {
        let shown = |finding| match finding {
            Finding::Link(link) => format!("link {link}"),
            Finding::Rejected(rejected) => {
                let reason = rejected.reason();
                format!("{} {} {}", reason.kind.id(), rejected.text(), reason.about)
            }
        };
        detector.explain(text).map(shown).collect()
    };
    assert_eq!(
        found("http://127.0.0.1/admin"),
        ["link http://127.0.0.1/admin"]
    );
    assert_eq!(
        found("x ftp://a.com/b"),
        ["scheme-not-listed ftp://a.com/b ftp"]
    );
    assert_eq!(
        found("http://user:pw@a.com/"),
        ["userinfo http://user:pw@a.com/ @"]
    );
}

/// Excluded ranges may overlap and come in any order.
#[test]
fn excluded_ranges_in_any_order() {
    let detector = Detector::uts58();
    let text = "a.com b.com c.com d.com";
    let found = |excluded: &[core::ops::Range<usize>]| {
        let links = detector.links_outside(text, excluded);
        links
            .map(|link| link.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(found(&[19..20, 0..1, 0..7]), "c.com");
    assert_eq!(found(&[5..6, 11..12, 23..99]), text);
    assert_eq!(found(&[8..8, 30..31]), "a.com c.com d.com");
}

/// Text removed from the end of a link belongs to none of its parts, and no part is empty or after
/// its end.
#[test]
fn parts_of_a_trimmed_link() {
    let detector = Detector::new(Profile::recommended());
    let parts = |text: &str| {
        let link = detector.links(text).next().expect("a link");
        let parts = [Part::Path, Part::Query, Part::Fragment, Part::Directives];
        parts.map(|part| link.part(part).map(str::to_owned))
    };
    let some = |part: &str| Some(part.to_owned());
    assert_eq!(parts("https://a.com/b?"), [some("/b"), None, None, None]);
    assert_eq!(parts("https://a.com?"), [None, None, None, None]);
    assert_eq!(
        parts("https://a.com/b?c#"),
        [some("/b"), some("c"), None, None]
    );
    assert_eq!(
        parts("https://a.com/b?c#d:~:text=e"),
        [some("/b"), some("c"), some("d"), some("text=e")]
    );
    assert_eq!(
        parts("**https://a.com/b?c**"),
        [some("/b"), some("c"), None, None]
    );
}

/// The grammar of PRI #185 knows any scheme, except those that run code or read files, and links
/// nothing after such a scheme.
#[test]
fn no_grammar_links_dangerous_schemes() {
    let detector = Detector::new(Profile::pri185());
    for text in [
        "javascript://a.com/%0aalert",
        "x VBScript://b.com",
        "data://c.com/d",
        "file://d.com/e",
    ] {
        let html = Html::default().render(detector.spans(text)).to_string();
        assert!(!html.contains("<a"), "{html}");
        // Renderers refuse such targets by themselves; the grammar makes no URL either.
        assert!(
            detector.links(text).all(|link| link.kind() != Kind::Url),
            "{text}"
        );
    }
}

/// Layers of punctuation do not make a recursion.
#[test]
fn layers_of_punctuation() {
    let text = "[.]".repeat(100_000);
    assert_eq!(kind_of(&text, &TldSource::Embedded), Some(Kind::File));
    assert_eq!(kind_of("((example.com))", &TldSource::Embedded), None);
}

/// An A-label that does not decode is shown unchanged.
#[test]
fn wrong_a_labels_are_shown_as_they_are() {
    let detector = Detector::new(Profile::pri185());
    let text = "ttp://xnxn-.c2bew.xn--rj9c/";
    let link = detector.links(text).next().expect("a link");
    assert_eq!(link.display(), link.text());
}

/// The parts of a link without a host.
#[test]
fn parts_behind_a_scheme_without_a_host() {
    let schemes = Schemes::web()
        .with_opaque("tel")
        .and_then(|schemes| schemes.with_opaque("magnet"));
    let detector = Detector::new(Profile::uts58().schemes(schemes.expect("two schemes")));
    let parts = |text: &str| {
        let link = detector.links(text).next().expect("a link");
        [Part::Scheme, Part::Path, Part::Query, Part::Fragment]
            .map(|part| link.part(part).map(str::to_owned))
    };
    let some = |part: &str| Some(part.to_owned());
    assert_eq!(
        parts("tel:+1-201 x"),
        [some("tel"), some("+1-201"), None, None]
    );
    assert_eq!(
        parts("magnet:?xt=1#a"),
        [some("magnet"), None, some("xt=1"), some("a")]
    );
    assert_eq!(detector.links("tel: x").count(), 0);
}

/// The ASCII form of a file on a drive keeps its host, and is the same when it is read again.
#[test]
fn files_on_drives_keep_their_host() {
    for url in [
        "file://host/e:/x",
        "file://host//e:/x",
        "file://host////e://x",
        "file://host/share/e:/x",
    ] {
        assert_eq!(ascii(url).as_deref(), Ok(url));
    }
}

/// A rule or a top-level domain that is longer than it can be would never be found.
#[test]
fn rules_are_as_long_as_names() {
    let rule = |labels: usize| ["ab.".repeat(labels), "com".to_owned()].concat();
    assert!(SuffixList::parse(&rule(83)).is_ok());
    let list = SuffixSource::List(SuffixList::parse(&rule(83)).expect("a list"));
    let host = format!("a.{}", rule(83));
    assert_eq!(list.domain(&host), Some(host.as_str()));
    assert!(SuffixList::parse(&rule(84)).is_err());
    let list = |length| TldList::parse(&format!("# Version 1\n{}\n", "a".repeat(length)));
    assert!(TldSource::List(list(63).expect("a list")).knows(&"A".repeat(63)));
    assert!(list(64).is_err());
}

/// Text after user information is not linked, nor is an address in brackets.
#[test]
fn userinfo_before_an_address_in_brackets() {
    let detector = Detector::new(Profile::recommended().bare_ip(Linking::Linked));
    for text in [
        "http://bank.com@[2001:db8::1]/login",
        "me@[2001:db8::1]",
        "x[2001:db8::1]",
    ] {
        let links: Vec<_> = detector.links(text).map(|link| link.to_string()).collect();
        assert!(links.is_empty(), "{links:?} in {text}");
    }
    let text = "http://bank.com@[2001:db8::1]:80/login";
    let Some(Finding::Rejected(rejected)) = Detector::uts58().explain(text).next() else {
        panic!("nothing is rejected")
    };
    assert_eq!(rejected.text(), text);
    assert_eq!(rejected.parts().host_kind(), Some(HostKind::Ipv6));
    assert_eq!(detector.links("see [2001:db8::1]/x").count(), 1);
}

/// Controls that reorder text reject links of every kind.
#[test]
fn bidi_controls_in_links_without_a_host_and_in_addresses() {
    let profile = Profile::recommended()
        .schemes(Schemes::web().with_opaque("tel").expect("a scheme"))
        .quoted_local_parts(Linking::Linked);
    let detector = Detector::new(profile);
    for (text, count) in [
        ("tel:1\u{202E}2", 0),
        ("tel:12", 1),
        ("\"a\u{202E}b\"@a.com", 0),
        ("\"a,b\"@a.com", 1),
    ] {
        assert_eq!(detector.links(text).count(), count, "{text:?}");
    }
}

/// A name that UTS #46 rejects keeps the A-labels it has.
#[test]
fn a_labels_are_not_encoded_twice() {
    let link = Detector::uts58().links("https://xn--ab-j1t.com/x").next();
    let href = link.expect("a link").href();
    assert_eq!(href, "https://xn--ab-j1t.com/x");
}

/// Text after the domain of an address is not part of it.
#[test]
fn the_domain_of_an_address_ends() {
    for (link, host) in [
        ("mailto:me@pаypal.com?subject=x", "pаypal.com"),
        ("mailto:a@b.com?cc=c@d.com", "b.com"),
        ("me@a.com/x", "a.com"),
    ] {
        let parts = Parts::split(link);
        assert_eq!(
            parts.get(Part::Host).map(|host| &link[host]),
            Some(host),
            "{link}"
        );
        assert_eq!(parts.range(), 0..link.len(), "{link}");
    }
    let link = "mailto:me@pаypal.com?subject=x";
    assert_eq!(in_a_labels(link), "mailto:me@xn--pypal-4ve.com?subject=x");
    let parts = Parts::split("mailto:foo");
    assert_eq!(parts.get(Part::LocalPart), Some(7..10));
    assert_eq!((parts.host_kind(), parts.get(Part::Path)), (None, None));
    let literal = Parts::split("me@[10.0.0.1]");
    assert_eq!(literal.host_kind(), Some(HostKind::Ipv4));
}

/// Browsers read a backslash as a slash: the host is before it, and nothing shows another one.
#[test]
fn a_backslash_ends_the_host() {
    let url = "https://evil.com\\@good.com/x";
    let parts = Parts::split(url);
    assert_eq!(
        parts.get(Part::Host).map(|host| &url[host]),
        Some("evil.com")
    );
    assert_eq!(
        url::Url::parse(url).expect("a URL").host_str(),
        Some("evil.com")
    );
    assert!(display(url).is_err() && minimal(url).is_err());
    assert_eq!(defang(url), "hxxps://evil[.]com\\@good[.]com/x");
}

/// A reason is given only where the standard would have gone on.
#[test]
fn punctuation_that_the_standard_leaves_out_is_no_reason() {
    let detector = Detector::new(Profile::recommended());
    for (text, count) in [
        ("https://a.com/foo。", 0),
        ("https://a.com/foo。。 x", 0),
        ("https://a.com/foo。x", 1),
        ("https://a.com/foo— x", 1),
    ] {
        let link = detector.links(text).next().expect("a link");
        assert_eq!(link.reasons().count(), count, "{text}");
    }
}

/// The top-level domain that is not known may be before the end of the run.
#[test]
fn unknown_top_level_domains_are_where_they_are_said_to_be() {
    let detector = Detector::new(Profile::nonascii());
    let text = "例子.测试。中-";
    let Some(Finding::Rejected(rejected)) = detector.explain(text).next() else {
        panic!("nothing is rejected")
    };
    assert_eq!(rejected.text(), "例子.测试");
    assert_eq!(rejected.reason().about, "测试");
}

/// Rule `part-of-name`: no link contains a deprecated letter, and a name or address next to one is part
/// of a longer one. URLs with a scheme start there.
#[test]
fn names_next_to_deprecated_letters_are_not_linked() {
    let detector = Detector::new(Profile::recommended());
    for letter in [
        "\u{149}", "\u{673}", "\u{F77}", "\u{F79}", "\u{17A3}", "\u{17A4}",
    ] {
        let links = |text: &str| -> Vec<String> {
            let text = text.replace('|', letter);
            detector.links(&text).map(|link| link.to_string()).collect()
        };
        for text in [
            "a|example.com",
            "example.com|a",
            "x|b@example.com",
            "b@example.com|x",
            "https://example.com|/x",
            "https://exam|ple.com/",
        ] {
            assert_eq!(links(text), [""; 0], "{text}");
        }
        assert_eq!(links("a|https://example.com"), ["https://example.com"]);
        assert_eq!(links("https://example.com/a|b"), ["https://example.com/a"]);
    }
}

/// Display forms of titles: what is written once stays as it is, whatever the host looks like.
#[test]
fn display_forms_are_written_once() {
    for url in [
        "你好。www.etp://exampxample。com%20请看。example.com。谢谢。example.org",
        "https://WIKI.example.jp/Xorg%E3%81%AE設定",
        "https://w例iki.com/Xorg%E3%81%AE設定",
        "https://example.com:/docs%E4%BA%86解",
    ] {
        let once = display(url).unwrap();
        assert_eq!(display(&once).as_ref(), Ok(&once));
    }
}
