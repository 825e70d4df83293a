//! Converts host names to ASCII and Unicode (UTS #46, non-transitional).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use percent_encoding::{CONTROLS, utf8_percent_encode};

use super::mapping::Mapping;
use super::punycode;
use super::uts46::Processed;
use crate::tables::host_class;

/// ToASCII with the rules of the WHATWG URL standard; `None` if UTS #46 rejects the name.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    if is_settled(host) {
        return Some(host.into());
    }
    Some(Processed::of(host)?.write(|_| false))
}

/// Whether a name is in ASCII, without capitals and A-labels.
fn is_settled(host: &str) -> bool {
    let mut before = b'.';
    host.bytes().all(|byte| {
        let is_hyphenated = before == b'-' && byte == b'-';
        before = byte;
        matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_') && !is_hyphenated
    })
}

/// ToASCII, label by label. A label that UTS #46 rejects is encoded anyway.
pub(crate) fn to_ascii_lossy(host: &str) -> String {
    if let Some(ascii) = to_ascii(host) {
        return ascii;
    }
    let encode = |label: &str| {
        // An A-label that is rejected is already encoded.
        if label.is_ascii() {
            return label.to_ascii_lowercase();
        }
        to_ascii(label).unwrap_or_else(|| {
            // Encoding takes quadratic time. No such name exists, in whatever form it is written.
            if label.len() > punycode::LONGEST * 4 {
                return utf8_percent_encode(label, CONTROLS).collect();
            }
            let mut encoded = String::from("xn--");
            let chars: Vec<char> = label.chars().flat_map(to_lowercase).collect();
            punycode::encode(&chars.iter().copied(), |c| encoded.push(c));
            encoded
        })
    };
    let labels: Vec<String> = host
        .split(|c| host_class(c).is_separator())
        .map(encode)
        .collect();
    labels.join(".")
}

/// A letter in lower case, as UTS #46 maps it.
fn to_lowercase(c: char) -> impl Iterator<Item = char> {
    let (one, several) = match Mapping::of(c) {
        Mapping::Char(mapped) => (Some(mapped), ""),
        Mapping::Text(mapped) => (None, mapped),
        Mapping::Valid | Mapping::Removed | Mapping::Disallowed => (Some(c), ""),
    };
    one.into_iter().chain(several.chars())
}

/// ToUnicode; `None` if UTS #46 rejects the name.
///
/// A label with characters that no host in text can contain (symbols that IDNA 2008 excludes) is
/// shown as its A-label: in Unicode it would not be detected as part of a link.
pub(crate) fn try_to_unicode(host: &str) -> Option<Cow<'_, str>> {
    if is_settled(host) {
        return Some(Cow::Borrowed(host));
    }
    let in_text = |label: &[char]| label.iter().all(|&c| host_class(c).is_label());
    Some(Cow::Owned(Processed::of(host)?.write(in_text)))
}

/// ToUnicode. A name that UTS #46 rejects is shown as written.
pub(crate) fn to_unicode(host: &str) -> Cow<'_, str> {
    try_to_unicode(host).unwrap_or(Cow::Borrowed(host))
}
