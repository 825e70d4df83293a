//! Text that is edited.

use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard};

use linkspan::Finding;
use linkspan::live::{Edit, LinkId, LiveText, State};
use linkspan_bind::{Offsets, Unit};

use crate::detector::Detector;
use crate::fields::{Fields, LINKSPAN_FIELD_ENDING, LINKSPAN_WITH_REJECTED};
use crate::find::describe;
use crate::links::{Links, Range};
use crate::live_links::{Changes, LiveLinks, LiveState};
use crate::output::{String, answer, borrow};
use crate::status::{Error, Failure, LINKSPAN_INTERNAL, LINKSPAN_INVALID_RANGE, Status, report};
use crate::text::{array, from_utf16};

/// A text that is being edited, and its links. After every edit, the links are those of a fresh
/// search. The cost of an edit depends on the text inserted and deleted and on the runs around it
/// (up to the nearest spaces), not on the length of the text. Offsets are UTF-16 code units.
/// Threads may share it: calls wait for each other.
///
/// A lone surrogate is stored as U+FFFF, which ends links. It stays U+FFFF even if a later edit
/// inserts the other half next to it, so insert both halves in one edit.
pub struct Live(Mutex<LiveText>);

impl Live {
    fn lock(&self) -> Result<MutexGuard<'_, LiveText>, Failure> {
        let message = "this text was lost in an internal error; create a new one";
        let lost = |_| Failure::new(LINKSPAN_INTERNAL, message);
        self.0.lock().map_err(lost)
    }
}

fn invalid_range(message: &'static str) -> Failure {
    Failure::new(LINKSPAN_INVALID_RANGE, message)
}

/// Creates a live text. It copies the text and the detector. Free it with
/// `linkspan_live_free`.
///
/// # Safety
///
/// `detector` is one that has not been freed. `text` points to `len` code units, or is NULL if `len` is 0.
/// `live` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_new(
    detector: *const Detector,
    text: *const u16,
    len: usize,
    live: *mut *mut Live,
    error: *mut Error,
) -> Status {
    let state = LiveState::NONE;
    // SAFETY: `state` has no ranges; the other arguments are as they must be there (`# Safety`).
    unsafe { linkspan_live_new_with_state(detector, text, len, &raw const state, live, error) }
}

/// Creates a live text in a state saved with `linkspan_live_state`: the same links are dismissed.
///
/// # Safety
///
/// As for `linkspan_live_new`. `state` points to `dismissed_count` ranges, and its `capacity` does not matter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_new_with_state(
    detector: *const Detector,
    text: *const u16,
    len: usize,
    state: *const LiveState,
    live: *mut *mut Live,
    error: *mut Error,
) -> Status {
    let call = || {
        // SAFETY: `detector` is NULL or has not been freed (`# Safety`).
        let detector = unsafe { borrow(detector, "detector") }?;
        // SAFETY: `text` points to `len` code units (`# Safety`).
        let text = from_utf16(unsafe { array(text, len, "text") }?);
        // SAFETY: `state` is NULL or points to a state (`# Safety`).
        let state = unsafe { borrow(state, "state") }?;
        // SAFETY: `state` points to `dismissed_count` ranges (`# Safety`).
        let ranges = unsafe { array(state.dismissed, state.dismissed_count, "dismissed") }?;
        let mut made = LiveText::new(&text, detector.0.clone());
        if !ranges.is_empty() || state.disabled != 0 {
            let bytes = |range: &Range| made.bytes_of_utf16(range.start..range.end);
            let dismissed = ranges.iter().filter_map(bytes).collect();
            let state = State::new(state.disabled == 0, dismissed);
            made = LiveText::with_state(&text, detector.0.clone(), &state);
        }
        Ok(Box::into_raw(Box::new(Live(Mutex::new(made)))))
    };
    // SAFETY: `live` and `error` can be written, or are NULL (`# Safety`).
    unsafe { answer((live, "live"), null_mut(), error, call) }
}

/// Frees a live text. NULL is allowed.
///
/// # Safety
///
/// `live` is NULL, or one that has not been freed and that no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_free(live: *mut Live) {
    if !live.is_null() {
        // SAFETY: `linkspan_live_new_with_state` made `live` from a box, and it has not been freed (`# Safety`).
        drop(unsafe { Box::from_raw(live) });
    }
}

/// Runs a call on a live text and writes its result.
///
/// # Safety
///
/// `live` is NULL, or one that has not been freed. `out` and `error` can be written, or are NULL.
unsafe fn run<T>(
    live: *const Live,
    out: (*mut T, &str),
    empty: T,
    error: *mut Error,
    call: impl FnOnce(&mut LiveText) -> Result<T, Failure>,
) -> Status {
    let call = || {
        // SAFETY: `live` is NULL or has not been freed (`# Safety`).
        let live = unsafe { borrow(live, "live") }?;
        call(&mut *live.lock()?)
    };
    // SAFETY: `out` and `error` can be written, or are NULL (`# Safety`).
    unsafe { answer(out, empty, error, call) }
}

/// Changes a live text and writes how its links changed.
///
/// # Safety
///
/// `live` is NULL, or one that has not been freed. `changes` and `error` can be written, or are NULL.
unsafe fn change(
    live: *const Live,
    changes: *mut Changes,
    error: *mut Error,
    change: impl FnOnce(&mut LiveText) -> Result<linkspan::live::Changes, Failure>,
) -> Status {
    let call = |text: &mut LiveText| Ok(Changes::new(change(text)?));
    // SAFETY: `live` has not been freed, `changes` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { run(live, (changes, "changes"), Changes::NONE, error, call) }
}

/// The end of a range; `SIZE_MAX` is the end of the text.
fn up_to(text: &LiveText, end: usize) -> usize {
    if end == usize::MAX {
        text.in_utf16().len()
    } else {
        end
    }
}

/// Whether an offset is between the two halves of a pair.
fn is_in_pair(text: &LiveText, at: usize) -> bool {
    let is_inside = (1..text.in_utf16().len()).contains(&at);
    is_inside && text.bytes_of_utf16(at..at).is_none()
}

/// Replaces the code units from `start` to `end` by `insert`. If that cuts a pair of surrogates, its other
/// half counts as U+FFFF.
///
/// Fails with `LINKSPAN_INVALID_RANGE` if the range is not in the text, which then stays as it is.
///
/// # Safety
///
/// `live` is one that has not been freed. `insert` points to `len` code units, or is NULL if `len` is 0.
/// `changes` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_edit(
    live: *mut Live,
    start: usize,
    end: usize,
    insert: *const u16,
    len: usize,
    changes: *mut Changes,
    error: *mut Error,
) -> Status {
    let edit = |text: &mut LiveText| {
        // SAFETY: `insert` points to `len` code units (`# Safety`).
        let insert = from_utf16(unsafe { array(insert, len, "insert") }?);
        if start > end {
            return Err(invalid_range("the range ends before it starts"));
        }
        let (before, after) = (is_in_pair(text, start), is_in_pair(text, end));
        let range = start - usize::from(before)..end + usize::from(after);
        let half = |is_left: bool| if is_left { "\u{FFFF}" } else { "" };
        let insert = [half(before), &insert, half(after)].concat();
        Ok(text.in_utf16_mut().apply(Edit::new(range, &insert))?)
    };
    // SAFETY: `live` has not been freed, `changes` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { change(live, changes, error, edit) }
}

/// Undoes an edit and restores the dismissals that it ended. `edit` is the result of that edit, or of
/// another `linkspan_live_undo`, which makes this a redo. Undo edits in reverse order.
///
/// Fails with `LINKSPAN_INVALID_RANGE` if the text no longer contains the range of the edit, and with
/// `LINKSPAN_INVALID_ARGUMENT` if `edit` is not the result of an edit.
///
/// # Safety
///
/// `live` is one that has not been freed; `edit` are changes that have not been freed. `changes` can be
/// written and is not `edit`; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_undo(
    live: *mut Live,
    edit: *const Changes,
    changes: *mut Changes,
    error: *mut Error,
) -> Status {
    if std::ptr::eq(edit, changes) {
        let same = || Err(Failure::argument("`edit` and `changes` are the same"));
        // SAFETY: `error` can be written, or is NULL (`# Safety`).
        return unsafe { report(error, same) };
    }
    let undo = |text: &mut LiveText| {
        // SAFETY: `edit` is NULL or points to changes that have not been freed (`# Safety`).
        let edit = unsafe { borrow(edit, "edit") }?;
        // SAFETY: `Changes::new` made it from a box, or it is NULL; the changes have not been freed (`# Safety`).
        let memory = unsafe { edit.memory.as_ref() };
        let undo = memory.and_then(|memory| memory.undo.as_ref());
        let undo = undo.ok_or_else(|| Failure::argument("`edit` is not an edit"))?;
        Ok(text.in_utf16_mut().undo(undo)?)
    };
    // SAFETY: `live` has not been freed, `changes` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { change(live, changes, error, undo) }
}

/// Dismisses the links that touch a range: they are text until they are restored, or until nothing there is
/// a link any more. `SIZE_MAX` as the end means the end of the text. Nothing happens for a range that
/// is not in the text.
///
/// # Safety
///
/// `live` is one that has not been freed. `changes` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_dismiss(
    live: *mut Live,
    start: usize,
    end: usize,
    changes: *mut Changes,
    error: *mut Error,
) -> Status {
    let dismiss = |text: &mut LiveText| {
        let range = start..up_to(text, end);
        Ok(text.in_utf16_mut().dismiss(range))
    };
    // SAFETY: `live` has not been freed, `changes` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { change(live, changes, error, dismiss) }
}

/// Restores the dismissed links that touch a range.
///
/// # Safety
///
/// As for `linkspan_live_dismiss`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_restore(
    live: *mut Live,
    start: usize,
    end: usize,
    changes: *mut Changes,
    error: *mut Error,
) -> Status {
    let restore = |text: &mut LiveText| {
        let range = start..up_to(text, end);
        Ok(text.in_utf16_mut().restore(range))
    };
    // SAFETY: `live` has not been freed, `changes` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { change(live, changes, error, restore) }
}

/// Turns links off (0) or on (any other value).
///
/// # Safety
///
/// As for `linkspan_live_dismiss`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_enable(
    live: *mut Live,
    enabled: u32,
    changes: *mut Changes,
    error: *mut Error,
) -> Status {
    let enable = |text: &mut LiveText| Ok(text.in_utf16_mut().set_enabled(enabled != 0));
    // SAFETY: `live` has not been freed, `changes` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { change(live, changes, error, enable) }
}

/// Returns the links that overlap a range or are directly next to it; `SIZE_MAX` as the end means
/// the end of the text. A range that is not in the text has no links.
///
/// # Safety
///
/// `live` is one that has not been freed. `links` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_links(
    live: *const Live,
    start: usize,
    end: usize,
    links: *mut LiveLinks,
    error: *mut Error,
) -> Status {
    let call = |text: &mut LiveText| {
        let range = start..up_to(text, end);
        Ok(LiveLinks::new(text.in_utf16().links_in(range)))
    };
    // SAFETY: `live` has not been freed, `links` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { run(live, (links, "links"), LiveLinks::NONE, error, call) }
}

/// Returns the link, if any, that typing at the caret may still change. Applications usually wait
/// before they show it.
///
/// # Safety
///
/// As for `linkspan_live_links`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_pending(
    live: *const Live,
    caret: usize,
    links: *mut LiveLinks,
    error: *mut Error,
) -> Status {
    let call = |text: &mut LiveText| Ok(LiveLinks::new(text.in_utf16().pending(caret).into_iter()));
    // SAFETY: `live` has not been freed, `links` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { run(live, (links, "links"), LiveLinks::NONE, error, call) }
}

/// Returns the link with this id, with its parts and the requested fields, as
/// `linkspan_find_utf16` does. The result is empty if there is no such link, or if it is dismissed.
///
/// Fails with `LINKSPAN_INVALID_ARGUMENT` if `fields` has unknown bits, `LINKSPAN_FIELD_ENDING` or
/// `LINKSPAN_WITH_REJECTED`.
///
/// # Safety
///
/// `live` is one that has not been freed. `links` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_describe(
    live: *const Live,
    id: u64,
    fields: u64,
    links: *mut Links,
    error: *mut Error,
) -> Status {
    let call = |text: &mut LiveText| {
        let fields = Fields::new(fields)?;
        if fields.has(LINKSPAN_WITH_REJECTED | LINKSPAN_FIELD_ENDING) {
            let message = "`fields`: a live text has no rejected candidates and no endings";
            return Err(Failure::argument(message));
        }
        let text = text.in_utf16();
        let Some(place) = text.link(LinkId(id)) else {
            return Ok(Links::NONE);
        };
        let links = text.inspect(LinkId(id), |link| {
            let mut offsets = Offsets::new(link.text(), Unit::Utf16);
            let offset = |byte| place.range.start + offsets.at(byte - link.start());
            describe([Finding::Link(link.clone())].into_iter(), fields, offset)
        });
        Ok(links.unwrap_or(Links::NONE))
    };
    // SAFETY: `live` has not been freed, `links` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { run(live, (links, "links"), Links::NONE, error, call) }
}

/// Returns the state to save with the text: which links are dismissed, and whether links are on.
///
/// # Safety
///
/// `live` is one that has not been freed. `state` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_state(
    live: *const Live,
    state: *mut LiveState,
    error: *mut Error,
) -> Status {
    let call = |text: &mut LiveText| {
        let state = text.state();
        let ranges = state.dismissed.iter().map(|range| {
            let range = text.utf16(range.clone());
            Range {
                start: range.start,
                end: range.end,
            }
        });
        Ok(LiveState::new(state.enabled, ranges.collect()))
    };
    // SAFETY: `live` has not been freed, `state` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { run(live, (state, "state"), LiveState::NONE, error, call) }
}

/// Returns the text from `start` to `end` in UTF-8; `SIZE_MAX` as the end means the end of the text.
///
/// Fails with `LINKSPAN_INVALID_RANGE` if the range is not in the text or cuts a pair of surrogates.
///
/// # Safety
///
/// `live` is one that has not been freed. `out` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_text(
    live: *const Live,
    start: usize,
    end: usize,
    out: *mut String,
    error: *mut Error,
) -> Status {
    let call = |text: &mut LiveText| {
        let bytes = text.bytes_of_utf16(start..up_to(text, end));
        let missing = || invalid_range("the range is not in the text, or cuts a pair");
        Ok(String::new(text.slice(bytes.ok_or_else(missing)?)))
    };
    // SAFETY: `live` has not been freed, `out` and `error` can be written, or they are NULL (`# Safety`).
    unsafe { run(live, (out, "out"), String::NONE, error, call) }
}

/// The length of the text in code units; 0 if `live` is NULL.
///
/// # Safety
///
/// `live` is NULL, or one that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_length(live: *const Live) -> usize {
    let mut length = 0;
    let call = |text: &mut LiveText| Ok(text.in_utf16().len());
    // SAFETY: `live` is NULL or has not been freed (`# Safety`), and `length` can be written.
    unsafe { run(live, (&raw mut length, "length"), 0, null_mut(), call) };
    length
}
