//! A URL as a browser opens it: the parser and the serializer of the WHATWG URL standard (sections
//! 4.4 and 4.5).
//!
//! Hosts are read with the tables of this library, so that no other version of Unicode decides
//! what a name is.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::Write as _;
use core::ops::Range;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::names::host::ip::{self, Numeric};
use crate::names::idna;

/// The percent-encode sets (section 1.3).
const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');
const SPECIAL_QUERY: &AsciiSet = &QUERY.add(b'\'');
const PATH: &AsciiSet = &QUERY.add(b'?').add(b'^').add(b'`').add(b'{').add(b'}');
#[rustfmt::skip]
const USERINFO: &AsciiSet = &PATH
    .add(b'/').add(b':').add(b';').add(b'=').add(b'@').add(b'[').add(b'\\').add(b']').add(b'|');

/// A serialized URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    url: String,
    scheme: Scheme,
    /// The end of the authority, or of the scheme if there is none.
    head: usize,
    has_authority: bool,
    /// The range of the host, without userinfo and port.
    host: Range<usize>,
    path: Range<usize>,
}

impl Opened {
    /// Parses a URL; `None` if a browser would not open it, or only relative to a page.
    pub(super) fn of(typed: &str) -> Option<Self> {
        Self::parse(typed, None)
    }

    /// Parses a URL that may be relative to this one.
    pub(super) fn join(&self, typed: &str) -> Option<Self> {
        Self::parse(typed, Some(self))
    }

    fn parse(typed: &str, base: Option<&Self>) -> Option<Self> {
        let typed = typed.trim_matches(|c| c <= ' ');
        let typed = match typed
            .bytes()
            .any(|byte| matches!(byte, b'\t' | b'\n' | b'\r'))
        {
            true => Cow::Owned(typed.replace(['\t', '\n', '\r'], "")),
            false => Cow::Borrowed(typed),
        };
        let Some((name, rest)) = split_scheme(&typed) else {
            return base?.relative(&typed);
        };
        let mut url = String::with_capacity(typed.len() + 8);
        url.push_str(name);
        url.make_ascii_lowercase();
        let scheme = Scheme::of(&url);
        url.push(':');
        // `https:path` is relative to a page of the same scheme.
        if let Some(base) = base.filter(|base| base.url.starts_with(&url))
            && scheme != Scheme::Other
        {
            return base.relative(rest);
        }
        let mut opened = Self::new(&url, scheme);
        opened.absolute(rest)?;
        Some(opened)
    }

    /// A URL that is only a scheme so far.
    fn new(url: &str, scheme: Scheme) -> Self {
        Self {
            url: url.into(),
            scheme,
            head: url.len(),
            has_authority: false,
            host: 0..0,
            path: 0..0,
        }
    }

    /// Reads what follows a scheme.
    fn absolute(&mut self, typed: &str) -> Option<()> {
        match self.scheme {
            Scheme::Special(_) => self.authority(typed.trim_start_matches(['/', '\\'])),
            Scheme::File => self.file(typed),
            Scheme::Other => match typed.strip_prefix("//") {
                Some(typed) => self.authority(typed),
                None => {
                    self.without_host(typed);
                    Some(())
                }
            },
        }
    }

    /// The relative states: a URL without a scheme, or with the same one.
    fn relative(&self, typed: &str) -> Option<Self> {
        let is_slash = |c| self.scheme.is_slash(c);
        let path = self.url.get(self.path.clone())?;
        let is_opaque = !self.has_authority && !path.starts_with('/');
        (!is_opaque || typed.starts_with('#')).then_some(())?;
        let after_slash = typed.strip_prefix(is_slash);
        if after_slash.is_some_and(|rest| rest.starts_with(is_slash)) {
            let (scheme, _) = split_scheme(&self.url)?;
            let mut opened = Self::new(self.url.get(..=scheme.len())?, self.scheme);
            // A scheme that is not special is in front of two slashes here.
            opened.absolute(typed)?;
            return Some(opened);
        }
        let mut opened = Self {
            url: self.url.get(..self.head)?.into(),
            ..self.clone()
        };
        if typed.is_empty() || typed.starts_with(['?', '#']) {
            // The path stays, and so does the query in front of a fragment.
            opened.url.push_str(self.url.get(self.head..self.path.end)?);
            if !typed.starts_with('?') {
                let rest = self.url.get(self.path.end..)?;
                opened.url.push_str(rest.split('#').next()?);
            }
            opened.query_and_fragment(typed);
            return Some(opened);
        }
        let drive = path.get(..3).filter(|_| self.scheme == Scheme::File);
        let drive = drive.filter(|_| starts_with_drive(path.get(1..).unwrap_or_default()));
        let kept = match (after_slash, drive) {
            _ if self.scheme == Scheme::File && starts_with_drive(after_slash.unwrap_or(typed)) => {
                ""
            }
            (Some(_), drive) => drive.unwrap_or_default(),
            (None, Some(drive)) if path.len() == drive.len() => drive,
            (None, _) => path
                .rfind('/')
                .and_then(|slash| path.get(..slash))
                .unwrap_or_default(),
        };
        opened.tail(kept, typed);
        Some(opened)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.url
    }

    pub(super) fn into_string(self) -> String {
        self.url
    }

    pub(super) fn host(&self) -> &str {
        self.url.get(self.host.clone()).unwrap_or_default()
    }

    /// The text before the host, and the text after it.
    pub(super) fn around_host(&self) -> (&str, &str) {
        let before = self.url.get(..self.host.start).unwrap_or_default();
        (before, self.url.get(self.host.end..).unwrap_or_default())
    }

    /// The states for a URL with an authority.
    fn authority(&mut self, typed: &str) -> Option<()> {
        let scheme = self.scheme;
        self.url.push_str("//");
        self.has_authority = true;
        let is_end = |c: char| matches!(c, '/' | '?' | '#') || scheme.is_slash(c);
        let (authority, tail) = split_before(typed, is_end);
        let (userinfo, host) = match authority.rsplit_once('@') {
            Some((userinfo, host)) => (Some(userinfo), host),
            None => (None, authority),
        };
        if let Some(userinfo) = userinfo {
            let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
            self.escape(user, USERINFO);
            if !password.is_empty() {
                self.url.push(':');
                self.escape(password, USERINFO);
            }
            if !userinfo.is_empty() && userinfo != ":" {
                self.url.push('@');
            }
        }
        let mut is_inside = false;
        let mut is_port = |c: char| {
            is_inside = c == '[' || is_inside && c != ']';
            c == ':' && !is_inside
        };
        let (host, port) = split_before(host, &mut is_port);
        let may_be_empty = scheme == Scheme::Other && userinfo.is_none() && port.is_empty();
        (!host.is_empty() || may_be_empty).then_some(())?;
        self.add_host(host)?;
        let port = port.strip_prefix(':').unwrap_or_default();
        if !port.is_empty() {
            port.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then_some(())?;
            let significant = port.trim_start_matches('0');
            let number: u16 = match significant {
                "" => 0,
                digits => digits.parse().ok()?,
            };
            if scheme != Scheme::Special(number) {
                let _ = write!(self.url, ":{number}");
            }
        }
        self.head = self.url.len();
        self.tail("", tail);
        Some(())
    }

    /// The states for the scheme `file`.
    fn file(&mut self, typed: &str) -> Option<()> {
        self.url.push_str("//");
        self.has_authority = true;
        self.host = self.url.len()..self.url.len();
        let is_slash = |c| matches!(c, '/' | '\\');
        let tail = match typed.strip_prefix(is_slash) {
            None => typed,
            Some(rest) => match rest.strip_prefix(is_slash) {
                None => rest,
                Some(rest) => {
                    let is_end = |c| is_slash(c) || matches!(c, '?' | '#');
                    let (host, tail) = split_before(rest, is_end);
                    if is_drive(host) {
                        rest
                    } else {
                        if !host.is_empty() {
                            self.add_host(host)?;
                        }
                        tail
                    }
                }
            },
        };
        self.head = self.url.len();
        self.tail("", tail);
        Some(())
    }

    /// The states for a URL that has neither a special scheme nor a host.
    fn without_host(&mut self, typed: &str) {
        if typed.starts_with('/') {
            self.tail("", typed);
            return;
        }
        let (path, rest) = split_before(typed, |c| matches!(c, '?' | '#'));
        self.path.start = self.url.len();
        self.escape(path, CONTROLS);
        if path.ends_with(' ') && !rest.is_empty() {
            self.url.pop();
            self.url.push_str("%20");
        }
        self.path.end = self.url.len();
        self.query_and_fragment(rest);
    }

    fn add_host(&mut self, typed: &str) -> Option<()> {
        let start = self.url.len();
        match self.scheme {
            Scheme::Other if !typed.starts_with('[') => {
                let is_forbidden = |c| {
                    matches!(
                        c,
                        '\0' | ' ' | '<' | '>' | '^' | '|' | '\\' | ']' | '[' | ':' | '@'
                    )
                };
                (!typed.contains(is_forbidden)).then_some(())?;
                self.escape(typed, CONTROLS);
            }
            _ => self.url.push_str(&host(typed)?),
        }
        // A file on this machine.
        if self.scheme == Scheme::File && self.url.get(start..) == Some("localhost") {
            self.url.truncate(start);
        }
        self.host = start..self.url.len();
        Some(())
    }

    /// Path, query and fragment, where the path starts with some segments of another one.
    fn tail(&mut self, kept: &str, typed: &str) {
        let (path, rest) = split_before(typed, |c| matches!(c, '?' | '#'));
        self.path.start = self.url.len();
        self.url.push_str(kept);
        if !path.is_empty() || self.scheme != Scheme::Other {
            self.add_segments(path);
        }
        // `web+demo:/.//not-a-host/`
        let path = self.url.get(self.path.start..).unwrap_or_default();
        if !self.has_authority && path.starts_with("//") {
            self.url.insert_str(self.path.start, "/.");
            self.path.start += 2;
        }
        self.path.end = self.url.len();
        self.query_and_fragment(rest);
    }

    fn add_segments(&mut self, typed: &str) {
        let (scheme, start) = (self.scheme, self.path.start);
        let is_slash = |c| scheme.is_slash(c);
        let typed = typed.strip_prefix(is_slash).unwrap_or(typed);
        let mut segments = typed.split(is_slash).peekable();
        while let Some(segment) = segments.next() {
            let dots = dots(segment);
            if dots == 2 {
                let path = self.url.get(start..).unwrap_or_default();
                let is_kept =
                    scheme == Scheme::File && path.strip_prefix('/').is_some_and(is_drive);
                if let (Some(slash), false) = (path.rfind('/'), is_kept) {
                    self.url.truncate(start + slash);
                }
            }
            if dots == 0 {
                let starts_path = self.url.len() == start;
                self.url.push('/');
                match segment.get(..1) {
                    Some(letter) if scheme == Scheme::File && starts_path && is_drive(segment) => {
                        self.url.push_str(letter);
                        self.url.push(':');
                    }
                    _ => self.escape(segment, PATH),
                }
            } else if segments.peek().is_none() {
                self.url.push('/');
            }
        }
    }

    fn query_and_fragment(&mut self, typed: &str) {
        let (query, fragment) = split_before(typed, |c| c == '#');
        if let Some(query) = query.strip_prefix('?') {
            let set = match self.scheme {
                Scheme::Other => QUERY,
                _ => SPECIAL_QUERY,
            };
            self.url.push('?');
            self.escape(query, set);
        }
        if let Some(fragment) = fragment.strip_prefix('#') {
            self.url.push('#');
            self.escape(fragment, FRAGMENT);
        }
    }

    fn escape(&mut self, text: &str, set: &'static AsciiSet) {
        self.url.extend(utf8_percent_encode(text, set));
    }
}

/// What the parser knows of a scheme (section 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    /// A special scheme and its default port.
    Special(u16),
    File,
    Other,
}

impl Scheme {
    fn of(scheme: &str) -> Self {
        match scheme {
            "http" | "ws" => Self::Special(80),
            "https" | "wss" => Self::Special(443),
            "ftp" => Self::Special(21),
            "file" => Self::File,
            _ => Self::Other,
        }
    }

    fn is_slash(self, c: char) -> bool {
        c == '/' || c == '\\' && self != Self::Other
    }
}

/// The host of a special URL (section 3.5): a name in ASCII, or an address.
fn host(typed: &str) -> Option<Cow<'_, str>> {
    if let Some(inside) = typed.strip_prefix('[') {
        return ip::v6_in_url(inside.strip_suffix(']')?).map(Cow::Owned);
    }
    let decoded = percent_decode_str(typed).decode_utf8().ok()?;
    let name = idna::to_ascii(&decoded)?;
    match ip::numeric(&name) {
        _ if name.is_empty() => None,
        Numeric::Not => Some(Cow::Owned(name)),
        Numeric::Invalid => None,
        Numeric::Address(address) => Some(Cow::Owned(alloc::format!("{address}"))),
    }
}

/// The dots of a dot segment, some of which may be escaped: `.`, `..`, `%2e.`.
fn dots(segment: &str) -> usize {
    let (mut rest, mut dots) = (segment, 0);
    while !rest.is_empty() {
        let escaped = rest
            .get(..3)
            .filter(|sign| sign.eq_ignore_ascii_case("%2e"));
        let length = escaped.map_or(1, str::len);
        if escaped.is_none() && !rest.starts_with('.') || dots == 2 {
            return 0;
        }
        (rest, dots) = (rest.get(length..).unwrap_or_default(), dots + 1);
    }
    dots
}

/// A Windows drive: `C:` or `C|`.
fn is_drive(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Whether a path starts with a Windows drive, after its slash.
fn starts_with_drive(path: &str) -> bool {
    let (first, _) = split_before(path, |c| matches!(c, '/' | '\\' | '?' | '#'));
    is_drive(first)
}

/// The scheme of a URL and what follows its colon.
fn split_scheme(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once(':')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_scheme && scheme.chars().all(is_part)).then_some((scheme, rest))
}

/// Splits a text before the first character of a class.
fn split_before(text: &str, is: impl FnMut(char) -> bool) -> (&str, &str) {
    let at = text.find(is).unwrap_or(text.len());
    text.split_at_checked(at).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests;
