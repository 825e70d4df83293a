//! Observes a scan, at no cost when it is not observed.

use core::ops::Range;

use crate::link::Parts;
use crate::meter::{Meter, Work};
use crate::reason::ReasonKind;

/// Receives the events of a scan, in addition to the work that a [`Meter`] counts. Use it to
/// collect rejections in bulk; for single texts, [`Detector::explain`](crate::Detector::explain) is
/// simpler.
///
/// Every method has an empty default implementation, and `()` ignores all events, so an unobserved
/// scan compiles to the bare algorithm.
///
/// ```
/// use linkspan::observe::{Meter, Observer};
/// use linkspan::{Detector, Parts, ReasonKind};
///
/// struct Count(usize);
/// impl Meter for Count {}
/// impl Observer for Count {
///     fn rejected(&mut self, _: &Parts, _: ReasonKind, _: std::ops::Range<usize>) {
///         self.0 += 1;
///     }
/// }
/// let mut rejected = Count(0);
/// assert_eq!(Detector::uts58().observe("a.com b.invalid", &mut rejected).count(), 1);
/// assert_eq!(rejected.0, 1);
/// ```
pub trait Observer: Meter {
    /// Whether the scan diagnoses candidates: calls [`rejected`](Self::rejected) and
    /// [`unknown_tld`](Self::unknown_tld), and records [`Link::ending`](crate::Link::ending).
    /// `false` makes the scan faster; the links are the same. The default is `true`.
    ///
    /// ```
    /// use linkspan::observe::{Observer, Work};
    ///
    /// assert!(!().wants_reasons() && !Work::default().wants_reasons());
    /// ```
    fn wants_reasons(&self) -> bool {
        true
    }

    /// Called if a name is not linked because the source does not know its top-level domain.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::observe::{Meter, Observer};
    ///
    /// struct Unknown(Vec<String>);
    /// impl Meter for Unknown {}
    /// impl Observer for Unknown {
    ///     fn unknown_tld(&mut self, label: &str) { self.0.push(label.into()); }
    /// }
    /// let mut unknown = Unknown(Vec::new());
    /// Detector::uts58().observe("see printer.lan", &mut unknown).for_each(drop);
    /// assert_eq!(unknown.0, ["lan"]);
    /// ```
    fn unknown_tld(&mut self, label: &str) {
        let _ = label;
    }

    /// Called if a candidate is rejected. `about` is the range of the label or character that
    /// caused it.
    ///
    /// ```
    /// use linkspan::observe::{Meter, Observer};
    /// use linkspan::{Detector, Parts, ReasonKind};
    /// use std::ops::Range;
    ///
    /// struct Why(Vec<(Range<usize>, &'static str)>);
    /// impl Meter for Why {}
    /// impl Observer for Why {
    ///     fn rejected(&mut self, candidate: &Parts, reason: ReasonKind, _: Range<usize>) {
    ///         self.0.push((candidate.range(), reason.id()));
    ///     }
    /// }
    /// let mut why = Why(Vec::new());
    /// Detector::uts58().observe("see a.invalid", &mut why).for_each(drop);
    /// assert_eq!(why.0, [(4..13, "tld-unknown")]);
    /// ```
    fn rejected(&mut self, candidate: &Parts, reason: ReasonKind, about: Range<usize>) {
        let _ = (candidate, reason, about);
    }
}

impl Observer for () {
    fn wants_reasons(&self) -> bool {
        false
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn wants_reasons(&self) -> bool {
        (**self).wants_reasons()
    }

    fn unknown_tld(&mut self, label: &str) {
        (**self).unknown_tld(label);
    }

    fn rejected(&mut self, candidate: &Parts, reason: ReasonKind, about: Range<usize>) {
        (**self).rejected(candidate, reason, about);
    }
}

impl Observer for Work {
    // Counts the work of a scan without reasons.
    fn wants_reasons(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::meter::Work;
    use crate::names::host::authority::Authority;
    use crate::names::host::{self, Evidence, Run, RunEnd};
    use crate::names::lists::tld::TldSource;
    use crate::profile::{EmailSyntax, Linking};
    use crate::scan::lookahead::Lookahead;
    use crate::text::Text;
    use crate::uts58::local_part::local_part;
    use crate::uts58::termination::{self, Literal};

    /// The steps that `read` reports.
    fn steps<T>(read: impl FnOnce(&mut Work) -> T) -> usize {
        let mut work = Work::default();
        read(&mut work);
        work.steps
    }

    /// The growth tests are only as good as the counters: every reader reports each character that
    /// it reads at least once and at most three times.
    #[test]
    fn what_is_read_is_counted() {
        // Far from the start of the text, so that offsets differ from counts.
        let start = 10_000;
        let before = " ".repeat(start);
        let name = [&"a".repeat(400), ".", &"é".repeat(400), ".com"].concat();
        let length = name.chars().count();
        let name = [before.as_str(), &name].concat();
        let (text, end) = (Text(&name), name.len());
        let quoting = EmailSyntax {
            quoted: Linking::Linked,
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
        let run = Run {
            range: start..end,
            end: RunEnd::Character,
            may_be_name: true,
            seen: None,
        };
        let counts = [
            steps(|work| host::run_from(text, start, &(), work)),
            steps(|work| host::run_start(text, start, end, &(), work)),
            steps(|work| host::is_joined(Text(&joiners), joiners.len(), work)),
            steps(|work| host::name(text, &run, Evidence::Shape, &tlds, work)),
            steps(|work| Authority::after(Text(&port), start, work)),
            steps(|work| local_part(text, start, end, &plain, work)),
            steps(|work| local_part(Text(&local), 0, local.len(), &quoting, work)),
            steps(|work| termination::scan(Text(&path), 0, &Literal, &mut (), work)),
            steps(|work| termination::scan(Text(&plain_path), 0, &Literal, &mut (), work)),
            steps(|work| Lookahead::default().from(0, work, |at| long.char_at(at))),
        ];
        for (reader, steps) in counts.into_iter().enumerate() {
            assert!(
                (length - 2..=3 * length).contains(&steps),
                "reader {reader}: {steps} steps for {length} characters"
            );
        }
    }
}
