//! The targets that the attributes of a page name.

use std::ops::Range;

use linkspan::Detector;
use lol_html::html_content::Element;
use lol_html::{HtmlRewriter, Settings, element};

use super::reader::read;
use crate::links::{self, Base, DocumentLink, Target, Within};
use crate::shown::Shown;
use crate::splice;

/// Attributes whose value is a target.
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

/// Calls `found` with the links of a page, in the order of the source, until it says `false`: those that a reader sees, and
/// those that attributes lead to. `base` is the address of the page; without one, relative targets are known only if the
/// page has a `base` element.
///
/// ```
/// use linkspan::Detector;
/// use linkspan_rewrite::html_links;
///
/// let page = "<p>see a.com?b&amp;c <a href='/d'>e</a> <code>f.com</code>";
/// let mut found = Vec::new();
/// html_links(page.as_bytes(), &Detector::default(), Some("https://g.com/"), &mut |link| {
///     found.push((link.within.as_str(), link.link.href(), &page[link.source.clone()]));
///     true
/// });
/// assert_eq!(found, [
///     ("text", "https://a.com/?b&c".to_owned(), "a.com?b&amp;c"),
///     ("attribute", "https://g.com/d".to_owned(), "/d"),
///     ("code", "https://f.com/".to_owned(), "f.com"),
/// ]);
/// ```
pub fn html_links(
    source: &[u8],
    detector: &Detector,
    base: Option<&str>,
    found: &mut dyn FnMut(&DocumentLink<'_>) -> bool,
) {
    let text = splice::as_text(source);
    let mut base = Base::new(base);
    // A page that the parser gives up on is text like any other.
    let (shown, targets) = match (read(&text, &[]), targets(&text, &mut base)) {
        (Some(shown), Some(targets)) => (shown, targets),
        _ => (Shown::plain(&text), Vec::new()),
    };
    links::each(source, &shown, (&targets, &base), detector, found);
}

/// The targets of a page, in the order of the source.
pub(crate) fn targets(page: &str, base: &mut Base) -> Option<Vec<Target>> {
    let mut targets = Vec::new();
    let mut has_base = false;
    let handler = element!("*", |element: &mut Element| {
        let name = element.tag_name();
        let is_refresh = name == "meta"
            && element
                .get_attribute("http-equiv")
                .is_some_and(|value| value.eq_ignore_ascii_case("refresh"));
        for attribute in element.attributes() {
            let Some(location) = attribute.value_source_location() else {
                continue;
            };
            let value = attribute.value();
            let source = location.bytes();
            match attribute.name().as_str() {
                "href" if name == "base" && !has_base => {
                    has_base = true;
                    base.set(htmlize::unescape_attribute(&value).trim());
                }
                attribute if LEADING.contains(&attribute) => {
                    push(&mut targets, &value, 0..value.len(), source.start);
                }
                "srcset" | "imagesrcset" => {
                    for range in candidates(&value) {
                        push(&mut targets, &value, range, source.start);
                    }
                }
                "content" if is_refresh => {
                    if let Some(range) = refresh(&value) {
                        push(&mut targets, &value, range, source.start);
                    }
                }
                _ => {}
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
    targets.sort_by_key(|target: &Target| target.source.start);
    Some(targets)
}

/// Adds a part of a value that starts at `start` of the source.
fn push(targets: &mut Vec<Target>, value: &str, range: Range<usize>, start: usize) {
    let part = value.get(range.clone()).unwrap_or_default();
    let trimmed = part.trim();
    let from = range.start + (part.len() - part.trim_start().len());
    if !trimmed.is_empty() {
        targets.push(Target {
            typed: htmlize::unescape_attribute(trimmed).into_owned(),
            source: start + from..start + from + trimmed.len(),
            within: Within::Attribute,
        });
    }
}

/// The addresses in `srcset`: each is followed by white space and a size, or by a comma.
fn candidates(value: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let rest = value.get(at..).unwrap_or_default();
        let skipped = rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',')
                .len();
        let start = at + skipped;
        let rest = value.get(start..).unwrap_or_default();
        if rest.is_empty() {
            return found;
        }
        let length = rest
            .find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(rest.len());
        let address = rest.get(..length).unwrap_or_default();
        let kept = address.trim_end_matches(',').len();
        found.push(start..start + kept);
        at = start + length;
        // A size may follow, up to a comma.
        if kept == length {
            let rest = value.get(at..).unwrap_or_default();
            at += rest.find(',').map_or(rest.len(), |comma| comma + 1);
        }
    }
}

/// The address in the `content` of a refresh: `5; url=…`.
fn refresh(value: &str) -> Option<Range<usize>> {
    let (_, rest) = value.split_once([';', ','])?;
    let trimmed = rest.trim_start();
    let trimmed = match trimmed.get(..3) {
        Some(word) if word.eq_ignore_ascii_case("url") => {
            let after = trimmed.get(3..).unwrap_or_default().trim_start();
            after.strip_prefix('=').map_or(trimmed, str::trim_start)
        }
        _ => trimmed,
    };
    let trimmed = trimmed.trim_start_matches(['"', '\'']);
    let start = value.len() - trimmed.len();
    let length = trimmed.find(['"', '\'']).unwrap_or(trimmed.len());
    Some(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::{candidates, refresh};

    #[test]
    fn addresses_in_values() {
        let value = "a.png, b.png 2x,c,d.png 100w , e.png";
        let found: Vec<_> = candidates(value)
            .into_iter()
            .filter_map(|range| value.get(range))
            .collect();
        assert_eq!(found, ["a.png", "b.png", "c,d.png", "e.png"]);
        for value in [
            "5; url=https://a.com/",
            "0;URL='https://a.com/'",
            "1, https://a.com/",
        ] {
            let found = refresh(value).and_then(|range| value.get(range));
            assert_eq!(found, Some("https://a.com/"), "{value}");
        }
        assert_eq!(refresh("5"), None);
    }
}
