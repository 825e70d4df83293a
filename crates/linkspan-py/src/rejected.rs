//! Candidates that are not linked.

use linkspan::{Kind, Reason};
use linkspan_bind::{kind, kind_of};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::found::{Pickled, Reduced, Remark, list, other_version, pickle, reduce, unpickle};

/// A candidate that is not linked, and why.
#[pyclass(frozen, eq, hash, module = "linkspan")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Rejected {
    /// The start, in code points.
    #[pyo3(get)]
    start: usize,
    /// The end, in code points.
    #[pyo3(get)]
    end: usize,
    /// The candidate as written.
    #[pyo3(get)]
    text: String,
    kind: Kind,
    reason: Remark,
}

impl Rejected {
    pub(crate) fn new((start, end): (usize, usize), one: &linkspan::Rejected<'_>) -> Self {
        let Reason { kind, about, .. } = one.reason();
        Self {
            start,
            end,
            text: one.text().to_owned(),
            kind: one.parts().kind(),
            reason: (kind, about.to_owned()),
        }
    }
}

#[pymethods]
impl Rejected {
    /// Always ``False``; links have ``True``.
    #[getter]
    fn linked(&self) -> bool {
        false
    }

    /// What it would be: ``"url"``, ``"email"`` or ``"file"``.
    #[getter]
    fn kind(&self) -> &str {
        self.kind.as_str()
    }

    /// Why it is not linked: dictionaries with ``id``, ``clause``, ``about`` and ``message``. Many
    /// rules can be disabled by their id, with the option ``without``.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (kind, about) = &self.reason;
        list(py, [Reason::new(*kind, about)])
    }

    /// Return start and end, as ``re.Match.span()`` does.
    fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let one = slf.get();
        let state = (one.span(), &one.text, kind(one.kind), pickle(&one.reason));
        reduce(slf, state)
    }

    #[classmethod]
    fn _from_state(
        _: &Bound<'_, PyType>,
        state: ((usize, usize), String, u32, Pickled),
    ) -> PyResult<Self> {
        let ((start, end), text, kind, reason) = state;
        Ok(Self {
            start,
            end,
            text,
            kind: kind_of(kind).ok_or_else(other_version)?,
            reason: unpickle(reason)?,
        })
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text.as_str().into_pyobject(py)?.repr()?;
        let (Self { start, end, .. }, id) = (self, self.reason.0.id());
        Ok(format!("<linkspan.Rejected {start}:{end} {text} ({id})>"))
    }
}
