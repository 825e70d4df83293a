//! A list in which items are found by how much stands before them.
//!
//! Items stand in sections that know their sums, and sections in groups that know theirs. Finding an
//! item takes steps in proportion to the number of groups and the sizes of a group and a section:
//! about a hundred for a text of 100 MB.

use alloc::vec::Vec;

/// How much something is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Weight {
    pub(super) bytes: usize,
    pub(super) utf16: usize,
}

impl Weight {
    fn plus(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            utf16: self.utf16 + other.utf16,
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            bytes: self.bytes - other.bytes,
            utf16: self.utf16 - other.utf16,
        }
    }
}

pub(super) trait Weigh {
    fn weight(&self) -> Weight;
}

/// The most items of a section.
const MOST: usize = 128;

/// The sections of a group.
const GROUP: usize = 32;

#[derive(Clone, Debug)]
pub(super) struct List<T> {
    sections: Vec<Section<T>>,
    /// The weights of each so many sections.
    groups: Vec<Weight>,
    total: Weight,
}

#[derive(Clone, Debug)]
struct Section<T> {
    weight: Weight,
    items: Vec<T>,
}

/// Where an item is, and what stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    section: usize,
    item: usize,
    pub(super) before: Weight,
}

impl<T: Weigh> List<T> {
    pub(super) fn new(items: Vec<T>) -> Self {
        let mut list = Self {
            sections: Vec::new(),
            groups: Vec::new(),
            total: Weight::default(),
        };
        list.replace(None, 0, items);
        list
    }

    /// How much all items are.
    pub(super) fn total(&self) -> Weight {
        self.total
    }

    /// The first item for which `reaches` holds with the weight up to its end, or else the last item;
    /// `None` if there are no items.
    pub(super) fn find(&self, reaches: impl Fn(Weight) -> bool) -> Option<Place> {
        let mut before = Weight::default();
        let last = self.sections.len().checked_sub(1)?;
        let mut first = 0;
        for group in &self.groups {
            let after = before.plus(*group);
            if reaches(after) || first + GROUP > last {
                break;
            }
            before = after;
            first += GROUP;
        }
        for (at, section) in self.sections.iter().enumerate().skip(first) {
            let after = before.plus(section.weight);
            if !reaches(after) && at < last {
                before = after;
                continue;
            }
            let last = section.items.len().checked_sub(1)?;
            for (item, content) in section.items.iter().enumerate() {
                let after = before.plus(content.weight());
                if reaches(after) || item == last {
                    return Some(Place {
                        section: at,
                        item,
                        before,
                    });
                }
                before = after;
            }
        }
        None
    }

    pub(super) fn get(&self, place: Place) -> Option<&T> {
        self.sections.get(place.section)?.items.get(place.item)
    }

    /// The item behind.
    pub(super) fn next(&self, place: Place) -> Option<Place> {
        let before = place.before.plus(self.get(place)?.weight());
        let section = self.sections.get(place.section)?;
        let (section, item) = match place.item + 1 < section.items.len() {
            true => (place.section, place.item + 1),
            false => (place.section + 1, 0),
        };
        let next = Place {
            section,
            item,
            before,
        };
        self.get(next).map(|_| next)
    }

    /// The item before.
    pub(super) fn previous(&self, place: Place) -> Option<Place> {
        let (section, item) = match place.item.checked_sub(1) {
            Some(item) => (place.section, item),
            None => {
                let section = place.section.checked_sub(1)?;
                (
                    section,
                    self.sections.get(section)?.items.len().checked_sub(1)?,
                )
            }
        };
        let found = self.sections.get(section)?.items.get(item)?;
        Some(Place {
            section,
            item,
            before: place.before.minus(found.weight()),
        })
    }

    /// Changes an item in place.
    pub(super) fn change(&mut self, place: Place, change: impl FnOnce(&mut T)) {
        let Some(section) = self.sections.get_mut(place.section) else {
            return;
        };
        if let Some(item) = section.items.get_mut(place.item) {
            let before = item.weight();
            change(item);
            let after = item.weight();
            section.weight = section.weight.minus(before).plus(after);
            self.total = self.total.minus(before).plus(after);
            if let Some(group) = self.groups.get_mut(place.section / GROUP) {
                *group = group.minus(before).plus(after);
            }
        }
    }

    /// Replaces `count` items from `place` on by others; without a place, inserts at the end.
    pub(super) fn replace(&mut self, place: Option<Place>, count: usize, items: Vec<T>) {
        let (mut at, mut item) = match place {
            Some(place) => (place.section, place.item),
            None => {
                let last = self.sections.len().saturating_sub(1);
                let length = self
                    .sections
                    .get(last)
                    .map_or(0, |section| section.items.len());
                (last, length)
            }
        };
        let (home, home_item) = (at, item);
        let mut left = count;
        while left > 0
            && let Some(section) = self.sections.get_mut(at)
        {
            let end = section.items.len().min(item + left);
            left -= end - item;
            for gone in section.items.drain(item..end) {
                section.weight = section.weight.minus(gone.weight());
                self.total = self.total.minus(gone.weight());
            }
            at += 1;
            item = 0;
        }
        if self.sections.is_empty() {
            self.sections.push(Section {
                weight: Weight::default(),
                items: Vec::new(),
            });
        }
        if let Some(section) = self.sections.get_mut(home) {
            for new in &items {
                section.weight = section.weight.plus(new.weight());
                self.total = self.total.plus(new.weight());
            }
            let home_item = home_item.min(section.items.len());
            section.items.splice(home_item..home_item, items);
        }
        let sections = self.sections.len();
        self.tidy(home, at.max(home + 1));
        // Sections that were inserted or dropped move all behind them to other groups.
        let last = match self.sections.len() == sections {
            true => at.max(home + 1).div_ceil(GROUP),
            false => usize::MAX,
        };
        self.regroup(home / GROUP, last);
    }

    /// Sums up groups.
    fn regroup(&mut self, from: usize, to: usize) {
        let count = self.sections.len().div_ceil(GROUP);
        self.groups.resize(count, Weight::default());
        for (at, group) in self.groups.iter_mut().enumerate().take(to).skip(from) {
            let sections = self.sections.iter().skip(at * GROUP).take(GROUP);
            *group = sections.fold(Weight::default(), |sum, section| sum.plus(section.weight));
        }
    }

    /// Splits sections that are too long, and drops empty ones.
    fn tidy(&mut self, from: usize, to: usize) {
        let to = to.min(self.sections.len());
        let mut tidied: Vec<Section<T>> = Vec::new();
        for section in self.sections.drain(from..to) {
            if section.items.len() <= MOST {
                tidied.extend((!section.items.is_empty()).then_some(section));
                continue;
            }
            let mut items = section.items.into_iter().peekable();
            while items.peek().is_some() {
                let items: Vec<T> = items.by_ref().take(MOST / 2).collect();
                let weigh = |sum: Weight, item: &T| sum.plus(item.weight());
                let weight = items.iter().fold(Weight::default(), weigh);
                tidied.push(Section { weight, items });
            }
        }
        self.sections.splice(from..from, tidied);
    }
}
