//! The links of a text that is being edited, independent of where the text is stored.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use super::index::{Entry, Index};
use super::splice::{Rescan, Splice};
use super::units::measured::Measured;
use super::{Changes, LinkId, LiveLink, Shift, State, Undo};
use crate::detector::Detector;
use crate::link::Link;
use crate::uts58::props::{LinkTerm, link_term};

/// The links of a text, without the text.
#[derive(Clone, Debug)]
pub(super) struct RunLinks {
    detector: Detector,
    index: Index,
    next_id: u64,
    enabled: bool,
}

impl RunLinks {
    pub(super) fn new(text: &str, detector: Detector) -> Self {
        let entries: Vec<Entry> = (0..)
            .zip(detector.links(text))
            .map(|(id, link)| Entry {
                range: link.range(),
                id,
                kind: link.kind(),
                dismissed: false,
            })
            .collect();
        Self {
            next_id: entries.last().map_or(0, |entry| entry.id + 1),
            index: Index::new(&entries),
            detector,
            enabled: true,
        }
    }

    pub(super) fn with_state(text: &str, detector: Detector, state: &State) -> Self {
        let mut links = Self::new(text, detector);
        let ranges = state.dismissed.iter().map(|range| (range.start, range.end));
        let dismissed: BTreeSet<(usize, usize)> = ranges.collect();
        links.set(&(0..text.len()), |entry| {
            let range = (entry.range.start, entry.range.end);
            dismissed.contains(&range).then_some(true)
        });
        links.enabled = state.enabled;
        links
    }

    pub(super) fn state(&self) -> State {
        let dismissed = self.index.iter().filter(|entry| entry.dismissed);
        State::new(self.enabled, dismissed.map(|entry| entry.range).collect())
    }

    pub(super) fn detector(&self) -> &Detector {
        &self.detector
    }

    /// Updates the links for an edit that has been checked.
    pub(super) fn apply_edit(
        &mut self,
        text: &impl Measured,
        range: Range<usize>,
        inserted: usize,
    ) -> Changes {
        let splice = Splice::new(range, inserted);
        let (start, run) = text.stretch(splice.inserted.clone());
        let end = start + run.len();
        let touched = start..splice.before(end);
        let before: Vec<Entry> = self.in_run(&touched).collect();
        let rescan = Rescan::new(&splice, &before);
        let entries = rescan.entries(start, self.detector.links(&run), &mut self.next_id);
        self.index.replace(&touched, end, &entries);
        let shift = Shift {
            from: touched.end,
            // No text is longer than `isize::MAX`.
            by: end as isize - touched.end as isize,
        };
        let changes = if self.enabled {
            Changes::between(&before, &entries, shift)
        } else {
            Changes {
                shift,
                ..Changes::default()
            }
        };
        Changes {
            undo: Some(rescan.undo(&entries)),
            ..changes
        }
    }

    /// Restores the dismissals from before an edit that has just been reverted.
    pub(super) fn apply_undo(&mut self, changes: Changes, undo: &Undo) -> Changes {
        let Undo { ended, spread, .. } = undo;
        let (Some(start), Some(end)) = (
            ended.iter().chain(spread).map(|range| range.start).min(),
            ended.iter().chain(spread).map(|range| range.end).max(),
        ) else {
            return changes;
        };
        // Both lists are sorted.
        let has = |ranges: &[Range<usize>], range: &Range<usize>| {
            let found = ranges.binary_search_by_key(&range.start, |other| other.start);
            found.ok().and_then(|at| ranges.get(at)) == Some(range)
        };
        let again = self.set(&(start..end), |entry| {
            match (has(ended, &entry.range), has(spread, &entry.range)) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            }
        });
        changes.then(again)
    }

    /// The entries in a part of the text that ends at boundaries of runs.
    fn in_run(&self, run: &Range<usize>) -> impl Iterator<Item = Entry> + '_ {
        let run = run.clone();
        self.index
            .touching(run.clone())
            .filter(move |entry| entry.range.start >= run.start && entry.range.end <= run.end)
    }

    /// All visible links, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = LiveLink> + '_ {
        self.seen(self.index.iter())
    }

    /// The visible links that touch a range.
    pub(super) fn touching(&self, range: Range<usize>) -> impl Iterator<Item = LiveLink> + '_ {
        self.seen(self.index.touching(range))
    }

    fn seen(&self, entries: impl Iterator<Item = Entry>) -> impl Iterator<Item = LiveLink> {
        let enabled = self.enabled;
        entries
            .filter(move |entry| enabled && !entry.dismissed)
            .map(LiveLink::from)
    }

    pub(super) fn get(&self, id: LinkId) -> Option<LiveLink> {
        self.iter().find(|link| link.id == id)
    }

    /// Searches the run around a link again, to inspect the link.
    pub(super) fn inspect<R>(
        &self,
        text: &impl Measured,
        id: LinkId,
        inspect: impl FnOnce(&Link<'_>) -> R,
    ) -> Option<R> {
        let link = self.get(id)?;
        let (start, run) = text.stretch(link.range.clone());
        let mut links = self.detector.links(&run);
        let found = links.find(|found| start + found.start() == link.range.start)?;
        Some(inspect(&found))
    }

    /// Inspects the links that touch a range with a single search.
    pub(super) fn inspect_in(
        &self,
        text: &impl Measured,
        range: Range<usize>,
        inspect: &mut dyn FnMut(&LiveLink, &Link<'_>),
    ) {
        let (start, run) = text.stretch(range.clone());
        let mut live = self.touching(range).peekable();
        for found in self.detector.links(&run) {
            let at = start + found.start();
            while live.next_if(|link| link.range.start < at).is_some() {}
            if let Some(link) = live.next_if(|link| link.range.start == at) {
                inspect(&link, &found);
            }
        }
    }

    /// The link that typing at the caret could change.
    pub(super) fn pending(&self, text: &impl Measured, caret: usize) -> Option<LiveLink> {
        if !text.is_boundary(caret) {
            return None;
        }
        let (start, run) = text.stretch(caret..caret);
        let links = self.touching(start..start + run.len());
        let link = links
            .filter(|link| link.range.start >= start && link.range.start <= caret)
            .last()?;
        if caret <= link.range.end {
            return Some(link);
        }
        // Punctuation after a link becomes part of it as soon as more is typed.
        let between = run.get(link.range.end - start..caret - start)?;
        let is_soft = |c| matches!(link_term(c), LinkTerm::Soft | LinkTerm::Close);
        between.chars().all(is_soft).then_some(link)
    }

    pub(super) fn dismiss(&mut self, range: &Range<usize>) -> Changes {
        self.set(range, |entry| touches(entry, range).then_some(true))
    }

    pub(super) fn restore(&mut self, range: &Range<usize>) -> Changes {
        self.set(range, |entry| touches(entry, range).then_some(false))
    }

    /// Sets the dismissals of the links that touch a range, as far as `decide` returns a value.
    fn set(&mut self, range: &Range<usize>, decide: impl Fn(&Entry) -> Option<bool>) -> Changes {
        if range.start > range.end {
            return Changes::default();
        }
        let before: Vec<Entry> = self.index.touching(range.clone()).collect();
        let (Some(first), Some(last)) = (before.first(), before.last()) else {
            return Changes::default();
        };
        let touched = first.range.start..last.range.end;
        let after: Vec<Entry> = before
            .iter()
            .map(|entry| Entry {
                dismissed: decide(entry).unwrap_or(entry.dismissed),
                ..entry.clone()
            })
            .collect();
        self.index.replace(&touched, touched.end, &after);
        if self.enabled {
            Changes::between(&before, &after, Shift::default())
        } else {
            Changes::default()
        }
    }

    /// Shows or hides all links.
    pub(super) fn set_enabled(&mut self, enabled: bool) -> Changes {
        let mut changes = Changes::default();
        if self.enabled && !enabled {
            changes.removed = self.iter().map(|link| link.id).collect();
        }
        let was_enabled = core::mem::replace(&mut self.enabled, enabled);
        if enabled && !was_enabled {
            changes.added = self.iter().collect();
        }
        changes
    }
}

impl From<Entry> for LiveLink {
    fn from(entry: Entry) -> Self {
        Self {
            id: LinkId(entry.id),
            range: entry.range,
            kind: entry.kind,
        }
    }
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < one.end && one.start < other.end && other.start < one.end
}

/// Whether a link touches a range. An empty range, such as a caret, also touches a link at its
/// edges.
fn touches(entry: &Entry, range: &Range<usize>) -> bool {
    if range.is_empty() {
        entry.range.start <= range.start && range.start <= entry.range.end
    } else {
        overlap(range, &entry.range)
    }
}
