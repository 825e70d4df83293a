//! Rule `part-of-name`: every code point next to a name or an address and inside one, judged by the
//! parser of WHATWG URLs and by the General_Category of ICU4X.

#![allow(clippy::restriction, reason = "a test may panic")]

use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, LineBreak, Script};
use icu_properties::{CodePointMapData, CodePointMapDataBorrowed};
use linkspan::{Detector, Host, Part, Profile, ReasonKind};
use url::Url;

/// Names and addresses with a place for a character, and the URL that the whole text would be.
const TEXTS: [(&str, &str); 7] = [
    ("pay|pal.com", "https://pay|pal.com/"),
    ("|icrosoft.com", "https://|icrosoft.com/"),
    ("paypal.co|", "https://paypal.co|/"),
    ("https://pay|pal.com/", "https://pay|pal.com/"),
    ("https://paypal.co|/login", "https://paypal.co|/login"),
    ("john@pay|pal.com", "https://pay|pal.com/"),
    ("john|doe@example.com", "https://john|doe/"),
];

/// Properties that do not come from our tables.
struct Properties {
    categories: CodePointMapDataBorrowed<'static, GeneralCategory>,
    scripts: CodePointMapDataBorrowed<'static, Script>,
    breaks: CodePointMapDataBorrowed<'static, LineBreak>,
}

impl Properties {
    fn new() -> Self {
        Self {
            categories: CodePointMapData::new(),
            scripts: CodePointMapData::new(),
            breaks: CodePointMapData::new(),
        }
    }

    /// Whether a character next to a name is part of it: a letter, mark or number, or one that a
    /// parser of URLs maps to ASCII letters, digits, `-` or `.`.
    fn is_part(&self, c: char) -> bool {
        let category = self.categories.get(c);
        let groups = [
            GeneralCategoryGroup::Letter,
            GeneralCategoryGroup::Mark,
            GeneralCategoryGroup::Number,
        ];
        let is_ascii = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        let mapped = Url::parse(&format!("https://a{c}b.com/")).ok();
        let host = mapped.as_ref().and_then(Url::host_str).unwrap_or_default();
        let middle = host
            .strip_prefix('a')
            .and_then(|host| host.strip_suffix("b.com"));
        let is_mapped =
            !host.starts_with("xn--") && middle.is_some_and(|middle| middle.contains(is_ascii));
        groups.iter().any(|group| group.contains(category)) || is_mapped
    }

    /// Whether rules for text without spaces cut before or after a character.
    fn is_glue(&self, c: char) -> bool {
        let scripts = [
            Script::Han,
            Script::Hiragana,
            Script::Katakana,
            Script::Bopomofo,
            Script::Hangul,
            Script::Yi,
        ];
        scripts.contains(&self.scripts.get(c))
            || self.breaks.get(c) == LineBreak::ComplexContext
            || matches!(c, '\u{30FC}' | '\u{FF70}')
    }
}

/// Whether a reason says that text next to a link is left out.
fn is_cut(kind: ReasonKind) -> bool {
    matches!(
        kind,
        ReasonKind::GluedBefore
            | ReasonKind::GluedAfter
            | ReasonKind::SentencePunctuation
            | ReasonKind::TrailingInvisible
    )
}

#[test]
fn no_part_of_a_name_is_linked() {
    let properties = Properties::new();
    let profiles = [
        Profile::recommended(),
        Profile::named("uasg").unwrap(),
        Profile::nonascii(),
    ];
    let detectors = profiles.map(Detector::new);
    let mut parts = 0;
    for c in '\u{80}'..=char::MAX {
        let is_glue = properties.is_glue(c);
        // Sentences end with these; browsers map them to dots.
        if matches!(
            c,
            '\u{2025}' | '\u{2026}' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}' | '\u{FE52}'
        ) {
            continue;
        }
        let is_part = properties.is_part(c) || matches!(c, '\u{2010}' | '\u{2011}');
        if !is_part {
            continue;
        }
        parts += usize::from(!is_glue);
        for (pattern, url) in TEXTS {
            let text = pattern.replace('|', c.encode_utf8(&mut [0; 4]));
            let url = url.replace('|', c.encode_utf8(&mut [0; 4]));
            // At the end of a name, a hyphen joins nothing.
            let flanks: Vec<&str> = pattern.split('|').collect();
            let joins = flanks[0].ends_with(char::is_alphanumeric)
                && flanks[1].starts_with(char::is_alphanumeric);
            let is_loose = matches!(c, '\u{2010}' | '\u{2011}') && !joins;
            for detector in detectors.iter().filter(|_| !is_loose) {
                for link in detector.links(&text) {
                    let whole = Url::parse(&url).ok();
                    let whole = whole.as_ref().and_then(Url::host_str);
                    let is_whole = whole == link.host().and_then(Host::ascii).as_deref()
                        || link.text() == text && link.part(Part::Host) == Some("example.com");
                    // The rest is prose, and the link says so.
                    let is_cut = || link.reasons().any(|reason| is_cut(reason.kind));
                    assert!(
                        is_whole || is_glue && is_cut(),
                        "U+{:04X}: {link} in {text:?}",
                        u32::from(c)
                    );
                }
            }
        }
    }
    assert!(parts > 30_000, "only {parts} characters");
}
