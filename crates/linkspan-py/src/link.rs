//! Links.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use linkspan::catalog::{Field, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

use crate::found::{
    DetachedLink, Pickled, Reduced, Source, object, other_version, pickle, reduce, unpickle,
};

/// A link in a text.
///
/// Properties are computed on access; those that the link lacks (null) are ``None``. Like a match of
/// ``re``, a link keeps its text alive.
#[pyclass(frozen, eq, hash, str, module = "linkspan")]
pub(crate) struct Link {
    pub(crate) source: Source,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The pickled state of a link: its span, the values of its fields, and its reasons.
type State<'py> = ((usize, usize), Vec<Bound<'py, PyAny>>, Vec<Pickled>);

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |field| self.source.value(field) == other.source.value(field);
        self.span() == other.span() && is_same(Field::Text) && is_same(Field::Href)
    }
}

impl Hash for Link {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.span(), self.source.text(Field::Text)).hash(state);
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source.text(Field::Text))
    }
}

/// A value from a pickle.
fn restore(value: &Bound<'_, PyAny>) -> PyResult<Option<Value<'static>>> {
    if value.is_none() {
        return Ok(None);
    }
    let number = value.extract().map(Value::Number);
    number
        .or_else(|_| Ok(Value::Text(value.extract::<String>()?.into())))
        .map(Some)
}

/// Defines the methods, with a property for each row of the catalogue of fields.
macro_rules! methods {
    ($($(#[doc = $doc:literal])* $field:ident $name:ident: $presence:ident $type:ident, $cost:ident => $of:expr;)*) => {
        #[pymethods]
        impl Link {
            $(
                $(#[doc = $doc])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    object(py, self.source.value(Field::$field))
                }
            )*

            /// The start, in code points: ``text[link.start:link.end] == link.text``.
            #[getter]
            fn start(&self) -> usize {
                self.start
            }

            /// The end, in code points.
            #[getter]
            fn end(&self) -> usize {
                self.end
            }

            /// Always ``True``; rejected candidates have ``False``.
            #[getter]
            fn linked(&self) -> bool {
                true
            }

            /// Why the link was narrowed, and warnings: dictionaries with ``id``, ``clause``,
            /// ``about`` and ``message``.
            #[getter]
            fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                self.source.reasons(py)
            }

            /// Return start and end, as ``re.Match.span()`` does.
            pub(crate) fn span(&self) -> (usize, usize) {
                (self.start, self.end)
            }

            /// Return all attributes with their values.
            fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let values = PyDict::new(py);
                values.set_item("start", self.start)?;
                values.set_item("end", self.end)?;
                values.set_item("linked", true)?;
                for field in Field::ALL {
                    values.set_item(field.name(), object(py, self.source.value(*field))?)?;
                }
                values.set_item("reasons", self.reasons(py)?)?;
                Ok(values)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let text = self.text(py)?.repr()?;
                let href = self.href(py)?.repr()?;
                Ok(format!("<linkspan.Link {}:{} {text} href={href}>", self.start, self.end))
            }

            /// Pickles the properties of the link, not the text around it.
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
                let (py, link) = (slf.py(), slf.get());
                let values = Field::ALL.iter().map(|field| object(py, link.source.value(*field)));
                let values = values.collect::<PyResult<_>>()?;
                let reasons = link.source.remarks().iter().map(pickle).collect();
                let state: State<'py> = (link.span(), values, reasons);
                reduce(slf, state)
            }

            #[classmethod]
            fn _from_state(_: &Bound<'_, PyType>, state: State<'_>) -> PyResult<Self> {
                let ((start, end), values, reasons) = state;
                if values.len() != Field::ALL.len() {
                    return Err(other_version());
                }
                let values = values.iter().map(restore).collect::<PyResult<_>>()?;
                let remarks = reasons.into_iter().map(unpickle).collect::<PyResult<_>>()?;
                let source = Source::DetachedLink(Arc::new(DetachedLink { values, remarks }));
                Ok(Self { source, start, end })
            }
        }
    };
}

linkspan::for_each_field!(methods);
