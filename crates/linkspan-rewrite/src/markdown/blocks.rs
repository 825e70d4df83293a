//! Blocks of HTML in a document.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

/// Collects blocks of HTML from the events of a parser.
#[derive(Default)]
pub(super) struct Blocks {
    open: Option<Block>,
}

/// A block of HTML.
pub(super) struct Block {
    /// The start in the source.
    pub(super) start: usize,
    /// The content. The markers of quotes and lists around it become spaces, so that offsets are
    /// those of the source.
    pub(super) page: String,
}

impl Blocks {
    /// Handles an event; returns the block that ends with it.
    pub(super) fn event(
        &mut self,
        text: &str,
        event: &Event<'_>,
        range: &Range<usize>,
    ) -> Option<Block> {
        match event {
            Event::Start(Tag::HtmlBlock) => {
                self.open = Some(Block {
                    start: range.start,
                    page: String::new(),
                });
            }
            Event::Html(_) => {
                let block = self.open.as_mut()?;
                let done = block.start + block.page.len();
                let marks = range.start.checked_sub(done)?;
                block.page.extend(std::iter::repeat_n(' ', marks));
                block.page += text.get(range.clone()).unwrap_or_default();
            }
            Event::End(TagEnd::HtmlBlock) => return self.open.take(),
            _ => {}
        }
        None
    }
}
