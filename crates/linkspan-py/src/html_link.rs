//! Links of HTML pages.

use std::sync::Arc;

use linkspan::Detector;
use linkspan_rewrite::DocumentLinks;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::found::{Kept, Source};
use crate::link::Link;
use crate::search::detached;
use crate::text::{CodePoints, Text};

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
    typed: String,
    /// Where it is: ``"text"``, ``"code"`` or ``"attribute"``.
    #[pyo3(get)]
    within: &'static str,
    /// Whether the page spells it differently, such as with ``&amp;``.
    #[pyo3(get)]
    decoded: bool,
    /// A warning for readers, or ``None``: for example, that the text of the link names another
    /// site.
    #[pyo3(get)]
    reason: Option<String>,
    source: Source,
}

/// The pickled state.
type State<'py> = (Bound<'py, Link>, String, String, bool, Option<String>);

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

    /// Return start and end in the page.
    fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    fn __str__(&self) -> &str {
        &self.typed
    }

    /// Pickles the properties of the link.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let one = slf.get();
        let again = slf.get_type().getattr("_from_state")?;
        let reason = one.reason.as_deref();
        let state = (one.link(), &one.typed, one.within, one.decoded, reason);
        Ok((again, (state,).into_pyobject(slf.py())?))
    }

    #[classmethod]
    fn _from_state(_: &Bound<'_, PyType>, state: State<'_>) -> PyResult<Self> {
        let (link, typed, within, decoded, reason) = state;
        let link = link.get();
        let known = ["text", "code", "attribute"].into_iter();
        let within = known.clone().find(|known| *known == within);
        Ok(Self {
            start: link.start,
            end: link.end,
            typed,
            within: within.unwrap_or("text"),
            decoded,
            reason,
            source: link.source.clone(),
        })
    }

    fn __repr__(&self) -> String {
        format!(
            "<linkspan.HtmlLink {}:{} {:?} in {}>",
            self.start, self.end, self.typed, self.within
        )
    }
}

/// The links of a page, in order.
pub(crate) fn of_page(
    detector: &Detector,
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    base: Option<&str>,
    refang: bool,
) -> PyResult<Vec<HtmlLink>> {
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
        links = links.refanged();
    }
    let mut found = Vec::new();
    detached(py, html.len(), || {
        let mut points = CodePoints::new(html);
        links.html(html.as_bytes(), &mut |one| {
            let reason = one.reason.as_ref();
            found.push(HtmlLink {
                start: points.at(one.source.start),
                end: points.at(one.source.end),
                typed: one.typed.to_owned(),
                within: one.within.as_str(),
                decoded: one.decoded,
                reason: reason.map(|reason| reason.kind.id().to_owned()),
                source: Source::Kept(Arc::new(Kept::new(one.link))),
            });
            true
        });
    });
    Ok(found)
}
