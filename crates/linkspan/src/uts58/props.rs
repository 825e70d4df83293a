//! The character properties of UTS #58: Link_Term, Link_Bracket and Link_Email.
//!
//! The values are those of the published files for [`UNICODE_VERSION`], for all code points. The
//! tables are generated from character properties with the formulas of section 6.1. Each lookup
//! takes constant time. Use these to build or check another implementation; detection needs only a
//! [`Detector`](crate::Detector).
//!
//! ```
//! use linkspan::props::{LinkTerm, is_link_email, link_bracket, link_term};
//!
//! assert_eq!(link_term('。'), LinkTerm::Soft);
//! assert_eq!(link_bracket('」'), Some('「'));
//! assert!(is_link_email('字'));
//! ```

use crate::tables;

pub use crate::tables::LinkTerm;

/// The Unicode version of the property data, as major, minor and update version.
///
/// ```
/// assert_eq!(linkspan::props::UNICODE_VERSION, (18, 0, 0));
/// ```
pub const UNICODE_VERSION: (u8, u8, u8) = tables::UNICODE_VERSION;

/// The Link_Term value of a character (UTS #58 section 3.4.1): what it does at the end of a link.
///
/// ```
/// use linkspan::props::{LinkTerm, link_term};
///
/// assert_eq!(link_term('字'), LinkTerm::Include);
/// assert_eq!(link_term(' '), LinkTerm::Hard);
/// assert_eq!(link_term('。'), LinkTerm::Soft);
/// assert_eq!(link_term('「'), LinkTerm::Open);
/// assert_eq!(link_term(')'), LinkTerm::Close);
/// ```
#[must_use]
pub fn link_term(c: char) -> LinkTerm {
    tables::link_term(c)
}

/// The Link_Bracket value (UTS #58 section 3.4.2): the opening bracket that `close` closes.
///
/// `Some` for every character with [`LinkTerm::Close`], and `None` for all others.
///
/// ```
/// use linkspan::props::link_bracket;
///
/// assert_eq!(link_bracket('}'), Some('{'));
/// assert_eq!(link_bracket('」'), Some('「'));
/// assert_eq!(link_bracket('{'), None);
/// ```
#[must_use]
pub fn link_bracket(close: char) -> Option<char> {
    tables::bracket(close)
}

/// The Link_Email value (UTS #58 section 5.1): whether a character can be in the local part of an
/// e-mail address.
///
/// As in the published file, the full stop is included; the detection algorithm of section 5.2 has
/// further rules for it.
///
/// ```
/// use linkspan::props::is_link_email;
///
/// assert!(is_link_email('σ') && is_link_email('+') && is_link_email('.'));
/// assert!(!is_link_email('@') && !is_link_email(':') && !is_link_email('。'));
/// ```
#[must_use]
pub fn is_link_email(c: char) -> bool {
    tables::is_link_email(c)
}
