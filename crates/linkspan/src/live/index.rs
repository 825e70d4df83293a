//! An ordered list of links that stores distances between neighbors, so that an edit moves all
//! links after it at once.
//!
//! With offsets, an edit at the start of a text with 100,000 links would change them all. With
//! distances, it changes the first link after it, and the sums of the block, leaf and group that
//! contain that link.

use alloc::vec::Vec;
use core::ops::Range;

use super::list::{List, ListPlace, Weigh, Weight};
use crate::link::Kind;

/// The maximum number of links in a block. An edit writes a block again, and a search adds up the
/// distances in one, so larger blocks would make both slower, and smaller ones need more memory.
const MOST: usize = 64;

/// A link with its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) range: Range<usize>,
    pub(super) id: u64,
    pub(super) kind: Kind,
    pub(super) dismissed: bool,
}

/// A link as it is stored.
#[derive(Clone, Debug)]
struct Stored {
    /// The distance in bytes from the end of the previous link, or from the start of the text.
    gap: usize,
    length: usize,
    id: u64,
    kind: Kind,
    dismissed: bool,
}

#[derive(Clone, Debug)]
struct Block {
    links: Vec<Stored>,
    /// The sum of gaps and lengths.
    bytes: usize,
}

impl Weigh for Block {
    fn weight(&self) -> Weight {
        Weight {
            bytes: self.bytes,
            ..Weight::default()
        }
    }
}

/// All links of a text.
#[derive(Clone, Debug)]
pub(super) struct Index {
    blocks: List<Block>,
}

impl Index {
    pub(super) fn new(entries: &[Entry]) -> Self {
        Self {
            blocks: List::new(blocks(0, entries)),
        }
    }

    /// All links, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        self.from(self.blocks.find(|_| true))
    }

    /// The links that touch `range`, in order.
    pub(super) fn touching(&self, range: Range<usize>) -> impl Iterator<Item = Entry> + '_ {
        let (start, end) = (range.start, range.end);
        self.from(self.blocks.find(|weight| weight.bytes >= start))
            .skip_while(move |entry| entry.range.end < start)
            .take_while(move |entry| entry.range.start <= end)
    }

    fn from(&self, first: Option<ListPlace>) -> impl Iterator<Item = Entry> + '_ {
        let places = core::iter::successors(first, |&place| self.blocks.next(place));
        places.flat_map(|place| self.entries(place))
    }

    /// The links of a block.
    fn entries(&self, place: ListPlace) -> impl Iterator<Item = Entry> + '_ {
        let stored = self.blocks.get(place).map_or(&[][..], |block| &block.links);
        let mut at = place.before.bytes;
        stored.iter().map(move |link| {
            let start = at + link.gap;
            at = start + link.length;
            Entry {
                range: start..at,
                id: link.id,
                kind: link.kind,
                dismissed: link.dismissed,
            }
        })
    }

    /// Replaces the links in `old`. The links after them move from `old.end` to `new_end`.
    pub(super) fn replace(&mut self, old: &Range<usize>, new_end: usize, entries: &[Entry]) {
        let Some(first) = self.blocks.find(|weight| weight.bytes >= old.start) else {
            self.blocks.replace(None, 0, blocks(0, entries));
            return;
        };
        let mut kept: Vec<Entry> = Vec::new();
        let mut later: Vec<Entry> = Vec::new();
        let (mut count, mut place) = (0, Some(first));
        // Continues until a later link is included, whose gap carries the rest along, and the block
        // is large enough.
        while let Some(at) = place
            && (later.is_empty() || kept.len() + entries.len() + later.len() < MOST / 4)
        {
            for entry in self.entries(at) {
                if entry.range.start < old.start {
                    kept.push(entry);
                } else if entry.range.start >= old.end {
                    let move_by = |offset: usize| offset - old.end + new_end;
                    later.push(Entry {
                        range: move_by(entry.range.start)..move_by(entry.range.end),
                        ..entry
                    });
                }
            }
            count += 1;
            place = self.blocks.next(at);
        }
        kept.extend_from_slice(entries);
        kept.append(&mut later);
        self.blocks
            .replace(Some(first), count, blocks(first.before.bytes, &kept));
    }
}

/// Splits links into blocks. `at` is the end of the preceding text.
fn blocks(at: usize, entries: &[Entry]) -> Vec<Block> {
    let mut at = at;
    let block = |entries: &[Entry]| {
        let start = at;
        let stored = entries.iter().map(|entry| {
            let gap = entry.range.start.saturating_sub(at);
            at = entry.range.end;
            Stored {
                gap,
                length: entry.range.len(),
                id: entry.id,
                kind: entry.kind,
                dismissed: entry.dismissed,
            }
        });
        Block {
            links: stored.collect(),
            bytes: at - start,
        }
    };
    // Blocks of about equal size, to avoid leaving one with a single link again and again.
    let count = entries.len().div_ceil(MOST);
    let size = entries.len().div_ceil(count.max(1)).max(1);
    entries.chunks(size).map(block).collect()
}
