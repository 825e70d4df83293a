//! The host name in a run: labels, and a top-level domain that there is evidence for.

use core::ops::Range;

use super::label::{is_label, sound_until};
use super::run::{Run, RunEnd};
use crate::meter::Meter;
use crate::names::lists::tld::{self, TldSource};
use crate::names::spoof::calm::{Calm, CalmRun};
use crate::reason::Cause;
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
    /// What the pass that found it knows of it; no rule about names applies to it then.
    pub(crate) calm: Option<Calm>,
    /// Why it ends where it does.
    pub(crate) end: RunEnd,
    /// Whether it has symbols, which no name in text has unless an option says so.
    pub(crate) has_symbols: bool,
}

impl Name {
    /// Whether the name is known to be ASCII without A-labels.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.calm.is_some_and(|calm| calm.is_ascii)
    }

    /// Why the name ends before text that is glued to it, if it does.
    pub(crate) fn cut(&self, text: Text<'_>) -> Option<Cause> {
        let RunEnd::Cut(kind) = self.end else {
            return None;
        };
        let at = self.range.end;
        let c = text.char_at(at)?;
        Some(Cause::new(kind, at..at + c.len_utf8()))
    }

    /// Whether `tld`, the last label, is a syntactically valid top-level domain.
    #[inline]
    pub(crate) fn has_syntactic_tld(&self, tld: &str) -> bool {
        if self.is_plain() {
            return tld::is_syntactic_ascii(tld);
        }
        tld::is_syntactic(tld)
    }

    /// The name in a run that is calm.
    pub(crate) fn calm(run: &CalmRun, by_list: bool) -> Self {
        Self {
            calm: Some(run.calm),
            by_list,
            ..Self::unlisted(run.range(), HostKind::Name)
        }
    }

    /// A host that needs no list: an IP address, or `localhost`.
    pub(crate) fn unlisted(range: Range<usize>, kind: HostKind) -> Self {
        Self {
            range,
            kind,
            by_list: false,
            calm: None,
            end: RunEnd::Character,
            has_symbols: false,
        }
    }
}

/// The last ideographic full stop in a run.
pub(crate) fn last_stop(text: Text<'_>, run: &Range<usize>) -> Option<usize> {
    last(text, run.clone(), |class| class == HostClass::Stop).map(|(at, _)| at)
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
            calm: None,
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
                    calm: None,
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
