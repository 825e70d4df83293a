//! Where links end and by which rule: the library against the naive transliteration, on random text,
//! and the naive transliteration against examples.

#![allow(clippy::restriction, reason = "a test may panic")]

mod naive;

use linkspan::profile::Rule;
use linkspan::{Detector, Finding, Kind, Link, Part, Profile};
use naive::ending::{self, Ended};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::net::IpAddr;

/// The pieces of random texts: characters and words that mean something to the end of a link. The
/// classes of prose in `naive::ending` know these characters and no others.
const TOKENS: &[&str] = &[
    "a",
    "x",
    "l",
    "1",
    "-",
    "_",
    ".",
    ".",
    "..",
    "。",
    "。",
    "．",
    "｡",
    ":",
    "@",
    "/",
    "/",
    "/",
    "?",
    "?",
    "#",
    "#",
    "&",
    "=",
    ",",
    ";",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "「",
    "」",
    "（",
    "）",
    "《",
    "》",
    "【",
    "】",
    " ",
    "\u{A0}",
    "\n",
    "!",
    "'",
    "\"",
    "\\",
    "%",
    "+",
    "~",
    "~~",
    "|",
    "`",
    "*",
    "**",
    "__",
    ":~:",
    "://",
    "http://",
    "https://",
    "HTTPS://",
    "https://a.com",
    "https://a.com/",
    "https://a.com/",
    "https://a.com/x",
    "https://例子.中国/例",
    "a.com/x",
    "a.de/",
    "a.com?",
    "a.com#",
    "ftp://",
    "com",
    ".com",
    "COM",
    "de",
    "example.com",
    "a.de",
    "www.",
    ":80",
    ":65536",
    "a@a.de",
    "xn--p1ai",
    "ü",
    "рф",
    "例子",
    "中国",
    "。中国",
    "谢谢你",
    "我爱你",
    "查看",
    "文",
    "次",
    "ก",
    "에",
    "の",
    "ア",
    "！",
    "？",
    "।",
    "؟",
    "，",
    "；",
    "、",
    "：",
    "،",
    "“",
    "”",
    "‘",
    "’",
    "«",
    "»",
    "\u{200B}",
    "\u{200C}",
    "\u{200D}",
    "\u{FEFF}",
    "\u{AD}",
    "\u{2060}",
    "\u{FE0F}",
    "\u{200E}",
    "\u{202E}",
    "\u{2066}",
    "\u{2069}",
    "＊",
    "／",
    "＜",
    "＞",
    "｜",
    "＂",
    "〝",
    "〟",
    "…",
    "—",
    "～",
    "〜",
    "・",
    "・",
    "·",
    "l·l",
    "l·l.de/",
    "\u{301}",
    "🙂",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..24).prop_map(|tokens| tokens.concat())
}

fn configuration() -> ProptestConfig {
    ProptestConfig {
        cases: std::env::var("LINKSPAN_ORACLE_CASES").map_or(30_000, |n| n.parse().unwrap()),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    }
}

/// A profile, and its naive transliteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Uts58,
    Recommended,
}

use Case::{Recommended, Uts58};

impl Case {
    fn detector(self) -> Detector {
        Detector::new(match self {
            Uts58 => Profile::uts58(),
            // Rules that weigh evidence have cases instead of a transliteration.
            Recommended => Profile::recommended()
                .without(Rule::GluedTail)
                .without(Rule::IdeographicDot),
        })
    }

    /// What the naive transliteration says of a link that the library found.
    fn naive(self, text: &str, link: &Link<'_>) -> Ended {
        let cp: Vec<char> = text.chars().collect();
        let host = link.part_range(Part::Host).unwrap().start;
        let (start, host) = (index(text, link.start()), index(text, host));
        match self {
            Uts58 => ending::uts58(&cp, start, host),
            Recommended => ending::recommended(&cp, start, host),
        }
    }
}

/// The index of the character at a byte offset.
fn index(text: &str, offset: usize) -> usize {
    text[..offset].chars().count()
}

/// Whether a link is a URL with a name as its host: not an IP address and not `localhost`.
fn has_name(link: &Link<'_>) -> bool {
    let host = link
        .part(Part::Host)
        .unwrap_or_default()
        .trim_end_matches(['.', '．']);
    let is_ip = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
    link.kind() == Kind::Url && !is_ip && !host.eq_ignore_ascii_case("localhost")
}

/// The links that a scan finds that takes down why they end.
fn judged<'t>(detector: &Detector, text: &'t str) -> Vec<Link<'t>> {
    let findings = detector.explain(text);
    let link = |finding| match finding {
        Finding::Link(link) => Some(link),
        Finding::Rejected(_) => None,
    };
    findings.filter_map(link).collect()
}

/// The rule that the library reports, and what it is about.
fn library_rule<'t>(link: &Link<'t>) -> (&'static str, &'t str) {
    let ending = link.ending().expect("a judged link has an ending");
    (ending.rule.id(), ending.about)
}

/// Compares the ends of all links with names in `text`, and the rules that ended them.
fn compare(case: Case, detector: &Detector, text: &str) -> Result<(), TestCaseError> {
    for link in judged(detector, text).into_iter().filter(has_name) {
        let expected = case.naive(text, &link);
        let end = index(text, link.end());
        prop_assert_eq!(end, expected.end, "{:?}: {} in {:?}", case, link, text);
        prop_assert_eq!(end, expected.at);
        let (rule, about) = library_rule(&link);
        prop_assert_eq!(rule, expected.rule, "{:?}: {} in {:?}", case, link, text);
        prop_assert!(
            text[link.end()..].starts_with(about),
            "{:?}: {} in {:?}",
            case,
            link,
            text
        );
        prop_assert_eq!(about.is_empty(), rule == "text-end");
    }
    Ok(())
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn ends_of_uts58_are_the_naive_ones(text in text()) {
        compare(Uts58, &Uts58.detector(), &text)?;
    }

    #[test]
    fn ends_of_recommended_are_the_naive_ones(text in text()) {
        compare(Recommended, &Recommended.detector(), &text)?;
    }
}

/// Texts whose first link ends by a rule before a character; `""` is the end of the text.
const EXAMPLES: &[(Case, &str, &str, &str)] = &[
    // The text ends.
    (Uts58, "https://a.com", "text-end", ""),
    (Uts58, "a.com:80", "text-end", ""),
    (Uts58, "a.com/x?y#z", "text-end", ""),
    (Uts58, "https://a.com/?", "text-end", ""),
    (Uts58, "https://a.com/x(", "text-end", ""),
    (Uts58, "https://a.com/x。次", "text-end", ""),
    (Uts58, "https://a.com/x**", "text-end", ""),
    (Uts58, "https://a.com/x\u{200B}", "text-end", ""),
    (Recommended, "https://a.com", "text-end", ""),
    (Recommended, "查看a.com/文", "text-end", ""),
    (Recommended, "https://a.com/《例，子》次", "text-end", ""),
    (Recommended, "https://a.com/例、子", "text-end", ""),
    (Recommended, "https://a.com/__x__", "text-end", ""),
    (Recommended, "https://a.com/x_", "text-end", ""),
    // A Hard character, in a part and directly after host or port.
    (Uts58, "https://a.com b", "hard", " "),
    (Uts58, "a.com\u{A0}b", "hard", "\u{A0}"),
    (Uts58, "a.com:80 b", "hard", " "),
    (Uts58, "https://a.com/x y", "hard", " "),
    (Uts58, "https://a.com/? y", "hard", " "),
    (Uts58, "https://a.com/x(\ny)", "hard", "\n"),
    (Recommended, "a.com b", "hard", " "),
    (
        Recommended,
        "https://a.com/例\u{3000}次",
        "hard",
        "\u{3000}",
    ),
    // A Soft character after which nothing of the link follows.
    (Uts58, "https://a.com/x.", "soft", "."),
    (Uts58, "https://a.com/x... y", "soft", "."),
    (Uts58, "(https://a.com/x.)", "soft", "."),
    (Uts58, "https://a.com/x。", "soft", "。"),
    (Uts58, "https://a.com/x”", "soft", "”"),
    (Uts58, "https://a.com/x?? y", "soft", "?"),
    (Uts58, "https://a.com#x:~:text=a,. y", "soft", "."),
    (Recommended, "https://a.com/x, y", "soft", ","),
    // The sentence or the markup stops the reading, but the dot is the first character outside.
    (Recommended, "https://a.com/x.。次", "soft", "."),
    (Recommended, "**https://a.com/x.**", "soft", "."),
    // Quotation marks end a sentence only before a letter of a script without spaces.
    (Recommended, "(“https://a.com/x”) y", "closing-quote", "”"),
    (Recommended, "'https://a.com/x's'", "closing-quote", "'"),
    (Recommended, "«https://a.com/x»", "closing-quote", "»"),
    (Recommended, "\"https://a.com/x\"", "delimiter", "\""),
    (Recommended, "https://a.com/x|y", "delimiter", "|"),
    (
        Recommended,
        "https://a.com/x,https://b.com",
        "delimiter",
        ",",
    ),
    (Recommended, "https://a.com/x(y z", "open-bracket", "("),
    (Recommended, "https://a.com/x.(y z", "open-bracket", "."),
    (Recommended, "[https://a.com/(x]", "open-bracket", "("),
    // Brackets.
    (Uts58, "(https://a.com/x)", "unmatched-close", ")"),
    (Uts58, "https://a.com/(x]", "unmatched-close", "]"),
    (Uts58, "https://a.com/(x/y)", "unmatched-close", ")"),
    (Uts58, "「https://a.com/x」", "unmatched-close", "」"),
    (Uts58, "https://a.com/（x)", "unmatched-close", ")"),
    (Recommended, "[https://a.com/(x)]", "unmatched-close", "]"),
    (Recommended, "「https://a.com/x」", "unmatched-close", "」"),
    // Directly after host or port, with nothing that can follow.
    (Uts58, "https://a.com!", "no-part", "!"),
    (Uts58, "(a.com)", "no-part", ")"),
    (Uts58, "a.com: x", "no-part", ":"),
    (Uts58, "a.com:80.", "no-part", "."),
    (Uts58, "a.com:80。次", "no-part", "。"),
    (Uts58, "a.com:80:~:x", "no-part", ":"),
    (Uts58, "https://a.com，次", "no-part", "，"),
    (Uts58, "a.com\u{200B}", "no-part", "\u{200B}"),
    (Recommended, "https://a.com，次", "no-part", "，"),
    (Recommended, "**https://a.com**", "no-part", "*"),
    (Recommended, "a.com\u{200B} b", "no-part", "\u{200B}"),
    (Recommended, "a.com:80查看", "no-part", "查"),
    // Dots and underscores after the last label.
    (Uts58, "https://a.com.", "label-end", "."),
    (Uts58, "a.com...", "label-end", "."),
    (Uts58, "a.com．", "label-end", "．"),
    (Uts58, "_https://a.com_", "label-end", "_"),
    (Uts58, "a.com._ x", "label-end", "."),
    (Uts58, "https://a.com.https://b.com", "label-end", "."),
    (Uts58, "a.com.。x", "label-end", "."),
    (Recommended, "_https://a.com_", "label-end", "_"),
    (Recommended, "https://a.com.・", "label-end", "."),
    (Recommended, "a.com．me@b.com", "label-end", "．"),
    // Ideographic full stops that end the sentence.
    (Uts58, "https://a.com。谢谢", "ideographic-stop", "。"),
    (Uts58, "a.com｡谢谢", "ideographic-stop", "｡"),
    (Uts58, "a.com。x。y", "ideographic-stop", "。"),
    (Uts58, "a.com。", "ideographic-stop", "。"),
    (Uts58, "a.com。.", "ideographic-stop", "。"),
    (Uts58, "a.com。https://b.com", "ideographic-stop", "。"),
    (Uts58, "a.com。me@b.com", "ideographic-stop", "。"),
    (
        Recommended,
        "https://a.com。次の文",
        "ideographic-stop",
        "。",
    ),
    (Recommended, "例子.中国。", "ideographic-stop", "。"),
    // Another link directly after the host.
    (Uts58, "https://a.com例https://b.com", "next-link", "h"),
    (Uts58, "a.comhttps://b.com", "next-link", "h"),
    (Uts58, "a.comHTTP://b.com", "next-link", "H"),
    (Recommended, "https://a.comhttps://b.com", "next-link", "h"),
    (Recommended, "例子。中国a@b.com", "next-link", "a"),
    // Text that is glued to a known ASCII top-level domain.
    (Recommended, "https://a.com查看", "glued-after", "查"),
    (Recommended, "a.com例b.de", "glued-after", "例"),
    (Recommended, "a.com例https://b.com", "glued-after", "例"),
    (Recommended, "https://a.com에", "glued-after", "에"),
    (Recommended, "查a.comก", "glued-after", "ก"),
    // Punctuation of prose.
    (
        Recommended,
        "https://a.com/x。次",
        "sentence-punctuation",
        "。",
    ),
    (
        Recommended,
        "https://a.com/x。",
        "sentence-punctuation",
        "。",
    ),
    (
        Recommended,
        "https://a.com/x， y",
        "sentence-punctuation",
        "，",
    ),
    (
        Recommended,
        "https://a.com/例！",
        "sentence-punctuation",
        "！",
    ),
    (
        Recommended,
        "https://a.com/x、次",
        "sentence-punctuation",
        "、",
    ),
    (
        Recommended,
        "https://a.com/例、https://b.com",
        "sentence-punctuation",
        "、",
    ),
    (
        Recommended,
        "“例https://a.com/例”查看",
        "sentence-punctuation",
        "”",
    ),
    (
        Recommended,
        "https://a.com/x（例）",
        "sentence-punctuation",
        "（",
    ),
    (
        Recommended,
        "https://a.com/例「次",
        "sentence-punctuation",
        "「",
    ),
    (
        Recommended,
        "＜https://a.com/x＞",
        "sentence-punctuation",
        "＞",
    ),
    (Recommended, "https://a.com/x…", "sentence-punctuation", "…"),
    (
        Recommended,
        "https://a.com/例・www.b.com",
        "sentence-punctuation",
        "・",
    ),
    (Recommended, "a.com・b.com", "sentence-punctuation", "・"),
    (Recommended, "https://a.com·x", "sentence-punctuation", "·"),
    // Markup around the link, and stray markup.
    (Recommended, "**https://a.com/x**", "trailing-markup", "*"),
    (Recommended, "*https://a.com/x*", "trailing-markup", "*"),
    (Recommended, "_https://a.com/x_", "trailing-markup", "_"),
    (
        Recommended,
        "`https://a.com/x`例`y`",
        "trailing-markup",
        "`",
    ),
    (
        Recommended,
        "|https://a.com/x|https://b.com/y|",
        "trailing-markup",
        "|",
    ),
    (Recommended, "https://a.com/x~~ y", "trailing-markup", "~"),
    (Recommended, "**查a.com/x**次", "trailing-markup", "*"),
    // The mark was taken off first, and then the dot, the empty query and the invisible character.
    (Recommended, "*https://a.com/x.*", "trailing-markup", "."),
    (Recommended, "*https://a.com/x?*", "trailing-markup", "?"),
    (
        Recommended,
        "*https://a.com/x\u{200B}*",
        "trailing-markup",
        "\u{200B}",
    ),
    // Trimming wins over what stopped the reading.
    (Recommended, "(*https://a.com/x*)", "trailing-markup", "*"),
    // Empty parts.
    (Recommended, "https://a.com/x?", "empty-part", "?"),
    (Recommended, "a.com# b", "empty-part", "#"),
    (Recommended, "a.com/x?#", "empty-part", "?"),
    (Recommended, "https://a.com/x.?", "empty-part", "."),
    (Recommended, "a.com.? x", "empty-part", "."),
    (Recommended, "a.com.:80?", "empty-part", "?"),
    (Recommended, "https://a.com/x??", "empty-part", "?"),
    (Recommended, "*https://a.com/x*?", "empty-part", "*"),
    // Invisible characters.
    (
        Recommended,
        "https://a.com/x\u{200B}",
        "trailing-invisible",
        "\u{200B}",
    ),
    (
        Recommended,
        "https://a.com/x\u{FEFF} y",
        "trailing-invisible",
        "\u{FEFF}",
    ),
    (
        Recommended,
        "https://a.com/x.\u{200E}",
        "trailing-invisible",
        ".",
    ),
    (
        Recommended,
        "https://a.com/?\u{2066}\u{AD}",
        "trailing-invisible",
        "?",
    ),
    (
        Recommended,
        "*https://a.com/x*\u{2060}",
        "trailing-invisible",
        "*",
    ),
];

/// Checks an example against the naive transliteration and the library.
fn check(case: Case, text: &str, rule: &str, outside: &str) {
    let detector = case.detector();
    let links = judged(&detector, text);
    let link = links
        .first()
        .unwrap_or_else(|| panic!("no link in {text:?}"));
    let found = case.naive(text, link);
    let next = text.chars().nth(found.at).map(String::from);
    let found_outside = next.unwrap_or_default();
    assert_eq!(
        (found.rule, &*found_outside),
        (rule, outside),
        "{case:?}: {text:?}"
    );
    assert_eq!(found.end, index(text, link.end()), "{case:?}: {text:?}");
    let (found, about) = library_rule(link);
    assert_eq!(found, rule, "{case:?}: {text:?}");
    assert!(text[link.end()..].starts_with(about), "{case:?}: {text:?}");
}

#[test]
fn examples_end_by_their_rules() {
    for &(case, text, rule, outside) in EXAMPLES {
        check(case, text, rule, outside);
    }
}

#[test]
fn brackets_are_nested_to_the_limit() {
    let nested = |depth: usize| format!("https://a.com/{}x", "(".repeat(depth));
    check(Uts58, &nested(125), "text-end", "");
    check(Uts58, &nested(126), "nesting-limit", "(");
    // The bracket is outside because of the dot before it.
    let after_dot = format!("https://a.com/{}.(", "(".repeat(125));
    check(Uts58, &after_dot, "soft", ".");
    let cleared = format!("{}/(y", nested(125));
    check(Uts58, &cleared, "text-end", "");
    // No bracket stays open in this profile, however many there are.
    check(Recommended, &nested(125), "open-bracket", "(");
    check(Recommended, &nested(126), "open-bracket", "(");
    check(Recommended, &cleared, "open-bracket", "(");
}

#[test]
fn partners_are_near() {
    let bracket = |length: usize| format!("https://a.com/例「{}」次", "例".repeat(length));
    check(Recommended, &bracket(62), "text-end", "");
    check(Recommended, &bracket(63), "sentence-punctuation", "「");
    let quotation = |length: usize| format!("https://a.com/例“{}”次", "例".repeat(length));
    check(Recommended, &quotation(63), "text-end", "");
    check(Recommended, &quotation(64), "sentence-punctuation", "”");
}

#[test]
fn every_rule_has_an_example() {
    for case in [Uts58, Recommended] {
        let examples = EXAMPLES.iter().filter(|example| example.0 == case);
        let mut found: BTreeSet<&str> = examples.map(|example| example.2).collect();
        // Its texts are too long for the table.
        found.insert("nesting-limit");
        let rules = ending::RULES.iter();
        let of_case = rules.filter(|(_, is_standard)| *is_standard || case == Recommended);
        let expected: BTreeSet<&str> = of_case.map(|(rule, _)| *rule).collect();
        assert_eq!(found, expected, "{case:?}");
    }
}
