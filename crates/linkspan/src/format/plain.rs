//! URLs that stay as they are: most of those in ASCII. They take a short way.

use alloc::string::String;

/// Whether a host is in ASCII, in lower case, without A-labels and without a root dot, so that it is the same in every
/// form. Nothing that could be an IPv4 address is.
pub(super) fn is_plain_host(host: &str) -> bool {
    let mut before = b'.';
    for &byte in host.as_bytes() {
        let is_part = match byte {
            b'a'..=b'z' | b'0'..=b'9' => true,
            // Two hyphens may be those of an A-label.
            b'-' => !matches!(before, b'-' | b'.'),
            b'.' => !matches!(before, b'-' | b'.'),
            _ => false,
        };
        if !is_part {
            return false;
        }
        before = byte;
    }
    let last = host.rsplit('.').next().unwrap_or_default();
    last.starts_with(|c: char| c.is_ascii_lowercase())
        && last.ends_with(|c: char| c.is_ascii_alphanumeric())
}

/// Whether what follows the authority of a URL is the same in every form: letters and digits in ASCII, with signs that
/// neither end a link nor are escaped. At most one query and one fragment.
pub(super) fn is_plain_tail(tail: &str) -> bool {
    let bytes = tail.as_bytes();
    if !matches!(bytes.first(), None | Some(b'/' | b'?' | b'#')) {
        return false;
    }
    let (mut has_query, mut has_fragment) = (false, false);
    let followed = bytes.iter().skip(1).copied().chain([b' ']);
    bytes.iter().zip(followed).all(|(&byte, next)| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'=' => true,
        b'_' | b'&' | b'.' | b'+' => next.is_ascii_alphanumeric(),
        b'?' => {
            next.is_ascii_alphanumeric()
                && !has_fragment
                && !core::mem::replace(&mut has_query, true)
        }
        b'#' => next.is_ascii_alphanumeric() && !core::mem::replace(&mut has_fragment, true),
        _ => false,
    })
}

/// A URL with `http` or `https` as a WHATWG parser writes it, if its parts are plain.
pub(super) fn serialised(scheme: &str, host: &str, tail: &str) -> Option<String> {
    let is_plain =
        matches!(scheme, "http://" | "https://") && is_plain_host(host) && is_plain_tail(tail);
    is_plain.then(|| {
        let slash = if tail.starts_with('/') { "" } else { "/" };
        [scheme, host, slash, tail].concat()
    })
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::super::{Form, Format, escape, sections::Sections, whole};
    use super::{is_plain_host, is_plain_tail, serialised};
    use crate::link::Parts;
    use crate::names::idna;

    fn text(alphabet: &'static str, most: usize) -> impl Strategy<Value = String> {
        let letters: Vec<char> = alphabet.chars().collect();
        prop::collection::vec(prop::sample::select(letters), 0..most).prop_map(String::from_iter)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// The short way gives what the parser gives.
        #[test]
        fn plain_urls_are_serialised_as_they_are(host in text("axn-.0z", 12), tail in text("/?#.&=+_-aZ0~:e", 14)) {
            for scheme in ["http://", "https://"] {
                if let Some(url) = serialised(scheme, &host, &tail) {
                    let parsed = url::Url::parse(&[scheme, &host, &tail].concat());
                    prop_assert_eq!(parsed.map(String::from), Ok(url));
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
                    escape::write(&mut long, &sections, Format { form, ..Format::default() });
                    let short = match form {
                        Form::Display => whole::kept(tail.clone()),
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
        ] {
            assert!(serialised("https://", host, tail).is_some(), "{host}{tail}");
        }
        for (host, tail) in [
            ("1.2.3.4", ""),
            ("a.com.", ""),
            ("xn--p1ai.com", ""),
            ("a.com", ":80"),
            ("a.com", "/a/../b"),
            ("a.com", "/%41"),
            ("a.com", "/a."),
        ] {
            assert!(serialised("https://", host, tail).is_none(), "{host}{tail}");
        }
    }
}
