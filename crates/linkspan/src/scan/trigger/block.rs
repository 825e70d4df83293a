//! Searches blocks of a text for triggers with vectors of 16 bytes.

use wide::u8x16;

use super::{AtSigns, Colons, Dots, Kinds};
use crate::names::host::ascii::padded;

/// The size of a block in bytes.
pub(super) const BLOCK: usize = 64;

/// A block with two bytes before it and one after it.
pub(super) type Window = [u8; BLOCK + 3];

/// The smallest first byte of a non-ASCII label separator.
const LEAD: u8 = 0xE3;

/// Sixteen bytes with two bytes before them and one after them.
type Strip = [u8; 19];

impl Kinds {
    /// The triggers in the bytes from `start` on that do not fill a block, as bits. The last byte
    /// of a text is never a trigger.
    #[inline(always)]
    pub(super) fn in_tail(self, bytes: &[u8], start: usize) -> u64 {
        if start + 1 >= bytes.len() {
            return 0;
        }
        let Some(last) = bytes.last_chunk() else {
            return self.in_short(bytes) >> start;
        };
        let mut signs = Sight::default();
        let mut at = start;
        while let Some(strip) = bytes.get(at - 2..).and_then(<[u8]>::first_chunk) {
            signs.add(self, strip);
            at += 16;
        }
        let has_rest = at + 1 < bytes.len();
        if has_rest {
            signs.add(self, last);
        }
        if !signs.has_ascii() && !signs.has_lead(self) {
            return 0;
        }
        let mut triggers = 0;
        let mut at = start;
        while let Some(strip) = bytes.get(at - 2..).and_then(<[u8]>::first_chunk) {
            triggers |= self.in_strip(strip) << (at - start);
            at += 16;
        }
        if !has_rest {
            return triggers;
        }
        // The last strip overlaps the previous one.
        let done = at + 17 - bytes.len();
        triggers | self.in_strip(last) >> done << (at - start)
    }

    /// The triggers in a text of at most 18 bytes, as bits.
    #[inline]
    fn in_short(self, text: &[u8]) -> u64 {
        match (text.first_chunk(), text.last_chunk()) {
            // Each half lacks neighbors at one of its ends, which are in the other half.
            (Some(first), Some(last)) => {
                let first = self.in_number(u128::from_le_bytes(*first)) & 0x7FFF;
                let last = self.in_number(u128::from_le_bytes(*last)) >> 2 << 2;
                first | last << (text.len() - 16)
            }
            _ => self.in_number(padded(text)),
        }
    }

    /// The triggers in the block of a window, as bits.
    #[inline(always)]
    pub(super) fn in_window(self, window: &Window) -> u64 {
        let strip = |at: usize| window.get(at..).and_then(<[u8]>::first_chunk);
        match (strip(0), strip(16), strip(32), strip(48)) {
            (Some(a), Some(b), Some(c), Some(d)) => {
                let strips = [a, b, c, d];
                let mut signs = Sight::default();
                for strip in strips {
                    signs.add(self, strip);
                }
                let mut triggers = 0;
                if signs.has_ascii() {
                    for (number, strip) in strips.into_iter().enumerate() {
                        triggers |= Lanes::in_strip(strip).ascii(self) << (16 * number);
                    }
                }
                if signs.has_lead(self) {
                    for (number, strip) in strips.into_iter().enumerate() {
                        let lanes = Lanes::in_strip(strip);
                        triggers |= lanes.wide_dots() << (16 * number);
                    }
                }
                triggers
            }
            _ => 0,
        }
    }

    /// The triggers in a strip.
    #[inline(always)]
    fn in_strip(self, strip: &Strip) -> u64 {
        let lanes = Lanes::in_strip(strip);
        let mut triggers = lanes.ascii(self);
        if self.dots != Dots::Never {
            triggers |= lanes.wide_dots();
        }
        triggers
    }

    /// The ASCII bytes that can be triggers.
    #[inline(always)]
    fn signs(self, bytes: u8x16) -> u8x16 {
        let mut signs = is(bytes, b':');
        if self.at_signs == AtSigns::All {
            signs |= is(bytes, b'@');
        }
        if self.dots != Dots::Never {
            signs |= is(bytes, b'.');
        }
        signs
    }

    /// The triggers in a text of sixteen bytes.
    #[inline(always)]
    fn in_number(self, text: u128) -> u64 {
        let bytes = u8x16::new(text.to_le_bytes());
        let mut triggers = 0;
        if self.signs(bytes).move_mask() != 0 {
            triggers = Lanes::of(text).ascii(self);
        }
        if self.dots != Dots::Never && at_least(bytes, LEAD).move_mask() != 0 {
            triggers |= Lanes::of(text).wide_dots();
        }
        triggers
    }
}

/// A quick summary of strips: many contain none of the relevant bytes, regardless of their
/// neighbors.
#[derive(Default)]
struct Sight {
    signs: u8x16,
    most: u8x16,
}

impl Sight {
    #[inline(always)]
    fn add(&mut self, kinds: Kinds, strip: &Strip) {
        let bytes = load(strip, 2);
        self.signs |= kinds.signs(bytes);
        // A non-ASCII label separator starts at most two bytes before the byte that counts.
        self.most = self.most.max(load(strip, 0));
    }

    /// Whether there may be an ASCII trigger.
    #[inline(always)]
    fn has_ascii(&self) -> bool {
        self.signs.move_mask() != 0
    }

    /// Whether there may be a non-ASCII trigger.
    #[inline(always)]
    fn has_lead(&self, kinds: Kinds) -> bool {
        kinds.dots != Dots::Never && at_least(self.most, LEAD).move_mask() != 0
    }
}

/// Sixteen bytes, and the bytes before and after each of them.
struct Lanes {
    before: u8x16,
    bytes: u8x16,
    after: u8x16,
}

impl Lanes {
    #[inline(always)]
    fn in_strip(strip: &Strip) -> Self {
        Self {
            before: load(strip, 1),
            bytes: load(strip, 2),
            after: load(strip, 3),
        }
    }

    /// The lanes of a text of sixteen bytes.
    #[inline(always)]
    fn of(text: u128) -> Self {
        let lane = |text: u128| u8x16::new(text.to_le_bytes());
        Self {
            before: lane(text << 8),
            bytes: lane(text),
            after: lane(text >> 8),
        }
    }

    /// The ASCII triggers.
    #[inline(always)]
    fn ascii(&self, kinds: Kinds) -> u64 {
        let (before, bytes, after) = (self.before, self.bytes, self.after);
        let mut found = match kinds.dots {
            Dots::BeforeLabels => is(bytes, b'.') & at_least(after, b'-'),
            Dots::BeforeLetters => is(bytes, b'.') & at_least(before, b'0') & at_least(after, b'A'),
            Dots::Never => u8x16::splat(0),
        };
        let mut colons = is(bytes, b':');
        if kinds.colons == Colons::BeforeSlashes {
            let mut follows = is(after, b'/');
            if kinds.at_signs == AtSigns::AfterMailto {
                follows |= is(before | u8x16::splat(0x20), b'o');
            }
            colons &= follows;
        }
        found |= colons;
        if kinds.at_signs == AtSigns::All {
            found |= is(bytes, b'@');
        }
        bits(found)
    }

    /// Bytes that may be the last ones of U+3002, U+FF0E and U+FF61, judging by them and the
    /// preceding bytes.
    #[inline(always)]
    fn wide_dots(&self) -> u64 {
        let (second, last) = (self.before, self.bytes);
        let stops = is(second, 0x80) & is(last, 0x82);
        let dots = is(second, 0xBC) & is(last, 0x8E);
        let half = is(second, 0xBD) & is(last, 0xA1);
        bits(stops | dots | half)
    }
}

/// Sixteen bytes of a strip.
#[inline(always)]
fn load(strip: &Strip, at: usize) -> u8x16 {
    let bytes = strip.get(at..).and_then(<[u8]>::first_chunk);
    u8x16::new(*bytes.unwrap_or(&[0; 16]))
}

#[inline(always)]
fn is(bytes: u8x16, byte: u8) -> u8x16 {
    bytes.cmp_eq(u8x16::splat(byte))
}

#[inline(always)]
fn at_least(bytes: u8x16, least: u8) -> u8x16 {
    bytes.max(u8x16::splat(least)).cmp_eq(bytes)
}

/// The highest bits of all bytes.
#[inline(always)]
fn bits(bytes: u8x16) -> u64 {
    // The mask has 16 bits, so this does not fail.
    u64::try_from(bytes.move_mask()).unwrap_or_default()
}
