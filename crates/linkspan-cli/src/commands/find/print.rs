//! Printing of links.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use clap::ValueEnum;
use linkspan::catalog::Field;
use linkspan::suffix::SuffixSource;
use linkspan::{Link, ReasonKind};

use crate::out::column::{Column, record};
use crate::out::record::{Found, Origin, What};
use crate::out::style::{Colour, Paint};
use crate::out::terminal::one_line;

/// Output formats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// `file:line:column: link`, one link per line; no file name for standard input
    Text,
    /// The input unchanged, with ⸠ and ⸡ around each link
    Marked,
    /// One JSON object per line, with offsets and the fields of the link
    Json,
    /// Comma-separated values with a header line; for a spreadsheet add `--csv-safe`
    Csv,
}

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
    /// The selected columns of JSON and CSV.
    pub(crate) columns: Option<Vec<Column>>,
}

impl Printer {
    /// Prints a link or a rejected candidate on one line.
    pub(crate) fn print(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        match self.style {
            Style::Json => {
                let columns = self.columns.as_deref();
                writeln!(out, "{}", record(found, columns, &self.suffixes))
            }
            Style::Csv => self.row(found, out),
            Style::Text | Style::Marked => self.text(found, out),
        }
    }

    /// The value to print for `--print`; `None` if the link does not have it.
    pub(crate) fn value(&self, field: Field, link: &Link, typed: &str) -> Option<String> {
        match field {
            // The text in the source, which may be defanged or relative.
            Field::Text => Some(typed.to_owned()),
            field => {
                let value = field.of(link, &self.suffixes);
                value.map(|value| value.into_text().into_owned())
            }
        }
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
                    self.warn(found, out)?;
                }
                writeln!(out)
            }
            What::Rejected(_, reason) => {
                self.paint.write(Colour::Rejected, "not linked: ", out)?;
                let id = reason.kind.id();
                writeln!(out, "{typed} ({id}: {})", one_line(&reason.to_string()))
            }
        }
    }

    /// Writes the warnings about a link, each after a tab: without them, a forged name would look like
    /// any other. That a list is old is said once for all links.
    fn warn(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        let is_warning = |kind: ReasonKind| kind.is_warning() && kind != ReasonKind::TldListStale;
        for reason in found.reasons().filter(|reason| is_warning(reason.kind)) {
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

    /// The header line of CSV.
    pub(crate) fn titles(&self) -> String {
        let names: Vec<&str> = self
            .columns_of_csv()
            .iter()
            .map(|column| column.name())
            .collect();
        names.join(",")
    }

    fn columns_of_csv(&self) -> &[Column] {
        self.columns.as_deref().unwrap_or(Column::of_tables())
    }

    fn row(&self, found: &Found, out: &mut impl Write) -> io::Result<()> {
        let columns = self.columns_of_csv().iter();
        let values = columns.map(|column| {
            let value = column.text(found, &self.suffixes);
            one_line(&self.formulas.written(value))
        });
        let mut row = csv::Writer::from_writer(out);
        row.write_record(values)?;
        row.flush()
    }
}
