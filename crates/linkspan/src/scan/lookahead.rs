//! Looks ahead without reading anything twice.

use crate::meter::Meter;

/// Remembers the end of a sequence of characters of one kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookahead {
    start: usize,
    end: usize,
}

impl Lookahead {
    /// The end of the sequence that starts at `start`, where `step` returns each of its characters.
    pub(crate) fn from<M: Meter>(
        &mut self,
        start: usize,
        meter: &mut M,
        step: impl Fn(usize) -> Option<char>,
    ) -> usize {
        if !(self.start..self.end).contains(&start) {
            self.start = start;
            self.end = start;
            let mut steps = 1;
            while let Some(c) = step(self.end) {
                self.end += c.len_utf8();
                steps += 1;
            }
            meter.work(steps);
        }
        self.end
    }
}
