//! What people expect of links in prose: the rules of [`Prose::Human`](super::Prose::Human).
//!
//! Each rule is a class of characters or shapes, with the cases that justify it:
//!
//! - **The sentence ends the link.** `⸠https://example.com/foo⸡。次の文`: punctuation outside ASCII
//!   that ends a sentence, and full-width commas, end a link. Other punctuation does so behind ASCII
//!   (`⸠https://a.com/x⸡、⸠https://b.com/y⸡`), while between letters of the same kind it belongs to
//!   the URL (`/wiki/联合国教育、科学及文化组织`). A full-width bracket belongs to the URL if it is
//!   closed soon and does not follow ASCII (`/wiki/《新青年》编辑部旧址`).
//! - **Text that is glued on is not part.** `请访问⸠example.com⸡`, `⸠https://example.com⸡查看`: in
//!   scripts without spaces, letters before an ASCII rest of a label, and behind a known ASCII
//!   top-level domain; but `⸠最高のSONY製品.com⸡`.
//! - **Markup and invisible characters at the end are left out**, and so is an empty query:
//!   `**⸠https://example.com/x⸡**`, `⸠example.com/a⸡?`.
//! - **Some names are none.** `README.md` is a file, `here.It` a missing space, `src/main.rs` a path.

use core::ops::Range;

use crate::names::host::labels;
use crate::reason::{Cause, ReasonKind};
use crate::tables::{HostClass, ProseClass, host_class, prose_class};
use crate::text::{Place, Text};
use crate::uts58::props::{LinkTerm, link_bracket, link_term};
use crate::uts58::termination::Extent;

/// How far a closing bracket or an opening quotation mark may be.
const NEAR: usize = 64;

/// Top-level domains that are also common extensions of file names.
const EXTENSIONS: [&str; 16] = [
    "cab", "cc", "la", "md", "mk", "ml", "mov", "pl", "pm", "ps", "py", "rs", "sh", "so", "tf",
    "zip",
];

/// Whether the character `c` at `at`, outside ASCII, ends a link that has been read up to it.
/// `open` is the innermost open bracket.
pub(crate) fn ends_link(text: Text<'_>, at: usize, c: char, open: Option<char>) -> bool {
    let class = prose_class(c);
    // What stands inside brackets belongs to them.
    if open.is_some_and(|open| !open.is_ascii()) && class != ProseClass::Bracket {
        return false;
    }
    let before = text.char_before(at).unwrap_or(' ');
    let after = text.char_at(at + c.len_utf8());
    let is_unspaced = |c: Option<char>| c.is_some_and(|c| prose_class(c) == ProseClass::Unspaced);
    match class {
        // Unless the URL goes on behind it as only URLs do.
        ProseClass::SentenceEnd | ProseClass::Comma => {
            before.is_ascii() || !after.is_some_and(|c| "_-/.%".contains(c))
        }
        ProseClass::Pause => before.is_ascii() || starts_url(text, at + c.len_utf8()),
        ProseClass::Quote => {
            is_unspaced(after)
                && match opening(c) {
                    Some(open) => closes_nothing(text, at, open),
                    None => before.is_ascii_alphanumeric(),
                }
        }
        ProseClass::Bracket => before.is_ascii_alphanumeric() || !is_closed(text, at, c),
        _ if is_wide_mark(c) => before.is_ascii(),
        _ if is_dash(c) => before.is_ascii() && !after.is_some_and(|c| c.is_ascii_alphanumeric()),
        _ => c == '\u{30FB}' && starts_url(text, at + c.len_utf8()),
    }
}

/// Full-width forms of quotation marks and of marks that separate or surround.
fn is_wide_mark(c: char) -> bool {
    matches!(
        c,
        '\u{FF02}'
            | '\u{FF07}'
            | '\u{FF0A}'
            | '\u{FF0F}'
            | '\u{FF1C}'
            | '\u{FF1E}'
            | '\u{FF5C}'
            | '\u{301D}'..='\u{301F}'
    )
}

/// Ellipses and dashes that trail off behind a URL.
fn is_dash(c: char) -> bool {
    matches!(c, '\u{2026}' | '\u{2014}' | '\u{FF5E}' | '\u{301C}')
}

/// Whether a URL starts at `at` in a way that cannot be overlooked.
fn starts_url(text: Text<'_>, at: usize) -> bool {
    ["https://", "http://", "www."].iter().any(|start| {
        let found = text.0.as_bytes().get(at..at + start.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(start.as_bytes()))
    })
}

/// The markup directly before a link that the same markup ends: a table, code, or emphasis.
pub(crate) fn wrapper(text: Text<'_>, start: usize) -> &'static str {
    // Most links have none.
    if !matches!(
        text.byte(start.wrapping_sub(1)),
        Some(b'|' | b'`' | b'*' | b'~')
    ) {
        return "";
    }
    let before = text.slice(0, start);
    ["|", "`", "**", "~~"]
        .into_iter()
        .find(|mark| before.ends_with(mark))
        .unwrap_or_default()
}

/// The characters of markup.
fn is_mark(c: char) -> bool {
    "*_`|~".contains(c)
}

/// The start of a local part without markup before it that also stands behind the address, and
/// without what is in another cell of a table.
pub(crate) fn unmarked(text: Text<'_>, local: &Range<usize>, end: usize) -> usize {
    let typed = text.slice(local.start, local.end);
    let cell = typed.rfind(['|', '`']).map_or(0, |at| at + 1);
    let rest = typed.get(cell..).unwrap_or_default();
    let behind = text.char_at(end);
    let plain = rest.trim_start_matches(|c| (is_mark(c) || c == '\'') && behind == Some(c));
    match plain.is_empty() {
        true => local.start,
        false => local.end - plain.len(),
    }
}

/// The opening quotation mark of a closing one.
fn opening(close: char) -> Option<char> {
    match close {
        '\u{201D}' => Some('\u{201C}'),
        '\u{2019}' => Some('\u{2018}'),
        _ => None,
    }
}

/// Whether a closing quotation mark at `at` has no opening one near before it, in the same piece of
/// the URL.
fn closes_nothing(text: Text<'_>, at: usize, open: char) -> bool {
    let before = text.slice(0, at).chars().rev().take(NEAR);
    !before.take_while(|&c| !ends_piece(c)).any(|c| c == open)
}

/// Whether a character ends a piece of a URL in which quotation marks and brackets match.
fn ends_piece(c: char) -> bool {
    link_term(c) == LinkTerm::Hard || matches!(c, '/' | '?' | '#' | '&' | '=')
}

/// Whether an opening bracket is closed near behind it, in the same piece of the URL.
fn is_closed(text: Text<'_>, at: usize, open: char) -> bool {
    let mut depth = 0_usize;
    for c in text.slice(at, text.0.len()).chars().take(NEAR) {
        if c == open {
            depth += 1;
        } else if link_bracket(c) == Some(open) {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return true;
            }
        } else if ends_piece(c) {
            return false;
        }
    }
    false
}

/// The start of a name behind text that is glued to it, or that an ideographic full stop ends.
pub(crate) fn glued_start(text: Text<'_>, name: &Range<usize>) -> Option<usize> {
    let mut start = name.start;
    let typed = text.slice(name.start, name.end);
    for (at, stop) in typed.char_indices() {
        let behind = name.start + at + stop.len_utf8();
        let starts_ascii = text
            .char_at(behind)
            .is_some_and(|c| c.is_ascii_alphanumeric());
        let ends_unspaced = text
            .char_before(name.start + at)
            .is_some_and(|c| prose_class(c) == ProseClass::Unspaced);
        if host_class(stop) == HostClass::Stop && starts_ascii && ends_unspaced {
            start = behind;
        }
    }
    let first = labels(text, &(start..name.end)).next()?;
    if let Some(ascii) = ascii_rest(text.slice(first.start, first.end)) {
        start = first.start + ascii;
    }
    let has_two = labels(text, &(start..name.end)).nth(1).is_some();
    (start > name.start && has_two).then_some(start)
}

/// Where the ASCII rest of a text starts that begins with letters of a script without spaces.
pub(crate) fn ascii_rest(text: &str) -> Option<usize> {
    let is_glued = |c| prose_class(c) == ProseClass::Unspaced || matches!(c, '\u{30FB}' | '\u{B7}');
    let rest = text.trim_start_matches(is_glued);
    let is_rest = rest.len() < text.len()
        && rest.is_ascii()
        && rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    is_rest.then_some(text.len() - rest.len())
}

/// The end of a link without an empty part, markup or invisible characters at its end, and why.
pub(crate) fn trimmed(
    text: Text<'_>,
    start: usize,
    host_end: usize,
    extent: &Extent,
) -> (usize, Option<Cause>) {
    let mut end = extent.end;
    let mut cause = None;
    while end > host_end {
        let link = text.slice(start, end);
        let shorter = link.trim_end_matches(|c| {
            matches!(prose_class(c), ProseClass::Unseen | ProseClass::BidiControl)
        });
        let empty = [extent.query, extent.fragment]
            .into_iter()
            .filter_map(Place::get)
            .any(|part| part + 1 == end);
        let (kind, new_end) = if shorter.len() < link.len() {
            (ReasonKind::TrailingInvisible, start + shorter.len())
        } else if empty {
            (ReasonKind::EmptyPart, end - 1)
        } else if let Some(length) = markup(text, start, link) {
            (ReasonKind::TrailingMarkup, end - length)
        } else {
            break;
        };
        // What was only inside because something followed is outside now.
        let kept = text.slice(start, new_end);
        let soft = kept.trim_end_matches(|c| link_term(c) == LinkTerm::Soft && c != '?');
        end = (start + soft.len()).max(host_end);
        cause.get_or_insert(Cause::new(kind, end..extent.end));
    }
    (end, cause)
}

/// The length of markup at the end of a link that is not its own.
fn markup(text: Text<'_>, start: usize, link: &str) -> Option<usize> {
    let mark = link.chars().next_back().filter(|&c| is_mark(c))?;
    let inside = link.trim_end_matches(mark);
    let length = link.len() - inside.len();
    let before = text.slice(0, start).chars().rev();
    let is_wrapped = before
        .take(NEAR)
        .take_while(|&c| is_mark(c))
        .any(|c| c == mark);
    let stray = match mark {
        '|' => true,
        '`' => !inside.contains('`'),
        '*' | '~' => length >= 2 && !inside.contains(mark),
        _ => false,
    };
    (is_wrapped || stray).then_some(length)
}

/// Why a name without a scheme is rather something else. `is_alone` means that neither port nor
/// path, query or fragment follow.
pub(crate) fn not_a_name(
    text: Text<'_>,
    name: &Range<usize>,
    is_alone: bool,
) -> Option<ReasonKind> {
    if matches!(text.char_before(name.start), Some('/' | '\\')) {
        return Some(ReasonKind::PathName);
    }
    if !is_alone {
        return None;
    }
    let mut parts = labels(text, name).map(|label| text.slice(label.start, label.end));
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next());
    let tld = parts.last().or(third).unwrap_or(second);
    if first.eq_ignore_ascii_case("www") && third.is_some() {
        return None;
    }
    // `here.It is`, `M.Sc.`: a top-level domain that starts like a sentence or a title.
    let is_title = |word: &str| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_uppercase) && chars.all(char::is_lowercase)
    };
    let is_initial = first.len() == 1 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_title(tld) && (tld.len() == 2 || !is_title(first)) {
        return Some(ReasonKind::SentenceEnd);
    }
    if is_initial && tld.len() == 2 && tld.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Some(ReasonKind::SentenceEnd);
    }
    let mut extensions = EXTENSIONS.iter();
    let is_file = third.is_none()
        && second.len() <= 3
        && extensions.any(|extension| second.eq_ignore_ascii_case(extension));
    is_file.then_some(ReasonKind::FileName)
}
