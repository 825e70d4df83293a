//! `linkspan find`: the links in files or standard input.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding, Link, Part, Reason, Rejected};
use serde_json::{Map, Value, json};

use crate::dns;
use crate::input::Source;
use crate::options::{Dns, Options, ProfileName};
use crate::{Outcome, report};

/// Find links and e-mail addresses in files or standard input
///
/// Bytes that are not UTF-8 end a link, like a space does; they are counted and reported, and
/// `--format marked` passes them through.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 if a link was found, 1 if none was, 2 if a file could not be read.

Examples:
  linkspan find notes.txt
  git log | linkspan find --format json | jq -r .href")]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,

    /// Also print the candidates that were rejected, with the reason (not with `--format marked`)
    #[arg(long)]
    rejected: bool,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Style::Text)]
    format: Style,

    /// Files to read; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// `file:line:column: link`, one link a line; no file name for standard input
    Text,
    /// The input unchanged, except that ⸠ and ⸡ surround each link
    Marked,
    /// One JSON object a line, with offsets, `href` and the parts of the link
    Json,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let setup = arguments
        .options
        .profile_or(ProfileName::Uts58)
        .and_then(|profile| Ok((profile, arguments.options.suffixes()?)));
    let (profile, suffixes) = match setup {
        Ok(setup) => setup,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    let finder = Finder {
        detector: Detector::new(profile),
        dns: arguments.options.dns(),
        suffixes,
        style: arguments.format,
        rejected: arguments.rejected && arguments.format != Style::Marked,
    };
    let mut outcome = Outcome::Nothing;
    for source in Source::named(&arguments.files) {
        let found = match source.read() {
            Ok(bytes) => finder.search(&source, &bytes, out)?,
            Err(message) => Err(message),
        };
        match found {
            Ok(true) if outcome == Outcome::Nothing => outcome = Outcome::Success,
            Ok(_) => {}
            Err(message) => {
                report(message);
                outcome = Outcome::Trouble;
            }
        }
    }
    Ok(outcome)
}

/// Searches sources and prints what it finds.
struct Finder {
    detector: Detector,
    dns: Option<Dns>,
    suffixes: SuffixSource,
    style: Style,
    rejected: bool,
}

impl Finder {
    /// Prints the links of one source and tells whether there were any, or what went wrong.
    fn search(
        &self,
        source: &Source,
        bytes: &[u8],
        out: &mut impl Write,
    ) -> io::Result<Result<bool, String>> {
        let informed = self.dns.as_ref().map(|questions| {
            let texts: Vec<&str> = bytes.utf8_chunks().map(|chunk| chunk.valid()).collect();
            dns::informed(&self.detector, questions, &texts)
        });
        let detector = match informed.transpose() {
            Ok(informed) => informed.map_or(Cow::Borrowed(&self.detector), Cow::Owned),
            Err(message) => return Ok(Err(message)),
        };
        let mut place = Place::default();
        let mut found = false;
        let mut invalid = Invalid::default();
        for chunk in bytes.utf8_chunks() {
            let text = chunk.valid();
            let base = place.offset;
            let findings: Box<dyn Iterator<Item = Finding>> = match self.rejected {
                true => Box::new(detector.judged(text)),
                false => Box::new(detector.links(text).map(Finding::Link)),
            };
            for finding in findings {
                let link = match finding {
                    Finding::Link(link) => link,
                    Finding::Rejected(rejected) => {
                        let at = place.moved(&text[..rejected.range().start], base);
                        self.write_rejected(out, source, &at, base, &rejected)?;
                        continue;
                    }
                };
                found = true;
                let before = &text[place.offset - base..link.start()];
                place.advance(before);
                match self.style {
                    Style::Text => write_text(out, source, &place, &link)?,
                    Style::Marked => write!(out, "{before}⸠{link}⸡")?,
                    Style::Json => {
                        let record = self.record(source, &place, base, &link);
                        writeln!(out, "{record}")?;
                    }
                }
                place.advance(link.as_str());
            }
            let rest = &text[place.offset - base..];
            place.advance(rest);
            if self.style == Style::Marked {
                out.write_all(rest.as_bytes())?;
                out.write_all(chunk.invalid())?;
            }
            if !chunk.invalid().is_empty() {
                invalid.note(&place);
                place.skip(chunk.invalid().len());
            }
        }
        invalid.report(source);
        Ok(Ok(found))
    }

    fn write_rejected(
        &self,
        out: &mut impl Write,
        source: &Source,
        place: &Place,
        base: usize,
        rejected: &Rejected,
    ) -> io::Result<()> {
        let (reason, range) = (rejected.reason(), rejected.range());
        if self.style == Style::Json {
            let record = json!({
                "file": source.to_string(),
                "line": place.line,
                "column": place.column,
                "start": base + range.start,
                "end": base + range.end,
                "kind": "rejected",
                "rejected": true,
                "text": rejected.as_str(),
                "reasons": [explained(&reason)],
            });
            return writeln!(out, "{record}");
        }
        if let Source::File(path) = source {
            write!(out, "{}:", path.display())?;
        }
        let (line, column, text) = (place.line, place.column, rejected.as_str());
        writeln!(
            out,
            "{line}:{column}: not linked: {text} ({}: {reason})",
            reason.kind.id()
        )
    }

    /// The JSON object of a link. `base` is where the text of its offsets starts in the source.
    fn record(&self, source: &Source, place: &Place, base: usize, link: &Link) -> Value {
        let mut record = Map::new();
        let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
        put("file", json!(source.to_string()));
        put("line", json!(place.line));
        put("column", json!(place.column));
        put("start", json!(base + link.start()));
        put("end", json!(base + link.end()));
        put("kind", json!(link.kind().as_str()));
        put("text", json!(link.as_str()));
        put("href", json!(link.href()));
        put("display", json!(link.display()));
        for (name, part) in [
            ("scheme", Part::Scheme),
            ("local_part", Part::LocalPart),
            ("host", Part::Host),
            ("port", Part::Port),
            ("path", Part::Path),
            ("query", Part::Query),
            ("fragment", Part::Fragment),
            ("directives", Part::Directives),
        ] {
            let Some(text) = link.part(part) else {
                continue;
            };
            match part {
                Part::Scheme => put(name, json!(text.trim_end_matches(['/', ':']))),
                Part::Port => put(name, json!(link.port())),
                _ => put(name, json!(text)),
            };
            if part == Part::Host {
                put("host_ascii", json!(link.host_ascii()));
                put("host_display", json!(link.host_display()));
                put(
                    "registrable_domain",
                    json!(link.registrable_domain_in(&self.suffixes)),
                );
            }
        }
        let reasons: Vec<Value> = link.reasons().map(|reason| explained(&reason)).collect();
        if !reasons.is_empty() {
            put("reasons", json!(reasons));
        }
        Value::Object(record)
    }
}

/// A reason as JSON.
fn explained(reason: &Reason) -> Value {
    json!({
        "id": reason.kind.id(),
        "clause": reason.kind.clause(),
        "about": reason.about,
        "message": reason.to_string(),
    })
}

fn write_text(out: &mut impl Write, source: &Source, place: &Place, link: &Link) -> io::Result<()> {
    if let Source::File(path) = source {
        write!(out, "{}:", path.display())?;
    }
    writeln!(out, "{}:{}: {link}", place.line, place.column)
}

/// A place in a source. Lines end at LF; lines and columns count from 1, columns in characters.
struct Place {
    offset: usize,
    line: usize,
    column: usize,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            offset: 0,
            line: 1,
            column: 1,
        }
    }
}

impl Place {
    /// The place at the end of `text`, which starts at `base` and reaches at least this far.
    fn moved(&self, text: &str, base: usize) -> Self {
        let mut place = Self { ..*self };
        place.advance(text.get(self.offset - base..).unwrap_or_default());
        place
    }

    /// Moves on over `text`.
    fn advance(&mut self, text: &str) {
        self.offset += text.len();
        let last_line = match text.rsplit_once('\n') {
            Some((before, after)) => {
                self.line += 1 + before.matches('\n').count();
                self.column = 1;
                after
            }
            None => text,
        };
        self.column += last_line.chars().count();
    }

    /// Moves on over bytes that are no character; they count as one.
    fn skip(&mut self, bytes: usize) {
        self.offset += bytes;
        self.column += 1;
    }
}

/// What was seen of bytes that are not UTF-8.
#[derive(Default)]
struct Invalid {
    count: usize,
    first: Option<(usize, usize)>,
}

impl Invalid {
    fn note(&mut self, place: &Place) {
        self.count += 1;
        self.first.get_or_insert((place.line, place.column));
    }

    fn report(&self, source: &Source) {
        if let Some((line, column)) = self.first {
            let places = if self.count == 1 { "place" } else { "places" };
            report(format_args!(
                "{source}: not UTF-8 in {} {places}, first at {line}:{column}; read as a break between words",
                self.count
            ));
        }
    }
}
