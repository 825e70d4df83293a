//! Rows of links next to values of the rows that they are from.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, UInt32Array};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::take::take;

/// The approximate number of bytes of repeated values in a batch.
const MOST: usize = 16 << 20;

/// Links, and the columns of a table to repeat for each of them.
///
/// A long value next to many links would need their product in memory, so values are repeated only
/// when a batch is read.
pub(super) struct Repeated {
    pub(super) kept: Vec<ArrayRef>,
    /// The row that each link is from.
    pub(super) numbers: UInt32Array,
    pub(super) links: Vec<ArrayRef>,
}

impl Repeated {
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The rows from `start` that make up a batch: at least one, if there are any.
    fn batch(&self, start: usize, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
        let numbers = self.numbers.slice(start, self.length(start)?);
        let kept = self.kept.iter().map(|column| take(column, &numbers, None));
        let links = self.links.iter();
        let links = links.map(|column| Ok(column.slice(start, numbers.len())));
        let columns = kept.chain(links).collect::<Result<Vec<_>, ArrowError>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(numbers.len()));
        RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options)
    }

    /// The number of rows from `start` that make up a batch.
    fn length(&self, start: usize) -> Result<usize, ArrowError> {
        let rest = self.numbers.values().get(start..).unwrap_or_default();
        let (mut length, mut size) = (0, 0_usize);
        for links in rest.chunk_by(|one, other| one == other) {
            let row = links.first().map_or(0, |row| *row as usize);
            let each = self.size(row)?;
            let room = MOST.saturating_sub(size) / each.max(1);
            if room < links.len() {
                length += room;
                break;
            }
            length += links.len();
            size += each * links.len();
        }
        Ok(length.max(1).min(rest.len()))
    }

    /// The number of bytes that are copied with each link of a row.
    fn size(&self, row: usize) -> Result<usize, ArrowError> {
        let sizes = self.kept.iter().map(|column| size(column, row));
        sizes.sum()
    }
}

/// The number of bytes that are copied for a row of a column.
fn size(column: &ArrayRef, row: usize) -> Result<usize, ArrowError> {
    let length = match column.data_type() {
        DataType::Utf8 => i64::from(column.as_string::<i32>().value_length(row)),
        DataType::Binary => i64::from(column.as_binary::<i32>().value_length(row)),
        DataType::LargeUtf8 => column.as_string::<i64>().value_length(row),
        DataType::LargeBinary => column.as_binary::<i64>().value_length(row),
        // The values are shared.
        DataType::Dictionary(..) | DataType::Utf8View | DataType::BinaryView => 0,
        other if other.is_primitive() => 0,
        _ => {
            let row = UInt32Array::from_iter_values(u32::try_from(row).ok());
            return take(column, &row, None)?.to_data().get_slice_memory_size();
        }
    };
    Ok(usize::try_from(length).unwrap_or_default() + 16)
}

/// The batches of a table, made one after the other.
pub(super) struct Batches {
    found: Arc<[Repeated]>,
    schema: SchemaRef,
    /// The next row, in which part.
    next: (usize, usize),
}

impl Batches {
    pub(super) fn new(found: Arc<[Repeated]>, schema: SchemaRef) -> Self {
        let next = (0, 0);
        Self {
            found,
            schema,
            next,
        }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (part, start) = self.next;
        let found = self.found.get(part)?;
        let batch = found.batch(start, &self.schema);
        let end = start + batch.as_ref().map_or(found.len(), RecordBatch::num_rows);
        self.next = match end < found.len() {
            true => (part, end),
            false => (part + 1, 0),
        };
        Some(batch)
    }
}
