//! Text that is being edited.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use linkspan::catalog::Field;
use linkspan::live::{Changes as Changed, Edit, EditError, LiveText as Text_, State, Undo};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::found::{DetachedLink, Source};
use crate::functions;
use crate::link::Link;
use crate::text::{Text, read_offset, type_error};

/// A link in a text that is being edited.
#[pyclass(frozen, eq, hash, module = "linkspan")]
pub(crate) struct LiveLink {
    /// The id of the link. It stays the same while the first character and the kind of the link do.
    #[pyo3(get)]
    id: u64,
    /// The start, in code points.
    #[pyo3(get)]
    start: usize,
    /// The end, in code points.
    #[pyo3(get)]
    end: usize,
    source: Source,
}

impl PartialEq for LiveLink {
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.span()) == (other.id, other.span())
    }
}

impl Hash for LiveLink {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

#[pymethods]
impl LiveLink {
    /// The link in its current state.
    #[getter]
    fn link(&self) -> Link {
        Link {
            source: self.source.clone(),
            start: self.start,
            end: self.end,
        }
    }

    /// Return start and end.
    fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.source.text(Field::Text).into_pyobject(py)?.repr()?;
        let (id, (start, end)) = (self.id, self.span());
        Ok(format!("<linkspan.LiveLink {id} {start}:{end} {text}>"))
    }
}

/// How an edit changed the links.
///
/// To update a set of links: delete those in ``removed``, move those that started at ``shift_from``
/// or later by ``shift_by``, then set those in ``moved`` and ``added``.
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct Changes {
    /// The ids of links that no longer exist.
    #[pyo3(get)]
    removed: Vec<u64>,
    /// New links.
    #[pyo3(get)]
    added: Vec<Py<LiveLink>>,
    /// Links near the edit that still exist, but at other positions.
    #[pyo3(get)]
    moved: Vec<Py<LiveLink>>,
    /// Links that started here or later, before the edit, have moved.
    #[pyo3(get)]
    shift_from: usize,
    /// The distance in code points.
    #[pyo3(get)]
    shift_by: isize,
    undo: Option<Undo>,
    /// The number of the edit, unique in the process.
    number: u64,
}

#[pymethods]
impl Changes {
    fn __repr__(&self) -> String {
        format!(
            "<linkspan.Changes removed={} added={} moved={}>",
            self.removed.len(),
            self.added.len(),
            self.moved.len()
        )
    }
}

/// A text that is being edited, with its links. After every edit, the links are those of a new
/// search, but the cost depends on the edit, not on the length of the text.
///
/// ``dismissed`` and ``enabled`` are the values that ``state()`` returned for the same text. Lone
/// surrogates become U+FFFF.
///
/// >>> import linkspan
/// >>> live = linkspan.LiveText("see a.co")
/// >>> live.edit(8, 8, "m/x").moved
/// [<linkspan.LiveLink 0 4:11 'a.com/x'>]
/// >>> live.dismiss(4, 11).removed, live.links()
/// ([0], [])
#[pyclass(module = "linkspan")]
pub(crate) struct LiveText {
    live: Text_,
    /// The edits that have not been reverted.
    edits: Vec<u64>,
    /// The last reverted edit, if nothing has happened since.
    taken_back: Option<u64>,
}

/// The number of the next edit.
static NEXT: AtomicU64 = AtomicU64::new(0);

fn to_error(error: &EditError) -> PyErr {
    match error {
        EditError::OutOfRange { .. } => PyIndexError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

impl LiveText {
    /// Links as objects, inspected with a single search.
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
                found.insert(link.id, DetachedLink::new(inspected));
            });
        }
        let object = |link: &linkspan::live::LiveLink| {
            let kept = found.remove(&link.id).unwrap_or_default();
            let Range { start, end } = link.range;
            let (id, source) = (link.id.0, Source::DetachedLink(Arc::new(kept)));
            Py::new(
                py,
                LiveLink {
                    id,
                    start,
                    end,
                    source,
                },
            )
        };
        links.iter().map(object).collect()
    }

    fn convert(&self, py: Python<'_>, changes: Changed) -> PyResult<Changes> {
        Ok(Changes {
            removed: changes.removed.iter().map(|id| id.0).collect(),
            added: self.objects(py, &changes.added)?,
            moved: self.objects(py, &changes.moved)?,
            shift_from: changes.shift.from,
            shift_by: changes.shift.by,
            undo: changes.undo,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        })
    }

    /// Reads a range, which must be in the text.
    fn read_range(
        &self,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
    ) -> PyResult<Range<usize>> {
        self.check_range(read_offset("start", start)?, read_offset("end", end)?)
    }

    fn check_range(&self, start: usize, end: usize) -> PyResult<Range<usize>> {
        let length = self.live.in_code_points().len();
        match start <= end && end <= length {
            true => Ok(start..end),
            false => Err(to_error(&EditError::OutOfRange { length })),
        }
    }
}

#[pymethods]
impl LiveText {
    #[new]
    #[pyo3(signature = (text, detector = None, *, enabled = true, dismissed = None, **options), text_signature = "(text, detector=None, *, enabled=True, dismissed=(), **options)")]
    fn new(
        text: &Bound<'_, PyAny>,
        detector: Option<&Bound<'_, PyAny>>,
        enabled: bool,
        dismissed: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let detector = functions::read_detector(text.py(), detector, options)?;
        let detector = &detector.get().detector;
        let text = Text::new(text)?;
        let live = Text_::new(text.as_str(), detector.clone());
        let mut made = Self {
            live,
            edits: Vec::new(),
            taken_back: None,
        };
        let mut ranges = Vec::new();
        for pair in dismissed
            .map(PyAnyMethods::try_iter)
            .transpose()?
            .into_iter()
            .flatten()
        {
            let pair = pair?;
            let [start, end]: [Bound<'_, PyAny>; 2] = pair
                .extract()
                .map_err(|_| type_error("each item of dismissed", "a start and an end", &pair))?;
            let range = made.read_range(&start, &end)?;
            ranges.extend(made.live.in_code_points().bytes(range));
        }
        if !enabled || !ranges.is_empty() {
            let state = State::new(enabled, ranges);
            made.live = Text_::with_state(text.as_str(), detector.clone(), &state);
        }
        Ok(made)
    }

    /// Replace the code points from ``start`` to ``end`` with ``insert``. Raises ``IndexError`` if
    /// they are not in the text.
    fn edit(
        &mut self,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        insert: &Bound<'_, PyAny>,
    ) -> PyResult<Changes> {
        let py = insert.py();
        let insert = Text::of("insert", insert)?;
        let edit = Edit::new(self.read_range(start, end)?, insert.as_str());
        let changes = self.live.in_code_points_mut().apply(edit);
        let changes = self.convert(py, changes.map_err(|error| to_error(&error))?)?;
        self.edits.push(changes.number);
        self.taken_back = None;
        Ok(changes)
    }

    /// Revert the last edit that has not been reverted. Passing the result to the next call of
    /// ``undo`` applies the edit again. Raises ``ValueError`` for any other edit.
    fn undo(&mut self, py: Python<'_>, changes: &Changes) -> PyResult<Changes> {
        let is_last = self.edits.last() == Some(&changes.number);
        let is_back = self.taken_back == Some(changes.number);
        let Some(undo) = changes.undo.as_ref().filter(|_| is_last || is_back) else {
            let message = "these changes are not those of the last edit that is not taken back";
            return Err(PyValueError::new_err(message));
        };
        let made = self.live.in_code_points_mut().undo(undo);
        let made = self.convert(py, made.map_err(|error| to_error(&error))?)?;
        if is_last {
            self.edits.pop();
            self.taken_back = Some(made.number);
        } else {
            self.edits.push(made.number);
            self.taken_back = None;
        }
        Ok(made)
    }

    /// Return the links that touch the code points from ``start`` to ``end``; without arguments,
    /// all links.
    #[pyo3(signature = (start = None, end = None), text_signature = "($self, start=0, end=None)")]
    fn links(
        &self,
        py: Python<'_>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Py<LiveLink>>> {
        let live = self.live.in_code_points();
        let start = start.map_or(Ok(0), |start| read_offset("start", start))?;
        let end = end.map_or(Ok(live.len()), |end| read_offset("end", end))?;
        let range = self.check_range(start, end)?;
        let links: Vec<_> = live.links_in(range).collect();
        self.objects(py, &links)
    }

    /// Return the link that typing at ``caret`` could still change, or ``None``.
    fn pending(&self, caret: &Bound<'_, PyAny>) -> PyResult<Option<Py<LiveLink>>> {
        let py = caret.py();
        let caret = read_offset("caret", caret)?;
        self.check_range(caret, caret)?;
        let link = self.live.in_code_points().pending(caret);
        let mut links = self.objects(py, link.as_slice())?;
        Ok(links.pop())
    }

    /// Dismiss the links that touch a range. They stay dismissed through edits.
    fn dismiss(&mut self, start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<Changes> {
        let py = start.py();
        let range = self.read_range(start, end)?;
        let changes = self.live.in_code_points_mut().dismiss(range);
        self.convert(py, changes)
    }

    /// Restore dismissed links that touch a range.
    fn restore(&mut self, start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<Changes> {
        let py = start.py();
        let range = self.read_range(start, end)?;
        let changes = self.live.in_code_points_mut().restore(range);
        self.convert(py, changes)
    }

    /// Show or hide all links. Dismissals are kept.
    fn set_enabled(&mut self, py: Python<'_>, enabled: bool) -> PyResult<Changes> {
        let changes = self.live.in_code_points_mut().set_enabled(enabled);
        self.convert(py, changes)
    }

    /// Return the state to save with the text, ``{"enabled": …, "dismissed": [(start, end), …]}``,
    /// for ``LiveText(text, **state)``.
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
