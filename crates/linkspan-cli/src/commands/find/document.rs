//! Documents, as a reader or a browser sees them.

use std::io::{self, Read};

use linkspan_rewrite::{DocumentLink, html_links, markdown_links};

use super::place::after;
use super::plan::Document;
use super::source::SourceSearch;
use super::text::Place;

impl SourceSearch<'_, '_, '_> {
    /// Searches a document, which is read as a whole.
    pub(crate) fn document(&mut self, mut source: impl Read, document: Document) -> io::Result<()> {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes)?;
        let detector = self.detector(&String::from_utf8_lossy(&bytes))?;
        let base = self.plan.base.clone();
        let between = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default();
        let (mut done, mut place) = (0, self.place);
        let mut result = Ok(());
        let mut found = |found: &DocumentLink<'_>| {
            if !self.plan.filter.wants(found.link) {
                return true;
            }
            let start = after(place, between(done, found.source.start));
            let end = after(start, between(found.source.start, found.source.end));
            (done, place) = (found.source.start, start);
            let at = Place {
                start,
                end,
                decoded: found.decoded,
                within: Some(found.within.as_str()),
            };
            result = self.link_at(at, found.typed, found.link);
            result.is_ok()
        };
        match document {
            Document::Html => html_links(&bytes, &detector, base.as_deref(), &mut found),
            Document::Markdown => markdown_links(&bytes, &detector, base.as_deref(), &mut found),
        }
        result
    }
}
