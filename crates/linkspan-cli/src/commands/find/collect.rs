//! Collection of the links of all sources, to sort and count them.

use std::collections::HashMap;
use std::io::{self, Write};

use clap::ValueEnum;

use super::plan::Repeats;
use super::print::End;

/// Sort keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Key {
    /// The link as it is written
    Link,
    /// The host, from the top-level domain down
    Host,
    /// Frequency, highest first; needs `--unique` or `--by`
    Count,
}

/// The output for collected links.
#[derive(Clone, Copy)]
pub(crate) enum Listing {
    /// Each link as it is printed without collecting.
    Links,
    /// How often each occurs.
    Counts(End),
}

/// A collected link, as it will be printed.
pub(crate) struct CollectedLink {
    /// The key that identifies equal links.
    pub(crate) key: String,
    /// The text that is printed after its count.
    pub(crate) text: String,
    pub(crate) host: String,
    pub(crate) printed: Vec<u8>,
}

/// The links of one source or of all.
#[derive(Default)]
pub(crate) struct Collection {
    repeats: Repeats,
    links: Vec<Counted>,
    /// The index of each target in the list, if repeats are counted.
    known: HashMap<String, usize>,
}

/// A link, its frequency, and its first occurrence: the number of the source, and of the link in
/// it.
struct Counted {
    kept: CollectedLink,
    count: usize,
    first: (usize, usize),
}

impl Collection {
    /// An empty collection.
    pub(crate) fn new(repeats: Repeats) -> Self {
        Self {
            repeats,
            ..Self::default()
        }
    }

    /// Adds a link of the source with this number.
    pub(crate) fn add(&mut self, source: usize, kept: CollectedLink) {
        let first = (source, self.links.len());
        self.insert(Counted {
            kept,
            count: 1,
            first,
        });
    }

    /// Counts a link again if it was collected already and repeats are counted; returns whether it
    /// did. This is cheaper than adding it, because the link is not formatted.
    pub(crate) fn count_again(&mut self, key: &str) -> bool {
        let known = self.known.get(key).and_then(|&at| self.links.get_mut(at));
        known.map(|link| link.count += 1).is_some()
    }

    /// Adds the links of one source. Sources may come in any order.
    pub(crate) fn extend(&mut self, source: usize, other: Self) {
        for link in other.links {
            let first = (source, link.first.1);
            self.insert(Counted { first, ..link });
        }
    }

    fn insert(&mut self, link: Counted) {
        if self.repeats == Repeats::Counted {
            if let Some(known) = self
                .known
                .get(&link.kept.key)
                .and_then(|&at| self.links.get_mut(at))
            {
                known.count += link.count;
                // Threads finish in any order; the first occurrence is the one that is printed.
                if link.first < known.first {
                    known.first = link.first;
                    known.kept = link.kept;
                }
                return;
            }
            self.known.insert(link.kept.key.clone(), self.links.len());
        }
        self.links.push(link);
    }

    /// Prints the first links, at most `most`, according to `listing`.
    pub(crate) fn print(
        self,
        sort: Option<Key>,
        most: usize,
        listing: Listing,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut links = self.links;
        links.sort_by_key(|link| link.first);
        match sort {
            None => {}
            Some(Key::Link) => links.sort_by(|a, b| a.kept.text.cmp(&b.kept.text)),
            Some(Key::Host) => links.sort_by_cached_key(|link| {
                let labels = link.kept.host.rsplit('.').map(str::to_owned);
                labels.collect::<Vec<_>>()
            }),
            Some(Key::Count) => links.sort_by_key(|link| std::cmp::Reverse(link.count)),
        }
        for link in links.into_iter().take(most) {
            match listing {
                Listing::Links => out.write_all(&link.kept.printed)?,
                Listing::Counts(end) => {
                    write!(out, "{}\t{}{end}", link.count, end.written(&link.kept.text))?;
                }
            }
        }
        Ok(())
    }
}
