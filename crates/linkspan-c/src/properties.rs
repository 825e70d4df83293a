//! Properties of characters.

use linkspan::props::{LinkTerm, is_link_email, link_bracket, link_term};

/// Link_Term=Include.
pub const LINKSPAN_TERM_INCLUDE: u32 = 0;
/// Link_Term=Hard.
pub const LINKSPAN_TERM_HARD: u32 = 1;
/// Link_Term=Soft.
pub const LINKSPAN_TERM_SOFT: u32 = 2;
/// Link_Term=Open.
pub const LINKSPAN_TERM_OPEN: u32 = 3;
/// Link_Term=Close.
pub const LINKSPAN_TERM_CLOSE: u32 = 4;

/// The property Link_Term of a code point: `LINKSPAN_TERM_INCLUDE` and so on. Numbers that are not code
/// points, and surrogates, are Hard.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_link_term(code_point: u32) -> u32 {
    let term = char::from_u32(code_point).map_or(LinkTerm::Hard, link_term);
    linkspan_bind::link_term(term)
}

/// The property Link_Bracket of a closing bracket: the code point of its opening bracket; 0 for everything
/// else.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_link_bracket(code_point: u32) -> u32 {
    let bracket = char::from_u32(code_point).and_then(link_bracket);
    bracket.map_or(0, u32::from)
}

/// The property Link_Email of a code point: 1 if it can be in a local part, 0 if not.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_is_link_email(code_point: u32) -> u32 {
    char::from_u32(code_point).is_some_and(is_link_email).into()
}
