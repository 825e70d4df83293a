//! Links that are not followed by accident: in A-labels, or defanged.
//!
//! Defanged text is the custom of security teams: `hxxps://example[.]com`, `me[@]example[.]com`.
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

/// What becomes of a name that is not safe to link.
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
    /// It is written in A-labels, so that it does not look like another name.
    #[default]
    ALabel,
    /// It is written in A-labels and defanged.
    Defang,
    /// It stays as it is.
    Leave,
}

/// The text of a link with its host in A-labels.
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

/// What is at `parts` of a text, with its host in A-labels.
fn with_a_labels(text: &str, parts: &Parts) -> String {
    let slice = |from, to| Text(text).slice(from, to);
    let (range, host) = (parts.range(), parts.host());
    let typed = slice(host.start, host.end);
    // An address has no labels, and a host that is ASCII is as it was.
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

/// `text` with unsafe names rewritten: those that are not linked because they mix scripts or have
/// characters that the policy of the detector does not allow, and those that imitate others.
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
    for finding in detector.judged(text) {
        let (range, parts) = match &finding {
            Finding::Rejected(rejected) if is_unsafe(rejected.reason().kind) => {
                (rejected.range(), rejected.parts())
            }
            // A link that is not shown as it was typed.
            Finding::Link(link) if link.typed() != link.as_str() => (link.range(), link.parts()),
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

/// Whether a name is rejected for what it looks like.
fn is_unsafe(reason: ReasonKind) -> bool {
    matches!(
        reason,
        ReasonKind::MixedScript
            | ReasonKind::RestrictionLevel
            | ReasonKind::CharacterNotAllowed
            | ReasonKind::IdnaInvalid
    )
}
