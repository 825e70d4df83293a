//! Columns of links.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{BooleanBuilder, Int32Builder, StringBuilder};
use arrow_schema::{DataType, Field as Schema, Fields};
use linkspan::{Finding, Link, Rejected};
use linkspan_rewrite::{DocumentLink, Within};

use crate::field::Field;
use crate::text::CodePoints;

/// A property of a link, as a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Start,
    End,
    Port,
    /// Whether it is linked.
    Linked,
    /// Why it is not linked, or the first remark about it.
    Reason,
    /// Where in the page it is.
    Within,
    Text(Field),
}

/// The columns that are not text properties, by name.
const OTHERS: [(&str, Column); 6] = [
    ("start", Column::Start),
    ("end", Column::End),
    ("port", Column::Port),
    ("linked", Column::Linked),
    ("reason", Column::Reason),
    ("within", Column::Within),
];

impl Column {
    pub(super) fn named(name: &str) -> Option<Self> {
        let other = OTHERS.iter().find(|(other, _)| *other == name);
        let other = other.map(|(_, column)| *column);
        other.or_else(|| Field::named(name).map(Self::Text))
    }

    /// The names of all columns.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        let others = OTHERS.iter().map(|(name, _)| *name);
        others.chain(Field::ALL.map(Field::name))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Text(field) => field.name(),
            other => OTHERS
                .iter()
                .find(|(_, column)| *column == other)
                .map_or("", |(name, _)| name),
        }
    }

    pub(super) fn schema(self) -> Schema {
        let (data_type, nullable) = match self {
            Self::Start | Self::End => (DataType::Int32, false),
            Self::Port => (DataType::Int32, true),
            Self::Linked => (DataType::Boolean, false),
            Self::Within | Self::Text(Field::Text) => (DataType::Utf8, false),
            Self::Reason | Self::Text(_) => (DataType::Utf8, true),
        };
        Schema::new(self.name(), data_type, nullable)
    }
}

/// The types of columns.
pub(super) fn schema(columns: &[Column]) -> Fields {
    columns.iter().map(|column| column.schema()).collect()
}

/// Writes a column.
enum Builder {
    Number(Int32Builder),
    Flag(BooleanBuilder),
    Text(StringBuilder),
}

impl Builder {
    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Number(builder) => Arc::new(builder.finish()),
            Self::Flag(builder) => Arc::new(builder.finish()),
            Self::Text(builder) => Arc::new(builder.finish()),
        }
    }
}

/// Writes columns, link by link.
pub(super) struct Builders(Vec<(Column, Builder)>);

/// A finding to write into the columns.
enum Found<'a, 't> {
    Link(&'a Link<'t>),
    Rejected(&'a Rejected<'t>),
    /// A link of an HTML page.
    Page(&'a DocumentLink<'t>),
}

impl Builders {
    pub(super) fn new(columns: &[Column]) -> Self {
        let builder = |column: &Column| {
            let builder = match column {
                Column::Start | Column::End | Column::Port => Builder::Number(Int32Builder::new()),
                Column::Linked => Builder::Flag(BooleanBuilder::new()),
                Column::Reason | Column::Within | Column::Text(_) => {
                    Builder::Text(StringBuilder::new())
                }
            };
            (*column, builder)
        };
        Self(columns.iter().map(builder).collect())
    }

    pub(super) fn link(&mut self, link: &Link<'_>, points: &mut CodePoints<'_>) {
        self.add(&Found::Link(link), points);
    }

    pub(super) fn finding(&mut self, finding: &Finding<'_>, points: &mut CodePoints<'_>) {
        match finding {
            Finding::Link(link) => self.add(&Found::Link(link), points),
            Finding::Rejected(rejected) => self.add(&Found::Rejected(rejected), points),
        }
    }

    pub(super) fn document_link(&mut self, link: &DocumentLink<'_>, points: &mut CodePoints<'_>) {
        self.add(&Found::Page(link), points);
    }

    fn add(&mut self, found: &Found<'_, '_>, points: &mut CodePoints<'_>) {
        let range = match found {
            Found::Link(link) => link.range(),
            Found::Rejected(rejected) => rejected.range(),
            Found::Page(link) => link.source.clone(),
        };
        for (column, builder) in &mut self.0 {
            match builder {
                Builder::Number(builder) => builder.append_option(match column {
                    Column::Start => i32::try_from(points.at(range.start)).ok(),
                    Column::End => i32::try_from(points.at(range.end)).ok(),
                    _ => match found {
                        Found::Link(link) | Found::Page(DocumentLink { link, .. }) => {
                            link.port().map(i32::from)
                        }
                        Found::Rejected(_) => None,
                    },
                }),
                Builder::Flag(builder) => {
                    builder.append_value(!matches!(found, Found::Rejected(_)));
                }
                Builder::Text(builder) => write(*column, found, builder),
            }
        }
    }

    /// The number of bytes of text in the columns.
    pub(super) fn size(&self) -> usize {
        let sizes = self.0.iter().map(|(_, builder)| match builder {
            Builder::Text(builder) => builder.values_slice().len(),
            Builder::Number(_) | Builder::Flag(_) => 0,
        });
        sizes.sum()
    }

    pub(super) fn finish(mut self) -> Vec<ArrayRef> {
        let builders = self.0.iter_mut();
        builders.map(|(_, builder)| builder.finish()).collect()
    }
}

/// Writes a text property of a link.
fn write(column: Column, found: &Found<'_, '_>, builder: &mut StringBuilder) {
    match (column, found) {
        (Column::Reason, Found::Rejected(rejected)) => {
            builder.append_value(rejected.reason().kind.id());
        }
        (
            Column::Reason,
            Found::Page(DocumentLink {
                reason: Some(reason),
                ..
            }),
        ) => {
            builder.append_value(reason.kind.id());
        }
        (Column::Reason, Found::Link(link) | Found::Page(DocumentLink { link, .. })) => {
            let reason = link.reasons().next();
            builder.append_option(reason.map(|reason| reason.kind.id()));
        }
        (Column::Text(Field::Text), Found::Rejected(rejected)) => {
            builder.append_value(rejected.as_str());
        }
        (Column::Within, Found::Page(link)) => builder.append_value(link.within.as_str()),
        (Column::Within, _) => builder.append_value(Within::Text.as_str()),
        (Column::Text(Field::Text), Found::Page(link)) => builder.append_value(link.typed),
        (Column::Text(Field::Href), Found::Link(link)) => href(link, builder),
        (Column::Text(field), Found::Link(link) | Found::Page(DocumentLink { link, .. })) => {
            builder.append_option(field.of(link));
        }
        _ => builder.append_null(),
    }
}

/// Most addresses are the text of the link plus a prefix or suffix.
fn href(link: &Link<'_>, builder: &mut StringBuilder) {
    let Some((before, after)) = link.href_around() else {
        builder.append_value(link.href());
        return;
    };
    for piece in [before, link.as_str()] {
        // Writing to memory does not fail.
        let _ = builder.write_str(piece);
    }
    builder.append_value(after);
}
