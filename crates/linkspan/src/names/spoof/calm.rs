//! The short way for internationalized names: one pass over a name.
//!
//! The pass folds what the table of names knows of each character into facts of the labels. If
//! nothing speaks against the name, as for nearly every real one (`bücher.de`, `例子.中国`), it is
//! accepted without mapping it, encoding it, or looking at it again. All others take the long way,
//! with the same result.

use core::ops::Range;

use super::security::Scripts;
use crate::names::host::in_run;
use crate::names::idna::punycode;
use crate::tables::{Fact, HostClass, ProseClass, host_class, prose_class};
use crate::text::Text;

/// What is known of a name that mapping and normalization leave as it is and UTS #46 accepts
/// (section 4), whose characters are allowed and whose labels are Highly Restrictive (UTS #39
/// section 5.2), and that resembles no other name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Calm {
    pub(crate) dots: Dots,
    pub(crate) is_ascii: bool,
    /// Whether each label is single-script.
    pub(crate) is_single: bool,
    /// Whether a label may end with prose and an ASCII name: `请访问example`.
    pub(crate) may_be_glued: bool,
    /// The octets of the longest label in the form of an A-label, or more.
    label: u16,
    /// The octets of the name in A-labels, or more.
    name: u16,
}

/// The positions of the first and last dot of a name, relative to its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dots {
    pub(crate) first: u8,
    pub(crate) last: u8,
}

impl Calm {
    /// A name of ASCII without A-labels.
    #[inline]
    pub(crate) fn plain(length: usize, dots: Dots) -> Self {
        let length = octets(length);
        Self {
            dots,
            is_ascii: true,
            is_single: true,
            may_be_glued: false,
            label: length,
            name: length,
        }
    }

    /// The octets of the longest label in the form of an A-label, or more.
    #[inline]
    pub(crate) fn label_octets(self) -> usize {
        self.label.into()
    }

    /// The octets of the name in A-labels, or more.
    #[inline]
    pub(crate) fn octets(self) -> usize {
        self.name.into()
    }

    /// The facts of a whole name; `None` means unknown.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let run = CalmRun::from(Text(name), 0)?;
        (run.name_end == name.len()).then_some(run.calm)
    }

    /// Adds a label and the dot after it.
    #[inline]
    fn add(&mut self, label: &Label, typed: &str, directions: &mut Directions) -> Option<()> {
        (!typed.is_empty() && label.last != '-').then_some(())?;
        if label.others == 0 {
            let first = typed.as_bytes().first();
            directions.are_known &= first.is_some_and(u8::is_ascii_alphabetic);
            self.add_octets(typed.len());
            return Some(());
        }
        (!label.any.is_suspect() && !label.any.composes_back()).then_some(())?;
        // Only decompositions could bring two equal marks together.
        (!(label.any.is_mark() && label.any.decomposes())).then_some(())?;
        // ASCII looks like ASCII.
        (!label.all.imitates()).then_some(())?;
        let has_latin_too = |scripts: Fact| !label.has_latin || scripts.has_scripts_of(Fact::LATIN);
        if !label.has_one_set || !label.scripts.is_none_or(has_latin_too) {
            let scripts = Scripts::of(typed);
            scripts.are_restricted().then_some(())?;
            self.is_single &= scripts.are_single();
        }
        directions.has_right |= label.any.is_right_to_left();
        directions.are_known &= label.ascii == 0 && label.all.is_right_to_left();
        // Letters of scripts without spaces take three bytes or more.
        self.may_be_glued |=
            label.widest >= UNSPACED && prose_class(label.last) != ProseClass::Unspaced;
        self.is_ascii = false;
        self.add_octets(label.octets(typed));
        Some(())
    }

    #[inline]
    fn add_octets(&mut self, more: usize) {
        let more = octets(more);
        self.label = self.label.max(more);
        self.name = self.name.saturating_add(more + 1);
    }
}

/// A length as a number that is at least as large as all limits if it is.
#[inline]
fn octets(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX - 1)
}

/// A run of host characters that is a calm name, but for its top-level domain and a root dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CalmRun {
    pub(crate) calm: Calm,
    start: usize,
    pub(crate) name_end: usize,
    /// The end of the run, after a dot that ends a sentence or stands for the root.
    pub(crate) end: usize,
}

impl CalmRun {
    /// Reads the run that starts at `start`; `None` means unknown. A run that a rule could end early
    /// is unknown, and so is one before `@` or `://`.
    pub(crate) fn from(text: Text<'_>, start: usize) -> Option<Self> {
        // Small builds leave out the table, and judge no name outside ASCII.
        if !cfg!(feature = "idna") {
            return None;
        }
        let mut calm = Calm::plain(0, Dots { first: 0, last: 0 });
        let mut directions = Directions {
            has_right: false,
            are_known: true,
        };
        let mut at = start;
        let name_end = loop {
            let label_start = at;
            let mut label = Label::new();
            while let Some(byte) = text.byte(at) {
                match byte {
                    b'a'..=b'z' | b'A'..=b'Z' => label.has_latin = true,
                    b'0'..=b'9' => {}
                    // Two hyphens may be those of an A-label.
                    b'-' if !matches!(label.last, '-' | '.') => {}
                    b'-' | b'_' => return None,
                    0x80.. => {
                        let c = text.char_at(at)?;
                        let Some(fact) = Fact::near(c) else {
                            // A character that ends the run, or makes it none of these.
                            is_outside(c).then_some(())?;
                            break;
                        };
                        label.add(c, fact)?;
                        at += c.len_utf8();
                        continue;
                    }
                    _ => break,
                }
                label.add_ascii(byte);
                at += 1;
            }
            calm.add(&label, text.slice(label_start, at), &mut directions)?;
            let after = match text.byte(at) {
                Some(b'.') => at + 1,
                _ => break at,
            };
            match text.byte(after) {
                Some(b'.' | b'-' | b'_') => return None,
                Some(byte) if byte.is_ascii_alphanumeric() => {}
                Some(0x80..) if !is_outside(text.char_at(after)?) => {}
                _ => break at,
            }
            let dot = u8::try_from(at - start).ok()?;
            calm.dots.last = dot;
            if label_start == start {
                calm.dots.first = dot;
            }
            at = after;
        };
        // The dots are between the labels, of which `localhost` has one.
        (calm.dots.last > 0).then_some(())?;
        calm.name -= 1;
        (!directions.has_right || directions.are_known).then_some(())?;
        let end = name_end + usize::from(text.byte(name_end) == Some(b'.'));
        let is_more = text.byte(end) == Some(b'@') || text.has(end, "://");
        (!is_more).then_some(Self {
            calm,
            start,
            name_end,
            end,
        })
    }

    /// Reads the run around the dot at `dot`, if it starts neither before `floor` nor inside other
    /// text.
    pub(crate) fn around(text: Text<'_>, floor: usize, dot: usize) -> Option<Self> {
        let nearest = dot.saturating_sub(LONGEST).max(floor);
        let mut start = dot;
        loop {
            match text.byte(start.wrapping_sub(1)) {
                Some(b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z') => start -= 1,
                Some(0x80..) => {
                    let c = text.char_before(start)?;
                    if is_outside(c) {
                        break;
                    }
                    Fact::near(c)?;
                    start -= c.len_utf8();
                }
                Some(b'@' | b'/') => return None,
                _ => break,
            }
            // A run is never split.
            (start > nearest || start == 0).then_some(())?;
        }
        Self::from(text, start)
    }

    /// The start of the last label.
    pub(crate) fn tld(&self) -> usize {
        self.start + usize::from(self.calm.dots.last) + 1
    }

    /// The range of the labels.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.name_end
    }
}

/// Whether a character is neither in runs nor joins one to other text.
#[inline]
fn is_outside(c: char) -> bool {
    !in_run(c) && host_class(c) != HostClass::Joiner
}

/// The longest name that is read, in bytes.
const LONGEST: usize = 255;

/// The first letter of scripts that are written without spaces comes after this character.
const UNSPACED: char = '\u{E00}';

/// The directions of the labels of a name (RFC 5893 section 2).
struct Directions {
    has_right: bool,
    /// Whether each label is known to satisfy the rule.
    are_known: bool,
}

/// What is known of a label.
struct Label {
    /// What holds for all its characters outside ASCII, and for any of them.
    all: Fact,
    any: Fact,
    last: char,
    /// The least and the greatest character outside ASCII.
    least: char,
    widest: char,
    /// The marks in a row at its end, and the order of the last one.
    marks: u32,
    order: u32,
    /// The scripts of its characters outside ASCII but those of all scripts, if these are the same.
    scripts: Option<Fact>,
    has_one_set: bool,
    has_latin: bool,
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
            least: char::MAX,
            widest: '.',
            marks: 0,
            order: 0,
            scripts: None,
            has_one_set: true,
            has_latin: false,
            ascii: 0,
            others: 0,
        }
    }

    #[inline]
    fn add_ascii(&mut self, byte: u8) {
        self.marks = 0;
        self.ascii += 1;
        self.last = char::from(byte);
    }

    /// Adds a character that is not of ASCII.
    #[inline]
    fn add(&mut self, c: char, fact: Fact) -> Option<()> {
        // Letters that are glued to ASCII may end a run.
        (c < UNSPACED || self.ascii == 0 || self.others > 0).then_some(())?;
        self.others += 1;
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
        self.least = self.least.min(c);
        self.widest = self.widest.max(c);
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
        let before = 4 + self.ascii + 1;
        let most = before + DIGITS * self.others;
        if most <= MOST || typed.len() > LONGEST {
            return most;
        }
        let most = before + self.digits();
        if most <= MOST {
            return most;
        }
        let mut octets = 4;
        punycode::encode(&typed.chars(), |_| octets += 1);
        octets
    }

    /// The digits that Punycode needs for the characters outside ASCII, or more (RFC 3492 section
    /// 6.3). A delta is the distance of a code point to the one before it, times the characters that
    /// are there, plus a step for each character; so all deltas but the first have a small sum.
    fn digits(&self) -> usize {
        let all = self.ascii + self.others;
        let distance = |from: char, to: char| (u32::from(to) - u32::from(from)) as usize;
        let first = distance('\u{80}', self.least) * (self.ascii + 1) + all + 1;
        let sum = distance(self.least, self.widest) * all + self.others * (all + 1);
        let rest = self.others - 1;
        let first = DELTAS.iter().filter(|&&delta| first >= delta).count() + 2;
        let most = DELTAS.iter().map(|delta| rest.min(sum / delta));
        first + 2 * rest + most.sum::<usize>()
    }
}

/// The least deltas that may need three digits, four, and so on: the base of a digit is 36 less a
/// threshold of at most 26.
const DELTAS: [usize; 5] = [36, 386, 3_886, 38_886, 388_886];

/// More octets than the limit of any profile for a label.
const MOST: usize = 63;

/// The most digits that Punycode needs for a character up to U+FFFF in a label of at most [`MOST`]
/// characters: seven digits of a base of at least 10 (36 less a threshold of at most 26).
const DIGITS: usize = 7;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::string::String;
    use std::vec::Vec;

    use super::{DIGITS, Label};
    use crate::names::idna::punycode;
    use crate::tables::{Fact, ProseClass, prose_class};

    fn digits(label: &[char]) -> usize {
        let mut octets = 0;
        punycode::encode(&label.iter().copied(), |_| octets += 1);
        let ascii = label.iter().filter(|c| c.is_ascii()).count();
        octets - ascii - usize::from(ascii > 0)
    }

    /// Letters of a few scripts, near each other and far apart.
    fn letter() -> impl Strategy<Value = char> {
        prop_oneof![
            prop::char::range('a', 'z'),
            prop::char::range('\u{DF}', '\u{17E}'),
            prop::char::range('\u{430}', '\u{44F}'),
            prop::char::range('\u{620}', '\u{64A}'),
            prop::char::range('\u{905}', '\u{939}'),
            prop::char::range('\u{3041}', '\u{3096}'),
            prop::char::range('\u{4E00}', '\u{9FFF}'),
            prop::char::range('\u{AC00}', '\u{D7A3}'),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn no_label_needs_more_digits_than_expected(chars in prop::collection::vec(letter(), 1..60)) {
            let mut label = Label::new();
            let mut added = Vec::new();
            for c in chars {
                let fact = Fact::near(c);
                if c.is_ascii() {
                    label.add_ascii(c as u8);
                    added.push(c);
                } else if fact.is_some_and(|fact| label.add(c, fact).is_some()) {
                    added.push(c);
                }
            }
            prop_assume!(label.others > 0);
            let needed = digits(&added);
            let typed: String = added.iter().collect();
            prop_assert!(needed <= label.digits() && needed <= DIGITS * label.others, "{typed}");
            let octets = 4 + label.ascii + usize::from(label.ascii > 0) + needed;
            prop_assert!(octets <= label.octets(&typed));
        }
    }

    #[test]
    fn letters_without_spaces_come_late() {
        let first = ('\0'..=char::MAX).find(|&c| prose_class(c) == ProseClass::Unspaced);
        assert!(first >= Some(super::UNSPACED), "{first:?}");
    }
}
