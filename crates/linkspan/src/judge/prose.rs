//! What people expect of links in prose: the rules of [`Rules::PROSE`].
//!
//! Each rule is a class of characters or shapes, with the cases that justify it. `tests/cases/recommended.txt`
//! has cases on both sides of each. The scan asks [`Sentence`] while it reads a link, [`narrow`] when the
//! link is read, and [`not_a_name`] about names without a scheme; a new rule goes into one of them.

use core::ops::Range;

use crate::link::Link;
use crate::names::label::labels;
use crate::profile::Rule;
use crate::profile::rule::Rules;
use crate::reason::{Cause, ReasonKind};
use crate::tables::{HostClass, ProseClass, host_class, prose_class};
use crate::text::{Place, Text};
use crate::uts58::props::{LinkTerm, link_bracket, link_term};
use crate::uts58::runs::is_hard;
use crate::uts58::termination::{Extent, Stop};

use super::glue::is_unspaced;

/// How far a closing bracket or an opening quotation mark may be.
const NEAR: usize = 64;

/// Top-level domains that are also common extensions of file names.
const EXTENSIONS: [&str; 16] = [
    "cab", "cc", "la", "md", "mk", "ml", "mov", "pl", "pm", "ps", "py", "rs", "sh", "so", "tf",
    "zip",
];

/// What ends a link while it is read: the sentence around it, and markup directly before it.
pub(crate) struct Sentence {
    rules: Rules,
    /// The markup that the same markup ends; empty if there is none.
    wrapper: &'static str,
}

impl Sentence {
    /// The sentence around a link that starts at `start`.
    pub(crate) fn around(text: Text<'_>, rules: Rules, start: usize) -> Self {
        let wrapper = if rules.has(Rule::TrailingMarkup) {
            wrapper(text, start)
        } else {
            ""
        };
        Self { rules, wrapper }
    }

    /// The sentence around a link in which markup means nothing.
    pub(crate) fn without_markup(rules: Rules) -> Self {
        let wrapper = "";
        Self { rules, wrapper }
    }
}

impl Stop for Sentence {
    fn byte(&self) -> u8 {
        // No text has the byte 0xFF.
        self.wrapper.bytes().next().unwrap_or(0xFF)
    }

    fn ends(&self, text: Text<'_>, at: usize, c: char, open: Option<char>) -> Option<ReasonKind> {
        if c.is_ascii() {
            // `**https://example.com/x**`: the markup that opened before the link closes after it.
            return text
                .has(at, self.wrapper)
                .then_some(ReasonKind::TrailingMarkup);
        }
        let ends = self.rules.has(Rule::SentencePunctuation) && ends_link(text, at, c, open);
        ends.then_some(ReasonKind::SentencePunctuation)
    }
}

/// Whether the character `c` at `at`, outside ASCII, ends a link that has been read up to it.
/// `open` is the innermost open bracket.
fn ends_link(text: Text<'_>, at: usize, c: char, open: Option<char>) -> bool {
    let class = prose_class(c);
    // What is inside full-width brackets belongs to them: `/wiki/《你好，世界》`.
    if open.is_some_and(|open| !open.is_ascii()) && class != ProseClass::Bracket {
        return false;
    }
    let before = text.char_before(at).unwrap_or(' ');
    let after = text.char_at(at + c.len_utf8());
    match class {
        // `⸠https://example.com/foo⸡。次の文`, unless the URL goes on as only URLs do:
        // `⸠https://my.wikipedia.org/wiki/ခို၊_ချိုးနှင့်⸡`.
        ProseClass::SentenceEnd | ProseClass::Comma => {
            before.is_ascii() || !after.is_some_and(|c| "_-/.%".contains(c))
        }
        // `⸠https://a.com/x⸡、⸠https://b.com/y⸡`, but between letters of the same kind it belongs to
        // the URL: `/wiki/联合国教育、科学及文化组织`.
        ProseClass::Pause => before.is_ascii() || starts_url(text, at + c.len_utf8()),
        // `“⸠https://example.com/foo⸡”他说`, but `/wiki/“阿波罗”号` opens the quotation itself.
        ProseClass::Quote => {
            after.is_some_and(is_unspaced)
                && match opening(c) {
                    Some(open) => closes_nothing(text, at, open),
                    None => before.is_ascii_alphanumeric(),
                }
        }
        // `⸠https://example.com/foo⸡（说明）`, but `/wiki/聖保羅（巴西）` closes it soon and does not
        // follow ASCII.
        ProseClass::Bracket => before.is_ascii_alphanumeric() || !is_closed(text, at, c),
        // `⸠https://example.com/foo⸡＊`: full-width marks after ASCII are typed with an input method.
        _ if is_wide_mark(c) => before.is_ascii(),
        // `⸠https://example.com/foo⸡…`, but `/a—b` goes on.
        _ if is_dash(c) => before.is_ascii() && !after.is_some_and(|c| c.is_ascii_alphanumeric()),
        // `⸠https://a.com/ア⸡・https://b.com`: a bullet between two URLs; elsewhere it is in names.
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

/// Ellipses and dashes that trail off after a URL.
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
fn wrapper(text: Text<'_>, start: usize) -> &'static str {
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

/// The start of a local part without markup before it that is also after the address, and
/// without what is in another cell of a table.
pub(super) fn unmarked(text: Text<'_>, local: &Range<usize>, end: usize) -> usize {
    let typed = text.slice(local.start, local.end);
    let cell = typed.rfind(['|', '`']).map_or(0, |at| at + 1);
    let rest = typed.get(cell..).unwrap_or_default();
    let after = text.char_at(end);
    let plain = rest.trim_start_matches(|c| (is_mark(c) || c == '\'') && after == Some(c));
    if plain.is_empty() {
        local.start
    } else {
        local.end - plain.len()
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
    is_hard(c) || matches!(c, '/' | '?' | '#' | '&' | '=')
}

/// Whether an opening bracket is closed soon after it, in the same piece of the URL.
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

/// Takes off a URL what people would not take for a part of it, and notes why the sentence or markup
/// ended it while it was read (`cut`). Gives the reason for which the end was moved, if it was.
pub(super) fn narrow(link: &mut Link<'_>, rules: Rules, cut: Option<Cause>) -> Option<ReasonKind> {
    let text = link.whole_text();
    let parts = link.parts();
    let (range, host_end) = (parts.range(), parts.host().end);
    let kept = range.start..parts.authority_end();
    let (end, trimmed) = trim(text, rules, &kept, parts.extent());
    if end < range.end {
        link.parts_mut().end_at(end);
    }
    // Without anything after it, a root dot belongs to the sentence: `example.com./?`.
    let dot = text
        .char_before(end)
        .filter(|&c| host_class(c) == HostClass::Dot);
    if let Some(dot) = dot.filter(|_| host_end == end && trimmed.is_some()) {
        link.parts_mut().end_at(end - dot.len_utf8());
    }
    let kind = trimmed.as_ref().map(|cause| cause.kind);
    link.note(trimmed.or(cut.filter(|cut| changes_the_end(text, &cut.about))));
    kind
}

/// Whether the standard would not have ended the link before the character at `cut` as well: Soft
/// characters before a Hard one are outside anyway.
fn changes_the_end(text: Text<'_>, cut: &Range<usize>) -> bool {
    let rest = text.slice(cut.start, text.0.len()).chars().take(NEAR);
    let mut other = rest.skip_while(|&c| link_term(c) == LinkTerm::Soft);
    !other.next().is_none_or(is_hard)
}

/// The end of a link without an empty part, markup or invisible characters at its end, and why. `kept` is
/// what stays in any case.
fn trim(
    text: Text<'_>,
    rules: Rules,
    kept: &Range<usize>,
    extent: &Extent,
) -> (usize, Option<Cause>) {
    let (start, host_end) = (kept.start, kept.end);
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
        let (kind, new_end) = if shorter.len() < link.len() && rules.has(Rule::TrailingInvisible) {
            (ReasonKind::TrailingInvisible, start + shorter.len())
        } else if empty && rules.has(Rule::EmptyPart) {
            (ReasonKind::EmptyPart, end - 1)
        } else if rules.has(Rule::TrailingMarkup)
            && let Some(length) = markup(text, start, link)
        {
            (ReasonKind::TrailingMarkup, end - length)
        } else {
            break;
        };
        // What was only inside because something followed is outside now.
        end = without_soft(text, new_end, extent).max(host_end);
        cause.get_or_insert(Cause::new(kind, end..extent.end));
    }
    (end, cause)
}

/// The end of a link that was read up to `end`, without Soft characters before it. A `?` may start the
/// query, and `:~:` in a fragment starts a directive: they stay.
fn without_soft(text: Text<'_>, end: usize, extent: &Extent) -> usize {
    let mut end = end;
    while let Some(c) = text.char_before(end) {
        let starts_directive = text.ends_with(0, end, ":~:");
        let fragment = extent.fragment.get();
        let is_directive = fragment.is_some_and(|at| starts_directive.is_some_and(|d| at < d));
        if link_term(c) != LinkTerm::Soft || c == '?' || is_directive {
            break;
        }
        end -= c.len_utf8();
    }
    end
}

/// The length of markup at the end of a link that is not its own: `**see ⸠https://a.com/x⸡**`, but
/// `⸠https://a.com/__init__⸡`.
fn markup(text: Text<'_>, start: usize, link: &str) -> Option<usize> {
    let mark = link.chars().next_back().filter(|&c| is_mark(c))?;
    let inside = link.trim_end_matches(mark);
    let length = link.len() - inside.len();
    let before = text.slice(0, start).chars().rev();
    let is_wrapped = before
        .take(NEAR)
        .take_while(|&c| is_mark(c))
        .any(|c| c == mark);
    // Asked last: it reads the whole link, but for each kind of mark only once with this answer.
    let is_stray = || match mark {
        '|' => true,
        '`' => !inside.contains('`'),
        '*' | '~' => length >= 2 && !inside.contains(mark),
        _ => false,
    };
    (is_wrapped || is_stray()).then_some(length)
}

/// Why a name without a scheme is rather something else. `is_alone` means that neither port nor
/// path, query or fragment follow.
pub(super) fn not_a_name(
    text: Text<'_>,
    rules: Rules,
    name: &Range<usize>,
    is_alone: bool,
) -> Option<ReasonKind> {
    // `src/example.com`, `C:\\example.com`.
    let is_path = matches!(text.char_before(name.start), Some('/' | '\\'));
    if is_path && rules.has(Rule::PathName) {
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
    let is_capital = tld.len() == 2 && tld.bytes().all(|byte| byte.is_ascii_uppercase());
    let starts_sentence = is_title(tld) && (tld.len() == 2 || !is_title(first));
    if (starts_sentence || is_initial && is_capital) && rules.has(Rule::SentenceEnd) {
        return Some(ReasonKind::SentenceEnd);
    }
    let mut extensions = EXTENSIONS.iter();
    let is_file = third.is_none()
        && second.len() <= 3
        && extensions.any(|extension| second.eq_ignore_ascii_case(extension));
    (is_file && rules.has(Rule::FileName)).then_some(ReasonKind::FileName)
}
