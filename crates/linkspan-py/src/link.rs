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
/// Properties are computed on access. Like a match of ``re``, a link keeps its text alive.
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct Link {
    pub(crate) source: Source,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The pickled state of a link: its span, fields, port and reasons.
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

    /// The link as written in the text.
    #[getter]
    fn text(&self) -> Cow<'_, str> {
        self.required(Field::Text)
    }

    /// The kind: ``"url"``, ``"email"`` or, with the profile ``pri185``, ``"file"``.
    #[getter]
    fn kind(&self) -> Cow<'_, str> {
        self.required(Field::Kind)
    }

    /// The address to open: ASCII only, with a scheme, as a browser serializes it.
    #[getter]
    fn href(&self) -> Cow<'_, str> {
        self.required(Field::Href)
    }

    /// The address as typed, with a scheme.
    #[getter]
    fn href_typed(&self) -> Cow<'_, str> {
        self.required(Field::HrefTyped)
    }

    /// The text to show: that of the link, except that a name found to imitate another one is in
    /// A-labels. Only the profile ``recommended`` and the option ``protect`` look for such names.
    #[getter]
    fn label(&self) -> Cow<'_, str> {
        self.required(Field::Label)
    }

    /// The link in a readable form: names in Unicode, and no unnecessary escapes.
    #[getter]
    fn display(&self) -> Cow<'_, str> {
        self.required(Field::Display)
    }

    /// The scheme without ``:``, or ``None`` if none was typed.
    #[getter]
    fn scheme(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Scheme)
    }

    /// The text before the ``@`` of an e-mail address, or ``None``.
    #[getter]
    fn local_part(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::LocalPart)
    }

    /// The host as typed, or ``None``.
    #[getter]
    fn host(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Host)
    }

    /// The host in lower-case A-labels, for comparing; ``None`` if IDNA rejects it.
    #[getter]
    fn host_ascii(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::HostAscii)
    }

    /// The host in Unicode, for display; a name found to imitate another one is in A-labels (see
    /// ``label``).
    #[getter]
    fn host_display(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::HostDisplay)
    }

    /// The registrable domain as typed, according to the Public Suffix List, or ``None``.
    #[getter]
    fn registrable_domain(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::RegistrableDomain)
    }

    /// The registrable domain in ASCII and lower case. Use it to count and compare.
    #[getter]
    fn registrable_domain_ascii(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::RegistrableDomainAscii)
    }

    /// The port, or ``None``.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.source.port()
    }

    /// The path, from its first ``/``, or ``None``. In a link without a host, such as ``tel:``, the
    /// text after the ``:``; for a file name, the whole name.
    #[getter]
    fn path(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Path)
    }

    /// The query, from its ``?``, or ``None``.
    #[getter]
    fn query(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Query)
    }

    /// The fragment, from its ``#``, or ``None``.
    #[getter]
    fn fragment(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Fragment)
    }

    /// The fragment directives, from their ``:~:``, or ``None``.
    #[getter]
    fn directives(&self) -> Option<Cow<'_, str>> {
        self.source.field(Field::Directives)
    }

    /// The ids of the reasons of the link, such as ``"glued-after"``; ``explain`` returns their
    /// sentences.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.source.reasons())
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

    /// Pickles the properties of the link, not the text around it.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let link = slf.get();
        let kept = link.source.kept();
        let kept = kept.ok_or_else(|| PyValueError::new_err("the link no longer exists"))?;
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
        let other = |_| PyValueError::new_err("the pickle was made by another version of linkspan");
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
