//! What stands in front of the path of a URL: scheme, userinfo, host and port.

use alloc::string::String;
use core::net::Ipv6Addr;

use percent_encoding::percent_decode_str;

use super::escape::push_escaped;
use super::{ErrorKind, Form, FormatError};
use crate::names::idna;
use crate::profile::scheme;
use crate::tables::{display, in_ranges};
use crate::uts58::props::{LinkTerm, link_term};

/// The parts of a URL in front of its path.
pub(super) struct Head<'u> {
    /// The scheme, with its `://`.
    scheme: &'u str,
    /// User name and password, with their `@`.
    userinfo: &'u str,
    pub(super) host: &'u str,
    /// The port, with its `:`.
    port: &'u str,
}

impl<'u> Head<'u> {
    pub(super) fn of(head: &'u str) -> Result<Self, FormatError> {
        let split = |text: &'u str, at: usize| text.split_at_checked(at).unwrap_or((text, ""));
        let (scheme, rest) = split(head, scheme::prefix_len(head));
        let (userinfo, rest) = split(rest, rest.rfind('@').map_or(0, |at| at + 1));
        if scheme.is_empty() && !userinfo.is_empty() {
            return Err(FormatError::new(ErrorKind::EmailAddress, head));
        }
        let colon = match rest.rfind(']') {
            Some(bracket) => {
                let behind = rest.get(bracket..).and_then(|behind| behind.find(':'));
                behind.map(|at| bracket + at)
            }
            None => rest.rfind(':'),
        };
        let (host, port) = split(rest, colon.unwrap_or(rest.len()));
        let has_separator = host.contains(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']);
        if host.is_empty() || scheme.is_empty() && !has_separator {
            return Err(FormatError::new(ErrorKind::NoHost, head));
        }
        let digits = port.strip_prefix(':').unwrap_or_default();
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || !digits.is_empty() && digits.parse::<u16>().is_err() {
            return Err(FormatError::new(ErrorKind::InvalidPort, digits));
        }
        Ok(Self {
            scheme,
            userinfo,
            host,
            port,
        })
    }

    /// Scheme and port as they are, the host in Unicode (UTS #46 ToUnicode), and nothing in the
    /// userinfo that would end a link; in the display form nothing that misleads either.
    pub(super) fn write(&self, form: Form) -> Result<String, FormatError> {
        let invalid = || FormatError::new(ErrorKind::InvalidHost, self.host);
        let mut out = String::from(self.scheme);
        for c in self.userinfo.chars() {
            let misleads = form == Form::Display
                && (in_ranges(&display::UNSEEN, c) || in_ranges(&display::LOOKALIKES, c));
            if misleads || link_term(c) == LinkTerm::Hard {
                push_escaped(&mut out, c);
            } else {
                out.push(c);
            }
        }
        let literal = self
            .host
            .strip_prefix('[')
            .map(|rest| rest.strip_suffix(']'));
        match literal {
            Some(address) => {
                address
                    .and_then(|address| address.parse::<Ipv6Addr>().ok())
                    .ok_or_else(invalid)?;
                out.push_str(self.host);
            }
            None => {
                let decoded = percent_decode_str(self.host)
                    .decode_utf8()
                    .map_err(|_| invalid())?;
                let shown = idna::try_to_unicode(&decoded);
                // UTS #46 removes characters, and may leave nothing.
                let shown = shown.filter(|host| !host.is_empty());
                out.push_str(&shown.ok_or_else(invalid)?);
            }
        }
        // With a mapped dot in the host, `:` before `//` would look like a scheme.
        let is_bare = self.scheme.is_empty() && self.port == ":";
        out.push_str(if is_bare { "" } else { self.port });
        Ok(out)
    }
}
