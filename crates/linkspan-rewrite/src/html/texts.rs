//! The texts of a page that may hold links.

use lol_html::html_content::Element;
use lol_html::{HtmlRewriter, Settings, element};

use super::reader::read;
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
    match (read(&text, &[]), targets(&text)) {
        (Some(shown), Some(targets)) => {
            let shown = shown.as_str().trim_end_matches('\n').to_owned();
            std::iter::once(shown).chain(targets).collect()
        }
        // A page that the parser gives up on is text like any other.
        _ => vec![text],
    }
}

/// The values of attributes that lead somewhere.
fn targets(page: &str) -> Option<Vec<String>> {
    let mut targets = Vec::new();
    let handler = element!("*", |element: &mut Element| {
        for attribute in element.attributes() {
            if LEADING.contains(&attribute.name().as_str()) {
                let value = attribute.value();
                targets.push(htmlize::unescape_attribute(&value).into_owned());
            }
        }
        Ok(())
    });
    let settings = Settings::new()
        .with_strict(false)
        .with_adjust_charset_on_meta_tag(false)
        .append_element_content_handler(handler);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page.as_bytes()).ok()?;
    rewriter.end().ok()?;
    Some(targets)
}

/// Attributes that lead somewhere.
const LEADING: [&str; 9] = [
    "href",
    "src",
    "action",
    "formaction",
    "cite",
    "background",
    "poster",
    "data",
    "longdesc",
];
