//! Candidates that are not linked.

use linkspan::Reason;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// A candidate that is not linked, and why.
#[pyclass(frozen, eq, hash, get_all, module = "linkspan")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Rejected {
    /// The start, in code points.
    start: usize,
    /// The end, in code points.
    end: usize,
    /// The candidate as written in the text.
    text: String,
    /// The name of the reason, such as ``"file-name"``. Many can be disabled with the option
    /// ``without``.
    reason: String,
    /// The clause of the standard, or of the rules of linkspan.
    clause: String,
    /// The part of the text that the reason is about.
    about: String,
    /// A sentence for people.
    message: String,
}

impl Rejected {
    pub(crate) fn new((start, end): (usize, usize), text: &str, reason: &Reason<'_>) -> Self {
        Self {
            start,
            end,
            text: text.to_owned(),
            reason: reason.kind.id().to_owned(),
            clause: reason.kind.clause().to_owned(),
            about: reason.about.to_owned(),
            message: reason.to_string(),
        }
    }
}

#[pymethods]
impl Rejected {
    /// Return start and end, as ``re.Match.span()`` does.
    fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let one = slf.get();
        let again = slf.get_type().getattr("_from_state")?;
        let texts = [
            &one.text,
            &one.reason,
            &one.clause,
            &one.about,
            &one.message,
        ];
        Ok((
            again,
            ((one.start, one.end), texts).into_pyobject(slf.py())?,
        ))
    }

    #[classmethod]
    fn _from_state(_: &Bound<'_, PyType>, place: (usize, usize), texts: [String; 5]) -> Self {
        let (start, end) = place;
        let [text, reason, clause, about, message] = texts;
        Self {
            start,
            end,
            text,
            reason,
            clause,
            about,
            message,
        }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!(
            "<linkspan.Rejected {}:{} {:?} ({})>",
            self.start, self.end, self.text, self.reason
        )
    }
}
