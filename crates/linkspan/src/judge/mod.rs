//! The verdict on a candidate: what the limits and the policy of the profile make of it.

mod names;
pub(crate) mod prose;

use core::ops::Range;

use crate::link::Link;
use crate::names::host::{self, Name};
use crate::names::suffix::SuffixSource;
use crate::profile::policy::{BareSuffixes, BidiControls, Policy, Prose};
use crate::profile::{Profile, SchemeColon};
use crate::reason::{Cause, ReasonKind};
use crate::tables::{ProseClass, host_class, prose_class};
use crate::text::Text;

/// What a verdict rests on: the profile, the text, and whether the list of top-level domains is too
/// old.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'d, 't> {
    pub(crate) profile: &'d Profile,
    pub(crate) text: Text<'t>,
    pub(crate) stale: bool,
}

impl<'t> Judge<'_, 't> {
    /// Narrows a URL, or finds a cause to reject it. `floor` is the end of the candidate before.
    pub(crate) fn url(&self, link: &mut Link<'t>, name: &Name, floor: usize) -> Result<(), Cause> {
        let (syntax, policy) = (&self.profile.syntax, &self.profile.policy);
        let candidate = link.range();
        let is_bare = candidate.start == name.range.start;
        let about = |kind, range: &Range<usize>| Cause::new(kind, range.clone());
        if is_bare
            && syntax.scheme_colon == SchemeColon::Rejected
            && self.has_bare_scheme(candidate.start, floor)
        {
            return Err(about(ReasonKind::SchemeWithoutSlashes, &name.range));
        }
        if policy.prose == Prose::Human {
            self.narrow(link, name, is_bare)?;
        }
        let host = link.host_range();
        let labels = host.start..name.range.end;
        if !syntax
            .limits
            .allow_host(self.text.slice(labels.start, labels.end))
        {
            return Err(about(ReasonKind::NameTooLong, &labels));
        }
        if !syntax.limits.allow_link(link.range().len()) {
            return Err(about(ReasonKind::LinkTooLong, &candidate));
        }
        if let Some(cause) = bidi_control(policy, link) {
            return Err(cause);
        }
        let warning = match name.is_plain && policy.repertoire.is_none() {
            true => None,
            false => policy.judge_host(self.text, &labels)?,
        };
        if is_bare && policy.bare_suffixes == BareSuffixes::Rejected {
            let host = self.text.slice(labels.start, labels.end);
            if SuffixSource::Embedded.is_icann_suffix(host) {
                return Err(about(ReasonKind::PublicSuffix, &labels));
            }
        }
        link.note(warning);
        link.note(self.staleness(name));
        link.note(policy.judge_path(self.text, host.end..link.end()));
        self.check(link)
    }

    /// Narrows a URL to what people would take for it, in prose.
    fn narrow(&self, link: &mut Link<'t>, name: &Name, is_bare: bool) -> Result<(), Cause> {
        let candidate = link.range();
        link.trim();
        if !is_bare {
            return Ok(());
        }
        let Name {
            range, is_plain, ..
        } = name;
        if self.is_reordered(range.start) {
            return Err(Cause::new(ReasonKind::BidiControl, range.clone()));
        }
        let is_alone = link.end() == range.end;
        if let Some(kind) = prose::not_a_name(self.text, range, is_alone) {
            return Err(Cause::new(kind, range.clone()));
        }
        if !is_plain && let Some(start) = prose::glued_start(self.text, range) {
            link.start_at(start);
            let glued = Cause::new(ReasonKind::GluedBefore, candidate.start..start);
            link.note(Some(glued));
        }
        Ok(())
    }

    /// Whether a bidi control joins a name to host characters before it.
    fn is_reordered(&self, start: usize) -> bool {
        let is_control = |c| prose_class(c) == ProseClass::BidiControl;
        let control = self.text.char_before(start).filter(|&c| is_control(c));
        control.is_some_and(|c| host::is_tail(self.text, start - c.len_utf8()))
    }

    /// An e-mail address at `candidate`, narrowed, or a cause to reject it.
    pub(crate) fn email(
        &self,
        candidate: &Range<usize>,
        local: Range<usize>,
        name: &Name,
    ) -> Result<Link<'t>, Cause> {
        let text = self.text;
        let (limits, policy) = (&self.profile.syntax.limits, &self.profile.policy);
        let domain = name.range.clone();
        let (mut start, mut local_start) = (candidate.start, local.start);
        let mut glued = None;
        if self.profile.syntax.scheme_colon == SchemeColon::Rejected
            && self.has_bare_scheme(start, 0)
        {
            return Err(Cause::new(
                ReasonKind::SchemeWithoutSlashes,
                candidate.clone(),
            ));
        }
        if policy.prose == Prose::Human && start == local_start {
            let unmarked = prose::unmarked(text, &local, domain.end);
            if unmarked > start {
                glued = Some(Cause::new(ReasonKind::TrailingMarkup, start..unmarked));
                start = unmarked;
                local_start = start;
            }
        }
        if policy.prose == Prose::Human && start == local_start {
            if let Some(rest) = prose::ascii_rest(text.slice(local_start, local.end)) {
                glued = Some(Cause::new(ReasonKind::GluedBefore, start..start + rest));
                start += rest;
                local_start = start;
            } else if let Some(c) = self.letter_before(start) {
                return Err(Cause::new(
                    ReasonKind::LetterBefore,
                    start - c.len_utf8()..start,
                ));
            }
        }
        let local_part = text.slice(local_start, local.end);
        if !limits.allow_local_part(local_part) {
            return Err(Cause::new(
                ReasonKind::LocalPartTooLong,
                local_start..local.end,
            ));
        }
        if !limits.allow_host(text.slice(domain.start, domain.end)) {
            return Err(Cause::new(ReasonKind::NameTooLong, domain));
        }
        if !limits.allow_link(domain.end - start) {
            return Err(Cause::new(ReasonKind::LinkTooLong, candidate.clone()));
        }
        if let Some(kind) = policy.judge_local_part(local_part) {
            return Err(Cause::new(kind, local_start..local.end));
        }
        let warning = match name.is_plain && policy.repertoire.is_none() {
            true => None,
            false => policy.judge_host(text, &domain)?,
        };
        let mut link = Link::email(text, start, local_start, domain);
        link.note(glued);
        link.note(warning);
        link.note(self.staleness(name));
        self.check(&link).map(|()| link)
    }

    /// The checks of the caller.
    pub(crate) fn check(&self, link: &Link<'t>) -> Result<(), Cause> {
        let checks = &self.profile.policy.checks;
        match checks.iter().find_map(|check| check.judge(link)) {
            Some(kind) => Err(Cause::new(kind, link.range())),
            None => Ok(()),
        }
    }

    fn staleness(&self, name: &Name) -> Option<Cause> {
        let is_stale = self.stale && name.by_list;
        is_stale.then(|| Cause::new(ReasonKind::TldListStale, name.range.clone()))
    }

    /// A letter directly before an address that Link_Email does not have: it may belong to it.
    fn letter_before(&self, start: usize) -> Option<char> {
        let email = &self.profile.syntax.email;
        self.text
            .char_before(start)
            .filter(|&c| host_class(c).is_label() && !email.contains(c))
    }

    /// Whether a listed scheme with `:`, but without `//`, stands before `start`.
    fn has_bare_scheme(&self, start: usize, floor: usize) -> bool {
        let text = self.text;
        let colon = match text.byte(start.wrapping_sub(1)) {
            Some(b'/') => start.wrapping_sub(2),
            _ => start.wrapping_sub(1),
        };
        let mut schemes = self.profile.syntax.schemes.hosts();
        text.byte(colon) == Some(b':')
            && schemes.any(|scheme| text.ends_with(floor, colon, scheme).is_some())
    }
}

/// The first character inside a link that reorders text.
fn bidi_control(policy: &Policy, link: &Link<'_>) -> Option<Cause> {
    if policy.bidi_controls == BidiControls::Kept || link.as_str().is_ascii() {
        return None;
    }
    let mut characters = link.as_str().char_indices();
    let (at, c) = characters.find(|&(_, c)| prose_class(c) == ProseClass::BidiControl)?;
    let at = link.start() + at;
    Some(Cause::new(ReasonKind::BidiControl, at..at + c.len_utf8()))
}
