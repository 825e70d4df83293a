//! Text that arrives in pieces.

use std::ops::Range;

use linkspan::Detector;
use linkspan::offset::utf16_len;
use linkspan::stream::{Event, Stream};
use linkspan_bind::Offsets;

use crate::find::{offsets, record};
use crate::instance::{Output, number};
use crate::layout::{TEXT, TEXT_LENGTH};

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
        let mut links = LinkWriter::new(&self.rest, (self.byte, self.unit), output);
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
        let mut links = LinkWriter::new(&self.rest, (self.byte, self.unit), output);
        self.stream.finish(&mut |event| links.add(&event));
        links.count
    }
}

/// Writes links as `find` does, each with its text, which the script may not have any more.
struct LinkWriter<'t, 'o> {
    offsets: Offsets<'t>,
    start: (usize, usize),
    output: &'o mut Output,
    count: u32,
}

impl<'t, 'o> LinkWriter<'t, 'o> {
    fn new(text: &'t str, start: (usize, usize), output: &'o mut Output) -> Self {
        Self {
            offsets: offsets(text, false),
            start,
            output,
            count: 0,
        }
    }

    fn add(&mut self, event: &Event<'_>) {
        let Event::Link(found) = event else {
            return;
        };
        let (link, (byte, unit)) = (found.link(), self.start);
        let Range { start, end } = found.range();
        let place = [start, end].map(|at| unit + self.offsets.at(at.saturating_sub(byte)));
        let mut record = record(place.map(number), link, self.output);
        [record[TEXT], record[TEXT_LENGTH]] = self.output.write(link.text());
        self.output.numbers.extend(record);
        self.count += 1;
    }
}
