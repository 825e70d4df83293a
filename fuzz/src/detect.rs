//! Detection with the profile `uts58` is the naive transliteration of the standard.

use crate::input::Input;
use crate::naive::agree;

/// The characters outside ASCII that the naive one knows: letters, separators, joiners, and what ends or
/// interrupts a link.
const KNOWN: &str = "üÜßςрфРФ例子中国谢你我爱กｃ・。．｡\u{200C}\u{AD}\u{2060}\u{FE0F}\u{200B}\u{301}\u{A0}\
    \u{85}\u{3000}「」（）“”，…—🙂\u{FFFD}";

/// The most characters: more are slow, and A-labels of more than 255 octets are not decoded.
const MOST: usize = 250;

/// Panics if the library and the naive one disagree.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let start = usize::from(input.byte());
    let text = in_known(&input.text());
    if has_unknown_a_label(&text) {
        return;
    }
    agree::check_links(&text);
    agree::check_end(&text, start);
}

/// Whether an A-label decodes to characters that the naive detector does not know.
fn has_unknown_a_label(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
    let lower = words.map(str::to_ascii_lowercase);
    let mut encoded = lower.filter_map(|word| Some(word.split_once("xn--")?.1.to_owned()));
    encoded.any(|encoded| {
        // Underscores after a name do not belong to it.
        let encoded = encoded.trim_end_matches('_');
        let decoded = idna::punycode::decode_to_string(encoded).unwrap_or_default();
        let is_known = |c: char| c.is_ascii() || KNOWN.contains(c);
        decoded.starts_with('\u{301}') || !decoded.chars().all(is_known)
    })
}

/// The text with known characters in the place of others.
fn in_known(text: &str) -> String {
    let known: Vec<char> = KNOWN.chars().collect();
    let replaced = |c: char| {
        if c.is_ascii() || known.contains(&c) {
            c
        } else {
            known[c as usize % known.len()]
        }
    };
    text.chars().take(MOST).map(replaced).collect()
}
