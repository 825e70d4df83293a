//! The formats of files.

use clap::ValueEnum;
use linkspan_read::Markup;

use super::plan::{Content, Defanged, Document, Values};

/// The formats of files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Plain text
    Text,
    /// HTML: the visible text, and attributes with targets; relative ones need `--base`
    Html,
    /// Markdown: the visible text, and link destinations; relative ones need `--base`
    Markdown,
    /// Chosen by file extension: html, md, jsonl, json, csv, tsv, adoc, rst, eml, mbox and similar;
    /// all others, and standard input, are text
    Auto,
    /// JSON, one document per line; each value that is a string is searched separately
    Jsonl,
    /// JSON, one document per file
    Json,
    /// Comma-separated values, with titles in the first row
    Csv,
    /// Tab-separated values, with titles in the first row
    Tsv,
    /// AsciiDoc, as text: `https://a.com[b]` is a link with a text
    Asciidoc,
    /// reStructuredText, as text
    Rst,
    /// Mail, as with `--mail`
    Mail,
}

impl Form {
    /// The content to read, or `None` if it depends on the file name.
    pub(super) fn content(self, defanged: Defanged) -> Option<Content> {
        Some(match self {
            Self::Auto => return None,
            Self::Html => Content::Document(Document::Html),
            Self::Markdown => Content::Document(Document::Markdown),
            Self::Text => Content::Text,
            Self::Json => Content::Values(Values::Json),
            Self::Jsonl => Content::Values(Values::JsonLines),
            Self::Csv => Content::Values(Values::Table(b',')),
            Self::Tsv => Content::Values(Values::Table(b'\t')),
            // Brackets may be defanged dots.
            Self::Asciidoc if defanged == Defanged::Found => Content::Text,
            Self::Asciidoc => Content::Markup(Markup::AsciiDoc),
            Self::Rst => Content::Markup(Markup::Rst),
            Self::Mail => Content::Mail,
        })
    }
}
