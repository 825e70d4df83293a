//! Where runs end, by the definition; the fuzz targets use it too.

use linkspan::props::{LinkTerm, link_term};

/// Whether a character separates runs (rule `runs`): Link_Term=Hard, and neither one of those that are not seen
/// (Default_Ignorable_Code_Point) nor a deprecated letter or mark.
pub(crate) fn is_boundary(c: char) -> bool {
    let is_unseen = matches!(
        c,
        '\u{2065}'
            | '\u{206A}'..='\u{206F}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{E0000}'..='\u{E001F}'
            | '\u{E0080}'..='\u{E00FF}'
            | '\u{E01F0}'..='\u{E0FFF}'
    );
    let is_letter = matches!(
        c,
        '\u{149}' | '\u{673}' | '\u{F77}' | '\u{F79}' | '\u{17A3}' | '\u{17A4}'
    );
    link_term(c) == LinkTerm::Hard && !is_unseen && !is_letter
}
