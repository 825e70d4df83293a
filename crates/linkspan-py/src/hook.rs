//! Python functions that change links before they are written.

use std::mem::take;
use std::sync::{Arc, Mutex};

use linkspan::offset::code_points;
use linkspan::render::Anchor as Written;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use crate::found::{DetachedLink, Source};
use crate::link::Link;
use crate::text::type_error;

/// A link that is about to be written as HTML. ``on_link`` can change its attributes.
///
/// Everything is escaped when it is written. If ``on_link`` sets an address that runs code or reads
/// files (``javascript:``, ``data:`` …), only the text is written; an address that is already in
/// the page is kept. Names in ``attributes`` that are not valid in HTML, or that have an attribute
/// of their own here, are ignored.
#[pyclass(get_all, set_all, module = "linkspan")]
pub(crate) struct Anchor {
    /// The address of the link.
    href: String,
    /// The visible text of the link.
    text: String,
    /// The address of an image to show instead, or ``""``.
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
    /// The link that was found, or ``None`` for one that was already in the page. Its offsets count
    /// from its own start.
    link: Option<Py<Link>>,
}

#[pymethods]
impl Anchor {
    /// Whether the link was already in the page.
    #[getter]
    fn existing(&self) -> bool {
        self.link.is_none()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text.as_str().into_pyobject(py)?.repr()?;
        let href = self.href.as_str().into_pyobject(py)?.repr()?;
        Ok(format!("<linkspan.Anchor {text} href={href}>"))
    }
}

/// A Python function that is called for links before they are written.
pub(crate) struct Hook {
    function: Py<PyAny>,
    /// The first exception that it raised. After that it is not called again.
    raised: Mutex<Option<PyErr>>,
}

impl Hook {
    pub(crate) fn new(function: &Bound<'_, PyAny>) -> PyResult<Self> {
        if !function.is_callable() {
            return Err(type_error("on_link", "a function", function));
        }
        Ok(Self {
            function: function.clone().unbind(),
            raised: Mutex::new(None),
        })
    }

    /// Calls the function with a link that was found, or one that was already there.
    pub(crate) fn call(&self, link: Option<&linkspan::Link<'_>>, anchor: &mut Written) {
        let has_raised = || self.raised.lock().is_ok_and(|raised| raised.is_some());
        if has_raised() {
            return;
        }
        let result = Python::attach(|py| self.call_function(py, link, anchor));
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

    /// Calls the function, and returns whether the link is written.
    fn call_function(
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
                "on_link must return None, True or False (False leaves the text unlinked), not {name}"
            ))
        })
    }

    /// Raises the exception of the function, if there was one.
    pub(crate) fn raise(&self) -> PyResult<()> {
        match self.raised.lock().map(|mut raised| raised.take()) {
            Ok(None) => Ok(()),
            Ok(Some(error)) => Err(error),
            Err(_) => Err(PyValueError::new_err("on_link did not return")),
        }
    }
}

/// The object for Python. It gets the texts of the anchor.
fn read(
    py: Python<'_>,
    link: Option<&linkspan::Link<'_>>,
    anchor: &mut Written,
) -> PyResult<Anchor> {
    let attributes = take(&mut anchor.extra).into_py_dict(py)?;
    let object = |link: &linkspan::Link<'_>| {
        let source = Source::DetachedLink(Arc::new(DetachedLink::new(link)));
        let (start, end) = (0, code_points(link.text()));
        Py::new(py, Link { source, start, end })
    };
    Ok(Anchor {
        href: take(&mut anchor.href),
        text: take(&mut anchor.text),
        image: take(&mut anchor.image),
        rel: take(&mut anchor.rel),
        target: take(&mut anchor.target),
        class_: take(&mut anchor.class),
        title: take(&mut anchor.title),
        attributes: attributes.unbind(),
        link: link.map(object).transpose()?,
    })
}

/// Copies the texts back, with the changes made in Python.
fn write(object: &Bound<'_, Anchor>, anchor: &mut Written) -> PyResult<()> {
    let made = object.try_borrow()?;
    anchor.href.clone_from(&made.href);
    anchor.text.clone_from(&made.text);
    anchor.image.clone_from(&made.image);
    anchor.rel.clone_from(&made.rel);
    anchor.target.clone_from(&made.target);
    anchor.class.clone_from(&made.class_);
    anchor.title.clone_from(&made.title);
    for (name, value) in made.attributes.bind(object.py()) {
        let value = value.extract::<String>();
        let value = value.map_err(|_| PyTypeError::new_err("attributes must be str"))?;
        anchor.extra.push((name.extract::<String>()?, value));
    }
    Ok(())
}
