//! Judges candidates according to the limits and the policy of the profile.
//!
//! A candidate is narrowed or rejected, never extended, and the first change has a reason. Rules
//! about names are in [`names`] and [`edges`], those about prose in [`sentence`], [`trim`],
//! [`tail`], [`bare`], [`address`] and [`glue`].

mod address;
mod bare;
pub(crate) mod edges;
mod fast;
pub(crate) mod glue;
mod names;
pub(crate) mod opaque;
mod part;
pub(crate) mod sentence;
pub(crate) mod stops;
mod tail;
pub(crate) mod trim;
mod userinfo;

use core::ops::Range;

use crate::link::{Link, Parts};
use crate::names::host::Name;
use crate::names::host::form::HostForm;
use crate::names::spoof::calm::Calm;
use crate::profile::policy::Policy;
use crate::profile::rule::Rules;
use crate::profile::{Profile, Rule};
use crate::reason::{Cause, ReasonKind};
use crate::tables::{ProseClass, prose_class};
use crate::text::Text;
use edges::Edges;

/// The basis of a verdict: the profile, the text, and whether the list of top-level domains is too
/// old.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'d, 't> {
    pub(crate) profile: &'d Profile,
    pub(crate) text: Text<'t>,
    pub(crate) stale: bool,
    /// Whether what is known of a calm name may be used. If reasons are wanted, everything is
    /// looked at, and tests compare the two.
    pub(crate) takes_short_ways: bool,
}

impl<'t> Judge<'_, 't> {
    /// Narrows a URL, or returns a cause to reject it. `floor` is the end of the previous
    /// candidate, and `cut` is what ended the URL while it was read. Returns why its end was moved,
    /// if it was.
    #[inline]
    pub(crate) fn url(
        &self,
        link: &mut Link<'t>,
        name: &Name,
        floor: usize,
        cut: Option<Cause>,
    ) -> Result<Option<ReasonKind>, Cause> {
        if cut.is_none()
            && link.parts().is_bare()
            && let Some(calm) = self.calm_link(link, name)
        {
            return self.calm_name(link, name, calm).map(|()| None);
        }
        self.judge_url(link, name, floor, cut)
    }

    /// The same for a URL of any kind.
    fn judge_url(
        &self,
        link: &mut Link<'t>,
        name: &Name,
        floor: usize,
        cut: Option<Cause>,
    ) -> Result<Option<ReasonKind>, Cause> {
        let policy = &self.profile.policy;
        let candidate = link.range();
        let is_bare = link.parts().is_bare();
        // `http:example.com`: a browser would open it, but the author forgot `//` or means a
        // command.
        if is_bare && self.has_bare_scheme(candidate.start, floor) {
            let kind = ReasonKind::SchemeWithoutSlashes;
            return Err(Cause::new(kind, name.range.clone()));
        }
        // `evil\u{202E}moc.example.com`: a reader takes the text before the name as part of it.
        if is_bare
            && policy.rules.has(Rule::BidiControl)
            && glue::is_reordered(self.text, name.range.start)
        {
            return Err(Cause::new(ReasonKind::BidiControl, name.range.clone()));
        }
        let mut left_out = [None, None];
        if policy.rules.meets(Rules::EDGES) {
            let edges = self.edges();
            let before = is_bare.then(|| edges.before(name.range.start)).flatten();
            let end = link.parts().authority_end();
            let slash = || (!is_bare).then(|| edges.after_authority(end)).flatten();
            let symbols = || (!is_bare).then(|| edges.after_symbols(end)).flatten();
            let after = || edges.after(end);
            if let Some(cause) = before.or_else(after).or_else(slash).or_else(symbols) {
                return Err(cause);
            }
            left_out = edges.left_out(is_bare.then_some(name.range.start), end);
        }
        if let Some(cut) = &cut {
            self.check_whole(link, cut)?;
        }
        let (mut trimmed, mut moved) = (None, None);
        if policy.rules.meets(Rules::PROSE) {
            trimmed = trim::narrow(link, policy.rules, cut);
            if is_bare {
                moved = self.narrow_bare(link, name)?;
            }
        }
        let name = moved.as_ref().unwrap_or(name);
        // The host without its root dot and without glued text before it.
        let labels = name.range.clone();
        let form = HostForm::new(self.text.slice(labels.start, labels.end));
        let calm = self.calm(name);
        self.check_lengths(calm, &form, (&labels, link.range().len()), &candidate)?;
        // A plain name with nothing after it has no such character.
        if !name.is_plain() || link.end() > link.parts().authority_end() {
            self.check_order(link)?;
        }
        let warning = self.check_host(name, calm, &labels, &form)?;
        // `co.uk` alone is a suffix that people mention, not a site; `gov.uk/renew` is a site.
        if is_bare
            && link.end() == labels.end
            && policy.rules.has(Rule::PublicSuffix)
            && fast::is_icann_suffix(calm, &form)
        {
            return Err(Cause::new(ReasonKind::PublicSuffix, labels));
        }
        // A name without a scheme is at the end of a sentence more often.
        if !is_bare && link.end() == labels.end {
            link.note(self.cut_off(link.end()));
        }
        let [before, after] = left_out;
        link.note(before);
        link.note(after);
        link.note(warning);
        link.note(self.staleness(name));
        link.note(policy.judge_path(self.text, link.parts()));
        self.check(link).map(|()| trimmed)
    }

    /// Applies the rules of prose to a name without a scheme. Returns the name if it starts later.
    fn narrow_bare(&self, link: &mut Link<'t>, name: &Name) -> Result<Option<Name>, Cause> {
        let rules = self.profile.policy.rules;
        let rest = self.text.slice(name.range.end, link.end());
        let start = link.start();
        // Nothing is glued to plain ASCII.
        if name.is_plain() {
            return self.check_site(name, start, rest).map(|()| None);
        }
        let moved = glue::glued_start(self.text, &name.range);
        let Some(moved) = moved.filter(|_| rules.has(Rule::GluedBefore)) else {
            self.check_joints(&name.range)?;
            return self.check_site(name, start, rest).map(|()| None);
        };
        link.parts_mut().start_at(moved);
        link.note(Some(Cause::new(ReasonKind::GluedBefore, start..moved)));
        let range = moved..name.range.end;
        let calm = Calm::of(self.text.slice(range.start, range.end));
        let name = Name {
            calm: calm.filter(|_| self.takes_short_ways),
            range,
            ..name.clone()
        };
        self.check_joints(&name.range)?;
        self.check_site(&name, start, rest)?;
        Ok(Some(name))
    }

    /// Checks that a URL that `cut` ended was not cut off before it was written here.
    #[cold]
    fn check_whole(&self, link: &mut Link<'t>, cut: &Cause) -> Result<(), Cause> {
        if !self.profile.policy.rules.has(Rule::Truncated) || !trim::is_truncated(link, cut) {
            return Ok(());
        }
        let cause = Cause::new(ReasonKind::Truncated, cut.about.clone());
        // The start of a short link leads elsewhere, and names are shortened to be shown.
        if link.parts().is_bare() || trim::is_shortener(link.host_typed()) {
            return Err(cause);
        }
        link.note(Some(cause));
        Ok(())
    }

    /// The warning that a host that ends at `end` was cut off: `http://www.facebook.co…`.
    fn cut_off(&self, end: usize) -> Option<Cause> {
        let is_cut =
            self.profile.policy.rules.has(Rule::Truncated) && trim::is_cut_off(self.text, end);
        is_cut.then(|| Cause::new(ReasonKind::Truncated, end..end + 3))
    }

    /// Checks that a name without a scheme is more likely a site than anything else. The text from
    /// `start` to the name is glued to it, and `rest` is the text after it in the link.
    fn check_site(&self, name: &Name, start: usize, rest: &str) -> Result<(), Cause> {
        let rules = self.profile.policy.rules;
        match bare::not_a_site(
            self.text,
            rules,
            (name, name.calm.map(|calm| calm.dots)),
            start,
            rest,
        ) {
            Some(kind) => Err(Cause::new(kind, name.range.clone())),
            None => Ok(()),
        }
    }

    /// Checks that no label of a name joins prose and a name: `www.登录github.com`.
    fn check_joints(&self, name: &Range<usize>) -> Result<(), Cause> {
        let joint = glue::joined_label(self.text, name);
        match joint.filter(|_| self.profile.policy.rules.has(Rule::JoinedName)) {
            Some(label) => Err(Cause::new(ReasonKind::JoinedName, label)),
            None => Ok(()),
        }
    }

    /// Narrows an e-mail address, or returns a cause to reject it.
    pub(crate) fn email(&self, link: &mut Link<'t>, name: &Name) -> Result<(), Cause> {
        let policy = &self.profile.policy;
        let candidate = *link.parts();
        let range = candidate.range();
        let local = candidate.before_host();
        if self.is_calm_address(&candidate, name) {
            link.note(self.staleness(name));
            return Ok(());
        }
        if self.has_bare_scheme(range.start, 0) {
            return Err(Cause::new(ReasonKind::SchemeWithoutSlashes, range));
        }
        if candidate.is_bare() && self.is_after_escape(&local, range.end) {
            let before = self.text.char_before(local.start).map_or(0, char::len_utf8);
            let first = self.text.char_at(local.start).map_or(0, char::len_utf8);
            return Err(Cause::new(
                ReasonKind::EscapeBefore,
                local.start - before..local.start + first,
            ));
        }
        if candidate.is_bare() && !name.is_plain() {
            self.check_joints(&name.range)?;
        }
        let (mut parts, mut moved) = (candidate, None);
        // With `mailto:`, the author has marked the start of the address.
        if policy.rules.meets(Rules::PROSE) && candidate.is_bare() {
            moved = self.email_start(&local, name.range.end)?;
            if let Some(cause) = &moved {
                parts = Parts::email(cause.about.end, cause.about.end, name.range.clone());
            }
            if let Some(cause) = self.not_an_address(parts.range().start, name.range.end) {
                return Err(cause);
            }
        }
        let local = parts.before_host();
        let mut left_out = [None, None];
        if policy.rules.meets(Rules::EDGES) {
            let edges = self.edges();
            let before = || {
                let before = edges.before(local.start);
                before.or_else(|| edges.before_address(local.start))
            };
            let before = candidate.is_bare().then(before).flatten();
            let inside = || edges.inside(&local);
            let after = || {
                let after = edges.after(name.range.end);
                after.or_else(|| edges.after_symbols(name.range.end))
            };
            if let Some(cause) = before.or_else(inside).or_else(after) {
                return Err(cause);
            }
            let start = (candidate.is_bare() && moved.is_none()).then_some(local.start);
            left_out = edges.left_out(start, name.range.end);
        }
        let typed = self.text.slice(local.start, local.end);
        if !self.profile.syntax.limits.allow_local_part(typed) {
            return Err(Cause::new(ReasonKind::LocalPartTooLong, local));
        }
        let form = HostForm::new(self.text.slice(name.range.start, name.range.end));
        let calm = self.calm(name);
        self.check_lengths(calm, &form, (&name.range, parts.range().len()), &range)?;
        if let Some(kind) = policy.judge_local_part(typed) {
            return Err(Cause::new(kind, local));
        }
        let warning = self.check_host(name, calm, &name.range, &form)?;
        *link.parts_mut() = parts;
        self.check_order(link)?;
        link.note(moved);
        let [before, after] = left_out;
        link.note(before);
        link.note(after);
        link.note(warning);
        link.note(self.cut_off(name.range.end));
        link.note(self.staleness(name));
        self.check(link)
    }

    /// Judges a link with a scheme and no host; returns a cause to reject it.
    pub(crate) fn opaque(&self, link: &Link<'t>) -> Result<(), Cause> {
        if !self.profile.syntax.limits.allow_link(link.range().len()) {
            return Err(Cause::new(ReasonKind::LinkTooLong, link.range()));
        }
        self.check_order(link)?;
        self.check(link)
    }

    fn edges(&self) -> Edges<'t, '_> {
        Edges {
            text: self.text,
            rules: self.profile.policy.rules,
            email: &self.profile.syntax.email,
        }
    }

    /// Checks the limits for a host and a whole link.
    #[inline]
    fn check_lengths(
        &self,
        calm: Option<Calm>,
        form: &HostForm<'_>,
        (host, link): (&Range<usize>, usize),
        candidate: &Range<usize>,
    ) -> Result<(), Cause> {
        let limits = &self.profile.syntax.limits;
        let is_short = calm.is_some_and(|calm| limits.allow_calm(calm));
        if !is_short && !limits.allow_host(form) {
            return Err(Cause::new(ReasonKind::NameTooLong, host.clone()));
        }
        if !limits.allow_link(link) {
            return Err(Cause::new(ReasonKind::LinkTooLong, candidate.clone()));
        }
        Ok(())
    }

    /// Applies the rules for names: returns a cause to reject the host, or a warning.
    #[inline]
    fn check_host(
        &self,
        name: &Name,
        calm: Option<Calm>,
        labels: &Range<usize>,
        form: &HostForm<'_>,
    ) -> Result<Option<Cause>, Cause> {
        let policy = &self.profile.policy;
        if name.has_symbols || calm.is_some() {
            return Ok(None);
        }
        policy.judge_host(self.text, labels, form)
    }

    /// Checks that no character inside a link reorders text.
    fn check_order(&self, link: &Link<'t>) -> Result<(), Cause> {
        match bidi_control(&self.profile.policy, link) {
            Some(cause) => Err(cause),
            None => Ok(()),
        }
    }

    /// Runs the checks of the application.
    #[inline]
    fn check(&self, link: &Link<'t>) -> Result<(), Cause> {
        let checks = &self.profile.policy.checks;
        match checks.iter().find_map(|check| check.judge(link)) {
            Some(kind) => Err(Cause::new(kind, link.range())),
            None => Ok(()),
        }
    }

    #[inline]
    fn staleness(&self, name: &Name) -> Option<Cause> {
        let is_stale = self.stale && name.by_list;
        is_stale.then(|| Cause::new(ReasonKind::TldListStale, name.range.clone()))
    }

    /// Whether a listed scheme with `:` but without `//` precedes `start`, and the profile rejects
    /// that.
    #[inline]
    fn has_bare_scheme(&self, start: usize, floor: usize) -> bool {
        if !self.profile.policy.rules.has(Rule::SchemeWithoutSlashes) {
            return false;
        }
        let text = self.text;
        // `https:/example.com` lacks a slash.
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
    // The first bytes of U+061C, and of U+200E and all others.
    let bytes = link.text().as_bytes();
    if !policy.rules.has(Rule::BidiControl) || memchr::memchr2(0xD8, 0xE2, bytes).is_none() {
        return None;
    }
    let mut characters = link.text().char_indices();
    let (at, c) = characters.find(|&(_, c)| prose_class(c) == ProseClass::BidiControl)?;
    let at = link.start() + at;
    Some(Cause::new(ReasonKind::BidiControl, at..at + c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use crate::tables::{ProseClass, prose_class};

    #[test]
    fn bidi_controls_start_with_one_of_two_bytes() {
        let is_control = |&c: &char| prose_class(c) == ProseClass::BidiControl;
        for c in ('\0'..=char::MAX).filter(is_control) {
            let first = c.to_string().bytes().next();
            assert!(matches!(first, Some(0xD8 | 0xE2)), "{c:?}");
        }
    }
}
