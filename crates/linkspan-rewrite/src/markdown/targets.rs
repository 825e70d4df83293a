//! The destinations of the links of a document.

use std::ops::Range;

use linkspan::Detector;
use pulldown_cmark::{Event, LinkType, Parser, Tag};

use super::reader::{options, read};
use crate::html;
use crate::links::{self, Base, DocumentLink, Target, Within};
use crate::nesting::is_too_deep;
use crate::shown::Shown;
use crate::splice;

/// Calls `found` with the links of a document, in the order of the source, until it says `false`: those that a reader sees,
/// and the destinations of links, images and definitions. `base` is the address of the document.
///
/// ```
/// use linkspan::Detector;
/// use linkspan_rewrite::markdown_links;
///
/// let page = "see a.com, [b](c.html), <https://d.com> and `e.com`";
/// let mut found = Vec::new();
/// markdown_links(page.as_bytes(), &Detector::default(), Some("https://f.com/"), &mut |link| {
///     found.push((link.within.as_str(), link.link.href()));
///     true
/// });
/// assert_eq!(found, [
///     ("text", "https://a.com/".to_owned()),
///     ("destination", "https://f.com/c.html".to_owned()),
///     ("destination", "https://d.com/".to_owned()),
///     ("code", "https://e.com/".to_owned()),
/// ]);
/// ```
pub fn markdown_links(
    source: &[u8],
    detector: &Detector,
    base: Option<&str>,
    found: &mut dyn FnMut(&DocumentLink<'_>) -> bool,
) {
    let text = splice::as_text(source);
    let base = Base::new(base);
    let (shown, targets) = if is_too_deep(&text) {
        (Shown::plain(&text), Vec::new())
    } else {
        (read(&text), targets(&text))
    };
    links::each(source, &shown, (&targets, &base), detector, found);
}

/// The destinations of a document, in the order of the source.
fn targets(text: &str) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut add = |range: Range<usize>, destination: &str| {
        if !destination.is_empty() {
            targets.push(Target {
                typed: destination.to_owned(),
                source: place(text, range, destination),
                within: Within::Destination,
            });
        }
    };
    let parser = Parser::new_ext(text, options());
    for (_, definition) in parser.reference_definitions().iter() {
        add(definition.span.clone(), &definition.dest);
    }
    let mut pages = Vec::new();
    for (event, range) in parser.into_offset_iter() {
        match event {
            // The destination of a reference is that of its definition.
            Event::Start(
                Tag::Link {
                    link_type: LinkType::Inline | LinkType::Autolink | LinkType::Email,
                    dest_url,
                    ..
                }
                | Tag::Image {
                    link_type: LinkType::Inline,
                    dest_url,
                    ..
                },
            ) => add(range, &dest_url),
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => pages.push(range),
            _ => {}
        }
    }
    // Attributes of HTML in the document.
    for range in pages {
        let page = text.get(range.clone()).unwrap_or_default();
        let found = html::targets(page, &mut Base::new(None)).unwrap_or_default();
        targets.extend(found.into_iter().map(|target| Target {
            source: range.start + target.source.start..range.start + target.source.end,
            ..target
        }));
    }
    targets.sort_by_key(|target| target.source.start);
    targets
}

/// Where a destination is in the source of its link: the last place where it is written as it is, or all of the link.
fn place(text: &str, range: Range<usize>, destination: &str) -> Range<usize> {
    let link = text.get(range.clone()).unwrap_or_default();
    let after = link.rfind("](").map_or(0, |at| at + 2);
    let found = link
        .get(after..)
        .and_then(|rest| rest.find(destination))
        .map(|at| after + at);
    match found.or_else(|| link.rfind(destination)) {
        Some(at) => range.start + at..range.start + at + destination.len(),
        None => range,
    }
}
