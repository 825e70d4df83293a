//! Numbers, code points and filled text for a page in Markdown.

use std::collections::BTreeSet;

/// The columns of a paragraph.
const WIDTH: usize = 100;

/// Code points as ranges.
pub(crate) fn ranges(codes: &BTreeSet<u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &code in codes {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == code => *last = code,
            _ => ranges.push((code, code)),
        }
    }
    let shown = ranges.into_iter().map(|(first, last)| match last - first {
        0 => format!("U+{first:04X}"),
        _ => format!("U+{first:04X}–{last:04X}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// A number with a comma before every three digits.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A paragraph, filled.
pub(crate) fn paragraph(text: &str) -> String {
    filled("", "", text) + "\n"
}

/// An item of a list, filled.
pub(crate) fn item(text: &str) -> String {
    filled("- ", "  ", text)
}

/// Lines of words up to [`WIDTH`] columns: the first after `first`, the others after `rest`.
fn filled(first: &str, rest: &str, text: &str) -> String {
    let mut out = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split(' ') {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out += &line;
            out.push('\n');
            line = rest.to_owned();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    out + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::{filled, grouped, ranges};

    #[test]
    fn numbers_and_ranges_are_readable() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1,234,567");
        let codes = [0x41, 0x42, 0x43, 0x1_0000].into_iter().collect();
        assert_eq!(ranges(&codes), "U+0041–0043, U+10000");
    }

    #[test]
    fn lines_are_filled() {
        let text = filled("- ", "  ", &["word"; 30].join(" "));
        let lengths: Vec<usize> = text.lines().map(str::len).collect();
        assert_eq!(lengths, [96, 56]);
        assert!(text.ends_with("word\n"));
    }
}
