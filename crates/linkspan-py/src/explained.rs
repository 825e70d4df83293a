//! Explains every candidate in a text.

use linkspan::{Detector, Finding, Link, Part, Reason};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::field::Field;
use crate::text::{CodePoints, Text};

/// The properties of every link.
const FIELDS: [Field; 7] = [
    Field::Text,
    Field::Kind,
    Field::Href,
    Field::Display,
    Field::HostAscii,
    Field::HostDisplay,
    Field::RegistrableDomain,
];

/// Explains every candidate.
pub(crate) fn explained<'py>(
    detector: &Detector,
    text: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let py = text.py();
    let text = Text::new(text)?;
    let mut points = CodePoints::new(text.as_str());
    let list = PyList::empty(py);
    for (number, finding) in (1_u32..).zip(detector.judged(text.as_str())) {
        if number % 1024 == 0 {
            py.check_signals()?;
        }
        let one = PyDict::new(py);
        let range = match &finding {
            Finding::Link(link) => link.range(),
            Finding::Rejected(rejected) => rejected.range(),
        };
        one.set_item("start", points.at(range.start))?;
        one.set_item("end", points.at(range.end))?;
        match &finding {
            Finding::Link(link) => linked(&one, link)?,
            Finding::Rejected(rejected) => {
                one.set_item("linked", false)?;
                one.set_item("text", rejected.as_str())?;
                one.set_item("reasons", [reason(py, &rejected.reason())?])?;
            }
        }
        list.append(one)?;
    }
    Ok(list)
}

fn linked(one: &Bound<'_, PyDict>, link: &Link<'_>) -> PyResult<()> {
    let py = one.py();
    one.set_item("linked", true)?;
    for field in FIELDS {
        one.set_item(field.name(), field.of(link))?;
    }
    let parts = PyDict::new(py);
    for part in Part::ALL {
        if let Some(text) = link.part(part) {
            parts.set_item(part.as_str(), text)?;
        }
    }
    one.set_item("parts", parts)?;
    let reasons = PyList::empty(py);
    for found in link.reasons() {
        reasons.append(reason(py, &found)?)?;
    }
    one.set_item("reasons", reasons)?;
    if let Some(ending) = link.ending() {
        let made = PyDict::new(py);
        made.set_item("id", ending.rule.id())?;
        made.set_item("clause", ending.rule.clause())?;
        made.set_item("about", ending.about)?;
        made.set_item("message", ending.rule.sentence())?;
        made.set_item("open", &*ending.open)?;
        one.set_item("ending", made)?;
    }
    Ok(())
}

fn reason<'py>(py: Python<'py>, reason: &Reason<'_>) -> PyResult<Bound<'py, PyDict>> {
    let made = PyDict::new(py);
    made.set_item("id", reason.kind.id())?;
    made.set_item("clause", reason.kind.clause())?;
    made.set_item("about", reason.about)?;
    made.set_item("message", reason.to_string())?;
    Ok(made)
}
