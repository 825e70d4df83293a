//! Bytes with the same effect in every part of a link while no bracket is open. Most links consist
//! of these. Skipping them is a fast path through the loop of UTS #58 section 3.5.1.

use crate::tables::{self, LinkTerm};
use crate::text::Text;

/// A sequence of such bytes.
pub(crate) struct Plain {
    /// The number of bytes.
    pub(crate) length: usize,
    /// The number of bytes up to the last one that belongs to the link regardless of what follows.
    pub(crate) kept: usize,
    /// Whether the link ends before the next byte.
    pub(crate) is_ended: bool,
}

impl Plain {
    /// The sequence that starts at `at`, where `fates` determines the effect of each byte.
    pub(crate) fn from(text: Text<'_>, at: usize, fates: &ByteEffects) -> Self {
        let rest = text.0.as_bytes().get(at..).unwrap_or_default();
        let (mut length, mut kept) = (0, 0);
        let mut is_ended = false;
        for &byte in rest {
            let fate = fates.of(byte);
            if fate >= DEPENDS {
                is_ended = fate == ENDED;
                break;
            }
            length += 1;
            if fate == KEPT {
                kept = length;
            }
        }
        Self {
            length,
            kept,
            is_ended,
        }
    }
}

const KEPT: u8 = 0;
const WAITING: u8 = 1;
const DEPENDS: u8 = 2;
const ENDED: u8 = 3;
const ASKED: u8 = 4;

/// The effect of each byte on a link, in every part and without open brackets.
pub(crate) struct ByteEffects([u8; 256]);

impl ByteEffects {
    /// The effects according to the standard alone.
    pub(crate) const STANDARD: Self = Self::new();

    /// According to the standard, a closing bracket without an opening one ends the link. Bytes
    /// that start a part, end a section of a text directive or open a bracket depend on their
    /// position.
    #[expect(
        clippy::indexing_slicing,
        reason = "runs when this is compiled, and every byte is an index"
    )]
    const fn new() -> Self {
        let mut fates = [DEPENDS; 256];
        let mut byte = 0;
        while byte < 128 {
            fates[byte as usize] = match (byte, tables::ascii_link_term(byte)) {
                (b'?' | b'#' | b':' | b',', _) => DEPENDS,
                (_, LinkTerm::Include) => KEPT,
                (_, LinkTerm::Hard | LinkTerm::Close) => ENDED,
                (_, LinkTerm::Soft) => WAITING,
                (_, LinkTerm::Open) => DEPENDS,
            };
            byte += 1;
        }
        Self(fates)
    }

    /// The same, except that rules beyond the standard decide about some ASCII bytes.
    #[expect(
        clippy::indexing_slicing,
        reason = "runs when this is compiled, and every byte is an index"
    )]
    pub(crate) const fn asking(mut self, bytes: &[u8]) -> Self {
        let mut rest = bytes;
        while let [byte, others @ ..] = rest {
            self.0[*byte as usize] = ASKED;
            rest = others;
        }
        self
    }

    /// Whether rules beyond the standard decide about a character: all non-ASCII ones, and some
    /// bytes.
    #[inline]
    pub(crate) fn asks(&self, c: char) -> bool {
        u8::try_from(c).map_or(true, |byte| !byte.is_ascii() || self.of(byte) == ASKED)
    }

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "every byte is an index")]
    fn of(&self, byte: u8) -> u8 {
        self.0[usize::from(byte)]
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteEffects, DEPENDS, ENDED, KEPT, WAITING};
    use crate::uts58::brackets::{Brackets, Fate};
    use crate::uts58::props::{LinkTerm, link_term};

    /// Every byte has the fate that `Brackets::step` gives it, or is left to that step.
    #[test]
    fn the_short_cut_agrees_with_the_bracket_step() {
        for byte in 0..=255 {
            let c = char::from(byte);
            let depends = !byte.is_ascii() || "?#:,".contains(c) || link_term(c) == LinkTerm::Open;
            let expected = match Brackets::new().step(c) {
                _ if depends => DEPENDS,
                Fate::Kept => KEPT,
                Fate::Waiting => WAITING,
                Fate::Ended => ENDED,
            };
            assert_eq!(ByteEffects::STANDARD.of(byte), expected, "{c:?}");
        }
    }
}
