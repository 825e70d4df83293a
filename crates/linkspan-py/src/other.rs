//! Functions that need no detector.

use std::borrow::Cow;

use linkspan::format::{self as forms, Form, Format};
use linkspan::render::{Isolate, escape_bidi};
use linkspan::suffix::SuffixSource;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::search::detached;
use crate::text::Text;

create_exception!(
    linkspan,
    FormatError,
    PyValueError,
    "A URL cannot be written in another form; the message says why."
);

/// Write a URL in another form: ``"minimal"`` (no unnecessary escapes), ``"display"`` (for people,
/// with names in Unicode) or ``"ascii"`` (for machines).
///
/// Raises ``FormatError`` if the URL cannot be written in this form.
///
/// >>> import linkspan
/// >>> linkspan.format("https://xn--bcher-kva.de/%C3%A9", "display")
/// 'https://bücher.de/é'
/// >>> linkspan.format("https://bücher.de/é", "ascii")
/// 'https://xn--bcher-kva.de/%C3%A9'
#[pyfunction]
#[pyo3(signature = (url, form = "minimal"))]
pub(crate) fn format(url: &Bound<'_, PyAny>, form: &str) -> PyResult<String> {
    let url = Text::of("url", url)?;
    let url = url.shown(url.as_str().into());
    let formatted = match form {
        "minimal" => Format::default().string(&url),
        "display" => Format::default().form(Form::Display).string(&url),
        "ascii" => forms::ascii(&url),
        other => {
            let message = format!("form: expected 'minimal', 'display' or 'ascii', not '{other}'");
            return Err(PyValueError::new_err(message));
        }
    };
    formatted.map_err(|error| FormatError::new_err(error.to_string()))
}

/// Defang the URLs, names, e-mail and IP addresses in a text, as in ``hxxps://a[.]com``. Names with
/// an unknown top-level domain and links without ``//``, such as ``tel:``, are unchanged.
///
/// >>> import linkspan
/// >>> linkspan.defang("see https://a.com/b")
/// 'see hxxps://a[.]com/b'
#[pyfunction]
pub(crate) fn defang(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = Text::new(text)?;
    let (source, length) = (text.as_str(), text.as_str().len());
    let made = detached(py, length, || linkspan::defang::defang(source));
    Ok(text.shown(made).into_owned())
}

/// Restore the defanged links in a text.
///
/// >>> import linkspan
/// >>> linkspan.refang("see hxxps://a[.]com/b")
/// 'see https://a.com/b'
#[pyfunction]
pub(crate) fn refang(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = Text::new(text)?;
    let (source, length) = (text.as_str(), text.as_str().len());
    let made = detached(py, length, || linkspan::defang::refang(source));
    Ok(text.shown(made.into()).into_owned())
}

/// Return the registrable domain of a host according to the Public Suffix List. ``None`` if the
/// host is a public suffix or the string is not a host. The links of a text have
/// ``registrable_domain``.
///
/// >>> import linkspan
/// >>> linkspan.registrable_domain("www.example.co.uk")
/// 'example.co.uk'
/// >>> linkspan.registrable_domain("co.uk")
#[pyfunction]
pub(crate) fn registrable_domain(host: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let host = Text::of("host", host)?;
    let is_other = |c: char| {
        matches!(c, '/' | '?' | '#' | '@' | ':' | '\\') || c.is_whitespace() || c.is_control()
    };
    if host.as_str().contains(is_other) {
        return Ok(None);
    }
    let domain = SuffixSource::Embedded.registrable_domain(host.as_str());
    Ok(domain.map(str::to_owned))
}

/// Return whether a text contains characters that can reorder links in it: right-to-left letters,
/// or characters that control the direction.
#[pyfunction]
pub(crate) fn reorders(text: &Bound<'_, PyAny>) -> PyResult<bool> {
    let text = Text::new(text)?;
    let text = text.as_str();
    let has_controls = || matches!(escape_bidi(text), Cow::Owned(_));
    Ok(!text.is_ascii() && (Isolate::WhenReordered.applies_to(text) || has_controls()))
}
