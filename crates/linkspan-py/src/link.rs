//! Links.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::field::Field;
use crate::found::{Kept, Source};

/// A link in a text.
///
/// What is asked of it is computed when it is asked. As a match of ``re`` does, it keeps its text alive.
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct Link {
    pub(crate) source: Source,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// What a pickle has of a link: where it is, its fields, its port, and its reasons.
type State = (
    (usize, usize),
    Vec<Option<String>>,
    Option<u16>,
    Vec<String>,
);

impl Link {
    fn required(&self, field: Field) -> Cow<'_, str> {
        self.source.field(field).unwrap_or_default()
    }
}

#[pymethods]
impl Link {
    /// Where it starts, in code points: ``text[link.start:link.end] == link.text``.
    #[getter]
    fn start(&self) -> usize {
        self.start
    }

    /// Where it ends, in code points.
    #[getter]
    fn end(&self) -> usize {
        self.end
    }

    /// The link as it is in the text.
    #[getter]
    fn text(&self) -> Cow<'_, str> {
        self.required(Field::Text)
    }

    /// ``"url"``, ``"email"`` or, with the profile ``pri185``, ``"file"``.
    #[getter]
    fn kind(&self) -> Cow<'_, str> {
        self.required(Field::Kind)
    }

    /// The address to open: ASCII only, with a scheme, as a browser writes it.
    #[getter]
    fn href(&self) -> Cow<'_, str> {
        self.required(Field::Href)
    }

    /// The address as it was typed, with a scheme.
    #[getter]
    fn href_typed(&self) -> Cow<'_, str> {
        self.required(Field::HrefTyped)
    }

    /// The text to show: that of the link, but a name that imitates another one is in A-labels.
    #[getter]
    fn label(&self) -> Cow<'_, str> {
        self.required(Field::Label)
    }

    /// The link in a readable form: names in Unicode, and nothing escaped that need not be.
    #[getter]
    fn display(&self) -> Cow<'_, str> {
        self.required(Field::Display)
    }

    /// The scheme without ``:``, if one was typed.
    #[getter]
    fn scheme(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Scheme)
    }

    /// What is before the ``@`` of an e-mail address.
    #[getter]
    fn local_part(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::LocalPart)
    }

    /// The host as it was typed.
    #[getter]
    fn host(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Host)
    }

    /// The host in A-labels; ``None`` if IDNA does not allow it.
    #[getter]
    fn host_ascii(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::HostAscii)
    }

    /// The host in Unicode; a name that imitates another one is in A-labels.
    #[getter]
    fn host_display(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::HostDisplay)
    }

    /// The registrable domain by the Public Suffix List, as it was typed.
    #[getter]
    fn registrable_domain(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::RegistrableDomain)
    }

    /// The registrable domain in ASCII and lower case: what to count and compare by.
    #[getter]
    fn registrable_domain_ascii(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::RegistrableDomainAscii)
    }

    /// The port.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.source.port()
    }

    /// The path, from its first ``/``.
    #[getter]
    fn path(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Path)
    }

    /// The query, from its ``?``.
    #[getter]
    fn query(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Query)
    }

    /// The fragment, from its ``#``.
    #[getter]
    fn fragment(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Fragment)
    }

    /// The fragment directives, from their ``:~:``.
    #[getter]
    fn directives(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Directives)
    }

    /// The names of remarks about the link, such as ``"glued-after"``; ``explain`` has their sentences.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.source.reasons())
    }

    /// Start and end, as ``re.Match.span()`` gives them.
    pub(crate) fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    /// All attributes with their values.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        values.set_item("start", self.start)?;
        values.set_item("end", self.end)?;
        for field in Field::ALL {
            values.set_item(field.name(), self.source.field(field))?;
        }
        values.set_item("port", self.port())?;
        values.set_item("reasons", self.reasons(py)?)?;
        Ok(values)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.span() == other.span() && self.text() == other.text() && self.href() == other.href()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.span(), self.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> Cow<'_, str> {
        self.text()
    }

    fn __repr__(&self) -> String {
        let (text, href) = (self.text(), self.href());
        format!(
            "<linkspan.Link {}:{} {text:?} href={href:?}>",
            self.start, self.end
        )
    }

    /// A pickle has what is known of the link, not the text around it.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let link = slf.get();
        let kept = link.source.kept();
        let kept = kept.ok_or_else(|| PyValueError::new_err("the link is gone"))?;
        let Kept {
            fields,
            port,
            reasons,
        } = kept;
        let state: State = (link.span(), fields.to_vec(), port, reasons);
        let again = slf.get_type().getattr("_from_state")?;
        Ok((again, (state,).into_pyobject(slf.py())?))
    }

    #[classmethod]
    fn _from_state(_: &Bound<'_, PyType>, state: State) -> PyResult<Self> {
        let ((start, end), fields, port, reasons) = state;
        let other = |_| PyValueError::new_err("the pickle is of another version of linkspan");
        let kept = Kept {
            fields: fields.try_into().map_err(other)?,
            port,
            reasons,
        };
        Ok(Self {
            source: Source::Kept(Arc::new(kept)),
            start,
            end,
        })
    }
}
