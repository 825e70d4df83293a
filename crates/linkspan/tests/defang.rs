//! Rule `defanging`: defanged text has no live link, and refanging brings back what was there.

#![allow(clippy::restriction, reason = "a test may panic")]

mod defanged;

use std::fs;
use std::path::{Path, PathBuf};

use defanged::{check, detectors};
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use linkspan::defang::{Refanged, Unsafe, defang, defang_with, in_a_labels, refang, rewritten};
use linkspan::props::{LinkTerm, link_term};
use linkspan::tld::TldSource;
use linkspan::{Detector, Profile};
use proptest::prelude::*;

const TOKENS: &[&str] = &[
    "a",
    "b.",
    ".",
    ".",
    "..",
    "1",
    "-",
    "_",
    ":",
    ":",
    "::",
    "@",
    "/",
    "?",
    "#",
    "=",
    "&",
    "%",
    " ",
    "\n",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "\"",
    "'",
    "*",
    ",",
    "!",
    "://",
    "http://",
    "https://",
    "HTTP://",
    "Https://",
    "ftp://",
    "ws://",
    "wss://",
    "x://",
    "http:",
    "mailto:",
    "tel:",
    "com",
    ".com",
    "COM",
    "uk",
    "co.uk",
    "md",
    ".zzz",
    "example.com",
    "a.zzz",
    "README.md",
    "www.",
    "WWW.",
    "localhost",
    "10.0.0.1",
    "1.2.3",
    "4",
    "2001:db8::1",
    "[::1]",
    "::1",
    ":80",
    ":99999",
    "user@",
    "me@example.com",
    "xn--p1ai",
    "рф",
    "例子",
    "中国",
    "。",
    "．",
    "｡",
    "查看",
    "ก",
    "・",
    "·",
    "l",
    "\u{200B}",
    "\u{AD}",
    "\u{200C}",
    "\u{202E}",
    "ｃｏｍ",
    "👍",
    "❤\u{FE0F}",
    "①",
    "ŉ",
    ".la",
    "а",
    "[.]",
    "(.)",
    "[dot]",
    "(at)",
    "[@]",
    "[:]",
    " DOT ",
    " dot ",
    " AT ",
    "[dot",
    "\\.",
    "http:__",
    "meow://",
    "[http]",
    "://]",
    "[",
    "[://]",
    "hxxp",
    "hxxps://",
    "h**p://",
    "H**P",
    "HXxP",
    "dot",
    "at",
    "xx",
    "h",
    "x",
    "tt",
    "p",
    "s",
    "é",
    "🙂",
    "…",
    "“",
    "”",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..16).prop_map(|tokens| tokens.concat())
}

fn configuration() -> ProptestConfig {
    ProptestConfig {
        cases: std::env::var("LINKSPAN_ORACLE_CASES").map_or(10_000, |n| n.parse().unwrap()),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn no_link_is_left_in_defanged_text(text in prop_oneof![4 => text(), 1 => any::<String>()]) {
        check(&detectors(), &text);
    }
}

/// The lines of all case files, and of the texts in `folder` if it is there.
fn lines(folder: &Path) -> Vec<String> {
    let Ok(files) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for file in files {
        let path = file.expect("a file").path();
        let bytes = fs::read(&path).unwrap_or_default();
        lines.extend(String::from_utf8_lossy(&bytes).lines().map(str::to_owned));
    }
    lines
}

#[test]
fn no_link_is_left_in_the_cases() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let lines = lines(&cases);
    assert!(lines.len() > 1_000, "{} lines", lines.len());
    let detectors = detectors();
    for line in lines {
        let marks = line.replace(['⸠', '⸡'], "");
        for text in [&line, &marks] {
            check(&detectors, text);
        }
    }
}

/// Real text, in `$LINKSPAN_CORPORA_DIR` or beside the project; nothing is compared without it.
#[test]
fn no_link_is_left_in_corpora() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    let folder = std::env::var_os("LINKSPAN_CORPORA_DIR").map_or(beside, PathBuf::from);
    let mut lines = lines(&folder);
    if lines.is_empty() {
        eprintln!(
            "no corpora in {}: name their folder in LINKSPAN_CORPORA_DIR",
            folder.display()
        );
        return;
    }
    let detectors = detectors();
    // Every line that could have a link, and some of the others.
    lines.retain(|line| line.contains(['.', '@', ':', '。']));
    for line in lines.iter().step_by(7) {
        check(&detectors, line);
    }
}

/// Each kind of link, and what is like one and stays.
#[test]
fn signs_are_where_links_are() {
    for (text, safe) in [
        ("https://example.com/a.b", "hxxps://example[.]com/a.b"),
        ("HTTP://example.com", "HXXP://example[.]com"),
        ("hTtPs://example.com", "hXxPs://example[.]com"),
        ("a.b@example.com", "a.b[@]example[.]com"),
        ("medium.com/@user", "medium[.]com/@user"),
        ("https://user@evil.com/x", "hxxps://user[@]evil[.]com/x"),
        (
            "http://example.com@evil.com",
            "hxxp://example[.]com[@]evil[.]com",
        ),
        ("ftp://evil.com/x", "ftp[://]evil[.]com/x"),
        ("gopher://evil", "gopher[://]evil"),
        (
            "https://evil.com/r?u=https://other.com/x",
            "hxxps://evil[.]com/r?u=hxxps://other[.]com/x",
        ),
        ("例子。中国 me@例子。中国", "例子[。]中国 me[@]例子[。]中国"),
        ("例子．中国", "例子[．]中国"),
        ("pаypal.com/@x", "pаypal[.]com/@x"),
        ("a.com:99999", "a[.]com:99999"),
        ("see README.md and main.rs", "see README[.]md and main[.]rs"),
        (
            "http://[::1]/ and 2001:db8::1",
            "hxxp://[[:][:]1]/ and 2001[:]db8[:][:]1",
        ),
        ("10.0.0.1", "10[.]0[.]0[.]1"),
        ("www.intranet.zzz", "www[.]intranet[.]zzz"),
        ("mailto:me@host.zzz", "mailto:me[@]host[.]zzz"),
        (
            "me@evil.zzz actions/checkout@v1.1.1",
            "me[@]evil[.]zzz actions/checkout@v1.1.1",
        ),
        ("http://localhost:80/", "hxxp://localhost:80/"),
        ("https://example.com查看", "hxxps://example[.]com查看"),
        ("a.comhttps://b.com", "a[.]comhxxps://b[.]com"),
        // Neither a name nor an address.
        ("pi is 3.14, v1.2.3.4.5", "pi is 3.14, v1.2.3.4.5"),
        (
            "foo.qux() e.g. a::b std::a1 12:34:56",
            "foo.qux() e.g. a::b std::a1 12:34:56",
        ),
        ("a scheme is http:// or x", "a scheme is http:// or x"),
        // Defanged already.
        ("hxxps://evil[.]com/x", "hxxps://evil[.]com/x"),
        ("hxxp://evil.com", "hxxp://evil[.]com"),
        ("h**p://evil.com", "h**p://evil[.]com"),
    ] {
        assert_eq!(defang(text), safe, "{text}");
        assert_eq!(refang(safe), refang(text), "{text}");
    }
}

/// Forms that people write instead of links, each with the link.
#[test]
fn notations_of_all_kinds() {
    for (text, link) in [
        ("evil DOT com", "evil.com"),
        ("evil dot com", "evil.com"),
        ("www dot evil dot co dot uk", "www.evil.co.uk"),
        ("evil[dot]com", "evil.com"),
        ("evil[dotcom", "evil.com"),
        ("evil(.)com", "evil.com"),
        ("evil{.}com", "evil.com"),
        ("evil[.com", "evil.com"),
        ("www[.evil[.com", "www.evil.com"),
        ("evil\\.com", "evil.com"),
        ("http:__evil.com", "http://evil.com"),
        ("hxxps:__evil[.]com", "https://evil.com"),
        ("hxxp[:]//evil.com", "http://evil.com"),
        ("h**p://evil.com", "http://evil.com"),
        ("meow://evil.com/x", "http://evil.com/x"),
        ("[http]://evil.com", "http://evil.com"),
        ("[hxxps]://evil.com", "https://evil.com"),
        ("http://]evil.com", "http://evil.com"),
        ("http[://evil.com", "http://evil.com"),
        ("me[at]evil.com", "me@evil.com"),
        ("me(at)evil.com", "me@evil.com"),
        ("me{at}evil.com", "me@evil.com"),
        ("me AT evil.com", "me@evil.com"),
        ("me AT evil DOT com", "me@evil.com"),
        ("me at evil dot com", "me@evil.com"),
        ("me[@]evil.com", "me@evil.com"),
    ] {
        let text = format!("seen: {text}, twice");
        let refanged = Refanged::new(&text);
        let detector = Detector::uts58();
        let found: Vec<_> = detector.links(refanged.as_str()).collect();
        assert_eq!(found.len(), 1, "{text}: {}", refanged.as_str());
        assert_eq!(found[0].text(), link, "{text}");
        let typed = &text[refanged.original(found[0].range())];
        assert_eq!(format!("seen: {typed}, twice"), text);
    }
    for text in [
        "the dot product",
        "connect the dot to me",
        "meet me at home",
        "meet me at example.com",
        "a list [.x",
        "regex \\. or \\.com",
        "homeow://x",
        "a DOT, b",
        "see [http] and [https]",
        "x:__y",
    ] {
        assert_eq!(refang(text), text);
    }
}

#[test]
fn refanging_keeps_case() {
    for (text, plain) in [
        ("hxxp hXXp HxXP", "http hTTp HtTP"),
        ("h**p H**P h**ps", "http HTTP https"),
        ("a[.]b(dot)c{.}d[。]e", "a.b.c.d。e"),
        ("x[at]y (@) [AT]", "x@y @ @"),
        ("ws[://]a ws[:]//a[/]b", "ws://a ws://a/b"),
        ("[x] (y) hxx p", "[x] (y) hxx p"),
    ] {
        assert_eq!(refang(text), plain, "{text}");
    }
}

#[test]
fn other_lists_of_top_level_domains_count_too() {
    let own = TldSource::Embedded.with(["lan"]);
    assert_eq!(defang_with("a.lan b.com", &own), "a[.]lan b[.]com");
    assert_eq!(defang("a.lan"), "a.lan");
}

/// NAG 1.4 a: also hosts with an `@` in the path after them.
#[test]
fn names_that_are_not_safe_are_rewritten_by_their_parts() {
    let detector = Detector::new(Profile::nonascii());
    let made = |text, action| rewritten(&detector, text, action).into_owned();
    let text = "see pаypal.com/@x and me@pаypal.com";
    assert_eq!(
        made(text, Unsafe::ALabel),
        "see xn--pypal-4ve.com/@x and me@xn--pypal-4ve.com"
    );
    assert_eq!(
        made(text, Unsafe::Defang),
        "see xn--pypal-4ve[.]com/@x and me[@]xn--pypal-4ve[.]com"
    );
    assert_eq!(made(text, Unsafe::Leave), text);
    assert_eq!(
        in_a_labels("https://user@pаypal.com:80/@x"),
        "https://user@xn--pypal-4ve.com:80/@x"
    );
}

/// Browsers open names with symbols, and other linkifiers link them: `👍.la`, `i❤.ws`, `①.com`.
#[test]
fn names_with_symbols_are_defanged() {
    let symbols = ('\u{2190}'..='\u{2BFF}').chain('\u{1F000}'..='\u{1FAFF}');
    let category = CodePointMapData::<GeneralCategory>::new();
    let symbols = symbols.filter(|c| category.get(*c) == GeneralCategory::OtherSymbol);
    let letters = ('\u{80}'..=char::MAX).filter(|c| c.is_alphanumeric());
    for c in symbols.chain(letters) {
        assert_eq!(defang(&format!("{c}.la")), format!("{c}[.]la"));
        assert_eq!(defang(&format!("i{c}.ws/x")), format!("i{c}[.]ws/x"));
        // An address ends at a Hard letter, such as the deprecated `ŉ`, in every program that
        // follows the standard.
        if link_term(c) != LinkTerm::Hard {
            assert_eq!(defang(&format!("me@{c}.la")), format!("me[@]{c}[.]la"));
        }
    }
}
