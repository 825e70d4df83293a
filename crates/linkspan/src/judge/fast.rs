//! The short way for names and addresses that no rule applies to, neither to their text nor to the
//! text next to them. Most are like this.

use core::ops::Range;

use super::Judge;
use super::bare;
use super::edges::{is_hyphen, is_spaced_punctuation, is_symbol, is_wide_at};
use crate::link::{Link, Parts};
use crate::names::host::form::HostForm;
use crate::names::host::{HostKind, Name, in_run};
use crate::names::lists::suffix;
use crate::names::spoof::calm::Calm;
use crate::profile::Rule;
use crate::profile::rule::Rules;
use crate::reason::{Cause, ReasonKind};
use crate::tables::{ProseClass, is_unseen, prose_class};

impl<'t> Judge<'_, 't> {
    /// The facts of a calm name, if a link is just this name and has nothing next to it that a rule
    /// applies to. Most names without a scheme are like this.
    #[inline]
    pub(super) fn calm_link(&self, link: &Link<'t>, name: &Name) -> Option<Calm> {
        let is_alone = link.end() == name.range.end && self.is_alone(&name.range);
        is_alone.then(|| self.calm_part(name, name.range.len()))?
    }

    /// The facts of a name, if no rule applies to it as part of a link of a given length.
    #[inline]
    fn calm_part(&self, name: &Name, link: usize) -> Option<Calm> {
        let limits = &self.profile.syntax.limits;
        let is_good = self.profile.policy.checks.is_empty() && limits.allow_link(link);
        let calm = is_good.then(|| self.calm(name))??;
        let is_glued = calm.may_be_glued
            || name.kind != HostKind::Name
            || !name.is_plain() && self.text.char_before(name.range.start).is_some_and(in_run);
        (!is_glued && limits.allow_calm(calm)).then_some(calm)
    }

    /// The facts of a name, if no rule about names applies to it. Names that no short way read have
    /// none.
    #[inline]
    pub(super) fn calm(&self, name: &Name) -> Option<Calm> {
        let policy = &self.profile.policy;
        let calm = name
            .calm
            .filter(|_| self.takes_short_ways && !policy.judges_plain)?;
        (calm.is_single || !policy.rules.has(Rule::MixedScript)).then_some(calm)
    }

    /// Whether the text next to a name or address has no effect on it.
    #[inline]
    fn is_alone(&self, range: &Range<usize>) -> bool {
        let text = self.text;
        let Range { start, end } = *range;
        let is_before = || match text.byte(start.wrapping_sub(1)) {
            None | Some(b' ' | b'\n' | b'\t' | b',' | b'"' | b'(' | b'<') => true,
            Some(0x80..) => text.char_before(start).is_some_and(is_seen),
            _ => false,
        };
        let is_after = || match text.byte(end) {
            None => true,
            Some(b' ' | b'\n' | b'\r' | b'\t' | b',' | b'.' | b'"' | b')' | b'!' | b';' | b'>') => {
                true
            }
            Some(0x80..) => text.char_at(end).is_some_and(is_seen),
            _ => false,
        };
        is_before() && is_after()
    }

    /// Applies the remaining rules to such a name.
    pub(super) fn calm_name(
        &self,
        link: &mut Link<'t>,
        name: &Name,
        calm: Calm,
    ) -> Result<(), Cause> {
        let rules = self.profile.policy.rules;
        let reject = |kind| Err(Cause::new(kind, name.range.clone()));
        if rules.meets(Rules::PROSE)
            && let Some(kind) = bare::not_a_site(
                self.text,
                rules,
                (name, Some(calm.dots)),
                name.range.start,
                "",
            )
        {
            return reject(kind);
        }
        let form = HostForm::new(self.text.slice(name.range.start, name.range.end));
        if rules.has(Rule::PublicSuffix) && is_icann_suffix(Some(calm), &form) {
            return reject(ReasonKind::PublicSuffix);
        }
        link.note(self.staleness(name));
        Ok(())
    }

    /// Whether an address without `mailto:` is ASCII, contains only letters, digits and common
    /// signs, and has nothing next to it that a rule applies to. No rules remain for it.
    #[inline]
    pub(super) fn is_calm_address(&self, address: &Parts, name: &Name) -> bool {
        let (range, local) = (address.range(), address.before_host());
        let typed = self.text.slice(local.start, local.end);
        let is_part =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'+');
        let has_ascii_before = || {
            let before = self.text.byte(range.start.wrapping_sub(1));
            before.is_none_or(|byte| byte.is_ascii())
        };
        address.is_bare()
            && self.calm_part(name, range.len()).is_some()
            && has_ascii_before()
            && self.is_alone(&range)
            && !self.is_message_id(range.start, name.range.end)
            && typed.bytes().all(is_part)
            && typed.starts_with(|c: char| c.is_ascii_alphanumeric())
            && self.profile.syntax.limits.allow_local_part(typed)
    }
}

/// Whether a name is a public suffix of several labels: `co.uk`.
pub(super) fn is_icann_suffix(calm: Option<Calm>, name: &HostForm<'_>) -> bool {
    match calm {
        Some(calm) => suffix::is_calm_icann_suffix(name, calm.dots.last.into()),
        None => suffix::is_icann_suffix(name),
    }
}

/// Whether a character is visible, does not reorder text, and is not part of a name next to it, even
/// as a symbol inside it.
fn is_seen(c: char) -> bool {
    // Most are quotation marks, East Asian punctuation and letters that were cut off.
    if matches!(
        c,
        '\u{2018}'..='\u{201D}' | '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}'
            | '\u{FF08}' | '\u{FF09}' | '\u{FF0C}' | '\u{FF1A}'
    ) {
        return true;
    }
    let is_plain = || match prose_class(c) {
        ProseClass::NamePart => false,
        // What is cut off at the end of a name has its reason already.
        ProseClass::Unspaced => in_run(c),
        ProseClass::None => !is_symbol(c),
        _ => !is_spaced_punctuation(c),
    };
    !is_unseen(c)
        && is_plain()
        && !is_hyphen(c)
        && !is_wide_at(c)
        && !matches!(c, '\u{387}' | '\u{2026}')
}
