//! The places where a source is not UTF-8.

use std::str::Utf8Chunk;

/// The places where a source is not UTF-8.
#[derive(Default)]
pub(super) struct Invalid {
    count: usize,
    /// The line of the first one.
    line: usize,
    /// The number of line breaks so far.
    breaks: usize,
    /// What becomes of links next to such bytes.
    effect: &'static str,
}

impl Invalid {
    /// No places yet. `effect` says what becomes of links next to such bytes.
    pub(super) fn new(effect: &'static str) -> Self {
        Self {
            effect,
            ..Self::default()
        }
    }

    /// Looks for more places in the next bytes of the source.
    pub(super) fn look_at(&mut self, bytes: &[u8]) {
        bytes.utf8_chunks().for_each(|chunk| self.pass(&chunk));
    }

    /// The same for a part of these bytes.
    pub(super) fn pass(&mut self, chunk: &Utf8Chunk<'_>) {
        self.breaks += chunk.valid().matches('\n').count();
        if !chunk.invalid().is_empty() {
            if self.count == 0 {
                self.line = self.breaks + 1;
            }
            self.count += 1;
        }
    }

    /// A sentence about these places, if there are any.
    pub(super) fn sentence(&self) -> Option<String> {
        let places = match self.count {
            0 => return None,
            1 => "1 place".to_owned(),
            count => format!("{count} places"),
        };
        let (line, effect) = (self.line, self.effect);
        Some(format!(
            "not UTF-8 in {places}, first in line {line}; links next to such bytes {effect}; convert it to UTF-8 first"
        ))
    }
}
