//! Links stored next to the text that contains them, and links without their text.

use std::borrow::Cow;
use std::sync::Arc;

use linkspan::catalog::{Field, Value};
use linkspan::suffix::SuffixSource;
use linkspan::{Link, Reason};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyList, PyTuple};
use self_cell::self_cell;

use crate::text::Text;

type Links<'t> = Vec<Link<'t>>;

self_cell!(
    /// The links of a text, which they borrow from.
    pub(crate) struct Found {
        owner: Text,
        #[covariant]
        dependent: Links,
    }
);

/// The value of a field for a link.
pub(crate) fn value<'t>(link: &Link<'t>, field: Field) -> Option<Value<'t>> {
    field.of(link, &SuffixSource::Embedded)
}

/// A value in Python: text, a number or `None`.
pub(crate) fn object<'py>(
    py: Python<'py>,
    value: Option<Value<'_>>,
) -> PyResult<Bound<'py, PyAny>> {
    match value {
        None => Ok(py.None().into_bound(py)),
        Some(Value::Number(number)) => Ok(number.into_pyobject(py)?.into_any()),
        Some(text) => Ok(text.into_text().into_pyobject(py)?.into_any()),
    }
}

/// The fields of a reason with their names.
pub(crate) type Record = Vec<(String, String)>;

pub(crate) fn record(reason: &Reason<'_>) -> Record {
    let fields = reason.fields().into_iter();
    fields
        .map(|(name, value)| (name.to_owned(), value.into_owned()))
        .collect()
}

/// A list of dictionaries.
pub(crate) fn list<'py>(py: Python<'py>, records: &[Record]) -> PyResult<Bound<'py, PyList>> {
    let records = records.iter();
    let dictionaries = records.map(|record| record.iter().map(|(k, v)| (k, v)).into_py_dict(py));
    PyList::new(py, dictionaries.collect::<PyResult<Vec<_>>>()?)
}

/// Makes an object of a class of the module `linkspan._records`.
pub(crate) fn new_record<'py>(
    py: Python<'py>,
    class: &str,
    values: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let import = || py.import("linkspan._records").map(Bound::unbind);
    let module = MODULE.get_or_try_init(py, import)?.bind(py);
    module.getattr(class)?.call1(values)
}

/// A function that makes an object again, and its argument.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Pickles an object as the argument of its class method `_from_state`.
pub(crate) fn reduce<'py, T>(
    object: &Bound<'py, T>,
    state: impl IntoPyObject<'py>,
) -> PyResult<Reduced<'py>> {
    let again = object.as_any().get_type().getattr("_from_state")?;
    Ok((again, (state,).into_pyobject(object.py())?))
}

/// The properties of a link without its text, such as one from another process.
#[derive(Clone, Default)]
pub(crate) struct Kept {
    /// The values of all fields, in their order.
    pub(crate) values: Vec<Option<Value<'static>>>,
    pub(crate) reasons: Vec<Record>,
}

impl Kept {
    pub(crate) fn new(link: &Link<'_>) -> Self {
        let values = Field::ALL.iter().map(|field| {
            value(link, *field).map(|value| match value {
                Value::Number(number) => Value::Number(number),
                text => Value::Text(Cow::Owned(text.into_text().into_owned())),
            })
        });
        Self {
            values: values.collect(),
            reasons: link.reasons().map(|reason| record(&reason)).collect(),
        }
    }
}

/// Where a link is stored.
#[derive(Clone)]
pub(crate) enum Source {
    /// In its text, at this index.
    Found(Arc<Found>, usize),
    /// On its own.
    Kept(Arc<Kept>),
}

impl Source {
    pub(crate) fn value(&self, field: Field) -> Option<Value<'_>> {
        match self {
            Self::Found(found, index) => value(found.borrow_dependent().get(*index)?, field),
            Self::Kept(kept) => kept.values.get(field as usize)?.clone(),
        }
    }

    /// The text of a field that is a text, empty if the link lacks it.
    pub(crate) fn text(&self, field: Field) -> Cow<'_, str> {
        self.value(field)
            .map_or(Cow::Borrowed(""), Value::into_text)
    }

    pub(crate) fn reasons(&self) -> Vec<Record> {
        match self {
            Self::Found(found, index) => {
                let links = found.borrow_dependent().get(*index).into_iter();
                let reasons = links.flat_map(Link::reasons);
                reasons.map(|reason| record(&reason)).collect()
            }
            Self::Kept(kept) => kept.reasons.clone(),
        }
    }
}
