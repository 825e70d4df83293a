//! Against `url` and `idna`, which open what is found, and against `linkify`, another linkifier.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkify::{LinkFinder, LinkKind};
use linkspan::{Detector, Host, Kind, Part, Parts, Profile};
use proptest::prelude::*;
use url::Url;

fn configuration() -> ProptestConfig {
    let cases = std::env::var("LINKSPAN_ORACLE_CASES").map_or(2_000, |n| n.parse().unwrap());
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

const PIECES: &[&str] = &[
    "a",
    "b-c",
    "www",
    "EXAMPLE",
    "xn--bcher-kva",
    "xn--p1ai",
    "bücher",
    "ＡＢＣ",
    "田中",
    "пример",
    "ß",
    "ς",
    "İ",
    "e\u{301}",
    "1",
    "0x7f",
    "127",
    "faß",
    "\u{200D}क",
    "क्\u{200D}ष",
    ".",
    ".",
    ".",
    ".",
    "。",
    "com",
    "de",
    "рф",
    "中国",
    "-",
    "_",
    "/",
    "/é",
    "?q=ü&r",
    "#f",
    "%41",
    "%",
    "^",
    "|",
    "\"",
    "'",
    "{x}",
    ":80",
    ":443",
    ":8080",
    "https://",
    "http://",
    "@",
    " ",
    "~",
    "!",
    "\\",
    "[",
    "]",
    "<",
    "`",
];

fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 1..14).prop_map(|pieces| pieces.concat())
}

/// URLs that a WHATWG parser takes as they are, so that its parts can be compared with ours.
fn plain_urls() -> impl Strategy<Value = String> {
    (
        prop::sample::select(&["https://", "ftp://", "ws://"][..]),
        prop::option::of("[a-z]{1,3}(:[a-z]{0,2})?"),
        prop::sample::select(&["a.com", "localhost", "10.0.0.1", "[::1]", "x.y.z"][..]),
        prop::option::of(1_u16..=9_999),
        "(/[a-z@:?#~]{0,6})?",
    )
        .prop_map(|(scheme, user, host, port, tail)| {
            let user = user.map_or(String::new(), |user| format!("{user}@"));
            let port = port.map_or(String::new(), |port| format!(":{port}"));
            format!("{scheme}{user}{host}{port}{tail}")
        })
}

proptest! {
    #![proptest_config(configuration())]

    /// UTS58 1.4 host: the splitter of strings finds the parts that a WHATWG parser finds.
    #[test]
    fn a_parser_agrees_with_the_splitter(url in plain_urls()) {
        let parsed = Url::parse(&url).unwrap();
        let parts = Parts::split(&url);
        let part = |part| parts.get(part).map(|range| &url[range]);
        prop_assert_eq!(part(Part::Host), parsed.host_str());
        prop_assert_eq!(part(Part::Scheme), Some(parsed.scheme()));
        let user = parsed.password().map(|password| format!("{}:{password}", parsed.username()));
        let user = user.unwrap_or_else(|| parsed.username().to_owned());
        // The parser leaves out an empty password, with its `:`.
        prop_assert_eq!(part(Part::Userinfo).unwrap_or_default().trim_end_matches(':'), user);
        // The parser leaves out the port that the scheme has anyway.
        if let Some(port) = parsed.port() {
            prop_assert_eq!(part(Part::Port), Some(&*port.to_string()));
        }
        if let Some(path) = part(Part::Path) {
            prop_assert_eq!(path, parsed.path());
        }
        prop_assert_eq!(part(Part::Query), parsed.query());
        let fragment = part(Part::Fragment).map(|fragment| match part(Part::Directives) {
            Some(directives) => format!("{fragment}:~:{directives}"),
            None => fragment.to_owned(),
        });
        prop_assert_eq!(fragment.as_deref(), parsed.fragment());
    }

    /// Rules `ascii-form` and `href`: a WHATWG parser opens what `href` says, at the host that `Host::ascii` says, and has nothing to change.
    #[test]
    fn a_parser_agrees_with_href(text in texts()) {
        for profile in [Profile::uts58(), Profile::recommended()] {
            for link in Detector::new(profile).links(&text) {
                let href = link.href();
                prop_assert!(href.is_ascii(), "{}", href);
                // A host that UTS #46 rejects as a whole is not opened by any browser.
                let Some(host) = link.host().and_then(Host::ascii) else {
                    prop_assert!(link.kind() == Kind::Email || Url::parse(&href).is_err(), "{}", href);
                    continue;
                };
                let parsed = Url::parse(&href).map_err(|error| TestCaseError::fail(format!("{href}: {error}")))?;
                match link.kind() {
                    Kind::Email => prop_assert!(parsed.path().ends_with(&format!("@{host}")), "{}", href),
                    // Hosts are compared without the root dot, which a URL keeps.
                    _ => {
                        let opened = parsed.host_str().unwrap_or_default();
                        prop_assert_eq!(opened.strip_suffix('.').unwrap_or(opened), host);
                    }
                }
                prop_assert_eq!(parsed.as_str(), href.as_str());
                prop_assert_eq!(link.port().filter(|&port| Some(port) != default_port(&parsed)), parsed.port());
            }
        }
    }

    /// Rules `idna` and `host-characters`: host names are those of `idna`.
    #[test]
    fn idna_agrees_with_hosts(text in texts()) {
        for link in Detector::uts58().links(&text) {
            let expected = idna::domain_to_ascii(link.part(Part::Host).unwrap_or_default()).ok().filter(|name| !name.is_empty());
            let expected = expected.map(|name| name.trim_end_matches('.').to_owned());
            prop_assert_eq!(link.host().and_then(Host::ascii), expected, "{}", link);
        }
    }

    /// `linkify` finds the same in text where nothing is in dispute: ASCII, URLs with a scheme
    /// between spaces, common punctuation after them, addresses.
    #[test]
    fn linkify_agrees_on_plain_text(words in prop::collection::vec(word(), 1..12)) {
        let text = words.join(" ");
        let mut finder = LinkFinder::new();
        finder.kinds(&[LinkKind::Url, LinkKind::Email]);
        let theirs: Vec<_> = finder.links(&text).map(|link| link.start()..link.end()).collect();
        let ours: Vec<_> = Detector::uts58().links(&text).map(|link| link.range()).collect();
        prop_assert_eq!(ours, theirs, "{}", text);
    }
}

fn default_port(url: &Url) -> Option<u16> {
    match url.scheme() {
        "https" => Some(443),
        "http" => Some(80),
        _ => None,
    }
}

fn word() -> impl Strategy<Value = String> {
    let host = "[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,5})?\\.(com|org|de|co\\.uk)";
    let path = "((/[a-zA-Z0-9_~%-]{1,8}){1,3}/?(\\?[a-z]{1,5}=[a-z0-9]{1,5}(&[a-z]{1,4}=[0-9]{1,3})?)?(#[a-z]{1,6})?)?";
    let url = format!("https?://{host}(:[1-9][0-9]{{1,3}})?{path}[.,!;:]?");
    let email = format!("[a-z]{{1,8}}([._+-][a-z]{{1,5}})?@{host}[.,!?]?");
    prop_oneof![
        3 => "[A-Za-z]{1,10}[.,!?;:]?",
        2 => prop::string::string_regex(&url).unwrap(),
        1 => prop::string::string_regex(&email).unwrap(),
    ]
}

/// Where `linkify` differs, and why we do what we do.
#[test]
fn linkify_differs_where_the_standard_says_so() {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    for (text, ours, theirs, why) in [
        (
            "https://example.com。谢谢",
            "https://example.com",
            "https://example.com。谢谢",
            "a full stop is soft (3.4.1), and 谢谢 is no top-level domain",
        ),
        (
            "「https://a.com/b」と",
            "https://a.com/b",
            "https://a.com/b」と",
            "every pair of brackets counts (3.4.2)",
        ),
        (
            "https://a.com/x\u{3000}y",
            "https://a.com/x",
            "https://a.com/x\u{3000}y",
            "every white space is hard (3.4.1)",
        ),
        (
            "me@例子.中国",
            "me@例子.中国",
            "",
            "names are those of UTS #46",
        ),
        (
            "http://a.com?",
            "http://a.com?",
            "http://a.com",
            "`?` starts a query, even an empty one (Table 3-3); `recommended` leaves it out",
        ),
        (
            "main.xyzzy",
            "",
            "main.xyzzy",
            "a name without a scheme needs a top-level domain that exists",
        ),
        (
            "http://a.com@evil.com",
            "",
            "http://a.com@evil.com",
            "user information misleads (section 8)",
        ),
        (
            "http://localhost",
            "",
            "http://localhost",
            "a host has two labels; an option links it",
        ),
        (
            "http://a.com#top",
            "http://a.com#top",
            "http://a.com",
            "a fragment may follow the host (3.5)",
        ),
    ] {
        let found: Vec<_> = Detector::uts58()
            .links(text)
            .map(|link| link.to_string())
            .collect();
        let other: Vec<_> = finder
            .links(text)
            .map(|link| link.as_str().to_owned())
            .collect();
        assert_eq!(found.join(" "), ours, "{text}: {why}");
        assert_eq!(other.join(" "), theirs, "{text}");
    }
}
