//! The notation of the official test files: ⸠ and ⸡ around links.

use alloc::string::String;

/// Writes a link between the marks.
pub(crate) fn push_marked(out: &mut String, link: &str) {
    out.push('⸠');
    out.push_str(link);
    out.push('⸡');
}
