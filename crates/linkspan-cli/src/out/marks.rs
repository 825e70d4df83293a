//! The marks around links of the official test files: `⸠example.com⸡`.

/// A link in marks.
pub(crate) fn marked(link: &str) -> String {
    format!("⸠{link}⸡")
}

/// Text without marks.
pub(crate) fn unmarked(text: &str) -> String {
    text.replace(['⸠', '⸡'], "")
}
