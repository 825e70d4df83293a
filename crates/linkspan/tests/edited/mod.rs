//! A text while it is edited, in each of the ways there are; the fuzz targets use it too.

use std::ops::Range;

use linkspan::live::{Changes, Counted, Edit, LiveText, State, Tracker, Undo, Utf16};
use linkspan::{Detector, Kind};

use super::replay::{Set, replay, set};

/// What is done to a text: where it starts, modulo the length, and how many bytes it is about.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Replaces a range with a text.
    Edit(usize, usize, String),
    Dismiss(usize, usize),
    Restore(usize, usize),
    Enable(bool),
    /// Takes the last edit back, if no decision came after it.
    Undo,
}

/// A range of `text` near `at`, at boundaries of characters.
pub(crate) fn range(text: &str, at: usize, length: usize) -> Range<usize> {
    let floor = |at: usize| (0..=at).rev().find(|&at| text.is_char_boundary(at));
    let floor = |at: usize| floor(at.min(text.len())).unwrap_or(0);
    let start = floor(at % (text.len() + 1));
    start..floor(start + length).max(start)
}

/// An edit that can be taken back, and what was there before it.
struct Past {
    undos: [Undo; 4],
    text: String,
    state: State,
}

/// The same text four times: the library keeps it or a host does, and offsets are bytes or UTF-16.
pub(crate) struct Session {
    detector: Detector,
    text: String,
    live: LiveText,
    live16: LiveText,
    tracker: Tracker,
    tracker16: Tracker,
    history: Vec<Past>,
}

impl Session {
    pub(crate) fn new(text: &str, detector: Detector) -> Self {
        Self {
            text: text.to_owned(),
            live: LiveText::new(text, detector.clone()),
            live16: LiveText::new(text, detector.clone()),
            tracker: Tracker::new(text, detector.clone()),
            tracker16: Tracker::new(text, detector.clone()),
            detector,
            history: Vec::new(),
        }
    }

    /// Rules `live-edits` and `dismissal`: panics if the changes of a step do not make the set of links
    /// what it is after it, or the text is then not what a new one would be.
    pub(crate) fn take(&mut self, step: Step) {
        let before = self.sets();
        let Some(changes) = self.changes(step) else {
            return;
        };
        let [live, live16, tracked, tracked16] = &changes;
        for (one, other) in [(live, tracked), (live16, tracked16)] {
            assert_eq!(one.added, other.added);
            assert_eq!(one.removed, other.removed);
            assert_eq!(one.moved, other.moved);
            assert_eq!(one.shift, other.shift);
        }
        let after = self.sets();
        for ((before, changes), after) in before.into_iter().zip([live, live16]).zip(after) {
            assert_eq!(replay(before, changes), after);
        }
        self.compare();
    }

    fn sets(&self) -> [Set; 2] {
        [set(self.live.links()), set(self.live16.in_utf16().links())]
    }

    /// Takes a step. Undoing goes back to what an edit left, so that it ends with the next decision.
    fn changes(&mut self, step: Step) -> Option<[Changes; 4]> {
        let both = |session: &Self, at, length| {
            let range = range(&session.text, at, length);
            let units = session.units(&range);
            (range, units)
        };
        Some(match step {
            Step::Edit(at, length, insert) => {
                let (range, units) = both(self, at, length);
                self.edit(range, units, &insert)
            }
            Step::Dismiss(at, length) => {
                self.history.clear();
                let (range, units) = both(self, at, length);
                [
                    self.live.dismiss(range.clone()),
                    self.live16.in_utf16_mut().dismiss(units.clone()),
                    self.tracker.dismiss(range),
                    self.tracked16().dismiss(units),
                ]
            }
            Step::Restore(at, length) => {
                self.history.clear();
                let (range, units) = both(self, at, length);
                [
                    self.live.restore(range.clone()),
                    self.live16.in_utf16_mut().restore(units.clone()),
                    self.tracker.restore(range),
                    self.tracked16().restore(units),
                ]
            }
            Step::Enable(enabled) => [
                self.live.set_enabled(enabled),
                self.live16.in_utf16_mut().set_enabled(enabled),
                self.tracker.set_enabled(enabled),
                self.tracked16().set_enabled(enabled),
            ],
            Step::Undo => {
                let past = self.history.pop()?;
                self.undo(&past)
            }
        })
    }

    fn edit(&mut self, range: Range<usize>, units: Range<usize>, insert: &str) -> [Changes; 4] {
        let (old, state) = (self.text.clone(), self.live.state());
        self.text.replace_range(range.clone(), insert);
        let (edit, edit16) = (
            || Edit::new(range.clone(), insert),
            || Edit::new(units.clone(), insert),
        );
        let changes = [
            self.live.apply(edit()),
            self.live16.in_utf16_mut().apply(edit16()),
            self.tracker.apply(&self.text, edit()),
            self.tracked16().apply(edit16()),
        ];
        let changes = changes.map(|changes| changes.expect("a range"));
        let undos = changes
            .each_ref()
            .map(|changes| changes.undo.clone().expect("an edit"));
        self.history.push(Past {
            undos,
            text: old,
            state,
        });
        changes
    }

    fn undo(&mut self, past: &Past) -> [Changes; 4] {
        self.text.clone_from(&past.text);
        let [live, live16, tracked, tracked16] = &past.undos;
        let changes = [
            self.live.undo(live),
            self.live16.in_utf16_mut().undo(live16),
            self.tracker.undo(&self.text, tracked),
            self.tracked16().undo(tracked16),
        ];
        assert_eq!(self.live.state().dismissed, past.state.dismissed);
        changes.map(|changes| changes.expect("the text as it was left"))
    }

    fn tracked16(&mut self) -> Counted<(&mut Tracker, &str), Utf16> {
        self.tracker16.in_utf16_mut(&self.text)
    }

    /// Everything is as it would be in a new text.
    fn compare(&self) {
        let text = &self.text;
        assert_eq!(&self.live.slice(0..self.live.len()), text);
        let units = text.encode_utf16().count();
        assert_eq!(self.live.utf16(0..text.len()).end, units);
        let state = self.live.state();
        assert_eq!(self.live16.state().dismissed, state.dismissed);
        let fresh = self.detector.links(text);
        let fresh: Vec<_> = fresh.map(|link| (link.range(), link.kind())).collect();
        for range in &state.dismissed {
            let is_link = fresh.iter().any(|(link, _)| link == range);
            assert!(is_link, "{range:?} is no link");
        }
        let is_shown =
            |(range, _): &(Range<usize>, Kind)| state.enabled && !state.dismissed.contains(range);
        let expected: Vec<_> = fresh.into_iter().filter(is_shown).collect();
        let links = self.live.links();
        let links: Vec<_> = links.map(|link| (link.range, link.kind)).collect();
        assert_eq!(links, expected, "in {text:?}");
        assert!(self.live.links().eq(self.tracker.links()), "in {text:?}");
        let links16: Vec<_> = self.live16.in_utf16().links().collect();
        let tracked16 = self.tracker16.in_utf16(text);
        assert!(tracked16.links().eq(links16.iter().cloned()), "in {text:?}");
        let units = links.iter().map(|(range, _)| self.units(range));
        let found = links16.into_iter().map(|link| link.range);
        assert!(units.eq(found), "in {text:?}");
    }

    /// A range in UTF-16 code units.
    fn units(&self, range: &Range<usize>) -> Range<usize> {
        let count = |at: usize| self.text[..at].encode_utf16().count();
        count(range.start)..count(range.end)
    }
}
