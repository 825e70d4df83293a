//! IP addresses as hosts, behind a scheme.

use core::net::{Ipv4Addr, Ipv6Addr};
use core::ops::Range;

use crate::host::trim_end;
use crate::text::Text;

/// The most characters of an IPv6 address in text.
const LONGEST: usize = 45;

/// An IPv4 address as the whole of a run of host characters: four decimal numbers. Forms that
/// browsers read as something else (octal, hexadecimal, fewer numbers) are not accepted.
pub(crate) fn v4(text: Text<'_>, run: &Range<usize>) -> Option<Range<usize>> {
    let end = trim_end(text, run.start, run.end);
    let address = text.slice(run.start, end);
    address.parse::<Ipv4Addr>().ok()?;
    Some(run.start..end)
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

/// An IPv6 address without brackets at `at`. A `.` or `:` that ends a sentence is outside.
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
