//! `linkspan find`: the links in files or standard input.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use linkspan::{Detector, Link, Part, Profile};
use serde_json::{Map, Value, json};

use crate::input::Source;
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
    /// What can be a link
    #[arg(long, value_enum, default_value_t = ProfileName::Uts58)]
    profile: ProfileName,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Style::Text)]
    format: Style,

    /// Files to read; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ProfileName {
    /// Exactly the links of UTS #58
    Uts58,
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
    let detector = Detector::new(match arguments.profile {
        ProfileName::Uts58 => Profile::uts58(),
    });
    let mut outcome = Outcome::Nothing;
    for source in Source::named(&arguments.files) {
        let bytes = match source.read() {
            Ok(bytes) => bytes,
            Err(message) => {
                report(message);
                outcome = Outcome::Trouble;
                continue;
            }
        };
        let found = search(&detector, &source, &bytes, arguments.format, out)?;
        if found && outcome == Outcome::Nothing {
            outcome = Outcome::Success;
        }
    }
    Ok(outcome)
}

/// Prints the links of one source and tells whether there were any.
fn search(
    detector: &Detector,
    source: &Source,
    bytes: &[u8],
    style: Style,
    out: &mut impl Write,
) -> io::Result<bool> {
    let mut place = Place::default();
    let mut found = false;
    let mut invalid = Invalid::default();
    for chunk in bytes.utf8_chunks() {
        let text = chunk.valid();
        let base = place.offset;
        for link in detector.links(text) {
            found = true;
            let before = &text[place.offset - base..link.start()];
            place.advance(before);
            match style {
                Style::Text => write_text(out, source, &place, &link)?,
                Style::Marked => write!(out, "{before}⸠{link}⸡")?,
                Style::Json => writeln!(out, "{}", record(source, &place, base, &link))?,
            }
            place.advance(link.as_str());
        }
        let rest = &text[place.offset - base..];
        place.advance(rest);
        if style == Style::Marked {
            out.write_all(rest.as_bytes())?;
            out.write_all(chunk.invalid())?;
        }
        if !chunk.invalid().is_empty() {
            invalid.note(&place);
            place.skip(chunk.invalid().len());
        }
    }
    invalid.report(source);
    Ok(found)
}

fn write_text(out: &mut impl Write, source: &Source, place: &Place, link: &Link) -> io::Result<()> {
    if let Source::File(path) = source {
        write!(out, "{}:", path.display())?;
    }
    writeln!(out, "{}:{}: {link}", place.line, place.column)
}

/// The JSON object of a link. `base` is where the text of the link's offsets starts in the source.
fn record(source: &Source, place: &Place, base: usize, link: &Link) -> Value {
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
        let value = match part {
            Part::Scheme => json!(text.trim_end_matches(['/', ':'])),
            Part::Port => json!(link.port()),
            _ => json!(text),
        };
        put(name, value);
    }
    Value::Object(record)
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
