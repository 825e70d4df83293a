//! Links kept by what changes say alone; the fuzz targets use it too.

use std::collections::BTreeMap;
use std::ops::Range;

use linkspan::live::{Changes, LinkId, LiveLink};

/// Where the links are, by their names.
pub(crate) type Set = BTreeMap<LinkId, Range<usize>>;

/// A set of links.
pub(crate) fn set(links: impl Iterator<Item = LiveLink>) -> Set {
    links.map(|link| (link.id, link.range)).collect()
}

/// Rule `live-edits`: a set of links brought up to date by what the changes say.
pub(crate) fn replay(mut set: Set, changes: &Changes) -> Set {
    for id in &changes.removed {
        assert!(set.remove(id).is_some(), "{id:?} was not there");
    }
    for range in set.values_mut() {
        if range.start >= changes.shift.from {
            let by = |at: usize| at.checked_add_signed(changes.shift.by).expect("an offset");
            *range = by(range.start)..by(range.end);
        }
    }
    for link in &changes.moved {
        assert!(
            set.insert(link.id, link.range.clone()).is_some(),
            "{link:?} is new"
        );
    }
    for link in &changes.added {
        assert!(
            set.insert(link.id, link.range.clone()).is_none(),
            "{link:?} is not new"
        );
    }
    set
}
