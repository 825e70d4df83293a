//! The short way for internationalized names: one pass over a name.
//!
//! The pass folds what the table of names knows of each character into facts of the labels. If
//! nothing speaks against the name, as for nearly every real one (`bücher.de`, `例子.中国`), it is
//! accepted without mapping it, encoding it, or looking at it again. All others take the long way,
//! with the same result.

use super::security::Scripts;
use crate::names::host::Dots;
use crate::names::idna::punycode;
use crate::tables::Fact;

/// What is known of a name that mapping and normalization leave as it is and UTS #46 accepts
/// (section 4), whose characters are allowed and whose labels are Highly Restrictive (UTS #39
/// section 5.2), and that resembles no other name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Calm {
    pub(crate) dots: Dots,
    /// Whether each label is single-script.
    pub(crate) is_single: bool,
    /// Whether a label may end with prose and an ASCII name: `请访问example`.
    pub(crate) may_be_glued: bool,
    /// The octets of the longest label in the form of an A-label, or more.
    pub(crate) label: usize,
    /// The octets of the name in A-labels, or more.
    pub(crate) name: usize,
}

impl Calm {
    /// A name of ASCII without A-labels.
    #[inline]
    pub(crate) fn plain(length: usize, dots: Dots) -> Self {
        Self {
            dots,
            is_single: true,
            may_be_glued: false,
            label: length,
            name: length,
        }
    }

    /// Reads a name; `None` means unknown.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let mut calm = Self::plain(0, Dots { first: 0, last: 0 });
        let mut directions = Directions {
            has_right: false,
            are_known: true,
        };
        let mut start = 0;
        loop {
            let rest = name.get(start..)?;
            let length = rest.bytes().position(|byte| byte == b'.');
            let label = rest.get(..length.unwrap_or(rest.len()))?;
            match label.is_ascii() {
                true => calm.add_ascii(label, &mut directions)?,
                false => calm.add(label, &mut directions)?,
            }
            let Some(length) = length else {
                // `localhost` has none.
                (start > 0).then_some(())?;
                break;
            };
            let dot = u8::try_from(start + length).ok()?;
            calm.dots.last = dot;
            if start == 0 {
                calm.dots.first = dot;
            }
            start += length + 1;
        }
        // The dots are between the labels.
        calm.name -= 1;
        (!directions.has_right || directions.are_known).then_some(calm)
    }

    /// Adds a label of ASCII and the dot after it.
    #[inline]
    fn add_ascii(&mut self, label: &str, directions: &mut Directions) -> Option<()> {
        let bytes = label.as_bytes();
        let mut last = b'.';
        for &byte in bytes {
            // Two hyphens may be those of an A-label.
            let is_hyphen = byte == b'-' && last != b'-';
            (byte.is_ascii_alphanumeric() || is_hyphen).then_some(())?;
            last = byte;
        }
        directions.are_known &= bytes.first()?.is_ascii_alphabetic() && last != b'-';
        self.add_octets(bytes.len());
        Some(())
    }

    /// Adds a label that is not of ASCII and the dot after it.
    #[inline]
    fn add(&mut self, typed: &str, directions: &mut Directions) -> Option<()> {
        let mut label = Label::new();
        for c in typed.chars() {
            label.add(c)?;
        }
        (!label.any.is_suspect() && !label.any.composes_back()).then_some(())?;
        // Only decompositions could bring two equal marks together.
        (!(label.any.is_mark() && label.any.decomposes())).then_some(())?;
        (!label.all.imitates()).then_some(())?;
        if !label.has_one_set {
            let scripts = Scripts::of(typed);
            scripts.are_restricted().then_some(())?;
            self.is_single &= scripts.are_single();
        }
        directions.has_right |= label.any.is_right_to_left();
        directions.are_known &= label.all.is_right_to_left();
        // Letters of scripts without spaces take three bytes or more.
        let has_unspaced = || typed.bytes().any(|byte| byte >= 0xE0);
        self.may_be_glued |= label.last.is_ascii() && has_unspaced();
        self.add_octets(label.octets(typed));
        Some(())
    }

    #[inline]
    fn add_octets(&mut self, octets: usize) {
        self.label = self.label.max(octets);
        self.name += octets + 1;
    }
}

/// The directions of the labels of a name (RFC 5893 section 2).
struct Directions {
    has_right: bool,
    /// Whether each label is known to satisfy the rule.
    are_known: bool,
}

/// What is known of a label.
struct Label {
    /// What holds for all its characters, and for any of them.
    all: Fact,
    any: Fact,
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
    fn new() -> Self {
        Self {
            all: Fact::ALL,
            any: Fact::NONE,
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
        // Two hyphens may be those of an A-label.
        (c != '-' || self.last != '-').then_some(())?;
        self.ascii += usize::from(c.is_ascii());
        self.others += usize::from(!c.is_ascii());
        if fact.is_mark() {
            self.add_mark(c, fact)?;
        } else {
            self.marks = 0;
        }
        if !fact.has_all_scripts() {
            let scripts = *self.scripts.get_or_insert(fact);
            self.has_one_set &= fact.has_scripts_of(scripts);
        }
        (self.all, self.any) = (self.all.and(fact), self.any.or(fact));
        self.last = c;
        Some(())
    }

    /// Adds a mark that is not at the start, more than a vowel and a tone, one twice, or out of
    /// order.
    fn add_mark(&mut self, c: char, fact: Fact) -> Option<()> {
        let (is_first, order) = (self.marks == 0, fact.order());
        let is_ordered = is_first || order == 0 || self.order <= order;
        let is_good = self.last != '.' && self.last != c && self.marks < 2 && is_ordered;
        is_good.then_some(())?;
        self.marks += 1;
        self.order = order;
        Some(())
    }

    /// The octets of the label as an A-label, or more if it is short.
    #[inline]
    fn octets(&self, typed: &str) -> usize {
        // `xn--`, the ASCII characters and a hyphen, and the others.
        let most = 4 + self.ascii + 1 + DIGITS * self.others;
        if most <= MOST {
            return most;
        }
        let mut octets = 4;
        punycode::encode(&typed.chars(), |_| octets += 1);
        octets
    }
}

/// More octets than the limit of any profile for a label.
const MOST: usize = 63;

/// The most digits that Punycode needs for a character up to U+FFFF in a label of at most [`MOST`]
/// characters: seven digits of a base of at least 10 (36 less a threshold of at most 26).
const DIGITS: usize = 7;
