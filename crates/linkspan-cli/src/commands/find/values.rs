//! Search of values in JSON and tables, each searched separately.
//!
//! A value is a text of its own: `["see a.com", "/b"]` has the link `a.com` and not `a.com", "/b`.
//! Damage must cost little: a broken row is reported, and reading goes on with the next.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

use linkspan::defang::Refanged;
use linkspan_read::{Passage, Problem, Table, json};

use super::place::{Cursor, after_invalid};
use super::plan::{Defanged, Values};
use super::source::{SourceSearch, all_of};
use super::text::LinkPlace;

/// The maximum number of messages about one source.
const MOST_MESSAGES: usize = 10;

/// The damage in a source.
#[derive(Default)]
pub(crate) struct Damage {
    messages: Vec<String>,
    count: usize,
}

impl Damage {
    fn add(&mut self, line: usize, message: &str) {
        self.count += 1;
        if self.messages.len() < MOST_MESSAGES {
            self.messages.push(format!("line {line}: {message}"));
        }
    }

    /// The messages about the source with this name.
    pub(crate) fn messages(&self, name: &str) -> Vec<String> {
        let mut messages: Vec<String> = self
            .messages
            .iter()
            .map(|message| format!("{name}: {message}"))
            .collect();
        let more = self.count - self.messages.len();
        if more > 0 {
            messages.push(format!("{name}: {more} more lines could not be read"));
        }
        messages
    }
}

/// The maximum number of value names in a message.
const MOST_NAMES: usize = 8;

/// The names of skipped values, for the message if no requested value was found.
#[derive(Default)]
pub(crate) struct OtherFields {
    is_found: bool,
    names: Vec<String>,
}

impl OtherFields {
    fn note(&mut self, path: &str) {
        let name = path.rsplit('.').next().unwrap_or(path);
        let name = name.split('[').next().unwrap_or(name);
        // The titles of a table are named by their column numbers only.
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            return;
        }
        if !self.is_found
            && self.names.len() < MOST_NAMES
            && !self.names.iter().any(|one| one == name)
        {
            self.names.push(name.to_owned());
        }
    }

    /// The message if no value has a requested name.
    pub(crate) fn warning(&self, fields: &[String]) -> Option<String> {
        (!self.is_found && !self.names.is_empty()).then(|| {
            let (fields, names) = (fields.join("`, `"), self.names.join(", "));
            format!("no value is named `{fields}`; the first names in the file are: {names}")
        })
    }
}

/// Bytes as text of the same length. Bytes that are not UTF-8 are a break between words, as
/// elsewhere.
fn spaced(bytes: &[u8]) -> Cow<'_, str> {
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text += chunk.valid();
                text.extend(chunk.invalid().iter().map(|_| ' '));
            }
            Cow::Owned(text)
        }
    }
}

impl SourceSearch<'_, '_, '_> {
    /// Searches each value of a source. A row or line that cannot be read is reported, and the rest is read.
    pub(crate) fn values(&mut self, source: impl Read, values: Values) -> io::Result<()> {
        let mut units = Units {
            source: BufReader::new(source),
            again: VecDeque::new(),
            is_too_long: false,
            is_skipped: false,
            goes_on: false,
            failure: None,
        };
        let mut bytes = Vec::new();
        let mut table = match values {
            Values::Table(separator) => Table::new(separator),
            _ => Table::new(b','),
        };
        while self.goes_on() && units.next(values, &mut bytes)? > 0 {
            // An unclosed quote must not swallow the rows after it. A table without titles reads
            // the row as well, and no titles are copied for it.
            if let Values::Table(separator) = values
                && Table::new(separator)
                    .read(&String::from_utf8_lossy(&bytes), &mut |_| true)
                    .is_err()
                && let Some(end) = bytes.iter().position(|&byte| byte == b'\n')
            {
                units.put_back(bytes.drain(end + 1..));
            }
            let text = spaced(&bytes);
            if let Cow::Owned(_) = text {
                let mut place = self.place;
                for chunk in bytes.utf8_chunks() {
                    place = place.after(chunk.valid());
                    if !chunk.invalid().is_empty() {
                        self.unsearched.invalid.add(place);
                        place = after_invalid(place, chunk.invalid());
                    }
                }
            }
            if units.is_too_long {
                let message = "longer than 64 MiB; not searched";
                self.result.damage.add(self.place.line, message);
            }
            let is_blank = text.trim().is_empty();
            let mut done = (0, self.cursor());
            let mut result = Ok(());
            let mut keep = |passage: &Passage| {
                result = self.value(&bytes, passage, &mut done);
                self.out.hand_over_much();
                result.is_ok() && self.goes_on()
            };
            let read = match values {
                _ if is_blank || units.is_skipped => Ok(()),
                Values::Json | Values::JsonLines => json(&text, &mut keep),
                Values::Table(_) => table.read(&text, &mut keep),
            };
            result?;
            if let Err(Problem { at, message, .. }) = read {
                // An error at the end of a line belongs to that line.
                let at = at.min(text.trim_end().len());
                let place = self.place.after(text.get(..at).unwrap_or_default());
                let rest = match values {
                    Values::Json => "file",
                    Values::JsonLines => "line",
                    Values::Table(_) => "row",
                };
                let message = format!("{message}; the rest of the {rest} was not searched");
                self.result.damage.add(place.line, &message);
            }
            let reached = self.cursor().after(&bytes);
            (self.place, self.stored) = (reached.place, reached.stored);
            bytes.clear();
            self.out.hand_over();
        }
        self.origin.path = None;
        units.failure.map_or(Ok(()), Err)
    }

    /// Searches a value in a source. `done` is a place before the value, and is advanced to the
    /// place reached.
    fn value(
        &mut self,
        source: &[u8],
        passage: &Passage,
        done: &mut (usize, Cursor),
    ) -> io::Result<()> {
        if !self.wants(passage) {
            self.result.other_fields.note(passage.path());
            return Ok(());
        }
        self.result.other_fields.is_found = true;
        let refanged =
            (self.plan.defanged == Defanged::Found).then(|| Refanged::new(passage.text()));
        let searched = refanged.as_ref().map_or(passage.text(), Refanged::as_str);
        let detector = self.detector(searched)?;
        for link in detector.links(searched) {
            let range = match &refanged {
                Some(refanged) => refanged.original(link.range()),
                None => link.range(),
            };
            let typed = passage.text().get(range.clone()).unwrap_or_default();
            if !self.plan.filter.wants(&link, typed) {
                continue;
            }
            let stored = passage.source(range.clone());
            let between = |from, to| source.get(from..to).unwrap_or_default();
            let start = done.1.after(between(done.0, stored.start));
            let end = start.after(between(stored.start, stored.end));
            *done = (stored.start, start);
            self.origin.path = Some(passage.path().to_owned());
            let decoded = passage.is_decoded(range);
            self.link_at(
                LinkPlace {
                    start: start.position(),
                    end: end.position(),
                    decoded,
                    within: None,
                    reason: None,
                },
                typed,
                &link,
            )?;
        }
        Ok(())
    }

    /// Whether a value is searched: its whole path, its last name, or its column number was
    /// requested.
    fn wants(&self, passage: &Passage) -> bool {
        let (fields, path) = (&self.plan.fields, passage.path());
        let number = passage.column().map(|column| column.to_string());
        let last = path.rsplit('.').next().unwrap_or(path);
        let last = last.split('[').next().unwrap_or(last);
        fields.is_empty()
            || fields
                .iter()
                .any(|field| field == path || field == last || Some(field) == number.as_ref())
    }
}

/// Reads the next unit: a line, a row, or the whole source.
struct Units<R> {
    source: R,
    /// Bytes that were read already, after a damaged row. Their lines are removed one by one, each in
    /// time proportional to its length.
    again: VecDeque<u8>,
    /// Whether this is the start of a line that is too long.
    is_too_long: bool,
    /// Whether this is a later part of such a line.
    is_skipped: bool,
    /// Whether the line continues.
    goes_on: bool,
    /// The error that ended reading.
    failure: Option<io::Error>,
}

impl<R: BufRead> Units<R> {
    fn next(&mut self, values: Values, bytes: &mut Vec<u8>) -> io::Result<usize> {
        match values {
            Values::Json => {
                let (all, read) = all_of(&mut self.source);
                *bytes = all;
                // The bytes read before the error are searched.
                self.failure = read.err();
                Ok(bytes.len())
            }
            Values::JsonLines => {
                let mut most = self.source.by_ref().take(LONGEST_LINE);
                let count = most.read_until(b'\n', bytes)?;
                let ends = bytes.last() == Some(&b'\n');
                let is_cut = count as u64 == LONGEST_LINE && !ends;
                self.is_too_long = is_cut && !self.goes_on;
                self.is_skipped = is_cut || self.goes_on;
                self.goes_on = self.is_skipped && !ends;
                Ok(count)
            }
            // A row continues while a quote is open.
            Values::Table(_) => {
                let mut is_open = false;
                loop {
                    let start = bytes.len();
                    let count = self.line(bytes)?;
                    let line = bytes.get(start..).unwrap_or_default();
                    is_open ^= line.iter().filter(|&&byte| byte == b'"').count() % 2 == 1;
                    if count == 0 || !is_open || bytes.len() > LONGEST_ROW {
                        return Ok(bytes.len());
                    }
                }
            }
        }
    }

    fn line(&mut self, bytes: &mut Vec<u8>) -> io::Result<usize> {
        if self.again.is_empty() {
            return self.source.read_until(b'\n', bytes);
        }
        self.again.read_until(b'\n', bytes)
    }

    /// Puts back bytes, to be read before all others.
    fn put_back(&mut self, bytes: impl DoubleEndedIterator<Item = u8>) {
        for byte in bytes.rev() {
            self.again.push_front(byte);
        }
    }
}

/// The maximum length of a line of JSON in bytes.
const LONGEST_LINE: u64 = 1 << 26;

/// The maximum length of a row in bytes. A longer row has an unclosed quote.
const LONGEST_ROW: usize = 1 << 16;
