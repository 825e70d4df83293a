//! The head of a URL, before its path: scheme, userinfo, host and port.

use alloc::borrow::Cow;
use alloc::string::String;
use core::net::Ipv6Addr;

use percent_encoding::percent_decode_str;

use super::escape::push_escaped;
use super::plain::is_plain_host;
use super::{ErrorKind, Form, FormatError};
use crate::link::{Kind, Part, Parts};
use crate::names::host::label::is_label_separator;
use crate::names::idna;
use crate::tables::{display, in_ranges};
use crate::text::Text;
use crate::uts58::runs::is_hard;

/// The parts of a URL before its path.
pub(super) struct Head<'u> {
    /// The scheme, with its `://`.
    scheme: &'u str,
    /// User name and password, with their `@`.
    userinfo: &'u str,
    pub(super) host: &'u str,
    /// The port, with its `:`.
    pub(super) port: &'u str,
}

impl<'u> Head<'u> {
    /// The head of a URL that was not detected, or an error if it is not valid.
    pub(super) fn check(url: &'u str, parts: &Parts) -> Result<Self, FormatError> {
        let typed = Text(url).slice(0, parts.authority_end());
        if parts.kind() == Kind::Email {
            return Err(FormatError::new(ErrorKind::EmailAddress, typed));
        }
        let head = Self::of(url, parts);
        let has_separator = head.host.contains(is_label_separator);
        if head.host.is_empty() || head.scheme.is_empty() && !has_separator {
            return Err(FormatError::new(ErrorKind::NoHost, typed));
        }
        // `https://evil.com\\@good.com`: browsers read the backslash as a slash, but people do not.
        if Text(url).byte(parts.authority_end()) == Some(b'\\') {
            let rest = Text(url).slice(parts.host().start, url.len());
            let about = rest.split(['/', '?', '#']).next().unwrap_or(rest);
            return Err(FormatError::new(ErrorKind::InvalidHost, about));
        }
        let digits = head.port.strip_prefix(':').unwrap_or_default();
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || !digits.is_empty() && digits.parse::<u16>().is_err() {
            return Err(FormatError::new(ErrorKind::InvalidPort, digits));
        }
        Ok(head)
    }

    /// The head of a URL with these parts of `text`.
    pub(super) fn of(text: &'u str, parts: &Parts) -> Self {
        let slice = |from, to| Text(text).slice(from, to);
        let (start, host) = (parts.range().start, parts.host());
        let scheme = parts
            .delimited(Part::Scheme)
            .map_or(start, |scheme| scheme.end);
        Self {
            scheme: slice(start, scheme),
            userinfo: slice(scheme, host.start),
            host: slice(host.start, host.end),
            port: slice(host.end, parts.authority_end()),
        }
    }

    /// The text before the host: the scheme unchanged, and the userinfo with characters escaped
    /// that would end a link or, in the display form, mislead.
    pub(super) fn before_host(&self, form: Form) -> Cow<'u, str> {
        if self.userinfo.is_empty() {
            return Cow::Borrowed(self.scheme);
        }
        let mut out = String::from(self.scheme);
        for c in self.userinfo.chars() {
            let misleads = form == Form::Display
                && (in_ranges(&display::UNSEEN, c) || in_ranges(&display::LOOKALIKES, c));
            if misleads || is_hard(c) {
                push_escaped(&mut out, c);
            } else {
                out.push(c);
            }
        }
        Cow::Owned(out)
    }

    /// The host in Unicode (UTS #46 ToUnicode); an address in brackets is unchanged.
    pub(super) fn unicode_host(&self) -> Result<Cow<'u, str>, FormatError> {
        if is_plain_host(self.host) {
            return Ok(Cow::Borrowed(self.host));
        }
        let invalid = || FormatError::new(ErrorKind::InvalidHost, self.host);
        if let Some(rest) = self.host.strip_prefix('[') {
            let address = rest.strip_suffix(']').map(str::parse::<Ipv6Addr>);
            let is_address = address.is_some_and(|address| address.is_ok());
            return is_address
                .then_some(Cow::Borrowed(self.host))
                .ok_or_else(invalid);
        }
        let decoded = percent_decode_str(self.host)
            .decode_utf8()
            .map_err(|_| invalid())?;
        let shown = idna::try_to_unicode(&decoded).ok_or_else(invalid)?;
        // UTS #46 removes characters, and may remove all of them.
        if shown.is_empty() {
            return Err(invalid());
        }
        Ok(Cow::Owned(shown.into_owned()))
    }

    /// The port unchanged, except that an empty one is dropped if there is no scheme.
    pub(super) fn shown_port(&self) -> &'u str {
        // With a mapped dot in the host, `:` before `//` would look like a scheme.
        let is_empty_port = self.scheme.is_empty() && self.port == ":";
        if is_empty_port { "" } else { self.port }
    }
}
