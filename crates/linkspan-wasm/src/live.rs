//! Text that is being edited.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

use linkspan::Detector;
use linkspan::live::{Changes, Edit, LiveLink, LiveText, State, Undo};

use crate::find::record;
use crate::instance::{Output, number};
use crate::layout::{
    ADDED, CHANGES, ENABLED, END, ID, ID_HIGH, LINK, MOVED, REMOVED, SHIFT_BY, SHIFT_FROM, START,
    STATE, UNDO,
};
use crate::options::pairs;

/// A text with its undo history.
pub(crate) struct Live {
    pub(crate) text: LiveText,
    /// Reverts the last edits.
    undo: VecDeque<Option<Undo>>,
    /// The number of the first of them.
    first: usize,
}

/// The number of edits that can be reverted.
const MOST_UNDONE: usize = 10_000;

/// Writes links. All of them are inspected with a single search.
fn put(live: &LiveText, links: &[LiveLink], out: &mut Output) {
    let start = links.iter().map(|link| link.range.start).min();
    let end = links.iter().map(|link| link.range.end).max();
    let bytes = live.bytes_of_utf16(start.unwrap_or_default()..end.unwrap_or_default());
    let mut records = Vec::new();
    live.inspect_in(bytes.unwrap_or_default(), &mut |link, found| {
        records.push((link.id, record([0; 2], found, out)));
    });
    // Both lists are in the order of the text, except that moved links come after added ones. So the
    // next record is nearly always the right one.
    let mut next = 0;
    for LiveLink { id, range, .. } in links {
        let (before, after) = records.split_at_checked(next).unwrap_or_default();
        let mut rest = after.iter().chain(before).zip(next..);
        let mut record = [0; LINK];
        if let Some(((_, found), at)) = rest.find(|((known, _), _)| known == id) {
            record = *found;
            next = (at + 1) % records.len();
        }
        [record[START], record[END]] = [range.start, range.end].map(number);
        [record[ID], record[ID_HIGH]] = halves(id.0);
        out.numbers.extend(record);
    }
}

/// Splits a 64-bit number into two.
fn halves(id: u64) -> [u32; 2] {
    [id & 0xFFFF_FFFF, id >> 32].map(|half| u32::try_from(half).unwrap_or_default())
}

impl Live {
    /// A text with a state: whether links are shown (`enabled`), and the dismissed ranges
    /// (`dismissed`), each as two numbers.
    pub(crate) fn new(text: &str, detector: &Detector, state: &str) -> Self {
        let mut live = LiveText::new(text, detector.clone());
        if !state.is_empty() {
            let mut enabled = true;
            let mut dismissed = Vec::new();
            for (name, value) in pairs(state) {
                match name {
                    "enabled" => enabled = value == "true",
                    _ => dismissed = ranges(&value),
                }
            }
            let dismissed = dismissed.into_iter();
            let dismissed = dismissed.filter_map(|range| live.bytes_of_utf16(range));
            let state = State::new(enabled, dismissed.collect());
            live = LiveText::with_state(text, detector.clone(), &state);
        }
        Self {
            text: live,
            undo: VecDeque::new(),
            first: 0,
        }
    }

    pub(crate) fn edit(&mut self, range: Range<usize>, insert: &str, out: &mut Output) -> i32 {
        // Half of a surrogate pair counts as U+FFFD. An edit that starts or ends inside a pair
        // leaves one or two of them.
        // A reversed range stays one, also inside a pair.
        let is_cut = |at: usize| range.start <= range.end && self.is_in_pair(at);
        let (before, after) = (is_cut(range.start), is_cut(range.end));
        let range = range.start - usize::from(before)..range.end + usize::from(after);
        let half = |is_left: bool| if is_left { "\u{FFFD}" } else { "" };
        let insert = match before || after {
            true => Cow::Owned([half(before), insert, half(after)].concat()),
            false => Cow::Borrowed(insert),
        };
        match self.text.in_utf16_mut().apply(Edit::new(range, &insert)) {
            Ok(changes) => self.changed(changes, out),
            Err(error) => out.fail(&error),
        }
    }

    /// Whether an offset is between the two units of a surrogate pair.
    fn is_in_pair(&self, at: usize) -> bool {
        let is_inside = (1..self.text.in_utf16().len()).contains(&at);
        is_inside && self.text.bytes_of_utf16(at..at).is_none()
    }

    /// Reverts an edit that has not been reverted yet.
    pub(crate) fn undo(&mut self, number: usize, out: &mut Output) -> i32 {
        let place = number.checked_sub(self.first);
        let undo = place.and_then(|place| self.undo.get_mut(place));
        let Some(undo) = undo.and_then(Option::take) else {
            return out.fail(&"there is nothing to undo with this number");
        };
        match self.text.in_utf16_mut().undo(&undo) {
            Ok(changes) => self.changed(changes, out),
            Err(error) => out.fail(&error),
        }
    }

    pub(crate) fn dismiss(&mut self, range: Range<usize>, out: &mut Output) -> i32 {
        let changes = self.text.in_utf16_mut().dismiss(range);
        self.changed(changes, out)
    }

    pub(crate) fn restore(&mut self, range: Range<usize>, out: &mut Output) -> i32 {
        let changes = self.text.in_utf16_mut().restore(range);
        self.changed(changes, out)
    }

    pub(crate) fn set_enabled(&mut self, enabled: bool, out: &mut Output) -> i32 {
        let changes = self.text.in_utf16_mut().set_enabled(enabled);
        self.changed(changes, out)
    }

    /// Writes the changes of an edit.
    fn changed(&mut self, changes: Changes, out: &mut Output) -> i32 {
        let undo = match changes.undo {
            Some(undo) => {
                self.undo.push_back(Some(undo));
                if self.undo.len() > MOST_UNDONE {
                    self.undo.pop_front();
                    self.first += 1;
                }
                number(self.first + self.undo.len() - 1)
            }
            None => u32::MAX,
        };
        let by = i32::try_from(changes.shift.by).unwrap_or_default();
        let mut head = [0; CHANGES];
        head[REMOVED] = number(changes.removed.len());
        head[ADDED] = number(changes.added.len());
        head[MOVED] = number(changes.moved.len());
        head[SHIFT_FROM] = number(changes.shift.from);
        head[SHIFT_BY] = by.cast_unsigned();
        head[UNDO] = undo;
        out.numbers.extend(head);
        for id in &changes.removed {
            out.numbers.extend(halves(id.0));
        }
        put(&self.text, &[changes.added, changes.moved].concat(), out);
        0
    }

    /// The links in a range.
    pub(crate) fn links(&self, range: Range<usize>, out: &mut Output) -> u32 {
        let links: Vec<LiveLink> = self.text.in_utf16().links_in(range).collect();
        put(&self.text, &links, out);
        number(links.len())
    }

    /// The link that typing at the caret could still change.
    pub(crate) fn pending(&self, caret: usize, out: &mut Output) -> u32 {
        let links: Vec<LiveLink> = self.text.in_utf16().pending(caret).into_iter().collect();
        put(&self.text, &links, out);
        number(links.len())
    }

    /// The state to save with the text: whether links are shown, and the dismissed ranges.
    pub(crate) fn state(&self, out: &mut Output) -> u32 {
        let state = self.text.state();
        let mut head = [0; STATE];
        head[ENABLED] = u32::from(state.enabled);
        out.numbers.extend(head);
        for range in &state.dismissed {
            let Range { start, end } = self.text.utf16(range.clone());
            out.numbers.extend([number(start), number(end)]);
        }
        number(state.dismissed.len())
    }
}

/// Ranges from numbers with commas between them. What is no number is outside of every text.
fn ranges(numbers: &str) -> Vec<Range<usize>> {
    let numbers = numbers.split(',');
    let numbers: Vec<usize> = numbers
        .map(|one| one.parse().unwrap_or(usize::MAX))
        .collect();
    let (pairs, _) = numbers.as_chunks::<2>();
    pairs.iter().map(|&[start, end]| start..end).collect()
}
