//! The mapping and normalization of UTS #46 section 4, steps 1 and 2.

use alloc::vec::Vec;

use crate::tables::Fact;
use crate::tables::mapping::{
    CAPITALS, FAR_PAIRS, KIND_BITS, LENGTH_BITS, MAPPING, NEAR_ORDER, NEAR_PAIRS, REMOVED, ROW,
    SAME, SHIFTED, STRINGS, VALID,
};

/// What UTS #46 makes of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mapping {
    /// It stays.
    Valid,
    /// It is removed, such as a soft hyphen.
    Removed,
    /// A name cannot contain it.
    Disallowed,
    /// It becomes another character, such as a capital letter.
    Char(char),
    /// It becomes a string, such as `㏇`.
    Text(&'static str),
}

impl Mapping {
    /// The mapping of a character (UTS #46 section 5, non-transitional).
    pub(crate) fn of(c: char) -> Self {
        match c {
            'A'..='Z' => return Self::Char(c.to_ascii_lowercase()),
            '\0'..='\x7F' => return Self::Valid,
            _ if Fact::near(c).is_some() => return Self::Valid,
            _ => {}
        }
        let (run, value) = MAPPING.run(c);
        let (kind, rest) = (value & ((1 << KIND_BITS) - 1), value >> KIND_BITS);
        let place = u32::from(c) - run.start;
        let to_char = |c| char::from_u32(c).map_or(Self::Disallowed, Self::Char);
        match kind {
            VALID => match rest {
                0 => Self::Valid,
                REMOVED => Self::Removed,
                _ => Self::Disallowed,
            },
            SHIFTED if rest & 1 == 0 => to_char(u32::from(c) + (rest >> 1)),
            SHIFTED => to_char(u32::from(c) - (rest >> 1)),
            CAPITALS if place % 2 == 0 => to_char(u32::from(c) + 1),
            CAPITALS => Self::Valid,
            SAME => Self::string(rest, 0),
            ROW => Self::string(rest, place),
            _ => Self::Disallowed,
        }
    }

    /// A string of [`STRINGS`], `place` strings after the first.
    fn string(first: u32, place: u32) -> Self {
        let length = first & ((1 << LENGTH_BITS) - 1);
        let at = ((first >> LENGTH_BITS) + place * length) as usize;
        let string = STRINGS.get(at..at + length as usize);
        string.map_or(Self::Disallowed, Self::Text)
    }
}

/// A place for the characters of a label.
pub(crate) trait Buffer {
    /// Appends a character; `None` if there is no room.
    fn push(&mut self, c: char) -> Option<()>;

    /// The characters.
    fn chars(&mut self) -> &mut [char];

    /// Keeps the first characters.
    fn truncate(&mut self, count: usize);

    /// Sorts the characters from `start` on by their [order](Fact::order); equal ones stay in their
    /// order. `None` if there are too many.
    fn sort(&mut self, start: usize) -> Option<()>;
}

impl Buffer for Vec<char> {
    fn push(&mut self, c: char) -> Option<()> {
        self.push(c);
        Some(())
    }

    fn chars(&mut self) -> &mut [char] {
        self
    }

    fn truncate(&mut self, count: usize) {
        self.truncate(count);
    }

    fn sort(&mut self, start: usize) -> Option<()> {
        self.get_mut(start..)?.sort_by_key(|&c| Fact::of(c).order());
        Some(())
    }
}

/// Whether a label is the same after mapping and normalization, as most are. `false` means unknown.
pub(crate) fn is_settled(label: &str) -> bool {
    let mut before = '.';
    label.chars().all(|c| {
        let is_hyphenated = before == '-' && c == '-';
        before = c;
        let keeps_place = |fact: Fact| fact.order() == 0 && !fact.composes_back();
        !is_hyphenated && Fact::near(c).is_some_and(keeps_place)
    })
}

/// Whether normalization changes nothing (UAX #15 section 9, NFC_Quick_Check). `false` means unknown.
pub(crate) fn is_normalized(chars: impl Iterator<Item = char>) -> bool {
    let mut before = 0;
    for c in chars {
        if c.is_ascii() {
            before = 0;
            continue;
        }
        let fact = Fact::of(c);
        let order = fact.order();
        if fact.composes_back() || order != 0 && order < before {
            return false;
        }
        before = order;
    }
    true
}

/// Normalizes mapped characters to NFC (UAX #15 section 1.3): decomposes them, puts marks in order,
/// and composes them. `into` is empty; `None` if it is too small.
pub(crate) fn normalize<B: Buffer>(chars: impl Iterator<Item = char>, into: &mut B) -> Option<()> {
    // The marks since the last character that stays where it is.
    let (mut count, mut marks) = (0, 0);
    for c in chars.flat_map(decompose) {
        if Fact::of(c).order() == 0 {
            into.sort(marks)?;
            marks = count + 1;
        }
        into.push(c)?;
        count += 1;
    }
    into.sort(marks)?;
    let count = compose(into.chars());
    into.truncate(count);
    Some(())
}

/// The canonical decomposition of a character that UTS #46 keeps.
pub(crate) fn decompose(c: char) -> impl Iterator<Item = char> {
    let mut parts = [c; 4];
    let mut first = parts.len() - 1;
    // `ǖ` is `ü` and U+0304, `ü` is `u` and U+0308; none has more than four parts.
    while let Some(place) = first.checked_sub(1)
        && let Some((before, last)) = parts.get(first).and_then(|&c| split(c))
    {
        parts
            .get_mut(first)
            .into_iter()
            .for_each(|part| *part = last);
        parts
            .get_mut(place)
            .into_iter()
            .for_each(|part| *part = before);
        first = place;
    }
    parts.into_iter().skip(first)
}

/// Composes characters in their order, in place. Returns how many remain.
fn compose(chars: &mut [char]) -> usize {
    let mut count = 0;
    let mut starter = None;
    let mut before = 0;
    for at in 0..chars.len() {
        let Some(&c) = chars.get(at) else { break };
        let order = Fact::of(c).order();
        // A mark composes over those of a lower order.
        let is_near = starter.is_some_and(|starter| count == starter + 1 || before < order);
        if is_near
            && let Some(first) = starter.and_then(|starter| chars.get_mut(starter))
            && let Some(composed) = join(*first, c)
        {
            *first = composed;
            continue;
        }
        if let Some(place) = chars.get_mut(count) {
            *place = c;
        }
        if order == 0 {
            starter = Some(count);
        }
        before = order;
        count += 1;
    }
    count
}

/// The numbers of Hangul (The Unicode Standard, section 3.12).
const SYLLABLES: u32 = 0xAC00;
const LEADING: u32 = 0x1100;
const VOWELS: u32 = 0x1161;
const TRAILING: u32 = 0x11A7;
const VOWEL_COUNT: u32 = 21;
const TRAILING_COUNT: u32 = 28;
const SYLLABLE_COUNT: u32 = 19 * VOWEL_COUNT * TRAILING_COUNT;

/// The two characters that a character is composed of.
fn split(c: char) -> Option<(char, char)> {
    let code = u32::from(c);
    if let Some(syllable) = code
        .checked_sub(SYLLABLES)
        .filter(|&at| at < SYLLABLE_COUNT)
    {
        let trailing = syllable % TRAILING_COUNT;
        let (first, last) = match trailing {
            0 => {
                let pair = syllable / TRAILING_COUNT;
                (LEADING + pair / VOWEL_COUNT, VOWELS + pair % VOWEL_COUNT)
            }
            _ => (code - trailing, TRAILING + trailing),
        };
        return Some((char::from_u32(first)?, char::from_u32(last)?));
    }
    let pair = match u16::try_from(code) {
        Ok(near) => {
            let composed = |at: &u16| NEAR_PAIRS.get(usize::from(*at)).map_or(0, |pair| pair[2]);
            let at = NEAR_ORDER.binary_search_by_key(&near, composed).ok()?;
            NEAR_PAIRS
                .get(usize::from(*NEAR_ORDER.get(at)?))?
                .map(u32::from)
        }
        Err(_) => {
            let at = FAR_PAIRS.binary_search_by_key(&code, |pair| pair[2]).ok()?;
            *FAR_PAIRS.get(at)?
        }
    };
    Some((char::from_u32(pair[0])?, char::from_u32(pair[1])?))
}

/// The character that two characters compose.
fn join(first: char, second: char) -> Option<char> {
    let (a, b) = (u32::from(first), u32::from(second));
    let syllable = match (a, b) {
        (0x1100..=0x1112, 0x1161..=0x1175) => {
            Some(SYLLABLES + ((a - LEADING) * VOWEL_COUNT + (b - VOWELS)) * TRAILING_COUNT)
        }
        (0xAC00..=0xD7A3, 0x11A8..=0x11C2) if (a - SYLLABLES).is_multiple_of(TRAILING_COUNT) => {
            Some(a + (b - TRAILING))
        }
        _ => None,
    };
    let composed = match (u16::try_from(a), u16::try_from(b)) {
        _ if syllable.is_some() => syllable?,
        (Ok(a), Ok(b)) => {
            let at = NEAR_PAIRS.binary_search_by_key(&[a, b], |pair| [pair[0], pair[1]]);
            NEAR_PAIRS.get(at.ok()?)?[2].into()
        }
        _ => {
            let at = FAR_PAIRS.binary_search_by_key(&[a, b], |pair| [pair[0], pair[1]]);
            FAR_PAIRS.get(at.ok()?)?[2]
        }
    };
    char::from_u32(composed)
}
