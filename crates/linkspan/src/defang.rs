//! Links that nobody follows by accident: in A-labels, or defanged.
//!
//! Defanged text is the custom of security teams: `hxxps://example[.]com`, `me[@]example[.]com`.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::detect::Detector;
use crate::idna;
use crate::judged::Finding;
use crate::reason::ReasonKind;
use crate::scheme;
use crate::tables::host_class;

/// What becomes of a name that is not safe to link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unsafe {
    /// It is written in A-labels, so that it does not look like another one.
    #[default]
    ALabel,
    /// It is written in A-labels and defanged.
    Defang,
    /// It stays as it is.
    Leave,
}

/// A link in three pieces.
struct Pieces<'l> {
    /// Scheme, and the local part of an address with its `@`.
    before: &'l str,
    host: &'l str,
    /// Port, path and the rest.
    after: &'l str,
}

impl<'l> Pieces<'l> {
    fn of(link: &'l str) -> Self {
        let split = |text: &'l str, at: usize| text.split_at_checked(at).unwrap_or((text, ""));
        let scheme = scheme::prefix_len(link);
        let rest = link.get(scheme..).unwrap_or_default();
        let is_host = |c: char| host_class(c).is_label() || host_class(c).is_separator();
        let host_start = match rest.rfind('@') {
            Some(at) if scheme == 0 => at + 1,
            _ => scheme,
        };
        let (before, rest) = split(link, host_start);
        let (host, after) = split(rest, rest.find(|c| !is_host(c)).unwrap_or(rest.len()));
        Self {
            before,
            host,
            after,
        }
    }
}

/// The text of a link with its host in A-labels.
///
/// ```
/// use linkspan::defang::in_a_labels;
///
/// assert_eq!(in_a_labels("https://pаypal.com/login"), "https://xn--pypal-4ve.com/login");
/// ```
#[must_use]
pub fn in_a_labels(link: &str) -> String {
    let Pieces {
        before,
        host,
        after,
    } = Pieces::of(link);
    [before, &idna::to_ascii_lossy(host), after].concat()
}

/// The text of a link, defanged: `http` becomes `hxxp`, and the dots of the host and an `@` stand in
/// brackets.
///
/// ```
/// use linkspan::defang::{defang, refang};
///
/// assert_eq!(defang("https://example.com/a.b"), "hxxps://example[.]com/a.b");
/// assert_eq!(defang("me@example.com"), "me[@]example[.]com");
/// assert_eq!(refang("hxxps://example[.]com/a.b"), "https://example.com/a.b");
/// ```
#[must_use]
pub fn defang(link: &str) -> String {
    let Pieces {
        before,
        host,
        after,
    } = Pieces::of(link);
    let is_web = before
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("http"));
    let mut out = String::with_capacity(link.len() + 8);
    for (at, c) in before.chars().enumerate() {
        match c {
            't' if is_web && at < 3 => out.push('x'),
            'T' if is_web && at < 3 => out.push('X'),
            '@' => out.push_str("[@]"),
            _ => out.push(c),
        }
    }
    out.push_str(&host.replace('.', "[.]"));
    out.push_str(after);
    out
}

/// Text without the defanging of [`defang`]: `hxxp` becomes `http`, and the brackets around dots and
/// `@` go.
///
/// `refang(defang(link))` is `link` again, unless the link has `hxxp`, `[.]` or `[@]` of its own.
#[must_use]
pub fn refang(text: &str) -> String {
    let text = text.replace("[.]", ".").replace("[@]", "@");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let is_defanged = rest
            .get(..4)
            .is_some_and(|start| start.eq_ignore_ascii_case("hxxp"));
        let length = if is_defanged { 4 } else { c.len_utf8() };
        let (piece, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if is_defanged {
            out.extend(piece.chars().map(|c| match c {
                'x' => 't',
                'X' => 'T',
                _ => c,
            }));
        } else {
            out.push_str(piece);
        }
        rest = after;
    }
    out
}

/// The text with the names rewritten that are not linked because they mix scripts or have characters
/// that the policy of the detector does not allow.
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
    let mut out = String::new();
    let mut at = 0;
    for finding in detector.judged(text) {
        let Finding::Rejected(rejected) = finding else {
            continue;
        };
        let is_unsafe = matches!(
            rejected.reason().kind,
            ReasonKind::MixedScript
                | ReasonKind::RestrictionLevel
                | ReasonKind::CharacterNotAllowed
                | ReasonKind::IdnaInvalid
        );
        let range = rejected.range();
        if !is_unsafe || action == Unsafe::Leave || range.start < at {
            continue;
        }
        out.push_str(text.get(at..range.start).unwrap_or_default());
        let safe = in_a_labels(rejected.as_str());
        match action {
            Unsafe::Defang => out.push_str(&defang(&safe)),
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
