//! Zero width joiners and non-joiners where a script needs them (RFC 5892, appendix A.1 and A.2).

use crate::tables::Fact;

/// Whether a character is a joiner or a non-joiner.
pub(crate) fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Whether `c` is a joiner or non-joiner in a valid context. `before` iterates backwards from it,
/// `after` forwards.
pub(crate) fn is_needed(
    c: char,
    before: impl Iterator<Item = char> + Clone,
    after: impl Iterator<Item = char>,
) -> bool {
    let mut left = before.map(Fact::of);
    let mut right = after.map(Fact::of);
    let after_virama = left.clone().next().is_some_and(Fact::is_virama);
    after_virama
        || c == '\u{200C}'
            && left
                .find(|fact| !fact.is_transparent())
                .is_some_and(Fact::joins_after)
            && right
                .find(|fact| !fact.is_transparent())
                .is_some_and(Fact::joins_before)
}
