//! Makes links harmless: defangs them, or writes their hosts in A-labels.
//!
//! Security teams write defanged links so that they are not followed by accident:
//! `hxxps://example[.]com`, `me[@]example[.]com`. [`defang`](fn@defang) writes this notation,
//! [`refang`](fn@refang) reverses it, and [`rewritten`] changes only names that are unsafe.
//!
//! ```
//! use linkspan::defang::{defang, refang};
//!
//! let report = "seen: https://evil.example/x?u=https://other.example, me@evil.example";
//! let safe = "seen: hxxps://evil[.]example/x?u=hxxps://other[.]example, me[@]evil[.]example";
//! assert_eq!(defang(report), safe);
//! assert_eq!(refang(safe), report);
//! ```

mod changes;
mod refang;
mod signs;
mod words;

pub use refang::{Refanged, refang};
pub use signs::{defang, defang_with};

use alloc::borrow::Cow;
use alloc::string::String;

use crate::detector::{Detector, Finding};
use crate::link::Parts;
use crate::names::idna;
use crate::reason::ReasonKind;
use crate::text::Text;

/// What to do with a name that is not safe to link.
///
/// ```
/// use linkspan::defang::{Unsafe, rewritten};
/// use linkspan::{Detector, Profile};
///
/// let detector = Detector::new(Profile::nonascii());
/// let made = |action| rewritten(&detector, "pаypal.com", action);
/// assert_eq!(made(Unsafe::ALabel), "xn--pypal-4ve.com");
/// assert_eq!(made(Unsafe::Defang), "xn--pypal-4ve[.]com");
/// assert_eq!(made(Unsafe::Leave), "pаypal.com");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsafe {
    /// Writes it in A-labels, where it does not look like another name.
    #[default]
    ALabel,
    /// Writes it in A-labels and defangs it.
    Defang,
    /// Leaves it unchanged.
    Leave,
}

/// The text of a link with its host in A-labels. A host in ASCII is unchanged. Never fails: labels
/// that UTS #46 rejects are written in Punycode too.
///
/// ```
/// use linkspan::defang::in_a_labels;
///
/// assert_eq!(in_a_labels("https://pаypal.com/login"), "https://xn--pypal-4ve.com/login");
/// assert_eq!(in_a_labels("me@pаypal.com"), "me@xn--pypal-4ve.com");
/// ```
#[must_use]
pub fn in_a_labels(link: &str) -> String {
    with_a_labels(link, &Parts::split(link))
}

/// The text at `parts`, with its host in A-labels.
fn with_a_labels(text: &str, parts: &Parts) -> String {
    let slice = |from, to| Text(text).slice(from, to);
    let (range, host) = (parts.range(), parts.host());
    let typed = slice(host.start, host.end);
    // An IP address has no labels, and an ASCII host does not change.
    let shown = if typed.is_ascii() {
        Cow::Borrowed(typed)
    } else {
        Cow::Owned(idna::to_ascii_lossy(typed))
    };
    [
        slice(range.start, host.start),
        &shown,
        slice(host.end, range.end),
    ]
    .concat()
}

/// `text` with unsafe names rewritten: names that the detector rejects because they mix scripts or
/// contain characters that its policy does not allow, and names that imitate others. Borrows `text`
/// if it contains none. The cost is that of [`Detector::explain`].
///
/// ```
/// use linkspan::defang::{Unsafe, rewritten};
/// use linkspan::{Detector, Profile};
///
/// let detector = Detector::new(Profile::nonascii());
/// let text = "log in at https://pаypal.com/login or example.com";
/// assert_eq!(
///     rewritten(&detector, text, Unsafe::Defang),
///     "log in at hxxps://xn--pypal-4ve[.]com/login or example.com"
/// );
/// ```
#[must_use]
pub fn rewritten<'t>(detector: &Detector, text: &'t str, action: Unsafe) -> Cow<'t, str> {
    if action == Unsafe::Leave {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut at = 0;
    for finding in detector.explain(text) {
        let (range, parts) = match &finding {
            Finding::Rejected(rejected) if is_unsafe(rejected.reason().kind) => {
                (rejected.range(), rejected.parts())
            }
            // A link that is not shown as typed.
            Finding::Link(link) if link.typed() != link.text() => (link.range(), link.parts()),
            _ => continue,
        };
        if range.start < at {
            continue;
        }
        out.push_str(text.get(at..range.start).unwrap_or_default());
        let safe = with_a_labels(text, parts);
        match action {
            Unsafe::Defang => out.push_str(&defang_with(&safe, &detector.profile().tlds)),
            _ => out.push_str(&safe),
        }
        at = range.end;
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Cow::Owned(out)
}

/// Whether a name is rejected because of its appearance.
fn is_unsafe(reason: ReasonKind) -> bool {
    matches!(
        reason,
        ReasonKind::MixedScript
            | ReasonKind::RestrictionLevel
            | ReasonKind::CharacterNotAllowed
            | ReasonKind::IdnaInvalid
    )
}
