//! Bytes that do the same in every part of a link while no bracket is open: what most links are made
//! of. Passing over them is a short cut through the loop of UTS #58 section 3.5.1.

use crate::tables::{self, LinkTerm};
use crate::text::Text;

/// A stretch of such bytes.
pub(crate) struct Plain {
    /// How many there are.
    pub(crate) length: usize,
    /// How many up to the last one that belongs to the link whatever follows.
    pub(crate) kept: usize,
    /// Whether the link ends before the next byte.
    pub(crate) is_ended: bool,
}

impl Plain {
    /// The stretch from `at` on, up to the byte `stop` at the latest.
    pub(crate) fn from(text: Text<'_>, at: usize, stop: u8) -> Self {
        let rest = text.0.as_bytes().get(at..).unwrap_or_default();
        let (mut length, mut kept) = (0, 0);
        let mut is_ended = false;
        for &byte in rest {
            let fate = plain_fate(byte);
            if fate >= DEPENDS || byte == stop {
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

/// What a byte does to a link in every part and without open brackets.
#[inline]
#[expect(clippy::indexing_slicing, reason = "every byte is an index")]
fn plain_fate(byte: u8) -> u8 {
    static FATES: [u8; 256] = fates();
    FATES[usize::from(byte)]
}

/// The fates of ASCII: a closing bracket without an opening one ends the link. What starts a part, ends a
/// stretch of a text directive or opens a bracket depends on the place.
#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled, and every byte is an index"
)]
const fn fates() -> [u8; 256] {
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
    fates
}

#[cfg(test)]
mod tests {
    use super::{DEPENDS, ENDED, KEPT, WAITING, plain_fate};
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
            assert_eq!(plain_fate(byte), expected, "{c:?}");
        }
    }
}
