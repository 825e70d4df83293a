//! Counting the work of a scan, at no cost where it is not counted.

/// Counts steps.
///
/// Every loop that reads text reports how much it has read. The sum over a scan is bounded by a
/// constant times the length of the text; the growth tests of the library rest on it.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::observe::{Meter, Observer};
///
/// struct Steps(usize);
/// impl Meter for Steps {
///     fn work(&mut self, steps: usize) { self.0 += steps; }
/// }
/// impl Observer for Steps {}
/// let mut steps = Steps(0);
/// Detector::uts58().observed("see a.com", &mut steps).for_each(drop);
/// assert!(steps.0 > 0);
/// ```
pub trait Meter {
    /// `steps` more characters (or bytes, while searching) were looked at.
    ///
    /// ```
    /// use linkspan::observe::{Meter, Work};
    ///
    /// let mut work = Work::default();
    /// work.work(3);
    /// assert_eq!(work.steps, 3);
    /// ```
    fn work(&mut self, steps: usize) {
        let _ = steps;
    }
}

impl Meter for () {}

impl<M: Meter + ?Sized> Meter for &mut M {
    fn work(&mut self, steps: usize) {
        (**self).work(steps);
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
#[non_exhaustive]
pub struct Work {
    /// The characters and bytes looked at so far.
    pub steps: usize,
}

impl Meter for Work {
    fn work(&mut self, steps: usize) {
        self.steps = self.steps.saturating_add(steps);
    }
}
