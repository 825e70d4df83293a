//! A list whose items are found by the weight of the items before them.
//!
//! Items are stored in leaves that know their sums, and leaves in groups that know theirs. Finding
//! an item takes time linear in the number of groups plus the sizes of a group and a leaf: about a
//! hundred steps for a text of 100 MB.
//!
//! It has two levels and not the many of a balanced tree: no text in an editor is large enough for a
//! third one to save anything, and three vectors need neither pointers nor rotations.

use alloc::vec::Vec;

/// The size of something in all units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Weight {
    pub(super) bytes: usize,
    pub(super) utf16: usize,
    pub(super) chars: usize,
    /// Line feeds.
    pub(super) lines: usize,
}

impl Weight {
    pub(super) fn plus(self, other: Self) -> Self {
        self.with(other, |one, other| one + other)
    }

    pub(super) fn minus(self, other: Self) -> Self {
        self.with(other, |one, other| one - other)
    }

    fn with(self, other: Self, join: impl Fn(usize, usize) -> usize) -> Self {
        Self {
            bytes: join(self.bytes, other.bytes),
            utf16: join(self.utf16, other.utf16),
            chars: join(self.chars, other.chars),
            lines: join(self.lines, other.lines),
        }
    }
}

pub(super) trait Weigh {
    fn weight(&self) -> Weight;
}

/// The maximum number of items in a leaf. A leaf that is longer is cut into halves, which have room
/// for the next insertions, so typing in one place seldom cuts again.
const MOST: usize = 128;

/// The number of leaves in a group.
const GROUP: usize = 32;

#[derive(Clone, Debug)]
pub(super) struct List<T> {
    leaves: Vec<Leaf<T>>,
    /// The weights of each group of leaves.
    groups: Vec<Weight>,
    total: Weight,
}

#[derive(Clone, Debug)]
struct Leaf<T> {
    weight: Weight,
    items: Vec<T>,
}

/// The position of an item, and the weight before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListPlace {
    leaf: usize,
    item: usize,
    pub(super) before: Weight,
}

impl<T: Weigh> List<T> {
    pub(super) fn new(items: Vec<T>) -> Self {
        let mut list = Self {
            leaves: Vec::new(),
            groups: Vec::new(),
            total: Weight::default(),
        };
        list.replace(None, 0, items);
        list
    }

    /// The weight of all items.
    pub(super) fn total(&self) -> Weight {
        self.total
    }

    /// The first item for which `reaches` holds for the weight up to its end, or else the last
    /// item; `None` if the list is empty.
    pub(super) fn find(&self, reaches: impl Fn(Weight) -> bool) -> Option<ListPlace> {
        let mut before = Weight::default();
        let last = self.leaves.len().checked_sub(1)?;
        let mut first = 0;
        for group in &self.groups {
            let after = before.plus(*group);
            if reaches(after) || first + GROUP > last {
                break;
            }
            before = after;
            first += GROUP;
        }
        for (at, leaf) in self.leaves.iter().enumerate().skip(first) {
            let after = before.plus(leaf.weight);
            if !reaches(after) && at < last {
                before = after;
                continue;
            }
            let last = leaf.items.len().checked_sub(1)?;
            for (item, content) in leaf.items.iter().enumerate() {
                let after = before.plus(content.weight());
                if reaches(after) || item == last {
                    return Some(ListPlace {
                        leaf: at,
                        item,
                        before,
                    });
                }
                before = after;
            }
        }
        None
    }

    pub(super) fn get(&self, place: ListPlace) -> Option<&T> {
        self.leaves.get(place.leaf)?.items.get(place.item)
    }

    /// The next item.
    pub(super) fn next(&self, place: ListPlace) -> Option<ListPlace> {
        let before = place.before.plus(self.get(place)?.weight());
        let leaf = self.leaves.get(place.leaf)?;
        let (leaf, item) = if place.item + 1 < leaf.items.len() {
            (place.leaf, place.item + 1)
        } else {
            (place.leaf + 1, 0)
        };
        let next = ListPlace { leaf, item, before };
        self.get(next).map(|_| next)
    }

    /// The previous item.
    pub(super) fn previous(&self, place: ListPlace) -> Option<ListPlace> {
        let (leaf, item) = match place.item.checked_sub(1) {
            Some(item) => (place.leaf, item),
            None => {
                let leaf = place.leaf.checked_sub(1)?;
                (leaf, self.leaves.get(leaf)?.items.len().checked_sub(1)?)
            }
        };
        let found = self.leaves.get(leaf)?.items.get(item)?;
        Some(ListPlace {
            leaf,
            item,
            before: place.before.minus(found.weight()),
        })
    }

    /// Changes an item in place.
    pub(super) fn change(&mut self, place: ListPlace, change: impl FnOnce(&mut T)) {
        let Some(leaf) = self.leaves.get_mut(place.leaf) else {
            return;
        };
        if let Some(item) = leaf.items.get_mut(place.item) {
            let before = item.weight();
            change(item);
            let after = item.weight();
            leaf.weight = leaf.weight.minus(before).plus(after);
            self.total = self.total.minus(before).plus(after);
            if let Some(group) = self.groups.get_mut(place.leaf / GROUP) {
                *group = group.minus(before).plus(after);
            }
        }
    }

    /// Replaces `count` items from `place` on; without a place, inserts at the end.
    pub(super) fn replace(&mut self, place: Option<ListPlace>, count: usize, items: Vec<T>) {
        let (mut at, mut item) = match place {
            Some(place) => (place.leaf, place.item),
            None => {
                let last = self.leaves.len().saturating_sub(1);
                let length = self.leaves.get(last).map_or(0, |leaf| leaf.items.len());
                (last, length)
            }
        };
        let (home, home_item) = (at, item);
        let mut left = count;
        while left > 0
            && let Some(leaf) = self.leaves.get_mut(at)
        {
            let end = leaf.items.len().min(item + left);
            left -= end - item;
            for gone in leaf.items.drain(item..end) {
                leaf.weight = leaf.weight.minus(gone.weight());
                self.total = self.total.minus(gone.weight());
            }
            at += 1;
            item = 0;
        }
        if self.leaves.is_empty() {
            self.leaves.push(Leaf {
                weight: Weight::default(),
                items: Vec::new(),
            });
        }
        if let Some(leaf) = self.leaves.get_mut(home) {
            for new in &items {
                leaf.weight = leaf.weight.plus(new.weight());
                self.total = self.total.plus(new.weight());
            }
            let home_item = home_item.min(leaf.items.len());
            leaf.items.splice(home_item..home_item, items);
        }
        let leaves = self.leaves.len();
        self.tidy(home, at.max(home + 1));
        // Leaves that were inserted or dropped shift all later ones to other groups.
        let last = if self.leaves.len() == leaves {
            at.max(home + 1).div_ceil(GROUP)
        } else {
            usize::MAX
        };
        self.regroup(home / GROUP, last);
    }

    /// Recomputes the sums of groups.
    fn regroup(&mut self, from: usize, to: usize) {
        let count = self.leaves.len().div_ceil(GROUP);
        self.groups.resize(count, Weight::default());
        for (at, group) in self.groups.iter_mut().enumerate().take(to).skip(from) {
            let leaves = self.leaves.iter().skip(at * GROUP).take(GROUP);
            *group = leaves.fold(Weight::default(), |sum, leaf| sum.plus(leaf.weight));
        }
    }

    /// Splits leaves that are too long, and drops empty ones.
    fn tidy(&mut self, from: usize, to: usize) {
        let to = to.min(self.leaves.len());
        let mut tidied: Vec<Leaf<T>> = Vec::new();
        for leaf in self.leaves.drain(from..to) {
            if leaf.items.len() <= MOST {
                tidied.extend((!leaf.items.is_empty()).then_some(leaf));
                continue;
            }
            let mut items = leaf.items.into_iter().peekable();
            while items.peek().is_some() {
                let items: Vec<T> = items.by_ref().take(MOST / 2).collect();
                let weigh = |sum: Weight, item: &T| sum.plus(item.weight());
                let weight = items.iter().fold(Weight::default(), weigh);
                tidied.push(Leaf { weight, items });
            }
        }
        self.leaves.splice(from..from, tidied);
    }
}
