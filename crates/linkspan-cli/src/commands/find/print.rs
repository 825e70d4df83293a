//! Printing of links.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use clap::ValueEnum;
use linkspan::suffix::SuffixSource;
use linkspan::{Link, ReasonKind};

use super::field::Field;
use crate::out::json;
use crate::out::record::{Found, Origin, What, record};
use crate::out::style::{Colour, Paint};
use crate::out::terminal::one_line;

/// Output formats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// `file:line:column: link`, one link per line; no file name for standard input
    Text,
    /// The input unchanged, with ⸠ and ⸡ around each link
    Marked,
    /// One JSON object per line, with offsets, `href` and the parts of the link
    Json,
    /// Comma-separated values with a header line; for a spreadsheet add `--csv-safe`
    Csv,
}

/// The header line of `--format csv`.
pub(crate) const TITLES: &str =
    "file,line,column,kind,link,href,host,registrable_domain,message,part,field,reason";

/// How to write CSV values that a spreadsheet would run as a formula.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Formulas {
    /// Unchanged.
    Kept,
    /// With a leading `'`, which makes a spreadsheet treat them as text.
    Disarmed,
}

impl Formulas {
    fn written(self, value: String) -> String {
        let is_formula =
            value.starts_with(|c: char| matches!(c, '=' | '+' | '-' | '@') || c.is_control());
        match self {
            Self::Disarmed if is_formula => format!("'{value}"),
            _ => value,
        }
    }
}

/// Which values of a link are printed as text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Its file, line and column, and the link.
    Place,
    /// The link.
    Link,
    /// One of its values.
    Field(Field),
}

/// The terminator of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// A line break. Characters that could control a terminal or forge a line are escaped.
    Line,
    /// A null byte, which no value contains. Values are not escaped.
    Null,
}

impl End {
    /// A value as it is written before this terminator.
    pub(crate) fn written(self, value: &str) -> Cow<'_, str> {
        match self {
            Self::Line => Cow::Owned(one_line(value)),
            Self::Null => Cow::Borrowed(value),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "\n",
            Self::Null => "\0",
        })
    }
}

/// Prints results.
pub(crate) struct Printer {
    pub(crate) style: Style,
    pub(crate) extent: Extent,
    pub(crate) end: End,
    pub(crate) formulas: Formulas,
    pub(crate) paint: Paint,
    pub(crate) suffixes: SuffixSource,
}

impl Printer {
    /// Prints a link or a rejected candidate on one line.
    pub(crate) fn print(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        match self.style {
            Style::Json => writeln!(out, "{}", json::line(&record(found, &self.suffixes))),
            Style::Csv => self.values(found, out),
            Style::Text | Style::Marked => self.text(found, out),
        }
    }

    /// The value to print for `--print`; `None` if the link does not have it.
    pub(crate) fn value(&self, field: Field, link: &Link, typed: &str) -> Option<String> {
        field.of(link, typed, &self.suffixes)
    }

    fn text(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        if let (Extent::Field(field), What::Link(link)) = (self.extent, &found.what) {
            let value = self.value(field, link, found.typed).unwrap_or_default();
            return write!(out, "{}{}", self.end.written(&value), self.end);
        }
        if self.extent == Extent::Place {
            self.place(found.origin, found.start.line, ':', out)?;
            self.paint
                .write(Colour::Place, &found.start.column.to_string(), out)?;
            out.write_all(b": ")?;
        }
        let typed = one_line(found.typed);
        match &found.what {
            What::Link(link) => {
                // Only a hyperlink needs the target, which costs more to compute than the rest of
                // the line.
                let href = if self.paint.hyperlinks {
                    link.href()
                } else {
                    String::new()
                };
                self.paint.link(&typed, &href, out)?;
                if self.extent == Extent::Place {
                    self.warn(found, link, out)?;
                }
                writeln!(out)
            }
            What::Rejected(reason) => {
                self.paint.write(Colour::Rejected, "not linked: ", out)?;
                let id = reason.kind.id();
                writeln!(out, "{typed} ({id}: {})", one_line(&reason.to_string()))
            }
        }
    }

    /// Writes the warnings about a link, each after a tab: without them, a forged name would look like
    /// any other. That a list is old is said once for all links.
    fn warn(&self, found: &Found, link: &Link, out: &mut impl Write) -> io::Result<()> {
        let reasons = link.reasons().chain(found.reason);
        let is_warning = |kind: ReasonKind| kind.is_warning() && kind != ReasonKind::TldListStale;
        for reason in reasons.filter(|reason| is_warning(reason.kind)) {
            out.write_all(b"\t")?;
            let warning = format!("{}: {}", reason.kind.id(), one_line(&reason.to_string()));
            self.paint.write(Colour::Rejected, &warning, out)?;
        }
        Ok(())
    }

    /// Writes file and line, each with a separator after it.
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
            match &origin.header {
                Some(header) => write!(out, "message {message} {}{separator}", one_line(header))?,
                None => write!(out, "message {message} part {part}{separator}")?,
            }
        }
        self.paint.write(Colour::Place, &line.to_string(), out)?;
        write!(out, "{separator}")
    }

    fn values(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        let (kind, [href, host, domain], reasons) = match &found.what {
            What::Link(link) => {
                let domain = link.registrable_domain_ascii_in(&self.suffixes);
                let host = link.host_ascii().unwrap_or_default();
                let values = [link.href(), host, domain.unwrap_or_default()];
                let reasons = link.reasons().chain(found.reason);
                let reasons: Vec<&str> = reasons.map(|reason| reason.kind.id()).collect();
                (link.kind().as_str(), values, reasons.join(" "))
            }
            What::Rejected(reason) => {
                let values = [const { String::new() }; 3];
                ("rejected", values, reason.kind.id().to_owned())
            }
        };
        let origin = found.origin;
        let (message, part) = match origin.part {
            Some((message, part)) => (message.to_string(), part.to_string()),
            None => (String::new(), String::new()),
        };
        let field = origin.path.as_ref().or(origin.header.as_ref());
        let values = [
            origin.name.clone(),
            found.start.line.to_string(),
            found.start.column.to_string(),
            kind.to_owned(),
            found.typed.to_owned(),
            href,
            host,
            domain,
            message,
            part,
            field.cloned().unwrap_or_default(),
            reasons,
        ];
        let values = values.map(|value| one_line(&self.formulas.written(value)));
        let mut row = csv::Writer::from_writer(out);
        row.write_record(values)?;
        row.flush()
    }
}
