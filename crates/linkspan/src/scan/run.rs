//! Runs of host characters, and the names in them.

use core::ops::Range;

use super::Links;
use super::mail::Mail;
use super::observer::Observer;
use crate::judge::glue::{Glue, is_unspaced};
use crate::judge::stops::{self, Stops};
use crate::link::Parts;
use crate::meter::Work;
use crate::names::host::{self, Evidence, Name, Run, RunEnd};
use crate::names::lists::tld::TldSource;
use crate::names::spoof::calm::Calm;
use crate::reason::ReasonKind;
use crate::text::Text;

impl<O: Observer> Links<'_, '_, O> {
    /// The run around the separator at `at`, without an address that starts inside it. The label
    /// starts at `after`. `None` if the separator is an ideographic full stop that ends a sentence.
    pub(super) fn run_around(&mut self, at: usize, after: usize) -> Option<Run> {
        let text = self.text;
        // A full stop that ends a sentence belongs to no run.
        let is_end = |links: &Self| text.byte(at) != Some(b'.') && links.stops_at(at) == Stops::End;
        if is_end(self) {
            return None;
        }
        let mut run = self.stretch_around(at);
        if self.stops_at(at) == Stops::Separate && self.judge().may_have_sentences(&run.range) {
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
        self.cursor.pass(run.range.end.max(after));
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
        let floor = self.cursor.run_floor(at);
        let start = host::run_start(self.text, floor, at, &glue, &mut self.observer);
        let mut run = self.glued_run_from(start, glue);
        // Text that is glued to a name before the separator is a separate run.
        while run.range.end <= at && run.range.end == self.cursor.cut() && !run.range.is_empty() {
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

    /// The host name at the start of a run. If only its top-level domain is unknown, that is
    /// reported as the reason.
    pub(super) fn name(&mut self, run: &Run, evidence: Evidence) -> Option<Name> {
        let tlds = &self.profile.tlds;
        match find_name(self.text, run, evidence, tlds, &mut self.observer) {
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
        let judge = self.judge();
        let mut name = judge.without_word(run, name, evidence, &mut self.observer);
        let start = self.text.byte(name.range.start);
        // Letters that may be glued to the name take three bytes.
        let may_be_glued = start.is_some_and(|byte| byte >= 0xE0);
        if matches!(name.end, RunEnd::Cut(_)) && !may_be_glued && !self.observer.wants_reasons() {
            name.calm = Calm::of(self.text.slice(name.range.start, name.range.end));
        }
        name
    }

    /// Whether a run that starts at `start` is the tail of the text before it. It is not if the
    /// preceding text was cut off there as glued text.
    pub(super) fn is_tail(&self, start: usize) -> bool {
        let cuts = [self.cursor.floor(), self.cursor.cut()];
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
            self.cursor.cut_at(run.range.end);
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

/// The host name at the start of a run. If only its top-level domain is unknown, that is reported to
/// the observer, and the error is the range of that label.
pub(super) fn find_name<O: Observer>(
    text: Text<'_>,
    run: &Run,
    evidence: Evidence,
    tlds: &TldSource,
    observer: &mut O,
) -> Result<Name, Option<Range<usize>>> {
    if let Some(name) = host::name(text, run, evidence, tlds, observer) {
        return Ok(name);
    }
    let mut first = None;
    if observer.wants_reasons() {
        let mut work = Work::default();
        for label in host::unknown_tlds(text, run, evidence, tlds, &mut work) {
            observer.unknown_tld(text.slice(label.start, label.end));
            first.get_or_insert(label);
        }
        observer.work(work.steps);
    }
    Err(first)
}
