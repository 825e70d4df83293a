//! Names without a scheme, and the runs of host characters they are made of.

use core::ops::Range;

use super::Links;
use super::mail::Mail;
use super::url::Listed;
use crate::link::Link;
use crate::names::ascii::AsciiRun;
use crate::names::host::{self, Evidence, Name};
use crate::names::ip;
use crate::names::tld::TldSource;
use crate::observe::Observer;
use crate::profile::{BareIp, BareLinks, Glue, WwwNames};
use crate::reason::ReasonKind;
use crate::tables::{ProseClass, host_class, prose_class};

/// Passes everything on and remembers the length of the first top-level domain that was not known.
struct UnknownTld<'o, O>(&'o mut O, Option<usize>);

impl<O: Observer> Observer for UnknownTld<'_, O> {
    fn work(&mut self, steps: usize) {
        self.0.work(steps);
    }

    fn wants_reasons(&self) -> bool {
        self.0.wants_reasons()
    }

    fn unknown_tld(&mut self, label: &str) {
        self.0.unknown_tld(label);
        self.1.get_or_insert(label.len());
    }
}

/// What a short cut comes to.
enum Quick<T> {
    Decided(T),
    Undecided,
}

impl<'d, 't, O: Observer> Links<'d, 't, O> {
    /// A label separator: perhaps a host without a scheme.
    pub(super) fn separator(&mut self, at: usize) -> Option<Link<'t>> {
        let text = self.text;
        let behind = at + text.char_at(at)?.len_utf8();
        // Only a separator between two labels can make a host of its run.
        if !text
            .char_at(behind)
            .is_some_and(|c| host_class(c).is_label())
        {
            self.next = behind;
            return None;
        }
        if self.facts.has_short_cuts && !self.observer.wants_reasons() {
            if !self.profile.tlds.may_start(text, behind) {
                // If there is a name, another separator of the run shows it.
                self.next = behind;
                return None;
            }
            if let Quick::Decided(found) = self.ascii_name(at) {
                return found;
            }
        }
        let floor = match self.cut {
            cut if cut <= at => self.floor.max(cut),
            _ => self.floor,
        };
        let start = host::run_start(text, floor, at, self.glue(), &mut self.observer);
        let mut run = self.run_from(start);
        // What is glued to a name before the separator is another run.
        while run.end <= at && run.end == self.cut && !run.is_empty() {
            run = self.run_from(run.end);
        }
        self.next = run.end.max(behind);
        // An address may start inside the run, behind a character that Link_Email does not have.
        // What stands before it may be a name of its own.
        if text.byte(run.end) == Some(b'@')
            && let (Mail::Found(mail), _) = self.mail(run.end)
        {
            run.end = run.end.min(mail.start().max(run.start));
        }
        // Never link the tail of something longer: of a candidate that ended inside the run, of an
        // address, of a URL with a scheme that is not listed, or of a name with invisible joints.
        if self.is_tail(run.start)
            || text.byte(run.start.wrapping_sub(1)) == Some(b'@')
            || text.ends_with(self.floor, run.start, "://").is_some()
            || host::is_joined(text, run.start, &mut self.observer)
        {
            return None;
        }
        let start = text.slice(run.start, run.end).get(..4).unwrap_or_default();
        let evidence = match self.profile.syntax.www {
            WwwNames::SyntacticTld if start.eq_ignore_ascii_case("www.") => Evidence::Scheme,
            _ => Evidence::Shape,
        };
        let name = match self.profile.syntax.hosts.bare_ip {
            BareIp::Linked => ip::v4(text, &run).map(Name::address),
            BareIp::Ignored => None,
        };
        let name = match self.profile.syntax.bare {
            BareLinks::Linked => name.or_else(|| self.name(run, evidence))?,
            BareLinks::Ignored => name?,
        };
        // What stands directly before `://` is a scheme, however much it looks like a host.
        if text.has(name.range.end, "://") {
            return None;
        }
        self.url(name.range.start, &name, Listed::Yes)
    }

    /// The dot at `at` if all around it is ASCII, as it mostly is.
    fn ascii_name(&mut self, at: usize) -> Quick<Option<Link<'t>>> {
        let text = self.text;
        let Some(run) = AsciiRun::from(text, at + 1) else {
            return Quick::Undecided;
        };
        self.observer.work(run.end - at);
        // Most dots in prose and code end here.
        if !self.profile.tlds.knows(text.slice(run.tld, run.name_end)) {
            self.next = run.end;
            return Quick::Decided(None);
        }
        let floor = match self.cut {
            cut if cut <= at => self.floor.max(cut),
            _ => self.floor,
        };
        let Some(name) = run.name_around(text, floor, at) else {
            return Quick::Undecided;
        };
        self.observer.work(run.end - name.range.start);
        self.next = run.end;
        let is_tail = text.byte(name.range.start.wrapping_sub(1)) == Some(b'@')
            || text
                .ends_with(self.floor, name.range.start, "://")
                .is_some();
        Quick::Decided(match is_tail {
            true => None,
            false => self.url(name.range.start, &name, Listed::Yes),
        })
    }

    /// The host name at the start of a run. If only its top-level domain is not known, that is a
    /// reason.
    pub(super) fn name(&mut self, run: Range<usize>, evidence: Evidence) -> Option<Name> {
        let mut watch = UnknownTld(&mut self.observer, None);
        let tlds = &self.profile.tlds;
        let name = host::name(self.text, run.clone(), evidence, tlds, &mut watch);
        if let (None, Some(length)) = (&name, watch.1) {
            let end = host::trim_end(self.text, run.start, run.end);
            let about = end.saturating_sub(length)..end;
            self.observer
                .rejected(run.start..end, ReasonKind::TldUnknown, about);
        }
        name
    }

    /// Who knows top-level domains that text may be glued to.
    pub(super) fn glue(&self) -> Option<&'d TldSource> {
        match self.profile.syntax.glue {
            Glue::Cut => Some(&self.profile.tlds),
            Glue::Kept => None,
        }
    }

    /// Whether a run that starts at `start` is the tail of what stands before it. It is none if what
    /// stands before was cut off there as glued text.
    fn is_tail(&self, start: usize) -> bool {
        let is_glued = self.profile.syntax.glue == Glue::Cut
            && (start == self.floor || start == self.cut)
            && self
                .text
                .char_at(start)
                .is_some_and(|c| prose_class(c) == ProseClass::Unspaced);
        let before = self.text.char_before(start);
        let is_bullet = self.glue().is_some()
            && before.is_some_and(|c| host::is_bullet(self.text, start - c.len_utf8(), c));
        host::is_tail(self.text, start) && !is_glued && !is_bullet
    }

    /// The run of host characters from `start` on, without what is glued to its end: text behind a
    /// top-level domain, or the scheme of a URL that follows directly.
    pub(super) fn run_from(&mut self, start: usize) -> Range<usize> {
        let tlds = self.glue();
        let mut run = host::run_from(self.text, start, tlds, &mut self.observer);
        let is_unspaced = |c: char| prose_class(c) == ProseClass::Unspaced;
        if tlds.is_some() && self.text.char_at(run.end).is_some_and(is_unspaced) {
            self.cut = run.end;
        }
        if self.text.has(run.end, "://")
            && let Some(start) = self.scheme_start(run.start, run.end)
        {
            run.end = start;
        }
        run
    }
}
