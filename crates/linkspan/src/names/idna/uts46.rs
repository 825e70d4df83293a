//! The processing of UTS #46 section 4: non-transitional, with CheckBidi and CheckJoiners, without
//! CheckHyphens and VerifyDnsLength, as the WHATWG URL standard uses it.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::joiner;
use super::mapping::{self, Mapping};
use super::punycode;
use crate::tables::{BidiClass, Fact, bidi_class};

const PREFIX: [char; 4] = ['x', 'n', '-', '-'];

/// A host name that UTS #46 accepts.
#[derive(Default)]
pub(super) struct Processed {
    /// The labels in Unicode.
    chars: Vec<char>,
    labels: Vec<Label>,
    /// The A-labels among those that were given.
    encoded: String,
}

struct Label {
    chars: Range<usize>,
    encoded: Option<Range<usize>>,
}

impl Processed {
    /// Steps 1 to 4, and CheckBidi.
    pub(super) fn of(host: &str) -> Option<Self> {
        let mut name = Self::default();
        let mut label = Vec::new();
        for c in host.chars() {
            match Mapping::of(c) {
                Mapping::Valid => name.take(c, &mut label)?,
                Mapping::Removed => {}
                Mapping::Disallowed => return None,
                Mapping::Char(c) => name.take(c, &mut label)?,
                Mapping::Text(text) => text.chars().try_for_each(|c| name.take(c, &mut label))?,
            }
        }
        name.add(&mut label)?;
        name.check_directions().then_some(name)
    }

    /// Takes a mapped character of a label, or the dot after the label.
    fn take(&mut self, c: char, label: &mut Vec<char>) -> Option<()> {
        if c == '.' {
            return self.add(label);
        }
        label.push(c);
        Some(())
    }

    /// Adds a mapped label, and empties it (step 4).
    fn add(&mut self, label: &mut Vec<char>) -> Option<()> {
        if label.iter().all(char::is_ascii) {
            label.iter().all(|c| !is_denied(*c)).then_some(())?;
        } else if mapping::is_normalized(label.iter().copied()) {
            label.iter().all(|c| !is_denied(*c)).then_some(())?;
        } else {
            let mut normal = Vec::with_capacity(label.len());
            mapping::normalize(label.iter().copied(), &mut normal)?;
            normal.iter().all(|c| !is_denied(*c)).then_some(())?;
            *label = normal;
        }
        let start = self.chars.len();
        let mut encoded = None;
        if label.starts_with(&PREFIX) {
            let from = self.encoded.len();
            self.encoded.extend(label.iter());
            let decoded = punycode::decode(self.encoded.get(from + PREFIX.len()..)?)?;
            // Each character is valid, and the label is normalized (section 4.1).
            let is_valid =
                |&c: &char| Mapping::of(c) == Mapping::Valid && !is_denied(c) && c != '.';
            let chars = decoded.chars();
            chars.iter().all(is_valid).then_some(())?;
            // A label that is encoded twice. The crate `idna` accepts it.
            (!chars.starts_with(&PREFIX)).then_some(())?;
            if !mapping::is_normalized(chars.iter().copied()) {
                let mut normal = Vec::with_capacity(chars.len());
                mapping::normalize(chars.iter().copied(), &mut normal)?;
                (normal == chars).then_some(())?;
            }
            (!chars.iter().all(char::is_ascii)).then_some(())?;
            self.chars.extend(chars);
            encoded = Some(from..self.encoded.len());
        } else {
            self.chars.append(label);
        }
        label.clear();
        let chars = start..self.chars.len();
        is_valid(self.chars.get(chars.clone())?).then_some(())?;
        self.labels.push(Label { chars, encoded });
        // The dot after the label, which separates it from the next one.
        self.chars.push('.');
        Some(())
    }

    /// The name with the labels in Unicode for which `shown` holds, and all others in ASCII.
    pub(super) fn write(&self, shown: impl Fn(&[char]) -> bool) -> String {
        let mut out = String::with_capacity(self.chars.len() + 8);
        for (number, label) in self.labels.iter().enumerate() {
            if number > 0 {
                out.push('.');
            }
            let chars = self.chars.get(label.chars.clone()).unwrap_or_default();
            if chars.iter().all(char::is_ascii) || shown(chars) {
                out.extend(chars);
                continue;
            }
            match &label.encoded {
                Some(range) => out += self.encoded.get(range.clone()).unwrap_or_default(),
                None => {
                    out += "xn--";
                    punycode::encode(&chars.iter().copied(), |c| out.push(c));
                }
            }
        }
        out
    }

    /// CheckBidi: the rule of RFC 5893 section 2, if any label has right-to-left characters.
    fn check_directions(&self) -> bool {
        use BidiClass::{ArabicLetter, ArabicNumber, RightToLeft};
        let is_right = |&c: &char| {
            c >= '\u{590}' && matches!(bidi_class(c), RightToLeft | ArabicLetter | ArabicNumber)
        };
        if !self.chars.iter().any(is_right) {
            return true;
        }
        let mut labels = self.labels.iter();
        labels.all(|label| {
            let chars = self.chars.get(label.chars.clone()).unwrap_or_default();
            chars.is_empty() || follows_bidi_rule(chars)
        })
    }
}

/// The forbidden domain code points of the WHATWG URL standard. Capital letters are mapped.
fn is_denied(c: char) -> bool {
    matches!(c, '\0'..=' ' | '\x7F' | 'A'..='Z')
        || matches!(
            c,
            '%' | '#' | '/' | ':' | '<' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '|'
        )
}

/// The validity criteria of section 4.1 that look at the whole label.
fn is_valid(label: &[char]) -> bool {
    if label.iter().all(char::is_ascii) {
        return true;
    }
    let starts_well = label.first().is_none_or(|&c| !Fact::of(c).is_mark());
    let is_joined = |(at, &c): (usize, &char)| {
        let (before, after) = label.split_at(at);
        let before = before.iter().rev().copied();
        !joiner::is_joiner(c) || joiner::is_needed(c, before, after.iter().skip(1).copied())
    };
    is_short(label) && starts_well && label.iter().enumerate().all(is_joined)
}

/// Whether a label can be decoded once it is encoded. Encoding takes quadratic time; DNS allows 63
/// octets.
fn is_short(label: &[char]) -> bool {
    // No character takes more than seven digits.
    if label.len() * 7 < punycode::LONGEST || label.len() > punycode::LONGEST {
        return label.len() <= punycode::LONGEST;
    }
    let mut octets = 0;
    punycode::encode(&label.iter().copied(), |_| octets += 1);
    octets <= punycode::LONGEST
}

/// RFC 5893 section 2, for one label.
fn follows_bidi_rule(label: &[char]) -> bool {
    use BidiClass::{
        ArabicLetter, ArabicNumber, BoundaryNeutral, CommonSeparator, EuropeanNumber,
        EuropeanSeparator, EuropeanTerminator, LeftToRight, NonspacingMark, OtherNeutral,
        RightToLeft,
    };
    let classes = || label.iter().map(|&c| bidi_class(c));
    let Some(first) = classes().next() else {
        return true;
    };
    let last = classes().rev().find(|&class| class != NonspacingMark);
    let is_weak = |class| {
        matches!(
            class,
            EuropeanNumber
                | EuropeanSeparator
                | CommonSeparator
                | EuropeanTerminator
                | OtherNeutral
                | BoundaryNeutral
                | NonspacingMark
        )
    };
    match first {
        LeftToRight => {
            classes().all(|class| class == LeftToRight || is_weak(class))
                && matches!(last, Some(LeftToRight | EuropeanNumber))
        }
        RightToLeft | ArabicLetter => {
            let has = |number| classes().any(|class| class == number);
            let is_inside = |class| {
                matches!(class, RightToLeft | ArabicLetter | ArabicNumber) || is_weak(class)
            };
            classes().all(is_inside)
                && matches!(
                    last,
                    Some(RightToLeft | ArabicLetter | EuropeanNumber | ArabicNumber)
                )
                && !(has(EuropeanNumber) && has(ArabicNumber))
        }
        _ => false,
    }
}
