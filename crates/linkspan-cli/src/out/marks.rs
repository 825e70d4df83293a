//! The marks that the official test files put around links: `⸠example.com⸡`.

/// A link in marks.
pub(crate) fn marked(link: &str) -> String {
    format!("⸠{link}⸡")
}

/// Text without marks.
pub(crate) fn unmarked(text: &str) -> String {
    text.replace(['⸠', '⸡'], "")
}
