//! Links of text that is edited, and what became of them.

use std::ptr::{null, null_mut};

use linkspan::live::Undo;

use crate::links::Range;
use crate::output::{give_back, take_apart};

/// A link in a text that is edited. Offsets are UTF-16 code units.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveLink {
    /// Identifies the link across edits while its first character and its kind stay the same.
    pub id: u64,
    /// Where it starts.
    pub start: usize,
    /// Where it ends: the first offset that is not in it.
    pub end: usize,
    /// `LINKSPAN_KIND_URL`, `LINKSPAN_KIND_EMAIL` or `LINKSPAN_KIND_FILE`.
    pub kind: u32,
    /// 0.
    pub reserved: u32,
}

/// Links of a text that is edited, in the order of the text. Free them with
/// `linkspan_live_links_free`.
#[repr(C)]
pub struct LiveLinks {
    /// The links; NULL if there are none.
    pub data: *const LiveLink,
    /// Their number.
    pub len: usize,
    /// Private.
    pub capacity: usize,
}

/// How the links changed. To update a list of links: delete those that were removed, add `shift_by`
/// to both offsets of those that started at `shift_from` or later, then store those that moved and
/// those that were added. Free it with `linkspan_changes_free`.
#[repr(C)]
pub struct Changes {
    /// The ids of links that no longer exist; NULL if there are none.
    pub removed: *const u64,
    /// Their number.
    pub removed_count: usize,
    /// Links that are new; NULL if there are none.
    pub added: *const LiveLink,
    /// Their number.
    pub added_count: usize,
    /// Links next to the edit whose offsets have changed; NULL if there are none.
    pub moved: *const LiveLink,
    /// Their number.
    pub moved_count: usize,
    /// Links that started here or later, before the edit, have shifted.
    pub shift_from: usize,
    /// By how many code units.
    pub shift_by: isize,
    /// Private.
    pub memory: *mut ChangesMemory,
}

/// The state to save with a live text; see `linkspan_live_new_with_state`. Free it
/// with `linkspan_live_state_free`.
#[repr(C)]
pub struct LiveState {
    /// The links that are dismissed; NULL if there are none.
    pub dismissed: *const Range,
    /// Their number.
    pub dismissed_count: usize,
    /// Private.
    pub capacity: usize,
    /// 1 if links are turned off, 0 if they are on.
    pub disabled: u32,
    /// 0.
    pub reserved: u32,
}

/// The memory of changes and of what reverts them. Private to this library.
pub struct ChangesMemory {
    _removed: Box<[u64]>,
    _added: Box<[LiveLink]>,
    _moved: Box<[LiveLink]>,
    pub(crate) undo: Option<Undo>,
}

impl From<&linkspan::live::LiveLink> for LiveLink {
    fn from(link: &linkspan::live::LiveLink) -> Self {
        Self {
            id: link.id.0,
            start: link.range.start,
            end: link.range.end,
            kind: linkspan_bind::kind(link.kind),
            reserved: 0,
        }
    }
}

impl LiveLinks {
    pub(crate) const NONE: Self = Self {
        data: null(),
        len: 0,
        capacity: 0,
    };

    pub(crate) fn new(links: impl Iterator<Item = linkspan::live::LiveLink>) -> Self {
        let (data, len, capacity) = take_apart(links.map(|link| LiveLink::from(&link)).collect());
        Self {
            data,
            len,
            capacity,
        }
    }
}

/// A list for the caller.
fn list<T>(list: &[T]) -> (*const T, usize) {
    let data = if list.is_empty() {
        null()
    } else {
        list.as_ptr()
    };
    (data, list.len())
}

impl Changes {
    pub(crate) const NONE: Self = Self {
        removed: null(),
        removed_count: 0,
        added: null(),
        added_count: 0,
        moved: null(),
        moved_count: 0,
        shift_from: 0,
        shift_by: 0,
        memory: null_mut(),
    };

    // One copy for all callers keeps the library small.
    #[inline(never)]
    pub(crate) fn new(changes: linkspan::live::Changes) -> Self {
        let links = |links: &[linkspan::live::LiveLink]| links.iter().map(LiveLink::from).collect();
        let removed: Box<[u64]> = changes.removed.iter().map(|id| id.0).collect();
        let added: Box<[LiveLink]> = links(&changes.added);
        let moved: Box<[LiveLink]> = links(&changes.moved);
        let ((gone, removed_count), (new, added_count)) = (list(&removed), list(&added));
        let (others, moved_count) = list(&moved);
        let memory = ChangesMemory {
            _removed: removed,
            _added: added,
            _moved: moved,
            undo: changes.undo,
        };
        Self {
            removed: gone,
            removed_count,
            added: new,
            added_count,
            moved: others,
            moved_count,
            shift_from: changes.shift.from,
            shift_by: changes.shift.by,
            memory: Box::into_raw(Box::new(memory)),
        }
    }
}

impl LiveState {
    pub(crate) const NONE: Self = Self {
        dismissed: null(),
        dismissed_count: 0,
        capacity: 0,
        disabled: 0,
        reserved: 0,
    };

    pub(crate) fn new(enabled: bool, dismissed: Vec<Range>) -> Self {
        let (dismissed, dismissed_count, capacity) = take_apart(dismissed);
        Self {
            dismissed,
            dismissed_count,
            capacity,
            disabled: (!enabled).into(),
            reserved: 0,
        }
    }
}

/// Frees links and sets them to zero, so freeing them twice is harmless. NULL is allowed.
///
/// # Safety
///
/// `links` is NULL, or points to links that this library made and that were not changed, or to zeros.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_links_free(links: *mut LiveLinks) {
    // SAFETY: `links` is NULL or points to links that this library made, or to zeros (`# Safety`).
    if let Some(links) = unsafe { links.as_mut() } {
        let links = std::mem::replace(links, LiveLinks::NONE);
        // SAFETY: `LiveLinks::new` took them apart, and they were not changed (`# Safety`).
        unsafe { give_back(links.data, links.capacity) };
    }
}

/// Frees changes and sets them to zero, so freeing them twice is harmless. NULL is allowed.
///
/// # Safety
///
/// `changes` is NULL, or points to changes that this library made and that were not changed, or to zeros.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_changes_free(changes: *mut Changes) {
    // SAFETY: `changes` is NULL or points to changes that this library made, or to zeros (`# Safety`).
    let Some(changes) = (unsafe { changes.as_mut() }) else {
        return;
    };
    let changes = std::mem::replace(changes, Changes::NONE);
    if !changes.memory.is_null() {
        // SAFETY: `Changes::new` made it from a box, and they were not changed (`# Safety`).
        drop(unsafe { Box::from_raw(changes.memory) });
    }
}

/// Frees a state and sets it to zero, so freeing it twice is harmless. NULL is allowed.
///
/// # Safety
///
/// `state` is NULL, or points to a state that this library made and that was not changed, or to zeros.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_live_state_free(state: *mut LiveState) {
    // SAFETY: `state` is NULL or points to a state that this library made, or to zeros (`# Safety`).
    if let Some(state) = unsafe { state.as_mut() } {
        let state = std::mem::replace(state, LiveState::NONE);
        // SAFETY: `LiveState::new` took it apart, and it was not changed (`# Safety`).
        unsafe { give_back(state.dismissed, state.capacity) };
    }
}

/// What threads may share, checked by the compiler.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<crate::detector::Detector>();
    shared::<crate::live::Live>();
    shared::<ChangesMemory>();
    shared::<crate::values::Memory>();
};
