//! What to search for, and what to do with it.

use std::sync::atomic::{AtomicUsize, Ordering};

use linkspan::Detector;
use linkspan_read::Markup;

use super::field::Field;
use super::filter::Filter;
use super::print::{Printer, Style};
use super::stored::Reading;
use crate::args::dns::Dns;

/// What to search for in every source, and what to do with it. All threads share one plan.
pub(crate) struct Plan {
    pub(crate) detector: Detector,
    pub(crate) dns: Option<Dns>,
    pub(crate) filter: Filter,
    pub(crate) printer: Printer,
    pub(crate) reading: Reading,
    pub(crate) action: Action,
    /// What sources consist of; by their names, if nothing is said.
    pub(crate) content: Option<Content>,
    /// The address of all documents.
    pub(crate) base: Option<String>,
    /// The values that are searched, by name; all if there are none.
    pub(crate) fields: Vec<String>,
    pub(crate) defanged: Defanged,
    pub(crate) candidates: Candidates,
    pub(crate) repeats: Repeats,
    pub(crate) delivery: Delivery,
    /// What links are counted by, if not by where they lead.
    pub(crate) by: Option<Field>,
    /// How many results are printed, if not all.
    pub(crate) first: Option<Quota>,
    /// How many threads may search one file.
    pub(crate) threads: usize,
}

/// How many results may still be printed.
pub(crate) struct Quota(AtomicUsize);

impl Quota {
    pub(crate) fn new(most: usize) -> Self {
        Self(AtomicUsize::new(most))
    }

    /// Takes one result of what is left; says whether there was one.
    fn take(&self) -> bool {
        let less = |left: usize| left.checked_sub(1);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            .is_ok()
    }
}

impl Plan {
    /// What a source with this name consists of.
    pub(crate) fn content_of(&self, name: &str) -> Content {
        let split = |name: &str| {
            let (stem, extension) = name.rsplit_once('.')?;
            Some((stem.to_owned(), extension.to_ascii_lowercase()))
        };
        // `page.html.gz` is a page.
        let is_packed = |extension: &str| matches!(extension, "gz" | "zst" | "xz" | "bz2");
        let extension = match split(name) {
            Some((stem, extension)) if is_packed(&extension) && self.reading.expands() => {
                split(&stem)
            }
            other => other,
        };
        let extension = extension.map(|(_, extension)| extension);
        self.content.unwrap_or(match extension.as_deref() {
            Some("html" | "htm" | "xhtml") => Content::Document(Document::Html),
            Some("md" | "markdown" | "mdown" | "mkd" | "mdx") => {
                Content::Document(Document::Markdown)
            }
            Some("jsonl" | "ndjson") => Content::Values(Values::JsonLines),
            Some("json") => Content::Values(Values::Json),
            Some("csv") => Content::Values(Values::Table(b',')),
            Some("tsv" | "tab") => Content::Values(Values::Table(b'\t')),
            // Brackets may be defanged dots.
            Some("adoc" | "asciidoc" | "asc") if self.defanged == Defanged::Found => Content::Text,
            Some("adoc" | "asciidoc" | "asc") => Content::Markup(Markup::AsciiDoc),
            Some("rst" | "rest") => Content::Markup(Markup::Rst),
            Some("eml" | "mbox" | "mbx") => Content::Mail,
            _ => Content::Text,
        })
    }

    /// Whether another result is printed, which counts if so.
    pub(crate) fn takes_another(&self) -> bool {
        self.first.as_ref().is_none_or(Quota::take)
    }

    /// Whether all results that are wanted have been printed.
    pub(crate) fn is_done(&self) -> bool {
        let first = self.first.as_ref();
        first.is_some_and(|quota| quota.0.load(Ordering::Relaxed) == 0)
    }

    /// Whether the text between links is printed, too.
    pub(crate) fn prints_all_text(&self) -> bool {
        self.printer.style == Style::Marked && self.action == Action::Print
    }
}

/// What to do with a link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Print it.
    Print,
    /// Print it with this many lines around it.
    Context(usize),
    /// Count it.
    Count,
    /// Keep it, to be sorted or counted over all sources.
    Collect,
}

/// What sources consist of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// The text to search.
    Text,
    /// Text with marks around its links.
    Markup(Markup),
    /// Messages, whose texts are decoded first.
    Mail,
    /// Values, each searched on its own.
    Values(Values),
    /// Documents, as a reader or a browser sees them.
    Document(Document),
}

/// What documents are written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Document {
    Html,
    Markdown,
}

/// What values are in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Values {
    /// JSON, one document in a file.
    Json,
    /// JSON, one document a line.
    JsonLines,
    /// A table with this separator.
    Table(u8),
}

/// Whether links are found that were defanged, such as `hxxps://example[.]com`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defanged {
    /// They are text.
    Ignored,
    /// They are links.
    Found,
}

/// Which candidates are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Candidates {
    /// Links.
    Linked,
    /// Links, and candidates that were rejected.
    All,
}

/// What becomes of a link that leads where an earlier one leads.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// It is kept like any other.
    #[default]
    Kept,
    /// It is counted with the first one.
    Counted,
}

/// When the output of a file is handed over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// When there is enough of it.
    Buffered,
    /// As soon as it is there, because the file may grow while it is read.
    AtOnce,
}
