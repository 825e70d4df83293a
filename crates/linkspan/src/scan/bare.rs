//! Names without a scheme, and the runs of host characters that contain them.

use core::ops::Range;

use super::mail::Mail;
use super::observer::{self, Observer};
use super::url::Listed;
use super::{Links, Made};
use crate::judge::glue::{self, Glue, is_unspaced};
use crate::judge::stops::{self, Stops};
use crate::link::Parts;
use crate::names::host::ascii::AsciiRun;
use crate::names::host::ip;
use crate::names::host::label::labels;
use crate::names::host::{self, Evidence, HostKind, Name, Run, RunEnd};
use crate::names::spoof::calm::{Calm, CalmRun};
use crate::profile::{Linking, Rule, WwwNames};
use crate::reason::{Cause, ReasonKind};
use crate::tables::{HostClass, host_class};

/// The outcome of a fast path.
enum ShortCut<T> {
    Decided(T),
    Undecided,
}

impl<O: Observer> Links<'_, '_, O> {
    /// Handles a label separator, which may belong to a host without a scheme.
    pub(super) fn separator(&mut self, at: usize) -> Option<Made> {
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
            self.next = after;
            return None;
        }
        // Only a separator between two labels can make its run a host.
        if !text
            .char_at(after)
            .is_some_and(|c| host_class(c).is_label())
        {
            self.next = after;
            return None;
        }
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
            self.next = after;
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
            && self.profile.has(Rule::GluedBefore)
            && let Some(start) = glue::after_sentence(text, &run.range, &mut self.observer)
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

    /// Reports why a run is not linked although it ends like a name: it is part of other text, or
    /// one of its parts is not a label.
    fn report_part(&mut self, run: &Run) {
        if !self.observer.wants_reasons() || !self.profile.has(Rule::PartOfName) {
            return;
        }
        let end = host::trim_end(self.text, run.range.start, run.range.end);
        let candidate = run.range.start..end;
        let tld = labels(self.text, &candidate).last();
        let is_known = |tld: &Range<usize>| {
            let tld = self.text.slice(tld.start, tld.end);
            self.profile.tlds.knows(tld)
        };
        if tld
            .filter(is_known)
            .is_some_and(|tld| tld.start > candidate.start)
        {
            let parts = Parts::host_only(candidate.clone());
            self.observer
                .rejected(&parts, ReasonKind::PartOfName, candidate);
        }
    }

    /// The run around the separator at `at`, without an address that starts inside it. The label
    /// starts at `after`. `None` if the separator is an ideographic full stop that ends a sentence.
    fn run_around(&mut self, at: usize, after: usize) -> Option<Run> {
        let text = self.text;
        // A full stop that ends a sentence belongs to no run.
        let is_end = |links: &Self| text.byte(at) != Some(b'.') && links.stops_at(at) == Stops::End;
        if is_end(self) {
            return None;
        }
        let mut run = self.stretch_around(at);
        if self.stops_at(at) == Stops::Separate
            && self.profile.has(Rule::IdeographicDot)
            && stops::has_stops(text, &run.range)
        {
            self.decide_stops(&run);
            if is_end(self) {
                return None;
            }
            run = self.stretch_around(at);
        }
        // `ends` of this rule only reports that it ended the run; the sentence ended.
        if run.end == RunEnd::Cut(ReasonKind::IdeographicDot) {
            run.end = RunEnd::Character;
        }
        if run.range.end < after {
            return None;
        }
        self.next = run.range.end.max(after);
        // An address may start inside the run, after a character that is not in Link_Email
        // (`联系我们。info@example.com`). The text before it may be a name.
        if text.byte(run.range.end) == Some(b'@')
            && let (Mail::Found, _) = self.read_address(run.range.end)
            && let Some(mail) = &self.link
        {
            run.range.end = run.range.end.min(mail.start().max(run.range.start));
            run.end = RunEnd::NextLink;
        }
        Some(run)
    }

    /// The run of host characters around the separator at `at`.
    fn stretch_around(&mut self, at: usize) -> Run {
        let glue = Glue::with_stops(self.profile, self.stops_at(at));
        let floor = self.run_floor(at);
        let start = host::run_start(self.text, floor, at, &glue, &mut self.observer);
        let mut run = self.glued_run_from(start, glue);
        // Text that is glued to a name before the separator is a separate run.
        while run.range.end <= at && run.range.end == self.cut && !run.range.is_empty() {
            run = self.glued_run_from(run.range.end, glue);
        }
        run
    }

    /// What ideographic full stops do at `at`, as far as that has been decided.
    fn stops_at(&self, at: usize) -> Stops {
        match self.sentences.contains(&at) {
            true => Stops::End,
            false => Stops::Separate,
        }
    }

    /// Decides what ideographic full stops do in a run, once for all of them. Those before `www.`
    /// end sentences, those after it separate labels.
    fn decide_stops(&mut self, run: &Run) {
        let (text, tlds) = (self.text, &self.profile.tlds);
        if Stops::of(text, run, tlds, &mut self.observer) == Stops::Separate {
            return;
        }
        self.sentences = run.range.start..stops::start_of_www(text, &run.range);
        if self.observer.wants_reasons()
            && let Some(name) = host::name(text, run, Evidence::Shape, tlds, &mut self.observer)
            && stops::has_stops(text, &name.range)
            && self.sentences.end == run.range.end
        {
            let about = name.range.clone();
            let kind = ReasonKind::IdeographicDot;
            self.observer
                .rejected(&Parts::host_only(name.range), kind, about);
        }
    }

    /// The earliest start of a run around a separator: after the last candidate, and after the last
    /// cut before glued text.
    fn run_floor(&self, at: usize) -> usize {
        if self.cut <= at {
            self.floor.max(self.cut)
        } else {
            self.floor
        }
    }

    /// Whether a run that starts at `start` is the tail of something longer: of a candidate that
    /// ended inside the run, of an address, of a URL whose scheme is not listed, or of a name that
    /// contains invisible joiners. Such a tail is never linked.
    fn is_part_of_more(&mut self, start: usize) -> bool {
        let text = self.text;
        self.is_tail(start)
            || text.byte(start.wrapping_sub(1)) == Some(b'@')
            || text.ends_with(self.floor, start, "://").is_some()
            || host::is_joined(text, start, &mut self.observer) && !self.is_after_glue(start)
    }

    /// Whether text that is glued to a name is before the invisible characters before `start`:
    /// `网站\u{FE0F}github.com`.
    fn is_after_glue(&self, start: usize) -> bool {
        let is_joiner = |c| host_class(c) == HostClass::Joiner;
        let before = self.text.slice(0, start).trim_end_matches(is_joiner);
        self.profile.has(Rule::GluedBefore) && before.ends_with(is_unspaced)
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
    fn ascii_name(&mut self, at: usize) -> ShortCut<Option<Made>> {
        let text = self.text;
        let Some(run) = AsciiRun::from(text, at + 1) else {
            return ShortCut::Undecided;
        };
        self.observer.work(run.end - at);
        // Most dots in prose and code are dismissed here.
        if !self.profile.tlds.knows(text.slice(run.tld, run.name_end)) {
            self.next = run.end;
            return ShortCut::Decided(None);
        }
        let Some(name) = run.name_around(text, self.run_floor(at), at) else {
            return ShortCut::Undecided;
        };
        self.observer.work(run.end - name.range.start);
        self.next = run.end;
        let start = name.range.start;
        let is_tail = text.byte(start.wrapping_sub(1)) == Some(b'@')
            || text.ends_with(self.floor, start, "://").is_some();
        ShortCut::Decided(if is_tail {
            None
        } else {
            self.url(start, &name, Listed::Yes)
        })
    }

    /// Handles the dot at `at` if the run around it is a calm name, which is the common case for
    /// names that are not ASCII.
    fn calm_name(&mut self, at: usize) -> ShortCut<Option<Made>> {
        let text = self.text;
        let Some(run) = CalmRun::around(text, self.run_floor(at), at) else {
            return ShortCut::Undecided;
        };
        let start = run.range().start;
        self.observer.work(run.end - start);
        self.next = run.end;
        let is_known = self.profile.tlds.knows(text.slice(run.tld(), run.name_end));
        ShortCut::Decided(match is_known {
            true => self.url(start, &Name::calm(&run, true), Listed::Yes),
            false => None,
        })
    }

    /// The host name at the start of a run. If only its top-level domain is unknown, that is
    /// reported as the reason.
    pub(super) fn name(&mut self, run: &Run, evidence: Evidence) -> Option<Name> {
        let tlds = &self.profile.tlds;
        match observer::name(self.text, run, evidence, tlds, &mut self.observer) {
            Ok(name) => Some(self.complete(run, name, evidence)),
            Err(None) => None,
            Err(Some(about)) => {
                let candidate = Parts::host_only(run.range.start..about.end);
                self.observer
                    .rejected(&candidate, ReasonKind::TldUnknown, about);
                None
            }
        }
    }

    /// A name of a run, without the first word of the next sentence. What is cut off after it says
    /// nothing about the name: `⸠example.com⸡和`.
    pub(super) fn complete(&mut self, run: &Run, name: Name, evidence: Evidence) -> Name {
        let mut name = self.without_sentence(run, name, evidence);
        let start = self.text.byte(name.range.start);
        // Letters that may be glued to the name take three bytes.
        let may_be_glued = start.is_some_and(|byte| byte >= 0xE0);
        if matches!(name.end, RunEnd::Cut(_)) && !may_be_glued && !self.observer.wants_reasons() {
            name.calm = Calm::of(self.text.slice(name.range.start, name.range.end));
        }
        name
    }

    /// A name without the first word of the next sentence: `⸠https://example.com⸡。AI 会改变一切`. The
    /// name before the ideographic full stop is complete, and the word is not only a top-level
    /// domain.
    fn without_sentence(&mut self, run: &Run, name: Name, evidence: Evidence) -> Name {
        let (text, tlds) = (self.text, &self.profile.tlds);
        if !self.profile.has(Rule::IdeographicDot) || !stops::ends_with_word(text, &name.range) {
            return name;
        }
        let stop = host::last_stop(text, &name.range);
        let shorter = stop.and_then(|stop| {
            let mut run = run.clone();
            run.range.end = stop;
            run.end = RunEnd::Character;
            host::name(text, &run, evidence, tlds, &mut self.observer)
        });
        let is_complete = |shorter: &Name| {
            let tld = labels(text, &shorter.range).last();
            tld.is_some_and(|tld| tlds.knows(text.slice(tld.start, tld.end)))
        };
        shorter.filter(is_complete).unwrap_or(name)
    }

    /// Whether a run that starts at `start` is the tail of the text before it. It is not if the
    /// preceding text was cut off there as glued text.
    fn is_tail(&self, start: usize) -> bool {
        let cuts = [self.floor, self.cut];
        let before = start.saturating_sub(1);
        let glue = || Glue::with_stops(self.profile, self.stops_at(before));
        host::is_tail(self.text, start)
            && !glue().is_some_and(|glue| glue.starts_anew(self.text, start, cuts))
    }

    /// The run of host characters that starts at `start`, without text glued to its end: text after
    /// a top-level domain, or the scheme of a URL that follows directly.
    pub(super) fn run_from(&mut self, start: usize) -> Run {
        self.glued_run_from(start, Glue::of(self.profile))
    }

    /// The same, where `glue` ends the run.
    fn glued_run_from(&mut self, start: usize, glue: Option<Glue<'_>>) -> Run {
        let mut run = host::run_from(self.text, start, &glue, &mut self.observer);
        let next = self.text.char_at(run.range.end);
        if glue.is_some() && next.is_some_and(is_unspaced) {
            self.cut = run.range.end;
        }
        // `https://a.com和https://b.com`: a listed scheme directly before `://` always counts,
        // regardless of the text before it, so it is not part of this host.
        if self.text.has(run.range.end, "://")
            && let Some(scheme) = self.scheme_start(run.range.start, run.range.end)
        {
            run.range.end = scheme;
            run.end = RunEnd::NextLink;
        }
        run
    }
}
