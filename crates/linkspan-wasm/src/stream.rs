//! Text that arrives in pieces.

use std::ops::Range;

use linkspan::Detector;
use linkspan::offset::utf16_len;
use linkspan::stream::{Event, Stream};

use crate::find::{address, kind, label};
use crate::instance::Output;
use crate::units::{Units, number};

/// A stream, and the part of its text in which links may still start.
pub(crate) struct Arriving {
    stream: Stream,
    /// The text that has not been handled completely.
    rest: String,
    /// Its start, in bytes and in code units.
    byte: usize,
    unit: usize,
}

impl Arriving {
    pub(crate) fn new(detector: Detector) -> Self {
        Self {
            stream: Stream::new(detector),
            rest: String::new(),
            byte: 0,
            unit: 0,
        }
    }

    /// Returns the number of links that are complete after more text.
    pub(crate) fn push(&mut self, text: &str, output: &mut Output) -> u32 {
        self.rest.push_str(text);
        let mut links = Links::new(&self.rest, (self.byte, self.unit), output);
        self.stream.push_str(text, &mut |event| links.add(&event));
        let count = links.count;
        let done = self.rest.len().saturating_sub(self.stream.held());
        if let Some(before) = self.rest.get(..done) {
            self.unit += utf16_len(before);
            self.byte += done;
            self.rest.drain(..done);
        }
        count
    }

    /// Returns the number of links that are complete at the end.
    pub(crate) fn finish(self, output: &mut Output) -> u32 {
        let mut links = Links::new(&self.rest, (self.byte, self.unit), output);
        self.stream.finish(&mut |event| links.add(&event));
        links.count
    }
}

/// Writes links as `find` does, and where the text of each is in the string.
struct Links<'t, 'o> {
    units: Units<'t>,
    start: (usize, usize),
    output: &'o mut Output,
    written: usize,
    count: u32,
}

impl<'t, 'o> Links<'t, 'o> {
    fn new(text: &'t str, start: (usize, usize), output: &'o mut Output) -> Self {
        Self {
            units: Units::new(text, false),
            start,
            output,
            written: 0,
            count: 0,
        }
    }

    fn add(&mut self, event: &Event<'_>) {
        let Event::Link(found) = event else {
            return;
        };
        let (link, (byte, unit)) = (found.link(), self.start);
        let typed = link.as_str();
        self.output.string.push_str(typed);
        let text = [self.written, utf16_len(typed)].map(number);
        self.written += utf16_len(typed);
        let [how, start, length] = address(link, &mut self.output.string, &mut self.written);
        let label = label(link, &mut self.output.string, &mut self.written);
        let Range { start: from, end } = found.range();
        let [from, end] =
            [from, end].map(|at| number(unit + self.units.at(at.saturating_sub(byte))));
        let kind = kind(link.kind()) | how << 8;
        self.output.numbers.extend([from, end, kind, start, length]);
        self.output.numbers.extend(label);
        self.output.numbers.extend(text);
        self.count += 1;
    }
}
