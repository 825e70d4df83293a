//! Renders text with its links in other formats.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use linkspan::defang::defang_with;
use linkspan::profile::OptionInfo;
use linkspan::render::{Html, Markdown, Plain, Preceding, Renderer};
use linkspan::{Detector, Span};
use linkspan_bind::{LINES, WORDS};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::hook::Hook;
use crate::options::{string, to_error};
use crate::search::{detach, search_pieces};
use crate::text::{Text, type_error};

/// The options of HTML.
static OPTIONS: LazyLock<Vec<OptionInfo>> = LazyLock::new(|| Html::options().collect());

/// The option of HTML with this name in Python, where `class` is a keyword.
fn html_option(name: &str) -> Option<&'static OptionInfo> {
    let name = if name == "class_" { "class" } else { name };
    OPTIONS.iter().find(|option| option.name == name)
}

/// Whether it is an option of `linkify` or `linkify_html`, not of a detector.
pub(crate) fn is_option(name: &str) -> bool {
    matches!(name, "to" | "on_link" | "skip_tags" | "existing") || html_option(name).is_some()
}

/// How a text is rendered.
pub(crate) struct Rendering {
    pub(crate) html: Html<'static>,
    pub(crate) to: String,
    pub(crate) hook: Option<Arc<Hook>>,
}

/// Reads the value of an option of HTML: a text, or a number.
fn html_value(option: &OptionInfo, name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if option.expected != "a number" {
        return string(name, value);
    }
    match value.hasattr("__index__")? && !value.is_instance_of::<PyBool>() {
        true => Ok(value.str()?.to_string()),
        false => Err(type_error(name, "int", value)),
    }
}

impl Rendering {
    /// Reads the options of a function. Those that are `None` are not set.
    pub(crate) fn read(function: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (mut html, mut to, mut hook) = (Html::default(), "html".to_owned(), None);
        let is_linkify = function == "linkify";
        for (name, value) in options.into_iter().flatten() {
            if value.is_none() {
                continue;
            }
            let name = name.extract::<String>()?;
            match name.as_str() {
                "to" if is_linkify => to = string(&name, &value)?,
                "on_link" => hook = Some(Arc::new(Hook::new(&value)?)),
                _ => {
                    let option = html_option(&name);
                    // The text of a page does not change.
                    let is_of_text = |name| matches!(name, "caption" | "shorten");
                    let option = option.filter(|option| is_linkify || !is_of_text(option.name));
                    let option = option.ok_or_else(|| {
                        PyTypeError::new_err(format!(
                            "{function}() got an unexpected keyword argument '{name}'"
                        ))
                    })?;
                    let value = html_value(option, &name, &value)?;
                    html = html
                        .set(option.name, &value)
                        .map_err(|error| to_error(&error))?;
                }
            }
        }
        Ok(Self { html, to, hook })
    }

    /// The HTML renderer with the hook.
    pub(crate) fn hooked(&self) -> Html<'static> {
        match &self.hook {
            Some(hook) => {
                let hook = Arc::clone(hook);
                let html = self.html.clone();
                html.on_link(move |link, anchor| hook.call(Some(link), anchor))
            }
            None => self.html.clone(),
        }
    }

    /// Renders a text.
    pub(crate) fn linkify(&self, detector: &Detector, text: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = text.py();
        let source = Text::new(text)?;
        let text = source.as_str();
        let made = match self.to.as_str() {
            "html" => {
                let made = render(py, detector, text, WORDS, &self.hooked());
                self.hook.as_ref().map_or(Ok(()), |hook| hook.raise())?;
                made?
            }
            _ if self.hook.is_some() => {
                return Err(PyValueError::new_err("on_link works only with to='html'"));
            }
            // White space at the end of a line is escaped.
            "markdown" => render(py, detector, text, LINES, &Markdown::default())?,
            "text" => render(py, detector, text, WORDS, &Plain)?,
            "defanged" => {
                let tlds = detector.profile().tld_source();
                detach(py, text.len(), || defang_with(text, tlds).into_owned())
            }
            other => {
                return Err(PyValueError::new_err(format!(
                    "to: expected 'html', 'markdown', 'text' or 'defanged', not '{other}'"
                )));
            }
        };
        Ok(source.show(made.into()).into_owned())
    }
}

fn render(
    py: Python<'_>,
    detector: &Detector,
    text: &str,
    ends: &'static [u8],
    renderer: &(dyn Renderer + Sync),
) -> PyResult<String> {
    let mut out = String::new();
    let mut preceding = Preceding::default();
    search_pieces(py, text, ends, |_, piece| {
        let mut spans = detector.spans(piece);
        let spans: &mut dyn Iterator<Item = Span<'_>> = &mut spans;
        // Writing to a string does not fail.
        if let Ok(reached) = renderer.write_after(preceding, spans, &mut out as &mut dyn Write) {
            preceding = reached;
        }
    })?;
    Ok(out)
}
