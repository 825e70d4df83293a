//! Rule `bidi-outputs`: what holds for every paragraph that is laid out; the fuzz targets use it too.

use linkspan::bidi::{Paragraph, escape_bidi};

pub(crate) const CONTROLS: &[char] = &[
    '\u{61C}', '\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}',
    '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];

/// Panics if stripping does not give the text back, the visual order is no permutation of it,
/// inserted controls are no pairs, or HTML shows another text.
pub(crate) fn check(shown: &Paragraph, text: &str, is_link: bool) {
    if is_link {
        assert_eq!(shown.as_str(), escape_bidi(text));
        assert!(!shown.as_str().contains(CONTROLS));
    }
    if !text.contains(CONTROLS) {
        assert_eq!(shown.as_str(), text);
    }
    assert_eq!(sorted(&shown.visual()), sorted(shown.as_str()));
    let count = shown.visual_mirrored().chars().count();
    assert_eq!(count, shown.as_str().chars().count());
    assert!(shown.fields().is_sorted_by_key(|field| field.range.start));
    for field in shown.fields() {
        assert!(shown.as_str().get(field.range).is_some());
    }
    check_controls(shown);
    check_html(shown);
}

fn sorted(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().collect();
    chars.sort_unstable();
    chars
}

/// Inserted controls are pairs, or marks.
fn check_controls(shown: &Paragraph) {
    let controls = shown.controls();
    assert_eq!(controls.strip(), shown.as_str());
    let mut open = Vec::new();
    for &at in controls.inserted() {
        match controls.as_str()[at..].chars().next() {
            Some(c @ ('\u{2066}' | '\u{2067}' | '\u{202D}')) => open.push(c),
            Some('\u{2069}') => assert!(matches!(open.pop(), Some('\u{2066}' | '\u{2067}'))),
            Some('\u{202C}') => assert_eq!(open.pop(), Some('\u{202D}')),
            c => assert!(matches!(c, Some('\u{200E}' | '\u{200F}')), "{c:?}"),
        }
    }
    assert!(open.is_empty());
}

/// Without markup, HTML is the text.
fn check_html(shown: &Paragraph) {
    let mut plain = String::new();
    for piece in shown.html().split('<') {
        plain.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    for (reference, c) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#13;", "\r"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ] {
        plain = plain.replace(reference, c);
    }
    assert_eq!(plain, shown.as_str().replace('\0', "\u{FFFD}"));
}
