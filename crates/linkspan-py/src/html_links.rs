//! Links of HTML pages.

use std::sync::Arc;

use linkspan::Detector;
use linkspan_bind::{Offsets, Unit};
use linkspan_rewrite::DocumentLinks;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::found::{Kept, Source, new_record, record};
use crate::link::Link;
use crate::search::detach;
use crate::text::Text;

/// Finds the links of a page, in order.
pub(crate) fn find<'py>(
    detector: &Detector,
    html: &Bound<'py, PyAny>,
    base: Option<&str>,
    refang: bool,
) -> PyResult<Bound<'py, PyList>> {
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
        links = links.refanged();
    }
    let mut found = Vec::new();
    detach(py, html.len(), || {
        let mut points = Offsets::new(html, Unit::CodePoints);
        links.html(html.as_bytes(), &mut |one| {
            let mut kept = Kept::new(one.link);
            kept.reasons.extend(one.reason.as_ref().map(record));
            let link = Link {
                source: Source::Kept(Arc::new(kept)),
                start: points.at(one.source.start),
                end: points.at(one.source.end),
            };
            found.push((one.typed.to_owned(), one.within.as_str(), one.decoded, link));
            true
        });
    });
    let records = found.into_iter().map(|(text, within, decoded, link)| {
        let (start, end) = link.span();
        new_record(py, "HtmlLink", (start, end, text, within, decoded, link))
    });
    PyList::new(py, records.collect::<PyResult<Vec<_>>>()?)
}
