//! Links that nobody follows by accident: in A-labels, or defanged.
//!
//! Defanged text is the custom of security teams: `hxxps://example[.]com`, `me[@]example[.]com`.
//!
//! ```
//! use linkspan::defang::{defang, refang};
//!
//! assert_eq!(defang("https://evil.example/x"), "hxxps://evil[.]example/x");
//! assert_eq!(refang("hxxps://evil[.]example/x"), "https://evil.example/x");
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::detector::Detector;
use crate::detector::Finding;
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
        let parts = Parts::split(link);
        let host = parts.host();
        let slice = |from, to| Text(link).slice(from, to);
        Self {
            before: slice(0, host.start),
            host: slice(host.start, host.end),
            after: slice(host.end, link.len()),
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

/// Text without the defanging of [`defang`] and of others; see [`Refanged`].
///
/// `refang(defang(link))` is `link` again, unless the link has `hxxp`, `[.]` or the like of its own.
///
/// ```
/// use linkspan::defang::refang;
///
/// assert_eq!(refang("hxxp://evil[.]example/x"), "http://evil.example/x");
/// assert_eq!(refang("me(at)evil(dot)example"), "me@evil.example");
/// ```
#[must_use]
pub fn refang(text: &str) -> String {
    Refanged::new(text).text
}

/// Text without defanging, that knows where each of its bytes came from.
///
/// `hxxp` and `h**p` become `http`; `.`, `:`, `/`, `://`, `@`, `dot` and `at` lose the brackets `[]`,
/// `()` or `{}` around them, and `dot` and `at` become `.` and `@`.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::defang::Refanged;
///
/// let report = "seen: hxxps[://]evil(dot)example/x, me[at]example[.]com";
/// let refanged = Refanged::new(report);
/// let detector = Detector::uts58();
/// let found: Vec<(&str, &str)> = detector
///     .links(refanged.as_str())
///     .map(|link| (link.as_str(), &report[refanged.original(link.range())]))
///     .collect();
/// assert_eq!(found, [
///     ("https://evil.example/x", "hxxps[://]evil(dot)example/x"),
///     ("me@example.com", "me[at]example[.]com"),
/// ]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refanged {
    text: String,
    changes: Vec<Change>,
}

/// A place where something was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    refanged: Range<usize>,
    original: Range<usize>,
}

impl Refanged {
    /// Takes the defanging out of a text.
    ///
    /// ```
    /// use linkspan::defang::Refanged;
    ///
    /// assert_eq!(Refanged::new("h**p://evil{.}example").as_str(), "http://evil.example");
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut refanged = Self {
            text: String::with_capacity(text.len()),
            changes: Vec::new(),
        };
        let mut done = 0;
        let mut at = 0;
        while let Some(found) = text
            .get(at..)
            .and_then(|rest| rest.find(['[', '(', '{', 'h', 'H']))
        {
            at += found;
            let rest = text.get(at..).unwrap_or_default();
            let Some((length, plain)) = defanged_at(rest) else {
                at += 1;
                continue;
            };
            refanged
                .text
                .push_str(text.get(done..at).unwrap_or_default());
            let start = refanged.text.len();
            refanged.text.push_str(plain);
            refanged.changes.push(Change {
                refanged: start..refanged.text.len(),
                original: at..at + length,
            });
            at += length;
            done = at;
        }
        refanged.text.push_str(text.get(done..).unwrap_or_default());
        refanged
    }

    /// The text without defanging.
    ///
    /// ```
    /// use linkspan::defang::Refanged;
    ///
    /// assert_eq!(Refanged::new("see a[.]com").as_str(), "see a.com");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Where a range of [`as_str`](Self::as_str) came from in the original text. What was replaced is
    /// in the range as a whole or not at all.
    ///
    /// ```
    /// use linkspan::defang::Refanged;
    ///
    /// let refanged = Refanged::new("see a[.]com!");
    /// assert_eq!(&refanged.as_str()[4..9], "a.com");
    /// assert_eq!(refanged.original(4..9), 4..11);
    /// ```
    #[must_use]
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        let start = match self.change_before(range.start, |change| change.refanged.start) {
            Some(change) if range.start < change.refanged.end => change.original.start,
            Some(change) => change.original.end + (range.start - change.refanged.end),
            None => range.start,
        };
        let end = match self.change_before(range.end, |change| change.refanged.start + 1) {
            Some(change) => change.original.end + range.end.saturating_sub(change.refanged.end),
            None => range.end,
        };
        start..end.max(start)
    }

    /// The last change whose `edge` is at `at` or before.
    fn change_before(&self, at: usize, edge: impl Fn(&Change) -> usize) -> Option<&Change> {
        let after = self.changes.partition_point(|change| edge(change) <= at);
        after.checked_sub(1).and_then(|last| self.changes.get(last))
    }
}

/// What is defanged at the start of `text`: how long it is, and what it stands for.
fn defanged_at(text: &str) -> Option<(usize, &'static str)> {
    const INSIDE: [(&str, &str); 7] = [
        (".", "."),
        ("dot", "."),
        ("@", "@"),
        ("at", "@"),
        ("://", "://"),
        (":", ":"),
        ("/", "/"),
    ];
    let starts = |text: &str, word: &str| {
        text.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let close = match text.chars().next()? {
        '[' => "]",
        '(' => ")",
        '{' => "}",
        'H' if starts(text, "hxxp") => return Some((4, "HTTP")),
        _ if starts(text, "hxxp") || starts(text, "h**p") => return Some((4, "http")),
        _ => return None,
    };
    let inside = text.get(1..)?;
    INSIDE.into_iter().find_map(|(word, plain)| {
        let behind = inside.get(word.len()..)?;
        (starts(inside, word) && behind.starts_with(close)).then_some((word.len() + 2, plain))
    })
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
