//! The sizes of the chunks of a text that is stored elsewhere.
//!
//! An editor that counts UTF-16 units asks for the byte offset of each edit. Without these sizes, the
//! answer would take a pass over the text. The text itself is not copied: after an edit, only the
//! chunks that it touches are measured again, in the text that the application has changed.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::measured::{Measured, bytes_of, pieces, weight};
use super::unit::Unit;
use crate::live::EditError;
use crate::live::list::{List, ListPlace, Weigh, Weight};
use crate::text::Text;
use crate::uts58::runs;

/// The length of a new chunk; it may grow to twice that. An edit reads the chunks it touches.
const CHUNK: usize = 1 << 10;

/// The sizes of the chunks of a text.
#[derive(Clone, Debug)]
pub(in crate::live) struct Ruler {
    chunks: List<Weight>,
}

impl Weigh for Weight {
    fn weight(&self) -> Weight {
        *self
    }
}

fn cut(text: &str) -> Vec<Weight> {
    pieces(text, CHUNK).into_iter().map(weight).collect()
}

impl Ruler {
    pub(in crate::live) fn new(text: &str) -> Self {
        Self {
            chunks: List::new(cut(text)),
        }
    }

    /// The length of the text in bytes.
    pub(in crate::live) fn len(&self) -> usize {
        self.chunks.total().bytes
    }

    /// Combines the measurements with the text.
    pub(in crate::live) fn on<'r>(&'r self, text: &'r str) -> Ruled<'r> {
        Ruled { ruler: self, text }
    }

    /// Measures the chunks again in which a checked range has been replaced; `text` is the new
    /// text.
    pub(in crate::live) fn replace(&mut self, text: &str, range: &Range<usize>, inserted: usize) {
        let chunks = self.chunks_around(text, range, inserted);
        // The text was empty before the edit, or is not the result of the edit.
        let Some((first, count, piece)) = chunks else {
            *self = Self::new(text);
            return;
        };
        if piece.is_empty() || piece.len() > 2 * CHUNK {
            self.chunks.replace(Some(first), count, cut(piece));
        } else if count == 1 {
            self.chunks.change(first, |chunk| *chunk = weight(piece));
        } else {
            let joined = [weight(piece)].into();
            self.chunks.replace(Some(first), count, joined);
        }
    }

    /// The first chunk that an edit touches, the number of touched chunks, and their new text.
    fn chunks_around<'t>(
        &self,
        text: &'t str,
        range: &Range<usize>,
        inserted: usize,
    ) -> Option<(ListPlace, usize, &'t str)> {
        let first = self.chunks.find(|weight| weight.bytes > range.start)?;
        let start = first.before.bytes;
        let mut end = start;
        let (mut count, mut place) = (0, Some(first));
        // The rest of a chunk joins its neighbor, so that chunks do not get smaller and smaller.
        while let Some(at) = place
            && (end < range.end || end - start - range.len() + inserted < CHUNK / 2)
        {
            end = at.before.bytes + self.chunks.get(at)?.bytes;
            count += 1;
            place = self.chunks.next(at);
        }
        let end = (end - range.len()).checked_add(inserted)?;
        Some((first, count, text.get(start..end)?))
    }
}

/// A text and its measurements.
#[derive(Clone, Copy, Debug)]
pub(in crate::live) struct Ruled<'r> {
    ruler: &'r Ruler,
    text: &'r str,
}

impl Measured for Ruled<'_> {
    type Chunk = Weight;

    fn chunks(&self) -> &List<Weight> {
        &self.ruler.chunks
    }

    fn text_at(&self, place: ListPlace) -> &str {
        let start = place.before.bytes;
        let length = self.ruler.chunks.get(place).map_or(0, |chunk| chunk.bytes);
        self.text.get(start..start + length).unwrap_or_default()
    }

    // The text itself answers the rest, even if it is not the one that was measured.

    fn is_boundary(&self, at: usize) -> bool {
        self.text.is_char_boundary(at)
    }

    fn slice(&self, range: Range<usize>) -> String {
        self.text.get(range).unwrap_or_default().into()
    }

    fn stretch(&self, range: Range<usize>) -> (usize, String) {
        if self.text.get(range.clone()).is_none() {
            return (0, String::new());
        }
        let stretch = runs::around(Text(self.text), 0, range);
        (stretch.start, self.slice(stretch))
    }
}

impl Ruled<'_> {
    /// The byte range, before an edit, of a range in a unit that the edit has replaced. The
    /// measurements are still those of the old text, while the text is the new one; the text before
    /// and after the range is the same in both.
    pub(in crate::live) fn replaced<U: Unit>(
        &self,
        range: &Range<usize>,
    ) -> Result<Range<usize>, EditError> {
        let length = self.count::<U>();
        if range.start > range.end || range.end > length {
            return Err(EditError::OutOfRange { length });
        }
        let inside = |at| EditError::InsideCharacter { at };
        let start = self.start::<U>(range.start).ok_or(inside(range.start))?;
        let end = self.end::<U>(range.end).ok_or(inside(range.end))?;
        Ok(start..end)
    }

    /// Converts an offset to bytes, if the text up to there is unchanged.
    fn start<U: Unit>(&self, at: usize) -> Option<usize> {
        let before = self
            .find::<U>(at)
            .map_or(Weight::default(), |place| place.before);
        let chars = self.text.get(before.bytes..)?.chars();
        Some(before.bytes + bytes_of::<U>(chars, at - U::of(before))?)
    }

    /// Converts an offset to bytes, if the text from there on is unchanged.
    fn end<U: Unit>(&self, at: usize) -> Option<usize> {
        let after = match self.find::<U>(at) {
            Some(place) => place.before.plus(*self.ruler.chunks.get(place)?),
            None => Weight::default(),
        };
        let end = (self.text.len() + after.bytes).checked_sub(self.len())?;
        let chars = self.text.get(..end)?.chars().rev();
        after
            .bytes
            .checked_sub(bytes_of::<U>(chars, U::of(after) - at)?)
    }

    /// The first chunk that ends at or after an offset.
    fn find<U: Unit>(&self, at: usize) -> Option<ListPlace> {
        self.ruler.chunks.find(|weight| U::of(weight) >= at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes a text and its measurements.
    fn edit(ruler: &mut Ruler, text: &mut String, range: Range<usize>, insert: &str) {
        text.replace_range(range.clone(), insert);
        ruler.replace(text, &range, insert.len());
    }

    fn count(ruler: &Ruler) -> usize {
        let first = ruler.chunks.find(|_| true);
        core::iter::successors(first, |&place| ruler.chunks.next(place)).count()
    }

    #[test]
    fn chunks_stay_of_a_size() {
        let (mut ruler, mut text) = (Ruler::new(""), String::new());
        for at in 0..20 * CHUNK {
            let at = at / 2;
            edit(&mut ruler, &mut text, at..at, "x");
        }
        assert_eq!(ruler.chunks.total(), weight(&text));
        assert!((10..60).contains(&count(&ruler)), "{}", count(&ruler));
        while text.len() > CHUNK {
            let at = text.len() / 3;
            edit(&mut ruler, &mut text, at..at + 7, "🙂");
            assert_eq!(ruler.chunks.total(), weight(&text));
        }
        assert!(count(&ruler) < 5, "{}", count(&ruler));
    }

    /// A text that is not the measured one is measured again.
    #[test]
    fn another_text() {
        let text = "x".repeat(5 * CHUNK);
        let mut ruler = Ruler::new(&text);
        let other = "aaü".repeat(5 * CHUNK / 4) + "x";
        ruler.replace(&other, &(CHUNK..CHUNK), 1);
        assert_eq!(ruler.len(), other.len());
    }
}
