//! The scan: from triggers to links.
//!
//! The scan jumps from one trigger to the next (`.`, `:`, `@` and the other label separators),
//! reads the run of host characters around it and decides. Two rules keep it linear: an attempt
//! either yields a link or moves past everything it read, and the results of looking ahead are
//! remembered.

mod bare;
mod cursor;
mod ending;
mod host;
mod lookahead;
mod mail;
mod observer;
pub(crate) mod plan;
#[cfg(feature = "pri185")]
mod pri185;
mod run;
mod trigger;
mod url;

pub use observer::Observer;

use core::iter::FusedIterator;
use core::ops::Range;

use crate::judge::Judge;
use crate::judge::opaque::OpaqueUris;
use crate::link::{Link, Parts};
#[cfg(feature = "pri185")]
use crate::profile::Grammar;
use crate::profile::{Linking, Profile};
use crate::reason::{Cause, ReasonKind};
use crate::text::Text;
use crate::uts58::runs;
use cursor::Cursor;
use lookahead::Lookahead;
use plan::Plan;
use trigger::{AtSigns, Triggers};

/// An iterator over the links of a text; see [`Detector::links`](crate::Detector::links).
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
    plan: &'d Plan,
    text: Text<'t>,
    triggers: Triggers<'t>,
    cursor: Cursor,
    /// The last run of host characters in which ideographic full stops end sentences.
    sentences: Range<usize>,
    /// The URIs without a host that have been looked for.
    uris: OpaqueUris,
    /// The extent of local part characters ahead.
    local: Lookahead,
    /// The distance to the next `"@`.
    quote: Lookahead,
    /// The `@` of the last address that was examined from a URL before it, and the start of that
    /// address.
    ahead: (usize, usize),
    /// Where reading stopped for the last link that ended before an open bracket.
    beyond: usize,
    /// The run around the last link, if the length of runs is limited.
    run: Range<usize>,
    /// The structures that the grammar of PRI #185 has found ahead.
    #[cfg(feature = "pri185")]
    pri185: Option<pri185::Scanner>,
    /// The last link. It stays here until it is returned, because moving it costs more than finding
    /// the next one.
    link: Option<Link<'t>>,
    observer: O,
}

/// A link was created and is in [`Links::link`]. A [`Link`] has 128 bytes, which recognizers would
/// otherwise copy from one to the next.
struct Ready;

impl<'t, O: Observer> Iterator for Links<'_, 't, O> {
    type Item = Link<'t>;

    #[inline]
    fn next(&mut self) -> Option<Link<'t>> {
        self.advance()?;
        self.link.take()
    }
}

impl<O: Observer> FusedIterator for Links<'_, '_, O> {}

impl<'t, O: Observer> Links<'_, 't, O> {
    /// Creates the next link.
    fn advance(&mut self) -> Option<Ready> {
        let Some(longest) = self.profile.syntax.limits.run else {
            return self.next_link();
        };
        loop {
            self.next_link()?;
            let link = self.link.as_ref()?;
            if self.run.end < link.end() {
                self.run = runs::around(self.text, self.run.end, link.range());
                self.observer.work(self.run.len());
            }
            if self.run.len() <= longest {
                return Some(Ready);
            }
            let (run, parts) = (self.run.clone(), *link.parts());
            self.cursor.leave(run.end);
            self.observer.rejected(&parts, ReasonKind::RunTooLong, run);
        }
    }

    /// Creates the next link, regardless of the length of the run around it.
    fn next_link(&mut self) -> Option<Ready> {
        #[cfg(feature = "pri185")]
        if self.profile.syntax.grammar == Grammar::Pri185 {
            return self.next_structure();
        }
        loop {
            let trigger = self.triggers.next(self.cursor.next(), &mut self.observer)?;
            // What is more certain comes first. A scheme outweighs all that its URL contains, so
            // `://` is not a colon: `https://a.com:80`. A local part may contain a name, so a name
            // looks for an `@` after it: `first.last@example.com`.
            let found = match self.text.byte(trigger)? {
                b':' if self.text.has(trigger, "://") => self.after_scheme(trigger),
                b':' if self.triggers.kinds.at_signs == AtSigns::AfterMailto => {
                    self.mailto(trigger)
                }
                b':' => self.colon(trigger),
                b'@' => self.at_sign(trigger),
                _ => self.separator(trigger),
            };
            if let (Some(Ready), Some(link)) = (found, &self.link) {
                let is_wanted =
                    self.profile.syntax.bare == Linking::Linked || !link.is_bare_email();
                self.cursor.leave(link.end());
                if is_wanted {
                    return Some(Ready);
                }
            }
        }
    }

    /// Creates the link of the next structure of PRI #185.
    #[cfg(feature = "pri185")]
    fn next_structure(&mut self) -> Option<Ready> {
        let (text, from) = (self.text, self.cursor.next());
        let scanner = self.pri185.get_or_insert_default();
        let parts = scanner.next(text, from, &self.profile.tlds, &mut self.observer);
        self.cursor
            .pass(parts.map_or(text.0.len(), |parts| parts.range().end));
        let parts = parts?;
        let mut link = Link::new(text, parts, self.profile.syntax.default_scheme);
        if self.observer.wants_reasons() {
            link.set_ending(ending::of_grammar(text, parts.range().end));
        }
        self.link = Some(link);
        Some(Ready)
    }

    /// Creates a link with these parts.
    #[inline]
    fn make(&mut self, parts: Parts) -> &mut Link<'t> {
        let link = Link::new(self.text, parts, self.profile.syntax.default_scheme);
        self.link.insert(link)
    }
}

impl<'d, 't, O: Observer> Links<'d, 't, O> {
    #[inline]
    pub(crate) fn new(profile: &'d Profile, plan: &'d Plan, text: &'t str, observer: O) -> Self {
        let kinds = if observer.wants_reasons() {
            plan.kinds_for_reasons()
        } else {
            plan.kinds
        };
        Self {
            profile,
            plan,
            text: Text(text),
            triggers: Triggers::new(text, kinds),
            cursor: Cursor::default(),
            sentences: 0..0,
            uris: OpaqueUris::default(),
            local: Lookahead::default(),
            quote: Lookahead::default(),
            ahead: (0, 0),
            beyond: 0,
            run: 0..0,
            #[cfg(feature = "pri185")]
            pri185: None,
            link: None,
            observer,
        }
    }

    /// Continues the scan at `start`, which must be the start of a run.
    pub(crate) fn starting_at(mut self, start: usize) -> Self {
        self.cursor.leave(start);
        self.run = start..start;
        self
    }

    /// The observer of the scan.
    pub(crate) fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// The judge of candidates.
    fn judge(&self) -> Judge<'d, 't> {
        Judge {
            profile: self.profile,
            text: self.text,
            stale: self.plan.stale,
            takes_short_ways: !self.observer.wants_reasons(),
        }
    }

    /// Moves past a rejected candidate and reports it.
    fn reject(&mut self, candidate: &Parts, cause: Cause) {
        self.cursor.leave(candidate.range().end);
        self.observer.rejected(candidate, cause.kind, cause.about);
    }
}
