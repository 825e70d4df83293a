//! Columns of links.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{BooleanBuilder, Int32Builder, ListBuilder, StringBuilder};
use arrow_schema::{DataType, Field as Schema, Fields};
use linkspan::catalog::{Field, FieldType, Value};
use linkspan::{Finding, Link, Reason, Rejected};
use linkspan_bind::Offsets;
use linkspan_rewrite::{DocumentLink, Within};

use crate::found::value;

/// A property of a link, as a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Start,
    End,
    Linked,
    /// Where in the page it is.
    Within,
    /// The ids of the reasons.
    Reasons,
    Of(Field),
}

/// The columns that are not fields of the link, by name.
const OTHERS: [(&str, Column); 5] = [
    ("start", Column::Start),
    ("end", Column::End),
    ("linked", Column::Linked),
    ("within", Column::Within),
    ("reasons", Column::Reasons),
];

impl Column {
    pub(super) fn named(name: &str) -> Option<Self> {
        let other = OTHERS.iter().find(|(other, _)| *other == name);
        let other = other.map(|(_, column)| *column);
        other.or_else(|| Field::named(name).map(Self::Of))
    }

    /// The names of all columns.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        let others = OTHERS.iter().map(|(name, _)| *name);
        others.chain(Field::ALL.iter().map(|field| field.name()))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Of(field) => field.name(),
            other => OTHERS
                .iter()
                .find(|(_, column)| *column == other)
                .map_or("", |(name, _)| name),
        }
    }

    fn schema(self) -> Schema {
        // Rejected candidates have no other fields than these.
        let nullable =
            matches!(self, Self::Of(field) if !matches!(field, Field::Kind | Field::Text));
        Schema::new(self.name(), self.builder().data_type(), nullable)
    }

    fn builder(self) -> Builder {
        match self {
            Self::Start | Self::End => Builder::Number(Int32Builder::new()),
            Self::Linked => Builder::Flag(BooleanBuilder::new()),
            Self::Reasons => Builder::List(ListBuilder::new(StringBuilder::new())),
            Self::Of(field) if field.field_type() == FieldType::Number => {
                Builder::Number(Int32Builder::new())
            }
            Self::Within | Self::Of(_) => Builder::Text(StringBuilder::new()),
        }
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
    List(ListBuilder<StringBuilder>),
}

impl Builder {
    fn data_type(mut self) -> DataType {
        self.finish().data_type().clone()
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Number(builder) => Arc::new(builder.finish()),
            Self::Flag(builder) => Arc::new(builder.finish()),
            Self::Text(builder) => Arc::new(builder.finish()),
            Self::List(builder) => Arc::new(builder.finish()),
        }
    }
}

/// Writes columns, link by link.
pub(super) struct Builders(Vec<(Column, Builder)>);

/// A finding to write into the columns.
enum ArrowRow<'a, 't> {
    Link(&'a Link<'t>),
    Rejected(&'a Rejected<'t>),
    /// A link of an HTML page.
    Page(&'a DocumentLink<'t>),
}

impl Builders {
    pub(super) fn new(columns: &[Column]) -> Self {
        let columns = columns.iter();
        Self(columns.map(|column| (*column, column.builder())).collect())
    }

    pub(super) fn link(&mut self, link: &Link<'_>, points: &mut Offsets<'_>) {
        self.add(&ArrowRow::Link(link), points);
    }

    pub(super) fn finding(&mut self, finding: &Finding<'_>, points: &mut Offsets<'_>) {
        match finding {
            Finding::Link(link) => self.add(&ArrowRow::Link(link), points),
            Finding::Rejected(rejected) => self.add(&ArrowRow::Rejected(rejected), points),
        }
    }

    pub(super) fn document_link(&mut self, link: &DocumentLink<'_>, points: &mut Offsets<'_>) {
        self.add(&ArrowRow::Page(link), points);
    }

    fn add(&mut self, found: &ArrowRow<'_, '_>, points: &mut Offsets<'_>) {
        let range = match found {
            ArrowRow::Link(link) => link.range(),
            ArrowRow::Rejected(rejected) => rejected.range(),
            ArrowRow::Page(link) => link.source.clone(),
        };
        for (column, builder) in &mut self.0 {
            match builder {
                Builder::Number(builder) => builder.append_option(match column {
                    Column::Start => i32::try_from(points.at(range.start)).ok(),
                    Column::End => i32::try_from(points.at(range.end)).ok(),
                    Column::Of(field) => match found.value(*field) {
                        Some(Value::Number(number)) => Some(number.into()),
                        _ => None,
                    },
                    _ => None,
                }),
                Builder::Flag(builder) => {
                    builder.append_value(!matches!(found, ArrowRow::Rejected(_)));
                }
                Builder::Text(builder) => found.write(*column, builder),
                Builder::List(builder) => {
                    found.each_reason(|reason| builder.values().append_value(reason.kind.id()));
                    builder.append(true);
                }
            }
        }
    }

    /// The number of bytes of text in the columns.
    pub(super) fn size(&self) -> usize {
        let sizes = self.0.iter().map(|(_, builder)| match builder {
            Builder::Text(builder) => builder.values_slice().len(),
            // Reasons are short.
            Builder::Number(_) | Builder::Flag(_) | Builder::List(_) => 0,
        });
        sizes.sum()
    }

    pub(super) fn finish(mut self) -> Vec<ArrayRef> {
        let builders = self.0.iter_mut();
        builders.map(|(_, builder)| builder.finish()).collect()
    }
}

impl<'t> ArrowRow<'_, 't> {
    fn link(&self) -> Option<&Link<'t>> {
        match self {
            Self::Link(link) | Self::Page(DocumentLink { link, .. }) => Some(link),
            Self::Rejected(_) => None,
        }
    }

    fn value(&self, field: Field) -> Option<Value<'_>> {
        value(self.link()?, field)
    }

    /// Writes a text.
    fn write(&self, column: Column, builder: &mut StringBuilder) {
        match (column, self) {
            (Column::Within, Self::Page(link)) => builder.append_value(link.within.as_str()),
            (Column::Within, _) => builder.append_value(Within::Text.as_str()),
            (Column::Of(Field::Text), Self::Page(link)) => builder.append_value(link.typed),
            (Column::Of(Field::Text), Self::Rejected(one)) => builder.append_value(one.text()),
            (Column::Of(Field::Kind), Self::Rejected(one)) => {
                builder.append_value(one.parts().kind().as_str());
            }
            (Column::Of(Field::Href), Self::Link(link)) => write_href(link, builder),
            (Column::Of(field), _) => {
                builder.append_option(self.value(field).map(Value::into_text));
            }
            _ => builder.append_null(),
        }
    }

    /// Calls a function with the reasons, and the warning of the page.
    fn each_reason(&self, call: impl FnMut(Reason<'_>)) {
        let (rejected, warning) = match self {
            Self::Link(_) => (None, None),
            Self::Rejected(rejected) => (Some(rejected.reason()), None),
            Self::Page(page) => (None, page.reason),
        };
        let reasons = self.link().into_iter().flat_map(Link::reasons);
        reasons.chain(rejected).chain(warning).for_each(call);
    }
}

/// Most addresses are the text of the link plus a prefix or suffix.
fn write_href(link: &Link<'_>, builder: &mut StringBuilder) {
    let Some((before, after)) = link.href_around() else {
        builder.append_value(link.href());
        return;
    };
    for piece in [before, link.text()] {
        // Writing to memory does not fail.
        let _ = builder.write_str(piece);
    }
    builder.append_value(after);
}
