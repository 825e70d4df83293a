//! The effect of an edit on the links of the runs it touches.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::Undo;
use super::index::Entry;
use crate::link::Link;

/// The position of an edit, before and after it.
pub(super) struct Splice {
    removed: Range<usize>,
    pub(super) inserted: Range<usize>,
}

impl Splice {
    /// An edit that replaces `removed` with `length` bytes.
    pub(super) fn new(removed: Range<usize>, length: usize) -> Self {
        Self {
            inserted: removed.start..removed.start + length,
            removed,
        }
    }

    /// Converts a current offset after the edit to the offset before it.
    pub(super) fn before(&self, at: usize) -> usize {
        at - self.inserted.end + self.removed.end
    }

    /// Converts an old offset after the edit to the current one.
    fn moved(&self, at: usize) -> usize {
        at - self.removed.end + self.inserted.end
    }

    /// The current start of a link, if its first character still exists.
    fn start_of(&self, link: &Entry) -> Option<usize> {
        match link.range.start {
            at if at < self.removed.start => Some(at),
            at if at >= self.removed.end => Some(self.moved(at)),
            _ => None,
        }
    }

    /// The remaining parts of a link before and after the edit. Either may be empty.
    fn left_of(&self, link: &Entry) -> [Range<usize>; 2] {
        let Range { start, end } = link.range;
        let head = start..end.min(self.removed.start);
        let tail = if end > self.removed.end {
            self.moved(start.max(self.removed.end))..self.moved(end)
        } else {
            0..0
        };
        [head, tail]
    }
}

/// The old links in the runs that an edit touches, and their effect on the new ones.
pub(super) struct Rescan<'b> {
    splice: &'b Splice,
    before: &'b [Entry],
}

impl<'b> Rescan<'b> {
    pub(super) fn new(splice: &'b Splice, before: &'b [Entry]) -> Self {
        Self { splice, before }
    }

    /// The entries for the links found in the runs, which start at `base`. A link keeps its id
    /// while it starts with the same character and has the same kind; a new link gets the next id.
    pub(super) fn entries<'t>(
        &self,
        base: usize,
        links: impl Iterator<Item = Link<'t>>,
        next_id: &mut u64,
    ) -> Vec<Entry> {
        let starts = self.starts();
        let dismissed = self.left_of_dismissed();
        links
            .map(|link| {
                let range = base + link.start()..base + link.end();
                let same = starts.binary_search_by_key(&range.start, |&(at, _)| at);
                let same = same.ok().and_then(|at| starts.get(at));
                let id = match same.filter(|(_, old)| old.kind == link.kind()) {
                    Some((_, old)) => old.id,
                    None => {
                        *next_id += 1;
                        *next_id - 1
                    }
                };
                // A dismissal lasts while part of the dismissed link is still in a link.
                let after = dismissed.partition_point(|part| part.end <= range.start);
                let held = dismissed.get(after);
                Entry {
                    dismissed: held.is_some_and(|part| part.start < range.end),
                    kind: link.kind(),
                    range,
                    id,
                }
            })
            .collect()
    }

    /// How to revert the edit, where `entries` are the links after it.
    pub(super) fn undo(&self, entries: &[Entry]) -> Undo {
        let (mut ended, mut spread) = (Vec::new(), Vec::new());
        for old in self.before {
            match (old.dismissed, self.is_in_dismissed(old, entries)) {
                (true, false) => ended.push(old.range.clone()),
                (false, true) => spread.push(old.range.clone()),
                _ => {}
            }
        }
        Undo {
            range: self.splice.inserted.clone(),
            removed: self.splice.removed.len(),
            insert: String::new(),
            ended,
            spread,
        }
    }

    /// The current starts of the old links whose start still exists, in order.
    fn starts(&self) -> Vec<(usize, &'b Entry)> {
        let start = |old: &'b Entry| Some((self.splice.start_of(old)?, old));
        self.before.iter().filter_map(start).collect()
    }

    /// The remaining parts of the dismissed links, in order.
    fn left_of_dismissed(&self) -> Vec<Range<usize>> {
        let dismissed = self.before.iter().filter(|old| old.dismissed);
        let left = dismissed.flat_map(|old| self.splice.left_of(old));
        let mut left: Vec<Range<usize>> = left.filter(|part| !part.is_empty()).collect();
        left.sort_by_key(|part| part.start);
        left
    }

    /// Whether a remaining part of a link is in a dismissed link.
    fn is_in_dismissed(&self, old: &Entry, entries: &[Entry]) -> bool {
        self.splice.left_of(old).iter().any(|part| {
            let after = entries.partition_point(|entry| entry.range.end <= part.start);
            let held = entries.get(after..).unwrap_or_default().iter();
            let mut held = held.take_while(|entry| entry.range.start < part.end);
            !part.is_empty() && held.any(|entry| entry.dismissed)
        })
    }
}
