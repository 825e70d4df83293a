//! The notation of `tests/cases/*.txt`.

use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The lines of a case file with their numbers, without comments, with escapes resolved.
pub(crate) fn cases(name: &str) -> Vec<(usize, String)> {
    let contents = fs::read_to_string(folder().join(name)).expect("the case file can be read");
    contents
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| (index + 1, unescape(line)))
        .collect()
}

/// Resolves `\u{…}`, `\\` and repetitions such as `{(*125}`.
fn unescape(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("\\\\") {
            out.push('\\');
            rest = after;
        } else if let Some((digits, after)) = enclosed(rest, "\\u{")
            && let Ok(code) = u32::from_str_radix(digits, 16)
        {
            out.push(char::from_u32(code).expect("an escape is a character"));
            rest = after;
        } else if let Some((inside, after)) = enclosed(rest, "{")
            && let Some((what, count)) = inside.rsplit_once('*')
            && let Ok(count) = count.parse()
        {
            out.push_str(&what.repeat(count));
            rest = after;
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn enclosed<'a>(text: &'a str, open: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(open)?.split_once('}')
}
