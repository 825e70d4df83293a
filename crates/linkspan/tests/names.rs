//! Hosts and names beyond plain detection: IP addresses, schemes, limits, lists and their age.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::profile::{IpHosts, Limits, Linking, LocalPartLimit, SchemeError, Schemes};
use linkspan::tld::{TldList, TldListError, TldSource};
use linkspan::{Date, Detector, Host, Part, Profile, ReasonKind};

fn with_hosts(ip: IpHosts, localhost: Linking) -> Detector {
    Detector::new(Profile::uts58().ip_hosts(ip).localhost(localhost))
}

fn found(detector: &Detector, text: &str) -> Vec<String> {
    detector.links(text).map(|link| link.to_string()).collect()
}

/// Each text with the links that must be found in it.
fn check(detector: &Detector, cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(&found(detector, text), expected, "{text}");
    }
}

/// Rule `ip-hosts`: IP addresses after a scheme, IPv6 addresses in brackets, zones rejected.
#[test]
fn ip_hosts() {
    check(
        &with_hosts(IpHosts::Linked, Linking::Ignored),
        &[
            ("http://192.168.10.15", &["http://192.168.10.15"]),
            ("(http://127.0.0.1:8080/x).", &["http://127.0.0.1:8080/x"]),
            ("http://127.0.0.1.", &["http://127.0.0.1"]),
            ("http://127.0.0.1./x", &["http://127.0.0.1./x"]),
            ("https://[::1]", &["https://[::1]"]),
            (
                "https://[2001:db8::1]:443/x?y#z,",
                &["https://[2001:db8::1]:443/x?y#z"],
            ),
            (
                "https://[::ffff:192.0.2.1]/",
                &["https://[::ffff:192.0.2.1]/"],
            ),
            ("<https://[::1]>", &["https://[::1]"]),
            ("https://[::1].", &["https://[::1]"]),
            ("https://[::1]:99999/", &[]),
            ("https://[fe80::1%25eth0]/", &[]),
            ("https://[fe80::1%eth0]/", &[]),
            ("https://[::1", &[]),
            ("https://[]", &[]),
            ("https://[1.2.3.4]", &[]),
            ("https://[zz]/", &[]),
            ("http://256.1.1.1", &[]),
            ("http://1.2.3", &[]),
            ("http://1.2.3.4.5", &[]),
            ("http://01.2.3.4", &[]),
            ("http://0x7f.1", &[]),
            ("http://1.2.3.4@example.com", &[]),
            ("http://[::1]@example.com", &[]),
            ("192.168.10.15", &[]),
            ("a@1.2.3.4", &[]),
            ("https://2001:db8::1", &[]),
            ("http://localhost", &[]),
        ],
    );
    let both = with_hosts(IpHosts::LinkedAlsoBareIpv6, Linking::Linked);
    check(
        &both,
        &[
            (
                "https://2001:4860:4860::8888",
                &["https://2001:4860:4860::8888"],
            ),
            ("https://2001:db8::1/x.", &["https://2001:db8::1/x"]),
            ("https://2001:db8::1. Next", &["https://2001:db8::1"]),
            ("https://2001:db8::1: yes", &["https://2001:db8::1"]),
            ("https://::1", &["https://::1"]),
            ("https://abc.de:80", &["https://abc.de:80"]),
            ("https://2001:db8", &[]),
            ("http://LOCALHOST:3000/x", &["http://LOCALHOST:3000/x"]),
            ("http://localhost. Next", &["http://localhost"]),
            ("localhost:3000", &[]),
            ("http://localhost2/", &[]),
            ("http://user@localhost/", &[]),
        ],
    );
    let link = both.links("https://2001:4860:4860::8888").next().unwrap();
    assert_eq!(link.href(), "https://[2001:4860:4860::8888]/");
    assert_eq!(
        link.host().and_then(Host::ascii).as_deref(),
        Some("[2001:4860:4860::8888]")
    );
    assert_eq!(link.host().and_then(Host::domain), None);
    let nothing: [&str; 0] = [];
    assert_eq!(
        found(
            &Detector::uts58(),
            "http://1.2.3.4 http://[::1] http://localhost"
        ),
        nothing
    );
}

/// Schemes before `://` and before `:`; dangerous ones only if asked for by name.
#[test]
fn schemes() {
    let schemes = Schemes::web().with_host("FTP").unwrap();
    let schemes = ["tel", "geo", "xmpp", "magnet"]
        .into_iter()
        .fold(schemes, |schemes, name| schemes.with_opaque(name).unwrap());
    let detector = Detector::new(Profile::uts58().schemes(schemes));
    check(
        &detector,
        &[
            (
                "ftp://example.com/x, FTP://example.org",
                &["ftp://example.com/x", "FTP://example.org"],
            ),
            ("sftp://example.com", &["ftp://example.com"]),
            ("gopher://example.com", &[]),
            ("call tel:+1-201-555-0123.", &["tel:+1-201-555-0123"]),
            ("(TEL:7)", &["TEL:7"]),
            ("hotel:7, x-tel:8, .tel:9", &[]),
            ("电话tel:110", &["tel:110"]),
            ("tel: 110, tel:.", &[]),
            ("geo:48.2,16.4;u=40!", &["geo:48.2,16.4;u=40"]),
            ("xmpp:me@example.com?join", &["xmpp:me@example.com?join"]),
            (
                "magnet:?xt=urn:btih:ab&dn=x",
                &["magnet:?xt=urn:btih:ab&dn=x"],
            ),
            ("javascript:alert(1)", &[]),
            ("data:text/html,x", &[]),
        ],
    );
    let link = detector.links("magnet:?dn=ü#x").next().unwrap();
    assert_eq!(
        (link.host(), link.part(Part::Host), link.part(Part::Path)),
        (None, None, None)
    );
    assert_eq!(link.part(Part::Query), Some("dn=ü"));
    assert_eq!(link.href(), "magnet:?dn=%C3%BC#x");

    for name in ["javascript", "DATA", "vbscript", "file"] {
        assert!(
            matches!(
                Schemes::web().with_opaque(name),
                Err(SchemeError::Dangerous(_))
            ),
            "{name}"
        );
        assert!(
            matches!(
                Schemes::web().with_host(name),
                Err(SchemeError::Dangerous(_))
            ),
            "{name}"
        );
    }
    for name in ["", "1a", "a b", "a:", "ü"] {
        assert!(
            matches!(
                Schemes::web().with_opaque(name),
                Err(SchemeError::Invalid(_))
            ),
            "{name}"
        );
    }
    let unsafe_schemes = Schemes::web().with_unsafe_opaque("file").unwrap();
    let detector = Detector::new(Profile::uts58().schemes(unsafe_schemes));
    assert_eq!(
        found(&detector, "see file:/etc/hosts."),
        ["file:/etc/hosts"]
    );
}

/// Rule `length-limits`, NAG 1.2 b, NAG 1.3 c: exact boundaries, counted on the A-label form.
#[test]
fn limits() {
    let limited = |limits: Limits| Detector::new(Profile::uts58().limits(limits));
    let dns = limited(Limits::dns());
    let none = Detector::uts58();
    let counts = |detector: &Detector, text: &str| detector.links(text).count();
    // A label of 63 and 64 octets; `ü` and a run of `b` become `xn--`, the `b`s, `-` and some digits.
    for prefix in ["", "https://", "me@"] {
        for (label, fits) in [("a".repeat(63), 1), ("a".repeat(64), 0)] {
            let text = format!("{prefix}{label}.com");
            assert_eq!(
                (counts(&dns, &text), counts(&none, &text)),
                (fits, 1),
                "{text}"
            );
        }
    }
    let unicode = |count: usize| format!("{}ü.com", "b".repeat(count));
    let octets = |name: &str| idna::domain_to_ascii(name).unwrap().len() - ".com".len();
    let longest = (1..70)
        .rev()
        .find(|&count| octets(&unicode(count)) == 63)
        .expect("a label of 63 octets");
    assert_eq!(counts(&dns, &unicode(longest)), 1);
    assert_eq!(octets(&unicode(longest + 1)), 64);
    assert_eq!(counts(&dns, &unicode(longest + 1)), 0);
    assert_eq!(counts(&none, &unicode(longest + 1)), 1);
    // A name of 253 and 254 octets, with and without a root dot.
    let name = |length: usize| format!("{}{}.com", "a.".repeat(124), "b".repeat(length - 252));
    assert_eq!((name(253).len(), name(254).len()), (253, 254));
    assert_eq!((counts(&dns, &name(253)), counts(&dns, &name(254))), (1, 0));
    let rooted = |length| format!("https://{}./x", name(length));
    assert_eq!(
        (counts(&dns, &rooted(253)), counts(&dns, &rooted(254))),
        (1, 0)
    );
    let characters = LocalPartLimit::Characters(64);
    let nonascii = limited(Limits::dns().name(255).local_part(characters));
    assert_eq!(
        (counts(&nonascii, &name(255)), counts(&nonascii, &name(256))),
        (1, 0)
    );
    // A local part of 64 and 65 octets or characters; one that is too long links nothing.
    let local = |unit: &str, count: usize| format!("{}@example.com", unit.repeat(count));
    assert_eq!(
        (counts(&dns, &local("a", 64)), counts(&dns, &local("a", 65))),
        (1, 0)
    );
    assert_eq!(
        (counts(&dns, &local("ü", 32)), counts(&dns, &local("ü", 33))),
        (1, 0)
    );
    assert_eq!(
        (
            counts(&nonascii, &local("ü", 64)),
            counts(&nonascii, &local("ü", 65))
        ),
        (1, 0)
    );
    assert_eq!(counts(&none, &local("ü", 65)), 1);
    // A link of 20 and 21 bytes.
    let short = limited(Limits::default().link(20));
    assert_eq!(counts(&short, "https://example.com/"), 1);
    assert_eq!(counts(&short, "https://example.com/x"), 0);
    // Characters are counted where there is no A-label form.
    let joiner = |count: usize| format!("{}\u{200D}x.com", "b".repeat(count));
    assert_eq!(
        (counts(&dns, &joiner(61)), counts(&dns, &joiner(62))),
        (1, 0)
    );
}

/// Rule `tld-source`: lists read at run time.
#[test]
fn lists_of_top_level_domains() {
    let list =
        TldList::parse("# Version 2026111500, Last Updated x\nCOM\nlan\n\n# more\nXN--P1AI\n")
            .unwrap();
    assert_eq!((list.len(), list.version()), (3, "2026111500"));
    let detector = Detector::new(Profile::uts58().tlds(TldSource::List(list)));
    assert_eq!(
        found(&detector, "a.com b.LAN c.рф d.XN--p1ai e.org f@g.lan"),
        ["a.com", "b.LAN", "c.рф", "d.XN--p1ai", "f@g.lan"]
    );
    for (text, error) in [
        ("", TldListError::NoVersion),
        ("COM\n", TldListError::NoVersion),
        ("<!DOCTYPE html>\n", TldListError::NoVersion),
        ("# Version \nCOM\n", TldListError::NoVersion),
        ("# Version 1\n", TldListError::Empty),
        (
            "# Version 1\nCOM\n<p>\n",
            TldListError::NotAName { line: 3 },
        ),
        ("# Version 1\nc\n", TldListError::NotAName { line: 2 }),
        ("# Version 1\nрф\n", TldListError::NotAName { line: 2 }),
        ("# Version 1\na.b\n", TldListError::NotAName { line: 2 }),
    ] {
        assert_eq!(TldList::parse(text), Err(error), "{text:?}");
    }
}

/// Rule `tld-source`, UASG recommendation 4: each bare name linked by a list that is too old says so; names
/// after a scheme do not.
#[test]
fn lists_grow_old() {
    let date = TldSource::Embedded.date().unwrap();
    let on = |days: i32, tlds: TldSource| {
        let unix_days = date.days_since(Date::from_unix_days(0)) + days;
        let today = Date::from_unix_days(unix_days);
        Detector::new(Profile::uts58().tlds(tlds).max_tld_age(1).today(today))
    };
    let stale = |detector: &Detector, text: &str| -> Vec<bool> {
        let is_stale = |warnings: Vec<ReasonKind>| warnings == [ReasonKind::TldListStale];
        detector
            .links(text)
            .map(|link| is_stale(link.reasons().map(|reason| reason.kind).collect()))
            .collect()
    };
    let text = "a.com https://b.com c@d.com mailto:e@f.com https://例子。中国";
    assert_eq!(stale(&on(1, TldSource::Embedded), text), [false; 5]);
    assert_eq!(
        stale(&on(2, TldSource::Embedded), text),
        [true, false, true, false, true]
    );
    assert_eq!(stale(&on(2, TldSource::Syntactic), text), [false; 5]);
    assert_eq!(
        stale(&on(2, TldSource::Embedded.with(["lan"])), "a.lan"),
        [true]
    );
    let undated = TldSource::List(TldList::parse("# Version x\nCOM\n").unwrap());
    assert_eq!(stale(&on(0, undated), "a.com"), [true]);
    assert_eq!(stale(&Detector::uts58(), text), [false; 5]);
    assert_eq!(ReasonKind::TldListStale.id(), "tld-list-stale");
}

/// Rule `tld-source`: what a caller asks the domain name system for, and what the answers change.
#[test]
fn unknown_top_level_domains() {
    let detector = Detector::uts58();
    let text = "a.lan b.LAN c@d.home https://e.corp f.1 g.c h.xn--a i.com j.новое。k";
    let unknown = detector.unknown_tlds(text);
    assert_eq!(
        unknown.iter().collect::<Vec<_>>(),
        ["home", "lan", "xn--b1agweb"]
    );
    let tlds = detector.profile().tld_source().with(["lan", "новое"]);
    let informed = Detector::new(Profile::uts58().tlds(tlds));
    assert_eq!(
        found(&informed, text),
        ["a.lan", "b.LAN", "https://e.corp", "i.com", "j.новое"]
    );
    let many: String = (0..1000)
        .map(|n| format!("x.t{} ", "a".repeat(n % 200)))
        .collect();
    assert_eq!(
        detector.unknown_tlds(&many).len(),
        Detector::MOST_UNKNOWN_TLDS
    );
}

/// A WHATWG parser takes every `href` and gives the same host back.
#[test]
fn hrefs_are_urls() {
    let text = "http://田中。com BÜCHER.DE ｅｘａｍｐｌｅ．ｃｏｍ/ü straße.de λόγος.com نامه\u{200C}ای.com/x faß.de:8080 \
                xn--bcher-kva.de me@bücher.de foo_bar.example.com a.b.c.d.e.f.example.co.uk/?q#f";
    let hosts: Vec<String> = Detector::uts58()
        .links(text)
        .map(|link| {
            let parsed = url::Url::parse(&link.href()).expect("a URL");
            assert_eq!(parsed.as_str(), link.href());
            let host = link.host().and_then(Host::ascii).expect("a host");
            assert!(
                parsed.host_str().is_none_or(|parsed| parsed == host),
                "{link}"
            );
            host
        })
        .collect();
    assert_eq!(hosts.len(), 11);
    assert_eq!(hosts[0], "xn--fiqx46g.com");
    assert_eq!(hosts[1], "xn--bcher-kva.de");
    assert_eq!(hosts[2], "example.com");
    assert_eq!(hosts[3], "xn--strae-oqa.de");
}

#[test]
fn ip_addresses_without_a_scheme_are_an_option() {
    let detector = Detector::new(Profile::uts58().bare_ip(Linking::Linked));
    for (text, expected) in [
        (
            "from 192.168.0.1:8080/x, 10.0.0.0/8.",
            &["192.168.0.1:8080/x", "10.0.0.0/8"][..],
        ),
        ("1.2.3.4.5 1.2.3 256.1.1.1 01.2.3.4 a1.2.3.4 1.2.3.4a", &[]),
        ("v1.2.3.4 x@1.2.3.4 ftp://1.2.3.4", &[]),
        (
            "2001:db8::1, ::1 and [fe80::1]:22/a.",
            &["2001:db8::1", "::1", "[fe80::1]:22/a"],
        ),
        (
            "1:2:3:4:5:6:7:8 ::ffff:1.2.3.4!",
            &["1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"],
        ),
        (
            "12:34:56 dead::beef :: a::b std::1 x2001:db8::1 2001:db8::1x",
            &[],
        ),
        ("1:2:3:4:5:6:7:8:9 fe80::1%eth0", &["fe80::1"]),
        ("example.com 1.1.1.1", &["example.com", "1.1.1.1"]),
    ] {
        let found: Vec<&str> = detector.links(text).map(|link| link.text()).collect();
        assert_eq!(found, expected, "{text}");
    }
    let href = |text| detector.links(text).next().unwrap().href();
    assert_eq!(href("1.2.3.4"), "https://1.2.3.4/");
    assert_eq!(href("2001:db8::1/a"), "https://[2001:db8::1]/a");
    assert_eq!(Detector::uts58().links("1.2.3.4 ::1").count(), 0);
}

/// UTS58 1.4 forbidden code points: a host never has a code point that the WHATWG URL standard forbids in
/// hosts or domains.
#[test]
fn forbidden_code_points_are_never_in_hosts() {
    let is_forbidden = |c: char| c.is_ascii_control() || " #/:<>?@[\\]^|%".contains(c);
    let profiles = [
        Profile::uts58(),
        Profile::recommended(),
        Profile::uasg(Date::from_unix_days(0)),
        Profile::nonascii(),
        Profile::pri185(),
    ];
    for detector in profiles.map(Detector::new) {
        let mut count = 0;
        for c in ('\0'..='\u{7F}').filter(|&c| is_forbidden(c)) {
            for text in [
                format!("https://exam{c}ple.com/x"),
                format!("exam{c}ple.com"),
                format!("me@exam{c}ple.com"),
                format!("https://example{c}.com"),
            ] {
                for link in detector.links(&text) {
                    assert!(
                        !link
                            .host()
                            .is_some_and(|host| host.typed().contains(is_forbidden)),
                        "{link} in {text:?}"
                    );
                    count += 1;
                }
            }
        }
        assert!(count > 0, "nothing was linked");
    }
}
