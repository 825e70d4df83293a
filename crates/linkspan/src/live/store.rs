//! Text in chunks, so that an edit moves a few kilobytes rather than the document.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::list::{List, ListPlace, Weigh, Weight};
use super::units::measured::{Measured, pieces, weight};

/// The length of a new chunk; it may grow to twice that.
const CHUNK: usize = 1 << 11;

/// A text.
#[derive(Clone, Debug)]
pub(super) struct Store {
    chunks: List<Chunk>,
}

#[derive(Clone, Debug)]
pub(super) struct Chunk {
    text: String,
    weight: Weight,
}

impl Weigh for Chunk {
    fn weight(&self) -> Weight {
        self.weight
    }
}

/// Splits a text into chunks of the usual length.
fn cut(text: &str) -> Vec<Chunk> {
    let chunk = |piece: &str| Chunk {
        text: piece.into(),
        weight: weight(piece),
    };
    pieces(text, CHUNK).into_iter().map(chunk).collect()
}

impl Store {
    pub(super) fn new(text: &str) -> Self {
        Self {
            chunks: List::new(cut(text)),
        }
    }

    /// Replaces a range that has been checked with `insert`.
    pub(super) fn replace(&mut self, range: &Range<usize>, insert: &str) {
        let Some((first, from)) = self.locate(range.start) else {
            self.chunks.replace(None, 0, cut(insert));
            return;
        };
        let length = self.text_at(first).len();
        let fits = range.len() <= length - from && length + insert.len() <= 2 * CHUNK;
        if fits && length - range.len() + insert.len() > 0 {
            self.chunks.change(first, |chunk| {
                let gone = from..from + range.len();
                let old = weight(chunk.text.get(gone.clone()).unwrap_or_default());
                chunk.weight = chunk.weight.minus(old).plus(weight(insert));
                chunk.text.replace_range(gone, insert);
            });
            return;
        }
        let mut text = String::from(self.text_at(first).get(..from).unwrap_or_default());
        text.push_str(insert);
        let (mut count, mut last) = (1, first);
        while last.before.bytes + self.text_at(last).len() < range.end
            && let Some(next) = self.chunks.next(last)
        {
            (count, last) = (count + 1, next);
        }
        let after = range.end - last.before.bytes;
        text.push_str(self.text_at(last).get(after..).unwrap_or_default());
        // The rest of a chunk joins its neighbor, so that chunks do not get smaller and smaller.
        if text.len() < CHUNK / 2
            && let Some(next) = self.chunks.next(last)
        {
            text.push_str(self.text_at(next));
            count += 1;
        }
        self.chunks.replace(Some(first), count, cut(&text));
    }
}

impl Measured for Store {
    type Chunk = Chunk;

    fn chunks(&self) -> &List<Chunk> {
        &self.chunks
    }

    fn text_at(&self, place: ListPlace) -> &str {
        self.chunks.get(place).map_or("", |chunk| &chunk.text)
    }
}

impl Measured for &Store {
    type Chunk = Chunk;

    fn chunks(&self) -> &List<Chunk> {
        (**self).chunks()
    }

    fn text_at(&self, place: ListPlace) -> &str {
        (**self).text_at(place)
    }
}
