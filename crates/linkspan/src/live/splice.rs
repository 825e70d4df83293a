//! What an edit does to the links of the runs it touches.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::Undo;
use super::index::Entry;
use crate::link::Link;

/// The place of an edit, before and after it.
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

    /// A place after the edit, from where it is now to where it was before.
    pub(super) fn before(&self, at: usize) -> usize {
        at - self.inserted.end + self.removed.end
    }

    /// A place after the edit, from where it was to where it is now.
    fn moved(&self, at: usize) -> usize {
        at - self.removed.end + self.inserted.end
    }

    /// Where a link would start now, if its first character is still there.
    fn start_of(&self, link: &Entry) -> Option<usize> {
        match link.range.start {
            at if at < self.removed.start => Some(at),
            at if at >= self.removed.end => Some(self.moved(at)),
            _ => None,
        }
    }

    /// What is left of a link, before and after the edit. Some of it may be empty.
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

/// The links before an edit in the runs it touches, and what they mean for those after it.
pub(super) struct Rescan<'b> {
    splice: &'b Splice,
    before: &'b [Entry],
}

impl<'b> Rescan<'b> {
    pub(super) fn new(splice: &'b Splice, before: &'b [Entry]) -> Self {
        Self { splice, before }
    }

    /// The links that were found in the runs, which start at `base`. A link keeps its id while it starts
    /// with the same character and is of the same kind; a new one gets the next id.
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
                // A dismissal lasts where something of the dismissed link is still in a link.
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

    /// How to take the edit back, where `entries` are the links after it.
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

    /// Where the links before would start now, if their start is still there; in order.
    fn starts(&self) -> Vec<(usize, &'b Entry)> {
        let start = |old: &'b Entry| Some((self.splice.start_of(old)?, old));
        self.before.iter().filter_map(start).collect()
    }

    /// What is left of the links that are dismissed; in order.
    fn left_of_dismissed(&self) -> Vec<Range<usize>> {
        let dismissed = self.before.iter().filter(|old| old.dismissed);
        let left = dismissed.flat_map(|old| self.splice.left_of(old));
        let mut left: Vec<Range<usize>> = left.filter(|part| !part.is_empty()).collect();
        left.sort_by_key(|part| part.start);
        left
    }

    /// Whether something that is left of a link is in one that is dismissed.
    fn is_in_dismissed(&self, old: &Entry, entries: &[Entry]) -> bool {
        self.splice.left_of(old).iter().any(|part| {
            let after = entries.partition_point(|entry| entry.range.end <= part.start);
            let held = entries.get(after..).unwrap_or_default().iter();
            let mut held = held.take_while(|entry| entry.range.start < part.end);
            !part.is_empty() && held.any(|entry| entry.dismissed)
        })
    }
}
