//! The columns of a result: what JSON, CSV and `--fields` can print.

use std::borrow::Cow;
use std::fmt::Write;

use linkspan::catalog::{Field, Value};
use linkspan::suffix::SuffixSource;

use super::json;
use super::record::{Found, What};

/// A column: a field of the link, or where the link was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The file as it was named; `-` for standard input.
    File,
    /// In mail, the message, from 1.
    Message,
    /// In mail, the part of the message; 0 is a header.
    Part,
    /// In mail, the name of the header.
    Header,
    /// In JSON and tables, the path to the value.
    Path,
    /// The line, from 1.
    Line,
    /// The column in code points, from 1.
    Column,
    /// The start in bytes.
    Start,
    /// The end in bytes.
    End,
    /// The start in UTF-16 code units.
    StartUtf16,
    /// The end in UTF-16 code units.
    EndUtf16,
    /// The start in code points.
    StartChar,
    /// The end in code points.
    EndChar,
    /// Where in a document it is.
    Within,
    /// Whether it is written differently in the source, such as with escapes.
    Decoded,
    /// Whether it is a link, or a candidate that is not.
    Linked,
    /// A field of the link.
    Of(Field),
    /// Why it was narrowed or rejected, and warnings.
    Reasons,
}

/// The columns that are not fields of the link, with their names.
const PLACES: [(&str, Column); 17] = [
    ("file", Column::File),
    ("message", Column::Message),
    ("part", Column::Part),
    ("header", Column::Header),
    ("field", Column::Path),
    ("line", Column::Line),
    ("column", Column::Column),
    ("start", Column::Start),
    ("end", Column::End),
    ("start_utf16", Column::StartUtf16),
    ("end_utf16", Column::EndUtf16),
    ("start_char", Column::StartChar),
    ("end_char", Column::EndChar),
    ("within", Column::Within),
    ("decoded", Column::Decoded),
    ("linked", Column::Linked),
    ("reasons", Column::Reasons),
];

/// The columns of CSV, unless others are selected.
const OF_TABLES: [Column; 14] = [
    Column::File,
    Column::Line,
    Column::Column,
    Column::Of(Field::Kind),
    Column::Linked,
    Column::Of(Field::Text),
    Column::Of(Field::Href),
    Column::Of(Field::Host),
    Column::Of(Field::Domain),
    Column::Message,
    Column::Part,
    Column::Header,
    Column::Path,
    Column::Reasons,
];

/// A value of a column.
#[derive(Debug)]
enum Cell<'c> {
    Null,
    Number(usize),
    Flag(bool),
    Text(Cow<'c, str>),
}

impl Column {
    /// The column with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let place = PLACES.iter().find(|(known, _)| *known == name);
        let place = place.map(|(_, column)| *column);
        place.or_else(|| Field::named(name).map(Self::Of))
    }

    /// The names of all columns, in the order in which JSON has them.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::all().map(Self::name)
    }

    /// All columns, in the order in which JSON has them: the place, the fields, the reasons.
    pub fn all() -> impl Iterator<Item = Self> {
        let places = PLACES.iter().map(|(_, column)| *column);
        let places = places.filter(|column| *column != Self::Reasons);
        let fields = Field::ALL.iter().map(|field| Self::Of(*field));
        places.chain(fields).chain([Self::Reasons])
    }

    /// The columns of CSV, unless others are selected.
    #[must_use]
    pub fn of_tables() -> &'static [Self] {
        &OF_TABLES
    }

    /// The name of the column.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Of(field) => field.name(),
            place => {
                let found = PLACES.iter().find(|(_, column)| *column == place);
                found.map_or("", |(name, _)| name)
            }
        }
    }

    /// Whether only some sources have the column, so that JSON leaves it out for the others.
    fn is_of_some_sources(self) -> bool {
        matches!(
            self,
            Self::Message | Self::Part | Self::Header | Self::Path | Self::Within | Self::Decoded
        )
    }

    /// The value for a result. `Reasons` are lists, which have no cell.
    fn cell<'c>(self, found: &'c Found, suffixes: &SuffixSource) -> Cell<'c> {
        let Found {
            origin, start, end, ..
        } = found;
        let number = |number: Option<usize>| number.map_or(Cell::Null, Cell::Number);
        let text = |text: Option<&'c str>| text.map_or(Cell::Null, |text| Cell::Text(text.into()));
        match self {
            Self::File => text(Some(&origin.name)),
            Self::Message => number(origin.part.map(|(message, _)| message)),
            Self::Part => number(origin.part.map(|(_, part)| part)),
            Self::Header => text(origin.header.as_deref()),
            Self::Path => text(origin.path.as_deref()),
            Self::Line => Cell::Number(start.line),
            Self::Column => Cell::Number(start.column),
            Self::Start => Cell::Number(start.byte),
            Self::End => Cell::Number(end.byte),
            Self::StartUtf16 => Cell::Number(start.utf16),
            Self::EndUtf16 => Cell::Number(end.utf16),
            Self::StartChar => Cell::Number(start.char),
            Self::EndChar => Cell::Number(end.char),
            Self::Within => text(found.within),
            Self::Decoded if found.decoded => Cell::Flag(true),
            Self::Decoded | Self::Reasons => Cell::Null,
            Self::Linked => Cell::Flag(matches!(found.what, What::Link(_))),
            // The text in the source, which may be defanged or relative.
            Self::Of(Field::Text) => text(Some(found.typed)),
            Self::Of(field) => match &found.what {
                What::Link(link) => match field.of(link, suffixes) {
                    Some(Value::Number(number)) => Cell::Number(number.into()),
                    Some(value) => Cell::Text(value.into_text()),
                    None => Cell::Null,
                },
                What::Rejected(kind, _) if field == Field::Kind => text(Some(kind.as_str())),
                What::Rejected(..) => Cell::Null,
            },
        }
    }

    /// The value for CSV.
    pub(crate) fn text(self, found: &Found, suffixes: &SuffixSource) -> String {
        if self == Self::Reasons {
            let ids: Vec<&str> = found.reasons().map(|reason| reason.kind.id()).collect();
            return ids.join(" ");
        }
        match self.cell(found, suffixes) {
            Cell::Null => String::new(),
            Cell::Number(number) => number.to_string(),
            Cell::Flag(flag) => flag.to_string(),
            Cell::Text(text) => text.into_owned(),
        }
    }
}

/// The JSON object of a result, on one line. Without `columns`, it has all of them, but for those
/// that this source or a rejected candidate cannot have.
#[must_use]
pub fn record(found: &Found, columns: Option<&[Column]>, suffixes: &SuffixSource) -> String {
    let mut object = json::Object::default();
    match columns {
        Some(columns) => {
            for column in columns {
                put(&mut object, *column, found, suffixes);
            }
        }
        None => {
            for column in Column::all() {
                let is_wanted = match column {
                    Column::Of(Field::Kind | Field::Text) => true,
                    Column::Of(_) => matches!(found.what, What::Link(_)),
                    column => {
                        !column.is_of_some_sources()
                            || !matches!(column.cell(found, suffixes), Cell::Null)
                    }
                };
                if is_wanted {
                    put(&mut object, column, found, suffixes);
                }
            }
        }
    }
    object.finish()
}

fn put(object: &mut json::Object, column: Column, found: &Found, suffixes: &SuffixSource) {
    let out = object.key(column.name());
    if column == Column::Reasons {
        json::reasons(out, found.reasons());
        return;
    }
    match column.cell(found, suffixes) {
        Cell::Null => out.push_str("null"),
        Cell::Flag(flag) => out.push_str(if flag { "true" } else { "false" }),
        // Writing to a string does not fail.
        Cell::Number(number) => drop(write!(out, "{number}")),
        Cell::Text(text) => json::quote(out, &text),
    }
}
