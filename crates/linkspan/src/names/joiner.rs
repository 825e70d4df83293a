//! Zero width joiners and non-joiners where a script needs them (RFC 5892, appendix A.1 and A.2).

use icu_normalizer::uts46::Uts46MapperBorrowed;
use icu_properties::CodePointMapData;
use icu_properties::props::JoiningType;

/// Whether `c` is a joiner or non-joiner in a valid context. `before` iterates backwards from it,
/// `after` forwards.
pub(crate) fn is_needed(
    c: char,
    mut before: impl Iterator<Item = char> + Clone,
    mut after: impl Iterator<Item = char>,
) -> bool {
    let joining = |c: char| CodePointMapData::<JoiningType>::new().get(c);
    let is_transparent = |c: &char| joining(*c) == JoiningType::Transparent;
    let after_virama = before
        .clone()
        .next()
        .is_some_and(|c| Uts46MapperBorrowed::new().is_virama(c));
    match c {
        '\u{200D}' => after_virama,
        '\u{200C}' => {
            let left = before.find(|c| !is_transparent(c)).map(joining);
            let right = after.find(|c| !is_transparent(c)).map(joining);
            after_virama
                || matches!(
                    left,
                    Some(JoiningType::LeftJoining | JoiningType::DualJoining)
                ) && matches!(
                    right,
                    Some(JoiningType::RightJoining | JoiningType::DualJoining)
                )
        }
        _ => false,
    }
}
