//! Rule `offsets`: text that is being edited, in UTF-16 code units.

use std::ops::Range;

use linkspan::live::{Changes, Counted, Edit, LiveText, Tracker, Undo, Utf16};
use linkspan::offset::Positions;
use linkspan::{Detector, Link};
use proptest::prelude::*;

use crate::replay::{Set, replay, set};
use crate::{range, texts};

/// A step at a place that may be inside a surrogate pair, or after the text.
#[derive(Clone, Debug)]
enum Step {
    Edit(usize, usize, String),
    Dismiss(usize, usize),
    Restore(usize, usize),
    Enable(bool),
    Undo,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let place = || (any::<usize>(), 0_usize..12);
    // Some inserts are longer than the pieces of a text that are measured at once.
    let insert = (texts(6), prop_oneof![9 => Just(1_usize), 1 => 1_usize..400])
        .prop_map(|(text, times)| text.repeat(times));
    let step = prop_oneof![
        8 => (place(), insert).prop_map(|((at, len), text)| Step::Edit(at, len, text)),
        1 => (any::<usize>(), 0_usize..6000).prop_map(|(at, len)| Step::Edit(at, len, String::new())),
        2 => place().prop_map(|(at, len)| Step::Dismiss(at, len)),
        1 => place().prop_map(|(at, len)| Step::Restore(at, len)),
        1 => any::<bool>().prop_map(Step::Enable),
        2 => Just(Step::Undo),
    ];
    prop::collection::vec(step, 1..16)
}

/// A text, and the same text as a host keeps it.
struct Twins {
    live: LiveText,
    tracker: Tracker,
    text: String,
    history: Vec<[Undo; 2]>,
}

impl Twins {
    fn new(text: &str) -> Self {
        Self {
            live: LiveText::new(text, Detector::uts58()),
            tracker: Tracker::new(text, Detector::uts58()),
            text: text.to_owned(),
            history: Vec::new(),
        }
    }

    /// Takes a step with both, and gives what each says that it did.
    fn step(&mut self, step: Step) -> [Changes; 2] {
        let length = self.live.in_utf16().len();
        let place = |at: usize, len: usize| {
            let start = at % (length + 2);
            start..(start + len).min(length + 1)
        };
        match step {
            Step::Edit(at, len, insert) => self.edit(&Edit::new(place(at, len), &insert)),
            Step::Dismiss(at, len) => [
                self.live.in_utf16_mut().dismiss(place(at, len)),
                self.tracked().dismiss(place(at, len)),
            ],
            Step::Restore(at, len) => [
                self.live.in_utf16_mut().restore(place(at, len)),
                self.tracked().restore(place(at, len)),
            ],
            Step::Enable(enabled) => [
                self.live.in_utf16_mut().set_enabled(enabled),
                self.tracked().set_enabled(enabled),
            ],
            Step::Undo => {
                let Some([undo, tracked]) = self.history.pop() else {
                    return Default::default();
                };
                let changes = self.live.in_utf16_mut().undo(&undo).unwrap();
                self.text = self.live.slice(0..self.live.len());
                [changes, self.tracked().undo(&tracked).unwrap()]
            }
        }
    }

    fn tracked(&mut self) -> Counted<(&mut Tracker, &str), Utf16> {
        self.tracker.in_utf16_mut(&self.text)
    }

    /// An edit that is impossible is so for both, for the same reason, and changes nothing.
    fn edit(&mut self, edit: &Edit<'_>) -> [Changes; 2] {
        match self.live.in_utf16_mut().apply(edit.clone()) {
            Err(error) => {
                assert_eq!(self.tracked().apply(edit.clone()), Err(error));
                Default::default()
            }
            Ok(changes) => {
                self.text = self.live.slice(0..self.live.len());
                let tracked = self.tracked().apply(edit.clone()).unwrap();
                let undos = [&changes, &tracked].map(|changes| changes.undo.clone().unwrap());
                self.history.push(undos);
                [changes, tracked]
            }
        }
    }

    /// Everything that can be read is the same.
    fn compare(&self) {
        let (live, tracked) = (self.live.in_utf16(), self.tracker.in_utf16(&self.text));
        assert!(live.links().eq(tracked.links()));
        assert_eq!(live.len(), tracked.len());
        assert_eq!(live.is_empty(), tracked.is_empty());
        let every = live.len() / 50 + 1;
        for at in (0..live.len() + 2).step_by(every) {
            assert_eq!(live.position(at), tracked.position(at), "{at}");
            assert_eq!(live.pending(at), tracked.pending(at), "{at}");
            assert_eq!(live.slice(at..at + 5), tracked.slice(at..at + 5), "{at}");
            assert!(live.links_in(at..at + 5).eq(tracked.links_in(at..at + 5)));
        }
        let every = self.text.len() / 50 + 1;
        for at in (0..self.text.len() + 2).step_by(every) {
            let position = self.tracker.position(&self.text, at);
            assert_eq!(self.live.position(at), position, "{at}");
        }
        for link in live.links().step_by(live.links().count() / 20 + 1) {
            let text = |link: &Link<'_>| link.to_string();
            assert_eq!(tracked.link(link.id).as_ref(), Some(&link));
            assert_eq!(tracked.inspect(link.id, text), live.inspect(link.id, text));
        }
    }
}

/// Edits a text in another unit: the same links, and changes that replay.
macro_rules! twin {
    ($start:ident, $edits:ident, $view:ident, $units:expr) => {{
        let mut text = $start.clone();
        let mut live = LiveText::new(&$start, Detector::uts58());
        let count = $units;
        let units = |text: &str, at: usize| count(&text[..at]);
        for (at, len, insert) in $edits {
            let range = range(&text, at, len);
            let twin = units(&text, range.start)..units(&text, range.end);
            let mut live = live.$view();
            let before: Set = live.links().map(|link| (link.id, link.range)).collect();
            let changes = live.apply(Edit::new(twin, &insert)).unwrap();
            text.replace_range(range, &insert);
            let after: Set = live.links().map(|link| (link.id, link.range)).collect();
            prop_assert_eq!(replay(before, &changes), after.clone());
            let detector = Detector::uts58();
            let fresh = detector
                .links(&text)
                .map(|link| units(&text, link.start())..units(&text, link.end()));
            let mut found: Vec<Range<usize>> = after.into_values().collect();
            found.sort_by_key(|range| range.start);
            prop_assert!(fresh.eq(found));
            prop_assert_eq!(live.slice(0..live.len()), text.as_str());
            for link in live.links() {
                let found = live.inspect(link.id, |link| link.to_string());
                prop_assert_eq!(found, Some(live.slice(link.range.clone())));
                prop_assert_eq!(live.link(link.id), Some(link));
            }
        }
        let mut positions = Positions::new(&text);
        for at in (0..=text.len() + 1).filter(|&at| at > text.len() || text.is_char_boundary(at)) {
            let expected = (at <= text.len()).then(|| positions.at(at));
            prop_assert_eq!(live.position(at), expected, "{} in {:?}", at, text);
        }
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LINKSPAN_ORACLE_CASES").map_or(60, |cases| cases.parse::<u32>().unwrap() / 30)
    ))]

    #[test]
    fn utf16_is_a_twin(
        start in texts(20),
        edits in prop::collection::vec((any::<usize>(), 0_usize..12, texts(6)), 1..8),
    ) {
        twin!(start, edits, in_utf16_mut, |text: &str| text.encode_utf16().count());
    }

    #[test]
    fn code_points_are_a_twin(
        start in texts(20),
        edits in prop::collection::vec((any::<usize>(), 0_usize..12, texts(6)), 1..8),
    ) {
        twin!(start, edits, in_code_points_mut, |text: &str| text.chars().count());
    }

    /// A host that keeps the text sees the same in UTF-16, wherever the edits are: also inside surrogate
    /// pairs and after the text.
    #[test]
    fn a_tracker_is_the_same_in_utf16(
        start in texts(20),
        times in prop_oneof![Just(1_usize), 1_usize..200],
        steps in steps(),
    ) {
        let mut twins = Twins::new(&start.repeat(times));
        for step in steps {
            let before = set(twins.live.in_utf16().links());
            let [live, tracked] = twins.step(step);
            prop_assert_eq!(&live.added, &tracked.added);
            prop_assert_eq!(&live.removed, &tracked.removed);
            prop_assert_eq!(&live.moved, &tracked.moved);
            prop_assert_eq!(live.shift, tracked.shift);
            prop_assert_eq!(replay(before, &tracked), set(twins.live.in_utf16().links()));
            prop_assert_eq!(twins.live.state(), twins.tracker.state());
            twins.compare();
        }
    }

    /// A text that has changed in other places than the tracker was told gives other links or an error, and
    /// no panic.
    #[test]
    fn a_tracker_survives_another_text(
        start in texts(20),
        times in 1_usize..200,
        turn in any::<usize>(),
        steps in steps(),
    ) {
        let mut text = start.repeat(times);
        let mut tracker = Tracker::new(&text, Detector::uts58());
        let middle = range(&text, turn, 0).start;
        text = text[middle..].to_owned() + &text[..middle];
        for step in steps {
            let length = tracker.in_utf16(&text).len();
            match step {
                Step::Edit(at, len, insert) => {
                    let range = range(&text, at, len);
                    text.replace_range(range.clone(), &insert);
                    tracker.apply(&text, Edit::new(range, &insert)).unwrap();
                    let units = at % (length + 1)..length;
                    drop(tracker.in_utf16_mut(&text).apply(Edit::new(units, &insert)));
                }
                Step::Dismiss(at, _) => {
                    tracker.in_utf16_mut(&text).dismiss(at % (length + 1)..length);
                }
                Step::Restore(at, _) => {
                    tracker.in_utf16_mut(&text).restore(at % (length + 1)..length);
                }
                Step::Enable(enabled) => {
                    tracker.in_utf16_mut(&text).set_enabled(enabled);
                }
                Step::Undo => {
                    let tracked = tracker.in_utf16(&text);
                    for link in tracked.links().step_by(17) {
                        tracked.inspect(link.id, |link| link.to_string());
                    }
                    for at in (0..length).step_by(17) {
                        let _ = (tracked.position(at), tracked.pending(at), tracked.slice(at..at + 9));
                        tracked.links_in(at..at + 99).for_each(drop);
                    }
                }
            }
        }
    }
}
