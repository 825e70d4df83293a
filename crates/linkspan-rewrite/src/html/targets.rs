//! The targets in the attributes of a page.

use std::cell::RefCell;
use std::ops::Range;

use lol_html::html_content::{Element, TextType};
use lol_html::{HtmlRewriter, Settings, element, text};

use super::css;
use super::elements::without_scripts;
use super::reader::read;
use crate::links::{Base, DocumentLink, DocumentLinks, Target, Within};
use crate::splice;
use crate::visible::VisibleText;

/// Attributes whose value is a target.
const LEADING: [&str; 10] = [
    "href",
    "xlink:href",
    "src",
    "action",
    "formaction",
    "cite",
    "background",
    "poster",
    "data",
    "longdesc",
];

impl DocumentLinks<'_> {
    /// Calls `found` with the links of a page, in the order of the source, until it returns
    /// `false`: those that a reader sees, and those in attributes and style sheets. A page that
    /// cannot be parsed is searched as text.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan_rewrite::DocumentLinks;
    ///
    /// let page = "<p>see a.com?b&amp;c <a href='/d'>e</a> <code>f.com</code>";
    /// let detector = Detector::default();
    /// let mut found = Vec::new();
    /// DocumentLinks::new(&detector).base("https://g.com/").html(page.as_bytes(), &mut |link| {
    ///     found.push((link.within.as_str(), link.link.href(), &page[link.source.clone()]));
    ///     true
    /// });
    /// assert_eq!(found, [
    ///     ("text", "https://a.com/?b&c".to_owned(), "a.com?b&amp;c"),
    ///     ("attribute", "https://g.com/d".to_owned(), "/d"),
    ///     ("code", "https://f.com/".to_owned(), "f.com"),
    /// ]);
    /// ```
    pub fn html(&self, source: &[u8], found: &mut dyn FnMut(&DocumentLink<'_>) -> bool) {
        let text = splice::as_text(source);
        let mut base = self.first_base();
        // A page that the parser gives up on is treated as text.
        let (shown, targets) = match (read(&text, &[]), targets(&text, &mut base)) {
            (Some(shown), Some(targets)) => (shown, targets),
            _ => (VisibleText::plain(&text), Vec::new()),
        };
        self.each(source, &shown, &targets, &base, found);
    }
}

/// The targets of a page, in the order of the source.
pub(crate) fn targets(page: &str, base: &mut Base) -> Option<Vec<Target>> {
    let (mut targets, fallbacks) = read_targets(page, base)?;
    // Content for readers without scripts is a page of its own.
    for part in fallbacks {
        let inner = without_scripts(page.get(part.clone()).unwrap_or_default());
        let (inner, _) = read_targets(&inner, base).unwrap_or_default();
        targets.extend(inner.into_iter().map(|target| target.moved(part.start)));
    }
    targets.sort_by_key(|target: &Target| target.source.start);
    Some(targets)
}

/// The targets of a page, and the contents of its `noscript` elements.
fn read_targets(page: &str, base: &mut Base) -> Option<(Vec<Target>, Vec<Range<usize>>)> {
    let targets = RefCell::new(Vec::new());
    let sheets = RefCell::new(Vec::<Range<usize>>::new());
    let pages = RefCell::new(Vec::<Range<usize>>::new());
    let mut has_base = false;
    let attributes = element!("*", |element: &mut Element| {
        let name = element.tag_name();
        let is_refresh = name == "meta"
            && element
                .get_attribute("http-equiv")
                .is_some_and(|value| value.eq_ignore_ascii_case("refresh"));
        for attribute in element.attributes() {
            let Some(location) = attribute.value_source_location() else {
                continue;
            };
            let raw = attribute.value();
            let value = Value {
                raw: &raw,
                start: location.bytes().start,
                tag: (name == "a").then(|| element.source_location().bytes().start),
            };
            let mut targets = targets.borrow_mut();
            match attribute.name().as_str() {
                "href" if name == "base" && !has_base => {
                    has_base = true;
                    base.set(htmlize::unescape_attribute(&raw).trim());
                }
                attribute if LEADING.contains(&attribute) => {
                    targets.extend(value.target(0..raw.len()));
                }
                "srcset" | "imagesrcset" => {
                    let parts = candidates(&raw).into_iter();
                    targets.extend(parts.filter_map(|range| value.target(range)));
                }
                "style" => {
                    let parts = css::addresses(&raw).into_iter();
                    targets.extend(parts.filter_map(|range| value.target(range)));
                }
                "content" if is_refresh => {
                    targets.extend(refresh(&raw).and_then(|range| value.target(range)));
                }
                _ => {}
            }
        }
        Ok(())
    });
    let styles = text!("style", |chunk| {
        add(&mut sheets.borrow_mut(), chunk.source_location().bytes());
        Ok(())
    });
    let fallbacks = text!("noscript", |chunk| {
        if chunk.text_type() != TextType::Data {
            add(&mut pages.borrow_mut(), chunk.source_location().bytes());
        }
        Ok(())
    });
    let settings = Settings::new()
        .with_strict(false)
        .with_adjust_charset_on_meta_tag(false)
        .append_element_content_handler(attributes)
        .append_element_content_handler(styles)
        .append_element_content_handler(fallbacks);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page.as_bytes()).ok()?;
    rewriter.end().ok()?;
    let mut targets = targets.into_inner();
    for sheet in sheets.into_inner() {
        let text = page.get(sheet.clone()).unwrap_or_default();
        targets.extend(
            css::addresses(text)
                .into_iter()
                .filter_map(|range| target(text, range, sheet.start)),
        );
    }
    Some((targets, pages.into_inner()))
}

/// Adds a piece of text, which may continue the previous one.
fn add(texts: &mut Vec<Range<usize>>, range: Range<usize>) {
    match texts.last_mut() {
        Some(last) if last.end == range.start => last.end = range.end,
        _ => texts.push(range),
    }
}

/// The value of an attribute.
struct Value<'v> {
    /// The value as written, with character references.
    raw: &'v str,
    /// Its start in the source.
    start: usize,
    /// The start of its element, if that has visible text.
    tag: Option<usize>,
}

impl Value<'_> {
    /// The target in a part of the value; `None` if it is empty.
    fn target(&self, range: Range<usize>) -> Option<Target> {
        let target = target(self.raw, range, self.start)?;
        Some(Target {
            typed: htmlize::unescape_attribute(&target.typed).into_owned(),
            tag: self.tag,
            ..target
        })
    }
}

/// The target in a part of a text; `None` if it is empty. The text starts at `start` of the source.
fn target(text: &str, range: Range<usize>, start: usize) -> Option<Target> {
    let part = text.get(range.clone()).unwrap_or_default();
    let trimmed = part.trim();
    let from = start + range.start + (part.len() - part.trim_start().len());
    (!trimmed.is_empty()).then(|| Target {
        typed: trimmed.to_owned(),
        source: from..from + trimmed.len(),
        within: Within::Attribute,
        tag: None,
    })
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
    let quote = css::QUOTES
        .iter()
        .find(|quote| trimmed.starts_with(**quote));
    let trimmed = quote.map_or(trimmed, |quote| trimmed.trim_start_matches(quote));
    let start = value.len() - trimmed.len();
    let end = quote.and_then(|quote| trimmed.find(quote));
    Some(start..start + end.unwrap_or(trimmed.len()))
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
            "0;url=&quot;https://a.com/&quot;",
        ] {
            let found = refresh(value).and_then(|range| value.get(range));
            assert_eq!(found, Some("https://a.com/"), "{value}");
        }
        assert_eq!(refresh("5"), None);
    }
}
