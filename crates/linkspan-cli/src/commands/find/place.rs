//! Places in bytes that may not be text, and the places that could not be searched.

use linkspan::offset::Position;

use super::decode::Bytes;
use super::plan::Action;
use crate::input::pieces;

/// The place after `bytes` that start at `place`.
pub(crate) fn after(place: Position, bytes: &[u8]) -> Position {
    if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
        return place.after(text);
    }
    bytes.utf8_chunks().fold(place, |place, chunk| {
        after_invalid(place.after(chunk.valid()), chunk.invalid())
    })
}

/// The place after bytes that are not UTF-8. They count as one character, as in an editor that shows
/// them as U+FFFD.
pub(crate) fn after_invalid(mut place: Position, bytes: &[u8]) -> Position {
    if !bytes.is_empty() {
        place.byte += bytes.len();
        place.char += 1;
        place.utf16 += 1;
        place.column += 1;
        place.column_utf16 += 1;
    }
    place
}

/// A place in a source, whatever its encoding.
#[derive(Clone, Copy)]
pub(crate) struct Cursor {
    pub(crate) place: Position,
    /// The position in the source, if that is not UTF-8.
    pub(crate) stored: Option<Bytes>,
}

impl Cursor {
    /// The place after more bytes of the decoded source.
    pub(crate) fn after(self, bytes: &[u8]) -> Self {
        Self {
            place: after(self.place, bytes),
            stored: self
                .stored
                .map(|stored| stored.after(&String::from_utf8_lossy(bytes))),
        }
    }

    /// The place, with the byte offset in the stored source.
    pub(crate) fn position(self) -> Position {
        self.stored
            .map_or(self.place, |stored| stored.in_source(self.place))
    }
}

/// The number of places of one kind, and the first of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Places {
    count: usize,
    first: Position,
}

impl Places {
    /// Adds a place after all others.
    pub(crate) fn add(&mut self, place: Position) {
        self.extend(Self {
            count: 1,
            first: place,
        });
    }

    /// Adds places after all others.
    fn extend(&mut self, later: Self) {
        if self.count == 0 {
            self.first = later.first;
        }
        self.count += later.count;
    }

    /// The words that name the first place. Empty when links are only counted, because no places
    /// are tracked then.
    fn first(&self, action: Action) -> String {
        match action {
            Action::Count => String::new(),
            _ => format!(", first at {}:{}", self.first.line, self.first.column),
        }
    }
}

/// The places of a source that could not be searched.
#[derive(Clone, Copy, Default)]
pub(crate) struct Unsearched {
    /// Bytes that are not UTF-8.
    pub(crate) invalid: Places,
    /// Runs that are too long.
    pub(crate) long_runs: Places,
}

impl Unsearched {
    /// Adds later places of the same source.
    pub(crate) fn extend(&mut self, later: &Self) {
        self.invalid.extend(later.invalid);
        self.long_runs.extend(later.long_runs);
    }

    /// Warnings about the source with this name; all of it was searched.
    pub(crate) fn warnings(&self, name: &str, action: Action) -> Vec<String> {
        let mut warnings = Vec::new();
        let Places { count, .. } = self.invalid;
        if count > 0 {
            let places = if count == 1 { "place" } else { "places" };
            let first = self.invalid.first(action);
            warnings.push(format!(
                "{name}: not UTF-8 in {count} {places}{first}; treated as a break between words; if the file has another \
                 encoding, set it, such as `--encoding windows-1252`"
            ));
        }
        warnings
    }

    /// The error about runs of the source with this name that were not searched, if there are any.
    pub(crate) fn error(&self, name: &str, action: Action) -> Option<String> {
        let Places { count, .. } = self.long_runs;
        let first = self.long_runs.first(action);
        (count > 0).then(|| format!("{name}: {}", pieces::too_long(count, &first)))
    }
}
