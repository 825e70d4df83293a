//! Text that arrives in pieces.

use std::sync::Arc;

use linkspan::offset::code_points;
use linkspan::stream::{Event, Stream as Events};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::found::{Kept, Source};
use crate::functions;
use crate::link::Link;
use crate::search::detached;
use crate::text::{CodePoints, Text};

/// Finds links in text that arrives in pieces, split anywhere. Offsets count from the start of the
/// first piece. Holds only text that may still be part of a link; text of more than 1 MiB (or
/// ``max_run``) without white space is not searched. For a complete text, use ``find``.
///
/// >>> import linkspan
/// >>> stream = linkspan.Stream()
/// >>> stream.push("see exam"), stream.push("ple.com/x and b.")
/// ([], [<linkspan.Link 4:17 "example.com/x" href="https://example.com/x">])
/// >>> stream.push("org"), stream.finish()
/// ([], [<linkspan.Link 22:27 "b.org" href="https://b.org/">])
#[pyclass(module = "linkspan")]
pub(crate) struct Stream {
    /// `None` after the end.
    events: Option<Events>,
    /// The text in which links may still start.
    rest: String,
    /// The start of that text, in bytes and in code points.
    byte: usize,
    point: usize,
}

/// Converts links to objects. `start` is the start of `text`, in bytes and in code points.
struct Links<'t> {
    points: CodePoints<'t>,
    start: (usize, usize),
    links: Vec<Link>,
}

impl<'t> Links<'t> {
    fn new(text: &'t str, start: (usize, usize)) -> Self {
        Self {
            points: CodePoints::new(text),
            start,
            links: Vec::new(),
        }
    }

    fn add(&mut self, event: &Event<'_>) {
        let Event::Link(found) = event else {
            return;
        };
        let (byte, point) = self.start;
        let mut at = |at: usize| point + self.points.at(at.saturating_sub(byte));
        let (start, end) = (at(found.range().start), at(found.range().end));
        let source = Source::Kept(Arc::new(Kept::new(found.link())));
        self.links.push(Link { source, start, end });
    }
}

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (detector = None, **options))]
    fn new(
        py: Python<'_>,
        detector: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let detector = functions::detector(py, detector, options)?;
        Ok(Self {
            events: Some(Events::new(detector.get().detector.clone())),
            rest: String::new(),
            byte: 0,
            point: 0,
        })
    }

    /// Add text and return the links that later text can no longer change. Raises ``ValueError``
    /// after ``finish``.
    fn push(&mut self, text: &Bound<'_, PyAny>) -> PyResult<Vec<Link>> {
        let py = text.py();
        let text = Text::new(text)?;
        let Some(events) = &mut self.events else {
            return Err(PyValueError::new_err("the stream is finished"));
        };
        self.rest.push_str(text.as_str());
        let mut links = Links::new(&self.rest, (self.byte, self.point));
        detached(py, text.as_str().len(), || {
            events.push_str(text.as_str(), &mut |event| links.add(&event));
        });
        let links = links.links;
        let done = self.rest.len().saturating_sub(events.held());
        if let Some(before) = self.rest.get(..done) {
            self.point += code_points(before);
            self.byte += done;
            self.rest.drain(..done);
        }
        Ok(links)
    }

    /// End the text and return the last links. Raises ``ValueError`` if called twice.
    fn finish(&mut self) -> PyResult<Vec<Link>> {
        let Some(events) = self.events.take() else {
            return Err(PyValueError::new_err("the stream is finished"));
        };
        let mut links = Links::new(&self.rest, (self.byte, self.point));
        events.finish(&mut |event| links.add(&event));
        Ok(links.links)
    }
}
