//! Adds links to existing HTML and Markdown.

use std::borrow::Cow;
use std::sync::Arc;

use linkspan::Detector;
use linkspan_rewrite::{HtmlRewriter, MarkdownRewriter};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::options::string;
use crate::rendering::Rendering;
use crate::search::detach;
use crate::text::{Text, type_error};

/// How links are added to HTML.
pub(crate) struct Rewriting {
    rendering: Rendering,
    skip_tags: Vec<String>,
    /// Whether the hook is called for links that are already there.
    existing: bool,
}

impl Rewriting {
    pub(crate) fn read(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (mut skip_tags, mut existing) = (Vec::new(), false);
        let rest = options.map(PyDictMethods::copy).transpose()?;
        if let Some(rest) = &rest {
            if let Some(names) = take(rest, "skip_tags")? {
                skip_tags = read_tags(&names)?;
            }
            if let Some(value) = take(rest, "existing")? {
                let other = |_| type_error("existing", "bool", &value);
                existing = value.extract::<bool>().map_err(other)?;
            }
        }
        Ok(Self {
            rendering: Rendering::read("linkify_html", rest.as_ref())?,
            skip_tags,
            existing,
        })
    }

    /// Adds links to HTML.
    pub(crate) fn rewrite<'py>(
        &self,
        detector: &Detector,
        html: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = html.py();
        let text = Text::of("html", html)?;
        let page = text.as_str();
        let Some(hook) = &self.rendering.hook else {
            let made = detach(py, page.len(), || {
                let rewriter = HtmlRewriter::new(detector, &self.rendering.html);
                rewriter.skip_tags(&self.skip_tags).rewrite_str(page)
            });
            let made = text.show(made);
            let is_same = matches!((&made, &text), (Cow::Borrowed(_), Text::Shared(_)));
            return Ok(match is_same && html.is_exact_instance_of::<PyString>() {
                true => html.clone(),
                false => PyString::new(py, &made).into_any(),
            });
        };
        let html = self.rendering.hooked();
        let mut rewriter = HtmlRewriter::new(detector, &html).skip_tags(&self.skip_tags);
        if self.existing {
            let hook = Arc::clone(hook);
            rewriter = rewriter.existing(move |anchor| hook.call(None, anchor));
        }
        let made = text.show(rewriter.rewrite_str(page));
        hook.raise()?;
        Ok(PyString::new(py, &made).into_any())
    }
}

/// Removes and returns an option; `None` if it is missing or `None`.
fn take<'py>(options: &Bound<'py, PyDict>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let value = options.get_item(name)?;
    if value.is_some() {
        options.del_item(name)?;
    }
    Ok(value.filter(|value| !value.is_none()))
}

/// Reads names of elements.
fn read_tags(names: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let expected = "a list of texts";
    let Ok(items) = names.try_iter() else {
        return Err(type_error("skip_tags", expected, names));
    };
    if names.is_instance_of::<PyString>() {
        return Err(type_error("skip_tags", expected, names));
    }
    items.map(|name| string("skip_tags", &name?)).collect()
}

/// Adds links to Markdown.
pub(crate) fn rewrite_markdown(
    detector: &Detector,
    markdown: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let py = markdown.py();
    let text = Text::of("markdown", markdown)?;
    let source = text.as_str();
    let made = detach(py, source.len(), || {
        MarkdownRewriter::new(detector).rewrite(source.as_bytes())
    });
    // Text stays text.
    let made = String::from_utf8(made).map_or(source.into(), Cow::Owned);
    Ok(text.show(made).into_owned())
}
