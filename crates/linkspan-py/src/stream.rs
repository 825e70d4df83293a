//! Text that arrives in pieces.

use std::ops::Range;
use std::sync::Arc;

use linkspan::offset::code_points;
use linkspan::stream::{Event, Stream as Events};
use linkspan_bind::{Offsets, Unit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::found::{DetachedLink, Source};
use crate::functions;
use crate::link::Link;
use crate::search::detach;
use crate::text::Text;

/// Finds links in text that arrives in pieces, split anywhere. Offsets count from the start of the
/// first piece. Holds only text that may still be part of a link; text of more than 1 MiB (or
/// ``max_run``) without white space is not searched. For a complete text, use ``find``.
///
/// >>> import linkspan
/// >>> stream = linkspan.Stream()
/// >>> stream.push("see exam"), stream.push("ple.com/x and b.")
/// ([], [<linkspan.Link 4:17 'example.com/x' href='https://example.com/x'>])
/// >>> stream.push("org"), stream.finish()
/// ([], [<linkspan.Link 22:27 'b.org' href='https://b.org/'>])
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

/// Keeps the links that an event is.
fn keep(event: &Event<'_>, found: &mut Vec<(Range<usize>, DetachedLink)>) {
    if let Event::Link(link) = event {
        found.push((link.range(), DetachedLink::new(link.link())));
    }
}

impl Stream {
    /// Links as objects, with their offsets in the whole text.
    fn objects(&self, found: Vec<(Range<usize>, DetachedLink)>) -> Vec<Link> {
        let mut points = Offsets::new(&self.rest, Unit::CodePoints);
        let mut at = |byte: usize| self.point + points.at(byte.saturating_sub(self.byte));
        let objects = found.into_iter().map(|(range, kept)| Link {
            start: at(range.start),
            end: at(range.end),
            source: Source::DetachedLink(Arc::new(kept)),
        });
        objects.collect()
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
        let detector = functions::read_detector(py, detector, options)?;
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
        let text = text.as_str();
        let Some(events) = &mut self.events else {
            return Err(PyValueError::new_err("the stream is finished"));
        };
        self.rest.push_str(text);
        let mut found = Vec::new();
        detach(py, text.len(), || {
            events.push_str(text, &mut |event| keep(&event, &mut found));
        });
        let done = self.rest.len().saturating_sub(events.held());
        let links = self.objects(found);
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
        let mut found = Vec::new();
        events.finish(&mut |event| keep(&event, &mut found));
        Ok(self.objects(found))
    }
}
