//! The nesting depth of quotes and lists in Markdown.

/// The maximum nesting depth of containers that is read. A parser examines each of them on every
/// line, so a page of nothing but containers and lines would take quadratic time.
const DEEPEST: usize = 100;

/// Whether more containers than people write could be open somewhere in a document.
pub(crate) fn is_too_deep(text: &str) -> bool {
    text.split(['\n', '\r']).any(|line| depth(line) > DEEPEST)
}

/// The maximum number of containers that can be open after the markers at the start of a line.
///
/// A line without a marker opens none. Columns before a marker can belong to list items opened
/// earlier, each of which takes at least two.
fn depth(line: &str) -> usize {
    let (mut columns, mut markers) = (0, 0);
    let mut rest = line.as_bytes();
    loop {
        rest = match rest {
            [b' ', rest @ ..] => {
                columns += 1;
                rest
            }
            [b'\t', rest @ ..] => {
                columns += 4;
                rest
            }
            _ => {
                let Some(after) = after_marker(rest) else {
                    break;
                };
                markers += 1;
                // One space belongs to the marker.
                after.strip_prefix(b" ").unwrap_or(after)
            }
        };
    }
    match markers {
        0 => 0,
        _ => columns / 2 + markers,
    }
}

/// The text after the marker of a quote or list item at the start of a line.
fn after_marker(line: &[u8]) -> Option<&[u8]> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match line.split_at_checked(digits)? {
        ([], [b'>', rest @ ..]) => Some(rest),
        ([], [b'-' | b'+' | b'*', rest @ ..]) | ([_, ..], [b'.' | b')', rest @ ..]) => {
            matches!(rest, [] | [b' ' | b'\t', ..]).then_some(rest)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, depth, is_too_deep};

    #[test]
    fn containers_are_counted() {
        for (line, expected) in [
            ("", 0),
            ("text > 1", 0),
            ("        code", 0),
            ("-----", 0),
            ("**bold** text", 0),
            ("1.5 times", 0),
            (". x", 0),
            (">", 1),
            ("> > text", 2),
            (">>> text - x", 3),
            ("-", 1),
            ("- text", 1),
            ("12) + text", 2),
            ("    * text", 3),
            ("\t* text", 3),
            (">   - text", 3),
        ] {
            assert_eq!(depth(line), expected, "{line:?}");
        }
    }

    #[test]
    fn some_nesting_is_fine() {
        for marker in [">", "> ", "- ", "1. ", ">+ "] {
            let page = |count| format!("text\n{}a.com\nb", marker.repeat(count));
            assert!(!is_too_deep(&page(DEEPEST / 2)), "{marker:?}");
            assert!(is_too_deep(&page(DEEPEST + 1)), "{marker:?}");
        }
    }
}
