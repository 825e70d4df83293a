//! Rules about host names and local parts: characters, scripts, lookalikes.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::link::Parts;
use crate::names::host::form::HostForm;
use crate::names::host::label::labels;
#[cfg(feature = "idna")]
use crate::names::idna::joiner;
use crate::names::idna::{self, mapping};
use crate::names::lists::tld::TldSource;
use crate::names::spoof::confusable::ascii_twin;
use crate::names::spoof::lookalike;
use crate::names::spoof::security::{self, Scripts};
use crate::names::spoof::tld_languages::TldLanguages;
use crate::profile::Rule;
use crate::profile::policy::Policy;
use crate::profile::rule::Rules;
use crate::reason::{Cause, ReasonKind};
use crate::tables::is_alphanumeric;
use crate::text::Text;

impl Policy {
    /// Judges the host name at `host`: returns a cause to reject it, or a warning.
    pub(crate) fn judge_host(
        &self,
        text: Text<'_>,
        host: &Range<usize>,
        form: &HostForm<'_>,
    ) -> Result<Option<Cause>, Cause> {
        let name = form.as_str();
        let is_plain = name.is_ascii() && !has_a_label(name);
        if !self.judges_plain && (is_plain || !self.rules.meets(Rules::NAMES)) {
            return Ok(None);
        }
        let tld = labels(text, host)
            .last()
            .map(|label| text.slice(label.start, label.end));
        let tld = tld.unwrap_or_default();
        // The forms of the top-level domain are computed once: a name may have many labels.
        let ascii_tld = self.repertoire.as_ref().map(|_| idna::to_ascii_lossy(tld));
        let languages = TldLanguages::of(tld);
        let mut warning = None;
        for label in labels(text, host) {
            let typed = text.slice(label.start, label.end);
            let unicode = match mapping::is_settled(typed) {
                true => None,
                false => idna::try_to_unicode(typed),
            };
            let shown = unicode.unwrap_or(Cow::Borrowed(typed));
            if let Some(kind) = self.judge_label(&shown, ascii_tld.as_deref(), &languages) {
                return Err(Cause::new(kind, label));
            }
            if warning.is_none() {
                let is_tld = label.end == host.end;
                let kind = self.imitation(&shown, is_tld, &languages);
                warning = kind.map(|kind| Cause::new(kind, label));
            }
        }
        if self.rules.has(Rule::IdnaInvalid) && form.ascii().is_none() {
            return Err(Cause::new(ReasonKind::IdnaInvalid, host.clone()));
        }
        if self.protected.is_imitated_by(name) {
            // This is the most informative warning, so it replaces the others.
            warning = Some(Cause::new(ReasonKind::ProtectedName, host.clone()));
        }
        Ok(warning)
    }

    /// The kind of imitation of a Unicode label under `languages`, if any.
    fn imitation(
        &self,
        label: &str,
        is_tld: bool,
        languages: &TldLanguages<'_>,
    ) -> Option<ReasonKind> {
        let names_lookalikes = self.rules.has(Rule::Lookalike);
        if label.is_ascii() {
            let is_hidden = names_lookalikes && lookalike::hides_symbols(label);
            return is_hidden.then_some(ReasonKind::Lookalike);
        }
        let confusables = self.rules.has(Rule::WholeScriptConfusable);
        // A top-level domain only imitates other top-level domains.
        let is_confusable = confusables
            && ascii_twin(label).is_some_and(|name| !is_tld || TldSource::Embedded.knows(&name));
        if is_confusable && !languages.reads(label) {
            return Some(ReasonKind::WholeScriptConfusable);
        }
        let is_lookalike = names_lookalikes && lookalike::is_lookalike(label, languages);
        is_lookalike.then_some(ReasonKind::Lookalike)
    }

    /// Judges a Unicode label under `languages`. `tld` is the top-level domain in ASCII, if there is a
    /// repertoire.
    fn judge_label(
        &self,
        label: &str,
        tld: Option<&str>,
        languages: &TldLanguages<'_>,
    ) -> Option<ReasonKind> {
        if let (Some(repertoire), Some(tld)) = (&self.repertoire, tld)
            && !label.chars().all(|c| repertoire.accepts(tld, c))
        {
            return Some(ReasonKind::CharacterNotAllowed);
        }
        if label.is_ascii() {
            return None;
        }
        // Joiners are judged by their neighbors and belong to no script.
        let joined = match label.contains(is_joiner) {
            true => Cow::Owned(label.chars().filter(|&c| !is_joiner(c)).collect::<String>()),
            false => Cow::Borrowed(label),
        };
        let asks =
            self.rules.has(Rule::CharacterNotAllowed) || self.rules.has(Rule::RestrictionLevel);
        let is_allowed = !asks || security::is_allowed_name(&joined, |c| languages.writes(c));
        if self.rules.has(Rule::CharacterNotAllowed) && !(is_allowed && joiners_are_needed(label)) {
            return Some(ReasonKind::CharacterNotAllowed);
        }
        let scripts = Scripts::of(&joined);
        if self.rules.has(Rule::MixedScript) && !scripts.are_single() {
            return Some(ReasonKind::MixedScript);
        }
        let is_loose =
            self.rules.has(Rule::RestrictionLevel) && !(is_allowed && scripts.are_restricted());
        is_loose.then_some(ReasonKind::RestrictionLevel)
    }

    /// Judges a local part.
    pub(crate) fn judge_local_part(&self, local: &str) -> Option<ReasonKind> {
        let accepted = |c: char| {
            let class = crate::tables::host_class(c);
            class.is_letter()
                || class.is_mark()
                || is_alphanumeric(c)
                || matches!(c, '.' | '_' | '-' | '+')
        };
        let conservative = self.rules.has(Rule::LocalPartCharacter);
        (conservative && !local.chars().all(accepted)).then_some(ReasonKind::LocalPartCharacter)
    }

    /// The first part of a path or query that mixes scripts, ignoring the ASCII extension of a file
    /// name.
    pub(crate) fn judge_path(&self, text: Text<'_>, parts: &Parts) -> Option<Cause> {
        if !self.rules.has(Rule::MixedScriptPath) {
            return None;
        }
        let rest = parts.host().end..parts.range().end;
        let typed = text.slice(rest.start, rest.end);
        if typed.is_ascii() && !typed.contains('%') {
            return None;
        }
        let mut start = rest.start;
        for piece in typed.split(['/', '?', '#', '&', '=']) {
            let range = start..start + piece.len();
            start = range.end + 1;
            let decoded = percent_encoding::percent_decode_str(piece).decode_utf8_lossy();
            let stem = match decoded.rsplit_once('.') {
                Some((stem, extension)) if extension.is_ascii() && !stem.is_empty() => stem,
                _ => &decoded,
            };
            if !security::is_single_script(stem) {
                return Some(Cause::new(ReasonKind::MixedScriptPath, range));
            }
        }
        None
    }
}

fn has_a_label(name: &str) -> bool {
    name.as_bytes()
        .windows(4)
        .any(|four| four.eq_ignore_ascii_case(b"xn--"))
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Without IDNA, nothing is known about joiners.
#[cfg(not(feature = "idna"))]
fn joiners_are_needed(label: &str) -> bool {
    !label.contains(is_joiner)
}

/// Whether each joiner in a label is where its script needs it.
#[cfg(feature = "idna")]
fn joiners_are_needed(label: &str) -> bool {
    label
        .char_indices()
        .filter(|&(_, c)| is_joiner(c))
        .all(|(at, c)| {
            let before = label.get(..at).unwrap_or_default().chars().rev();
            let after = label.get(at + c.len_utf8()..).unwrap_or_default().chars();
            joiner::is_needed(c, before, after)
        })
}
