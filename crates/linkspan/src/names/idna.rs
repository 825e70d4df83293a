//! Host names in ASCII and in Unicode (UTS #46, non-transitional).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::tables::host_class;
use ::idna::AsciiDenyList;
use ::idna::uts46::{DnsLength, Hyphens, Uts46};

/// ToASCII with the rules of the WHATWG URL standard; `None` if UTS #46 rejects the name.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
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

/// ToASCII, label by label; a label that UTS #46 rejects is encoded without asking.
pub(crate) fn to_ascii_lossy(host: &str) -> String {
    if let Some(ascii) = to_ascii(host) {
        return ascii;
    }
    let encode = |label: &str| {
        // An A-label that is rejected is one already.
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
/// A label with characters that no host in text has (symbols that IDNA 2008 excludes) is shown as
/// its A-label: in Unicode it would not be taken for a part of a link.
pub(crate) fn try_to_unicode(host: &str) -> Option<Cow<'_, str>> {
    // A debug assertion of `idna` does not expect an A-label that is wrong and stays as it is.
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

/// ToUnicode. A name that UTS #46 rejects is shown as it was written.
pub(crate) fn to_unicode(host: &str) -> Cow<'_, str> {
    try_to_unicode(host).unwrap_or(Cow::Borrowed(host))
}
