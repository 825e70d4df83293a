//! The text after the labels of a host: root dot and port.

use core::ops::Range;

use crate::meter::Meter;
use crate::tables::{HostClass, host_class};
use crate::text::Text;

/// The text after the labels of a host: root dot and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authority {
    /// The end of the host, including a root dot that belongs to the link.
    pub(crate) host_end: usize,
    /// The digits of the port.
    pub(crate) port: Option<Range<usize>>,
    /// The end of the host and port.
    pub(crate) end: usize,
    /// The port number, if the digits are a valid one.
    pub(crate) port_number: Option<u16>,
}

impl Authority {
    /// Reads the root dot and port after the name that ends at `name_end`.
    pub(crate) fn after<M: Meter>(text: Text<'_>, name_end: usize, meter: &mut M) -> Self {
        // Most hosts are followed by neither a dot nor a port.
        if !matches!(text.byte(name_end), Some(b'.' | b':' | 0x80..)) {
            meter.work(1);
            return Self {
                host_end: name_end,
                end: name_end,
                port_number: None,
                port: None,
            };
        }
        // An address in brackets has no root dot.
        let is_name = text.char_before(name_end) != Some(']');
        let rooted = text
            .char_at(name_end)
            .filter(|&c| is_name && host_class(c) == HostClass::Dot)
            .map(|c| name_end + c.len_utf8())
            .filter(|&end| {
                matches!(text.byte(end), Some(b'/' | b'?' | b'#')) || port_at(text, end).is_some()
            });
        let host_end = rooted.unwrap_or(name_end);
        let port = port_at(text, host_end);
        let end = port.as_ref().map_or(host_end, |digits| digits.end);
        meter.work(end - name_end + 1);
        let number = |digits: &Range<usize>| text.slice(digits.start, digits.end).parse().ok();
        Self {
            host_end,
            end,
            port_number: port.as_ref().and_then(number),
            port,
        }
    }

    /// Whether the port, if any, is at most 65535.
    pub(crate) fn is_valid(&self) -> bool {
        self.port.is_none() || self.port_number.is_some()
    }
}

/// The digits after a `:` at `at`. A `:` without digits is text.
fn port_at(text: Text<'_>, at: usize) -> Option<Range<usize>> {
    let start = at + 1;
    let mut end = start;
    if text.byte(at) != Some(b':') {
        return None;
    }
    while text.byte(end).is_some_and(|byte| byte.is_ascii_digit()) {
        end += 1;
    }
    (end > start).then_some(start..end)
}
