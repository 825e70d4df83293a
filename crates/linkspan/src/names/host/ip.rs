//! IP addresses as hosts.

#[cfg(feature = "idna")]
use alloc::string::String;
#[cfg(feature = "idna")]
use core::fmt::Write as _;
use core::net::{Ipv4Addr, Ipv6Addr};
use core::ops::Range;

use super::{HostKind, trim_end};
use crate::tables::host_class;
use crate::text::Text;

/// The maximum length of an IPv6 address in text.
const LONGEST: usize = 45;

/// An IPv4 address that is a whole run of host characters: four decimal numbers. Forms that
/// browsers interpret differently (octal, hexadecimal, fewer numbers) are not accepted.
pub(crate) fn v4(text: Text<'_>, run: &Range<usize>) -> Option<Range<usize>> {
    let end = trim_end(text, run.start, run.end);
    let address = text.slice(run.start, end);
    address.parse::<Ipv4Addr>().ok()?;
    Some(run.start..end)
}

/// Classifies a host that did not come from detection. Four numbers are always an address, because
/// no top-level domain is a number.
pub(crate) fn kind_of(host: &str) -> HostKind {
    let is_number = |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_digit());
    let is_v4 = |host: &str| {
        let numbers = host.strip_suffix('.').unwrap_or(host);
        numbers.ends_with(|c: char| c.is_ascii_digit())
            && numbers.split('.').count() == 4
            && numbers.split('.').all(is_number)
    };
    // `me@[10.0.0.1]`: in mail, IPv4 addresses are in brackets too.
    let inside = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if inside.is_some_and(is_v4) {
        HostKind::Ipv4
    } else if host.starts_with('[') || is_v6(host) {
        HostKind::Ipv6
    } else if is_v4(host) {
        HostKind::Ipv4
    } else {
        HostKind::Name
    }
}

/// Whether a text is an IPv6 address without brackets. Most texts contain no colon and are not
/// parsed.
pub(crate) fn is_v6(text: &str) -> bool {
    text.contains(':') && text.parse::<Ipv6Addr>().is_ok()
}

/// An IPv6 address in brackets at `at`, without a zone.
pub(crate) fn v6_in_brackets(text: Text<'_>, at: usize) -> Option<Range<usize>> {
    let bytes = text.0.as_bytes().get(at..)?;
    let inside = bytes.strip_prefix(b"[")?;
    let close = inside
        .iter()
        .take(LONGEST + 1)
        .position(|&byte| byte == b']')?;
    let address = text.slice(at + 1, at + 1 + close);
    address.parse::<Ipv6Addr>().ok()?;
    Some(at..at + close + 2)
}

/// An IPv6 address without brackets at `at`. A final `.` or `:` belongs to the sentence.
pub(crate) fn v6_bare(text: Text<'_>, at: usize) -> Option<Range<usize>> {
    let bytes = text.0.as_bytes().get(at..)?;
    let is_part = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.');
    let length = bytes
        .iter()
        .take(LONGEST + 3)
        .take_while(|byte| is_part(byte))
        .count();
    let whole = text.slice(at, at + length).trim_end_matches('.');
    let shorter = whole.strip_suffix(':');
    [Some(whole), shorter]
        .into_iter()
        .flatten()
        .find(|address| address.parse::<Ipv6Addr>().is_ok())
        .map(|address| at..at + address.len())
}

/// An IPv6 address without a scheme, with or without brackets, whose first `:` is at `colon`. It
/// must not be joined to other text and must contain a digit: `a::b` is code.
pub(crate) fn v6_around(text: Text<'_>, floor: usize, colon: usize) -> Option<Range<usize>> {
    let before = text.0.as_bytes().get(floor..colon)?;
    let digits = before.iter().rev().take(4);
    let start = colon - digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
    let previous = text.char_before(start);
    let address = match previous {
        Some('[') if start > floor => v6_in_brackets(text, start - 1)?,
        _ => v6_bare(text, start)?,
    };
    let joins = |c: char| matches!(c, ':' | '@') || host_class(c).is_label();
    // For an address in brackets, the text before the brackets counts: `me@[::1]`.
    let previous = text.char_before(address.start);
    let is_alone = !previous.is_some_and(|c| joins(c) || c == '.')
        && !text
            .char_at(address.end)
            .is_some_and(|c| joins(c) && c != ':');
    let is_whole = text.byte(address.end) != Some(b':')
        || !text
            .char_at(address.end + 1)
            .is_some_and(|c| joins(c) && address.start == start);
    let typed = text.slice(address.start, address.end);
    let has_digit = typed.contains(|c: char| c.is_ascii_digit());
    (is_alone && is_whole && has_digit).then_some(address)
}

/// What a browser reads in a name whose last label may be a number (WHATWG URL, section 3.5).
#[cfg(feature = "idna")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numeric {
    /// No number.
    Not,
    Address(Ipv4Addr),
    /// A number that is not an address: `1.2.3.4.5`.
    Invalid,
}

/// Reads an ASCII name as a browser does: `0x7f.1` and `2130706433` are `127.0.0.1`.
#[cfg(feature = "idna")]
pub(crate) fn numeric(name: &str) -> Numeric {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits && number(last).is_none() {
        return Numeric::Not;
    }
    let address = || {
        let mut address = 0;
        let mut labels = name.split('.').peekable();
        let mut bits = 32;
        while let Some(label) = labels.next() {
            let value = number(label)?;
            // The last number fills the rest of the address.
            let width = if labels.peek().is_some() { 8 } else { bits };
            (width <= bits && bits > 0 && value >> width == 0).then_some(())?;
            bits -= width;
            address |= value << bits;
        }
        u32::try_from(address).ok()
    };
    address().map_or(Numeric::Invalid, |address| {
        Numeric::Address(Ipv4Addr::from_bits(address))
    })
}

/// A number in hexadecimal, octal or decimal notation.
#[cfg(feature = "idna")]
fn number(label: &str) -> Option<u64> {
    let hexadecimal = label
        .strip_prefix("0x")
        .or_else(|| label.strip_prefix("0X"));
    let (digits, radix) = match (hexadecimal, label.strip_prefix('0')) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (label, 10),
    };
    let is_number = digits.chars().all(|c| c.is_digit(radix));
    (is_number && !label.is_empty()).then_some(())?;
    // Too large for an address anyway.
    Some(match digits {
        "" => 0,
        digits => u64::from_str_radix(digits, radix).map_or(u64::from(u32::MAX) + 1, |value| {
            value.min(u64::from(u32::MAX) + 1)
        }),
    })
}

/// An IPv6 address in brackets as browsers write it: the first longest run of zeros is left out, and
/// nothing is decimal.
#[cfg(feature = "idna")]
pub(crate) fn v6_in_url(address: &str) -> Option<String> {
    let pieces = address.parse::<Ipv6Addr>().ok()?.segments();
    let (mut longest, mut run) = (0..0, 0..0);
    for (at, &piece) in pieces.iter().enumerate() {
        run = if piece != 0 {
            at + 1..at + 1
        } else {
            run.start..at + 1
        };
        if run.len() > longest.len() && run.len() > 1 {
            longest = run.clone();
        }
    }
    let mut out = String::from("[");
    for (at, piece) in pieces.iter().enumerate() {
        if longest.contains(&at) {
            if at == longest.start {
                out.push_str("::");
            }
            continue;
        }
        if at > 0 && !out.ends_with(':') {
            out.push(':');
        }
        let _ = write!(out, "{piece:x}");
    }
    out.push(']');
    Some(out)
}
