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

/// The links of all sources.
#[derive(Default)]
pub(crate) struct Collection {
    links: Vec<(usize, Kept)>,
}

/// A link and how often it occurs.
struct Counted {
    kept: Kept,
    count: usize,
}

impl Collection {
    /// Adds the links of a source; the sources may come in any order.
    pub(crate) fn add(&mut self, job: usize, kept: Vec<Kept>) {
        self.links.extend(kept.into_iter().map(|kept| (job, kept)));
    }

    pub(crate) fn print(
        mut self,
        sort: Option<Key>,
        unique: bool,
        count: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        // Stable: the links of a source keep their order.
        self.links.sort_by_key(|(job, _)| *job);
        let mut links: Vec<Counted> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for (_, kept) in self.links {
            if unique {
                if let Some(&at) = known.get(&kept.href) {
                    links[at].count += 1;
                    continue;
                }
                known.insert(kept.href.clone(), links.len());
            }
            links.push(Counted { kept, count: 1 });
        }
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
                    crate::style::one_line(&link.kept.text)
                )?,
                false => out.write_all(&link.kept.printed)?,
            }
        }
        Ok(())
    }
}
