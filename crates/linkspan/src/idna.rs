//! Host names in ASCII and in Unicode (UTS #46, non-transitional).

use alloc::borrow::Cow;
use alloc::string::String;

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

/// ToUnicode. A name that UTS #46 rejects is shown as it was written.
pub(crate) fn to_unicode(host: &str) -> Cow<'_, str> {
    let (shown, result) =
        Uts46::new().to_unicode(host.as_bytes(), AsciiDenyList::URL, Hyphens::Allow);
    match result {
        Ok(()) => shown,
        Err(_) => Cow::Borrowed(host),
    }
}
