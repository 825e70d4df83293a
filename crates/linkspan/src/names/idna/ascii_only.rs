//! Host names without IDNA: only plain ASCII is converted.

use alloc::borrow::Cow;
use alloc::string::String;

/// The host in ASCII; `None` if the conversion needs IDNA.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    let mut labels = host.split('.');
    let is_plain = host.is_ascii() && labels.all(|label| !has_prefix(label));
    is_plain.then(|| host.to_ascii_lowercase())
}

/// The host in Unicode; `None` if the conversion needs IDNA.
pub(crate) fn try_to_unicode(host: &str) -> Option<Cow<'_, str>> {
    to_ascii(host).map(Cow::Owned)
}

/// The host in Unicode, or unchanged.
pub(crate) fn to_unicode(host: &str) -> Cow<'_, str> {
    try_to_unicode(host).unwrap_or(Cow::Borrowed(host))
}

/// The host in lower case.
pub(crate) fn to_ascii_lossy(host: &str) -> String {
    host.to_lowercase()
}

fn has_prefix(label: &str) -> bool {
    let prefix = label.get(..4);
    prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
}
