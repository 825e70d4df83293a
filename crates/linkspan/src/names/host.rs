//! Host names in running text: runs of host characters, and the names in them.
//!
//! UTS #58 leaves the start of a link to the implementation (section 3.2). The rules here follow
//! section 1.4 and UTS #46: a host is a maximal run of host characters and label separators, judged
//! as a whole. A part of a longer name is never a host.

use core::ops::Range;

use super::label::{is_label, sound_until};
use super::tld::{self, TldSource};
use crate::meter::Meter;
use crate::reason::ReasonKind;
use crate::tables::{HostClass, host_class};
use crate::text::Text;

/// The kind of a host.
///
/// ```
/// use linkspan::{HostKind, Parts};
///
/// let kind = |url| Parts::split(url).host_kind();
/// assert_eq!(kind("https://example.com/"), Some(HostKind::Name));
/// assert_eq!(kind("https://127.0.0.1/"), Some(HostKind::Ipv4));
/// assert_eq!(kind("https://[::1]/"), Some(HostKind::Ipv6));
/// assert_eq!(kind("/a/path"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostKind {
    /// A name, including `localhost`.
    #[default]
    Name,
    /// An IPv4 address.
    Ipv4,
    /// An IPv6 address, with or without brackets.
    Ipv6,
}

/// The evidence that a run of characters is a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evidence {
    /// Only its own shape: the top-level domain must be known.
    Shape,
    /// A scheme precedes it: a syntactically valid top-level domain is enough.
    Scheme,
}

/// A host in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// The range of its labels, without a root dot.
    pub(crate) range: Range<usize>,
    pub(crate) kind: HostKind,
    /// Whether it is a name because a list knows its top-level domain.
    pub(crate) by_list: bool,
    /// The positions of its dots, if it is known to be ASCII without A-labels.
    pub(crate) plain: Option<Dots>,
    /// Why it ends where it does.
    pub(crate) end: RunEnd,
    /// Whether it has symbols, which no name in text has unless an option says so.
    pub(crate) has_symbols: bool,
}

/// The positions of the first and last dot of a name, relative to its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dots {
    pub(crate) first: u8,
    pub(crate) last: u8,
}

impl Name {
    /// Whether the name is known to be ASCII without A-labels.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.plain.is_some()
    }

    /// A host that needs no list: an IP address, or `localhost`.
    pub(crate) fn unlisted(range: Range<usize>, kind: HostKind) -> Self {
        Self {
            range,
            kind,
            by_list: false,
            plain: None,
            end: RunEnd::Character,
            has_symbols: false,
        }
    }
}

/// A run of host characters and label separators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) range: Range<usize>,
    pub(crate) end: RunEnd,
    /// Whether it has labels and separators, as every name does.
    pub(crate) may_be_name: bool,
    /// The result of reading it, if it consists only of labels.
    pub(crate) seen: Option<Seen>,
}

/// A run that consists only of labels: no label is invalid or could be an A-label, and no separator
/// is an ideographic full stop. Most runs are like this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The range when it was read, which a rule may have changed since.
    range: Range<usize>,
    /// The start of the last label.
    last: usize,
}

impl Run {
    /// The start of the last label, if the run is known to consist only of labels.
    fn last_label(&self) -> Option<usize> {
        let seen = self.seen.as_ref().filter(|seen| seen.range == self.range)?;
        Some(seen.last)
    }
}

/// Why a run ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// The next character cannot be in a host, or the text ends.
    Character,
    /// A rule beyond the standard ended it.
    Cut(ReasonKind),
    /// The scheme of another URL follows, or an address.
    NextLink,
}

/// Rules beyond the standard that end a run of host characters early, such as those for text that
/// is glued to a name. They are consulted while the run is read, so that several names in one run
/// are each read once.
pub(crate) trait RunStop {
    /// Why a run that has been read up to `at` ends before the non-ASCII character `c` there, if it
    /// does. `label` is the start of the preceding label, if that is not the first one and contains
    /// only ASCII letters.
    fn ends(&self, text: Text<'_>, at: usize, c: char, label: Option<usize>) -> Option<ReasonKind>;

    /// Whether a run starts after the character `c` at `at` rather than before it.
    fn separates(&self, text: Text<'_>, at: usize, c: char) -> bool;
}

/// The standard alone.
impl RunStop for () {
    fn ends(&self, _: Text<'_>, _: usize, _: char, _: Option<usize>) -> Option<ReasonKind> {
        None
    }

    fn separates(&self, _: Text<'_>, _: usize, _: char) -> bool {
        false
    }
}

impl<R: RunStop> RunStop for Option<R> {
    fn ends(&self, text: Text<'_>, at: usize, c: char, label: Option<usize>) -> Option<ReasonKind> {
        self.as_ref()?.ends(text, at, c, label)
    }

    fn separates(&self, text: Text<'_>, at: usize, c: char) -> bool {
        self.as_ref()
            .is_some_and(|rules| rules.separates(text, at, c))
    }
}

/// The run of host characters and separators that starts at `start`; may be empty.
pub(crate) fn run_from<R: RunStop, M: Meter>(
    text: Text<'_>,
    start: usize,
    rules: &R,
    meter: &mut M,
) -> Run {
    let mut at = start;
    let mut steps = 1;
    // The start of the label, if it is not the first one and contains only ASCII letters so far.
    let mut ascii_label = None;
    let mut end = RunEnd::Character;
    let mut shape = Shape::new(start);
    while let Some(byte) = text.byte(at) {
        // ASCII never ends a run early.
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {
                at += 1;
                shape.letter();
            }
            b'0'..=b'9' => {
                at += 1;
                ascii_label = None;
                shape.letter();
            }
            b'-' | b'_' => {
                at += 1;
                ascii_label = None;
                shape.hyphen();
            }
            b'.' => {
                at += 1;
                ascii_label = Some(at);
                shape.separator(at);
            }
            0x80.. => {
                let Some(c) = text.char_at(at) else {
                    break;
                };
                let class = host_class(c);
                if !class.is_label() && !class.is_separator() {
                    break;
                }
                if let Some(kind) = rules.ends(text, at, c, ascii_label) {
                    end = RunEnd::Cut(kind);
                    break;
                }
                at += c.len_utf8();
                ascii_label = class.is_separator().then_some(at);
                shape.character(class, at);
            }
            _ => break,
        }
        steps += 1;
    }
    meter.work(steps);
    Run {
        range: start..at,
        end,
        may_be_name: shape.has_separator && shape.has_letter,
        seen: shape.seen(start..at),
    }
}

/// The properties of a run while it is read.
struct Shape {
    /// The start of the current label.
    label: usize,
    /// The kind of the last character.
    last: Last,
    /// Whether the run satisfies the conditions of [`Seen`] so far.
    is_sound: bool,
    has_separator: bool,
    has_letter: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Separator,
    Letter,
    Hyphen,
}

impl Shape {
    #[inline]
    fn new(start: usize) -> Self {
        Self {
            label: start,
            last: Last::Separator,
            is_sound: true,
            has_separator: false,
            has_letter: false,
        }
    }

    #[inline]
    fn letter(&mut self) {
        self.last = Last::Letter;
        self.has_letter = true;
    }

    /// A hyphen or underscore: never next to a separator, and two of them may be those of an
    /// A-label.
    #[inline]
    fn hyphen(&mut self) {
        self.is_sound &= self.last == Last::Letter;
        self.last = Last::Hyphen;
    }

    /// A separator that ends at `after`.
    #[inline]
    fn separator(&mut self, after: usize) {
        self.is_sound &= self.last == Last::Letter;
        self.last = Last::Separator;
        self.has_separator = true;
        self.label = after;
    }

    /// A non-ASCII character that ends at `after`.
    #[inline]
    fn character(&mut self, class: HostClass, after: usize) {
        if class.is_separator() {
            self.is_sound &= class != HostClass::Stop;
            self.separator(after);
        } else if matches!(class, HostClass::Hyphen | HostClass::Underscore) {
            self.hyphen();
        } else {
            self.is_sound &= self.last != Last::Separator || !class.is_mark();
            self.letter();
        }
    }

    fn seen(self, range: Range<usize>) -> Option<Seen> {
        let is_sound = self.is_sound && self.has_separator && self.last == Last::Letter;
        is_sound.then_some(Seen {
            range,
            last: self.label,
        })
    }
}

/// The start of the run of host characters and separators around `at`, not before `floor`.
pub(crate) fn run_start<R: RunStop, M: Meter>(
    text: Text<'_>,
    floor: usize,
    at: usize,
    rules: &R,
    meter: &mut M,
) -> usize {
    let mut start = at;
    let mut steps = 1;
    while let Some(c) = text.char_before(start) {
        if start <= floor || !in_run(c) || rules.separates(text, start - c.len_utf8(), c) {
            break;
        }
        start -= c.len_utf8();
        steps += 1;
    }
    meter.work(steps);
    start
}

/// The last ideographic full stop in a run.
pub(crate) fn last_stop(text: Text<'_>, run: &Range<usize>) -> Option<usize> {
    last(text, run.clone(), |class| class == HostClass::Stop).map(|(at, _)| at)
}

/// Whether a name that starts at `start` would be the tail of a longer one.
pub(crate) fn is_tail(text: Text<'_>, start: usize) -> bool {
    text.char_before(start).is_some_and(in_run)
}

/// Whether a character can be in a run: in a label, or between two labels.
#[inline]
pub(crate) fn in_run(c: char) -> bool {
    let class = host_class(c);
    class.is_label() || class.is_separator()
}

/// Whether text before `start` makes a run there the tail of a longer name: host characters joined
/// to it by characters that UTS #46 removes, such as a soft hyphen.
pub(crate) fn is_joined<M: Meter>(text: Text<'_>, start: usize, meter: &mut M) -> bool {
    let mut at = start;
    let mut steps = 1;
    while let Some(c) = text.char_before(at) {
        if host_class(c) != HostClass::Joiner {
            break;
        }
        at -= c.len_utf8();
        steps += 1;
    }
    meter.work(steps);
    at < start && text.char_before(at).is_some_and(in_run)
}

/// Moves `end` before separators and underscores: dots after the last label belong to the sentence,
/// and an underscore never ends a label.
pub(crate) fn trim_end(text: Text<'_>, start: usize, end: usize) -> usize {
    let name = text.slice(start, end).trim_end_matches(|c| {
        let class = host_class(c);
        class.is_separator() || class == HostClass::Underscore
    });
    start + name.len()
}

/// A possible end of the name in a run.
struct NameEnd {
    end: usize,
    /// The start of the last label.
    label: usize,
    /// The last ideographic full stop before the end, where the name can end as well.
    stop: Option<usize>,
}

impl NameEnd {
    /// The end of a name that starts at `start`, at or before `limit`, excluding trailing dots and
    /// underscores. Each further end is shorter by at least one label, so trying all of them reads
    /// each character a bounded number of times.
    fn before<M: Meter>(text: Text<'_>, start: usize, limit: usize, meter: &mut M) -> Option<Self> {
        let end = trim_end(text, start, limit);
        meter.work(1);
        let (_, label) = last(text, start..end, HostClass::is_separator)?;
        // Both ideographic full stops start with one of these bytes.
        let bytes = text.slice(start, end).as_bytes();
        let may_stop = bytes.iter().any(|byte| matches!(byte, 0xE3 | 0xEF));
        let stop = may_stop
            .then(|| last(text, start..end, |class| class == HostClass::Stop))
            .flatten()
            .map(|(at, _)| at);
        meter.work(end - stop.unwrap_or(start));
        Some(Self { end, label, stop })
    }

    fn tld<'t>(&self, text: Text<'t>) -> &'t str {
        text.slice(self.label, self.end)
    }

    /// Whether the top-level domain must be in a list: without a scheme, and after an ideographic
    /// full stop, which more likely ends a sentence.
    fn needs_list(&self, evidence: Evidence) -> bool {
        evidence == Evidence::Shape || self.stop.is_some()
    }

    fn has_enough(&self, text: Text<'_>, evidence: Evidence, tlds: &TldSource) -> bool {
        if self.needs_list(evidence) {
            tlds.knows(self.tld(text))
        } else {
            tld::is_syntactic(self.tld(text))
        }
    }

    /// Whether all labels are valid, where the first invalid one starts at `sound`. A label that
    /// was only invalid because of an underscore after it is valid without it.
    fn is_sound(&self, text: Text<'_>, sound: usize) -> bool {
        self.end <= sound || self.label == sound && is_label(self.tld(text))
    }
}

/// The host name at the start of `run`, without a root dot: at least two valid labels and a
/// top-level domain with enough evidence.
///
/// The name is the whole run, except for text after an ideographic full stop: the label after one
/// belongs to the name only if the name then ends in a known top-level domain; otherwise the stop
/// ends a sentence.
pub(crate) fn name<M: Meter>(
    text: Text<'_>,
    run: &Run,
    evidence: Evidence,
    tlds: &TldSource,
    meter: &mut M,
) -> Option<Name> {
    let start = run.range.start;
    let mut limit = run.range.end;
    if let Some(label) = run.last_label() {
        let at = NameEnd {
            end: limit,
            label,
            stop: None,
        };
        return at.has_enough(text, evidence, tlds).then(|| Name {
            range: run.range.clone(),
            kind: HostKind::Name,
            by_list: at.needs_list(evidence),
            plain: None,
            end: run.end,
            has_symbols: false,
        });
    }
    let mut sound = None;
    loop {
        let at = NameEnd::before(text, start, limit, meter)?;
        // Most words with a dot are not names, and fail here.
        if at.has_enough(text, evidence, tlds) {
            // This is the longest name; all shorter ones start with the same labels.
            let sound = *sound.get_or_insert_with(|| sound_until(text, start..at.end, meter));
            if at.is_sound(text, sound) {
                let ends_run = at.end == run.range.end;
                return Some(Name {
                    range: start..at.end,
                    kind: HostKind::Name,
                    by_list: at.needs_list(evidence),
                    plain: None,
                    end: if ends_run { run.end } else { RunEnd::Character },
                    has_symbols: false,
                });
            }
        }
        limit = at.stop?;
    }
}

/// The top-level domains of a run that lack evidence although its labels are valid, which is why
/// the run is not a name. From the longest name to the shortest.
pub(crate) fn unknown_tlds<M: Meter>(
    text: Text<'_>,
    run: &Run,
    evidence: Evidence,
    tlds: &TldSource,
    meter: &mut M,
) -> impl Iterator<Item = Range<usize>> {
    let start = run.range.start;
    let mut limit = Some(run.range.end);
    let mut sound = None;
    core::iter::from_fn(move || {
        loop {
            let at = NameEnd::before(text, start, limit?, meter)?;
            limit = at.stop;
            let sound = *sound.get_or_insert_with(|| sound_until(text, start..at.end, meter));
            if !at.has_enough(text, evidence, tlds) && at.is_sound(text, sound) {
                return Some(at.label..at.end);
            }
        }
    })
}

/// The start and end of the last character of a class in `range`.
fn last(
    text: Text<'_>,
    range: Range<usize>,
    is: impl Fn(HostClass) -> bool,
) -> Option<(usize, usize)> {
    let name = text.slice(range.start, range.end);
    let (at, c) = name.char_indices().rfind(|&(_, c)| is(host_class(c)))?;
    Some((range.start + at, range.start + at + c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use crate::tables::{HostClass, host_class};

    #[test]
    fn stops_start_with_one_of_two_bytes() {
        let stops = ('\0'..=char::MAX).filter(|&c| host_class(c) == HostClass::Stop);
        for stop in stops {
            let first = stop.to_string().bytes().next();
            assert!(matches!(first, Some(0xE3 | 0xEF)), "{stop:?}");
        }
    }
}
