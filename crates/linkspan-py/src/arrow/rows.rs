//! The texts of a column.

use std::borrow::Cow;
use std::iter;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, make_array, new_empty_array};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;

/// The maximum length of a text, in bytes: its output must fit into 32-bit offsets.
const LONGEST: usize = 256 << 20;

/// The approximate number of bytes of text in a chunk.
const CHUNK: usize = 64 << 20;

/// Texts, some of which may be missing.
type Values<'a> = Box<dyn Iterator<Item = Option<&'a [u8]>> + 'a>;

/// A column whose texts can be read as bytes.
pub(super) struct Rows {
    array: ArrayRef,
}

impl Rows {
    /// The rows of a column. Strings are read as bytes, because their producer is not trusted to
    /// write valid UTF-8, and offsets are checked.
    pub(super) fn new(array: &ArrayRef) -> Result<Self, ArrowError> {
        if let Some(dictionary) = array.as_any_dictionary_opt() {
            array.to_data().validate_data()?;
            let values = Self::new(dictionary.values())?.array;
            let array = take(&values, dictionary.keys(), None)?;
            return Ok(Self { array });
        }
        match array.data_type() {
            DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_)
            | DataType::Null => Ok(Self {
                array: validate(array)?,
            }),
            other => Err(ArrowError::SchemaError(format!(
                "the column has the type {other}: expected text or bytes"
            ))),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.array.len()
    }

    fn values(&self) -> Values<'_> {
        match self.array.data_type() {
            DataType::Binary => Box::new(self.array.as_binary::<i32>().iter()),
            DataType::LargeBinary => Box::new(self.array.as_binary::<i64>().iter()),
            DataType::BinaryView => Box::new(self.array.as_binary_view().iter()),
            DataType::FixedSizeBinary(_) => Box::new(self.array.as_fixed_size_binary().iter()),
            _ => Box::new(iter::repeat_n(None, self.array.len())),
        }
    }

    /// The texts. Each invalid UTF-8 sequence becomes one U+FFFF, which ends links, where Python
    /// has one U+FFFD.
    pub(super) fn texts(&self) -> impl Iterator<Item = Option<Cow<'_, str>>> {
        self.values().map(|value| value.map(repair))
    }

    /// Splits the rows into parts that become one chunk each.
    ///
    /// # Errors
    ///
    /// If a text is too long.
    pub(super) fn parts(&self) -> Result<Vec<Self>, ArrowError> {
        let mut cuts = vec![0];
        let mut size = 0;
        for (at, value) in self.values().enumerate() {
            let length = value.map_or(0, <[u8]>::len);
            if length > LONGEST {
                return Err(ArrowError::InvalidArgumentError(format!(
                    "row {at} has {length} bytes: a text in a column may have at most {LONGEST}; use linkspan.find for it"
                )));
            }
            if size > 0 && size + length > CHUNK {
                cuts.push(at);
                size = 0;
            }
            size += length;
        }
        cuts.push(self.len());
        let part = |ends: &[usize]| match ends {
            [start, end] => Some(Self {
                array: self.array.slice(*start, end - start),
            }),
            _ => None,
        };
        Ok(cuts.windows(2).filter_map(part).collect())
    }
}

/// Checks that every offset, key and length of a column is inside its buffers, which the Arrow
/// interface does not do. Strings become bytes, because a producer may write text that is not UTF-8.
///
/// # Errors
///
/// If the data are malformed.
pub(super) fn validate(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        array.to_data().validate_data()?;
        validate(dictionary.values())?;
        return Ok(Arc::clone(array));
    }
    // The offsets of an empty part may be those of the whole column.
    if array.is_empty() && !matches!(array.data_type(), DataType::Null) {
        return validate_data_of(&new_empty_array(array.data_type()));
    }
    validate_data_of(array)
}

fn validate_data_of(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let data = array.to_data();
    let bytes = match data.data_type() {
        DataType::Utf8 => DataType::Binary,
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        _ => {
            data.validate_full()?;
            return Ok(Arc::clone(array));
        }
    };
    let data = data.into_builder().data_type(bytes).build()?;
    Ok(make_array(data))
}

/// Puts U+FFFF in the place of invalid UTF-8.
fn repair(bytes: &[u8]) -> Cow<'_, str> {
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let chunks = bytes.utf8_chunks();
            let repaired = chunks.flat_map(|chunk| {
                let bad = if chunk.invalid().is_empty() {
                    ""
                } else {
                    "\u{FFFF}"
                };
                [chunk.valid(), bad]
            });
            Cow::Owned(repaired.collect())
        }
    }
}
