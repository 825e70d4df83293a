//! The plan of a search: what to search for, and what to do with a result.

use std::sync::atomic::{AtomicUsize, Ordering};

use linkspan::Detector;
use linkspan::catalog::Field;
use linkspan_read::Markup;

use super::decode::Decoding;
use super::filter::Filter;
use super::print::{Printer, Style};
use crate::args::dns::Dns;

/// What to search for in every source, and what to do with a result. All threads share one plan.
pub(crate) struct Plan {
    pub(crate) detector: Detector,
    pub(crate) dns: Option<Dns>,
    pub(crate) filter: Filter,
    pub(crate) printer: Printer,
    pub(crate) reading: Decoding,
    pub(crate) action: Action,
    /// The content of sources; `None` to decide by their names.
    pub(crate) content: Option<Content>,
    /// The address of all documents.
    pub(crate) base: Option<String>,
    /// The names of the values to search; if empty, all values are searched.
    pub(crate) fields: Vec<String>,
    pub(crate) defanged: Defanged,
    pub(crate) candidates: Candidates,
    pub(crate) repeats: Repeats,
    pub(crate) delivery: Delivery,
    /// The value that links are counted by; `None` for their target.
    pub(crate) by: Option<Field>,
    /// The number of results to print; `None` for all.
    pub(crate) first: Option<Quota>,
    /// The maximum number of threads that search one file.
    pub(crate) threads: usize,
    /// Standard input has a name in the output only if there are other sources.
    pub(crate) sources: Sources,
}

/// The number of sources.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sources {
    /// One file, or standard input. Its count is printed without a name.
    One,
    /// Several files, or a folder.
    Many,
}

/// The number of results that may still be printed.
pub(crate) struct Quota(AtomicUsize);

impl Quota {
    pub(crate) fn new(most: usize) -> Self {
        Self(AtomicUsize::new(most))
    }

    /// Takes one of the remaining results; returns whether there was one.
    fn take(&self) -> bool {
        let less = |left: usize| left.checked_sub(1);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            .is_ok()
    }
}

impl Plan {
    /// The content of a source with this name.
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

    /// Whether another result may be printed. If so, counts it.
    pub(crate) fn takes_another(&self) -> bool {
        self.first.as_ref().is_none_or(Quota::take)
    }

    /// Whether all requested results have been printed.
    pub(crate) fn is_done(&self) -> bool {
        let first = self.first.as_ref();
        first.is_some_and(|quota| quota.0.load(Ordering::Relaxed) == 0)
    }

    /// Whether the text between links is printed as well.
    pub(crate) fn prints_all_text(&self) -> bool {
        self.printer.style == Style::Marked && self.action == Action::Print
    }
}

/// What to do with a link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Print it.
    Print,
    /// Print it with this many lines before and after.
    Context(usize),
    /// Count it.
    Count,
    /// Collect it, to sort or count the links of all sources.
    Collect,
}

/// The content of a source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// The text to search.
    Text,
    /// Text that is printed with marks around its links.
    Markup(Markup),
    /// Mail messages, whose texts are decoded first.
    Mail,
    /// Values, each searched separately.
    Values(Values),
    /// Documents, as a reader or a browser sees them.
    Document(Document),
}

/// The format of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Document {
    Html,
    Markdown,
}

/// The format of values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Values {
    /// JSON, one document per file.
    Json,
    /// JSON, one document per line.
    JsonLines,
    /// A table with this separator.
    Table(u8),
}

/// Whether defanged links, such as `hxxps://example[.]com`, are found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defanged {
    /// They are plain text.
    Ignored,
    /// They are links.
    Found,
}

/// Which candidates are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Candidates {
    /// Links.
    Linked,
    /// Links and rejected candidates.
    All,
}

/// How to treat a link with the same target as an earlier one.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// Keep it like any other.
    #[default]
    Kept,
    /// Count it with the first one.
    Counted,
}

/// When the output of a file is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// When enough is buffered.
    Buffered,
    /// Immediately, because the file may grow while it is read.
    AtOnce,
}
