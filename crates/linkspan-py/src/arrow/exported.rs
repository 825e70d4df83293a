//! Columns and tables for other libraries.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, RecordBatchIterator};
use arrow_schema::SchemaRef;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::Counts;
use super::repeated::{Batches, Repeated};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A piece of a column, for libraries with the Arrow interface.
#[pyclass(frozen, module = "linkspan.arrow")]
pub(crate) struct Chunk(pub(super) ArrayRef);

#[pymethods]
impl Chunk {
    /// Return the type and the values, for other libraries. The requested schema is ignored, as the
    /// interface allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let values = FFI_ArrowArray::new(&self.0.to_data());
        let values = PyCapsule::new_with_value(py, values, ARRAY)?;
        Ok((self.__arrow_c_schema__(py)?, values))
    }

    /// Return the type, for other libraries.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, FFI_ArrowSchema::try_from(self.0.data_type()))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// A table, for libraries with the Arrow interface. Its batches are made while they are read.
#[pyclass(frozen, module = "linkspan.arrow")]
pub(crate) struct Table {
    found: Arc<[Repeated]>,
    schema: SchemaRef,
    rejected: Counts,
}

impl Table {
    pub(super) fn new(found: Vec<Repeated>, schema: SchemaRef, rejected: Counts) -> Self {
        Self {
            found: found.into(),
            schema,
            rejected,
        }
    }
}

#[pymethods]
impl Table {
    /// The number of candidates that were not linked, by reason, if they were counted.
    #[getter]
    fn rejected(&self) -> Counts {
        self.rejected.clone()
    }

    /// Return the rows, for other libraries. The requested schema is ignored, as the interface
    /// allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = Batches::new(Arc::clone(&self.found), Arc::clone(&self.schema));
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }

    /// Return the types of the columns, for other libraries.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, FFI_ArrowSchema::try_from(self.schema.as_ref()))
    }

    fn __len__(&self) -> usize {
        self.found.iter().map(Repeated::len).sum()
    }
}

fn capsule<E: ToString>(
    py: Python<'_>,
    schema: Result<FFI_ArrowSchema, E>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}
