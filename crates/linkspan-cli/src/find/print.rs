//! How links are printed.

use std::borrow::Cow;
use std::io::{self, Write};

use clap::ValueEnum;
use linkspan::offset::Position;
use linkspan::render::printable;
use linkspan::suffix::SuffixSource;
use linkspan::{Link, Part, Reason};
use serde_json::{Map, Value, json};

use crate::style::{Colour, Paint, one_line};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// `file:line:column: link`, one link a line; no file name for standard input
    Text,
    /// The input unchanged, except that ⸠ and ⸡ surround each link
    Marked,
    /// One JSON object a line, with offsets, `href` and the parts of the link
    Json,
    /// Comma-separated values with a line of titles
    Csv,
}

/// The titles of `--format csv`.
pub(crate) const TITLES: &str = "file,line,column,kind,link,href,host,registrable_domain";

/// Where text came from.
pub(crate) struct Origin {
    /// The name as it is.
    pub(crate) name: String,
    /// The name as it is printed; nothing for standard input.
    pub(crate) shown: Option<String>,
    /// The message and its part, in mail.
    pub(crate) part: Option<(usize, usize)>,
}

/// Something that was found.
pub(crate) struct Found<'f, 't> {
    pub(crate) origin: &'f Origin,
    pub(crate) start: Position,
    pub(crate) end: Position,
    /// How it stands in the source.
    pub(crate) typed: &'f str,
    pub(crate) what: What<'f, 't>,
}

pub(crate) enum What<'f, 't> {
    Link(&'f Link<'t>),
    Rejected(Reason<'t>),
}

/// Prints what was found.
pub(crate) struct Printer {
    pub(crate) style: Style,
    /// Whether only the links are printed, without their places.
    pub(crate) bare: bool,
    pub(crate) paint: Paint,
    pub(crate) suffixes: SuffixSource,
}

impl Printer {
    pub(crate) fn print(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        match self.style {
            Style::Json => writeln!(out, "{}", json_line(&self.record(found))),
            Style::Csv => self.values(found, out),
            Style::Text | Style::Marked => self.text(found, out),
        }
    }

    fn text(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        if !self.bare {
            self.place(found.origin, found.start.line, ':', out)?;
            self.paint
                .write(Colour::Place, &found.start.column.to_string(), out)?;
            out.write_all(b": ")?;
        }
        let typed = one_line(found.typed);
        match &found.what {
            What::Link(link) => {
                let href = match self.paint.hyperlinks {
                    true => link.href(),
                    false => String::new(),
                };
                self.paint.link(&typed, &href, out)?;
                writeln!(out)
            }
            What::Rejected(reason) => {
                self.paint.write(Colour::Rejected, "not linked: ", out)?;
                let id = reason.kind.id();
                writeln!(out, "{typed} ({id}: {})", one_line(&reason.to_string()))
            }
        }
    }

    /// Writes file and line, each with a separator behind it.
    pub(crate) fn place(
        &self,
        origin: &Origin,
        line: usize,
        separator: char,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if let Some(name) = &origin.shown {
            self.paint.write(Colour::Path, name, out)?;
            write!(out, "{separator}")?;
        }
        if let Some((message, part)) = origin.part {
            write!(out, "message {message} part {part}{separator}")?;
        }
        self.paint.write(Colour::Place, &line.to_string(), out)?;
        write!(out, "{separator}")
    }

    fn values(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        let What::Link(link) = &found.what else {
            return Ok(());
        };
        let domain = link.registrable_domain_in(&self.suffixes);
        let values = [
            found.origin.name.clone(),
            found.start.line.to_string(),
            found.start.column.to_string(),
            link.kind().to_string(),
            found.typed.to_owned(),
            link.href(),
            link.host_ascii().unwrap_or_default(),
            domain.unwrap_or_default().to_owned(),
        ];
        let values = values.map(|value| one_line(&value));
        let quoted = |value: String| match value.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", value.replace('"', "\"\"")),
            false => value,
        };
        writeln!(out, "{}", values.map(quoted).join(","))
    }

    /// The JSON object of something that was found.
    fn record(&self, found: &Found) -> Value {
        let mut record = Map::new();
        let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
        let Found { start, end, .. } = found;
        put("file", json!(found.origin.name));
        if let Some((message, part)) = found.origin.part {
            put("message", json!(message));
            put("part", json!(part));
        }
        put("line", json!(start.line));
        put("column", json!(start.column));
        put("start", json!(start.byte));
        put("end", json!(end.byte));
        put("start_utf16", json!(start.utf16));
        put("end_utf16", json!(end.utf16));
        put("start_char", json!(start.char));
        put("end_char", json!(end.char));
        let link = match &found.what {
            What::Link(link) => link,
            What::Rejected(reason) => {
                put("kind", json!("rejected"));
                put("rejected", json!(true));
                put("text", json!(found.typed));
                put("reasons", json!([explained(reason)]));
                return Value::Object(record);
            }
        };
        put("kind", json!(link.kind().as_str()));
        put("text", json!(found.typed));
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
                let domain = link.registrable_domain_in(&self.suffixes);
                put("registrable_domain", json!(domain));
            }
        }
        let reasons: Vec<Value> = link.reasons().map(|reason| explained(&reason)).collect();
        if !reasons.is_empty() {
            put("reasons", json!(reasons));
        }
        Value::Object(record)
    }
}

/// JSON in which characters that could disturb a terminal are escaped too.
fn json_line(value: &Value) -> String {
    let text = value.to_string();
    match printable(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(_) => {
            let is_odd = |c: char| matches!(printable(c.encode_utf8(&mut [0; 4])), Cow::Owned(_));
            let mut line = String::with_capacity(text.len() + 16);
            for c in text.chars() {
                match is_odd(c) {
                    true => line.push_str(&format!("\\u{:04x}", u32::from(c))),
                    false => line.push(c),
                }
            }
            line
        }
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
