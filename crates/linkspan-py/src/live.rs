//! Text that is edited.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use linkspan::live::{Changes as Changed, Edit, EditError, LiveText as Text_, State, Undo};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::found::{Kept, Source};
use crate::functions;
use crate::link::Link;
use crate::text::Text;

/// A link in a text that is edited.
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct LiveLink {
    /// The number of the link: it stays while its first character and its kind stay the same.
    #[pyo3(get)]
    id: u64,
    source: Source,
    start: usize,
    end: usize,
}

#[pymethods]
impl LiveLink {
    /// Where it starts, in code points.
    #[getter]
    fn start(&self) -> usize {
        self.start
    }

    /// Where it ends, in code points.
    #[getter]
    fn end(&self) -> usize {
        self.end
    }

    /// The link, as it is now.
    #[getter]
    fn link(&self) -> Link {
        Link {
            source: self.source.clone(),
            start: self.start,
            end: self.end,
        }
    }

    /// Start and end.
    fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    fn __repr__(&self) -> String {
        let text = self.source.field(crate::field::Field::Text);
        let text = text.unwrap_or_default();
        format!(
            "<linkspan.LiveLink {} {}:{} {text:?}>",
            self.id, self.start, self.end
        )
    }
}

/// What became of links.
///
/// To bring a set of links up to date: take out those ``removed``, move those that started at ``shift_from`` or later by
/// ``shift_by``, then set those ``moved`` and ``added``.
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct Changes {
    /// The numbers of links that are no more.
    #[pyo3(get)]
    removed: Vec<u64>,
    /// Links that are new.
    #[pyo3(get)]
    added: Vec<Py<LiveLink>>,
    /// Links near the edit that are still there, with other places.
    #[pyo3(get)]
    moved: Vec<Py<LiveLink>>,
    /// Links that started here or later, before the edit, have moved.
    #[pyo3(get)]
    shift_from: usize,
    /// By how many code points.
    #[pyo3(get)]
    shift_by: isize,
    undo: Option<Undo>,
}

/// A text that is edited, with its links. After every edit they are those of a new search, at a cost that follows the edit and
/// not the text.
///
/// ``dismissed`` and ``enabled`` are what ``state()`` gave for the same text. Lone surrogates become U+FFFF.
///
/// >>> import linkspan
/// >>> live = linkspan.LiveText("see a.co")
/// >>> live.edit(8, 8, "m/x").moved
/// [<linkspan.LiveLink 0 4:11 "a.com/x">]
/// >>> live.dismiss(4, 11).removed, live.links()
/// ([0], [])
#[pyclass(module = "linkspan")]
pub(crate) struct LiveText {
    live: Text_,
}

fn wrong(error: &EditError) -> PyErr {
    match error {
        EditError::OutOfRange { .. } => PyIndexError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

impl LiveText {
    /// Links as objects. All of them are looked at in one search.
    fn objects(
        &self,
        py: Python<'_>,
        links: &[linkspan::live::LiveLink],
    ) -> PyResult<Vec<Py<LiveLink>>> {
        let start = links.iter().map(|link| link.range.start).min();
        let end = links.iter().map(|link| link.range.end).max();
        let around = start.unwrap_or_default()..end.unwrap_or_default();
        let mut found = BTreeMap::new();
        if let Some(bytes) = self.live.in_code_points().bytes(around) {
            self.live.inspect_in(bytes, &mut |link, inspected| {
                found.insert(link.id, Kept::new(inspected));
            });
        }
        let object = |link: &linkspan::live::LiveLink| {
            let kept = found.remove(&link.id).unwrap_or_default();
            let Range { start, end } = link.range;
            let (id, source) = (link.id.0, Source::Kept(Arc::new(kept)));
            Py::new(
                py,
                LiveLink {
                    id,
                    source,
                    start,
                    end,
                },
            )
        };
        links.iter().map(object).collect()
    }

    fn changes(&self, py: Python<'_>, changes: Changed) -> PyResult<Changes> {
        Ok(Changes {
            removed: changes.removed.iter().map(|id| id.0).collect(),
            added: self.objects(py, &changes.added)?,
            moved: self.objects(py, &changes.moved)?,
            shift_from: changes.shift.from,
            shift_by: changes.shift.by,
            undo: changes.undo,
        })
    }

    /// A range that is in the text.
    fn checked(&self, start: usize, end: usize) -> PyResult<Range<usize>> {
        let range = start..end;
        let length = self.live.in_code_points().len();
        match start <= end && end <= length {
            true => Ok(range),
            false => Err(wrong(&EditError::OutOfRange { length })),
        }
    }
}

#[pymethods]
impl LiveText {
    #[new]
    #[pyo3(signature = (text, detector = None, *, enabled = true, dismissed = Vec::new(), **options))]
    fn new(
        text: &Bound<'_, PyAny>,
        detector: Option<&Bound<'_, PyAny>>,
        enabled: bool,
        dismissed: Vec<(usize, usize)>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let detector = functions::detector(text.py(), detector, options)?;
        let detector = &detector.get().detector;
        let text = Text::new(text)?;
        let mut live = Text_::new(text.as_str(), detector.clone());
        if !enabled || !dismissed.is_empty() {
            let bytes = |(start, end)| live.in_code_points().bytes(start..end);
            let dismissed = dismissed.into_iter().filter_map(bytes).collect();
            let state = State::new(enabled, dismissed);
            live = Text_::with_state(text.as_str(), detector.clone(), &state);
        }
        Ok(Self { live })
    }

    /// Puts ``insert`` in the place of the code points from ``start`` to ``end``.
    fn edit(&mut self, start: usize, end: usize, insert: &Bound<'_, PyAny>) -> PyResult<Changes> {
        let py = insert.py();
        let insert = Text::new(insert)?;
        let edit = Edit::new(start..end, insert.as_str());
        let changes = self.live.in_code_points_mut().apply(edit);
        self.changes(py, changes.map_err(|error| wrong(&error))?)
    }

    /// Takes an edit back, of which nothing may have been taken back yet. The last one has to be first.
    fn undo(&mut self, py: Python<'_>, changes: &Changes) -> PyResult<Changes> {
        let Some(undo) = &changes.undo else {
            return Err(PyValueError::new_err(
                "these changes are not those of an edit",
            ));
        };
        let changes = self.live.in_code_points_mut().undo(undo);
        self.changes(py, changes.map_err(|error| wrong(&error))?)
    }

    /// The links that touch the code points from ``start`` to ``end``; all of them without arguments.
    #[pyo3(signature = (start = 0, end = None))]
    fn links(
        &self,
        py: Python<'_>,
        start: usize,
        end: Option<usize>,
    ) -> PyResult<Vec<Py<LiveLink>>> {
        let live = self.live.in_code_points();
        let range = self.checked(start, end.unwrap_or(live.len()))?;
        let links: Vec<_> = live.links_in(range).collect();
        self.objects(py, &links)
    }

    /// The link that typing at ``caret`` may still change, or ``None``.
    fn pending(&self, py: Python<'_>, caret: usize) -> PyResult<Option<Py<LiveLink>>> {
        self.checked(caret, caret)?;
        let link = self.live.in_code_points().pending(caret);
        let mut links = self.objects(py, link.as_slice())?;
        Ok(links.pop())
    }

    /// Makes text of the links that touch a range; they stay text through edits.
    fn dismiss(&mut self, py: Python<'_>, start: usize, end: usize) -> PyResult<Changes> {
        let range = self.checked(start, end)?;
        let changes = self.live.in_code_points_mut().dismiss(range);
        self.changes(py, changes)
    }

    /// Makes links again of those that were dismissed and touch a range.
    fn restore(&mut self, py: Python<'_>, start: usize, end: usize) -> PyResult<Changes> {
        let range = self.checked(start, end)?;
        let changes = self.live.in_code_points_mut().restore(range);
        self.changes(py, changes)
    }

    /// Says whether links are made at all.
    fn set_enabled(&mut self, py: Python<'_>, enabled: bool) -> PyResult<Changes> {
        let changes = self.live.in_code_points_mut().set_enabled(enabled);
        self.changes(py, changes)
    }

    /// What has to be saved with the text: ``{"enabled": …, "dismissed": [(start, end), …]}``, for ``LiveText(text, **state)``.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (saved, live) = (self.live.state(), self.live.in_code_points());
        let units = |bytes: Range<usize>| {
            let Range { start, end } = live.range(bytes);
            (start, end)
        };
        let dismissed: Vec<_> = saved.dismissed.into_iter().map(units).collect();
        let state = PyDict::new(py);
        state.set_item("enabled", saved.enabled)?;
        state.set_item("dismissed", dismissed)?;
        Ok(state)
    }

    fn __len__(&self) -> usize {
        self.live.in_code_points().len()
    }

    fn __str__(&self) -> String {
        self.live.slice(0..self.live.len())
    }
}
