//! Links of columns, for every library that has columns of Arrow.

#![expect(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from Python"
)]

mod columns;
mod exported;
mod rows;

use std::sync::Arc;

use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::{
    Array, ArrayRef, ListArray, RecordBatch, RecordBatchOptions, StructArray, UInt32Array,
    new_empty_array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field as Schema, Fields, Schema as BatchSchema};
use arrow_select::take::take;
use linkspan::Detector as Finder;
use linkspan::render::Renderer;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::input::{AnyArray, AnyRecordBatch};

use crate::detector::Detector;
use crate::rendering::Rendering;
use crate::text::CodePoints;
use columns::{Builders, Column, schema};
pub(crate) use exported::{Chunk, Table};
use rows::Rows;

/// What is made of candidates that are not linked.
#[derive(Clone, Copy)]
enum Which {
    Links,
    /// Also those that are not linked.
    Everything,
}

/// Which columns are made.
struct Wanted {
    columns: Vec<Column>,
    which: Which,
}

impl Wanted {
    fn new(fields: &[String], rejected: bool) -> PyResult<Self> {
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
            return Err(PyValueError::new_err("fields: a field is named twice"));
        }
        if columns.is_empty() {
            return Err(PyValueError::new_err("fields: name at least one field"));
        }
        Ok(Self {
            columns,
            which: if rejected {
                Which::Everything
            } else {
                Which::Links
            },
        })
    }

    /// Writes the links of a text, and how many there are.
    fn write(&self, detector: &Finder, text: &str, builders: &mut Builders) -> usize {
        let mut points = CodePoints::new(text);
        let mut count = 0;
        match self.which {
            Which::Links => {
                for link in detector.links(text) {
                    builders.link(&link, &mut points);
                    count += 1;
                }
            }
            Which::Everything => {
                for finding in detector.judged(text) {
                    builders.finding(&finding, &mut points);
                    count += 1;
                }
            }
        }
        count
    }
}

/// An error of Arrow as one of Python.
fn wrong(error: ArrowError) -> PyErr {
    match error {
        ArrowError::SchemaError(message) => PyTypeError::new_err(message),
        ArrowError::InvalidArgumentError(message) => PyValueError::new_err(message),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Makes a column of another one, in parts between which signals are looked for. There is at least one.
fn mapped(
    py: Python<'_>,
    column: AnyArray,
    make: &(dyn Fn(&Rows) -> Result<ArrayRef, ArrowError> + Sync),
) -> PyResult<Vec<Chunk>> {
    let mut chunks = Vec::new();
    let column = column.into_reader()?;
    let none = new_empty_array(column.field().data_type());
    for array in column.chain([Ok(none)]) {
        let array = array.map_err(wrong)?;
        if array.is_empty() && !chunks.is_empty() {
            continue;
        }
        let parts = py.detach(|| Rows::new(&array)?.parts()).map_err(wrong)?;
        for part in parts {
            chunks.push(Chunk(py.detach(|| make(&part)).map_err(wrong)?));
            py.check_signals()?;
        }
    }
    Ok(chunks)
}

/// The links of each text of a column: lists of structures.
#[pyfunction]
pub(crate) fn arrow_find(
    py: Python<'_>,
    column: AnyArray,
    detector: &Bound<'_, Detector>,
    fields: Vec<String>,
    rejected: bool,
) -> PyResult<Vec<Chunk>> {
    let wanted = Wanted::new(&fields, rejected)?;
    let detector = &detector.get().detector;
    let fields = schema(&wanted.columns);
    let item = Arc::new(Schema::new("item", DataType::Struct(fields.clone()), false));
    mapped(py, column, &|rows| {
        let mut builders = Builders::new(&wanted.columns);
        let mut lengths = Vec::with_capacity(rows.len());
        let mut valid = Vec::with_capacity(rows.len());
        for text in rows.texts() {
            valid.push(text.is_some());
            let write = |text: &_| wanted.write(detector, text, &mut builders);
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

/// The number of links of each text of a column.
#[pyfunction]
pub(crate) fn arrow_count(
    py: Python<'_>,
    column: AnyArray,
    detector: &Bound<'_, Detector>,
) -> PyResult<Vec<Chunk>> {
    let detector = &detector.get().detector;
    mapped(py, column, &|rows| {
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
        return Err(PyValueError::new_err("a column cannot have on_link"));
    }
    if rendering.to != "html" {
        return Err(PyValueError::new_err("to: a column becomes HTML only"));
    }
    let (html, detector) = (&rendering.html, &detector.get().detector);
    mapped(py, column, &|rows| {
        let mut made = StringBuilder::new();
        for text in rows.texts() {
            let html = text.map(|text| {
                let text = text.replace('\u{FFFF}', "\u{FFFD}");
                html.render(detector.spans(&text)).to_string()
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

/// One row for each link of a column of a table, with other columns of the table beside it.
#[pyfunction]
pub(crate) fn arrow_links(
    py: Python<'_>,
    table: AnyRecordBatch,
    column: &str,
    keep: Vec<String>,
    detector: &Bound<'_, Detector>,
    fields: Vec<String>,
    rejected: bool,
) -> PyResult<Table> {
    let wanted = Wanted::new(&fields, rejected)?;
    let detector = &detector.get().detector;
    let reader = table.into_reader()?;
    let schema = reader.schema();
    let place = |name: &str| {
        let missing = || {
            let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
            let names = names.join(", ");
            PyKeyError::new_err(format!("there is no column '{name}'; columns are {names}"))
        };
        schema.index_of(name).map_err(|_| missing())
    };
    let text = place(column)?;
    let keep = keep
        .iter()
        .map(|name| place(name))
        .collect::<PyResult<Vec<_>>>()?;
    let kept = keep
        .iter()
        .filter_map(|at| schema.fields().get(*at).cloned());
    let made = columns::schema(&wanted.columns);
    let made: Fields = kept.chain(made.iter().cloned()).collect();
    if let Some(name) = made.iter().enumerate().find_map(|(at, field)| {
        let before = made.iter().take(at);
        before
            .map(|other| other.name())
            .find(|name| *name == field.name())
    }) {
        let message =
            format!("two columns would have the name '{name}'; rename the one that is kept");
        return Err(PyValueError::new_err(message));
    }
    let made = Arc::new(BatchSchema::new(made));
    let mut batches = Vec::new();
    for batch in reader {
        let batch = batch.map_err(wrong)?;
        let parts = py.detach(|| Rows::new(batch.column(text))?.parts());
        let mut first = 0;
        for part in parts.map_err(wrong)? {
            let rows = batch.slice(first, part.len());
            first += part.len();
            let links = py.detach(|| {
                let mut builders = Builders::new(&wanted.columns);
                let mut numbers = Vec::new();
                for (number, text) in (0..).zip(part.texts()) {
                    let write = |text: &_| wanted.write(detector, text, &mut builders);
                    let count = text.as_deref().map_or(0, write);
                    numbers.extend(std::iter::repeat_n(number, count));
                }
                let options = RecordBatchOptions::new().with_row_count(Some(numbers.len()));
                let numbers = UInt32Array::new(ScalarBuffer::from(numbers), None);
                let kept = keep.iter().map(|at| take(rows.column(*at), &numbers, None));
                let mut columns = kept.collect::<Result<Vec<ArrayRef>, _>>()?;
                columns.extend(builders.finish());
                RecordBatch::try_new_with_options(Arc::clone(&made), columns, &options)
            });
            batches.push(links.map_err(wrong)?);
            py.check_signals()?;
        }
    }
    Ok(Table::new(batches, made))
}
