//! The cases of bidirectional display, for the tests that show them.

use linkspan::bidi::{Base, Direction, Layout, Order, Paragraph};
use linkspan::{Detector, Kind, Profile};

const CASES: &str = include_str!("../cases/bidi.txt");
pub(crate) const HEBREW: &str = "אבגדהוזחטיכלמנסעפצקרשת";
pub(crate) const ARABIC: &str = "ابتثجحخدذرزسشصضطظعغفقك";

/// A line of the case file, with the letters of one script.
pub(crate) struct Case {
    pub(crate) line: &'static str,
    pub(crate) layout: Layout,
    pub(crate) kind: &'static str,
    pub(crate) typed: String,
    pub(crate) shown: String,
}

/// All cases with the `letters` for capitals.
pub(crate) fn cases(letters: &str) -> Vec<Case> {
    let is_case = |line: &&str| !line.is_empty() && !line.starts_with('#');
    CASES
        .lines()
        .filter(is_case)
        .map(|line| {
            let fields: Vec<&str> = line.split([' ', '|']).collect();
            let [order_name, base_name, kind, ..] = fields[..] else {
                panic!("not a case: {line}");
            };
            let texts: Vec<&str> = line.split(" | ").collect();
            let [_, typed, shown] = texts[..] else {
                panic!("not a case: {line}");
            };
            Case {
                line,
                layout: Layout::default()
                    .order(order(order_name))
                    .paragraph(base(base_name)),
                kind,
                typed: with_letters(&unescaped(typed), letters),
                shown: with_letters(&unescaped(shown), letters),
            }
        })
        .collect()
}

/// `text` with capitals replaced by right-to-left letters.
pub(crate) fn with_letters(text: &str, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    text.chars()
        .map(|c| match c {
            'A'..='V' => letters[usize::from(c as u8 - b'A')],
            _ => c,
        })
        .collect()
}

pub(crate) fn order(name: &str) -> Order {
    Order::named(name).unwrap_or_else(|| panic!("unknown order {name}"))
}

pub(crate) fn base(name: &str) -> Base {
    match name {
        "ltr" => Base::Fixed(Direction::Ltr),
        "rtl" => Base::Fixed(Direction::Rtl),
        "auto" => Base::Auto,
        _ => panic!("unknown direction {name}"),
    }
}

pub(crate) fn paragraph(layout: Layout, kind: &str, text: &str) -> Paragraph {
    match kind {
        "url" => layout.link(text, Kind::Url),
        "email" => layout.link(text, Kind::Email),
        "file" => layout.link(text, Kind::File),
        _ => layout.text(text, Detector::new(Profile::pri185()).links(text)),
    }
}

/// Replaces `\u{…}`.
fn unescaped(text: &str) -> String {
    let mut pieces = text.split("\\u{");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (digits, rest) = piece.split_once('}').expect("a closing brace");
        out.extend(char::from_u32(
            u32::from_str_radix(digits, 16).expect("a number"),
        ));
        out.push_str(rest);
    }
    out
}

pub(crate) const BIDI_CONTROLS: &[char] = &[
    '\u{61C}', '\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}',
    '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];
