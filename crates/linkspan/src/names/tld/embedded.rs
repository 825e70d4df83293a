//! The embedded list of top-level domains, with indexes that are made when it is compiled.

use crate::tables::tlds;
use crate::text::Text;

/// Whether a name of the list can start at `at`, whatever ends it. `false` is certain.
pub(super) fn may_start(text: Text<'_>, at: usize) -> bool {
    if text.byte(at).is_none_or(|byte| byte.is_ascii()) {
        return true;
    }
    let mut characters = text.slice(at, text.0.len()).chars();
    let (Some(first), Some(second)) = (characters.next(), characters.next()) else {
        return true;
    };
    // A mark in the place of the second could make another letter of the first.
    let (place, bit) = first_bit(u32::from(first), u32::from(second));
    !is_unmapped(first)
        || !is_unmapped(second)
        || FIRSTS.get(place).is_some_and(|bits| bits & bit != 0)
}

/// Whether a letter means itself in UTS #46: Chinese, Japanese and Korean ones, which are often
/// after a full stop.
fn is_unmapped(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{AC00}'..='\u{D7A3}')
}

/// The first two letters of each name of the embedded list that is outside ASCII, as bits. Many pairs share one.
static FIRSTS: [u64; 128] = firsts();

/// The bit of two letters.
const fn first_bit(first: u32, second: u32) -> (usize, u64) {
    let pair = first.wrapping_mul(31).wrapping_add(second);
    ((pair as usize >> 6) & 127, 1 << (pair & 63))
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn firsts() -> [u64; 128] {
    let mut firsts = [0; 128];
    let mut at = 0;
    while at < tlds::UNICODE.len() {
        let name = tlds::UNICODE[at].as_bytes();
        // Only letters of three bytes are asked for.
        if name.len() > 5 && is_lead(name[0]) && is_lead(name[3]) {
            let first = letter(name[0], name[1], name[2]);
            let second = letter(name[3], name[4], name[5]);
            let (place, bit) = first_bit(first, second);
            firsts[place] |= bit;
        }
        at += 1;
    }
    firsts
}

/// Whether a letter of three bytes starts with this one.
const fn is_lead(byte: u8) -> bool {
    byte >= 0xE0 && byte < 0xF0
}

/// A letter of three bytes.
const fn letter(first: u8, second: u8, third: u8) -> u32 {
    (first as u32 & 0x0F) << 12 | (second as u32 & 0x3F) << 6 | third as u32 & 0x3F
}

/// Whether the embedded list has a label in ASCII, in any case.
#[inline]
pub(super) fn has(label: &str) -> bool {
    match folded(label.as_bytes()) {
        Some(name) => has_short(name),
        None => has_long(label),
    }
}

/// A name of two to eight bytes as a number, in lower case. Only a letter becomes a letter.
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

/// How many bits of a number say where it is in [`SHORT`].
const PLACES: u32 = 11;

/// Where the search for a number starts.
const fn place(name: u64) -> usize {
    (name.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACES)) as usize
}

/// The names of at most eight bytes, each at its place or in the next one that is free.
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

fn has_long(label: &str) -> bool {
    let &[first, second, ..] = label.as_bytes() else {
        return false;
    };
    let Some(pair) = pair(first, second) else {
        return false;
    };
    let Some(&[from, to]) = STARTS.get(pair..pair + 2) else {
        return false;
    };
    let names = tlds::ASCII.get(usize::from(from)..usize::from(to));
    names
        .unwrap_or_default()
        .iter()
        .any(|name| name.eq_ignore_ascii_case(label))
}

/// The number of a pair of letters.
const fn pair(first: u8, second: u8) -> Option<usize> {
    let (first, second) = (first | 0x20, second | 0x20);
    if first.is_ascii_lowercase() && second.is_ascii_lowercase() {
        Some((first - b'a') as usize * 26 + (second - b'a') as usize)
    } else {
        None
    }
}

/// Where the names that start with each pair of letters start in the embedded list.
static STARTS: [u16; 26 * 26 + 1] = starts();

#[allow(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn starts() -> [u16; 26 * 26 + 1] {
    let mut starts = [0; 26 * 26 + 1];
    let mut at = 0;
    while at < tlds::ASCII.len() {
        let name = tlds::ASCII[at].as_bytes();
        if let Some(pair) = pair(name[0], name[1]) {
            starts[pair + 1] = at as u16 + 1;
        }
        at += 1;
    }
    // A pair that no name starts with starts where the one before ended.
    let mut at = 1;
    while at < starts.len() {
        if starts[at] < starts[at - 1] {
            starts[at] = starts[at - 1];
        }
        at += 1;
    }
    starts
}

#[cfg(test)]
mod tests {
    use crate::names::tld::TldSource;
    use crate::tables::tlds;
    use crate::text::Text;
    use std::format;

    #[test]
    fn every_name_may_start_where_it_stands() {
        for name in tlds::UNICODE {
            assert!(TldSource::Embedded.may_start(Text(name), 0), "{name}");
        }
        assert!(!TldSource::Embedded.may_start(Text("すると"), 0));
        // `大拿` is one.
        assert!(!TldSource::Embedded.may_start(Text("大家"), 0));
        assert!(TldSource::Syntactic.may_start(Text("すると"), 0));
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
