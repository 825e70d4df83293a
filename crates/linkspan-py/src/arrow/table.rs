//! Tables of links.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_buffer::ScalarBuffer;
use arrow_schema::{ArrowError, Fields, Schema};
use linkspan_bind::{Offsets, Unit};
use linkspan_rewrite::DocumentLinks;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::input::AnyRecordBatch;

use super::columns::{self, Builders};
use super::exported::Table;
use super::repeated::Repeated;
use super::rows::{Rows, validate};
use super::{Counts, Wanted, Which, to_error};
use crate::detector::Detector;

/// The maximum number of bytes of text in the links of a part of a column of pages. A long base is
/// repeated in every relative link, so a small page can have very long ones.
const MOST: usize = 256 << 20;

/// One row for each link in a column of text, together with other columns of the table.
///
/// Candidates that are not linked are `"left"` out, `"counted"`, or `"kept"` as rows.
#[pyfunction]
pub(crate) fn arrow_links(
    py: Python<'_>,
    table: AnyRecordBatch,
    column: &str,
    keep: Vec<String>,
    detector: &Bound<'_, Detector>,
    fields: Vec<String>,
    rejected: &str,
) -> PyResult<Table> {
    let which = match rejected {
        "left" => Which::Links,
        "counted" => Which::Counted,
        "kept" => Which::Everything,
        other => {
            let message = format!("rejected: '{other}' is not one of left, counted, kept");
            return Err(PyValueError::new_err(message));
        }
    };
    let wanted = Wanted::new(&fields, which)?;
    let detector = &detector.get().detector;
    build(py, table, (column, &keep), &wanted, &|rows, out| {
        for text in Rows::new(&rows.text)?.texts() {
            out.row(text.as_deref(), |text, builders, rejected| {
                wanted.write(detector, text, builders, rejected)
            });
        }
        Ok(())
    })
}

/// One row for each link in a column of HTML pages, together with other columns of the table.
///
/// The column `base` contains the addresses of the pages, which relative targets need.
#[pyfunction]
pub(crate) fn arrow_html_links(
    py: Python<'_>,
    table: AnyRecordBatch,
    column: &str,
    base: Option<String>,
    keep: Vec<String>,
    detector: &Bound<'_, Detector>,
    fields: Vec<String>,
) -> PyResult<Table> {
    let wanted = Wanted::new(&fields, Which::Links)?;
    let detector = &detector.get().detector;
    build(py, table, (column, &keep), &wanted, &|rows, out| {
        let bases = match &base {
            Some(name) => Some(Rows::new(rows.column(name)?)?),
            None => None,
        };
        let mut bases = bases.as_ref().map(Rows::texts);
        for (row, page) in Rows::new(&rows.text)?.texts().enumerate() {
            let base = bases.as_mut().and_then(Iterator::next).flatten();
            let mut links = DocumentLinks::new(detector);
            if let Some(base) = &base {
                links = links.base(base);
            }
            out.row(page.as_deref(), |page, builders, _| {
                let mut points = Offsets::new(page, Unit::CodePoints);
                let mut count = 0;
                links.html(page.as_bytes(), &mut |link| {
                    builders.document_link(link, &mut points);
                    count += 1;
                    builders.size() <= MOST
                });
                count
            });
            if out.builders.size() > MOST {
                return Err(ArrowError::InvalidArgumentError(format!(
                    "the links up to row {row} have more than {MOST} bytes; search fewer rows at once"
                )));
            }
        }
        Ok(())
    })
}

/// Rows of a table that are converted to rows of links.
struct Part {
    batch: RecordBatch,
    text: ArrayRef,
}

impl Part {
    fn column(&self, name: &str) -> Result<&ArrayRef, ArrowError> {
        let missing = || ArrowError::InvalidArgumentError(format!("no column '{name}'"));
        self.batch.column_by_name(name).ok_or_else(missing)
    }
}

/// Rows of links under construction.
struct Out {
    builders: Builders,
    rejected: Counts,
    /// The number of the row that each link is from.
    numbers: Vec<u32>,
    next: u32,
}

impl Out {
    /// Writes the links of the next row, whose text may be missing.
    fn row(
        &mut self,
        text: Option<&str>,
        write: impl FnOnce(&str, &mut Builders, &mut Counts) -> usize,
    ) {
        let count = text.map_or(0, |text| {
            write(text, &mut self.builders, &mut self.rejected)
        });
        self.numbers.extend(std::iter::repeat_n(self.next, count));
        self.next += 1;
    }
}

/// Converts a table in parts, checking for signals between them.
fn build(
    py: Python<'_>,
    table: AnyRecordBatch,
    (column, keep): (&str, &[String]),
    wanted: &Wanted,
    write: &(dyn Fn(&Part, &mut Out) -> Result<(), ArrowError> + Sync),
) -> PyResult<Table> {
    let reader = table.into_reader()?;
    let schema = reader.schema();
    let place = |name: &str| {
        let missing = || {
            let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
            let names = names.join(", ");
            PyKeyError::new_err(format!("no column '{name}'; columns are {names}"))
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
    let links = columns::schema(&wanted.columns);
    let fields: Fields = kept.chain(links.iter().cloned()).collect();
    if let Some(name) = twice(&fields) {
        let message =
            format!("two columns would have the name '{name}'; rename the one that is kept");
        return Err(PyValueError::new_err(message));
    }
    let fields = Arc::new(Schema::new(fields));
    let mut found = Vec::new();
    let mut rejected = Counts::new();
    for batch in reader {
        let batch = batch.map_err(to_error)?;
        let parts = py.detach(|| {
            for at in &keep {
                let malformed = |error| {
                    let name = schema.field(*at).name();
                    let message = format!("the column '{name}' is malformed: {error}");
                    ArrowError::InvalidArgumentError(message)
                };
                validate(batch.column(*at)).map_err(malformed)?;
            }
            Rows::new(batch.column(text))?.parts()
        });
        let mut first = 0;
        for part in parts.map_err(to_error)? {
            let rows = batch.slice(first, part.len());
            first += part.len();
            let part = Part {
                text: Arc::clone(rows.column(text)),
                batch: rows,
            };
            let mut out = Out {
                builders: Builders::new(&wanted.columns),
                rejected: std::mem::take(&mut rejected),
                numbers: Vec::new(),
                next: 0,
            };
            py.detach(|| write(&part, &mut out)).map_err(to_error)?;
            rejected = out.rejected;
            let kept = keep.iter().map(|at| Arc::clone(part.batch.column(*at)));
            found.push(Repeated {
                kept: kept.collect(),
                numbers: UInt32Array::new(ScalarBuffer::from(out.numbers), None),
                links: out.builders.finish(),
            });
            py.check_signals()?;
        }
    }
    Ok(Table::new(found, fields, rejected))
}

/// A name that occurs twice among the fields.
fn twice(fields: &Fields) -> Option<&str> {
    let mut names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
    names.sort_unstable();
    let mut pairs = names.windows(2);
    pairs.find_map(|pair| match pair {
        [one, other] if one == other => Some(*one),
        _ => None,
    })
}
