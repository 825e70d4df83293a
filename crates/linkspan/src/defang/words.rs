//! Defanging that is only recognized next to a name: ` DOT `, ` AT `, `[.com`, `http:__` and
//! others.

use super::changes::Plain;
use crate::names::lists::tld::TldSource;
use crate::tables::is_alphanumeric;

/// The first characters of these.
pub(super) const STARTS: [char; 6] = [' ', '[', '\\', ':', 'm', 'M'];

/// The two-letter top-level domains that can follow a lower-case `dot`. The others are common
/// words, as in `dot to`.
const SHORT: &str = "au br ca ch cn co de es eu fr in io it jp kr nl pl ru se uk us";

/// The maximum length of a label, in bytes.
const LONGEST: usize = 63;

/// The length and the meaning of defanged text at `at`.
pub(super) fn defanged_at(text: &str, at: usize) -> Option<(usize, Plain)> {
    let (before, rest) = text.split_at_checked(at)?;
    let sign = |length, sign| Some((length, Plain::Sign(sign)));
    match rest.as_bytes() {
        [b' ', ..] => spaced(before, rest),
        [b'\\', b'.', ..] if is_between(before, rest, 2) => sign(2, "."),
        [b'[', b'.', ..] if is_between(before, rest, 2) => sign(2, "."),
        [b'[', b'd' | b'D', ..] if has(rest, "[dot") && is_between(before, rest, 4) => sign(4, "."),
        [b'[', b':', b'/', b'/', ..] if ends_in_letter(before) => sign(4, "://"),
        [b'[', ..] => ["http", "https"].into_iter().find_map(|scheme| {
            let inside = rest.get(1..1 + scheme.len())?;
            let is_scheme = inside.eq_ignore_ascii_case(scheme)
                && rest.get(1 + scheme.len()..)?.starts_with("]://");
            is_scheme.then_some((scheme.len() + 2, Plain::Sign(scheme)))
        }),
        [b':', b'/', b'/', b']', ..] if ends_in_letter(before) => sign(4, "://"),
        [b':', b'_', b'_', ..] if ends_in_scheme(before) => sign(3, "://"),
        [b'm' | b'M', ..] if has(rest, "meow://") && !ends_in_letter(before) => sign(4, "http"),
        _ => None,
    }
}

/// ` dot ` or ` at ` between words, where a name continues.
fn spaced(before: &str, rest: &str) -> Option<(usize, Plain)> {
    if !before.ends_with(is_alphanumeric) {
        return None;
    }
    if has(rest, " dot ") {
        return names_go_on(rest).then_some((5, Plain::Sign(".")));
    }
    if !has(rest, " at ") {
        return None;
    }
    let after = rest.get(4..)?;
    let after = after.get(label(after)..)?;
    let is_loud = rest.starts_with(" AT ");
    let is_name = is_loud && is_dot(after) || has(after, " dot ") && names_go_on(after);
    is_name.then_some((4, Plain::Sign("@")))
}

/// Whether the rest of a name follows ` dot `: its top-level domain, or a label and another dot.
fn names_go_on(rest: &str) -> bool {
    let is_loud = rest.starts_with(" DOT ");
    let Some(after) = rest.get(5..) else {
        return false;
    };
    let length = label(after);
    let (name, after) = after.split_at_checked(length).unwrap_or_default();
    let is_tld = || {
        let name = name.to_ascii_lowercase();
        let is_usual = is_loud || name.len() > 2 || SHORT.split(' ').any(|short| short == name);
        is_usual && TldSource::Embedded.knows(&name)
    };
    !name.is_empty() && (is_dot(after) || has(after, " dot ") || is_tld())
}

/// Whether a text starts with a dot and a label.
fn is_dot(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next() == Some('.') && chars.next().is_some_and(is_alphanumeric)
}

/// The length of the label at the start of a text.
fn label(text: &str) -> usize {
    let is_label = |c: char| is_alphanumeric(c) || c == '-';
    let end = text.find(|c| !is_label(c)).unwrap_or(text.len());
    if end > LONGEST { 0 } else { end }
}

/// Whether a text starts with a word, in any case.
fn has(text: &str, word: &str) -> bool {
    text.get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Whether a sign of `length` bytes is between two labels.
fn is_between(before: &str, rest: &str, length: usize) -> bool {
    let after = rest.get(length..).and_then(|after| after.chars().next());
    before.ends_with(is_alphanumeric) && after.is_some_and(is_alphanumeric)
}

fn ends_in_letter(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_alphanumeric())
}

fn ends_in_scheme(text: &str) -> bool {
    ["http", "https", "ftp"].iter().any(|scheme| {
        let start = text.len().checked_sub(scheme.len());
        let end = start.and_then(|start| text.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(scheme))
    })
}
