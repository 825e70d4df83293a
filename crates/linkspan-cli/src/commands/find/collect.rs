//! Links of all sources, sorted and counted.

use std::collections::HashMap;
use std::io::{self, Write};

use clap::ValueEnum;

use super::search::Kept;

/// What links are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Key {
    /// The link as it is written
    Link,
    /// Its host, from the top-level domain down
    Host,
    /// How often it occurs, most often first
    Count,
}

/// The links of all sources. If each is wanted once, each is kept once.
#[derive(Default)]
pub(crate) struct Collection {
    unique: bool,
    links: Vec<Counted>,
    /// Where each target is in the list.
    known: HashMap<String, usize>,
}

/// A link, how often it occurs, and where it occurs first.
struct Counted {
    kept: Kept,
    count: usize,
    first: (usize, usize),
}

impl Collection {
    /// A collection of all links, or of each one once.
    pub(crate) fn new(unique: bool) -> Self {
        Self {
            unique,
            ..Self::default()
        }
    }

    /// Adds a link of a source.
    pub(crate) fn add(&mut self, job: usize, kept: Kept) {
        let first = (job, self.links.len());
        self.insert(Counted {
            kept,
            count: 1,
            first,
        });
    }

    /// Counts another occurrence of a link that is already there and wanted once; says whether it is.
    pub(crate) fn count_again(&mut self, href: &str) -> bool {
        let known = self.known.get(href).and_then(|&at| self.links.get_mut(at));
        known.map(|link| link.count += 1).is_some()
    }

    /// Adds what was collected in one source. Sources may come in any order.
    pub(crate) fn extend(&mut self, job: usize, other: Self) {
        for link in other.links {
            let first = (job, link.first.1);
            self.insert(Counted { first, ..link });
        }
    }

    fn insert(&mut self, link: Counted) {
        if self.unique {
            if let Some(known) = self
                .known
                .get(&link.kept.href)
                .and_then(|&at| self.links.get_mut(at))
            {
                known.count += link.count;
                if link.first < known.first {
                    known.first = link.first;
                    known.kept = link.kept;
                }
                return;
            }
            self.known.insert(link.kept.href.clone(), self.links.len());
        }
        self.links.push(link);
    }

    pub(crate) fn print(
        self,
        sort: Option<Key>,
        count: bool,
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
        for link in links {
            match count {
                true => writeln!(
                    out,
                    "{}\t{}",
                    link.count,
                    crate::out::terminal::one_line(&link.kept.text)
                )?,
                false => out.write_all(&link.kept.printed)?,
            }
        }
        Ok(())
    }
}
