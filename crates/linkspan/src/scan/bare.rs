//! Names without a scheme, and the runs of host characters that contain them.

use super::observer::Observer;
use super::url::Listed;
use super::{Links, Ready};
use crate::judge::glue;
use crate::link::Parts;
use crate::names::host::ascii::AsciiRun;
use crate::names::host::ip;
use crate::names::host::{self, Evidence, HostKind, Name, Run};
use crate::names::spoof::calm::CalmRun;
use crate::profile::{Linking, WwwNames};
use crate::reason::{Cause, ReasonKind};
use crate::tables::host_class;

/// The outcome of a fast path.
enum ShortCut<T> {
    Decided(T),
    Undecided,
}

impl<O: Observer> Links<'_, '_, O> {
    /// Handles a label separator, which may belong to a host without a scheme.
    pub(super) fn separator(&mut self, at: usize) -> Option<Ready> {
        let text = self.text;
        // The non-ASCII separators have three bytes each.
        let after = if text.byte(at)?.is_ascii() {
            at + 1
        } else {
            at + 3
        };
        let has_short_cuts = self.plan.has_short_cuts && !self.observer.wants_reasons();
        // If there is a name, another separator of the run finds it.
        if has_short_cuts && !self.profile.tlds.may_start(text, after) {
            self.cursor.pass(after);
            return None;
        }
        // Only a separator between two labels can make its run a host.
        if !text
            .char_at(after)
            .is_some_and(|c| host_class(c).is_label())
        {
            self.cursor.pass(after);
            return None;
        }
        // The commonest first: nearly all names are ASCII. An address comes before other names: the dot
        // of `jörg.m@example.com` is in a local part, whatever it separates.
        if has_short_cuts {
            if let ShortCut::Decided(found) = self.ascii_name(at) {
                return found;
            }
            if let Some(made) = self.find_address_with(at) {
                return Some(made);
            }
            if let ShortCut::Decided(found) = self.calm_name(at) {
                return found;
            }
        }
        let Some(mut run) = self.run_around(at, after) else {
            self.cursor.pass(after);
            return None;
        };
        if self.is_part_of_more(run.range.start) {
            self.report_part(&run);
            return None;
        }
        let whole = run.range.start;
        let mut name = self.bare_name(&run);
        // `（完）。example.com`, `see...example.com`: a sentence, then a name.
        if name.is_none()
            && let Some(start) = self
                .judge()
                .start_after_sentence(&run.range, &mut self.observer)
        {
            run.range.start = start;
            name = self.bare_name(&run);
        }
        let Some(name) = name else {
            self.report_part(&run);
            return None;
        };
        // The text directly before `://` is a scheme, even if it looks like a host:
        // `com.example.app://x`.
        if text.has(name.range.end, "://") {
            return None;
        }
        let made = self.url(name.range.start, &name, Listed::Yes)?;
        let start = name.range.start;
        if let Some(link) = self.link.as_mut().filter(|_| whole < start) {
            link.note(Some(Cause::new(ReasonKind::GluedBefore, whole..start)));
        }
        Some(made)
    }

    /// Reports why a run is not linked although it ends like a name.
    fn report_part(&mut self, run: &Run) {
        if self.observer.wants_reasons()
            && let Some(name) = self.judge().part_of_name(&run.range)
        {
            let parts = Parts::host_only(name.clone());
            self.observer.rejected(&parts, ReasonKind::PartOfName, name);
        }
    }

    /// Whether a run that starts at `start` is the tail of something longer: of a candidate that
    /// ended inside the run, of an address, of a URL whose scheme is not listed, or of a name that
    /// contains invisible joiners. Such a tail is never linked.
    fn is_part_of_more(&mut self, start: usize) -> bool {
        let text = self.text;
        self.is_tail(start)
            || text.byte(start.wrapping_sub(1)) == Some(b'@')
            || text.ends_with(self.cursor.floor(), start, "://").is_some()
            || host::is_joined(text, start, &mut self.observer)
                && !glue::precedes(text, start, self.profile.policy.rules)
    }

    /// The name or IP address without a scheme at the start of a run.
    fn bare_name(&mut self, run: &Run) -> Option<Name> {
        let text = self.text;
        let address = match self.profile.syntax.bare_ip {
            Linking::Linked => ip::v4(text, &run.range),
            Linking::Ignored => None,
        };
        let address = address.map(|range| Name::unlisted(range, HostKind::Ipv4));
        if address.is_some() || self.profile.syntax.bare == Linking::Ignored {
            return address;
        }
        let typed = text.slice(run.range.start, run.range.end);
        let start = typed.get(..4).unwrap_or_default();
        let evidence = match self.profile.syntax.www {
            WwwNames::SyntacticTld if start.eq_ignore_ascii_case("www.") => Evidence::Scheme,
            _ => Evidence::Shape,
        };
        self.name(run, evidence)
    }

    /// Handles the dot at `at` if everything around it is ASCII, which is the common case.
    fn ascii_name(&mut self, at: usize) -> ShortCut<Option<Ready>> {
        let text = self.text;
        let Some(run) = AsciiRun::from(text, at + 1) else {
            return ShortCut::Undecided;
        };
        self.observer.work(run.end - at);
        // Most dots in prose and code are dismissed here.
        if !self.profile.tlds.knows(text.slice(run.tld, run.name_end)) {
            self.cursor.pass(run.end);
            return ShortCut::Decided(None);
        }
        let Some(name) = run.name_around(text, self.cursor.run_floor(at), at) else {
            return ShortCut::Undecided;
        };
        self.observer.work(run.end - name.range.start);
        self.cursor.pass(run.end);
        let start = name.range.start;
        let is_tail = text.byte(start.wrapping_sub(1)) == Some(b'@')
            || text.ends_with(self.cursor.floor(), start, "://").is_some();
        ShortCut::Decided(if is_tail {
            None
        } else {
            self.url(start, &name, Listed::Yes)
        })
    }

    /// Handles the dot at `at` if the run around it is a calm name, which is the common case for
    /// names that are not ASCII.
    fn calm_name(&mut self, at: usize) -> ShortCut<Option<Ready>> {
        let text = self.text;
        let Some(run) = CalmRun::around(text, self.cursor.run_floor(at), at) else {
            return ShortCut::Undecided;
        };
        let start = run.range().start;
        self.observer.work(run.end - start);
        self.cursor.pass(run.end);
        let is_known = self.profile.tlds.knows(text.slice(run.tld(), run.name_end));
        ShortCut::Decided(match is_known {
            true => self.url(start, &Name::calm(&run, true), Listed::Yes),
            false => None,
        })
    }
}
