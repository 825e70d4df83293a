//! Rule `host-comparison`: one form to compare by, whatever was typed.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::profile::{IpHosts, Linking};
use linkspan::{Detector, Host, Link, Part, Profile};

/// Everything that can be a host is linked.
fn detector() -> Detector {
    let profile = Profile::uts58()
        .ip_hosts(IpHosts::LinkedAlsoBareIpv6)
        .bare_ip(Linking::Linked);
    Detector::new(profile)
}

fn with_link<R>(text: &str, look: impl FnOnce(&Link<'_>) -> R) -> R {
    let detector = detector();
    let link = detector.links(text).next();
    look(&link.unwrap_or_else(|| panic!("{text:?} has a link")))
}

#[test]
fn other_spellings_are_the_same_host() {
    for text in [
        "bit.ly",
        "Bit.ly",
        "BIT.LY/x",
        "https://bit.ly./x",
        "https://bit.ly.:80/x",
        "https://ｂｉｔ.ly",
        "https://bit．ly",
        "https://bit。ly",
        "me@Bit.LY",
        "mailto:me@bit.ly",
        "https://www.bit.ly",
        "https://a.b.BIT.ly./",
    ] {
        with_link(text, |link| {
            assert!(link.is_below("bit.ly"), "{text}");
            assert!(link.is_below("BIT.ly."), "{text}");
            assert!(link.is_below("ｂｉｔ。ly"), "{text}");
            assert!(
                !link.is_below("it.ly") && !link.is_below("bit.ly.com"),
                "{text}"
            );
            let domain = link.host().and_then(Host::domain);
            assert_eq!(domain.as_deref(), Some("bit.ly"), "{text}");
        });
    }
    for text in [
        "https://rabbit.ly",
        "https://bit.ly.evil.com",
        "https://bit-ly.com",
    ] {
        assert!(!with_link(text, |link| link.is_below("bit.ly")), "{text}");
    }
}

#[test]
fn international_names_are_compared_in_a_labels() {
    for text in [
        "bücher.de",
        "BÜCHER.de",
        "xn--bcher-kva.de",
        "XN--BCHER-KVA.DE./x",
        "x.bu\u{308}cher.de",
    ] {
        with_link(text, |link| {
            assert!(
                link.is_below("bücher.de") && link.is_below("XN--bcher-kva.de"),
                "{text}"
            );
            assert!(!link.is_below("bucher.de"), "{text}");
        });
    }
    // Hosts that UTS #46 rejects as a whole are compared label by label.
    let text = "https://a\u{200D}b.Example.com";
    with_link(text, |link| {
        assert_eq!(link.host().and_then(Host::ascii), None);
        assert!(link.is_below("example.com") && !link.is_below("b.example.com"));
    });
}

#[test]
fn addresses_are_what_a_browser_opens() {
    for (text, host) in [
        ("http://127.0.0.1/", "127.0.0.1"),
        ("http://127.0.0.1./", "127.0.0.1"),
        ("http://[0:0:0::1]/", "[::1]"),
        ("http://[2001:DB8::A]:80/", "[2001:db8::a]"),
        ("http://[::ffff:1.2.3.4]/", "[::ffff:102:304]"),
        ("http://2001:db8::1", "[2001:db8::1]"),
    ] {
        with_link(text, |link| {
            assert_eq!(
                link.host().and_then(Host::ascii).as_deref(),
                Some(host),
                "{text}"
            );
            let opened = url::Url::parse(&link.href()).expect("a URL");
            assert_eq!(opened.host_str(), Some(host), "{text}");
            assert!(
                link.is_below(host) && link.is_below(link.part(Part::Host).unwrap_or_default()),
                "{text}"
            );
            assert_eq!(link.host().and_then(Host::domain), None, "{text}");
        });
    }
    with_link("http://10.127.0.0", |link| {
        assert!(!link.is_below("127.0.0") && !link.is_below("0"));
    });
}

#[test]
fn nothing_is_below_nothing() {
    with_link("a.com", |link| {
        for domain in ["", ".", "..", "。", " "] {
            assert!(!link.is_below(domain), "{domain:?}");
        }
        assert!(link.is_below("com"));
    });
}
