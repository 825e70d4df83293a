//! The checks of a profile that a link has passed.

use linkspan::profile::{Limits, Rule};
use linkspan::{Detector, Kind, Link, Part};

/// A check: the reason it reports for a link that fails, and its readable name.
pub(super) struct Check {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
}

/// The checks of the profile that apply to a link and that it passed.
pub(super) fn passed(detector: &Detector, link: &Link) -> Vec<Check> {
    let profile = detector.profile();
    let has = |rule| profile.has(rule);
    let limits = profile.length_limits();
    let is_url = link.kind() == Kind::Url;
    let is_bare = is_url && link.part(Part::Scheme).is_none();
    let has_host = link.part(Part::Host).is_some();
    let is_limited = limits != Limits::default();
    [
        ("name-too-long", "name not too long", is_limited && has_host),
        (
            "local-part-too-long",
            "local part not too long",
            is_limited && !is_url,
        ),
        ("link-too-long", "link not too long", limits.link.is_some()),
        (
            "character-not-allowed",
            "only characters for identifiers",
            has_host && has(Rule::CharacterNotAllowed),
        ),
        (
            "restriction-level",
            "no suspicious mix of scripts",
            has_host && has(Rule::RestrictionLevel),
        ),
        (
            "mixed-script",
            "no mixed scripts",
            has_host && has(Rule::MixedScript),
        ),
        (
            "idna-invalid",
            "valid in IDNA",
            has_host && has(Rule::IdnaInvalid),
        ),
        (
            "whole-script-confusable",
            "not confusable with ASCII",
            has_host && has(Rule::WholeScriptConfusable),
        ),
        (
            "lookalike",
            "not a lookalike",
            has_host && has(Rule::Lookalike),
        ),
        (
            "public-suffix",
            "not a public suffix",
            is_bare && has(Rule::PublicSuffix),
        ),
        ("bidi-control", "no bidi control", has(Rule::BidiControl)),
        (
            "local-part-character",
            "only characters for local parts",
            !is_url && has(Rule::LocalPartCharacter),
        ),
        (
            "file-name",
            "not a file name",
            is_bare && has(Rule::FileName),
        ),
        ("path-name", "not a path", is_bare && has(Rule::PathName)),
        (
            "sentence-end",
            "not the end of a sentence",
            is_bare && has(Rule::SentenceEnd),
        ),
        ("code", "not code", is_bare && has(Rule::Code)),
    ]
    .into_iter()
    .filter(|(id, _, applies)| *applies && link.reasons().all(|reason| reason.kind.id() != *id))
    .map(|(id, name, _)| Check { id, name })
    .collect()
}
