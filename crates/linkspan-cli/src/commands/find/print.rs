//! How links are printed.

use std::io::{self, Write};

use clap::ValueEnum;
use linkspan::suffix::SuffixSource;

use crate::out::json;
use crate::out::record::{Found, Origin, What, record};
use crate::out::style::{Colour, Paint};
use crate::out::terminal::one_line;

/// How what was found is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// `file:line:column: link`, one link a line; no file name for standard input
    Text,
    /// The input unchanged, except that ⸠ and ⸡ surround each link
    Marked,
    /// One JSON object a line, with offsets, `href` and the parts of the link
    Json,
    /// Comma-separated values with a line of titles; for a spreadsheet add `--csv-safe`
    Csv,
}

/// The titles of `--format csv`.
pub(crate) const TITLES: &str = "file,line,column,kind,link,href,host,registrable_domain";

/// What becomes of values in CSV that a spreadsheet would run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Formulas {
    /// They stay as they are.
    Kept,
    /// They start with `'`, which spreadsheets take for text.
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

/// Prints what was found.
pub(crate) struct Printer {
    pub(crate) style: Style,
    /// Whether only the links are printed, without their places.
    pub(crate) bare: bool,
    pub(crate) formulas: Formulas,
    pub(crate) paint: Paint,
    pub(crate) suffixes: SuffixSource,
}

impl Printer {
    /// Prints a link or a rejected candidate, on a line of its own.
    pub(crate) fn print(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        match self.style {
            Style::Json => writeln!(out, "{}", json::line(&record(found, &self.suffixes))),
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
                // Only a hyperlink needs the target, which costs more than the rest of the line.
                let href = if self.paint.hyperlinks {
                    link.href()
                } else {
                    String::new()
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
        let What::Link(link) = &found.what else {
            return Ok(());
        };
        let domain = link.registrable_domain_ascii_in(&self.suffixes);
        let values = [
            found.origin.name.clone(),
            found.start.line.to_string(),
            found.start.column.to_string(),
            link.kind().to_string(),
            found.typed.to_owned(),
            link.href(),
            link.host_ascii().unwrap_or_default(),
            domain.unwrap_or_default(),
        ];
        let values = values.map(|value| one_line(&self.formulas.written(value)));
        let quoted = |value: String| {
            if value.contains(['"', ',', '\n', '\r']) {
                format!("\"{}\"", value.replace('"', "\"\""))
            } else {
                value
            }
        };
        writeln!(out, "{}", values.map(quoted).join(","))
    }
}
