//! Reads ASCII host names 32 bytes at a time. Most names are ASCII and shorter than 64 bytes.
//!
//! This is a fast path through [`host`]. It does not decide about runs with non-ASCII
//! characters, A-labels, runs before `@` or `://`, and long runs; those take the general path.

use wide::u8x16;

use super::name::{HostKind, Name};
use super::run::{RunEnd, in_run};
use crate::names::spoof::calm::{Calm, Dots};
use crate::tables::{HostClass, host_class};
use crate::text::Text;

/// A run of host characters that is definitely a name, or definitely not one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AsciiRun {
    /// The end of the run.
    pub(crate) end: usize,
    /// The start of the last label, after the last dot that a label follows.
    pub(crate) tld: usize,
    /// The end of that label; only dots and underscores follow it.
    pub(crate) name_end: usize,
    /// Whether all labels are definitely valid, and none is an A-label.
    is_sound: bool,
    /// The number of bytes before the first dot.
    first_dot: u8,
}

/// The classes of up to 64 bytes of a host name, as bit masks.
#[derive(Clone, Copy)]
struct Classes {
    alphanumeric: u64,
    dots: u64,
    /// Hyphens and underscores.
    edges: u64,
}

impl Classes {
    /// The classes of the first bytes. Bytes past the end of the text belong to no class; bytes
    /// after the first 32 are only read if the run reaches them.
    #[inline(always)]
    fn of_first(bytes: &[u8]) -> Self {
        let classes = Self::of_half(bytes);
        if classes.inside().trailing_ones() < 32 {
            return classes;
        }
        let rest = Self::of_half(bytes.get(32..).unwrap_or_default());
        classes.joined(rest, 32)
    }

    /// The classes of the last bytes: the last byte is the last bit.
    #[inline(always)]
    fn of_last(bytes: &[u8]) -> Self {
        let classes = Self::of_last_half(bytes);
        if classes.inside().leading_ones() < 32 {
            return classes;
        }
        let rest = bytes.get(..bytes.len() - 32).unwrap_or_default();
        let rest = Self::of_last_half(rest);
        Self {
            alphanumeric: classes.alphanumeric | rest.alphanumeric >> 32,
            dots: classes.dots | rest.dots >> 32,
            edges: classes.edges | rest.edges >> 32,
        }
    }

    /// The classes of the first 32 bytes.
    #[inline(always)]
    fn of_half(bytes: &[u8]) -> Self {
        match (bytes.first_chunk::<16>(), bytes.get(16..)) {
            (Some(first), Some(rest)) => {
                Self::of_lane(u8x16::new(*first)).joined(Self::of_lane(lane(rest)), 16)
            }
            _ => Self::of_lane(lane(bytes)),
        }
    }

    /// The classes of the last 32 bytes, in the upper half.
    #[inline(always)]
    fn of_last_half(bytes: &[u8]) -> Self {
        let (classes, missing) = match bytes.last_chunk::<32>() {
            Some(last) => (Self::of_half(last), 0),
            None => (Self::of_half(bytes), 32 - bytes.len()),
        };
        let shift = u32::try_from(32 + missing).unwrap_or(64);
        // An empty text leaves nothing.
        let moved = |bits: u64| bits.checked_shl(shift).unwrap_or(0);
        Self {
            alphanumeric: moved(classes.alphanumeric),
            dots: moved(classes.dots),
            edges: moved(classes.edges),
        }
    }

    /// Combines these classes with others that start `bytes` later.
    #[inline(always)]
    fn joined(self, other: Self, bytes: u32) -> Self {
        Self {
            alphanumeric: self.alphanumeric | other.alphanumeric << bytes,
            dots: self.dots | other.dots << bytes,
            edges: self.edges | other.edges << bytes,
        }
    }

    #[inline(always)]
    fn of_lane(bytes: u8x16) -> Self {
        let is = |byte: u8| bytes.cmp_eq(u8x16::splat(byte));
        let within = |bytes: u8x16, least: u8, most: u8| {
            let (least, most) = (u8x16::splat(least), u8x16::splat(most));
            bytes.max(least).min(most).cmp_eq(bytes)
        };
        let letters = within(bytes | u8x16::splat(0x20), b'a', b'z');
        let digits = within(bytes, b'0', b'9');
        Self {
            alphanumeric: bits(letters | digits),
            dots: bits(is(b'.')),
            edges: bits(is(b'-') | is(b'_')),
        }
    }

    /// Hyphens, underscores and dots.
    #[inline(always)]
    fn marks(self) -> u64 {
        self.dots | self.edges
    }

    /// The bytes that can be part of a run.
    #[inline(always)]
    fn inside(self) -> u64 {
        self.alphanumeric | self.marks()
    }

    /// Whether two marks are adjacent that cannot be in a name without A-labels: two dots, a dot
    /// next to a hyphen or underscore, or two hyphens (or underscores, which makes no difference).
    #[inline(always)]
    fn has_pair(marks: u64) -> bool {
        marks & (marks << 1) != 0
    }
}

/// Whether a non-ASCII character before a run is part of it, or joins it to other text.
fn is_part(c: char) -> bool {
    in_run(c) || host_class(c) == HostClass::Joiner
}

/// Up to 16 bytes, padded with zeros.
#[inline(always)]
fn lane(bytes: &[u8]) -> u8x16 {
    match bytes.first_chunk::<16>() {
        Some(bytes) => u8x16::new(*bytes),
        None => u8x16::new(padded(bytes).to_le_bytes()),
    }
}

/// At most 16 bytes as a number.
#[inline]
pub(crate) fn padded(bytes: &[u8]) -> u128 {
    // Reads both ends, which meet or overlap. This is faster than copying a variable number of
    // bytes.
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u128::from(u64::from_le_bytes(*last)) << (8 * (bytes.len() - 8));
        return u128::from(u64::from_le_bytes(*first)) | last;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(*last)) << (8 * (bytes.len() - 4));
        return u128::from(u64::from(u32::from_le_bytes(*first)) | last);
    }
    let bytes = bytes.iter().rev();
    u128::from(bytes.fold(0_u32, |number, &byte| number << 8 | u32::from(byte)))
}

/// Converts a number that is at most 64.
#[inline(always)]
fn byte(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

#[inline(always)]
fn bits(bytes: u8x16) -> u64 {
    // The mask has 16 bits, so this does not fail.
    u64::try_from(bytes.move_mask()).unwrap_or_default()
}

impl AsciiRun {
    /// The run that starts at `from`, where a label starts; `None` if the general path must read
    /// it.
    #[inline]
    pub(crate) fn from(text: Text<'_>, from: usize) -> Option<Self> {
        let rest = text.0.as_bytes().get(from..)?;
        let classes = Classes::of_first(rest);
        let length = classes.inside().trailing_ones();
        if length == 0 || length == 64 {
            return None;
        }
        // The following text could make the run a scheme or an address, or be part of it.
        match rest.get(length as usize) {
            Some(b'@') => return None,
            Some(0x80..) if in_run(text.char_at(from + length as usize)?) => return None,
            Some(b':') if rest.get(length as usize..)?.starts_with(b"://") => return None,
            _ => {}
        }
        let run = !0 >> (64 - length);
        let marks = classes.marks() & run;
        // The last byte is not a dot that a label follows.
        let tld = 64 - (classes.dots & run >> 1).leading_zeros();
        // A dot or underscore after the last label is not part of the name; longer tails take the
        // general path.
        let last = length - 1;
        let name = match rest.get(last as usize) {
            _ if classes.alphanumeric >> last & 1 != 0 => length,
            Some(b'.' | b'_') => last,
            _ => return None,
        };
        let ends_well = name > tld && classes.alphanumeric >> (name - 1) & 1 != 0;
        ends_well.then(|| Self {
            end: from + length as usize,
            tld: from + tld as usize,
            name_end: from + name as usize,
            is_sound: marks & 1 == 0 && !Classes::has_pair(marks),
            first_dot: byte(classes.dots.trailing_zeros()),
        })
    }

    /// The end of the run that starts at `from`, if an `@` follows it.
    #[inline]
    pub(crate) fn end_before_at(text: Text<'_>, from: usize) -> Option<usize> {
        let rest = text.0.as_bytes().get(from..)?;
        let classes = Classes::of_first(rest);
        let length = classes.inside().trailing_ones() as usize;
        (rest.get(length) == Some(&b'@')).then_some(from + length)
    }

    /// The name that ends with this run and contains the dot at `at`, but starts neither before
    /// `floor` nor inside other text. Its top-level domain is not checked.
    #[inline]
    pub(crate) fn name_around(&self, text: Text<'_>, floor: usize, at: usize) -> Option<Name> {
        let bytes = text.0.as_bytes();
        let before = bytes.get(floor..at)?;
        let classes = Classes::of_last(before);
        let length = classes.inside().leading_ones();
        if length == 0 || length == 64 {
            return None;
        }
        let start = at - length as usize;
        // A run is never split.
        match start.checked_sub(1).and_then(|at| bytes.get(at)) {
            None => {}
            Some(b'.' | b'-' | b'_') => return None,
            Some(0x80..) if is_part(text.char_before(start)?) => return None,
            Some(byte) if byte.is_ascii_alphanumeric() => return None,
            Some(_) => {}
        }
        let run = !0 << (64 - length);
        let marks = classes.marks() & run;
        // The first and the last byte must be in labels.
        let ends = 1 << (64 - length) | 1 << 63;
        let is_sound = self.is_sound && marks & ends == 0 && !Classes::has_pair(marks);
        is_sound.then(|| {
            // If no dot precedes it, the one at `at` is the first.
            let dots = (classes.dots & run) >> (64 - length);
            let first = dots.trailing_zeros().min(length);
            let last = self.tld.max(at + 1) - 1 - start;
            self.named(start, first, last)
        })
    }

    /// The run as a name, if it is one.
    #[inline]
    pub(crate) fn name(&self, start: usize) -> Option<Name> {
        let first = u32::from(self.first_dot);
        let last = self.tld.wrapping_sub(start + 1);
        (self.is_sound && self.tld > start).then(|| self.named(start, first, last))
    }

    #[inline]
    fn named(&self, start: usize, first: u32, last: usize) -> Name {
        Name {
            range: start..self.name_end,
            kind: HostKind::Name,
            by_list: true,
            calm: Some(Calm::plain(
                self.name_end - start,
                Dots {
                    first: byte(first),
                    last: u8::try_from(last).unwrap_or(u8::MAX),
                },
            )),
            // A cut before glued text is never in ASCII.
            end: RunEnd::Character,
            has_symbols: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::AsciiRun;
    use crate::text::Text;

    /// The start and end of each name, and the start of its last label, at any position in a text.
    #[test]
    fn names_are_read_at_every_place() {
        for (name, tld, end) in [
            ("a.b", 2, 3),
            ("example.com", 8, 11),
            ("x-y.zz_", 4, 6),
            ("a.b.c.", 4, 5),
            ("www.example.co.uk", 15, 17),
            (
                "a-very-long-label-of-a-very-long-name.with.many.labels.com",
                55,
                58,
            ),
        ] {
            for before in [0, 1, 5, 15, 16, 31, 40] {
                for after in 0..40 {
                    let text = [&" ".repeat(before), name, &" ".repeat(after)].concat();
                    let at = before + name.find('.').unwrap_or(0);
                    let run = AsciiRun::from(Text(&text), at + 1).expect(&text);
                    let places = (run.tld - before, run.name_end - before, run.end - before);
                    assert_eq!(places, (tld, end, name.len()), "{text:?}");
                    let around = run.name_around(Text(&text), 0, at).expect(&text);
                    assert_eq!(around.range, before..before + end, "{text:?}");
                    let dots = around
                        .calm
                        .map(|calm| (calm.dots.first.into(), calm.dots.last.into()));
                    assert_eq!(dots, name.find('.').zip(Some(tld - 1)), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn other_runs_are_left_alone() {
        let from = |text: &str| AsciiRun::from(Text(text), 0);
        let long = "a".repeat(64);
        for text in ["", ".", "a@", "a://", "aé", "a--", "a..", &long] {
            assert_eq!(from(text), None, "{text:?}");
        }
        for text in ["a-.b", "a..b", ".a.b", "-a.b", "a__b.c"] {
            let name = from(text).and_then(|run| run.name(0));
            assert_eq!(name, None, "{text:?}");
        }
        let around = |text: &str| {
            let at = text.find('.').unwrap_or(0);
            AsciiRun::from(Text(text), at + 1)?.name_around(Text(text), 0, at)
        };
        let long: String = [&"a".repeat(64), ".b"].concat();
        for text in ["é.b", "éa.b", "-a.b", "a-.b", ".b", "_a.b", &long] {
            assert_eq!(around(text), None, "{text:?}");
        }
    }
}
