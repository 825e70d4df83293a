//! Host names in ASCII, read byte by byte: what most names are.
//!
//! This is a short cut through [`host`](super::host). It says nothing of runs that touch a character
//! outside ASCII, of A-labels, and of runs before `@` or `://`; for those the long way is taken.

use super::host::{HostKind, Name, RunEnd};
use crate::text::Text;

/// A run of host characters that is a name, or is none for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AsciiRun {
    /// Where the run ends.
    pub(crate) end: usize,
    /// Where the last label starts: after the last dot that a label follows.
    pub(crate) tld: usize,
    /// Where that label ends: after it there are only dots and underscores.
    pub(crate) name_end: usize,
    /// Whether the labels are labels for certain, and none is an A-label.
    is_sound: bool,
}

const OUTSIDE: u8 = 0;
const ALPHANUMERIC: u8 = 1;
/// A hyphen or an underscore.
const EDGE: u8 = 2;
const DOT: u8 = 4;
/// Not ASCII.
const WIDE: u8 = 8;

/// What each byte is in a host name.
static CLASSES: [u8; 256] = classes();

#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled, and every byte is an index"
)]
const fn classes() -> [u8; 256] {
    let mut classes = [OUTSIDE; 256];
    let mut byte = u8::MAX;
    loop {
        classes[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => ALPHANUMERIC,
            b'-' | b'_' => EDGE,
            b'.' => DOT,
            0x80.. => WIDE,
            _ => OUTSIDE,
        };
        if byte == 0 {
            return classes;
        }
        byte -= 1;
    }
}

#[expect(clippy::indexing_slicing, reason = "every byte is an index")]
fn class(byte: u8) -> u8 {
    CLASSES[usize::from(byte)]
}

impl AsciiRun {
    /// The run from `from` on, where a label starts; `None` if this is not the place to read it.
    #[inline]
    pub(crate) fn from(text: Text<'_>, from: usize) -> Option<Self> {
        let rest = text.0.as_bytes().get(from..)?;
        let mut length = 0;
        let mut tld = 0;
        let mut before = DOT;
        let mut is_sound = true;
        for &byte in rest {
            let class = class(byte);
            if class == OUTSIDE {
                // What follows could make a scheme or an address of the run.
                if byte == b'@' || byte == b':' && text.has(from + length, "://") {
                    return None;
                }
                break;
            }
            if class == WIDE {
                return None;
            }
            is_sound &= are_sound(before, class);
            if before == DOT {
                tld = length;
            }
            before = class;
            length += 1;
        }
        // A dot or an underscore after the last label is not part of the name; longer tails take the slow path.
        let name = match (before, rest.get(..length)?) {
            (ALPHANUMERIC, name) => name,
            (_, [name @ .., b'.' | b'_']) => name,
            _ => return None,
        };
        let is_last = |byte: &u8| class(*byte) == ALPHANUMERIC;
        if !name.last().is_some_and(is_last) || name.len() <= tld {
            return None;
        }
        Some(Self {
            end: from + length,
            tld: from + tld,
            name_end: from + name.len(),
            is_sound,
        })
    }

    /// The name that ends with this run and has the dot at `at` in it, but starts neither before `floor`
    /// nor inside something else. Whether its top-level domain is one is not asked.
    pub(crate) fn name_around(&self, text: Text<'_>, floor: usize, at: usize) -> Option<Name> {
        let bytes = text.0.as_bytes();
        let mut start = at;
        let mut after = DOT;
        let mut is_sound = self.is_sound;
        for &byte in bytes.get(floor..at)?.iter().rev() {
            let class = class(byte);
            if class == OUTSIDE {
                break;
            }
            is_sound &= class != WIDE && are_sound(class, after);
            after = class;
            start -= 1;
        }
        // A run is never cut in two.
        let before = start.checked_sub(1).and_then(|at| bytes.get(at));
        let is_whole = before.is_none_or(|&byte| class(byte) == OUTSIDE);
        (is_sound && is_whole && after == ALPHANUMERIC).then(|| self.named(start))
    }

    /// The name that this run is, if it is one.
    pub(crate) fn name(&self, start: usize) -> Option<Name> {
        (self.is_sound && self.tld > start).then(|| self.named(start))
    }

    fn named(&self, start: usize) -> Name {
        Name {
            range: start..self.name_end,
            kind: HostKind::Name,
            by_list: true,
            is_plain: true,
            // A cut before glued text is not ASCII.
            end: RunEnd::Character,
        }
    }
}

/// Whether two bytes can stand side by side in a name without A-labels: no dot beside another dot, a
/// hyphen or an underscore, and no two hyphens (nor underscores, which cost nothing).
fn are_sound(first: u8, second: u8) -> bool {
    (first | second) & ALPHANUMERIC != 0
}
