//! Links stored next to the text that contains them, and links without their text.

use std::borrow::Cow;
use std::sync::Arc;

use linkspan::catalog::{Field, Value};
use linkspan::suffix::SuffixSource;
use linkspan::{Link, Reason, ReasonKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
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
#[inline]
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

/// Reasons as a list of dictionaries.
pub(crate) fn list<'py, 'r>(
    py: Python<'py>,
    reasons: impl IntoIterator<Item = Reason<'r>>,
) -> PyResult<Bound<'py, PyList>> {
    let reasons = reasons.into_iter();
    let dictionaries = reasons.map(|reason| reason.fields().into_py_dict(py));
    PyList::new(py, dictionaries.collect::<PyResult<Vec<_>>>()?)
}

/// A reason without its text: its kind, and what it is about.
pub(crate) type Remark = (ReasonKind, String);

/// A reason in a pickle: the id of its kind, and what it is about.
pub(crate) type Pickled = (String, String);

pub(crate) fn pickle((kind, about): &Remark) -> Pickled {
    (kind.id().to_owned(), about.clone())
}

pub(crate) fn unpickle((id, about): Pickled) -> PyResult<Remark> {
    let kind = ReasonKind::ALL.iter().find(|kind| kind.id() == id);
    Ok((*kind.ok_or_else(other_version)?, about))
}

/// The error for a pickle that cannot be read.
pub(crate) fn other_version() -> PyErr {
    PyValueError::new_err("the pickle was made by another version of linkspan")
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
pub(crate) struct DetachedLink {
    /// The values of all fields, in their order.
    pub(crate) values: Vec<Option<Value<'static>>>,
    pub(crate) remarks: Vec<Remark>,
}

impl DetachedLink {
    pub(crate) fn new(link: &Link<'_>) -> Self {
        let values = Field::ALL.iter().map(|field| {
            value(link, *field).map(|value| match value {
                Value::Number(number) => Value::Number(number),
                text => Value::Text(Cow::Owned(text.into_text().into_owned())),
            })
        });
        Self {
            values: values.collect(),
            remarks: remarks(link).collect(),
        }
    }
}

/// Where a link is stored.
#[derive(Clone)]
pub(crate) enum Source {
    /// In its text, at this index.
    Found(Arc<Found>, usize),
    /// On its own.
    DetachedLink(Arc<DetachedLink>),
}

impl Source {
    #[inline]
    pub(crate) fn value(&self, field: Field) -> Option<Value<'_>> {
        match self {
            Self::Found(found, index) => value(found.borrow_dependent().get(*index)?, field),
            Self::DetachedLink(kept) => kept.values.get(field as usize)?.clone(),
        }
    }

    /// The text of a field that is a text, empty if the link lacks it.
    pub(crate) fn text(&self, field: Field) -> Cow<'_, str> {
        self.value(field)
            .map_or(Cow::Borrowed(""), Value::into_text)
    }

    pub(crate) fn remarks(&self) -> Vec<Remark> {
        match self {
            Self::Found(found, index) => match found.borrow_dependent().get(*index) {
                Some(link) => remarks(link).collect(),
                None => Vec::new(),
            },
            Self::DetachedLink(kept) => kept.remarks.clone(),
        }
    }

    /// The reasons as a list of dictionaries.
    pub(crate) fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let remarks = self.remarks();
        let reasons = remarks.iter();
        list(py, reasons.map(|(kind, about)| Reason::new(*kind, about)))
    }
}

fn remarks(link: &Link<'_>) -> impl Iterator<Item = Remark> {
    link.reasons()
        .map(|reason| (reason.kind, reason.about.to_owned()))
}
