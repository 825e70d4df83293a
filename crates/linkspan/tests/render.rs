//! Renderers: what they make is read by real parsers.

#![allow(clippy::restriction, reason = "a test may panic")]

mod parsers;
mod rendered;

use linkspan::render::{Caption, Html, Isolate, Markdown, Marks, Plain, Renderer};
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Host, Profile};
use parsers::squeezed;
use proptest::prelude::*;
use rendered::{check_html, check_markdown, check_marks, check_terminal};
use unicode_bidi::{BidiInfo, Level};

fn check_everywhere(text: &str) {
    for profile in [Profile::uts58(), Profile::recommended(), Profile::pri185()] {
        check_html(&Detector::new(profile), text, Caption::Short(12));
    }
}

const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "</a><script src=//evil.com>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "jav\tascript:alert(1)//example.com",
    "https://example.com/\"onmouseover=\"alert(1)",
    "https://example.com/'><svg/onload=alert(1)>",
    "https://example.com/?q=</script><script>alert(1)</script>",
    "https://example.com/&quot;&#34;&lt;script&gt;",
    "https://example.com/&#x6A;&#97vascript&colon;alert(1)",
    "https://example.com/<!--",
    "https://example.com/]]><![CDATA[<script>",
    "a\"b@example.com",
    "\"><b>\"@example.com",
    "mailto:x'onclick='alert(1)'@example.com",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "https://example.com\\@evil.com",
    "https://example.com/\u{0}<\u{8}\u{1B}\u{7F}\u{9B}\u{2028}\u{202E}",
    "\r\nhttps://example.com/\r<br>\n\r",
    "&amp;&lt;&notit;&ampamp &#0; &#128; &",
    "<plaintext>example.com",
    "<!DOCTYPE html><html><body onload=x>example.com",
    "<a href=\"example.com\">example.com</a>",
    "\u{FEFF}example.com",
    "<textarea></textarea>https://example.com</textarea>",
    "https://аррӏе.com/<b>",
];

#[test]
fn hostile_text_makes_no_markup() {
    for text in HOSTILE {
        check_everywhere(text);
        check_everywhere(&format!("{text} {text}"));
    }
}

/// Rule `short-labels`: the shortened label never hides whose link it is.
#[test]
fn short_labels_show_the_owner() {
    let detector = Detector::uts58();
    for host in [
        "example.com",
        "www.example.co.uk",
        "paypal.com.login.account.verify.evil.example",
        "a-very-long-registrable-name-that-alone-is-longer-than-most-labels.com",
        "xn--bcher-kva.de",
        "日本語.www.bücher-und-mehr.co.jp",
        "user.github.io",
    ] {
        for rest in [
            "",
            "/",
            ":8080",
            "/path/to/some/page?query=value#fragment",
            ":80/%E2%82%AC%FF",
        ] {
            for scheme in ["", "https://"] {
                let text = format!("{scheme}{host}{rest}");
                let Some(link) = detector.links(&text).next() else {
                    continue;
                };
                let [display, typed] = [link.display(), link.caption().into_owned()];
                let domain = SuffixSource::Embedded
                    .domain(link.host().unwrap().typed())
                    .unwrap();
                let owner = format!("https://{domain}");
                let owner = detector.links(&owner).next().unwrap();
                let owner = owner.host().map(Host::display).unwrap().into_owned();
                for most in 0..60 {
                    let label = Caption::Short(most).of(&link);
                    assert!(label.contains(domain), "{label} of {text} in {most}");
                    let kept = label.trim_start_matches('…').trim_end_matches('…');
                    let kept = kept.strip_suffix('/').unwrap_or(kept);
                    assert!(typed.contains(kept), "{label} of {text} in {most}");
                    let label = Caption::ShortDisplay(most).of(&link);
                    assert!(label.contains(&owner), "{label} of {text} in {most}");
                    let length = label.chars().count();
                    assert!(
                        length <= most.max(owner.chars().count() + 9),
                        "{label} of {text} in {most}"
                    );
                    // The shown text occurs in the link, and omissions are marked.
                    let kept = label.trim_start_matches('…').trim_end_matches('…');
                    let kept = kept.strip_suffix('/').unwrap_or(kept);
                    assert!(display.contains(kept), "{label} of {text} in {most}");
                }
            }
        }
    }
}

#[test]
fn labels_imitating_others_are_a_labels() {
    let detector = Detector::new(Profile::recommended());
    let text = "see https://аррӏе.com/x now";
    let html = Html::default().render(detector.spans(text)).to_string();
    assert!(
        html.contains("><bdi>https://xn--80ak6aa92e.com/x</bdi></a>"),
        "{html}"
    );
    assert_eq!(
        Marks.render(detector.spans(text)).to_string(),
        "see ⸠https://аррӏе.com/x⸡ now"
    );
}

/// Markdown also isolates what plain text does.
fn check_plain(text: &str) {
    let detector = Detector::uts58();
    let shown = check_markdown(&detector, text);
    let plain = Plain.render(detector.spans(text)).to_string();
    assert_eq!(squeezed(&shown), squeezed(&plain), "{text:?}");
}

#[test]
fn markdown_shows_the_text() {
    for text in HOSTILE {
        check_plain(text);
    }
    for text in [
        "# heading\n- list\n1. one\n2) two\n+ plus\n> quote\n    code\n\tcode\n***\n---\n===\n___",
        "a\n===\nb\n---\n| a | b |\n|---|---|\n| 1 | 2 |",
        "*a* _b_ `c` ~~d~~ ![e](f) [g]: h [i][j] <k> $l$ $$m$$ ^n^ :o: \\p \\\\",
        "line  \nbreak\\\nhere",
        "!example.com ![x](example.com) [^1] [x] - [ ] task\n- [x] done",
        "```\nexample.com\n```\n~~~\nexample.com\n~~~",
        "term\n: definition example.com",
        "123456789. a\n1234567890. b\n1.\n1)",
        "https://example.com/a_b_c*d*(e)[f] example.com/a|b\\c`d",
    ] {
        check_plain(text);
    }
}

/// Texts that may precede a link.
const CONTROLS: &[&str] = &[
    "see",
    " ",
    "\n",
    "\n\n",
    "(",
    "\u{202A}",
    "\u{202B}",
    "\u{202D}",
    "\u{202E}",
    "\u{202C}",
    "\u{2066}",
    "\u{2067}",
    "\u{2068}",
    "\u{2069}",
    "\u{202E}\u{202B}\u{2067}\u{202A}\u{2066}\u{202D}\u{202E}\u{202E}",
];

/// The visual order of each line of a text, by an implementation of UAX #9.
fn looks(text: &str) -> String {
    let info = BidiInfo::new(text, Some(Level::ltr()));
    let lines = info.paragraphs.iter();
    lines
        .map(|line| info.reorder_line(line, line.range.clone()))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Rule `isolated-labels`: no control before a link reorders it, in text and in Markdown.
    #[test]
    fn controls_do_not_turn_links_around(
        controls in prop::collection::vec(prop::sample::select(CONTROLS), 0..40),
        rest in prop::collection::vec(prop::sample::select(CONTROLS), 0..40),
    ) {
        let link = "https://evil.com/moc.knab";
        let text = format!("{} {link} {} {link} x", controls.concat(), rest.concat());
        let detector = Detector::default();
        let plain = Plain.render(detector.spans(&text)).to_string();
        prop_assert_eq!(looks(&plain).matches(link).count(), 2, "{:?}", plain);
        // A line ending is a space to a reader of Markdown; a blank line ends a paragraph.
        let markdown = Markdown::default().render(detector.spans(&text)).to_string();
        let lines = markdown.split('\n').map(|line| if line.trim().is_empty() { "\u{2029}" } else { line });
        let shown = lines.collect::<Vec<_>>().join(" ");
        prop_assert_eq!(looks(&shown).matches(link).count(), 2, "{:?}", shown);
    }
}

#[test]
fn hostile_text_does_not_disturb_a_terminal() {
    for text in HOSTILE {
        check_terminal(&Detector::uts58(), text, Caption::Typed);
    }
}

fn texts() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        3 => prop::sample::select(HOSTILE.to_vec()).prop_map(String::from),
        6 => prop::sample::select(vec![
            "https://", "example.com", "bücher.de", "/a", "?b=c&d", "#e", "me@", "<", ">", "\"", "'", "&",
            "&amp;", ";", "`", "*", "_", "[", "]", "(", ")", "!", "|", "~", "$", "\\", "\n", "\n\n", " ",
            "  ", "    ", "\t", "- ", "1. ", "# ", "> ", "=", "\r", "\0", "\u{1B}", "\u{202E}", ":", "+",
            "{", "}", "^", "%", ".", "x",
        ]).prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(pieces, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LINKSPAN_ORACLE_CASES").map_or(1000, |cases| cases.parse().unwrap())
    ))]

    #[test]
    fn html_is_what_was_asked_for(text in texts()) {
        check_everywhere(&text);
    }

    #[test]
    fn markdown_is_the_text(text in texts()) {
        check_plain(&text);
    }

    #[test]
    fn terminals_are_left_in_peace(text in texts()) {
        check_terminal(&Detector::uts58(), &text, Caption::Typed);
    }

    #[test]
    fn marks_are_all_that_is_added(text in texts()) {
        check_marks(&Detector::uts58(), &text);
    }
}

proptest! {
    /// A shortened label shows the registrable domain, whatever dots the host ends with.
    #[test]
    fn short_labels_show_the_owner_before_a_root_dot(
        labels in prop::collection::vec("[a-z]{1,12}", 1..6),
        suffix in prop::sample::select(vec!["com", "co.uk", "example", "github.io", "xn--p1ai", "中国"]),
        root in prop::sample::select(vec!["", ".", "。", "．"]),
        path in "(/[a-z]{0,20}){0,3}",
        most in 1..40_usize,
    ) {
        let text = format!("https://{}.{suffix}{root}{path}", labels.join("."));
        for link in Detector::uts58().links(&text) {
            let host = link.host().unwrap().typed();
            let Some(owner) = SuffixSource::Embedded.domain(host) else { continue };
            let label = Caption::Short(most).of(&link);
            prop_assert!(label.contains(owner), "{} of {}", label, text);
            let shown = label.strip_prefix('…').is_none_or(|rest| rest.starts_with(['.', '。', '．']));
            prop_assert!(shown, "{} of {}", label, text);
        }
    }
}

/// After a control that is still open, links are isolated also if only reordered ones are to be.
#[test]
fn links_after_controls_are_isolated_when_reordered() {
    let html = Html::default().rel("").isolate(Isolate::WhenReordered);
    let made = |text| html.render(Detector::default().spans(text)).to_string();
    let link = "<a href=\"https://a.com/\">a.com</a>";
    assert_eq!(made("\u{202E}a.com"), format!("\u{202E}<bdi>{link}</bdi>"));
    assert_eq!(
        made("\u{202E}\u{202C}a.com"),
        format!("\u{202E}\u{202C}{link}")
    );
    assert_eq!(made("a.com"), link);
}
