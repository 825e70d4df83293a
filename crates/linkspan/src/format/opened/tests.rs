//! URLs as the crate `url` reads them.

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
        return Some([before.strip_suffix(' ')?, "%20", after].concat());
    }
    Some(url.into())
}

/// Whether the crate differs from the standard: in files with drives or empty segments, in paths whose
/// last segments are drives and then removed (`http://a/c:/..`), and in the ports and users of schemes
/// that are not special.
fn is_odd(typed: &str) -> bool {
    let typed = without_breaks(typed);
    let Some((scheme, rest)) = typed.split_once(':') else {
        return false;
    };
    let is_file = scheme
        .trim_start_matches(|c| c <= ' ')
        .eq_ignore_ascii_case("file");
    is_file && (has_drive(rest) || has_empty_segment(rest))
        || removes_drive(rest)
        || rest.contains(['\\', '@']) && Url::parse(&typed).is_ok_and(|url| !url.is_special())
}

/// A URL without the tabs and line breaks that parsers remove.
fn without_breaks(typed: &str) -> String {
    typed.replace(['\t', '\n'], "")
}

fn has_drive(rest: &str) -> bool {
    let is_drive = |pair: &[u8]| pair[0].is_ascii_alphabetic() && b":|".contains(&pair[1]);
    rest.as_bytes().windows(2).any(is_drive)
}

fn removes_drive(rest: &str) -> bool {
    let mut segments = rest.split(['/', '\\', '?', '#']);
    let dots = rest.to_ascii_lowercase().replace("%2e", ".");
    dots.contains("..") && segments.any(|segment| segment.len() == 2 && has_drive(segment))
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

/// The same for a URL that is relative to another one.
fn check_join(base: &str, typed: &str) {
    let (base, typed) = (&without_breaks(base), &without_breaks(typed));
    // The crate keeps drives in the paths of all schemes, and panics at some.
    let path = base.split_once(':').map_or("", |(_, path)| path);
    if has_drive(path) || has_drive(typed) {
        return;
    }
    let (Some(opened), Ok(url)) = (Opened::of(base), Url::parse(base)) else {
        return;
    };
    let joined = url.join(typed);
    let is_file = url.scheme() == "file" || joined.as_ref().is_ok_and(|url| url.scheme() == "file");
    // More than two slashes are those of an authority, unless the scheme is not special.
    let odd = [base, typed, url.as_str()].into_iter().any(is_odd) || typed.contains("///");
    if odd
        || is_file && (has_empty_segment(typed) || typed.contains([':', '|']))
        || typed.contains('\\')
        || typed.contains('@') && !url.is_special()
    {
        return;
    }
    let shown = opened.join(typed).map(Opened::into_string);
    let expected = joined.ok().and_then(|url| by_the_crate(url.as_str()));
    assert_eq!(shown, expected, "{base:?} {typed:?}");
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
    fn relative_urls_are_read_as_the_crate_reads_them(
        base in prop::collection::vec(prop::sample::select(PIECES), 0..6),
        first in prop::sample::select(&["http://h/a/b?c#d", "a://h/b", "a:/b/c", "a:b", "https:", "http://h/", "file:///a/b"][..]),
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..6),
    ) {
        check_join(&[first, &base.concat()].concat(), &pieces.concat());
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
