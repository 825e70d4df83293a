//! The prefilter: the bytes at which a link can be recognised.
//!
//! Sixteen bytes at a time are sorted into triggers and others, with their neighbours: a dot before a
//! space, which is what most dots are, costs nothing.
//!
//! # Contract
//!
//! A prefilter has **no false negatives**: for every link there is a trigger at which the scan finds it.
//! It may have false positives; the scan looks at the text around each trigger and decides. What may be
//! skipped follows from what a link must have:
//!
//! - A URL with a scheme has `://`, so a colon that `/` does not follow is skipped, unless some scheme
//!   needs no `//` ([`Colons::All`]).
//! - An e-mail address has an `@`. None is skipped.
//! - A name has a label separator between two labels. Its top-level domain starts with a letter (or with
//!   something outside ASCII), so a dot that no letter follows is skipped: the last separator of a name
//!   is always before the top-level domain, and finding one separator of a run is enough, because the
//!   scan reads the run in both directions. Hence [`Dots::BeforeLetters`]. Where numbers can be hosts, or
//!   reasons are wanted for runs that are no names, every dot before a label counts
//!   ([`Dots::BeforeLabels`]).
//!
//! The neighbours are compared by byte value only, which lets some bytes through that cannot be in a label
//! (`:` to `@`, `[` to `` ` ``): a false positive, which is allowed.

use core::ops::Range;

use memchr::{memchr, memmem};
use wide::u8x16;

use crate::meter::Meter;

/// Finds `.`, `:`, `@` and the label separators outside ASCII, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Triggers<'t> {
    text: &'t str,
    kinds: Kinds,
    /// The block that was read last.
    block: Range<usize>,
    /// The triggers of that block, as bits; those before the last one that was asked for are gone.
    left: u64,
    /// The next `://` and the next `@`, if only those count.
    schemes: [usize; 2],
}

/// Which triggers can make a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds {
    pub(crate) dots: Dots,
    pub(crate) colons: Colons,
}

/// Which label separators can make a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dots {
    /// Those before something that can be in a label.
    BeforeLabels,
    /// Those after something that can be in a label and before something that can start a top-level
    /// domain. In a name every other dot is in one run with such a dot: the last one.
    BeforeLetters,
    /// None: only what has a scheme is a link.
    Never,
}

/// Which colons can make a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colons {
    /// All: there are schemes without `//`, or addresses with colons.
    All,
    /// Those before `//`.
    BeforeSlashes,
}

/// The bytes of a block.
const BLOCK: usize = 64;

/// A block with the byte before it and three bytes after it; bytes after the text are zero.
type Window = [u8; BLOCK + 4];

impl<'t> Triggers<'t> {
    pub(crate) fn new(text: &'t str, kinds: Kinds) -> Self {
        // The first byte is a block of its own, so that all others have a byte before them.
        let first = text.as_bytes().first();
        // A label separator is not a trigger there: no label is before it.
        let is_trigger = matches!(first, Some(b':' | b'@'));
        Self {
            text,
            kinds,
            block: 0..1,
            left: u64::from(is_trigger),
            schemes: [0; 2],
        }
    }

    /// The first trigger at `from` or later. `from` never goes back.
    pub(crate) fn next<M: Meter>(&mut self, from: usize, meter: &mut M) -> Option<usize> {
        let found = self.find(from);
        let end = found.unwrap_or(self.text.len());
        meter.work(end.saturating_sub(from));
        found
    }

    fn find(&mut self, from: usize) -> Option<usize> {
        // What is before `from` in the block that was read last is done with.
        self.left = match from.saturating_sub(self.block.start) {
            done @ 0..BLOCK => self.left >> done << done,
            _ => 0,
        };
        if self.left == 0 {
            let start = from.max(self.block.end);
            // The compiler makes code of its own for what is asked for most.
            match self.kinds {
                Kinds::MOST => self.read(start, Kinds::MOST)?,
                kinds if kinds.are_schemes() => self.read_schemes(start)?,
                kinds => self.read(start, kinds)?,
            }
        }
        Some(self.block.start + self.left.trailing_zeros() as usize)
    }

    /// Reads blocks from `start` on, up to the first with a trigger in it.
    #[inline(always)]
    fn read(&mut self, mut start: usize, kinds: Kinds) -> Option<()> {
        let bytes = self.text.as_bytes();
        while let Some(window) = bytes.get(start - 1..).and_then(<[u8]>::first_chunk) {
            self.left = kinds.in_window(window);
            if self.left != 0 {
                self.block = start..start + BLOCK;
                return Some(());
            }
            start += BLOCK;
        }
        while start < bytes.len() {
            let rest = bytes.get(start - 1..)?;
            self.left = kinds.in_rest(rest.get(..BLOCK + 4).unwrap_or(rest));
            if self.left != 0 {
                self.block = start..start + BLOCK;
                return Some(());
            }
            start += BLOCK;
        }
        self.block = start..start;
        None
    }

    /// Reads on from `start`, up to the first `://` or `@`. After some blocks without one, searching for
    /// them from end to end pays.
    fn read_schemes(&mut self, start: usize) -> Option<()> {
        let kinds = self.kinds;
        let far = start + 4 * BLOCK;
        let text = self.text;
        let Some(near) = text.as_bytes().get(start - 1..far + 3) else {
            return self.read(start, kinds);
        };
        for (at, block) in (start..far)
            .step_by(BLOCK)
            .zip(near.windows(BLOCK + 4).step_by(BLOCK))
        {
            self.left = block
                .first_chunk()
                .map_or(0, |window| kinds.in_window(window));
            if self.left != 0 {
                self.block = at..at + BLOCK;
                return Some(());
            }
        }
        let found = self.find_scheme(far)?;
        self.block = found..found + 1;
        self.left = 1;
        Some(())
    }

    /// The first `://` or `@` at `from` or later.
    fn find_scheme(&mut self, from: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let rest = bytes.get(from..)?;
        let [slashes, at_sign] = &mut self.schemes;
        let place = |found: Option<usize>| found.map_or(usize::MAX, |found| from + found);
        // Zero means "not searched yet".
        if *slashes < from {
            *slashes = place(memmem::find(rest, b"://"));
        }
        if *at_sign < from {
            *at_sign = place(memchr(b'@', rest));
        }
        Some((*slashes).min(*at_sign)).filter(|&found| found < bytes.len())
    }
}

impl Kinds {
    /// What is asked for most.
    const MOST: Self = Self {
        dots: Dots::BeforeLetters,
        colons: Colons::BeforeSlashes,
    };

    /// Whether there are no triggers but `://` and `@`.
    fn are_schemes(self) -> bool {
        self.dots == Dots::Never && self.colons == Colons::BeforeSlashes
    }

    /// The triggers in a block that the text does not fill, as bits. The first byte is the one before it.
    fn in_rest(self, rest: &[u8]) -> u64 {
        let mut window = [0; BLOCK + 4];
        let copied = copy_ends::<BLOCK>(rest, &mut window)
            .or_else(|| copy_ends::<32>(rest, &mut window))
            .or_else(|| copy_ends::<16>(rest, &mut window))
            .or_else(|| copy_ends::<8>(rest, &mut window));
        if copied.is_none() {
            for (place, &byte) in window.iter_mut().zip(rest) {
                *place = byte;
            }
        }
        match rest.len() {
            ..=17 => self.in_lanes(&window, &[0]),
            18..=33 => self.in_lanes(&window, &[0, 16]),
            _ => self.in_window(&window),
        }
    }

    /// The triggers in the block of a window, as bits.
    #[inline(always)]
    fn in_window(self, window: &Window) -> u64 {
        self.in_lanes(window, &[0, 16, 32, 48])
    }

    /// The triggers in the lanes of a window that start at some places.
    #[inline(always)]
    fn in_lanes(self, window: &Window, places: &[usize]) -> u64 {
        let mut triggers = 0;
        let mut wide = u8x16::splat(0);
        for &at in places {
            let lane = Lane { window, at };
            triggers |= lane.ascii(self) << at;
            // No label separator outside ASCII starts with a smaller byte.
            wide |= at_least(lane.load(1), 0xE3);
        }
        if self.dots != Dots::Never && wide.move_mask() != 0 {
            for &at in places {
                triggers |= Lane { window, at }.wide() << at;
            }
        }
        triggers
    }
}

/// Copies a text of `N` to `2 * N` bytes to the start of a window: both its ends, which meet or overlap.
/// That is faster than copying as many bytes as there are.
#[inline(always)]
fn copy_ends<const N: usize>(text: &[u8], window: &mut Window) -> Option<()> {
    let (first, last) = (text.first_chunk::<N>()?, text.last_chunk::<N>()?);
    *window.first_chunk_mut()? = *first;
    *window.get_mut(text.len() - N..)?.first_chunk_mut()? = *last;
    Some(())
}

/// Sixteen bytes of a block.
struct Lane<'w> {
    window: &'w Window,
    at: usize,
}

impl Lane<'_> {
    /// The bytes of the window that start `offset` bytes after the byte before the lane.
    #[inline(always)]
    fn load(&self, offset: usize) -> u8x16 {
        let bytes = self.window.get(self.at + offset..);
        let bytes = bytes.and_then(<[u8]>::first_chunk);
        u8x16::new(*bytes.unwrap_or(&[0; 16]))
    }

    /// The triggers in ASCII.
    #[inline(always)]
    fn ascii(&self, kinds: Kinds) -> u64 {
        let (before, bytes, after) = (self.load(0), self.load(1), self.load(2));
        let dots = match kinds.dots {
            Dots::BeforeLabels => is(bytes, b'.') & at_least(after, b'-'),
            Dots::BeforeLetters => is(bytes, b'.') & at_least(before, b'0') & at_least(after, b'A'),
            Dots::Never => u8x16::splat(0),
        };
        let colons = match kinds.colons {
            Colons::All => is(bytes, b':'),
            Colons::BeforeSlashes => is(bytes, b':') & is(after, b'/'),
        };
        bits(dots | colons | is(bytes, b'@'))
    }

    /// U+3002, U+FF0E and U+FF61, before something that can be in a label.
    #[inline(always)]
    fn wide(&self) -> u64 {
        let (bytes, after, last) = (self.load(1), self.load(2), self.load(3));
        let is_inside = at_least(self.load(4), b'-');
        let stops = is(bytes, 0xE3) & is(after, 0x80) & is(last, 0x82);
        let dots = is(after, 0xBC) & is(last, 0x8E);
        let half = is(after, 0xBD) & is(last, 0xA1);
        bits(is_inside & (stops | is(bytes, 0xEF) & (dots | half)))
    }
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
    // There are 16 of them, so this does not fail.
    u64::try_from(bytes.move_mask()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use super::{Colons, Dots, Kinds, Triggers};

    fn triggers(text: &str, kinds: Kinds) -> Vec<usize> {
        let mut triggers = Triggers::new(text, kinds);
        let mut next = 0;
        core::iter::from_fn(|| {
            let found = triggers.next(next, &mut ())?;
            next = found + 1;
            Some(found)
        })
        .collect()
    }

    /// Every trigger is found at every place of texts of every length, and nothing else is.
    #[test]
    fn triggers_are_found_at_every_place() {
        let strict = Kinds::MOST;
        let loose = Kinds {
            dots: Dots::BeforeLabels,
            colons: Colons::All,
        };
        let schemes = Kinds {
            dots: Dots::Never,
            colons: Colons::BeforeSlashes,
        };
        let tokens = [
            (".b", [true, true, false]),
            (".é", [true, true, false]),
            (".1", [false, true, false]),
            (". ", [false, false, false]),
            ("://", [true, true, true]),
            (": ", [false, true, false]),
            ("@b", [true, true, true]),
            ("\u{3002}b", [true, true, false]),
            ("\u{FF0E}b", [true, true, false]),
            ("\u{FF61}字", [true, true, false]),
            ("\u{3002} ", [false, false, false]),
            ("\u{3003}b", [false, false, false]),
        ];
        for filler in ["a", "字"] {
            for before in 1..100 {
                for after in [0, 1, 2, 15, 16, 17, 64, 300] {
                    for (token, expected) in tokens {
                        let start = filler.repeat(before);
                        let text = [&start, token, &filler.repeat(after)].concat();
                        for (kinds, expected) in [strict, loose, schemes].into_iter().zip(expected)
                        {
                            let found = triggers(&text, kinds);
                            let expected: &[usize] = if expected { &[start.len()] } else { &[] };
                            assert_eq!(found, expected, "{token:?} in {text:?}, {kinds:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_text_full_of_triggers_gives_each_once() {
        let text: String = "a.b@c://".repeat(100);
        let expected: Vec<usize> = (0..100)
            .flat_map(|at| [1, 3, 5].map(|in_unit| at * 8 + in_unit))
            .collect();
        assert_eq!(triggers(&text, Kinds::MOST), expected);
    }
}
