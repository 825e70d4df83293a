//! Finds links in columns, for every library that supports Arrow.

#![expect(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from Python"
)]

mod columns;
mod exported;
mod repeated;
mod rows;
mod table;

use std::sync::Arc;

use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::{Array, ArrayRef, ListArray, StructArray, new_empty_array};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field as Schema};
use linkspan::render::Renderer;
use linkspan::{Detector as Finder, Finding};
use linkspan_bind::{Offsets, Unit};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::input::AnyArray;

use crate::detector::Detector;
use crate::rendering::Rendering;
use columns::{Builders, Column, schema};
pub(crate) use exported::{Chunk, Table};
use rows::Rows;
pub(crate) use table::{arrow_html_links, arrow_links};

/// How candidates that are not linked are treated.
#[derive(Clone, Copy)]
enum Which {
    Links,
    /// They are counted.
    Counted,
    /// They become rows too.
    Everything,
}

/// The number of candidates that were not linked, by reason.
type Counts = std::collections::BTreeMap<&'static str, u64>;

/// The requested columns.
struct Wanted {
    columns: Vec<Column>,
    which: Which,
}

impl Wanted {
    fn new(fields: &[String], which: Which) -> PyResult<Self> {
        let column = |name: &String| {
            Column::named(name).ok_or_else(|| {
                let names: Vec<&str> = Column::names().collect();
                let names = names.join(", ");
                PyValueError::new_err(format!("fields: '{name}' is not one of {names}"))
            })
        };
        let columns = fields.iter().map(column).collect::<PyResult<Vec<_>>>()?;
        let is_twice = |(at, name)| fields.iter().take(at).any(|before: &String| before == name);
        if fields.iter().enumerate().any(is_twice) {
            return Err(PyValueError::new_err("fields: a field is given twice"));
        }
        if columns.is_empty() {
            return Err(PyValueError::new_err("fields: name at least one field"));
        }
        Ok(Self { columns, which })
    }

    /// Writes the links of a text and returns their number.
    fn write(
        &self,
        detector: &Finder,
        text: &str,
        builders: &mut Builders,
        rejected: &mut Counts,
    ) -> usize {
        let mut points = Offsets::new(text, Unit::CodePoints);
        let mut count = 0;
        match self.which {
            Which::Links => {
                for link in detector.links(text) {
                    builders.link(&link, &mut points);
                    count += 1;
                }
            }
            Which::Counted | Which::Everything => {
                for finding in detector.explain(text) {
                    if let Finding::Rejected(candidate) = &finding {
                        *rejected.entry(candidate.reason().kind.id()).or_default() += 1;
                        if matches!(self.which, Which::Counted) {
                            continue;
                        }
                    }
                    builders.finding(&finding, &mut points);
                    count += 1;
                }
            }
        }
        count
    }
}

/// Converts an Arrow error to a Python error.
fn to_error(error: ArrowError) -> PyErr {
    match error {
        ArrowError::SchemaError(message) => PyTypeError::new_err(message),
        ArrowError::InvalidArgumentError(message) => PyValueError::new_err(message),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Converts a column in parts, checking for signals between them. There is at least one part.
fn map(
    py: Python<'_>,
    column: AnyArray,
    make: &(dyn Fn(&Rows) -> Result<ArrayRef, ArrowError> + Sync),
) -> PyResult<Vec<Chunk>> {
    let mut chunks = Vec::new();
    let column = column.into_reader()?;
    let none = new_empty_array(column.field().data_type());
    for array in column.chain([Ok(none)]) {
        let array = array.map_err(to_error)?;
        if array.is_empty() && !chunks.is_empty() {
            continue;
        }
        let parts = py.detach(|| Rows::new(&array)?.parts()).map_err(to_error)?;
        for part in parts {
            chunks.push(Chunk(py.detach(|| make(&part)).map_err(to_error)?));
            py.check_signals()?;
        }
    }
    Ok(chunks)
}

/// The links of each text of a column, as lists of structs.
#[pyfunction]
pub(crate) fn arrow_find(
    py: Python<'_>,
    column: AnyArray,
    detector: &Bound<'_, Detector>,
    fields: Vec<String>,
    rejected: bool,
) -> PyResult<Vec<Chunk>> {
    let which = if rejected {
        Which::Everything
    } else {
        Which::Links
    };
    let wanted = Wanted::new(&fields, which)?;
    let detector = &detector.get().detector;
    let fields = schema(&wanted.columns);
    let item = Arc::new(Schema::new("item", DataType::Struct(fields.clone()), false));
    map(py, column, &|rows| {
        let mut builders = Builders::new(&wanted.columns);
        let mut lengths = Vec::with_capacity(rows.len());
        let mut valid = Vec::with_capacity(rows.len());
        for text in rows.texts() {
            valid.push(text.is_some());
            let counts = &mut Counts::new();
            let write = |text: &_| wanted.write(detector, text, &mut builders, counts);
            lengths.push(text.as_deref().map_or(0, write));
        }
        let links = StructArray::try_new(fields.clone(), builders.finish(), None)?;
        let offsets = OffsetBuffer::from_lengths(lengths);
        let nulls = NullBuffer::from(valid);
        let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
        let list = ListArray::try_new(Arc::clone(&item), offsets, Arc::new(links), nulls)?;
        Ok(Arc::new(list))
    })
}

/// The number of links in each text of a column.
#[pyfunction]
pub(crate) fn arrow_count(
    py: Python<'_>,
    column: AnyArray,
    detector: &Bound<'_, Detector>,
) -> PyResult<Vec<Chunk>> {
    let detector = &detector.get().detector;
    map(py, column, &|rows| {
        let mut counts = Int32Builder::with_capacity(rows.len());
        for text in rows.texts() {
            let count = text.map(|text| detector.links(&text).count());
            counts.append_option(count.and_then(|count| i32::try_from(count).ok()));
        }
        Ok(Arc::new(counts.finish()))
    })
}

/// Each text of a column as HTML.
#[pyfunction]
#[pyo3(signature = (column, detector, options))]
pub(crate) fn arrow_linkify(
    py: Python<'_>,
    column: AnyArray,
    detector: &Bound<'_, Detector>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<Chunk>> {
    let rendering = Rendering::read("linkify", Some(options))?;
    if rendering.hook.is_some() {
        return Err(PyValueError::new_err(
            "on_link is not supported for columns",
        ));
    }
    if rendering.to != "html" {
        return Err(PyValueError::new_err(
            "to: a column can only be converted to 'html'",
        ));
    }
    let (html, detector) = (&rendering.html, &detector.get().detector);
    map(py, column, &|rows| {
        let mut made = StringBuilder::new();
        for text in rows.texts() {
            let html = text.map(|text| {
                let html = html.render(detector.spans(&text)).to_string();
                // No link contains it, so only text changes.
                html.replace('\u{FFFF}', "\u{FFFD}")
            });
            let size = made.values_slice().len() + html.as_ref().map_or(0, String::len);
            if i32::try_from(size).is_err() {
                return Err(ArrowError::OffsetOverflowError(size));
            }
            made.append_option(html);
        }
        Ok(Arc::new(made.finish()))
    })
}
