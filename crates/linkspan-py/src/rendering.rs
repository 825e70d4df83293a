//! Renders text with its links in other formats.

use std::fmt::Write;
use std::sync::Arc;

use linkspan::bidi::{Layout, Order};
use linkspan::defang::defang_with;
use linkspan::render::{Href, Html, Isolate, Label, Markdown, Plain, Position, Renderer, Title};
use linkspan::{Detector, Span};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::hook::Hook;
use crate::search::{LINES, WORDS, in_pieces};
use crate::text::{Text, other_type};

/// The names of the options of `linkify`, which are not options of a detector.
pub(crate) const NAMES: [&str; 14] = [
    "to",
    "rel",
    "target",
    "class_",
    "label",
    "display",
    "limit",
    "title",
    "href",
    "isolate",
    "bidi",
    "on_link",
    "skip_tags",
    "existing",
];

/// How a text is rendered.
pub(crate) struct Rendering {
    pub(crate) html: Html<'static>,
    pub(crate) to: String,
    pub(crate) hook: Option<Arc<Hook>>,
}

/// Reads one of several names.
pub(crate) fn chosen<T: Copy>(
    name: &str,
    value: &Bound<'_, PyAny>,
    all: &[(&str, T)],
) -> PyResult<T> {
    let text = string(name, value)?;
    if let Some((_, chosen)) = all.iter().find(|(known, _)| *known == text) {
        return Ok(*chosen);
    }
    let names: Vec<String> = all.iter().map(|(name, _)| format!("'{name}'")).collect();
    let message = format!("{name}: expected {}, not '{text}'", names.join(" or "));
    Err(PyValueError::new_err(message))
}

pub(crate) fn string(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => Err(other_type(name, "str", value)),
    }
}

/// The error for an option that a function does not have.
pub(crate) fn unexpected(function: &str, name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{function}() got an unexpected keyword argument '{name}'"
    ))
}

impl Rendering {
    /// Reads the options of a function. Those that are `None` are not set.
    pub(crate) fn read(function: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (mut html, mut to, mut hook) = (Html::default(), "html".to_owned(), None);
        let (mut shows, mut limit) = (false, None);
        for (name, value) in options.into_iter().flatten() {
            if value.is_none() {
                continue;
            }
            let name = name.extract::<String>()?;
            html = match name.as_str() {
                "rel" => html.rel(string(&name, &value)?),
                "target" => html.target(string(&name, &value)?),
                "class_" => html.class(string(&name, &value)?),
                "title" => html.title(match value.extract::<bool>() {
                    Ok(true) => Title::Display,
                    Ok(false) => Title::None,
                    Err(_) => {
                        let all = [("none", Title::None), ("display", Title::Display)];
                        chosen(&name, &value, &all)?
                    }
                }),
                "href" => {
                    let all = [("normalized", Href::Normalized), ("typed", Href::Typed)];
                    html.href(chosen(&name, &value, &all)?)
                }
                "isolate" => html.isolate(chosen(
                    &name,
                    &value,
                    &[
                        ("always", Isolate::Always),
                        ("when-reordered", Isolate::WhenReordered),
                        ("never", Isolate::Never),
                    ],
                )?),
                "bidi" => {
                    let order = Order::named(&string(&name, &value)?);
                    html.bidi(Layout::default().order(order.ok_or_else(|| {
                        let names = "plain, ltr, constant, environment, content or tld";
                        PyValueError::new_err(format!("bidi: expected {names}"))
                    })?))
                }
                "label" if function == "linkify" => {
                    shows = chosen(&name, &value, &[("typed", false), ("display", true)])?;
                    html
                }
                "display" if function == "linkify" => {
                    let other = |_| other_type(&name, "bool", &value);
                    shows = value.extract::<bool>().map_err(other)?;
                    html
                }
                "limit" if function == "linkify" => {
                    let negative = |_| PyValueError::new_err(format!("limit: {value} is negative"));
                    let number = value.extract::<i64>();
                    let number = number.map_err(|_| other_type(&name, "int", &value))?;
                    limit = Some(usize::try_from(number).map_err(negative)?);
                    html
                }
                "to" if function == "linkify" => {
                    to = string(&name, &value)?;
                    html
                }
                "on_link" => {
                    hook = Some(Arc::new(Hook::new(&value)?));
                    html
                }
                _ => return Err(unexpected(function, &name)),
            };
        }
        let html = html.label(match (shows, limit) {
            (false, None) => Label::Typed,
            (true, None) => Label::Display,
            (false, Some(most)) => Label::Short(most),
            (true, Some(most)) => Label::ShortDisplay(most),
        });
        Ok(Self { html, to, hook })
    }

    /// The HTML renderer with the hook.
    pub(crate) fn hooked(&self) -> Html<'static> {
        match &self.hook {
            Some(hook) => {
                let hook = Arc::clone(hook);
                let html = self.html.clone();
                html.each(move |link, anchor| hook.call(Some(link), anchor))
            }
            None => self.html.clone(),
        }
    }

    /// Renders a text.
    pub(crate) fn linkified(
        &self,
        detector: &Detector,
        text: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let py = text.py();
        let source = Text::new(text)?;
        let text = source.as_str();
        let made = match self.to.as_str() {
            "html" => {
                let made = rendered(py, detector, text, WORDS, &self.hooked());
                self.hook.as_ref().map_or(Ok(()), |hook| hook.raised())?;
                made?
            }
            _ if self.hook.is_some() => {
                return Err(PyValueError::new_err("on_link works only with to='html'"));
            }
            // White space at the end of a line is escaped.
            "markdown" => rendered(py, detector, text, LINES, &Markdown::default())?,
            "text" => rendered(py, detector, text, WORDS, &Plain)?,
            "defanged" => {
                let tlds = detector.profile().tld_source();
                crate::search::detached(py, text.len(), || defang_with(text, tlds).into_owned())
            }
            other => {
                return Err(PyValueError::new_err(format!(
                    "to: expected 'html', 'markdown', 'text' or 'defanged', not '{other}'"
                )));
            }
        };
        Ok(source.shown(made.into()).into_owned())
    }
}

fn rendered(
    py: Python<'_>,
    detector: &Detector,
    text: &str,
    ends: &[u8],
    renderer: &(dyn Renderer + Sync),
) -> PyResult<String> {
    let mut out = String::new();
    let mut position = Position::default();
    in_pieces(py, text, ends, |_, piece| {
        let mut spans = detector.spans(piece);
        let spans: &mut dyn Iterator<Item = Span<'_>> = &mut spans;
        // Writing to a string does not fail.
        if let Ok(reached) = renderer.write_after(position, spans, &mut out as &mut dyn Write) {
            position = reached;
        }
    })?;
    Ok(out)
}
