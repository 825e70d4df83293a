//! The embedded list of top-level domains, with indexes that are built at compile time.

use core::cmp::Ordering;

use crate::tables::tlds;
use crate::text::Text;

/// Whether a name of the list can start at `at`, regardless of where it ends. `false` is definite.
#[inline]
pub(super) fn may_start(text: Text<'_>, at: usize) -> bool {
    let rest = text.0.as_bytes().get(at..).unwrap_or_default();
    // Most full stops before a letter are followed by two letters of three bytes each.
    match rest {
        [first, second, third, fourth, fifth, sixth, after @ ..]
            if is_lead(*first) && is_lead(*fourth) =>
        {
            let first = letter(*first, *second, *third);
            let second = letter(*fourth, *fifth, *sixth);
            // The following character could combine with the letter.
            let is_calm = is_unmapped(first) && is_unmapped(second) && !may_change(after);
            !is_calm || has_start(pair_of(first, second))
        }
        // A single letter before ASCII: no name of the list starts like that.
        [first, second, third, 0..=0x7F, ..] if is_lead(*first) => {
            !is_unmapped(letter(*first, *second, *third))
        }
        _ => true,
    }
}

/// Whether the character at the start of a text may change the preceding letter.
#[inline]
fn may_change(text: &[u8]) -> bool {
    match *text {
        // ASCII, ideographs, and full-width spaces and punctuation.
        [] | [0..=0x7F | 0xE4..=0xE9, ..] => false,
        [0xE3, 0x80, third, ..] => third > 0xA9,
        [0xEF, 0xBC, ..] => false,
        [first, second, third, ..] if is_lead(first) => !is_unmapped(letter(first, second, third)),
        _ => true,
    }
}

/// Whether UTS #46 maps a letter to itself: Chinese, Japanese and Korean ones, which often follow a
/// full stop.
const fn is_unmapped(letter: u32) -> bool {
    matches!(letter, 0x4E00..=0x9FFF | 0x3041..=0x3096 | 0x30A1..=0x30FA | 0xAC00..=0xD7A3)
}

/// The first two letters of each non-ASCII name in the embedded list, if both have three bytes. A
/// hash table with linear probing.
static STARTS_OUTSIDE: [u32; 1 << START_PLACES] = starts_outside();

/// The number of bits of the hash.
const START_PLACES: u32 = 9;

const fn start_place(pair: u32) -> usize {
    (pair.wrapping_mul(0x9E37_79B1) >> (32 - START_PLACES)) as usize
}

/// Two letters of the Basic Multilingual Plane as a number.
const fn pair_of(first: u32, second: u32) -> u32 {
    first << 16 | second
}

fn has_start(pair: u32) -> bool {
    let mut at = start_place(pair);
    loop {
        match STARTS_OUTSIDE.get(at) {
            Some(&other) if other == pair => return true,
            None | Some(0) => return false,
            _ => at = (at + 1) % STARTS_OUTSIDE.len(),
        }
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn starts_outside() -> [u32; 1 << START_PLACES] {
    let mut starts = [0; 1 << START_PLACES];
    let mut at = 0;
    while at < tlds::UNICODE.len() {
        let name = tlds::UNICODE[at].as_bytes();
        if name.len() > 5 && is_lead(name[0]) && is_lead(name[3]) {
            let first = letter(name[0], name[1], name[2]);
            let pair = pair_of(first, letter(name[3], name[4], name[5]));
            let mut place = start_place(pair);
            while starts[place] != 0 && starts[place] != pair {
                place = (place + 1) % starts.len();
            }
            starts[place] = pair;
        }
        at += 1;
    }
    starts
}

/// Whether the embedded list contains a non-ASCII label in the form of UTS #46.
pub(super) fn has_outside(label: &str) -> bool {
    let mut at = outside_place(label.as_bytes());
    loop {
        match OUTSIDE.get(at) {
            None | Some(0) => return false,
            Some(&number) if tlds::UNICODE.get(usize::from(number) - 1) == Some(&label) => {
                return true;
            }
            _ => at = (at + 1) % OUTSIDE.len(),
        }
    }
}

/// The numbers of the non-ASCII names, starting at 1. A hash table with linear probing.
static OUTSIDE: [u8; 1 << START_PLACES] = outside();

/// The hash of a name: by its length and its first and last bytes.
const fn outside_place(name: &[u8]) -> usize {
    let (Some(first), Some(last)) = (name.first_chunk::<4>(), name.last_chunk::<4>()) else {
        return 0;
    };
    let ends = (u32::from_le_bytes(*first) as u64) << 32 | u32::from_le_bytes(*last) as u64;
    let hash = (ends ^ name.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash >> (64 - START_PLACES)) as usize
}

#[expect(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn outside() -> [u8; 1 << START_PLACES] {
    assert!(tlds::UNICODE.len() < 255, "a number needs more bits");
    let mut places = [0; 1 << START_PLACES];
    let mut at = 0;
    while at < tlds::UNICODE.len() {
        let mut place = outside_place(tlds::UNICODE[at].as_bytes());
        while places[place] != 0 {
            place = (place + 1) % places.len();
        }
        at += 1;
        places[place] = at as u8;
    }
    places
}

/// Whether a byte starts a letter of three bytes.
const fn is_lead(byte: u8) -> bool {
    byte >= 0xE0 && byte < 0xF0
}

/// A letter of three bytes.
const fn letter(first: u8, second: u8, third: u8) -> u32 {
    (first as u32 & 0x0F) << 12 | (second as u32 & 0x3F) << 6 | third as u32 & 0x3F
}

/// Whether the embedded list contains an ASCII label, in any case.
#[inline]
pub(super) fn has(label: &str) -> bool {
    match folded(label.as_bytes()) {
        Some(name) => has_short(name),
        None => has_long(label),
    }
}

/// A name of two to eight bytes as a number, in lower case. Only letters become letters.
#[inline]
pub(crate) const fn folded(name: &[u8]) -> Option<u64> {
    let (start, end, length) = match name {
        [a, b] => (u16::from_le_bytes([*a, *b]) as u64, *b as u64, 1),
        [a, b, c] => (u16::from_le_bytes([*a, *b]) as u64, *c as u64, 1),
        [a, b, c, d, ..] if name.len() <= 8 => {
            let start = u32::from_le_bytes([*a, *b, *c, *d]) as u64;
            let Some(end) = name.last_chunk::<4>() else {
                return None;
            };
            (start, u32::from_le_bytes(*end) as u64, 4)
        }
        _ => return None,
    };
    // Both ends, which meet or overlap.
    let bytes = start | end << (8 * (name.len() - length));
    Some(bytes | 0x2020_2020_2020_2020 >> (8 * (8 - name.len())))
}

/// Names of two to eight bytes as numbers.
#[expect(clippy::indexing_slicing, reason = "runs when this is compiled")]
pub(crate) const fn keys<const N: usize>(names: [&str; N]) -> [u64; N] {
    let mut keys = [0; N];
    let mut at = 0;
    while at < N {
        keys[at] = match folded(names[at].as_bytes()) {
            Some(key) => key,
            None => 0,
        };
        at += 1;
    }
    keys
}

/// The number of bits of the hash in [`SHORT`].
const PLACES: u32 = 11;

/// The hash of a name.
const fn place(name: u64) -> usize {
    (name.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACES)) as usize
}

/// The names of at most eight bytes. A hash table with linear probing.
static SHORT: [u64; 1 << PLACES] = short();

#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn short() -> [u64; 1 << PLACES] {
    let mut places = [0; 1 << PLACES];
    let mut at = 0;
    while at < tlds::ASCII.len() {
        if let Some(name) = folded(tlds::ASCII[at].as_bytes()) {
            let mut place = place(name);
            while places[place] != 0 {
                place = (place + 1) % places.len();
            }
            places[place] = name;
        }
        at += 1;
    }
    places
}

#[inline]
fn has_short(name: u64) -> bool {
    let mut at = place(name);
    loop {
        match SHORT.get(at) {
            Some(&other) if other == name => return true,
            None | Some(0) => return false,
            _ => at = (at + 1) % SHORT.len(),
        }
    }
}

/// Whether the list contains a longer name, in any case: a binary search among those of its length.
fn has_long(label: &str) -> bool {
    let length = label.len();
    let Some(&[from, to]) = LENGTHS.get(length..length + 2) else {
        return false;
    };
    let names = LONG.get(usize::from(from)..usize::from(to));
    let names = names.unwrap_or_default();
    let (mut low, mut high) = (0, names.len() / length.max(1));
    while low < high {
        let middle = low + (high - low) / 2;
        let name = names.get(middle * length..(middle + 1) * length);
        let bytes = label.bytes().map(|byte| byte.to_ascii_lowercase());
        match name.unwrap_or_default().iter().copied().cmp(bytes) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return true,
            Ordering::Greater => high = middle,
        }
    }
    false
}

/// The names of more than eight bytes without anything between them, by length and then in order.
/// An array of strings would need eight bytes more for each on a 32-bit machine, and 16 on others.
static LONG: [u8; LONG_BYTES] = long::<LONG_BYTES>().0;

/// Where the names of each length start in [`LONG`].
static LENGTHS: [u16; 65] = long::<LONG_BYTES>().1;

#[expect(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn long<const N: usize>() -> ([u8; N], [u16; 65]) {
    let (mut bytes, mut lengths) = ([0; N], [0; 65]);
    let (mut end, mut length) = (0, 0);
    while length < 64 {
        lengths[length] = end as u16;
        let mut at = 0;
        while at < tlds::ASCII.len() {
            let name = tlds::ASCII[at].as_bytes();
            if name.len() == length && folded(name).is_none() {
                let mut byte = 0;
                while byte < name.len() {
                    bytes[end] = name[byte];
                    (end, byte) = (end + 1, byte + 1);
                }
            }
            at += 1;
        }
        length += 1;
    }
    lengths[64] = end as u16;
    (bytes, lengths)
}

/// The bytes of all long names.
const LONG_BYTES: usize = {
    let (mut sum, mut names) = (0, tlds::ASCII.as_slice());
    while let [name, rest @ ..] = names {
        if folded(name.as_bytes()).is_none() {
            sum += name.len();
        }
        names = rest;
    }
    sum
};

#[cfg(test)]
mod tests {
    use crate::names::lists::tld::TldSource;
    use crate::tables::tlds;
    use crate::text::Text;
    use std::format;
    use std::vec::Vec;

    #[test]
    fn every_name_may_start_where_it_stands() {
        for name in tlds::UNICODE {
            assert!(TldSource::Embedded.may_start(Text(name), 0), "{name}");
            let [first, second, ..] = name.chars().collect::<Vec<_>>()[..] else {
                panic!("{name} has one letter");
            };
            assert!(first.len_utf8() < 3 || !second.is_ascii(), "{name}");
        }
        assert!(!TldSource::Embedded.may_start(Text("すると"), 0));
        // `大拿` is one of them.
        assert!(!TldSource::Embedded.may_start(Text("大家"), 0));
        assert!(!TldSource::Embedded.may_start(Text("那么以后"), 0));
        // A separate final consonant: together they are `닷넷`.
        assert!(TldSource::Embedded.may_start(Text("닷네\u{11BA}"), 0));
        assert!(TldSource::Syntactic.may_start(Text("すると"), 0));
        for (text, may_start) in [
            ("那么", false),
            ("那么 ", false),
            ("那么，", false),
            ("那么！", false),
            ("那么é", true),
            ("それ\u{3099}", true),
            ("それが", false),
            ("それ。", false),
            ("それ\u{302A}", true),
            ("닷네트", false),
            ("那", true),
            ("那 ", false),
            ("那a", false),
            ("那.", false),
            ("é那", true),
        ] {
            assert_eq!(
                TldSource::Embedded.may_start(Text(text), 0),
                may_start,
                "{text:?}"
            );
        }
    }

    #[test]
    fn the_index_finds_exactly_the_list_outside_ascii() {
        for name in tlds::UNICODE {
            assert!(TldSource::Embedded.knows(name), "{name}");
            for other in [
                format!("{name}а"),
                format!("а{name}"),
                format!("{name}{name}"),
            ] {
                let is_listed = tlds::UNICODE.contains(&other.as_str());
                assert_eq!(TldSource::Embedded.knows(&other), is_listed, "{other}");
            }
        }
        assert!(!TldSource::Embedded.knows("é"));
    }

    #[test]
    fn the_index_finds_exactly_the_list() {
        for name in tlds::ASCII {
            assert!(
                TldSource::Embedded.knows(name) && TldSource::Embedded.knows(&name.to_uppercase())
            );
            for other in [format!("{name}q"), format!("q{name}"), format!("{name}-")] {
                let is_listed = tlds::ASCII.binary_search(&other.as_str()).is_ok();
                assert_eq!(TldSource::Embedded.knows(&other), is_listed, "{other}");
            }
            let shorter = name.get(..name.len() - 1).unwrap_or_default();
            let is_listed = tlds::ASCII.binary_search(&shorter).is_ok();
            assert_eq!(TldSource::Embedded.knows(shorter), is_listed);
        }
        for first in '\0'..'\u{7F}' {
            assert!(!TldSource::Embedded.knows(&format!("{first}")));
            for second in '\0'..'\u{7F}' {
                let name = format!("{first}{second}");
                let is_listed = tlds::ASCII
                    .binary_search(&name.to_lowercase().as_str())
                    .is_ok();
                assert_eq!(TldSource::Embedded.knows(&name), is_listed, "{name:?}");
            }
        }
    }
}
