//! Explains every candidate in a text.

use linkspan::catalog::Field;
use linkspan::{Detector, Finding};
use linkspan_bind::{Offsets, Unit};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList};

use crate::found::{list, object, value};
use crate::text::Text;

/// A dictionary for each candidate.
pub(crate) fn explain<'py>(
    detector: &Detector,
    text: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let py = text.py();
    let text = Text::new(text)?;
    let mut points = Offsets::new(text.as_str(), Unit::CodePoints);
    let all = PyList::empty(py);
    for (number, finding) in (1_u32..).zip(detector.explain(text.as_str())) {
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
        one.set_item("linked", matches!(finding, Finding::Link(_)))?;
        let reasons = match &finding {
            Finding::Link(link) => {
                for field in Field::ALL {
                    one.set_item(field.name(), object(py, value(link, *field))?)?;
                }
                let ending = link.ending().map(|ending| ending.fields().into_py_dict(py));
                one.set_item("ending", ending.transpose()?)?;
                list(py, link.reasons())?
            }
            Finding::Rejected(rejected) => {
                one.set_item("kind", rejected.parts().kind().as_str())?;
                one.set_item("text", rejected.text())?;
                list(py, [rejected.reason()])?
            }
        };
        one.set_item("reasons", reasons)?;
        all.append(one)?;
    }
    Ok(all)
}
