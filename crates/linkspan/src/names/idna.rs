//! Converts host names to ASCII and Unicode (UTS #46, non-transitional).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::names::form;
use crate::tables::host_class;
use ::idna::AsciiDenyList;
use ::idna::uts46::{DnsLength, Hyphens, Uts46};

/// ToASCII with the rules of the WHATWG URL standard; `None` if UTS #46 rejects the name.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    if let Some(ascii) = settled_to_ascii(host) {
        return Some(ascii);
    }
    Uts46::new()
        .to_ascii(
            host.as_bytes(),
            AsciiDenyList::URL,
            Hyphens::Allow,
            DnsLength::Ignore,
        )
        .ok()
        .map(Cow::into_owned)
}

/// The same for a name with non-ASCII letters that need no mapping, as in most non-ASCII names.
fn settled_to_ascii(host: &str) -> Option<String> {
    // With right-to-left letters, all labels must be checked together.
    let is_settled = |label: &str| form::is_unmapped(label) && !label.contains(is_right_to_left);
    if host.is_ascii() || !host.split('.').all(is_settled) {
        return None;
    }
    let mut ascii = String::with_capacity(host.len() + 8);
    for (number, label) in host.split('.').enumerate() {
        if number > 0 {
            ascii.push('.');
        }
        if label.is_ascii() {
            ascii.push_str(label);
        } else {
            ascii.push_str("xn--");
            ascii.push_str(&::idna::punycode::encode_str(label)?);
        }
    }
    Some(ascii)
}

/// Right-to-left letters among those that UTS #46 maps to themselves here.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{6FF}')
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
            let encoded = ::idna::punycode::encode_str(&label.to_lowercase());
            ["xn--", &encoded.unwrap_or_default()].concat()
        })
    };
    let labels: Vec<String> = host
        .split(|c| host_class(c).is_separator())
        .map(encode)
        .collect();
    labels.join(".")
}

/// ToUnicode; `None` if UTS #46 rejects the name.
///
/// A label with characters that no host in text can contain (symbols that IDNA 2008 excludes) is
/// shown as its A-label: in Unicode it would not be detected as part of a link.
pub(crate) fn try_to_unicode(host: &str) -> Option<Cow<'_, str>> {
    // A debug assertion of `idna` fails for an invalid A-label that stays unchanged.
    if host.is_ascii() && host.contains("--") && to_ascii(host).is_none() {
        return None;
    }
    let in_text = |label: &[char]| label.iter().all(|&c| host_class(c).is_label());
    let (shown, result) = Uts46::new().to_user_interface(
        host.as_bytes(),
        AsciiDenyList::URL,
        Hyphens::Allow,
        |label, _, _| in_text(label),
    );
    result.is_ok().then_some(shown)
}

/// ToUnicode. A name that UTS #46 rejects is shown as written.
pub(crate) fn to_unicode(host: &str) -> Cow<'_, str> {
    try_to_unicode(host).unwrap_or(Cow::Borrowed(host))
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use ::idna::AsciiDenyList;
    use ::idna::uts46::{DnsLength, Hyphens, Uts46};
    use proptest::prelude::*;

    use super::settled_to_ascii;

    fn by_the_crate(host: &str) -> Option<String> {
        let ascii = Uts46::new().to_ascii(
            host.as_bytes(),
            AsciiDenyList::URL,
            Hyphens::Allow,
            DnsLength::Ignore,
        );
        ascii.ok().map(|ascii| ascii.to_string())
    }

    #[test]
    fn settled_letters_are_encoded_as_the_crate_does() {
        let mut settled = 0;
        for c in '\0'..='\u{FFFF}' {
            for host in [
                c.to_string(),
                String::from_iter(['a', c, '.', c, 'b', '.', 'd', 'e']),
            ] {
                if let Some(ascii) = settled_to_ascii(&host) {
                    settled += 1;
                    assert_eq!(by_the_crate(&host), Some(ascii), "{host}");
                }
            }
        }
        assert!(settled > 60_000, "{settled}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn settled_names_are_encoded_as_the_crate_does(letters in prop::collection::vec(prop::sample::select(
            "a0z-.éüßαςωйяѓ字中あがアパー가각च্कåæ\u{301}\u{3099}".chars().collect::<Vec<char>>()), 0..12))
        {
            let host = String::from_iter(letters);
            if let Some(ascii) = settled_to_ascii(&host) {
                prop_assert_eq!(by_the_crate(&host), Some(ascii));
            }
        }
    }
}
