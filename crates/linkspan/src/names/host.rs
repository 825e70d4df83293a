//! Host names in running text: labels, separators, top-level domain and port.
//!
//! UTS #58 leaves the start of a link to the implementation (section 3.2). The rules here are those
//! of section 1.4 and of UTS #46: a host is a maximal run of host characters and label separators,
//! judged as a whole. A part of a longer name is never taken for a host.

use core::ops::Range;

use crate::names::punycode;
use crate::names::tld::{self, TldSource};
use crate::observe::Observer;
use crate::tables::{HostClass, ProseClass, host_class, prose_class};
use crate::text::Text;

/// What speaks for a run of characters being a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evidence {
    /// Only its own shape: the top-level domain must be known.
    Shape,
    /// A scheme stands before it: a syntactically valid top-level domain is enough.
    Scheme,
}

/// A host name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// Where its labels are, without a root dot.
    pub(crate) range: Range<usize>,
    /// Whether it is a name because a list knows its top-level domain.
    pub(crate) by_list: bool,
    /// Whether it is known to be ASCII without A-labels.
    pub(crate) is_plain: bool,
}

impl Name {
    /// An address, which no list has to know.
    pub(crate) fn address(range: Range<usize>) -> Self {
        Self {
            range,
            by_list: false,
            is_plain: false,
        }
    }
}

/// The run of host characters and separators that starts at `start`; empty if none does.
///
/// With `glue`, the run ends before text of a script without spaces that stands directly behind a
/// top-level domain in ASCII which `glue` knows. That is found while reading, so that many names
/// in one run are each read once.
pub(crate) fn run_from<O: Observer>(
    text: Text<'_>,
    start: usize,
    glue: Option<&TldSource>,
    observer: &mut O,
) -> Range<usize> {
    let mut end = start;
    let mut steps = 1;
    // Where the label starts, if it is not the first one and has only ASCII letters so far.
    let mut ascii_label = None;
    while let Some(c) = text.char_at(end) {
        if !in_run(c) {
            break;
        }
        if glue.is_some() && is_bullet(text, end, c) {
            break;
        }
        if let (Some(tlds), Some(label)) = (glue, ascii_label)
            && prose_class(c) == ProseClass::Unspaced
            && tlds.knows(text.slice(label, end))
        {
            break;
        }
        end += c.len_utf8();
        steps += 1;
        if host_class(c).is_separator() {
            ascii_label = Some(end);
        } else if !c.is_ascii_alphabetic() {
            ascii_label = None;
        }
    }
    observer.work(steps);
    start..end
}

/// The start of the run of host characters and separators around `at`, not before `floor`.
pub(crate) fn run_start<O: Observer>(
    text: Text<'_>,
    floor: usize,
    at: usize,
    glue: Option<&TldSource>,
    observer: &mut O,
) -> usize {
    let mut start = at;
    let mut steps = 1;
    while let Some(c) = text.char_before(start) {
        if start <= floor || !in_run(c) {
            break;
        }
        if glue.is_some() && is_bullet(text, start - c.len_utf8(), c) {
            break;
        }
        start -= c.len_utf8();
        steps += 1;
    }
    observer.work(steps);
    start
}

/// Whether a middle dot at `at` is a bullet, not a part of a name: the katakana one stands between
/// letters of scripts without spaces, the Latin one between two l (RFC 5892, appendix A.3 and A.7).
pub(crate) fn is_bullet(text: Text<'_>, at: usize, c: char) -> bool {
    let (before, after) = (text.char_before(at), text.char_at(at + c.len_utf8()));
    let both = |is: fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
    match c {
        '\u{30FB}' => !both(|c| prose_class(c) == ProseClass::Unspaced),
        '\u{B7}' => !both(|c| c.eq_ignore_ascii_case(&'l')),
        _ => false,
    }
}

/// The last ideographic full stop in a run.
pub(crate) fn last_stop(text: Text<'_>, run: &Range<usize>) -> Option<usize> {
    last(text, run.clone(), |class| class == HostClass::Stop).map(|(at, _)| at)
}

/// Whether a name that starts at `start` would be the tail of a longer one.
pub(crate) fn is_tail(text: Text<'_>, start: usize) -> bool {
    text.char_before(start).is_some_and(in_run)
}

fn in_run(c: char) -> bool {
    let class = host_class(c);
    class.is_label() || class.is_separator()
}

/// Whether something in front of `start` makes a run there the tail of a longer name: host
/// characters joined to it by characters that UTS #46 removes, such as a soft hyphen.
pub(crate) fn is_joined<O: Observer>(text: Text<'_>, start: usize, observer: &mut O) -> bool {
    let mut at = start;
    let mut steps = 1;
    while let Some(c) = text.char_before(at) {
        if host_class(c) != HostClass::Joiner {
            break;
        }
        at -= c.len_utf8();
        steps += 1;
    }
    observer.work(steps);
    at < start && text.char_before(at).is_some_and(in_run)
}

/// `end` moved before separators and underscores: dots after the last label belong to the sentence,
/// and an underscore never ends a label.
pub(crate) fn trim_end(text: Text<'_>, start: usize, end: usize) -> usize {
    let name = text.slice(start, end).trim_end_matches(|c| {
        let class = host_class(c);
        class.is_separator() || class == HostClass::Underscore
    });
    start + name.len()
}

/// The host name at the start of `run`, without a root dot: at least two valid labels and a
/// top-level domain for which there is enough evidence.
///
/// The name is the whole run, less what follows an ideographic full stop: the label behind one
/// belongs to the name only if the name then ends in a known top-level domain; otherwise the stop
/// ends a sentence.
pub(crate) fn name<O: Observer>(
    text: Text<'_>,
    run: Range<usize>,
    evidence: Evidence,
    tlds: &TldSource,
    observer: &mut O,
) -> Option<Name> {
    let start = run.start;
    let mut end = trim_end(text, start, run.end);
    let mut sound = None;
    loop {
        observer.work(1);
        let (_, label) = last(text, start..end, HostClass::is_separator)?;
        let stop = last(text, start..end, |class| class == HostClass::Stop);
        // Every cut is shorter by at least the label before it, so this loop reads each character
        // a bounded number of times.
        observer.work(end - stop.map_or(start, |(at, _)| at));
        let tld = text.slice(label, end);
        let by_list = evidence == Evidence::Shape || stop.is_some();
        let enough = match by_list {
            true => tlds.knows(tld),
            false => tld::is_syntactic(tld),
        };
        // Most words with a dot in them end here.
        if enough || observer.wants_reasons() {
            // This is the longest name; all others start with the same labels.
            let sound = *sound.get_or_insert_with(|| sound_until(text, start..end, observer));
            // A label that was only wrong for the underscore behind it is right without.
            if end <= sound || label == sound && is_label(tld) {
                if enough {
                    let range = start..end;
                    let is_plain = false;
                    return Some(Name {
                        range,
                        by_list,
                        is_plain,
                    });
                }
                observer.unknown_tld(tld);
            }
        }
        end = trim_end(text, start, stop?.0);
    }
}

/// The last character of a class in `range`: where it starts and where it ends.
fn last(
    text: Text<'_>,
    range: Range<usize>,
    is: impl Fn(HostClass) -> bool,
) -> Option<(usize, usize)> {
    let name = text.slice(range.start, range.end);
    let (at, c) = name.char_indices().rfind(|&(_, c)| is(host_class(c)))?;
    Some((range.start + at, range.start + at + c.len_utf8()))
}

/// The start of the first invalid label in `name`; beyond its end if all are valid.
fn sound_until<O: Observer>(text: Text<'_>, name: Range<usize>, observer: &mut O) -> usize {
    let mut label = name.start;
    let characters = text.slice(name.start, name.end);
    observer.work(characters.len());
    for (at, c) in characters.char_indices() {
        if host_class(c).is_separator() {
            let at = name.start + at;
            if !is_label(text.slice(label, at)) {
                return label;
            }
            label = at + c.len_utf8();
        }
    }
    if is_label(text.slice(label, name.end)) {
        usize::MAX
    } else {
        label
    }
}

/// Whether a run of host characters is a label: not empty, no hyphen or underscore at its edges,
/// no combining mark at its start (UTS #46 section 4.1), and decodable if it is an A-label.
fn is_label(label: &str) -> bool {
    let (Some(first), Some(last)) = (label.chars().next(), label.chars().next_back()) else {
        return false;
    };
    let ends_well = |c| !matches!(host_class(c), HostClass::Hyphen | HostClass::Underscore);
    ends_well(first)
        && ends_well(last)
        && !host_class(first).is_mark()
        && punycode::a_label(label).is_none_or(is_encoded_label)
}

/// Whether the text behind `xn--` stands for a label that UTS #46 accepts.
fn is_encoded_label(encoded: &str) -> bool {
    punycode::decode(encoded).is_some_and(|decoded| {
        let chars = decoded.chars();
        let edge = |c: Option<&char>| c.is_some_and(|&c| host_class(c) != HostClass::Hyphen);
        edge(chars.first())
            && edge(chars.last())
            && chars.first().is_some_and(|&c| !host_class(c).is_mark())
            && chars.iter().all(|&c| host_class(c).is_decoded())
            && !chars.iter().all(char::is_ascii)
    })
}

/// Whether `c` separates labels.
pub(crate) fn is_label_separator(c: char) -> bool {
    host_class(c).is_separator()
}

/// The labels of a name, from left to right.
pub(crate) fn labels<'t>(
    text: Text<'t>,
    name: &Range<usize>,
) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let end = name.end;
    let mut next = Some(name.start);
    core::iter::from_fn(move || {
        let start = next?;
        let rest = text.slice(start, end);
        let separator = rest
            .char_indices()
            .find(|&(_, c)| c == '.' || !c.is_ascii() && host_class(c).is_separator());
        let label_end = separator.map_or(end, |(at, _)| start + at);
        next = separator.map(|(at, c)| start + at + c.len_utf8());
        Some(start..label_end)
    })
}

/// What follows the labels of a host: root dot and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authority {
    /// The end of the host, with its root dot if that belongs to the link.
    pub(crate) host_end: usize,
    /// The digits of the port.
    pub(crate) port: Option<Range<usize>>,
    /// The end of host and port.
    pub(crate) end: usize,
    /// The number of the port, if it is one.
    pub(crate) port_number: Option<u16>,
}

impl Authority {
    /// Reads root dot and port behind the name that ends at `name_end`.
    pub(crate) fn after<O: Observer>(text: Text<'_>, name_end: usize, observer: &mut O) -> Self {
        // Most hosts are followed by neither a dot nor a port.
        if !matches!(text.byte(name_end), Some(b'.' | b':' | 0x80..)) {
            observer.work(1);
            return Self {
                host_end: name_end,
                end: name_end,
                port_number: None,
                port: None,
            };
        }
        // An address in brackets has no root.
        let is_name = text.char_before(name_end) != Some(']');
        let rooted = text
            .char_at(name_end)
            .filter(|&c| is_name && host_class(c) == HostClass::Dot)
            .map(|c| name_end + c.len_utf8())
            .filter(|&end| {
                matches!(text.byte(end), Some(b'/' | b'?' | b'#')) || port_at(text, end).is_some()
            });
        let host_end = rooted.unwrap_or(name_end);
        let port = port_at(text, host_end);
        let end = port.as_ref().map_or(host_end, |digits| digits.end);
        observer.work(end - name_end + 1);
        let number = |digits: &Range<usize>| text.slice(digits.start, digits.end).parse().ok();
        Self {
            host_end,
            end,
            port_number: port.as_ref().and_then(number),
            port,
        }
    }

    /// Whether the port, if there is one, is at most 65535.
    pub(crate) fn is_valid(&self) -> bool {
        self.port.is_none() || self.port_number.is_some()
    }
}

/// The digits behind a `:` at `at`; a `:` without digits is text.
fn port_at(text: Text<'_>, at: usize) -> Option<Range<usize>> {
    let start = at + 1;
    let mut end = start;
    if text.byte(at) != Some(b':') {
        return None;
    }
    while text.byte(end).is_some_and(|byte| byte.is_ascii_digit()) {
        end += 1;
    }
    (end > start).then_some(start..end)
}
