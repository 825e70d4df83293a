//! The destinations of the links in a document.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Parser, Tag};

use super::blocks::{Block, Blocks};
use super::reader::{options, read};
use crate::html;
use crate::links::{Base, DocumentLink, DocumentLinks, Target, Within};
use crate::nesting::is_too_deep;
use crate::splice;
use crate::visible::VisibleText;

impl DocumentLinks<'_> {
    /// Calls `found` with the links of a document, in the order of the source, until it returns
    /// `false`: those that a reader sees, and the destinations of links, images and definitions.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan_rewrite::DocumentLinks;
    ///
    /// let page = "see a.com, [b](c.html), <https://d.com> and `e.com`";
    /// let detector = Detector::default();
    /// let mut found = Vec::new();
    /// DocumentLinks::new(&detector).base("https://f.com/").markdown(page.as_bytes(), &mut |link| {
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
    pub fn markdown(&self, source: &[u8], found: &mut dyn FnMut(&DocumentLink<'_>) -> bool) {
        let text = splice::as_text(source);
        let (shown, targets) = if is_too_deep(&text) {
            (VisibleText::plain(&text), Vec::new())
        } else {
            (read(&text), targets(&text))
        };
        self.each(source, &shown, &targets, &self.first_base(), found);
    }
}

/// The destinations in a document, in the order of the source.
fn targets(text: &str) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut add = |range: Range<usize>, destination: &str, tag: Option<usize>| {
        if !destination.is_empty() {
            targets.push(Target {
                typed: destination.to_owned(),
                source: place(text, range, destination),
                within: Within::Destination,
                tag,
            });
        }
    };
    let parser = Parser::new_ext(text, options());
    for (_, definition) in parser.reference_definitions().iter() {
        add(definition.span.clone(), &definition.dest, None);
    }
    let (mut pages, mut blocks) = (Vec::new(), Blocks::default());
    for (event, range) in parser.into_offset_iter() {
        pages.extend(blocks.event(text, &event, &range));
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
            ) => {
                let tag = range.start;
                add(range, &dest_url, Some(tag));
            }
            Event::InlineHtml(tag) => pages.push(Block {
                start: range.start,
                page: tag.to_string(),
            }),
            _ => {}
        }
    }
    // Attributes of HTML in the document.
    for Block { start, page } in pages {
        let found = html::targets(&page, &mut Base::new(None)).unwrap_or_default();
        targets.extend(found.into_iter().map(|target| target.moved(start)));
    }
    targets.sort_by_key(|target| target.source.start);
    targets
}

/// The range of a destination in the source of its link or definition; the whole source if it is
/// not found.
fn place(text: &str, range: Range<usize>, destination: &str) -> Range<usize> {
    let link = text.get(range.clone()).unwrap_or_default();
    // In an autolink, only `<` precedes the destination.
    let start = match (link.rfind("]("), link.find("]:")) {
        (Some(at), None) => at + 2,
        (None, Some(at)) => at + 2,
        (Some(inline), Some(definition)) if link.ends_with(')') => inline.max(definition) + 2,
        (Some(_), Some(at)) => at + 2,
        (None, None) => 0,
    };
    let written = find_destination(link, start);
    let meant = link.get(written.clone()).unwrap_or_default();
    let is_there = meant == destination || meant.contains(['\\', '&']);
    let found = || link.rfind(destination);
    match (is_there, found()) {
        (true, _) => range.start + written.start..range.start + written.end,
        (false, Some(at)) => range.start + at..range.start + at + destination.len(),
        (false, None) => range,
    }
}

/// The destination that is written at `start` or after white space there (CommonMark section 6.3).
fn find_destination(link: &str, start: usize) -> Range<usize> {
    let rest = link.get(start..).unwrap_or_default();
    let trimmed = rest.trim_start();
    let mut from = start + (rest.len() - trimmed.len());
    let is_bracketed = trimmed.starts_with('<');
    from += usize::from(is_bracketed);
    let (mut depth, mut is_escaped) = (0_usize, false);
    let rest = link.get(from..).unwrap_or_default();
    for (at, c) in rest.char_indices() {
        let is_end = match c {
            _ if std::mem::take(&mut is_escaped) => false,
            '\\' => {
                is_escaped = true;
                false
            }
            '>' => is_bracketed,
            '(' => {
                depth += 1;
                false
            }
            ')' if !is_bracketed => {
                let is_end = depth == 0;
                depth = depth.saturating_sub(1);
                is_end
            }
            c => !is_bracketed && c.is_ascii_whitespace(),
        };
        if is_end {
            return from..from + at;
        }
    }
    from..link.len()
}
