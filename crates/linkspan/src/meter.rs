//! Counts the work of a scan, at no cost when it is not counted.

/// Receives the number of steps that a scan takes.
///
/// Every loop that reads text reports how much it has read. The total for a scan is at most a
/// constant times the length of the text; the growth tests of the library check this bound.
/// Implement it to watch the cost of a scan; to only sum the steps, use [`Work`]. `()` ignores them
/// at no cost.
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
/// Detector::uts58().observe("see a.com", &mut steps).for_each(drop);
/// assert!(steps.0 > 0);
/// ```
pub trait Meter {
    /// Called when `steps` more characters (or bytes, while searching for triggers) have been read.
    /// The default implementation ignores the call.
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

/// A [`Meter`] that sums the steps of a scan.
///
/// ```
/// use linkspan::{Detector, observe::Work};
///
/// let mut work = Work::default();
/// assert_eq!(Detector::uts58().observe("see example.com", &mut work).count(), 1);
/// assert!(work.steps > 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// The number of characters and bytes read so far.
    pub steps: usize,
}

impl Meter for Work {
    fn work(&mut self, steps: usize) {
        self.steps = self.steps.saturating_add(steps);
    }
}
