//! The checks of a profile that a link has passed.

use linkspan::profile::{Limits, Rule};
use linkspan::{Detector, Kind, Link, Part, ReasonKind};

/// The ids of the checks of the profile that apply to a link and that it passed.
pub(super) fn passed(detector: &Detector, link: &Link) -> Vec<&'static str> {
    let profile = detector.profile();
    let limits = profile.length_limits();
    let is_limited = limits != Limits::default();
    let lengths = [
        (
            ReasonKind::NameTooLong,
            is_limited && link.part(Part::Host).is_some(),
        ),
        (
            ReasonKind::LocalPartTooLong,
            is_limited && link.kind() == Kind::Email,
        ),
        (ReasonKind::LinkTooLong, limits.link.is_some()),
    ];
    let rules = Rule::ALL.iter().map(|rule| {
        let applies = profile.has(*rule) && rule.applies_to(link);
        (rule.reason(), applies)
    });
    let all = lengths.into_iter().chain(rules);
    all.filter(|(kind, applies)| *applies && link.reasons().all(|reason| reason.kind != *kind))
        .map(|(kind, _)| kind.id())
        .collect()
}
