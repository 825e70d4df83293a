//! Maps offsets of a text with replacements to the original text.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The replacements in a text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Changes(Vec<Change>);

/// A single replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    new: Range<usize>,
    old: Range<usize>,
}

/// The replacement for defanged text.
pub(super) enum Plain {
    Sign(&'static str),
    /// `http`, with each letter in the case of the original.
    Http([char; 4]),
}

impl Changes {
    /// Replaces everything that `defanged_at` recognizes at one of the characters `starts`. It
    /// returns the length of the match and its replacement.
    pub(super) fn replace(
        text: &str,
        starts: &[char],
        defanged_at: impl Fn(&str, usize) -> Option<(usize, Plain)>,
    ) -> (String, Self) {
        let mut out = String::with_capacity(text.len());
        let mut changes = Vec::new();
        let (mut done, mut at) = (0, 0);
        while let Some(found) = text.get(at..).and_then(|rest| rest.find(starts)) {
            at += found;
            let Some((length, plain)) = defanged_at(text, at) else {
                at += 1;
                continue;
            };
            out.push_str(text.get(done..at).unwrap_or_default());
            let start = out.len();
            match plain {
                Plain::Sign(sign) => out.push_str(sign),
                Plain::Http(letters) => out.extend(letters),
            }
            changes.push(Change {
                new: start..out.len(),
                old: at..at + length,
            });
            at += length;
            done = at;
        }
        out.push_str(text.get(done..).unwrap_or_default());
        (out, Self(changes))
    }

    /// The range in the original text of a range in the new one. A replacement is inside the range
    /// as a whole or not at all.
    pub(super) fn original(&self, range: Range<usize>) -> Range<usize> {
        let start = match self.last_before(range.start, |change| change.new.start) {
            Some(change) if range.start < change.new.end => change.old.start,
            Some(change) => change.old.end + (range.start - change.new.end),
            None => range.start,
        };
        let end = match self.last_before(range.end, |change| change.new.start + 1) {
            Some(change) => change.old.end + range.end.saturating_sub(change.new.end),
            None => range.end,
        };
        start..end.max(start)
    }

    /// The last change whose `edge` is at or before `at`.
    fn last_before(&self, at: usize, edge: impl Fn(&Change) -> usize) -> Option<&Change> {
        let after = self.0.partition_point(|change| edge(change) <= at);
        after.checked_sub(1).and_then(|last| self.0.get(last))
    }
}
