//! Links of HTML pages.

use std::borrow::Cow;
use std::sync::Arc;

use linkspan::Detector;
use linkspan_bind::{Offsets, Unit};
use linkspan_rewrite::DocumentLinks;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::found::{DetachedLink, Reduced, Source, reduce};
use crate::link::Link;
use crate::search::detach;
use crate::text::Text;

/// A link of an HTML page.
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct HtmlLink {
    /// The start in the page, in code points.
    #[pyo3(get)]
    start: usize,
    /// The end in the page, in code points.
    #[pyo3(get)]
    end: usize,
    /// The link as written, with references such as ``&amp;`` decoded. It may be relative or
    /// defanged.
    #[pyo3(get)]
    text: String,
    /// Where it is: ``"text"``, ``"code"`` or ``"attribute"``.
    #[pyo3(get)]
    within: Cow<'static, str>,
    /// Whether the page spells it differently, such as with ``&amp;``.
    #[pyo3(get)]
    decoded: bool,
    source: Source,
}

#[pymethods]
impl HtmlLink {
    /// The link that it points to. Its offsets are those in the page.
    #[getter]
    fn link(&self) -> Link {
        Link {
            source: self.source.clone(),
            start: self.start,
            end: self.end,
        }
    }

    /// The reasons of the link, and a warning if its visible text names another site.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.source.reasons(py)
    }

    /// Return start and end in the page.
    fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    /// Pickles the properties of the link.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let one = slf.get();
        reduce(slf, (one.link(), &one.text, &*one.within, one.decoded))
    }

    #[classmethod]
    fn _from_state(_: &Bound<'_, PyType>, state: (Bound<'_, Link>, String, String, bool)) -> Self {
        let (link, text, within, decoded) = state;
        let Link { source, start, end } = link.get();
        Self {
            start: *start,
            end: *end,
            text,
            within: within.into(),
            decoded,
            source: source.clone(),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text.as_str().into_pyobject(py)?.repr()?;
        let (start, end) = self.span();
        let within = &self.within;
        Ok(format!(
            "<linkspan.HtmlLink {start}:{end} {text} in {within}>"
        ))
    }
}

/// Finds the links of a page, in order.
pub(crate) fn find(
    detector: &Detector,
    html: &Bound<'_, PyAny>,
    base: Option<&str>,
    refang: bool,
) -> PyResult<Vec<HtmlLink>> {
    let py = html.py();
    let html = Text::of("html", html)?;
    let has_scheme = |base: &str| {
        base.split_once("://")
            .is_some_and(|(scheme, _)| !scheme.is_empty())
    };
    if let Some(base) = base.filter(|base| !has_scheme(base)) {
        return Err(PyValueError::new_err(format!(
            "base: expected the address of the page, such as 'https://example.com/', not '{base}'"
        )));
    }
    let html = html.as_str();
    let mut links = DocumentLinks::new(detector);
    if let Some(base) = base {
        links = links.base(base);
    }
    if refang {
        links = links.refang();
    }
    let mut found = Vec::new();
    detach(py, html.len(), || {
        let mut points = Offsets::new(html, Unit::CodePoints);
        links.html(html.as_bytes(), &mut |one| {
            let mut kept = DetachedLink::new(one.link);
            let warning = one
                .reason
                .map(|reason| (reason.kind, reason.about.to_owned()));
            kept.remarks.extend(warning);
            found.push(HtmlLink {
                start: points.at(one.source.start),
                end: points.at(one.source.end),
                text: one.typed.to_owned(),
                within: one.within.as_str().into(),
                decoded: one.decoded,
                source: Source::DetachedLink(Arc::new(kept)),
            });
            true
        });
    });
    Ok(found)
}
