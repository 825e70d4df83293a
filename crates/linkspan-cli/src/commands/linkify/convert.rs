//! Conversion of a source: adds links to its text, in another format or its own.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use linkspan::defang::{Unsafe, defang_with, rewritten};
use linkspan::render::{
    Defanged, Html, Markdown, Marks, Ordered, Plain, Position, Renderer, Terminal,
};
use linkspan::stream::Piece;
use linkspan::{Detector, Span};
use linkspan_rewrite::{HtmlRewriter, LeftAlone, LinkStyle, MarkdownRewriter};

use super::formats::{Job, Origin, Target};
use crate::args::dns::{Dns, Learner};
use crate::input::pieces;
use crate::out::failure::why;

/// The result of converting a source, or an error message.
pub(super) type Converted = Result<Done, String>;

/// The report about a converted source.
#[derive(Default)]
pub(super) struct Done {
    /// The number of runs that were too long to be searched.
    pub(super) long_runs: usize,
    /// The number of links added to a document, and the number left unchanged for each reason.
    pub(super) made: usize,
    pub(super) left_alone: BTreeMap<LeftAlone, usize>,
}

impl Done {
    /// A sentence about links that were left unchanged, if there are any.
    pub(super) fn left_alone(&self) -> Option<String> {
        let count: usize = self.left_alone.values().sum();
        let links = |count: usize| {
            if count == 1 {
                "1 link".to_owned()
            } else {
                format!("{count} links")
            }
        };
        let reasons: Vec<String> = self
            .left_alone
            .iter()
            .map(|(why, count)| format!("{count} because {why}"))
            .collect();
        (count > 0).then(|| {
            let made = links(self.made);
            format!(
                "{made} added, {count} left unchanged: {}",
                reasons.join(", ")
            )
        })
    }
}

/// The maximum size of a document, which is held in memory.
const MOST_BYTES: u64 = 1 << 28;

/// Converts sources.
pub(super) struct Converter<'a> {
    pub(super) detector: Detector,
    pub(super) dns: Option<Dns>,
    pub(super) html: Html<'a>,
    pub(super) markdown: Markdown,
    pub(super) terminal: Terminal,
    pub(super) defanged: Defanged,
    /// Writes plain text with control characters that keep links in order, if requested.
    pub(super) ordered: Option<Ordered>,
    pub(super) style: LinkStyle,
}

/// Converts one source.
pub(super) struct Conversion<'c, 'a> {
    pub(super) converter: &'c Converter<'a>,
    pub(super) job: Job,
    pub(super) action: Unsafe,
}

/// An error of a conversion.
enum Trouble {
    Output(io::Error),
    Dns(String),
}

impl Conversion<'_, '_> {
    /// Writes a source with its links. The outer error comes from the output.
    pub(super) fn convert(&self, source: impl Read, out: &mut impl Write) -> io::Result<Converted> {
        match self.job.from {
            Origin::Text => self.text(source, out),
            Origin::Html | Origin::Markdown | Origin::Mdx => self.document(source, out),
        }
    }

    /// Adds links to a document. It is read as a whole, because its text can only be told apart
    /// from markup by parsing everything before.
    fn document(&self, source: impl Read, out: &mut impl Write) -> io::Result<Converted> {
        let mut bytes = Vec::new();
        if let Err(error) = source.take(MOST_BYTES + 1).read_to_end(&mut bytes) {
            return Ok(Err(why(&error)));
        }
        if bytes.len() as u64 > MOST_BYTES {
            return Ok(Err(
                "larger than 256 MiB, the limit for documents; read it as text with `--from text`"
                    .to_owned(),
            ));
        }
        let mut learner = self.learner();
        let detector = match &mut learner {
            None => &self.converter.detector,
            Some(learner) => match learner.informed(&[&String::from_utf8_lossy(&bytes)]) {
                Ok(detector) => detector,
                Err(message) => return Ok(Err(message)),
            },
        };
        let markdown = MarkdownRewriter::new(detector);
        let rewritten = match self.job.from {
            Origin::Mdx => markdown.mdx().rewritten(&bytes),
            Origin::Markdown => markdown.style(self.converter.style).rewritten(&bytes),
            _ => HtmlRewriter::new(detector, &self.converter.html).rewritten(&bytes),
        };
        out.write_all(&rewritten.page)?;
        Ok(Ok(Done {
            long_runs: 0,
            made: rewritten.made,
            left_alone: rewritten.left_alone,
        }))
    }

    /// Converts text of any size, piece by piece.
    fn text(&self, source: impl Read, out: &mut impl Write) -> io::Result<Converted> {
        let mut learner = self.learner();
        let mut position = Position::default();
        let mut long_runs = 0;
        // A carriage return at the end of a piece waits for the line feed that may follow: together they end one line.
        let mut waits = false;
        let done = pieces::each(source, |piece| {
            let Some(piece) = piece else {
                out.flush().map_err(Trouble::Output)?;
                return Ok(true);
            };
            if let Piece::TooLong { ends: true, .. } = piece {
                long_runs += 1;
            }
            let with_return = waits.then(|| [b"\r", piece.bytes()].concat());
            let bytes = with_return.as_deref().unwrap_or(piece.bytes());
            waits = bytes.ends_with(b"\r");
            let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
            for chunk in bytes.utf8_chunks() {
                let detector = match &mut learner {
                    None => &self.converter.detector,
                    Some(learner) => learner.informed(&[chunk.valid()]).map_err(Trouble::Dns)?,
                };
                let mut written = String::with_capacity(chunk.valid().len() * 2);
                position = match piece {
                    Piece::Whole(_) => self.linked(detector, chunk.valid(), position, &mut written),
                    Piece::TooLong { .. } => self.unlinked(chunk.valid(), position, &mut written),
                };
                out.write_all(written.as_bytes())
                    .and_then(|()| out.write_all(self.invalid(chunk.invalid())))
                    .map_err(Trouble::Output)?;
            }
            Ok(true)
        });
        if waits && matches!(done, Ok(Ok(()))) {
            let mut written = String::new();
            self.unlinked("\r", position, &mut written);
            out.write_all(written.as_bytes())?;
        }
        match done {
            Err(error) => Ok(Err(why(&error))),
            Ok(Err(Trouble::Output(error))) => Err(error),
            Ok(Err(Trouble::Dns(message))) => Ok(Err(message)),
            Ok(Ok(())) => Ok(Ok(Done {
                long_runs,
                ..Done::default()
            })),
        }
    }

    fn learner(&self) -> Option<Learner<'_>> {
        let dns = self.converter.dns.as_ref();
        dns.map(|dns| Learner::new(&self.converter.detector, dns))
    }

    /// Writes a text with its links. Takes the position before the text, and returns the one after
    /// it.
    fn linked(
        &self,
        detector: &Detector,
        text: &str,
        position: Position,
        out: &mut String,
    ) -> Position {
        let text = rewritten(detector, text, self.action);
        match self.job.to {
            // Names that other programs could link count as well.
            Target::Defanged => {
                out.push_str(&defang_with(&text, detector.profile().tld_source()));
                position.after(&text)
            }
            _ => self.render(&mut detector.spans(&text), position, out),
        }
    }

    /// Writes a text without links, such as one that is too long to be searched.
    fn unlinked(&self, text: &str, position: Position, out: &mut String) -> Position {
        let span = (!text.is_empty()).then_some(Span::Text(text));
        self.render(&mut span.into_iter(), position, out)
    }

    /// The renderer of the target.
    fn renderer(&self) -> &dyn Renderer {
        let converter = self.converter;
        match (self.job.to, &converter.ordered) {
            (Target::Html, _) => &converter.html,
            (Target::Markdown, _) => &converter.markdown,
            (Target::Terminal, _) => &converter.terminal,
            (Target::Marked, _) => &Marks,
            (Target::Defanged, _) => &converter.defanged,
            (Target::Text, Some(ordered)) => ordered,
            (Target::Text, None) => &Plain,
        }
    }

    fn render(
        &self,
        spans: &mut dyn Iterator<Item = Span<'_>>,
        position: Position,
        out: &mut String,
    ) -> Position {
        let after = self.renderer().write_after(position, spans, out);
        debug_assert!(after.is_ok(), "writing to a string does not fail");
        after.unwrap_or(position)
    }

    /// The output for bytes that are not UTF-8. They are written unchanged, except to a terminal,
    /// which could read them as control characters.
    fn invalid<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        match self.job.to {
            Target::Terminal if !bytes.is_empty() => "\u{FFFD}".as_bytes(),
            _ => bytes,
        }
    }
}
