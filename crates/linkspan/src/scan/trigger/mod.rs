//! The prefilter: finds the bytes at which a link can be recognized.
//!
//! It classifies 16 bytes at a time, or 32 if the processor can, together with their neighbors. A
//! dot before a space, the most common kind of dot, costs nothing.
//!
//! # Contract
//!
//! A prefilter has **no false negatives**: for every link there is a trigger at which the scan
//! finds it. It may have false positives, because the scan reads the text around each trigger and
//! decides. The properties that every link has determine what may be skipped:
//!
//! - A URL with a scheme contains `://`, so a colon that is not followed by `/` is skipped, unless
//!   some scheme needs no `//` ([`Colons::All`]).
//! - An e-mail address contains an `@`. None is skipped, unless an address needs `mailto:`, whose
//!   colon is enough ([`AtSigns::AfterMailto`]).
//! - A name contains a label separator between two labels. Its top-level domain starts with a
//!   letter (or a non-ASCII character), so a dot that is not followed by a letter is skipped: the
//!   last separator of a name is always before the top-level domain, and finding one separator of a
//!   run is enough, because the scan reads the run in both directions. Hence
//!   [`Dots::BeforeLetters`]. Where numbers can be hosts, or reasons are wanted for runs that are
//!   not names, every dot before a label counts ([`Dots::BeforeLabels`]).
//!
//! The neighbors are compared by byte value only. This lets some bytes through that cannot be in a
//! label (`:` to `@`, `[` to `` ` ``), which is an allowed false positive.

mod avx;
mod block;

use core::ops::Range;

use block::BLOCK;
use memchr::{memchr, memchr_iter, memmem, memrchr};

use crate::meter::Meter;

/// Finds `.`, `:`, `@` and the non-ASCII label separators, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Triggers<'t> {
    text: &'t str,
    pub(super) kinds: Kinds,
    /// The last block that was read.
    block: Range<usize>,
    /// The remaining triggers of that block, as bits; those before the last requested offset are
    /// cleared.
    left: u64,
    /// The next `://` and the next colon of `mailto:`, if only those count.
    schemes: [usize; 2],
}

/// Which triggers can start a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds {
    pub(crate) dots: Dots,
    pub(crate) colons: Colons,
    pub(crate) at_signs: AtSigns,
}

/// Which label separators can start a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dots {
    /// Those before a character that can be in a label.
    BeforeLabels,
    /// Those after a character that can be in a label and before one that can start a top-level
    /// domain. In a name, every other dot is in the same run as such a dot: the last one.
    BeforeLetters,
    /// None: only links with a scheme are found.
    Never,
}

/// Which colons can start a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colons {
    /// All: there are schemes without `//`, or IP addresses with colons.
    All,
    /// Those before `//`.
    BeforeSlashes,
}

/// Which `@` can start a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtSigns {
    /// All.
    All,
    /// Only those of addresses with `mailto:`, whose colon is the trigger.
    AfterMailto,
}

impl<'t> Triggers<'t> {
    #[inline]
    pub(crate) fn new(text: &'t str, kinds: Kinds) -> Self {
        // The first two bytes are a separate block, so that all other blocks have two bytes before
        // them.
        Self {
            text,
            kinds,
            block: 0..2,
            left: kinds.in_first(text.as_bytes()),
            schemes: [0; 2],
        }
    }

    /// The first trigger at or after `from`. `from` must never decrease and never be inside a
    /// separator.
    #[inline]
    pub(crate) fn next<M: Meter>(&mut self, from: usize, meter: &mut M) -> Option<usize> {
        let found = self.find(from);
        let end = found.unwrap_or(self.text.len());
        meter.work(end.saturating_sub(from));
        found
    }

    fn find(&mut self, from: usize) -> Option<usize> {
        // The triggers before `from` in the last block have been handled.
        self.left = match from.saturating_sub(self.block.start) {
            done @ 0..BLOCK => self.left >> done << done,
            _ => 0,
        };
        loop {
            if self.left == 0 {
                let start = from.max(self.block.end);
                // Lets the compiler specialize the most common cases.
                match self.kinds {
                    Kinds::MOST => self.read(start, Kinds::MOST)?,
                    Kinds::SCHEMES => self.read_schemes(start)?,
                    kinds => self.read(start, kinds)?,
                }
            }
            let at = self.block.start + self.left.trailing_zeros() as usize;
            match self.text.as_bytes().get(at) {
                // The bit of a non-ASCII separator is that of its last byte, and only its last two
                // bytes have been compared.
                Some(0x80..) if !self.is_wide_dot(at) => self.left &= self.left - 1,
                Some(0x80..) => return at.checked_sub(2),
                _ => return Some(at),
            }
        }
    }

    /// Whether the last byte of U+3002, U+FF0E or U+FF61 is at `last`, before a byte that can be in
    /// a label.
    #[inline]
    fn is_wide_dot(&self, last: usize) -> bool {
        let bytes = self.text.as_bytes().get(last.wrapping_sub(2)..);
        match bytes {
            Some(&[0xE3, 0x80, _, after, ..] | &[0xEF, 0xBC | 0xBD, _, after, ..]) => after >= b'-',
            _ => false,
        }
    }

    /// Reads blocks from `start` on, up to the first one that contains a trigger.
    #[inline(always)]
    fn read(&mut self, mut start: usize, kinds: Kinds) -> Option<()> {
        let bytes = self.text.as_bytes();
        let far = start + 2 * BLOCK;
        while let Some(window) = bytes.get(start - 2..).and_then(<[u8]>::first_chunk) {
            self.left = kinds.in_window(window);
            if self.left != 0 {
                self.block = start..start + BLOCK;
                return Some(());
            }
            start += BLOCK;
            if start == far {
                start = avx::first_block(bytes, start, kinds);
            }
        }
        self.left = kinds.in_tail(bytes, start);
        self.block = start..start + BLOCK;
        (self.left != 0).then_some(())
    }

    /// Reads from `start` up to the first scheme. After a few blocks without one, substring search
    /// is faster.
    fn read_schemes(&mut self, start: usize) -> Option<()> {
        let far = start + 4 * BLOCK;
        let bytes = self.text.as_bytes();
        let Some(near) = bytes.get(start - 2..far + 1) else {
            return self.read(start, Kinds::SCHEMES);
        };
        for (at, block) in (start..far)
            .step_by(BLOCK)
            .zip(near.windows(BLOCK + 3).step_by(BLOCK))
        {
            self.left = block
                .first_chunk()
                .map_or(0, |window| Kinds::SCHEMES.in_window(window));
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

    /// The first colon of a scheme at `from` or later.
    #[cold]
    fn find_scheme(&mut self, from: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let rest = bytes.get(from..)?;
        let [slashes, mailto] = &mut self.schemes;
        // Zero means "not searched yet".
        if *slashes < from {
            *slashes = memmem::find(rest, b"://").map_or(usize::MAX, |found| from + found);
        }
        if *mailto < from {
            *mailto = find_mailto(bytes, from).unwrap_or(usize::MAX);
        }
        Some((*slashes).min(*mailto)).filter(|&found| found < bytes.len())
    }
}

/// The first colon at or after `from` that may be that of `mailto:` before an address. This
/// searches for `@`, which is rarer: the last colon before it counts, because a local part contains
/// none. Where `@` is frequent, it searches for the colon.
fn find_mailto(bytes: &[u8], from: usize) -> Option<usize> {
    let mut start = from;
    for number in 1.. {
        let at = start + memchr(b'@', bytes.get(start..)?)?;
        let colon = memrchr(b':', bytes.get(start..at)?).map(|colon| start + colon);
        let before = colon.and_then(|colon| bytes.get(colon.checked_sub(1)?));
        if matches!(before, Some(b'o' | b'O')) {
            return colon;
        }
        start = at + 1;
        if number >= FEW && start - from < number * RARE {
            break;
        }
    }
    // The byte before is an `@`.
    let rest = bytes.get(start - 1..)?;
    let is_end = |&colon: &usize| matches!(rest.get(colon - 1), Some(b'o' | b'O'));
    let colon = memchr_iter(b':', rest).find(is_end);
    colon.map(|colon| start - 1 + colon)
}

/// The number of `@` without `mailto:` that is always acceptable.
const FEW: usize = 8;

/// The number of bytes per `@` above which they are rare.
const RARE: usize = 256;

impl Kinds {
    /// The most common case.
    pub(super) const MOST: Self = Self {
        dots: Dots::BeforeLetters,
        colons: Colons::BeforeSlashes,
        at_signs: AtSigns::All,
    };

    /// Only links with a scheme.
    pub(super) const SCHEMES: Self = Self {
        dots: Dots::Never,
        colons: Colons::BeforeSlashes,
        at_signs: AtSigns::AfterMailto,
    };

    /// The triggers in the first two bytes of a text, as bits. No non-ASCII label separator fits
    /// there.
    #[inline]
    fn in_first(self, text: &[u8]) -> u64 {
        let is_sign = |byte: u8| matches!(byte, b'.' | b':' | b'@');
        let [first, second, third] = match *text {
            [] => return 0,
            [first] => [first, 0, 0],
            [first, second] => [first, second, 0],
            [first, second, ..] if !is_sign(first) && !is_sign(second) => return 0,
            [first, second, third, ..] => [first, second, third],
        };
        let (one, two) = ([0, first, second], [first, second, third]);
        u64::from(self.is_trigger(one)) | u64::from(self.is_trigger(two)) << 1
    }

    /// Whether the middle byte is a trigger.
    #[inline]
    fn is_trigger(self, [before, byte, after]: [u8; 3]) -> bool {
        match byte {
            b'.' => match self.dots {
                Dots::BeforeLabels => after >= b'-',
                Dots::BeforeLetters => before >= b'0' && after >= b'A',
                Dots::Never => false,
            },
            b':' => {
                let is_mailto = before | 0x20 == b'o' && self.at_signs == AtSigns::AfterMailto;
                self.colons == Colons::All || after == b'/' || is_mailto
            }
            b'@' => self.at_signs == AtSigns::All,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use super::{AtSigns, Colons, Dots, Kinds, Triggers};

    fn triggers(text: &str, kinds: Kinds) -> Vec<usize> {
        let mut triggers = Triggers::new(text, kinds);
        let mut next = 0;
        core::iter::from_fn(|| {
            let found = triggers.next(next, &mut ())?;
            next = found + text.get(found..)?.chars().next()?.len_utf8();
            Some(found)
        })
        .collect()
    }

    /// Every trigger is found at every position of texts of every length, and nothing else is.
    #[test]
    fn triggers_are_found_at_every_place() {
        let strict = Kinds::MOST;
        let loose = Kinds {
            dots: Dots::BeforeLabels,
            colons: Colons::All,
            at_signs: AtSigns::All,
        };
        let schemes = Kinds::SCHEMES;
        let tokens = [
            (".b", [true, true, false]),
            (".é", [true, true, false]),
            (".1", [false, true, false]),
            (". ", [false, false, false]),
            ("://", [true, true, true]),
            (": ", [false, true, false]),
            ("@b", [true, true, false]),
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
