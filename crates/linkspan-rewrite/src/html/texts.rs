//! The texts of a page that may hold links.

use super::reader::read;
use super::targets::targets;
use crate::links::Base;
use crate::splice;

/// The texts of a page in which links can be found: what a reader sees, and the values of the attributes
/// that lead somewhere (`href`, `src`, `action` and the like).
///
/// ```
/// let page = "<p>a.com</p><a href='https://b.com/?c&amp;d'>e<br>f</a>";
/// let texts = linkspan_rewrite::html_texts(page.as_bytes());
/// assert_eq!(texts, ["\na.com\ne\nf", "https://b.com/?c&d"]);
/// ```
#[must_use]
pub fn html_texts(source: &[u8]) -> Vec<String> {
    let text = splice::as_text(source);
    match (read(&text, &[]), targets(&text, &mut Base::new(None))) {
        (Some(shown), Some(targets)) => {
            let shown = shown.as_str().trim_end_matches('\n').to_owned();
            let targets = targets.into_iter().map(|target| target.typed);
            std::iter::once(shown).chain(targets).collect()
        }
        // A page that the parser gives up on is text like any other.
        _ => vec![text],
    }
}
