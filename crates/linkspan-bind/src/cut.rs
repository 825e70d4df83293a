//! Where a long text may be cut, so that its pieces have the links of the whole.
//!
//! No link contains a character that ends runs (see `DESIGN.md`). Each of these sets is a part of
//! those characters that is cheap to look for.

/// After a space or a line feed.
pub const WORDS: &[u8] = b" \n";

/// After a line feed, where the end of a line matters.
pub const LINES: &[u8] = b"\n";

/// The pieces of a text with their starts, each of at least `size` bytes, except for the last one, and
/// up to the next of the `ends`.
pub fn pieces<'t>(
    text: &'t str,
    size: usize,
    ends: &'static [u8],
) -> impl Iterator<Item = (usize, &'t str)> {
    let mut start = 0;
    let mut is_first = true;
    std::iter::from_fn(move || {
        let rest = text.get(start..).unwrap_or_default();
        if rest.is_empty() && !is_first {
            return None;
        }
        is_first = false;
        let end = rest.as_bytes().get(size..).and_then(|after| {
            let end = after.iter().position(|byte| ends.contains(byte))?;
            Some(size + end + 1)
        });
        let piece = end.and_then(|end| rest.get(..end)).unwrap_or(rest);
        let from = start;
        start += piece.len();
        Some((from, piece))
    })
}

#[cfg(test)]
#[allow(clippy::restriction, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_up_the_text() {
        for text in ["", "a", "ab cd ef", "ab\u{3000}cd\nef gh ", "äöü ß"] {
            for size in [0, 1, 3, 100] {
                let all: Vec<_> = pieces(text, size, WORDS).collect();
                let whole: String = all.iter().map(|(_, piece)| *piece).collect();
                assert_eq!(whole, text);
                let mut at = 0;
                for (start, piece) in all {
                    assert_eq!(start, at);
                    at += piece.len();
                    assert!(at == text.len() || piece.ends_with([' ', '\n']));
                }
            }
        }
        assert_eq!(pieces("a b\nc", 0, LINES).count(), 2);
    }
}
