//! Bidirectional display: the tables of PRI #185, own cases and properties.

#![allow(clippy::restriction, reason = "a test may panic")]

mod bidi_cases;
mod laid_out;

use bidi_cases::{ARABIC, BIDI_CONTROLS, HEBREW, base, order, paragraph, with_letters};
use linkspan::bidi::{Ambiguity, Base, Direction, Layout, Order};
use linkspan::{Detector, Kind, Profile};
use proptest::prelude::*;

const PAGE: &str = include_str!("../docs/bidi.md");

/// PRI185 Table 2, PRI185 Table 3, PRI185 Table 4, PRI185 Table 5: every row of the page, with Hebrew
/// and with Arabic letters.
#[test]
fn the_tables_of_the_page_come_out() {
    let mut heading = "";
    let mut rows = 0;
    for line in PAGE.lines() {
        if let Some(rest) = line.strip_prefix("## `") {
            heading = rest.split('`').next().unwrap();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, environments, memory, shown, _] = cells[..] else {
            continue;
        };
        if !memory.starts_with('`') || !shown.starts_with('`') {
            continue;
        }
        for environment in environments.split(", ") {
            for letters in [HEBREW, ARABIC] {
                let layout = Layout::default()
                    .order(order(heading))
                    .paragraph(base(environment));
                let typed = with_letters(memory.trim_matches('`'), letters);
                let seen = with_letters(shown.trim_matches('`'), letters);
                assert_eq!(layout.link(&typed, Kind::Url).visual(), seen, "{line}");
                rows += 1;
            }
        }
    }
    // Four tables of six rows (Tables 3 and 5 have three for both environments), and `ltr` and `tld`.
    assert_eq!(rows, 2 * (6 + 4 + 6 + 6 + 6 + 6));
}

#[test]
fn cases_come_out() {
    let mut failures = Vec::new();
    let mut count = 0;
    for letters in [HEBREW, ARABIC] {
        for case in bidi_cases::cases(letters) {
            let seen = paragraph(case.layout, case.kind, &case.typed).visual();
            let [seen, expected] = [seen, case.shown].map(|text| text.replace(BIDI_CONTROLS, ""));
            count += 1;
            if seen != expected {
                let seen = with_capitals(&seen, letters);
                failures.push(format!("{}\n    got {seen}", case.line));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(count >= 150, "{count} cases");
}

fn with_capitals(text: &str, letters: &str) -> String {
    let capital = |c| letters.chars().position(|letter| letter == c);
    text.chars()
        .map(|c| capital(c).map_or(c, |at| char::from(b'A' + u8::try_from(at).unwrap())))
        .collect()
}

/// Rule `bidi-outputs`: exactly which controls, where.
#[test]
fn controls_are_isolates_marks_and_overrides() {
    let layout = Layout::default();
    let link = layout.link("http://אב.com:80/%20", Kind::Url);
    let controls = link.controls();
    assert_eq!(
        controls.as_str(),
        "\u{2066}\u{200E}http\u{200E}://\u{200E}אב\u{200E}.\u{200E}com\u{200E}:\u{200E}80\u{200E}/\
         \u{200E}\u{202D}%20\u{202C}\u{200E}\u{2069}"
    );
    assert_eq!(controls.inserted().len(), 14);
    let rtl = Layout::default()
        .order(Order::Environment)
        .paragraph(Base::Fixed(Direction::Rtl));
    assert_eq!(
        rtl.link("a@b.c", Kind::Email).controls().as_str(),
        "\u{2067}\u{200F}a\u{200F}@\u{200F}b\u{200F}.\u{200F}c\u{200F}\u{2069}"
    );
    let ltr = rtl.order(Order::Ltr);
    assert_eq!(
        ltr.link("a/%20", Kind::File).controls().as_str(),
        "\u{2066}a/%20\u{2069}"
    );
}

/// Rule `bidi-outputs`: elements instead of controls, and nothing of the text is markup.
#[test]
fn html_has_elements_and_no_controls() {
    let layout = Layout::default();
    let text = "ראו <b> http://אב.com/a%20ב?x=\"1 & 'c'";
    let detector = Detector::new(Profile::pri185());
    assert_eq!(
        layout.text(text, detector.links(text)).html(),
        "ראו &lt;b&gt; <bdi dir=\"ltr\">http://<bdi dir=\"ltr\">אב</bdi>.com/<bdi dir=\"ltr\">a<bdo \
         dir=\"ltr\" style=\"unicode-bidi:bidi-override\">%20</bdo>ב</bdi>?x=&quot;1</bdi> &amp; \
         &#39;c&#39;"
    );
}

/// Rule `ambiguous-fields`: letters of both directions, and numbers at the edge of right-to-left ones.
#[test]
fn ambiguous_fields_are_flagged() {
    let flags = |url: &str| -> Vec<Option<Ambiguity>> {
        let link = Layout::default().link(url, Kind::Url);
        link.fields().map(|field| field.ambiguity).collect()
    };
    let mixed = Some(Ambiguity::MixedDirections);
    let number = Some(Ambiguity::NumberAtEdge);
    assert_eq!(flags("http://אב.com/1"), [None, None, None, None]);
    assert_eq!(flags("http://אב1.aב/2ג"), [None, number, mixed, number]);
    assert_eq!(flags("אב-1.com/א1ב"), [number, None, None]);
    assert_eq!(flags("ا٣.com/٣/a1/1a"), [number, None, None, None, None]);
    // The letters of an escape are not letters of the field.
    assert_eq!(flags("a.com/א%D7%90"), [None, None, None]);
    let link = Layout::default().link("a/אb", Kind::File);
    let field = link.fields().nth(1).unwrap();
    assert_eq!(&link.as_str()[field.range], "אb");
    // Also where the order does not look at fields.
    let plain = Layout::default().order(Order::Plain);
    assert!(
        plain
            .link("a/אb", Kind::File)
            .fields()
            .any(|field| field.ambiguity == mixed)
    );
}

/// Rule `bidi-escaping`: a control inside a link is escaped; one at its edge in running text stays outside.
#[test]
fn controls_in_links_are_escaped() {
    let layout = Layout::default();
    let shown = |text| {
        let detector = Detector::new(Profile::pri185());
        layout.text(text, detector.links(text)).as_str().to_owned()
    };
    assert_eq!(
        layout
            .link("http://a.com/\u{202E}b\u{2069}", Kind::Url)
            .as_str(),
        "http://a.com/%E2%80%AEb%E2%81%A9"
    );
    assert_eq!(
        layout.link("א\u{61C}@a.com", Kind::Email).visual(),
        "%D8%9Cא@a.com"
    );
    assert_eq!(
        shown("\u{202E}x http://a.com/a\u{200F}b c"),
        "\u{202E}x http://a.com/a%E2%80%8Fb c"
    );
    // Pairs of the author stay pairs, also if only one of them is inside the link.
    for isolated in [
        "א \u{2066}http://a.com/b\u{2069} ג",
        "\u{2067}א/ב\u{2069}",
        "x \u{2067}א/ב\u{2069}/ג y",
        "x \u{202B}א/ב\u{202C}/ג y",
        "x א/\u{2066}ב y\u{2069}",
        "א.com/ב\u{200F}",
    ] {
        assert_eq!(shown(isolated), isolated);
    }
    assert_eq!(shown("x/\u{2066}y\u{2069}/z"), "x/%E2%81%A6y%E2%81%A9/z");
}

/// PRI185 option 4: A-labels are decoded in any case of letters, and only in the top-level domain.
#[test]
fn a_labels_have_a_direction() {
    let layout = Layout::default().order(Order::Tld).paragraph(Base::Auto);
    let seen = |url| layout.link(url, Kind::Url).visual();
    assert_eq!(seen("http://ab.XN--4DBRK0CE/c"), "c/XN--4DBRK0CE.ab//:http");
    assert_eq!(
        seen("http://xn--4dbrk0ce.com/c"),
        "http://xn--4dbrk0ce.com/c"
    );
    assert_eq!(seen("http://ab.xn--ab-/c"), "http://ab.xn--ab-/c");
}

/// A program that reads the text with controls finds the same direction as the other outputs.
#[test]
fn the_direction_is_the_one_that_programs_find() {
    let detector = Detector::new(Profile::pri185());
    for (text, expected) in [
        ("12 א.com/ב 34", Direction::Ltr),
        ("http://a.com ב", Direction::Rtl),
        ("http://א.com b", Direction::Ltr),
    ] {
        let paragraph = Layout::default().text(text, detector.links(text));
        assert_eq!(paragraph.direction(), expected, "{text}");
        let controls = paragraph.controls();
        let found = unicode_bidi::BidiInfo::new(controls.as_str(), None);
        let is_rtl = found.paragraphs[0].level.is_rtl();
        assert_eq!(is_rtl, expected == Direction::Rtl, "{text}");
    }
}

/// Mirroring (UAX #9 rule L4) is an option.
#[test]
fn mirroring_is_an_option() {
    let layout = Layout::default()
        .order(Order::Plain)
        .paragraph(Base::Fixed(Direction::Rtl));
    let paragraph = layout.text("א(ב)", []);
    assert_eq!(paragraph.visual(), ")ב(א");
    assert_eq!(paragraph.visual_mirrored(), "(ב)א");
}

fn texts() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        4 => "[a-c1-3א-דا-ث٣]{1,3}".prop_map(String::from),
        4 => prop::sample::select(vec![
            "http://", ".com", ".", "/", "@", "?", "#", "=", "&", ":", ":80", "%", "%20", "%D7%90",
            " ", "\\", "(", ")", "[", "]", "。", "192.168.0.1", ".xn--4dbrk0ce", "-", "+", "\u{5B0}",
            "\u{2029}", "\n", "\t",
        ]).prop_map(String::from),
        1 => prop::sample::select(BIDI_CONTROLS.to_vec()).prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
}

fn layouts() -> impl Strategy<Value = Layout> {
    let orders = [
        Order::Plain,
        Order::Ltr,
        Order::Constant,
        Order::Environment,
        Order::Content,
        Order::Tld,
    ];
    let bases = [
        Base::Auto,
        Base::Fixed(Direction::Ltr),
        Base::Fixed(Direction::Rtl),
    ];
    (
        prop::sample::select(orders.to_vec()),
        prop::sample::select(bases.to_vec()),
    )
        .prop_map(|(order, paragraph)| Layout::default().order(order).paragraph(paragraph))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LINKSPAN_ORACLE_CASES").map_or(2000, |cases| cases.parse().unwrap())
    ))]

    /// Rule `bidi-outputs`: stripping gives the text back, the visual order is a permutation of it,
    /// inserted controls are pairs, and fields and separators are the link.
    #[test]
    fn nothing_is_lost(text in texts(), layout in layouts(), kind in 0..4) {
        let kind = ["url", "email", "file", "text"][usize::try_from(kind).unwrap()];
        let shown = paragraph(layout, kind, &text);
        laid_out::check(&shown, &text, kind != "text");
    }
}
