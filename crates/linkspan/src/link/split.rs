//! Splits strings that were not detected. This is the only place that searches a URL for its parts.

use memchr::{memchr, memchr3, memrchr};

use super::{Kind, Parts};
use crate::names::host::ip;
use crate::text::{CompactOffset, Text};
use crate::uts58::termination::Extent;

impl Parts {
    /// Splits a URL or e-mail address that was not detected, such as user input or an attribute
    /// value.
    ///
    /// It never fails: missing parts are not reported, and a string that is neither a URL nor an
    /// address counts as a URL without a scheme. The result says nothing about validity. Takes
    /// linear time and never allocates.
    ///
    /// A string is an e-mail address if it starts with `mailto:`, or if it has no scheme and an `@`
    /// before any `/`, `?` or `#`. The port is the text after the last `:` after the host, whether
    /// or not it is a number.
    ///
    /// ```
    /// use linkspan::{Kind, Part, Parts};
    ///
    /// assert_eq!(Parts::split("example.com/@user").kind(), Kind::Url);
    /// assert_eq!(Parts::split("me@example.com").kind(), Kind::Email);
    /// assert_eq!(Parts::split("https://[::1]:80/").get(Part::Host), Some(8..13));
    /// ```
    #[must_use]
    pub fn split(link: &str) -> Self {
        let authority_end = tail_start(link, 0);
        if has_mailto(link) {
            // Headers follow the `?`, and may contain addresses of their own.
            split_email(link, memchr(b'?', link.as_bytes()).unwrap_or(link.len()))
        } else if scheme_length(link) == 0 && Text(link).slice(0, authority_end).contains('@') {
            split_email(link, authority_end)
        } else {
            split_url(link)
        }
    }

    /// Splits a string of a known kind.
    pub(crate) fn split_as(kind: Kind, link: &str) -> Self {
        match kind {
            Kind::File => Self::file(0..link.len()),
            Kind::Email => split_email(link, link.len()),
            Kind::Url => split_url(link),
        }
    }
}

const MAILTO: &str = "mailto:";

/// The characters of a scheme (RFC 3986 section 3.1).
pub(crate) fn is_scheme_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}

/// Whether a text is a scheme (RFC 3986 section 3.1).
pub(crate) fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_scheme_char)
}

/// The length of a scheme and `://` at the start of a URL; 0 if it does not start with one.
fn scheme_length(url: &str) -> usize {
    // A scheme contains no colon, so only the first one counts.
    match memchr(b':', url.as_bytes()) {
        Some(colon) if Text(url).has(colon, "://") && is_scheme(Text(url).slice(0, colon)) => {
            colon + 3
        }
        _ => 0,
    }
}

/// Whether WHATWG parsers read `\\` as `/` after a scheme: `https://evil.com\\@good.com` opens `evil.com`.
fn is_special(scheme: &str) -> bool {
    let special = ["http", "https", "ws", "wss", "ftp", "file"];
    special.iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// [`tail_start`] after a special scheme.
fn special_tail_start(url: &str, from: usize) -> usize {
    let end = tail_start(url, from);
    let backslash = memchr(b'\\', Text(url).slice(from, end).as_bytes());
    backslash.map_or(end, |at| from + at)
}

/// Where path, query or fragment start, at `from` or later.
fn tail_start(url: &str, from: usize) -> usize {
    let rest = Text(url).slice(from, url.len());
    from + memchr3(b'/', b'?', b'#', rest.as_bytes()).unwrap_or(rest.len())
}

fn has_mailto(link: &str) -> bool {
    let start = link.get(..MAILTO.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(MAILTO))
}

/// Splits an e-mail address, or a string that is meant to be one. The domain is after the last `@`
/// before `limit`, and ends before a path, query or fragment.
fn split_email(link: &str, limit: usize) -> Parts {
    let text = Text(link);
    let local = if has_mailto(link) { MAILTO.len() } else { 0 };
    let at_sign = memrchr(b'@', text.slice(0, limit).as_bytes()).filter(|&at| at >= local);
    let Some(at) = at_sign else {
        return Parts::local_only(0, local, split_tail(text, link.len()));
    };
    let domain = at + 1..tail_start(link, at + 1);
    let kind = ip::kind_of(text.slice(domain.start, domain.end));
    Parts::email_with(0, local, domain.clone(), kind, split_tail(text, domain.end))
}

fn split_url(url: &str) -> Parts {
    let text = Text(url);
    let body = scheme_length(url);
    let authority_end = match url.get(..body.saturating_sub(3)) {
        Some(scheme) if is_special(scheme) => special_tail_start(url, body),
        _ => tail_start(url, body),
    };
    let authority = text.slice(body, authority_end);
    let host_start = body + memrchr(b'@', authority.as_bytes()).map_or(0, |at| at + 1);
    let host = host_start..host_start + host_length(text.slice(host_start, authority_end));
    let host_kind = ip::kind_of(text.slice(host.start, host.end));
    // A `:` and the port follow the host.
    let port = host.end + 1..authority_end;
    let has_port = host.end < authority_end;
    let extent = split_tail(text, authority_end);
    Parts::url(0, body, host, host_kind, has_port.then_some(&port), extent)
}

/// The length of the host before a port.
fn host_length(authority: &str) -> usize {
    // The colons of an IPv6 address without brackets belong to it.
    if ip::is_v6(authority) {
        return authority.len();
    }
    let after_brackets = memrchr(b']', authority.as_bytes()).unwrap_or(0);
    let rest = Text(authority).slice(after_brackets, authority.len());
    let colon = memrchr(b':', rest.as_bytes());
    colon.map_or(authority.len(), |colon| after_brackets + colon)
}

/// Splits the path, query, fragment and directives that start at `at`.
fn split_tail(text: Text<'_>, at: usize) -> Extent {
    let rest = text.slice(at, text.0.len());
    let fragment = memchr(b'#', rest.as_bytes());
    let before = Text(rest).slice(0, fragment.unwrap_or(rest.len()));
    let directive = fragment.and_then(|start| {
        let found = Text(rest).slice(start, rest.len()).find(":~:")?;
        Some(start + found)
    });
    let place = |found: Option<usize>| CompactOffset::new(found.map(|found| at + found));
    Extent {
        end: text.0.len(),
        path: place(rest.starts_with(['/', '\\']).then_some(0)),
        query: place(memchr(b'?', before.as_bytes())),
        fragment: place(fragment),
        directive: place(directive),
    }
}
