//! Runs of host characters in running text.
//!
//! UTS #58 leaves the start of a link to the implementation (section 3.2). The rules here follow
//! section 1.4 and UTS #46: a host is a maximal run of host characters and label separators, judged
//! as a whole. A part of a longer name is never a host.

use core::ops::Range;

use crate::meter::Meter;
use crate::reason::ReasonKind;
use crate::tables::{HostClass, host_class};
use crate::text::Text;

/// A run of host characters and label separators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) range: Range<usize>,
    pub(crate) end: RunEnd,
    /// Whether it has labels and separators, as every name does.
    pub(crate) may_be_name: bool,
    /// The result of reading it, if it consists only of labels.
    pub(crate) seen: Option<CheckedRun>,
}

/// A run that consists only of labels: no label is invalid or could be an A-label, and no separator
/// is an ideographic full stop. Most runs are like this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckedRun {
    /// The range when it was read, which a rule may have changed since.
    range: Range<usize>,
    /// The start of the last label.
    last: usize,
}

impl Run {
    /// The start of the last label, if the run is known to consist only of labels.
    pub(super) fn last_label(&self) -> Option<usize> {
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
    /// Whether the run satisfies the conditions of [`CheckedRun`] so far.
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

    fn seen(self, range: Range<usize>) -> Option<CheckedRun> {
        let is_sound = self.is_sound && self.has_separator && self.last == Last::Letter;
        is_sound.then_some(CheckedRun {
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
