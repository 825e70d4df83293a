//! Links and rejected candidates in the order of the text.

use alloc::collections::VecDeque;
use core::iter::FusedIterator;
use core::ops::Range;

use crate::link::{Link, Parts, Rejected};
use crate::meter::Meter;
use crate::reason::{Cause, ReasonKind};
use crate::scan::{Links, Observer};
use crate::text::Text;

/// A candidate that was either linked or rejected.
///
/// ```
/// use linkspan::{Detector, Finding, Profile};
///
/// let detector = Detector::new(Profile::recommended());
/// let rejected = |finding: &Finding<'_>| matches!(finding, Finding::Rejected(_));
/// assert_eq!(detector.explain("README.md, a.com, co.uk").filter(rejected).count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding<'t> {
    /// The candidate is linked, possibly narrowed; see [`Link::reasons`].
    Link(Link<'t>),
    /// The candidate is not linked.
    Rejected(Rejected<'t>),
}

/// Collects rejections during a scan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rejections {
    found: VecDeque<(Parts, Cause)>,
}

impl Meter for Rejections {}

impl Observer for Rejections {
    fn rejected(&mut self, candidate: &Parts, reason: ReasonKind, about: Range<usize>) {
        // The scan can meet a candidate from two sides; the first verdict counts.
        let last = self.found.back().map(|(parts, _)| parts.range());
        if last != Some(candidate.range()) {
            self.found
                .push_back((*candidate, Cause::new(reason, about)));
        }
    }
}

/// An iterator over the findings of a text; see [`Detector::explain`](crate::Detector::explain).
///
/// ```
/// use linkspan::{Detector, Finding};
///
/// let detector = Detector::uts58();
/// let mut judged = detector.explain("a.com b.invalid");
/// assert!(matches!(judged.next(), Some(Finding::Link(_))));
/// assert!(matches!(judged.next(), Some(Finding::Rejected(_))));
/// assert!(judged.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Findings<'d, 't> {
    links: Links<'d, 't, Rejections>,
    text: &'t str,
    pending: Option<Link<'t>>,
}

impl<'d, 't> Findings<'d, 't> {
    pub(crate) fn new(links: Links<'d, 't, Rejections>, text: &'t str) -> Self {
        Self {
            links,
            text,
            pending: None,
        }
    }
}

impl<'t> Iterator for Findings<'_, 't> {
    type Item = Finding<'t>;

    fn next(&mut self) -> Option<Finding<'t>> {
        if self.pending.is_none() && self.links.observer_mut().found.is_empty() {
            self.pending = self.links.next();
        }
        match self.links.observer_mut().found.pop_front() {
            Some((parts, cause)) => {
                let rejected = Rejected::new(Text(self.text), parts, cause);
                Some(Finding::Rejected(rejected))
            }
            None => self.pending.take().map(Finding::Link),
        }
    }
}

impl FusedIterator for Findings<'_, '_> {}
