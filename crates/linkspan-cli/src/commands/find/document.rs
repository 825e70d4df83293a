//! Search of documents as a reader or a browser sees them.

use std::io;

use linkspan_rewrite::{DocumentLink, DocumentLinks};

use super::plan::{Defanged, Document};
use super::source::SourceSearch;
use super::text::LinkPlace;

impl SourceSearch<'_, '_, '_> {
    /// Searches a document.
    pub(crate) fn document(&mut self, bytes: &[u8], document: Document) -> io::Result<()> {
        self.note_invalid(bytes);
        let detector = self.detector(&String::from_utf8_lossy(bytes))?;
        let base = self.plan.base.clone();
        let mut links = DocumentLinks::new(&detector);
        if let Some(base) = &base {
            links = links.base(base);
        }
        if self.plan.defanged == Defanged::Found {
            links = links.refang();
        }
        let between = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default();
        let (mut done, mut reached) = (0, self.cursor());
        let mut result = Ok(());
        let mut found = |found: &DocumentLink<'_>| {
            if !self.plan.filter.wants(found.link, found.typed) {
                return true;
            }
            let start = reached.after(between(done, found.source.start));
            let end = start.after(between(found.source.start, found.source.end));
            (done, reached) = (found.source.start, start);
            let at = LinkPlace {
                start: start.position(),
                end: end.position(),
                decoded: found.decoded,
                within: Some(found.within.as_str()),
                reason: found.reason,
            };
            result = self.link_at(at, found.typed, found.link);
            self.out.hand_over_much();
            result.is_ok() && self.goes_on()
        };
        match document {
            Document::Html => links.html(bytes, &mut found),
            Document::Markdown => links.markdown(bytes, &mut found),
        }
        result
    }

    /// Records the places that are not UTF-8.
    fn note_invalid(&mut self, bytes: &[u8]) {
        let mut cursor = self.cursor();
        for chunk in bytes.utf8_chunks() {
            cursor = cursor.after(chunk.valid().as_bytes());
            if !chunk.invalid().is_empty() {
                self.unsearched.invalid.add(cursor.position());
                cursor = cursor.after(chunk.invalid());
            }
        }
    }
}
