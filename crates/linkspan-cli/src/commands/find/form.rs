//! What files consist of.

use clap::ValueEnum;
use linkspan_read::Markup;

use super::plan::{Content, Defanged, Document, Values};

/// What files consist of.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Plain text
    Text,
    /// HTML: what a reader sees, and the attributes that lead somewhere
    Html,
    /// Markdown: what a reader sees, and the destinations of links
    Markdown,
    /// By the extension of the file: html, md, jsonl, json, csv, tsv, adoc, rst, eml, mbox and the like; all others are text
    Auto,
    /// JSON, one document a line; each string is searched on its own
    Jsonl,
    /// JSON, one document a file
    Json,
    /// Comma-separated values, with titles in the first row
    Csv,
    /// The same with tabs
    Tsv,
    /// AsciiDoc, as text: `https://a.com[b]` is a link with a text
    Asciidoc,
    /// reStructuredText, as text
    Rst,
    /// Mail, as with `--mail`
    Mail,
}

impl Form {
    /// What is read, or nothing if the names of files say so.
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
