//! The embedded table of rules, and a filter in front of it.

use super::{Kind, Rule, Section};
use crate::tables::suffixes;

/// Finds a rule in the embedded table: a binary search for its block, then along the block.
pub(super) fn embedded_rule(key: &[u8]) -> Option<Rule> {
    let first_of_block = |&at: &u32| Entry::at(usize::try_from(at).ok()?).map(|entry| entry.rest);
    let after =
        suffixes::INDEX.partition_point(|at| first_of_block(at).is_some_and(|first| first <= key));
    let mut at = usize::try_from(*suffixes::INDEX.get(after.checked_sub(1)?)?).ok()?;
    // How much of the key the rule before had in common with it.
    let mut common = 0;
    for _ in 0..suffixes::BLOCK {
        let entry = Entry::at(at)?;
        if entry.shared < common {
            return None;
        }
        if entry.shared == common {
            let rest = key.get(common..)?;
            if rest == entry.rest {
                return Some(entry.rule);
            }
            common += rest
                .iter()
                .zip(entry.rest)
                .take_while(|(a, b)| a == b)
                .count();
        }
        at = entry.end;
    }
    None
}

/// A number for the labels of a rule from right to left, made byte by byte.
const fn mixed(number: u32, byte: u8) -> u32 {
    (number ^ byte.to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193)
}

/// The bit of a number.
const fn bit(number: u32) -> (usize, u64) {
    let high = number >> 16;
    ((high >> 6) as usize, 1 << (high & 63))
}

/// Whether an ASCII name of several labels can be a public suffix of the ICANN section; `false` is
/// certain.
pub(super) fn may_be_icann_suffix(name: &str) -> bool {
    let is_there = |number| {
        let (place, bit) = bit(number);
        ICANN.get(place).is_some_and(|bits| bits & bit != 0)
    };
    // The number of the labels above the first one, for wildcards, and of the whole.
    let (mut above, mut whole) = (0, 0);
    let mut rest = name.as_bytes();
    while !rest.is_empty() {
        let before = rest.iter().rposition(|&byte| byte == b'.');
        let label = rest
            .get(before.map_or(0, |at| at + 1)..)
            .unwrap_or_default();
        above = whole;
        if rest.len() < name.len() {
            whole = mixed(whole, b'.');
        }
        whole = label
            .iter()
            .fold(whole, |number, &byte| mixed(number, byte));
        rest = rest.get(..before.unwrap_or(0)).unwrap_or_default();
    }
    is_there(whole) || is_there(above)
}

/// The rules of the ICANN section with more than one label, and its wildcards, as bits. Some share one.
static ICANN: [u64; 1024] = icann();

#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn icann() -> [u64; 1024] {
    let mut bits = [0; 1024];
    let rules = suffixes::RULES;
    // The number and the count of dots after each byte of the last rule.
    let mut numbers = [(0, 0); 128];
    let mut at = 0;
    while at + 1 < rules.len() {
        let (kind, shared) = (rules[at] >> 6, (rules[at] & 63) as usize);
        let (is_icann, rest) = (rules[at + 1] >> 7 == 0, (rules[at + 1] & 63) as usize);
        let mut length = 0;
        while length < rest {
            let byte = rules[at + 2 + length];
            let (number, dots) = numbers[shared + length];
            let dots = dots + (byte == b'.') as usize;
            length += 1;
            numbers[shared + length] = (mixed(number, byte), dots);
        }
        let (number, dots) = numbers[shared + rest];
        if is_icann && (dots > 0 || kind == 1) {
            let (place, bit) = bit(number);
            bits[place] |= bit;
        }
        at += 2 + rest;
    }
    bits
}

/// A rule of the embedded table.
struct Entry {
    shared: usize,
    rule: Rule,
    rest: &'static [u8],
    end: usize,
}

impl Entry {
    fn at(at: usize) -> Option<Self> {
        let &[first, second] = suffixes::RULES.get(at..at + 2)? else {
            return None;
        };
        let kind = match first >> 6 {
            0 => Kind::Plain,
            1 => Kind::Wildcard,
            _ => Kind::Exception,
        };
        let section = match second >> 7 {
            0 => Section::Icann,
            _ => Section::Private,
        };
        let end = at + 2 + usize::from(second & 63);
        Some(Self {
            shared: usize::from(first & 63),
            rule: (kind, section),
            rest: suffixes::RULES.get(at + 2..end)?,
            end,
        })
    }
}
