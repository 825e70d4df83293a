//! The short way for internationalized names: one pass over a name.
//!
//! The pass folds what the table of names knows of each character into facts of the labels. If
//! nothing speaks against the name, as for nearly every real one (`bücher.de`, `例子.中国`), it is
//! accepted without mapping it, encoding it, or looking at it again. All others take the long way,
//! with the same result.

use super::idna::punycode;
use super::security::Scripts;
use crate::tables::Fact;

/// What is known of a name that mapping and normalization leave as it is and UTS #46 accepts
/// (section 4), whose characters are allowed and whose labels are Highly Restrictive (UTS #39
/// section 5.2), and that resembles no other name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Calm {
    /// Whether each label is single-script.
    pub(crate) is_single: bool,
    /// Whether a label may be prose that is glued to an ASCII name.
    pub(crate) may_be_glued: bool,
    /// The octets of the longest label in the form of an A-label, or more.
    pub(crate) label: usize,
    /// The octets of the name in A-labels, or more.
    pub(crate) name: usize,
}

impl Calm {
    /// A name of ASCII without A-labels.
    #[inline]
    pub(crate) fn plain(length: usize) -> Self {
        Self {
            is_single: true,
            may_be_glued: false,
            label: length,
            name: length,
        }
    }

    /// Reads a name; `None` means unknown.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let mut calm = Self::plain(0);
        let mut directions = Directions {
            has_right: false,
            are_known: true,
        };
        let mut label = Label::new(0);
        for (at, c) in name.char_indices() {
            if c == '.' {
                calm.add(&label, name.get(label.start..at)?, &mut directions)?;
                label = Label::new(at + 1);
            } else {
                label.add(c)?;
            }
        }
        calm.add(&label, name.get(label.start..)?, &mut directions)?;
        // The dots are between the labels.
        calm.name -= 1;
        (!directions.has_right || directions.are_known).then_some(calm)
    }

    /// Adds a label and the dot after it.
    #[inline]
    fn add(&mut self, label: &Label, typed: &str, directions: &mut Directions) -> Option<()> {
        let is_ascii = label.others == 0;
        (!label.any.is_suspect() && !label.any.composes_back()).then_some(())?;
        // Only decompositions could bring two equal marks together.
        (!(label.any.is_mark() && label.any.decomposes())).then_some(())?;
        (is_ascii || !label.all.imitates()).then_some(())?;
        if !label.has_one_set {
            let scripts = Scripts::of(typed);
            scripts.are_restricted().then_some(())?;
            self.is_single &= scripts.are_single();
        }
        directions.add(label);
        self.may_be_glued |= !is_ascii && label.last.is_ascii();
        let octets = label.octets(typed);
        self.label = self.label.max(octets);
        self.name += octets + 1;
        Some(())
    }
}

/// What is known of a label.
struct Label {
    start: usize,
    /// What holds for all its characters, and for any of them.
    all: Fact,
    any: Fact,
    first: Fact,
    last: char,
    /// The marks in a row at its end, and the order of the last one.
    marks: u32,
    order: u32,
    /// The scripts of its characters but those of all scripts, if these are the same.
    scripts: Option<Fact>,
    has_one_set: bool,
    ascii: usize,
    others: usize,
}

impl Label {
    #[inline]
    fn new(start: usize) -> Self {
        Self {
            start,
            all: Fact::ALL,
            any: Fact::NONE,
            first: Fact::NONE,
            last: '.',
            marks: 0,
            order: 0,
            scripts: None,
            has_one_set: true,
            ascii: 0,
            others: 0,
        }
    }

    #[inline]
    fn add(&mut self, c: char) -> Option<()> {
        let fact = Fact::near(c.to_ascii_lowercase())?;
        if c.is_ascii() {
            // Two hyphens may be those of an A-label.
            (c != '-' || self.last != '-').then_some(())?;
            self.ascii += 1;
        } else {
            self.others += 1;
        }
        if fact.is_mark() {
            // A mark at the start, more than a vowel and a tone, one twice, two out of order.
            let is_ordered = fact.order() == 0 || self.order <= fact.order();
            let is_good = self.last != '.' && self.last != c && self.marks < 2 && is_ordered;
            is_good.then_some(())?;
            self.marks += 1;
            self.order = fact.order();
        } else {
            (self.marks, self.order) = (0, 0);
        }
        if !fact.has_all_scripts() {
            let scripts = *self.scripts.get_or_insert(fact);
            self.has_one_set &= fact.has_scripts_of(scripts);
        }
        if self.last == '.' {
            self.first = fact;
        }
        (self.all, self.any) = (self.all.and(fact), self.any.or(fact));
        self.last = c;
        Some(())
    }

    /// The octets of the label as an A-label, or more if it is short.
    #[inline]
    fn octets(&self, typed: &str) -> usize {
        if self.others == 0 {
            return self.ascii;
        }
        // `xn--`, the ASCII characters and a hyphen, and the others.
        let most = 4 + self.ascii + 1 + DIGITS * self.others;
        if most <= MOST {
            return most;
        }
        let mut octets = 4;
        punycode::encode(typed.chars(), |_| octets += 1);
        octets
    }
}

/// More octets than the limit of any profile for a label.
const MOST: usize = 63;

/// The most digits that Punycode needs for a character up to U+FFFF in a label of at most [`MOST`]
/// characters: seven digits of a base of at least 10 (36 less a threshold of at most 26).
const DIGITS: usize = 7;

/// The directions of the labels of a name (RFC 5893 section 2).
struct Directions {
    has_right: bool,
    /// Whether each label is known to satisfy the rule.
    are_known: bool,
}

impl Directions {
    #[inline]
    fn add(&mut self, label: &Label) {
        let is_right = label.all.is_right_to_left();
        let is_left = || {
            let ends_well = label.last.is_ascii_alphanumeric();
            label.others == 0 && label.first.is_left_to_right() && ends_well
        };
        self.has_right |= label.any.is_right_to_left();
        self.are_known &= is_right || is_left();
    }
}
