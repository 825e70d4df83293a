//! Trims the end of a link that has been read: empty parts, markup, invisible characters.

use core::ops::Range;

use super::sentence::{NEAR, Sentence};
use crate::link::Link;
use crate::profile::Rule;
use crate::profile::rule::Rules;
use crate::reason::{Cause, ReasonKind};
use crate::tables::{HostClass, host_class, is_unseen};
use crate::text::{CompactOffset, Text};
use crate::uts58::props::{LinkTerm, link_term};
use crate::uts58::runs::is_hard;
use crate::uts58::termination::{self, Extent, Literal};

/// Trims characters that people would not take as part of a URL, and records why the sentence or
/// markup ended it while it was read (`cut`). Returns why the end was moved, if it was.
pub(super) fn narrow(link: &mut Link<'_>, rules: Rules, cut: Option<Cause>) -> Option<ReasonKind> {
    let text = link.whole_text();
    // Most links end with a letter, a digit or a slash, and are not trimmed.
    let last = text.byte(link.end().wrapping_sub(1));
    let ends_well = last.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'/');
    if cut.is_none() && ends_well {
        return None;
    }
    let parts = link.parts();
    let (range, host_end) = (parts.range(), parts.host().end);
    let kept = range.start..parts.authority_end();
    let (end, trimmed) = narrow_end(text, rules, &kept, parts.extent(), cut.as_ref());
    if end < range.end {
        link.parts_mut().end_at(end);
    }
    if let Some(dot) = root_dot(text, end).filter(|_| host_end == end && trimmed.is_some()) {
        link.parts_mut().end_at(end - dot);
    }
    let is_open = |cut: &&Cause| cut.kind == ReasonKind::OpenBracket;
    let moved = trimmed.as_ref().or(cut.as_ref().filter(is_open));
    let kind = moved.map(|cause| cause.kind);
    link.note(trimmed.or(cut.filter(|cut| changes_the_end(text, &cut.about))));
    kind
}

/// The end of a URL that starts at `start` and whose authority ends at `from`, by rules for prose.
pub(crate) fn end_by_rules(text: Text<'_>, rules: Rules, start: usize, from: usize) -> usize {
    let has_tail = matches!(text.byte(from), Some(b'/' | b'?' | b'#'));
    let Some(sentence) = Sentence::around(text, rules, start).filter(|_| has_tail) else {
        return termination::scan(text, from, &Literal, &mut (), &mut ())
            .extent
            .end;
    };
    let reading = termination::scan(text, from, &sentence, &mut (), &mut ());
    let (kept, cut) = (start..from, reading.cut.as_ref());
    let (end, trimmed) = narrow_end(text, rules, &kept, &reading.extent, cut);
    let is_bare = end == from && trimmed.is_some();
    end - root_dot(text, end).filter(|_| is_bare).unwrap_or_default()
}

/// The length of the dot before `end`, which belongs to the sentence if nothing follows it:
/// `example.com./?`.
fn root_dot(text: Text<'_>, end: usize) -> Option<usize> {
    let before = text.char_before(end)?;
    (host_class(before) == HostClass::Dot).then(|| before.len_utf8())
}

/// The end of a link after [`trim`], and without half of an arrow.
fn narrow_end(
    text: Text<'_>,
    rules: Rules,
    kept: &Range<usize>,
    extent: &Extent,
    cut: Option<&Cause>,
) -> (usize, Option<Cause>) {
    let (end, trimmed) = trim(text, rules, kept, extent);
    // `https://example.com/x->https://example.com/y`: the whole arrow is between the links.
    if let Some(cut) = cut.filter(|cut| cut.kind == ReasonKind::Delimiter)
        && text.byte(cut.about.start) == Some(b'>')
        && text.byte(kept.start.wrapping_sub(1)) != Some(b'<')
        && end == cut.about.start
        && end > kept.end
        && matches!(text.byte(end - 1), Some(b'-' | b'='))
    {
        let end = without_soft(text, end - 1, extent).max(kept.end);
        let cause = Cause::new(ReasonKind::Delimiter, end..cut.about.start);
        return (end, Some(cause));
    }
    (end, trimmed)
}

/// Services that shorten links. The start of a short link is another short link.
#[rustfmt::skip]
const SHORTENERS: &[&str] = &[
    "amzn.to", "b23.tv", "bit.ly", "buff.ly", "dlvr.it", "dwz.cn", "fb.me", "goo.gl", "is.gd",
    "j.mp", "lnkd.in", "ow.ly", "ppt.cc", "reurl.cc", "t.cn", "t.co", "t.ly", "tinyurl.com", "url.cn",
    "wp.me", "youtu.be",
];

/// Whether a host is that of a service that shortens links.
pub(super) fn is_shortener(host: &str) -> bool {
    SHORTENERS
        .iter()
        .any(|service| service.eq_ignore_ascii_case(host))
}

/// Whether a URL was cut off: exactly one ellipsis directly after a letter or digit of its path or
/// query, and nothing after it. `/report.pdf…` is whole.
pub(super) fn is_truncated(link: &Link<'_>, cut: &Cause) -> bool {
    let text = link.whole_text();
    let at = cut.about.start;
    let extent = link.parts().extent();
    let has_part = extent.path.get().is_some() || extent.query.get().is_some();
    let has_extension = || {
        let segment = text.slice(link.start(), at).rsplit('/').next();
        let extension = segment.and_then(|segment| segment.rsplit_once('.'));
        extension.is_some_and(|(_, extension)| (2..=5).contains(&extension.len()))
    };
    has_part
        && extent.fragment.get().is_none()
        && is_cut_off(text, at)
        && !(extent.query.get().is_none() && has_extension())
}

/// Whether exactly one ellipsis is between a letter or digit and the end of the run:
/// `http://www.facebook.co…`.
#[inline]
pub(super) fn is_cut_off(text: Text<'_>, at: usize) -> bool {
    // The first byte of an ellipsis.
    text.byte(at) == Some(0xE2)
        && text.char_at(at) == Some('\u{2026}')
        && text
            .byte(at.wrapping_sub(1))
            .is_some_and(|byte| byte.is_ascii_alphanumeric())
        && text.char_at(at + 3).is_none_or(is_hard)
}

/// Whether the standard would not also have ended the link before the character at `cut`: Soft
/// characters before a Hard one are excluded anyway.
fn changes_the_end(text: Text<'_>, cut: &Range<usize>) -> bool {
    let rest = text.slice(cut.start, text.0.len()).chars().take(NEAR);
    let mut other = rest.skip_while(|&c| link_term(c) == LinkTerm::Soft);
    !other.next().is_none_or(is_hard)
}

/// The end of a link without a trailing empty part, markup or invisible characters, and why. `kept`
/// is never trimmed.
pub(crate) fn trim(
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
        let shorter = without_unseen(link);
        let empty = [extent.query, extent.fragment]
            .into_iter()
            .filter_map(CompactOffset::get)
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
        // Characters that were only included because something followed are now excluded.
        end = without_soft(text, new_end, extent).max(host_end);
        cause.get_or_insert(Cause::new(kind, end..extent.end));
    }
    (end, cause)
}

/// A link without invisible characters at its end. A variation selector after a character outside
/// ASCII, and the tags that make a black flag the flag of a region, are part of what is seen:
/// `⸠https://a.com/❤\u{FE0F}⸡`.
fn without_unseen(link: &str) -> &str {
    let shorter = link.trim_end_matches(is_unseen);
    let Some(base) = shorter.chars().next_back() else {
        return shorter;
    };
    let unseen = link.get(shorter.len()..).unwrap_or_default();
    let can_vary = !base.is_ascii() && link_term(base) == LinkTerm::Include;
    let length = match unseen.chars().next() {
        Some(c) if can_vary && is_selector(c) => c.len_utf8(),
        Some(_) if base == '\u{1F3F4}' => region(unseen),
        _ => 0,
    };
    link.get(..shorter.len() + length).unwrap_or(shorter)
}

/// The length of the tags at the start that spell a region of ISO 3166-2 without its hyphen, such
/// as `gbeng`, and end with U+E007F (UTS #51 ED-14a). Tags that spell anything else are not seen.
fn region(unseen: &str) -> usize {
    let is_tag = |c| matches!(c, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}');
    let tags = unseen.chars().take_while(|&c| is_tag(c)).count();
    let mut after = unseen.chars().skip(tags);
    match after.next() {
        // Each of these characters takes four bytes.
        Some('\u{E007F}') if (3..=5).contains(&tags) => (tags + 1) * 4,
        _ => 0,
    }
}

/// Whether a character has the property Variation_Selector.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// The end of a link that was read up to `end`, without Soft characters before it. A `?` that
/// starts the query and a `:~:` that starts a directive are kept.
fn without_soft(text: Text<'_>, end: usize, extent: &Extent) -> usize {
    let mut end = end;
    while let Some(c) = text.char_before(end) {
        let starts_directive = text.ends_with(0, end, ":~:");
        let fragment = extent.fragment.get();
        let is_directive = fragment.is_some_and(|at| starts_directive.is_some_and(|d| at < d));
        let starts_query = extent.query.get() == Some(end - c.len_utf8());
        if link_term(c) != LinkTerm::Soft || starts_query || is_directive {
            break;
        }
        end -= c.len_utf8();
    }
    end
}

/// The length of markup at the end of a link that does not belong to it:
/// `**see ⸠https://a.com/x⸡**`, but `⸠https://a.com/__init__⸡`.
fn markup(text: Text<'_>, start: usize, link: &str) -> Option<usize> {
    let mark = link.chars().next_back().filter(|&c| is_mark(c))?;
    let inside = link.trim_end_matches(mark);
    let length = link.len() - inside.len();
    let before = text.slice(0, start).chars().rev();
    let is_wrapped = before
        .take(NEAR)
        .take_while(|&c| is_mark(c))
        .any(|c| c == mark);
    // Checked last: it reads the whole link, but returns true at most once for each kind of mark.
    let is_stray = || match mark {
        '|' => true,
        '`' => !inside.contains('`'),
        '^' => true,
        '*' | '~' => length >= 2 && !inside.contains(mark),
        _ => false,
    };
    (is_wrapped || is_stray()).then_some(length)
}

/// The characters of markup.
fn is_mark(c: char) -> bool {
    "*_`|~^".contains(c)
}
