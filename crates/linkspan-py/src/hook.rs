//! What Python code makes of links.

use std::sync::{Arc, Mutex};

use linkspan::offset::code_points;
use linkspan::render::Anchor as Written;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::found::{Kept, Source};
use crate::link::Link;
use crate::text::other_type;

/// A link as it is about to be written in HTML. ``on_link`` may change what is in it.
///
/// Everything is escaped when it is written. An address that runs code or reads files (``javascript:``, ``data:`` …) is
/// refused if ``on_link`` sets it: the text stays text. One that is in a page already stays. Names in ``attributes`` that
/// cannot be names in HTML, or have a place of their own here, are left out.
#[pyclass(get_all, set_all, module = "linkspan")]
pub(crate) struct Anchor {
    /// Where the link leads.
    href: String,
    /// What people see of it.
    text: String,
    /// The address of an image that is shown instead, or ``""``.
    image: String,
    /// The attribute ``rel``, or ``""``.
    rel: String,
    /// The attribute ``target``, or ``""``.
    target: String,
    /// The attribute ``class``, or ``""``.
    class_: String,
    /// The attribute ``title``, or ``""``.
    title: String,
    /// Other attributes, by name.
    attributes: Py<PyDict>,
    /// The link that was found; ``None`` for one that was in the page already. Its offsets count from its own start.
    link: Option<Py<Link>>,
}

#[pymethods]
impl Anchor {
    /// Whether the link was in the page already.
    #[getter]
    fn existing(&self) -> bool {
        self.link.is_none()
    }

    fn __repr__(&self) -> String {
        format!("<linkspan.Anchor {:?} href={:?}>", self.text, self.href)
    }
}

/// A function of Python that sees links before they are written.
pub(crate) struct Hook {
    function: Py<PyAny>,
    /// What it raised first. It is not called any more then.
    raised: Mutex<Option<PyErr>>,
}

impl Hook {
    pub(crate) fn new(function: &Bound<'_, PyAny>) -> PyResult<Self> {
        if !function.is_callable() {
            return Err(other_type("on_link", "a function", function));
        }
        Ok(Self {
            function: function.clone().unbind(),
            raised: Mutex::new(None),
        })
    }

    /// Calls the function with a link that was found, or one that was there.
    pub(crate) fn call(&self, link: Option<&linkspan::Link<'_>>, anchor: &mut Written) {
        let has_raised = || self.raised.lock().is_ok_and(|raised| raised.is_some());
        if has_raised() {
            return;
        }
        let result = Python::attach(|py| self.called(py, link, anchor));
        match result {
            Ok(true) => {}
            Ok(false) => anchor.unlink(),
            Err(error) => {
                if let Ok(mut raised) = self.raised.lock() {
                    *raised = Some(error);
                }
            }
        }
    }

    /// Whether the link is made.
    fn called(
        &self,
        py: Python<'_>,
        link: Option<&linkspan::Link<'_>>,
        anchor: &mut Written,
    ) -> PyResult<bool> {
        let object = Bound::new(py, read(py, link, anchor)?)?;
        let result = self.function.bind(py).call1((&object,))?;
        write(&object, anchor)?;
        if result.is_none() {
            return Ok(true);
        }
        result.extract::<bool>().map_err(|_| {
            let name = result.get_type().name().map(|name| name.to_string());
            let name = name.unwrap_or_default();
            PyTypeError::new_err(format!(
                "on_link must return None, True or False (to leave text as it is), not {name}"
            ))
        })
    }

    /// What the function raised.
    pub(crate) fn raised(&self) -> PyResult<()> {
        match self.raised.lock().map(|mut raised| raised.take()) {
            Ok(None) => Ok(()),
            Ok(Some(error)) => Err(error),
            Err(_) => Err(PyValueError::new_err("on_link did not return")),
        }
    }
}

/// The object that Python gets.
fn read(py: Python<'_>, link: Option<&linkspan::Link<'_>>, anchor: &Written) -> PyResult<Anchor> {
    let attributes = PyDict::new(py);
    for (name, value) in &anchor.extra {
        attributes.set_item(name, value)?;
    }
    let object = |link: &linkspan::Link<'_>| {
        let source = Source::Kept(Arc::new(Kept::new(link)));
        let (start, end) = (0, code_points(link.as_str()));
        Py::new(py, Link { source, start, end })
    };
    Ok(Anchor {
        href: anchor.href.clone(),
        text: anchor.text.clone(),
        image: anchor.image.clone(),
        rel: anchor.rel.clone(),
        target: anchor.target.clone(),
        class_: anchor.class.clone(),
        title: anchor.title.clone(),
        attributes: attributes.unbind(),
        link: link.map(object).transpose()?,
    })
}

/// Takes over what Python made of it.
fn write(object: &Bound<'_, Anchor>, anchor: &mut Written) -> PyResult<()> {
    let made = object.try_borrow()?;
    anchor.href.clone_from(&made.href);
    anchor.text.clone_from(&made.text);
    anchor.image.clone_from(&made.image);
    anchor.rel.clone_from(&made.rel);
    anchor.target.clone_from(&made.target);
    anchor.class.clone_from(&made.class_);
    anchor.title.clone_from(&made.title);
    anchor.extra.clear();
    for (name, value) in made.attributes.bind(object.py()) {
        let value = value.extract::<String>();
        let value = value.map_err(|_| PyTypeError::new_err("attributes must be texts"))?;
        anchor.extra.push((name.extract::<String>()?, value));
    }
    Ok(())
}
