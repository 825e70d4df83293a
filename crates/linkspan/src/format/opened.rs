//! A URL as a browser opens it: the parser and the serializer of the WHATWG URL standard (sections
//! 4.4 and 4.5), for URLs that are not relative.
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
    /// The range of the host, without userinfo and port.
    host: Range<usize>,
}

impl Opened {
    /// Parses a URL; `None` if a browser would not open it, or only relative to a page.
    pub(super) fn of(typed: &str) -> Option<Self> {
        let typed = typed.trim_matches(|c| c <= ' ');
        let typed = match typed.contains(['\t', '\n', '\r']) {
            true => Cow::Owned(typed.replace(['\t', '\n', '\r'], "")),
            false => Cow::Borrowed(typed),
        };
        let (scheme, rest) = typed.split_once(':')?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
        (is_scheme && scheme.chars().all(is_part)).then_some(())?;
        let mut url = String::with_capacity(typed.len() + 8);
        url.push_str(scheme);
        url.make_ascii_lowercase();
        let scheme = Scheme::of(&url);
        url.push(':');
        let mut opened = Self { url, host: 0..0 };
        match scheme {
            Scheme::Special(_) => opened.authority(scheme, rest.trim_start_matches(['/', '\\']))?,
            Scheme::File => opened.file(rest)?,
            Scheme::Other => match rest.strip_prefix("//") {
                Some(rest) => opened.authority(scheme, rest)?,
                None => opened.without_host(rest),
            },
        }
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
    fn authority(&mut self, scheme: Scheme, typed: &str) -> Option<()> {
        self.url.push_str("//");
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
        self.add_host(scheme, host)?;
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
        self.tail(scheme, tail);
        Some(())
    }

    /// The states for the scheme `file`.
    fn file(&mut self, typed: &str) -> Option<()> {
        self.url.push_str("//");
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
                            self.add_host(Scheme::File, host)?;
                        }
                        tail
                    }
                }
            },
        };
        self.tail(Scheme::File, tail);
        Some(())
    }

    /// The states for a URL that has neither a special scheme nor a host.
    fn without_host(&mut self, typed: &str) {
        if typed.starts_with('/') {
            let start = self.url.len();
            self.tail(Scheme::Other, typed);
            // `web+demo:/.//not-a-host/`
            if self
                .url
                .get(start..)
                .is_some_and(|path| path.starts_with("//"))
            {
                self.url.insert_str(start, "/.");
            }
            return;
        }
        let (path, rest) = split_before(typed, |c| matches!(c, '?' | '#'));
        self.escape(path, CONTROLS);
        if path.ends_with(' ') && !rest.is_empty() {
            self.url.pop();
            self.url.push_str("%20");
        }
        self.query_and_fragment(Scheme::Other, rest);
    }

    fn add_host(&mut self, scheme: Scheme, typed: &str) -> Option<()> {
        let start = self.url.len();
        match scheme {
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
        if scheme == Scheme::File && self.url.get(start..) == Some("localhost") {
            self.url.truncate(start);
        }
        self.host = start..self.url.len();
        Some(())
    }

    /// Path, query and fragment.
    fn tail(&mut self, scheme: Scheme, typed: &str) {
        let (path, rest) = split_before(typed, |c| matches!(c, '?' | '#'));
        if !path.is_empty() || scheme != Scheme::Other {
            self.path(scheme, path);
        }
        self.query_and_fragment(scheme, rest);
    }

    fn path(&mut self, scheme: Scheme, typed: &str) {
        let start = self.url.len();
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

    fn query_and_fragment(&mut self, scheme: Scheme, typed: &str) {
        let (query, fragment) = split_before(typed, |c| c == '#');
        if let Some(query) = query.strip_prefix('?') {
            let set = match scheme {
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
#[derive(Clone, Copy, PartialEq, Eq)]
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

/// Splits a text before the first character of a class.
fn split_before(text: &str, is: impl FnMut(char) -> bool) -> (&str, &str) {
    let at = text.find(is).unwrap_or(text.len());
    text.split_at_checked(at).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::borrow::ToOwned;
    use std::string::String;
    use std::vec::Vec;
    use url::{Position, Url};

    use super::Opened;

    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "http:", "https:", "HTTP:", "ftp:", "ws:", "wss:", "file:", "a:", "web+demo:", "mailto:", "1:",
        "/", "/", "//", "///", "\\", "@", ":", "[", "]", "[::1]", "[1::2.3.4.5]", "[1:0:0:2::0:3]",
        "[::ffff:1.2.3.4]", "1.2.3.4", "0x7f", "0X", "08", "017", "4294967295", "4294967296", "256",
        "%2e", "%2E", "..", ".", ".", "c:", "c|", "C|", "localhost", "a.com", "B.org", "xn--", "xn--bcher-kva",
        "é", "ß", "א", "%C3%A9", "%ff", "%00", "%zz", "%", "^", "|", "`", "{", "}", "'", "\"", "<", ">",
        " ", "\t", "\n", "\0", "?", "#", ":80", ":443", ":21", ":0080", ":65535", ":65536", ":", "~", ";", "=", "&",
        "\u{AD}", "\u{3002}", "１", "Ａ", "\u{202E}", "🔗", "user", "pass", "_", "-", "--",
    ];

    /// What the crate `url` says, with the two places where it is behind the standard.
    fn by_the_crate(typed: &str) -> Option<String> {
        let mut url = Url::parse(typed).ok()?;
        // The path percent-encode set contains `^` since 2025.
        if !url.cannot_be_a_base() && url.path().contains('^') {
            let path = url.path().replace('^', "%5E");
            url.set_path(&path);
        }
        // A space at the end of an opaque path is escaped since 2025.
        let path = url.path();
        if url.cannot_be_a_base()
            && path.ends_with(' ')
            && (url.query().is_some() || url.fragment().is_some())
        {
            let (before, after) = (&url[..Position::AfterPath], &url[Position::AfterPath..]);
            return Some([&before[..before.len() - 1], "%20", after].concat());
        }
        Some(url.into())
    }

    /// Whether the crate differs from the standard: in files with drives or empty segments, and in the
    /// ports and users of schemes that are not special.
    fn is_odd(typed: &str) -> bool {
        let typed = typed.replace(['\t', '\n'], "");
        let Some((scheme, rest)) = typed.split_once(':') else {
            return false;
        };
        let is_drive = |pair: &[u8]| pair[0].is_ascii_alphabetic() && b":|".contains(&pair[1]);
        let is_file = scheme.trim().eq_ignore_ascii_case("file");
        is_file && (rest.as_bytes().windows(2).any(is_drive) || has_empty_segment(rest))
            || rest.contains(['\\', '@']) && Url::parse(&typed).is_ok_and(|url| !url.is_special())
    }

    fn has_empty_segment(rest: &str) -> bool {
        let path = rest
            .trim_start_matches(['/', '\\'])
            .replace('\\', "/")
            .replace("%2e", ".")
            .replace("%2E", ".");
        path.contains("//") || path.contains("..") || rest.len() - path.len() > 2
    }

    fn check(typed: &str) {
        if is_odd(typed) {
            return;
        }
        let opened = Opened::of(typed);
        let shown = opened.as_ref().map(|opened| opened.as_str().to_owned());
        assert_eq!(shown, by_the_crate(typed), "{typed:?}");
        if let (Some(opened), Ok(url)) = (opened, Url::parse(typed)) {
            assert_eq!(
                opened.host(),
                url.host_str().unwrap_or_default(),
                "{typed:?}"
            );
        }
    }

    #[test]
    fn pieces_in_every_order() {
        for first in PIECES {
            for second in PIECES {
                for third in PIECES {
                    check(&[*first, second, third].concat());
                    check(&["http://", first, second, third].concat());
                    check(&["file://", first, second, third].concat());
                    check(&["a://", first, second, third].concat());
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100_000))]

        #[test]
        fn urls_are_read_as_the_crate_reads_them(pieces in prop::collection::vec(prop::sample::select(PIECES), 1..12)) {
            check(&pieces.concat());
        }

        #[test]
        fn what_is_written_is_read_as_it_is(pieces in prop::collection::vec(prop::sample::select(PIECES), 1..12)) {
            if let Some(opened) = Opened::of(&pieces.concat()) {
                prop_assert_eq!(Opened::of(opened.as_str()), Some(opened));
            }
        }
    }

    /// Drives of Windows, where the crate differs from the standard.
    #[test]
    fn files() {
        for (typed, opened) in [
            ("file:c|/a/../..", "file:///c:/"),
            ("file://host/c:/..", "file://host/c:/"),
            ("file:///C|/a", "file:///C:/a"),
            ("file://C|/a", "file:///C:/a"),
            ("file:\\\\host\\a", "file://host/a"),
            ("file://localhost/a", "file:///a"),
            ("file:a", "file:///a"),
        ] {
            let shown = Opened::of(typed).map(Opened::into_string);
            assert_eq!(shown.as_deref(), Some(opened), "{typed}");
        }
        let hosts: Vec<_> = ["file://a:1/", "file://@a/"]
            .into_iter()
            .filter_map(Opened::of)
            .collect();
        assert_eq!(hosts, []);
    }
}
