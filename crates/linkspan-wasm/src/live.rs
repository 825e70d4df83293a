//! Text that is being edited.

use std::borrow::Cow;

use linkspan::live::{Changes, Edit, LiveLink, LiveText, State, Undo};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use crate::find::{address, kind, label};
use crate::instance::Output;
use crate::units::number;

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

/// Writes links: the id of each, its range and kind, how its address is formed, and where that and
/// its label are in the string. All of them are inspected with a single search.
fn put(live: &LiveText, links: &[LiveLink], out: &mut Output) {
    let mut made: BTreeMap<u64, ([u32; 3], [u32; 2])> = links
        .iter()
        .map(|link| (link.id.0, Default::default()))
        .collect();
    let start = links.iter().map(|link| link.range.start).min();
    let end = links.iter().map(|link| link.range.end).max();
    let bytes = live.bytes_of_utf16(start.unwrap_or_default()..end.unwrap_or_default());
    let (string, mut written) = (&mut out.string, 0);
    live.inspect_in(bytes.unwrap_or_default(), &mut |link, found| {
        if let Some((to, shown)) = made.get_mut(&link.id.0) {
            *to = address(found, string, &mut written);
            *shown = label(found, string, &mut written);
        }
    });
    for link in links {
        let ([how, start, length], label) = made.get(&link.id.0).copied().unwrap_or_default();
        let [low, high] = halves(link.id.0);
        let Range { start: from, end } = link.range;
        let what = kind(link.kind) | how << 8;
        out.numbers
            .extend([low, high, number(from), number(end), what, start, length]);
        out.numbers.extend(label);
    }
}

/// Splits a 64-bit number into two.
fn halves(id: u64) -> [u32; 2] {
    [id & 0xFFFF_FFFF, id >> 32].map(|half| u32::try_from(half).unwrap_or_default())
}

impl Live {
    pub(crate) fn new(text: LiveText) -> Self {
        Self {
            text,
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

    /// Writes the changes: how many links were removed, added and moved, from where on the others
    /// are shifted and by how much, the number to undo the edit with, and the links.
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
        let counts = [
            &changes.removed.len(),
            &changes.added.len(),
            &changes.moved.len(),
        ];
        out.numbers.extend(counts.map(|count| number(*count)));
        out.numbers
            .extend([number(changes.shift.from), by.cast_unsigned(), undo]);
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
        out.numbers.push(u32::from(state.enabled));
        for range in &state.dismissed {
            let Range { start, end } = self.text.utf16(range.clone());
            out.numbers.extend([number(start), number(end)]);
        }
        number(state.dismissed.len())
    }
}

/// A text with a state in UTF-16.
pub(crate) fn with_state(
    text: &str,
    detector: linkspan::Detector,
    enabled: bool,
    dismissed: &[[u32; 2]],
) -> LiveText {
    let empty = LiveText::new(text, detector.clone());
    let bytes = |&[start, end]: &[u32; 2]| {
        let unit = |unit: u32| usize::try_from(unit).unwrap_or(usize::MAX);
        empty.bytes_of_utf16(unit(start)..unit(end))
    };
    let dismissed = dismissed.iter().filter_map(bytes).collect();
    let state = State::new(enabled, dismissed);
    LiveText::with_state(text, detector, &state)
}
