//! The scan: from triggers to links.
//!
//! It jumps from one trigger to the next (`.`, `:`, `@` and the other label separators), reads the
//! run of host characters around it and decides. Two rules keep it linear: an attempt either yields a
//! link or moves on past everything it looked at, and what has to be looked for ahead is remembered.

mod bare;
mod mail;
pub(crate) mod plan;
pub(crate) mod pri185;
pub(crate) mod reach;
pub(crate) mod trigger;
mod url;

use core::iter::FusedIterator;
use core::ops::Range;

use crate::judge::Judge;
use crate::link::Link;
use crate::observe::Observer;
use crate::profile::{BareLinks, Grammar, Profile};
use crate::reason::{Cause, ReasonKind};
use crate::scan::plan::Facts;
use crate::scan::reach::Reach;
use crate::scan::trigger::Triggers;
use crate::text::Text;
use crate::uts58::props::{LinkTerm, link_term};

/// The links of a text; see [`Detector::links`](crate::Detector::links).
///
/// ```
/// let detector = linkspan::Detector::uts58();
/// let mut links = detector.links("a.com b.com");
/// assert_eq!(links.next().map(|link| link.end()), Some(5));
/// assert_eq!(links.clone().count(), 1, "the rest can be looked at twice");
/// assert_eq!(links.count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Links<'d, 't, O = ()> {
    profile: &'d Profile,
    facts: Facts,
    text: Text<'t>,
    triggers: Triggers<'t>,
    /// Triggers before this offset are done with.
    next: usize,
    /// The end of the last candidate, linked or rejected: text inside one is not scanned again.
    floor: usize,
    /// Where the last run of host characters was cut before glued text.
    cut: usize,
    /// How far characters of a local part reach.
    local: Reach,
    /// How far it is to a `"@`.
    quote: Reach,
    /// The run of non-Hard characters around the last link, if that is limited.
    run: Range<usize>,
    /// What the grammar of PRI #185 has found ahead.
    pri185: Option<pri185::Scanner>,
    observer: O,
}

impl<'t, O: Observer> Iterator for Links<'_, 't, O> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        let Some(longest) = self.profile.syntax.limits.run else {
            return self.any();
        };
        loop {
            let link = self.any()?;
            if self.run.end < link.end() {
                self.run = run_around(self.text, self.run.end, link.range());
                self.observer.work(self.run.len());
            }
            if self.run.len() <= longest {
                return Some(link);
            }
            let run = self.run.clone();
            self.leave(run.end);
            self.observer
                .rejected(link.range(), ReasonKind::RunTooLong, run);
        }
    }
}

/// The maximal run without Hard characters around `range`, not before `floor`.
fn run_around(text: Text<'_>, floor: usize, range: Range<usize>) -> Range<usize> {
    let is_hard = |c| link_term(c) == LinkTerm::Hard;
    let before = text.slice(floor, range.start);
    let start = before.rfind(is_hard).map_or(floor, |at| {
        let behind = before.get(at..).and_then(|rest| rest.chars().next());
        floor + at + behind.map_or(0, char::len_utf8)
    });
    let after = text.slice(range.end, text.0.len());
    let end = range.end + after.find(is_hard).unwrap_or(after.len());
    start..end
}

impl<O: Observer> FusedIterator for Links<'_, '_, O> {}

impl<'t, O: Observer> Links<'_, 't, O> {
    /// The next link, however long the run around it is.
    fn any(&mut self) -> Option<Link<'t>> {
        if self.profile.syntax.grammar == Grammar::Pri185 {
            let tlds = &self.profile.tlds;
            let (text, from) = (self.text, self.next);
            let scanner = self.pri185.get_or_insert_default();
            let link = scanner.next(text, from, tlds, &mut self.observer);
            self.next = link.as_ref().map_or(text.0.len(), Link::end);
            return link;
        }
        loop {
            let trigger = self.triggers.next(self.next, &mut self.observer)?;
            let found = match self.text.byte(trigger)? {
                b':' if self.text.has(trigger, "://") => self.after_scheme(trigger),
                b':' => self.colon(trigger),
                b'@' => self.at_sign(trigger),
                _ => self.separator(trigger),
            };
            if let Some(link) = found {
                self.leave(link.end());
                if self.profile.syntax.bare == BareLinks::Linked || !link.is_bare_email() {
                    return Some(link);
                }
            }
        }
    }
}

impl<'d, 't, O: Observer> Links<'d, 't, O> {
    pub(crate) fn new(profile: &'d Profile, facts: Facts, text: &'t str, observer: O) -> Self {
        let kinds = match observer.wants_reasons() {
            true => facts.kinds_for_reasons(),
            false => facts.kinds,
        };
        Self {
            profile,
            facts,
            text: Text(text),
            triggers: Triggers::new(text, kinds),
            next: 0,
            floor: 0,
            cut: 0,
            local: Reach::default(),
            quote: Reach::default(),
            run: 0..0,
            pri185: None,
            observer,
        }
    }

    /// Whoever watches the scan.
    pub(crate) fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Who decides about candidates.
    fn judge(&self) -> Judge<'d, 't> {
        Judge {
            profile: self.profile,
            text: self.text,
            stale: self.facts.stale,
        }
    }

    /// Moves on past a candidate that ends at `end`.
    fn leave(&mut self, end: usize) {
        self.floor = self.floor.max(end);
        self.next = self.next.max(end);
    }

    /// Moves on past a candidate that is not linked.
    fn reject(&mut self, range: Range<usize>, cause: Cause) {
        self.leave(range.end);
        self.observer.rejected(range, cause.kind, cause.about);
    }
}
