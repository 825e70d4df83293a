//! Numbers that stand for values where a language has no enums: part of the interface, never changed.

use linkspan::Kind;
use linkspan::props::LinkTerm;

/// The number of a kind.
#[must_use]
pub fn kind(kind: Kind) -> u32 {
    match kind {
        Kind::Email => 1,
        Kind::File => 2,
        _ => 0,
    }
}

/// The kind with this number; `None` if there is no such kind.
#[must_use]
pub fn kind_of(number: u32) -> Option<Kind> {
    [Kind::Url, Kind::Email, Kind::File]
        .into_iter()
        .find(|&known| kind(known) == number)
}

/// The number of a Link_Term value.
#[must_use]
pub fn link_term(term: LinkTerm) -> u32 {
    match term {
        LinkTerm::Include => 0,
        LinkTerm::Hard => 1,
        LinkTerm::Soft => 2,
        LinkTerm::Open => 3,
        LinkTerm::Close => 4,
    }
}
