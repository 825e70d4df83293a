//! Text that is being edited: the links are always those of a fresh scan, less the dismissed ones.

use std::ops::Range;

use linkspan::live::{Changes, Counted, Edit, LiveText, State, Tracker, Undo, Utf16};
use linkspan::{Detector, Kind};

use crate::input::{Input, floor};
use crate::profile;
use crate::replayed::{replay, set};

/// The separator between the initial text and the steps; it does not occur in UTF-8.
const SEPARATOR: u8 = 0xFF;

/// Panics if a text after some edits is not the same as a new one: as bytes, in UTF-16, and for a host
/// that keeps the text.
pub fn check(data: &[u8]) {
    let mut pieces = data.split(|&byte| byte == SEPARATOR);
    let mut input = Input::new(pieces.next().unwrap_or_default());
    let detector = Detector::new(profile::named(&mut input));
    let mut session = Session::new(&input.text(), detector);
    for piece in pieces.take(32) {
        session.step(Input::new(piece));
        session.compare();
    }
}

/// An edit that can be taken back, and what was there before it.
struct Past {
    /// Of the text, its twin and the tracker.
    undos: [Undo; 3],
    text: String,
    state: State,
}

/// The same text four times.
struct Session {
    detector: Detector,
    text: String,
    live: LiveText,
    /// Edited in UTF-16 code units.
    twin: LiveText,
    /// The same, for a host that keeps the text.
    tracker: Tracker,
    history: Vec<Past>,
}

impl Session {
    fn new(text: &str, detector: Detector) -> Self {
        Self {
            text: text.to_owned(),
            live: LiveText::new(text, detector.clone()),
            twin: LiveText::new(text, detector.clone()),
            tracker: Tracker::new(text, detector.clone()),
            detector,
            history: Vec::new(),
        }
    }

    /// Takes the next step; the changes of each make the set of links what it is now.
    fn step(&mut self, mut input: Input<'_>) {
        let before = [set(self.live.links()), set(self.twin.in_utf16().links())];
        let what = input.byte();
        let start = input.number();
        let length = usize::from(input.byte() % 16);
        let start = floor(&self.text, start % (self.text.len() + 1));
        let range = start..floor(&self.text, start + length).max(start);
        let units = self.units(range.start)..self.units(range.end);
        let changes = match what % 8 {
            0..4 => self.edit(range, units, &input.text()),
            4 => {
                // Undoing goes back to what the edit left.
                self.history.clear();
                let tracked = self.tracked().dismiss(units.clone());
                let twin = self.twin.in_utf16_mut().dismiss(units);
                assert_eq!(tracked, twin);
                [self.live.dismiss(range), twin]
            }
            5 => {
                self.history.clear();
                let tracked = self.tracked().restore(units.clone());
                let twin = self.twin.in_utf16_mut().restore(units);
                assert_eq!(tracked, twin);
                [self.live.restore(range), twin]
            }
            6 => {
                let enabled = length % 2 == 0;
                let tracked = self.tracked().set_enabled(enabled);
                let twin = self.twin.in_utf16_mut().set_enabled(enabled);
                assert_eq!(tracked, twin);
                [self.live.set_enabled(enabled), twin]
            }
            _ => match self.history.pop() {
                Some(past) => self.undo(&past),
                None => return,
            },
        };
        let after = [set(self.live.links()), set(self.twin.in_utf16().links())];
        let [live, twin] = changes;
        let [live_before, twin_before] = before;
        assert_eq!(replay(live_before, &live), after[0]);
        assert_eq!(replay(twin_before, &twin), after[1]);
    }

    fn edit(&mut self, range: Range<usize>, units: Range<usize>, insert: &str) -> [Changes; 2] {
        let state = self.live.state();
        let edit = |range| Edit::new(range, insert);
        let live = self.live.apply(edit(range.clone())).expect("a range");
        let twin = self
            .twin
            .in_utf16_mut()
            .apply(edit(units.clone()))
            .expect("a range");
        let old = self.text.clone();
        self.text.replace_range(range, insert);
        let tracked = self.tracked().apply(edit(units)).expect("a range");
        assert_eq!(tracked.added, twin.added);
        assert_eq!(tracked.removed, twin.removed);
        assert_eq!(tracked.moved, twin.moved);
        assert_eq!(tracked.shift, twin.shift);
        let undos = [&live, &twin, &tracked].map(|changes| changes.undo.clone().expect("an edit"));
        self.history.push(Past {
            undos,
            text: old,
            state,
        });
        [live, twin]
    }

    fn undo(&mut self, past: &Past) -> [Changes; 2] {
        let [live, twin, tracked] = &past.undos;
        self.text.clone_from(&past.text);
        let live = self.live.undo(live).expect("the text as it was left");
        let twin = self
            .twin
            .in_utf16_mut()
            .undo(twin)
            .expect("the text as it was left");
        self.tracked()
            .undo(tracked)
            .expect("the text as it was left");
        assert_eq!(self.live.state().dismissed, past.state.dismissed);
        [live, twin]
    }

    fn tracked(&mut self) -> Counted<(&mut Tracker, &str), Utf16> {
        self.tracker.in_utf16_mut(&self.text)
    }

    /// Everything is as it would be in a new text.
    fn compare(&mut self) {
        let text = &self.text;
        assert_eq!(&self.live.slice(0..self.live.len()), text);
        assert_eq!(
            self.live.utf16(0..text.len()).end,
            text.encode_utf16().count()
        );
        let State {
            enabled, dismissed, ..
        } = self.live.state();
        assert_eq!(self.twin.state().dismissed, dismissed);
        let fresh = self
            .detector
            .links(text)
            .map(|link| (link.range(), link.kind()));
        let fresh: Vec<(Range<usize>, Kind)> = fresh.collect();
        for range in &dismissed {
            assert!(
                fresh.iter().any(|(link, _)| link == range),
                "{range:?} is no link"
            );
        }
        let shown = |(range, _): &(Range<usize>, Kind)| enabled && !dismissed.contains(range);
        let expected: Vec<_> = fresh.into_iter().filter(shown).collect();
        let links: Vec<_> = self
            .live
            .links()
            .map(|link| (link.range, link.kind))
            .collect();
        assert_eq!(links, expected, "in {text:?}");
        assert!(self.live.links().eq(self.tracker.links()), "in {text:?}");
        let twin: Vec<_> = self
            .twin
            .in_utf16()
            .links()
            .map(|link| link.range)
            .collect();
        let tracked = self.tracker.in_utf16(text);
        let is_same = self.twin.in_utf16().links().eq(tracked.links());
        assert!(is_same, "in {text:?}");
        let units = links
            .iter()
            .map(|(range, _)| self.units(range.start)..self.units(range.end));
        assert!(units.eq(twin), "in {text:?}");
    }

    fn units(&self, at: usize) -> usize {
        self.text[..at].encode_utf16().count()
    }
}
