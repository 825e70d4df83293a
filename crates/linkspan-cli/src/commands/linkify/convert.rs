//! Conversion of a source: adds links to its text, in another format or its own.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use linkspan::Detector;
use linkspan::defang::Unsafe;
use linkspan::render::{Defanged, Html, Markdown, Ordered, Terminal};
use linkspan_rewrite::{HtmlRewriter, LeftAlone, LinkStyle, MarkdownRewriter};

use super::formats::{Job, Origin};
use super::invalid::Invalid;
use super::text;
use crate::args::dns::{Dns, Learner};
use crate::input::sniff::start_of_utf8;
use crate::out::failure::why;

/// The result of converting a source, or an error message.
pub(super) type Converted = Result<Done, String>;

/// The report about a converted source.
#[derive(Default)]
pub(super) struct Done {
    /// The number of runs that were too long to be searched.
    pub(super) long_runs: usize,
    /// The places that are not UTF-8.
    pub(super) invalid: Invalid,
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

impl Conversion<'_, '_> {
    /// Writes a source with its links. The outer error comes from the output.
    pub(super) fn convert(
        &self,
        mut source: impl Read,
        out: &mut impl Write,
    ) -> io::Result<Converted> {
        let start = match start_of_utf8(&mut source) {
            Ok(start) => start,
            Err(error) => return Ok(Err(why(&error))),
        };
        let source = start.as_slice().chain(source);
        match self.job.from {
            Origin::Text => text::convert(self, source, out),
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
        let mut invalid = Invalid::new("are not made");
        invalid.look_at(&bytes);
        Ok(Ok(Done {
            long_runs: 0,
            invalid,
            made: rewritten.made,
            left_alone: rewritten.left_alone,
        }))
    }

    pub(super) fn learner(&self) -> Option<Learner<'_>> {
        let dns = self.converter.dns.as_ref();
        dns.map(|dns| Learner::new(&self.converter.detector, dns))
    }
}
