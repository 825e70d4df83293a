//! Python functions that change links before they are written.

use std::sync::{Arc, Mutex};

use linkspan::offset::code_points;
use linkspan::render::Anchor;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use crate::found::{Kept, Source, new_record};
use crate::link::Link;
use crate::options::string;
use crate::text::type_error;

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
    pub(crate) fn call(&self, link: Option<&linkspan::Link<'_>>, anchor: &mut Anchor) {
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
        anchor: &mut Anchor,
    ) -> PyResult<bool> {
        let object = read(py, link, anchor)?;
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

/// The object for Python.
fn read<'py>(
    py: Python<'py>,
    link: Option<&linkspan::Link<'_>>,
    anchor: &mut Anchor,
) -> PyResult<Bound<'py, PyAny>> {
    let link = link.map(|link| Link {
        source: Source::Kept(Arc::new(Kept::new(link))),
        start: 0,
        end: code_points(link.text()),
    });
    let attributes = anchor.extra.iter().map(|(name, value)| (name, value));
    let attributes = attributes.into_py_dict(py)?;
    let [href, text, image, rel, target, class, title] = texts(anchor).map(|(_, text)| &*text);
    let values = (
        href, text, image, rel, target, class, title, attributes, link,
    );
    new_record(py, "Anchor", values)
}

/// Copies the changes made in Python.
fn write(object: &Bound<'_, PyAny>, anchor: &mut Anchor) -> PyResult<()> {
    for (name, text) in texts(anchor) {
        *text = string(name, &object.getattr(name)?)?;
    }
    anchor.extra.clear();
    let attributes = object.getattr("attributes")?;
    let attributes = attributes.cast::<PyDict>();
    let attributes = attributes.map_err(|_| PyTypeError::new_err("attributes must be a dict"))?;
    for (name, value) in attributes {
        let value = value.extract::<String>();
        let value = value.map_err(|_| PyTypeError::new_err("attributes must be str"))?;
        anchor.extra.push((name.extract::<String>()?, value));
    }
    Ok(())
}

/// The texts of an anchor, with their names in Python.
fn texts(anchor: &mut Anchor) -> [(&'static str, &mut String); 7] {
    [
        ("href", &mut anchor.href),
        ("text", &mut anchor.text),
        ("image", &mut anchor.image),
        ("rel", &mut anchor.rel),
        ("target", &mut anchor.target),
        ("class_", &mut anchor.class),
        ("title", &mut anchor.title),
    ]
}
