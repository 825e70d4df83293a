//! Candidates that are not linked.

use core::ops::Range;

use super::Parts;
use crate::reason::{Cause, Reason};
use crate::text::Text;

/// A candidate that is not linked; see [`Detector::explain`](crate::Detector::explain).
///
/// ```
/// use linkspan::{Detector, Finding};
///
/// let detector = Detector::uts58();
/// let Some(Finding::Rejected(rejected)) = detector.explain("see file.invalid").next() else { panic!() };
/// assert_eq!(rejected.text(), "file.invalid");
/// assert_eq!(rejected.reason().to_string(), "the top-level domain is not known: `invalid`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected<'t> {
    /// The whole text that contains the candidate.
    whole: &'t str,
    parts: Parts,
    cause: Cause,
}

impl<'t> Rejected<'t> {
    pub(crate) fn new(text: Text<'t>, parts: Parts, cause: Cause) -> Self {
        Self {
            whole: text.0,
            parts,
            cause,
        }
    }

    /// The candidate as written in the text.
    ///
    /// ```
    /// use linkspan::{Detector, Finding};
    ///
    /// let detector = Detector::uts58();
    /// let Some(Finding::Rejected(rejected)) = detector.explain("see a.invalid/x y").next() else { panic!() };
    /// assert_eq!(rejected.text(), "a.invalid");
    /// ```
    #[must_use]
    pub fn text(&self) -> &'t str {
        Text(self.whole).slice(self.range().start, self.range().end)
    }

    /// The byte range of the candidate in the text.
    ///
    /// ```
    /// use linkspan::{Detector, Finding};
    ///
    /// let detector = Detector::uts58();
    /// let Some(Finding::Rejected(rejected)) = detector.explain("see a.invalid").next() else { panic!() };
    /// assert_eq!(rejected.range(), 4..13);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.parts.range()
    }

    /// The offsets of the parts of the candidate.
    ///
    /// ```
    /// use linkspan::{Detector, Finding, Part};
    ///
    /// let text = "see https://user@example.com/x";
    /// let detector = Detector::uts58();
    /// let Some(Finding::Rejected(rejected)) = detector.explain(text).next() else { panic!() };
    /// let host = rejected.parts().get(Part::Host).unwrap();
    /// assert_eq!(&text[host], "example.com");
    /// ```
    #[must_use]
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Why the candidate is not linked.
    ///
    /// ```
    /// use linkspan::{Detector, Finding, ReasonKind};
    ///
    /// let detector = Detector::uts58();
    /// let mut judged = detector.explain("https://a.com:99999/");
    /// let Some(Finding::Rejected(rejected)) = judged.next() else { panic!() };
    /// assert_eq!(rejected.reason().kind, ReasonKind::PortTooLarge);
    /// ```
    #[must_use]
    pub fn reason(&self) -> Reason<'t> {
        Reason {
            kind: self.cause.kind,
            about: Text(self.whole).slice(self.cause.about.start, self.cause.about.end),
        }
    }
}
