//! A link that differs, as the page shows it.

use std::ops::Range;

use super::links::{Difference, Found, Move};

/// The bytes of a line beside a link that an example shows at most.
const CONTEXT: usize = 16;

/// The bytes beside a link that can be the cause of a difference: a character.
const BESIDE: usize = 4;

/// A link in its line in both versions, with ⸠…⸡ around the link, or the `href` or display form if
/// these differ.
pub(crate) fn forms(moved: &Move, contents: &[u8]) -> String {
    let line = window(moved, CONTEXT, contents);
    let text = |range| String::from_utf8_lossy(&contents[range]);
    let [before, after] = [moved.before, moved.after].map(|found| match found {
        None => text(line.clone()).into_owned(),
        Some(found) => match moved.difference {
            Difference::Href => found.href.clone(),
            Difference::Display => found.display.clone(),
            _ => {
                let link = text(found.start..found.end);
                let (head, tail) = (text(line.start..found.start), text(found.end..line.end));
                format!("{head}⸠{link}⸡{tail}")
            }
        },
    });
    format!("`{}` → `{}`", escaped(&before), escaped(&after))
}

/// Text with everything but ASCII and marks as `\u{…}`.
fn escaped(text: &str) -> String {
    let characters = text.chars().map(|c| match c {
        ' '..='~' | '⸠' | '⸡' => c.to_string(),
        _ => c.escape_unicode().to_string(),
    });
    characters.collect()
}

/// Where a link is in both versions, with the characters in and beside it whose values change. The
/// text itself is left out: corpora and official files belong to others.
pub(crate) fn place(moved: &Move, contents: &[u8], changed: &[char]) -> String {
    let both = [moved.before, moved.after];
    let span = |found: Option<&Found>| {
        found.map_or("no link".to_owned(), |found| {
            format!("{}..{}", found.start, found.end)
        })
    };
    let line = both.iter().flatten().map(|found| found.line).min();
    let around = window(moved, BESIDE, contents);
    let causes: Vec<String> = changed_in(&contents[around], changed)
        .map(|c| format!("U+{:04X}", u32::from(c)))
        .collect();
    format!(
        "line {}, bytes {} → {} ({})",
        line.unwrap_or(0),
        span(moved.before),
        span(moved.after),
        if causes.is_empty() {
            "no changed character".to_owned()
        } else {
            causes.join(" ")
        },
    )
}

/// The characters of a text that are in `changed`, which is sorted.
pub(crate) fn changed_in(text: &[u8], changed: &[char]) -> impl Iterator<Item = char> {
    let characters = text.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    characters.filter(|c| changed.binary_search(c).is_ok())
}

/// The place of a link in both versions with up to `most` bytes of its line on both sides, in whole
/// characters.
fn window(moved: &Move, most: usize, contents: &[u8]) -> Range<usize> {
    let Range { start, end } = moved.range();
    let is_end = |byte: u8| byte == b'\n';
    let is_inside = |byte: u8| byte & 0xC0 == 0x80;
    let before = contents[..start].iter().rev();
    let before = before.take(most).take_while(|&&byte| !is_end(byte)).count();
    let after = contents[end..].iter();
    let after = after.take(most).take_while(|&&byte| !is_end(byte)).count();
    let mut window = start - before..end + after;
    while window.start < start && is_inside(contents[window.start]) {
        window.start += 1;
    }
    while window.end > end
        && contents
            .get(window.end)
            .is_some_and(|&byte| is_inside(byte))
    {
        window.end -= 1;
    }
    window
}

#[cfg(test)]
mod tests {
    use super::{Difference, Found, Move, forms, place};

    #[test]
    fn examples_show_both_versions() {
        let contents = "x\naβb.com y\nβ\n".as_bytes();
        let found = |start| Found {
            line: 2,
            start,
            end: 10,
            href: "h".to_owned(),
            display: "d".to_owned(),
        };
        let (before, after) = (found(5), found(2));
        let mut moved = Move {
            difference: Difference::Begins,
            before: Some(&before),
            after: Some(&after),
        };
        assert_eq!(
            forms(&moved, contents),
            r"`a\u{3b2}⸠b.com⸡ y` → `⸠a\u{3b2}b.com⸡ y`"
        );
        assert_eq!(
            place(&moved, contents, &['β']),
            "line 2, bytes 5..10 → 2..10 (U+03B2)"
        );
        moved.difference = Difference::Disappears;
        moved.after = None;
        assert_eq!(
            forms(&moved, contents),
            r"`a\u{3b2}⸠b.com⸡ y` → `a\u{3b2}b.com y`"
        );
        assert_eq!(
            place(&moved, contents, &[]),
            "line 2, bytes 5..10 → no link (no changed character)"
        );
    }
}
