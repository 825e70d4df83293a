//! Links and rejected candidates, side by side.

use alloc::collections::VecDeque;
use core::iter::FusedIterator;
use core::ops::Range;

use crate::link::Link;
use crate::observe::Observer;
use crate::reason::{Reason, ReasonKind};
use crate::scan::Links;
use crate::text::Text;

/// A candidate and what became of it.
///
/// ```
/// use linkspan::{Detector, Finding, Profile};
///
/// let detector = Detector::new(Profile::recommended());
/// let rejected = |finding: &Finding<'_>| matches!(finding, Finding::Rejected(_));
/// assert_eq!(detector.judged("README.md, a.com, co.uk").filter(rejected).count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding<'t> {
    /// It is linked, perhaps narrowed; see [`Link::reasons`].
    Link(Link<'t>),
    /// It is not linked.
    Rejected(Rejected<'t>),
}

/// A candidate that is not linked.
///
/// ```
/// use linkspan::{Detector, Finding};
///
/// let detector = Detector::uts58();
/// let Some(Finding::Rejected(rejected)) = detector.judged("see file.invalid").next() else { panic!() };
/// assert_eq!(rejected.as_str(), "file.invalid");
/// assert_eq!(rejected.reason().to_string(), "the top-level domain is not known: `invalid`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected<'t> {
    text: &'t str,
    range: Range<usize>,
    kind: ReasonKind,
    about: Range<usize>,
}

impl<'t> Rejected<'t> {
    /// The candidate as it stands in the text.
    ///
    /// ```
    /// use linkspan::{Detector, Finding};
    ///
    /// let detector = Detector::uts58();
    /// let Some(Finding::Rejected(rejected)) = detector.judged("see a.invalid/x y").next() else { panic!() };
    /// assert_eq!(rejected.as_str(), "a.invalid");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        Text(self.text).slice(self.range.start, self.range.end)
    }

    /// Where the candidate is, in bytes.
    ///
    /// ```
    /// use linkspan::{Detector, Finding};
    ///
    /// let detector = Detector::uts58();
    /// let Some(Finding::Rejected(rejected)) = detector.judged("see a.invalid").next() else { panic!() };
    /// assert_eq!(rejected.range(), 4..13);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Why it is not linked.
    ///
    /// ```
    /// use linkspan::{Detector, Finding, ReasonKind};
    ///
    /// let detector = Detector::uts58();
    /// let mut judged = detector.judged("https://a.com:99999/");
    /// let Some(Finding::Rejected(rejected)) = judged.next() else { panic!() };
    /// assert_eq!(rejected.reason().kind, ReasonKind::PortTooLarge);
    /// ```
    #[must_use]
    pub fn reason(&self) -> Reason<'t> {
        Reason {
            kind: self.kind,
            about: Text(self.text).slice(self.about.start, self.about.end),
        }
    }
}

/// Collects rejections during a scan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rejections {
    found: VecDeque<(Range<usize>, ReasonKind, Range<usize>)>,
}

impl Observer for Rejections {
    fn rejected(&mut self, range: Range<usize>, reason: ReasonKind, about: Range<usize>) {
        // A candidate can be looked at from two sides; the first verdict counts.
        if self.found.back().is_none_or(|(last, ..)| *last != range) {
            self.found.push_back((range, reason, about));
        }
    }
}

/// The findings of a text; see [`Detector::judged`](crate::Detector::judged).
///
/// ```
/// use linkspan::{Detector, Finding};
///
/// let detector = Detector::uts58();
/// let mut judged = detector.judged("a.com b.invalid");
/// assert!(matches!(judged.next(), Some(Finding::Link(_))));
/// assert!(matches!(judged.next(), Some(Finding::Rejected(_))));
/// assert!(judged.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Judged<'d, 't> {
    links: Links<'d, 't, Rejections>,
    text: &'t str,
    pending: Option<Link<'t>>,
}

impl<'d, 't> Judged<'d, 't> {
    pub(crate) fn new(links: Links<'d, 't, Rejections>, text: &'t str) -> Self {
        Self {
            links,
            text,
            pending: None,
        }
    }
}

impl<'t> Iterator for Judged<'_, 't> {
    type Item = Finding<'t>;

    fn next(&mut self) -> Option<Finding<'t>> {
        if self.pending.is_none() && self.links.observer_mut().found.is_empty() {
            self.pending = self.links.next();
        }
        match self.links.observer_mut().found.pop_front() {
            Some((range, kind, about)) => Some(Finding::Rejected(Rejected {
                text: self.text,
                range,
                kind,
                about,
            })),
            None => self.pending.take().map(Finding::Link),
        }
    }
}

impl FusedIterator for Judged<'_, '_> {}
