//! Reads the visible text of a document.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::blocks::Blocks;
use crate::html;
use crate::visible::{Room, VisibleText};

/// The extensions with which documents are read.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
}

/// The visible text of a document.
pub(super) fn read(text: &str) -> VisibleText {
    let mut reader = Reader::default();
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        reader.event(text, event, range);
    }
    reader.shown.end_label();
    reader.shown
}

/// The ranges of code in a document, in order.
pub(super) fn code(text: &str) -> Vec<Range<usize>> {
    let events = Parser::new_ext(text, options()).into_offset_iter();
    let is_code = |event: &Event<'_>| {
        matches!(
            event,
            Event::Code(_) | Event::Start(Tag::CodeBlock(_) | Tag::MetadataBlock(_))
        )
    };
    let code = events.filter(|(event, _)| is_code(event));
    code.map(|(_, range)| range).collect()
}

/// The ranges of formulas in a document, in order, for readers that support `$`. Other readers do
/// not, and their reading determines the rest of the content.
pub(super) fn formulas(text: &str) -> Vec<Range<usize>> {
    if !text.contains('$') {
        return Vec::new();
    }
    let events = Parser::new_ext(text, options() | Options::ENABLE_MATH).into_offset_iter();
    let is_formula =
        |event: &Event<'_>| matches!(event, Event::InlineMath(_) | Event::DisplayMath(_));
    let formulas = events.filter(|(event, _)| is_formula(event));
    formulas.map(|(_, range)| range).collect()
}

/// Collects the visible text from the events of a parser.
#[derive(Default)]
struct Reader {
    shown: VisibleText,
    /// The number of open links, images, code blocks and similar blocks.
    closed: usize,
    /// Whether a code block is open.
    in_code: bool,
    /// The number of open inline HTML elements that must not contain links.
    elements: usize,
    /// The number of such elements that began in an HTML block and are still open.
    open_blocks: usize,
    /// The end of the last text.
    end: usize,
    blocks: Blocks,
}

impl Reader {
    fn event(&mut self, text: &str, event: Event<'_>, range: Range<usize>) {
        if let Some(block) = self.blocks.event(text, &event, &range) {
            self.stays_open(&block.page);
            if let Some(shown) = html::read(&block.page, &[]) {
                self.shown.append(&shown, block.start);
            }
        }
        match event {
            Event::Text(content) => self.text(text, &content, range),
            Event::Code(content) | Event::InlineMath(content) => {
                self.shown.end_node();
                // Its markers surround it, and anything else is rarely changed.
                let typed = text.get(range.clone()).unwrap_or_default();
                match typed.find(&*content) {
                    Some(at) => self.shown.push(&content, range.start + at, Room::Code),
                    None => self.shown.push_unit(&content, range, Room::Code),
                }
                self.shown.end_node();
            }
            Event::InlineHtml(tag) => {
                self.shown.end_node();
                let length = tag.bytes().take_while(|byte| !byte.is_ascii_whitespace());
                match tag.get(..length.count()) {
                    Some("<a" | "<A") => self.shown.start_label(range.start),
                    Some("</a>" | "</A>") => self.shown.end_label(),
                    _ => {}
                }
                if html::is_block(&tag_name(&tag).0) {
                    self.shown.end_block();
                }
                match closing_depth(&tag) {
                    Tagged::Opens => self.elements += 1,
                    Tagged::Closes => self.elements = self.elements.saturating_sub(1),
                    Tagged::Neither => {}
                }
            }
            Event::Start(tag) => self.start(&tag, range.start),
            Event::End(tag) => self.end(tag),
            _ => self.shown.end_block(),
        }
    }

    /// Counts the elements that an HTML block opens or closes: the following text is inside them,
    /// up to another block.
    fn stays_open(&mut self, page: &str) {
        for tag in page.split('<').skip(1) {
            let end = tag.find('>').map_or(tag.len(), |end| end + 1);
            let tag = format!("<{}", tag.get(..end).unwrap_or_default());
            match closing_depth(&tag) {
                Tagged::Opens => self.open_blocks += 1,
                Tagged::Closes => self.open_blocks = self.open_blocks.saturating_sub(1),
                Tagged::Neither => {}
            }
        }
    }

    fn text(&mut self, text: &str, content: &str, range: Range<usize>) {
        // Two pieces of the same text have only a backslash between them.
        let between = text.get(self.end..range.start).unwrap_or("|");
        if !matches!(between, "" | "\\") {
            self.shown.end_node();
        }
        self.end = range.end;
        let room = match (self.in_code, self.closed + self.elements + self.open_blocks) {
            (true, _) => Room::Code,
            (false, 0) => Room::Open,
            _ => Room::Closed,
        };
        if text.get(range.clone()) == Some(content) {
            self.shown.push(content, range.start, room);
        } else {
            self.shown.push_unit(content, range, room);
        }
    }

    fn start(&mut self, tag: &Tag<'_>, at: usize) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => self.shown.end_node(),
            Tag::Link { .. } => {
                self.closed += 1;
                self.shown.end_node();
                self.shown.start_label(at);
            }
            Tag::Image { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_) => {
                self.in_code = matches!(tag, Tag::CodeBlock(_));
                self.closed += 1;
                self.shown.end_block();
            }
            _ => {
                self.elements = 0;
                self.shown.end_block();
            }
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.shown.end_node(),
            TagEnd::Link => {
                self.closed = self.closed.saturating_sub(1);
                self.shown.end_label();
                self.shown.end_node();
            }
            TagEnd::Image | TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_) => {
                self.in_code = false;
                self.closed = self.closed.saturating_sub(1);
                self.shown.end_block();
            }
            _ => self.shown.end_block(),
        }
    }
}

/// The effect of an inline HTML tag on elements that must not contain links.
enum Tagged {
    Opens,
    Closes,
    Neither,
}

/// The name of a tag in lower case, and whether it is an end tag.
fn tag_name(tag: &str) -> (String, bool) {
    let (name, is_end) = match tag.strip_prefix("</") {
        Some(rest) => (rest, true),
        None => (tag.strip_prefix('<').unwrap_or_default(), false),
    };
    let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let name = name.get(..length).unwrap_or_default().to_ascii_lowercase();
    (name, is_end)
}

fn closing_depth(tag: &str) -> Tagged {
    let (name, is_end) = tag_name(tag);
    let is_closed = [
        "a", "button", "code", "pre", "script", "style", "svg", "textarea",
    ]
    .contains(&name.as_str());
    match (is_closed, is_end) {
        (true, true) => Tagged::Closes,
        (true, false) if !tag.ends_with("/>") => Tagged::Opens,
        _ => Tagged::Neither,
    }
}
