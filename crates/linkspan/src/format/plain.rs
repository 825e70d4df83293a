//! The fast path for URLs that stay unchanged: most of those in ASCII.

use alloc::string::String;

/// Whether a host is in lower-case ASCII, without A-labels and without a root dot, so that it is
/// the same in every form. A host that could be an IPv4 address is not plain.
pub(super) fn is_plain_host(host: &str) -> bool {
    // The previous byte, and the first byte of the current label.
    let (mut before, mut first) = (b'.', b'.');
    for &byte in host.as_bytes() {
        if before == b'.' {
            first = byte;
        }
        let is_part = match byte {
            b'a'..=b'z' | b'0'..=b'9' => true,
            // Two hyphens may be those of an A-label.
            b'-' | b'.' => !matches!(before, b'-' | b'.'),
            _ => false,
        };
        if !is_part {
            return false;
        }
        before = byte;
    }
    first.is_ascii_lowercase() && before.is_ascii_alphanumeric()
}

/// Whether the text after the authority of a URL is the same in every form: ASCII letters and
/// digits, with signs that neither end a link nor are escaped, and at most one query and one
/// fragment.
pub(super) fn is_plain_tail(tail: &str) -> bool {
    let bytes = tail.as_bytes();
    if !matches!(bytes.first(), None | Some(b'/' | b'?' | b'#')) {
        return false;
    }
    let (mut has_query, mut has_fragment) = (false, false);
    // Whether the previous byte must be followed by a letter.
    let mut is_open = false;
    for &byte in bytes {
        let is_letter = byte.is_ascii_alphanumeric();
        let is_plain = is_letter
            || !is_open
                && match byte {
                    b'/' | b'-' | b'=' | b'_' | b'&' | b'.' | b'+' => true,
                    b'?' => !has_fragment && !core::mem::replace(&mut has_query, true),
                    b'#' => !core::mem::replace(&mut has_fragment, true),
                    _ => false,
                };
        if !is_plain {
            return false;
        }
        is_open = !is_letter && !matches!(byte, b'/' | b'-' | b'=');
    }
    !is_open
}

/// For a tail that a WHATWG parser keeps apart from non-ASCII characters, which it encodes: whether it
/// has none of these. `None` for other tails, and for some that the parser keeps.
fn is_kept_tail(tail: &str) -> Option<bool> {
    let bytes = tail.as_bytes();
    if !matches!(bytes.first(), None | Some(b'/' | b'?' | b'#')) {
        return None;
    }
    let mut before = 0;
    for &byte in bytes {
        let is_kept = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80.. => true,
            b'-' | b'_' | b'~' | b'!' | b'$' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b';'
            | b'=' | b':' | b'@' | b'/' | b'?' | b'#' => true,
            // The parser removes the segments `.` and `..`, whose dots may be escaped.
            b'.' | b'%' => before != b'/',
            _ => false,
        };
        if !is_kept {
            return None;
        }
        before = byte;
    }
    Some(tail.is_ascii())
}

/// Whether a WHATWG parser writes an `http` or `https` URL unchanged, apart from a slash after the
/// host.
pub(super) fn is_kept(scheme: &str, host: &str, tail: &str) -> bool {
    matches!(scheme, "http://" | "https://")
        && matches!(tail.as_bytes().first(), None | Some(b'/'))
        && is_plain_host(host)
        && is_kept_tail(tail) == Some(true)
}

/// An `http` or `https` URL as a WHATWG parser writes it, if it keeps the text after the host apart
/// from non-ASCII characters. The host must be in the form that the parser writes.
pub(super) fn serialise(scheme: &str, host: &str, tail: &str) -> Option<String> {
    // A numeric last label may make it an IPv4 address.
    let last = host.rsplit('.').next().unwrap_or_default();
    if !matches!(scheme, "http://" | "https://")
        || !last.starts_with(|c: char| c.is_ascii_lowercase())
    {
        return None;
    }
    let is_ascii = is_kept_tail(tail)?;
    let mut url = String::with_capacity(scheme.len() + host.len() + 1 + 3 * tail.len());
    url.push_str(scheme);
    url.push_str(host);
    if !tail.starts_with('/') {
        url.push('/');
    }
    if is_ascii {
        url.push_str(tail);
        return Some(url);
    }
    let digit =
        |value: u8| char::from_digit(value.into(), 16).map_or('0', |c| c.to_ascii_uppercase());
    for &byte in tail.as_bytes() {
        if byte.is_ascii() {
            url.push(byte.into());
        } else {
            url.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    Some(url)
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::super::{Form, Format, detectable, escape, sections::Sections};
    use super::{is_kept, is_plain_host, is_plain_tail, serialise};
    use crate::link::Parts;
    use crate::names::idna;

    fn text(alphabet: &'static str, most: usize) -> impl Strategy<Value = String> {
        let letters: Vec<char> = alphabet.chars().collect();
        prop::collection::vec(prop::sample::select(letters), 0..most).prop_map(String::from_iter)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// The fast path gives the same result as the parser.
        #[test]
        fn plain_urls_are_serialised_as_they_are(host in text("axn-.0zäא", 12), tail in text("/?#.&=+_-aZ0~:eä\u{202E}路()!$*,;@%2E'|^", 14)) {
            for scheme in ["http://", "https://"] {
                let typed = [scheme, &host, &tail].concat();
                let parsed = url::Url::parse(&typed).map(String::from);
                if is_kept(scheme, &host, &tail) {
                    let slash = if tail.is_empty() { "/" } else { "" };
                    prop_assert_eq!(&parsed, &Ok([&typed, slash].concat()));
                }
                let ascii = idna::to_ascii(&host);
                if let Some(url) = ascii.and_then(|ascii| serialise(scheme, &ascii, &tail)) {
                    prop_assert_eq!(&parsed, &Ok(url));
                }
            }
        }

        #[test]
        fn plain_hosts_are_the_same_in_unicode(host in text("axn-.0z", 12)) {
            if is_plain_host(&host) {
                prop_assert_eq!(idna::try_to_unicode(&host), Some(host.as_str().into()));
                prop_assert_eq!(idna::to_ascii(&host), Some(host));
            }
        }

        #[test]
        fn plain_tails_need_no_escape(tail in text("/?#.&=+_-aZ0~:e", 14)) {
            if is_plain_tail(&tail) {
                let url = ["https://a.com", &tail].concat();
                let parts = Parts::split(&url);
                let sections = Sections::of_string(&url, &parts);
                for form in [Form::Minimal, Form::Display] {
                    let mut long = String::new();
                    escape::write(&mut long, "a.com", &sections, Format { form, ..Format::default() });
                    let short = match form {
                        Form::Display => detectable::escape_ends("a.com", tail.clone()),
                        Form::Minimal => tail.clone(),
                    };
                    prop_assert_eq!(short, long);
                }
            }
        }
    }

    #[test]
    fn most_urls_are_plain() {
        for (host, tail) in [
            ("example.com", ""),
            ("a-b.co.uk", "/a/b-c_d.html?x=1&y=2#top"),
            ("en.example.org", "/wiki/A_(b),_c%20d"),
        ] {
            assert!(serialise("https://", host, tail).is_some(), "{host}{tail}");
            assert!(is_kept("https://", host, tail), "{host}{tail}");
        }
        let escaped = serialise("https://", "a.com", "/路?é").unwrap();
        assert_eq!(escaped, "https://a.com/%E8%B7%AF?%C3%A9");
        for (host, tail) in [
            ("1.2.3.4", ""),
            ("a.com.", ""),
            ("a.com", ":80"),
            ("a.com", "/a/../b"),
            ("a.com", "/%2e/b"),
            ("a.com", "/'"),
        ] {
            assert!(serialise("https://", host, tail).is_none(), "{host}{tail}");
        }
    }
}
