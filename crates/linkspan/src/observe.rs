//! Watching a scan from outside, at no cost when nobody watches.

use core::ops::Range;

use crate::reason::ReasonKind;

/// Receives what happens during a scan.
///
/// Every method has an empty default, and `()` observes nothing, so that an unobserved scan
/// compiles to the bare algorithm.
pub trait Observer {
    /// `steps` more characters (or bytes, while searching) were looked at.
    ///
    /// The sum over a scan is bounded by a constant times the length of the text; the growth tests
    /// of the library rest on it.
    fn work(&mut self, steps: usize) {
        let _ = steps;
    }

    /// A name was not linked because the source does not know its top-level domain.
    fn unknown_tld(&mut self, label: &str) {
        let _ = label;
    }

    /// Whether anybody wants to know why names are not linked. If not, less is found out about them.
    fn wants_reasons(&self) -> bool {
        true
    }

    /// The candidate at `range` was rejected; `about` is the label or character that is to blame.
    fn rejected(&mut self, range: Range<usize>, reason: ReasonKind, about: Range<usize>) {
        let _ = (range, reason, about);
    }
}

impl Observer for () {
    fn wants_reasons(&self) -> bool {
        false
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn work(&mut self, steps: usize) {
        (**self).work(steps);
    }

    fn unknown_tld(&mut self, label: &str) {
        (**self).unknown_tld(label);
    }

    fn wants_reasons(&self) -> bool {
        (**self).wants_reasons()
    }

    fn rejected(&mut self, range: Range<usize>, reason: ReasonKind, about: Range<usize>) {
        (**self).rejected(range, reason, about);
    }
}

/// Counts the work of a scan.
///
/// ```
/// use linkspan::{Detector, observe::Work};
///
/// let mut work = Work::default();
/// assert_eq!(Detector::uts58().observed("see example.com", &mut work).count(), 1);
/// assert!(work.steps > 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The characters and bytes looked at so far.
    pub steps: usize,
}

impl Observer for Work {
    // The work of a scan that nobody watches.
    fn wants_reasons(&self) -> bool {
        false
    }

    fn work(&mut self, steps: usize) {
        self.steps = self.steps.saturating_add(steps);
    }
}
