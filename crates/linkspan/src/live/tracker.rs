//! The links of a text that the application keeps.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::index::{Entry, Index};
use super::splice::{Rescan, Splice};
use super::{Changes, EditError, LinkId, LiveLink, Shift, Source, State, Undo};
use crate::detector::Detector;
use crate::link::Link;
use crate::text::Text;
use crate::uts58::props::{LinkTerm, link_term};
use crate::uts58::runs;

/// Tracks the links of a string that the application owns and edits.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::Tracker;
///
/// let mut text = String::from("see example.com");
/// let mut tracker = Tracker::new(&text, Detector::uts58());
/// text.insert_str(0, "Please ");
/// tracker.apply(&text, 0..0, 7).unwrap();
/// assert_eq!(tracker.links().next().unwrap().range, 11..22);
/// ```
#[derive(Clone, Debug)]
pub struct Tracker {
    detector: Detector,
    index: Index,
    next_id: u64,
    enabled: bool,
    /// The length of the text.
    length: usize,
}

impl Source for &str {
    fn len(&self) -> usize {
        str::len(self)
    }

    fn stretch(&self, range: Range<usize>) -> (usize, String) {
        let text = Text(self);
        let stretch = runs::around(text, 0, range);
        (stretch.start, text.slice(stretch.start, stretch.end).into())
    }
}

impl Tracker {
    /// The links of a text.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let tracker = Tracker::new("see a.com", Detector::uts58());
    /// assert_eq!(tracker.links().count(), 1);
    /// ```
    #[must_use]
    pub fn new(text: &str, detector: Detector) -> Self {
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
            length: text.len(),
        }
    }

    /// The links of a text with what the user decided about them before.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{State, Tracker};
    ///
    /// let state = State::new(true, vec![0..5]);
    /// let tracker = Tracker::with_state("a.com b.com", Detector::uts58(), &state);
    /// assert_eq!(tracker.links().count(), 1);
    /// ```
    #[must_use]
    pub fn with_state(text: &str, detector: Detector, state: &State) -> Self {
        let mut tracker = Self::new(text, detector);
        tracker.take_over(state);
        tracker
    }

    pub(super) fn take_over(&mut self, state: &State) {
        let all = 0..self.length;
        let ranges = state.dismissed.iter().map(|range| (range.start, range.end));
        let dismissed: BTreeSet<(usize, usize)> = ranges.collect();
        self.set(&all, |entry| {
            let range = (entry.range.start, entry.range.end);
            dismissed.contains(&range).then_some(true)
        });
        self.set_enabled(state.enabled);
    }

    /// The detector.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "see a.com";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// let link = tracker.detector().links(text).next().unwrap();
    /// assert_eq!(link.href(), "https://a.com/");
    /// ```
    #[must_use]
    pub fn detector(&self) -> &Detector {
        &self.detector
    }

    /// Call after replacing `range` (offsets in the old text) with `inserted` bytes; `text` is the new text.
    ///
    /// # Errors
    ///
    /// If the range and the length cannot belong to an edit that made this text. Nothing is changed
    /// then.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut text = String::from("see a.org");
    /// let mut tracker = Tracker::new(&text, Detector::uts58());
    /// text.replace_range(6..9, "com/b");
    /// let changes = tracker.apply(&text, 6..9, 5)?;
    /// assert_eq!(changes.moved[0].range, 4..11);
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn apply(
        &mut self,
        text: &str,
        range: Range<usize>,
        inserted: usize,
    ) -> Result<Changes, EditError> {
        let kept = self
            .length
            .checked_sub(range.end)
            .filter(|_| range.start <= range.end);
        let length = kept.map(|kept| range.start + kept + inserted);
        if length != Some(text.len()) {
            let length = self.length;
            return Err(EditError::OutOfRange { length });
        }
        for at in [range.start, range.start + inserted] {
            if !text.is_char_boundary(at) {
                return Err(EditError::InsideCharacter { at });
            }
        }
        Ok(self.edited(&text, range, inserted))
    }

    /// Follows the inverse of an edit, which the application has made: brings back the dismissals that the
    /// edit ended. `undo` is what [`apply`](Self::apply) gave for the edit.
    ///
    /// # Errors
    ///
    /// As for [`apply`](Self::apply).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com", Detector::uts58());
    /// tracker.dismiss(0..5);
    /// let undo = tracker.apply("", 0..5, 0)?.undo.unwrap();
    /// tracker.undo("a.com", &undo)?;
    /// assert_eq!(tracker.links().count(), 0, "it is dismissed again");
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn undo(&mut self, text: &str, undo: &Undo) -> Result<Changes, EditError> {
        let changes = self.apply(text, undo.range.clone(), undo.removed)?;
        Ok(self.undone(changes, undo))
    }

    /// Sets dismissals as they were before an edit whose inverse has been made.
    pub(super) fn undone(&mut self, changes: Changes, undo: &Undo) -> Changes {
        let Undo { ended, spread, .. } = undo;
        let (Some(start), Some(end)) = (
            ended.iter().chain(spread).map(|range| range.start).min(),
            ended.iter().chain(spread).map(|range| range.end).max(),
        ) else {
            return changes;
        };
        // Both are in order.
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

    /// Follows an edit that was checked.
    pub(super) fn edited(
        &mut self,
        text: &impl Source,
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
        self.length = text.len();
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

    /// The entries in a part of the text that ends at Hard characters.
    fn in_run(&self, run: &Range<usize>) -> impl Iterator<Item = Entry> + '_ {
        let run = run.clone();
        self.index
            .touching(run.clone())
            .filter(move |entry| entry.range.start >= run.start && entry.range.end <= run.end)
    }

    /// The links, in order, without those that are dismissed.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// let ranges: Vec<_> = tracker.links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [0..5, 6..11]);
    /// ```
    pub fn links(&self) -> impl Iterator<Item = LiveLink> + '_ {
        let entries = self.index.iter().filter(|entry| !entry.dismissed);
        entries.filter(|_| self.enabled).map(LiveLink::from)
    }

    /// The links that touch a range, without those that are dismissed.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// assert_eq!(tracker.links_in(7..8).map(|link| link.range).last(), Some(6..11));
    /// ```
    pub fn links_in(&self, range: Range<usize>) -> impl Iterator<Item = LiveLink> + '_ {
        let entries = self.index.touching(range).filter(|entry| !entry.dismissed);
        entries.filter(|_| self.enabled).map(LiveLink::from)
    }

    /// See [`LiveText::link`](super::LiveText::link).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// let second = tracker.links().nth(1).unwrap();
    /// assert_eq!(tracker.link(second.id), Some(second));
    /// ```
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<LiveLink> {
        self.links().find(|link| link.id == id)
    }

    /// See [`LiveText::inspect`](super::LiveText::inspect); `text` is the text as it is now.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "siehe bücher.de";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// let id = tracker.links().next().unwrap().id;
    /// let href = tracker.inspect(text, id, |link| link.href());
    /// assert_eq!(href.as_deref(), Some("https://xn--bcher-kva.de/"));
    /// ```
    pub fn inspect<R>(
        &self,
        text: &str,
        id: LinkId,
        inspect: impl FnOnce(&Link<'_>) -> R,
    ) -> Option<R> {
        let link = self.link(id)?;
        let is_range = text.get(link.range.clone()).is_some();
        is_range.then(|| self.inspect_at(&text, &link, inspect))?
    }

    pub(super) fn inspect_in<R>(
        &self,
        text: &impl Source,
        id: LinkId,
        inspect: impl FnOnce(&Link<'_>) -> R,
    ) -> Option<R> {
        self.inspect_at(text, &self.link(id)?, inspect)
    }

    /// Searches the run around a link again, to look at it.
    fn inspect_at<R>(
        &self,
        text: &impl Source,
        link: &LiveLink,
        inspect: impl FnOnce(&Link<'_>) -> R,
    ) -> Option<R> {
        let (start, run) = text.stretch(link.range.clone());
        let mut links = self.detector.links(&run);
        let found = links.find(|found| start + found.start() == link.range.start)?;
        Some(inspect(&found))
    }

    /// See [`LiveText::dismiss`](super::LiveText::dismiss).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// assert_eq!(tracker.dismiss(0..5).removed.len(), 1);
    /// assert_eq!(tracker.links().count(), 1);
    /// ```
    pub fn dismiss(&mut self, range: Range<usize>) -> Changes {
        self.set(&range, |entry| touches(entry, &range).then_some(true))
    }

    /// See [`LiveText::restore`](super::LiveText::restore).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// tracker.dismiss(0..11);
    /// assert_eq!(tracker.restore(0..5).added.len(), 1);
    /// assert_eq!(tracker.links().count(), 1);
    /// ```
    pub fn restore(&mut self, range: Range<usize>) -> Changes {
        self.set(&range, |entry| touches(entry, &range).then_some(false))
    }

    /// Sets the dismissals of links that touch a range, where `decide` says so.
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

    /// Switches all links off or on. Dismissals stay.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com", Detector::uts58());
    /// tracker.set_enabled(false);
    /// assert_eq!(tracker.links().count(), 0);
    /// ```
    pub fn set_enabled(&mut self, enabled: bool) -> Changes {
        let mut changes = Changes::default();
        if self.enabled && !enabled {
            changes.removed = self.links().map(|link| link.id).collect();
        }
        let was_enabled = core::mem::replace(&mut self.enabled, enabled);
        if enabled && !was_enabled {
            changes.added = self.links().collect();
        }
        changes
    }

    /// What the user has decided about links.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// tracker.dismiss(0..5);
    /// assert_eq!(tracker.state().dismissed, [0..5]);
    /// ```
    #[must_use]
    pub fn state(&self) -> State {
        let dismissed = self.index.iter().filter(|entry| entry.dismissed);
        State {
            enabled: self.enabled,
            dismissed: dismissed.map(|entry| entry.range).collect(),
        }
    }

    /// See [`LiveText::pending`](super::LiveText::pending).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "see a.com, or";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// assert_eq!(tracker.pending(text, 9).map(|link| link.range), Some(4..9));
    /// assert_eq!(tracker.pending(text, 13), None);
    /// ```
    #[must_use]
    pub fn pending(&self, text: &str, caret: usize) -> Option<LiveLink> {
        if !text.is_char_boundary(caret) {
            return None;
        }
        self.pending_in(&text, caret)
    }

    pub(super) fn pending_in(&self, text: &impl Source, caret: usize) -> Option<LiveLink> {
        if caret > text.len() {
            return None;
        }
        let (start, run) = text.stretch(caret..caret);
        let links = self.links_in(start..start + run.len());
        let link = links
            .filter(|link| link.range.start >= start && link.range.start <= caret)
            .last()?;
        if caret <= link.range.end {
            return Some(link);
        }
        // Punctuation after a link belongs to it as soon as more of it is typed.
        let between = Text(&run).slice(link.range.end - start, caret - start);
        let is_soft = |c| matches!(link_term(c), LinkTerm::Soft | LinkTerm::Close);
        between.chars().all(is_soft).then_some(link)
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

/// Whether a link touches a range. An empty range, a caret, touches a link at its edges too.
fn touches(entry: &Entry, range: &Range<usize>) -> bool {
    if range.is_empty() {
        entry.range.start <= range.start && range.start <= entry.range.end
    } else {
        overlap(range, &entry.range)
    }
}
