//! Labels in another script that look like an ASCII name as a whole.

use alloc::string::String;

use super::security;
use crate::tables;

/// The ASCII name that a whole label looks like (UTS #39 section 4): its skeleton, extended by
/// three Cyrillic letters. `None` if it looks like no name or is ASCII itself.
pub(crate) fn ascii_twin(label: &str) -> Option<String> {
    if label.is_ascii() {
        return None;
    }
    let skeleton = match security::ascii_skeleton(label) {
        None if label.contains(['к', 'т', 'ь']) => imitated_in_cyrillic(label),
        skeleton => skeleton,
    }?;
    // One or two strokes alone are a letter, not a name.
    let is_name = skeleton.contains(|c: char| c.is_ascii_alphanumeric());
    is_name.then_some(skeleton)
}

/// The name that a label with к, т or ь looks like. The skeletons of these are small capitals,
/// which few fonts distinguish from k, t and b. A label that also contains letters that are merely
/// similar, such as б or ш, does not count.
fn imitated_in_cyrillic(label: &str) -> Option<String> {
    let mut name = String::new();
    let mut has_twin = false;
    for c in label.chars() {
        let letter = match c {
            'к' => 'k',
            'т' => 't',
            'ь' => 'b',
            '0'..='9' | '-' => c,
            'б' | 'г' | 'ш' => return None,
            _ => {
                has_twin = true;
                let mut prototype = tables::ascii_prototype(c)?.chars();
                prototype.next().filter(|_| prototype.next().is_none())?
            }
        };
        name.push(letter);
    }
    has_twin.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::ascii_twin;

    #[test]
    fn whole_labels_imitate() {
        for (label, name) in [
            ("аррӏе", Some("apple")),
            ("ѕкуре", Some("skype")),
            ("тікток", Some("tiktok")),
            ("еьау", Some("ebay")),
            ("т-34", None),
            ("кт", None),
            ("работа", None),
            ("пример", None),
            ("ノ", None),
            ("〇", Some("O")),
            ("paypal", None),
            ("bücher", None),
        ] {
            assert_eq!(ascii_twin(label).as_deref(), name, "{label}");
        }
    }
}
