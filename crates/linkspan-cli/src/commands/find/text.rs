//! The search of one text, with the place of every link and rejected candidate.

use std::io::{self, Write};

use linkspan::defang::Refanged;
use linkspan::offset::Position;
use linkspan::{Finding, Host, Link, Reason, Rejected};

use super::collect::CollectedLink;
use super::decode::Bytes;
use super::plan::{Action, Candidates, Defanged};
use super::print::Extent;
use super::source::SourceSearch;
use crate::out::marks::marked;
use crate::out::record::{Found, What};

impl SourceSearch<'_, '_, '_> {
    /// Searches text that starts at the current place.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        let plan = self.plan;
        let refanged = (plan.defanged == Defanged::Found).then(|| Refanged::new(text));
        let searched = refanged.as_ref().map_or(text, Refanged::as_str);
        let detector = self.detector(searched)?;
        let counts = plan.action == Action::Count && plan.candidates == Candidates::Linked;
        if counts && refanged.is_none() {
            // Computing places costs more than finding links, and is not needed to count.
            self.result.count += plan.filter.count(detector.links(searched));
            return Ok(());
        }
        let original = |range| match &refanged {
            Some(refanged) => refanged.original(range),
            None => range,
        };
        let findings: Box<dyn Iterator<Item = Finding>> = match plan.candidates {
            Candidates::All => Box::new(detector.explain(searched)),
            Candidates::Linked => Box::new(detector.links(searched).map(Finding::Link)),
        };
        let mut done = 0;
        let mut ahead = Ahead::default();
        for finding in findings {
            match finding {
                Finding::Link(link) => {
                    let range = original(link.range());
                    let typed = text.get(range.clone()).unwrap_or_default();
                    if !plan.filter.wants(&link, typed) {
                        continue;
                    }
                    self.pass(text.get(done..range.start).unwrap_or_default())?;
                    done = range.end;
                    self.link(typed, &link)?;
                    if self.plan.is_done() {
                        break;
                    }
                }
                Finding::Rejected(rejected) => {
                    let range = original(rejected.range());
                    let start = ahead.place(text, (done, self.place), range.start);
                    let between = text.get(done..range.start).unwrap_or_default();
                    let typed = text.get(range).unwrap_or_default();
                    let stored = self.stored.map(|stored| stored.after(between));
                    self.rejected(typed, (start, stored), &rejected)?;
                    if self.plan.is_done() {
                        break;
                    }
                }
            }
        }
        self.pass(text.get(done..).unwrap_or_default())
    }

    /// Handles a link according to the plan, and advances over it.
    fn link(&mut self, typed: &str, link: &Link) -> io::Result<()> {
        let (mut start, mut end) = (self.place, self.place.after(typed));
        self.place = end;
        if let Some(stored) = self.stored {
            let after = stored.after(typed);
            (start, end) = (stored.in_source(start), after.in_source(end));
            self.stored = Some(after);
        }
        if self.plan.prints_all_text() {
            self.result.count += 1;
            return self.out.write_all(marked(typed).as_bytes());
        }
        self.link_at(
            LinkPlace {
                start,
                end,
                decoded: false,
                within: None,
                reason: None,
            },
            typed,
            link,
        )
    }

    /// Handles a link at a place according to the plan.
    pub(crate) fn link_at(
        &mut self,
        place: LinkPlace<'_>,
        typed: &str,
        link: &Link,
    ) -> io::Result<()> {
        let printer = &self.plan.printer;
        let field = match printer.extent {
            Extent::Field(field) => Some(field),
            Extent::Place | Extent::Link => self.plan.by,
        };
        let value = field.map(|field| printer.value(field, link, typed));
        // A link without the requested value is not printed, but counts as found.
        let value = match (value, self.plan.by) {
            (Some(None), None) => return Ok(()),
            (value, _) => value.map(|value| value.unwrap_or_else(|| WITHOUT.to_owned())),
        };
        let is_printed = matches!(self.plan.action, Action::Print | Action::Context(_));
        if is_printed && !self.plan.takes_another() {
            return Ok(());
        }
        self.result.count += 1;
        let found = Found {
            origin: &self.origin,
            start: place.start,
            end: place.end,
            typed,
            decoded: place.decoded,
            within: place.within,
            reason: place.reason,
            what: What::Link(link),
        };
        match self.plan.action {
            Action::Count => Ok(()),
            Action::Print | Action::Context(_) => printer.print(&found, &mut self.out),
            Action::Collect => {
                let key = value.clone().unwrap_or_else(|| link.href_key());
                if self.result.collected.count_again(&key) {
                    return Ok(());
                }
                let mut printed = Vec::new();
                printer.print(&found, &mut printed)?;
                let kept = CollectedLink {
                    key,
                    text: value.unwrap_or_else(|| typed.to_owned()),
                    host: link.host().and_then(Host::ascii).unwrap_or_default(),
                    printed,
                };
                self.result.collected.add(0, kept);
                Ok(())
            }
        }
    }

    /// Prints a rejected candidate that starts at `start`. It does not advance over the candidate,
    /// because a link can start inside it.
    fn rejected(
        &mut self,
        typed: &str,
        (start, stored): (Position, Option<Bytes>),
        rejected: &Rejected,
    ) -> io::Result<()> {
        if !self.plan.takes_another() {
            return Ok(());
        }
        let end = start.after(typed);
        let in_source =
            |place, bytes: Option<Bytes>| bytes.map_or(place, |bytes| bytes.in_source(place));
        let found = Found {
            origin: &self.origin,
            start: in_source(start, stored),
            end: in_source(end, stored.map(|stored| stored.after(typed))),
            typed,
            decoded: false,
            within: None,
            reason: None,
            what: What::Rejected(rejected.parts().kind(), rejected.reason()),
        };
        self.plan.printer.print(&found, &mut self.out)
    }
}

/// The key that counts links without the value of `--by`.
const WITHOUT: &str = "-";

/// The location of a link.
#[derive(Clone, Copy)]
pub(crate) struct LinkPlace<'r> {
    pub(crate) start: Position,
    pub(crate) end: Position,
    /// Whether it is written differently in the source.
    pub(crate) decoded: bool,
    /// The element that contains it, in a document.
    pub(crate) within: Option<&'static str>,
    /// Warnings in addition to the reasons of the link.
    pub(crate) reason: Option<Reason<'r>>,
}

/// A place between the last link and the next. There can be many rejected candidates between two
/// links; starting from this place, no text is counted twice.
#[derive(Default)]
struct Ahead {
    offset: usize,
    place: Option<Position>,
}

impl Ahead {
    /// The place of `offset`, counted from the last place, or from `done` if that is nearer.
    fn place(&mut self, text: &str, done: (usize, Position), offset: usize) -> Position {
        let is_between = (done.0..=offset).contains(&self.offset);
        let (from, place) = match self.place {
            Some(place) if is_between => (self.offset, place),
            _ => done,
        };
        let place = place.after(text.get(from..offset).unwrap_or_default());
        *self = Self {
            offset,
            place: Some(place),
        };
        place
    }
}
