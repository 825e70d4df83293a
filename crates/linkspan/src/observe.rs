//! Watching a scan from outside, at no cost when nobody watches.
//!
//! ```
//! use linkspan::{Detector, observe::Work};
//!
//! let mut work = Work::default();
//! let links = Detector::uts58().observed("see a.com", &mut work).count();
//! assert!(links == 1 && work.steps < 100);
//! ```

use core::ops::Range;

use crate::reason::ReasonKind;

/// Receives what happens during a scan.
///
/// Every method has an empty default, and `()` observes nothing, so that an unobserved scan
/// compiles to the bare algorithm.
///
/// ```
/// use linkspan::{Detector, ReasonKind, observe::Observer};
///
/// struct Count(usize);
/// impl Observer for Count {
///     fn rejected(&mut self, _: std::ops::Range<usize>, _: ReasonKind, _: std::ops::Range<usize>) {
///         self.0 += 1;
///     }
/// }
/// let mut rejected = Count(0);
/// assert_eq!(Detector::uts58().observed("a.com b.invalid", &mut rejected).count(), 1);
/// assert_eq!(rejected.0, 1);
/// ```
pub trait Observer {
    /// `steps` more characters (or bytes, while searching) were looked at.
    ///
    /// The sum over a scan is bounded by a constant times the length of the text; the growth tests
    /// of the library rest on it.
    ///
    /// ```
    /// use linkspan::{Detector, observe::Observer};
    ///
    /// struct Steps(usize);
    /// impl Observer for Steps {
    ///     fn work(&mut self, steps: usize) { self.0 += steps; }
    /// }
    /// let mut steps = Steps(0);
    /// Detector::uts58().observed("see a.com", &mut steps).for_each(drop);
    /// assert!(steps.0 > 0);
    /// ```
    fn work(&mut self, steps: usize) {
        let _ = steps;
    }

    /// A name was not linked because the source does not know its top-level domain.
    ///
    /// ```
    /// use linkspan::{Detector, observe::Observer};
    ///
    /// struct Unknown(Vec<String>);
    /// impl Observer for Unknown {
    ///     fn unknown_tld(&mut self, label: &str) { self.0.push(label.into()); }
    /// }
    /// let mut unknown = Unknown(Vec::new());
    /// Detector::uts58().observed("see printer.lan", &mut unknown).for_each(drop);
    /// assert_eq!(unknown.0, ["lan"]);
    /// ```
    fn unknown_tld(&mut self, label: &str) {
        let _ = label;
    }

    /// Whether anybody wants to know why names are not linked. If not, less is found out about them.
    ///
    /// ```
    /// use linkspan::observe::{Observer, Work};
    ///
    /// assert!(!().wants_reasons() && !Work::default().wants_reasons());
    /// ```
    fn wants_reasons(&self) -> bool {
        true
    }

    /// The candidate at `range` was rejected; `about` is the label or character that is to blame.
    ///
    /// ```
    /// use linkspan::{Detector, ReasonKind, observe::Observer};
    /// use std::ops::Range;
    ///
    /// struct Why(Vec<(Range<usize>, &'static str)>);
    /// impl Observer for Why {
    ///     fn rejected(&mut self, range: Range<usize>, reason: ReasonKind, _: Range<usize>) {
    ///         self.0.push((range, reason.id()));
    ///     }
    /// }
    /// let mut why = Why(Vec::new());
    /// Detector::uts58().observed("see a.invalid", &mut why).for_each(drop);
    /// assert_eq!(why.0, [(4..13, "tld-unknown")]);
    /// ```
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

#[cfg(test)]
mod tests {
    use super::Work;
    use crate::email;
    use crate::names::host::{self, Authority, Evidence};
    use crate::names::tld::TldSource;
    use crate::profile::policy::Prose;
    use crate::profile::{EmailSyntax, QuotedLocalParts};
    use crate::scan::reach::Reach;
    use crate::text::Text;
    use crate::uts58::termination;

    /// The steps that `read` reports.
    fn steps<T>(read: impl FnOnce(&mut Work) -> T) -> usize {
        let mut work = Work::default();
        read(&mut work);
        work.steps
    }

    /// Growth tests are worth as much as the counters: every reader reports what it reads, a
    /// character at least once and at most three times.
    #[test]
    fn what_is_read_is_counted() {
        // Far from the start of the text, so that offsets are no counts.
        let start = 10_000;
        let before = " ".repeat(start);
        let name = [&"a".repeat(400), ".", &"é".repeat(400), ".com"].concat();
        let length = name.chars().count();
        let name = [before.as_str(), &name].concat();
        let (text, end) = (Text(&name), name.len());
        let quoting = EmailSyntax {
            quoted: QuotedLocalParts::Linked,
            ..EmailSyntax::default()
        };
        let path = ["/", &"(".repeat(100), &"é.".repeat(400)].concat();
        let plain_path = ["/", &"a".repeat(400), "é", &"a".repeat(403)].concat();
        let local = [before.as_str(), "\"", &"é!".repeat(402), "\""].concat();
        let joiners = ["a", &"\u{AD}".repeat(805)].concat();
        let port = [before.as_str(), ":", &"1".repeat(804)].concat();
        let tlds = TldSource::Embedded;
        let plain = EmailSyntax::default();
        let long = Text(&joiners);
        let counts = [
            steps(|work| host::run_from(text, start, None, work)),
            steps(|work| host::run_start(text, start, end, None, work)),
            steps(|work| host::is_joined(Text(&joiners), joiners.len(), work)),
            steps(|work| host::name(text, start..end, Evidence::Shape, &tlds, work)),
            steps(|work| Authority::after(Text(&port), start, work)),
            steps(|work| email::local_part(text, start, end, &plain, work)),
            steps(|work| email::local_part(Text(&local), 0, local.len(), &quoting, work)),
            steps(|work| termination::scan(Text(&path), 0, Prose::Literal, "", work)),
            steps(|work| termination::scan(Text(&plain_path), 0, Prose::Literal, "", work)),
            steps(|work| Reach::default().from(0, work, |at| long.char_at(at))),
        ];
        for (reader, steps) in counts.into_iter().enumerate() {
            assert!(
                (length - 2..=3 * length).contains(&steps),
                "reader {reader}: {steps} steps for {length} characters"
            );
        }
    }
}
