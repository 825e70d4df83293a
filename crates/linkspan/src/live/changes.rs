//! Edits, and how they change the links.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::index::Entry;
use crate::link::Kind;

/// An edit: a range to replace, and its replacement.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("see a.org", Detector::uts58());
/// live.apply(Edit::new(6..9, "com"))?;
/// assert_eq!(live.marked(), "see ⸠a.com⸡");
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit<'e> {
    /// The range to replace, in bytes or in the unit of the [`Counted`](super::Counted) view; empty
    /// for an insertion.
    pub range: Range<usize>,
    /// The replacement; empty for a deletion.
    pub insert: &'e str,
}

impl<'e> Edit<'e> {
    /// An edit that replaces `range` with `insert`. The range is checked when the edit is applied.
    ///
    /// ```
    /// use linkspan::live::Edit;
    ///
    /// let deletion = Edit::new(6..9, "");
    /// assert_eq!((deletion.range, deletion.insert), (6..9, ""));
    /// ```
    #[must_use]
    pub fn new(range: Range<usize>, insert: &'e str) -> Self {
        Self { range, insert }
    }
}

/// Why an edit is not possible. A failed edit changes nothing.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, EditError, LiveText};
///
/// let mut live = LiveText::new("ü", Detector::uts58());
/// let mut at = |at| live.apply(Edit::new(at..at, "x")).map(drop);
/// assert_eq!(at(1), Err(EditError::InsideCharacter { at: 1 }));
/// assert_eq!(at(3), Err(EditError::OutOfRange { length: 2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The range is not within the text, or ends before it starts.
    OutOfRange {
        /// The length of the text.
        length: usize,
    },
    /// An end of the range is inside a character.
    InsideCharacter {
        /// The offset of that end.
        at: usize,
    },
    /// The text is not the result of the edit. Only a [`Tracker`](super::Tracker), which does not
    /// own the text, reports this.
    OtherText,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { length } => {
                write!(
                    f,
                    "the range is outside the text, which has length {length}"
                )
            }
            Self::InsideCharacter { at } => write!(f, "offset {at} is inside a character"),
            Self::OtherText => {
                f.write_str("the text is not the result of the edit of the previous text")
            }
        }
    }
}

impl core::error::Error for EditError {}

/// Identifies a link across edits while its first character and its kind stay the same. Text
/// inserted before the link moves it; text inserted at its start that becomes part of it makes it a
/// new link.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("a.com", Detector::uts58());
/// let id = live.links().next().map(|link| link.id);
/// live.apply(Edit::new(0..0, "see "))?;
/// assert_eq!(live.links().next().map(|link| link.id), id);
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub u64);

/// A link in a text that is being edited.
///
/// ```
/// use linkspan::live::LiveText;
/// use linkspan::{Detector, Kind};
///
/// let live = LiveText::new("write to me@a.com", Detector::uts58());
/// let link = live.links().next().unwrap();
/// assert_eq!((link.range, link.kind), (9..17, Kind::Email));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiveLink {
    /// The identity of the link across edits.
    pub id: LinkId,
    /// The range of the link: in bytes, or in the unit of the [`Counted`](super::Counted) view that
    /// returned it.
    pub range: Range<usize>,
    /// The kind of the link.
    pub kind: Kind,
}

/// How an edit changed the links.
///
/// To update a set of links: delete those in `removed`, move those after the edit by `shift`, then
/// set those in `moved` and `added` to their ranges.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("a.co b.com", Detector::uts58());
/// let changes = live.apply(Edit::new(4..4, "m/x"))?;
/// assert_eq!(changes.moved[0].range, 0..7);
/// assert!(changes.added.is_empty() && changes.removed.is_empty());
/// assert_eq!((changes.shift.from, changes.shift.by), (4, 3));
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// Links that no longer exist.
    pub removed: Vec<LinkId>,
    /// New links.
    pub added: Vec<LiveLink>,
    /// Links that still exist in the runs that the edit touched, but with other ranges.
    pub moved: Vec<LiveLink>,
    /// How all links after those runs moved.
    pub shift: Shift,
    /// How to revert the edit; `None` for changes that are not edits, such as a dismissal.
    pub undo: Option<Undo>,
}

/// How the links after an edit moved.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText, Shift};
///
/// let mut live = LiveText::new("see it: a.com", Detector::uts58());
/// let changes = live.apply(Edit::new(0..4, ""))?;
/// assert_eq!(changes.shift, Shift { from: 7, by: -4 });
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    /// Links that started here or later, before the edit, have moved.
    pub from: usize,
    /// The distance, in bytes or in the unit of the [`Counted`](super::Counted) view.
    pub by: isize,
}

/// The information needed to revert an edit; pass it to [`LiveText::undo`](super::LiveText::undo)
/// or [`Tracker::undo`](super::Tracker::undo). It holds the ranges of dismissed links and, for a
/// `LiveText`, the removed text.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("see a.com", Detector::uts58());
/// let changes = live.apply(Edit::new(5..9, ""))?;
/// assert_eq!(live.marked(), "see a");
/// live.undo(&changes.undo.unwrap())?;
/// assert_eq!(live.marked(), "see ⸠a.com⸡");
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// The range of the inserted text.
    pub(super) range: Range<usize>,
    /// The number of bytes that the edit removed, and the removed text, which a
    /// [`Tracker`](super::Tracker) does not know.
    pub(super) removed: usize,
    pub(super) insert: String,
    /// Links, as before the edit, whose dismissal the edit ended.
    pub(super) ended: Vec<Range<usize>>,
    /// Links, as before the edit, that were not dismissed but became part of one that was.
    pub(super) spread: Vec<Range<usize>>,
}

/// The decisions of the user about links, to be saved together with a text.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::LiveText;
///
/// let mut live = LiveText::new("a.com b.com", Detector::uts58());
/// live.dismiss(0..1);
/// let saved = live.state();
/// let again = LiveText::with_state("a.com b.com", Detector::uts58(), &saved);
/// assert_eq!(again.marked(), "a.com ⸠b.com⸡");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct State {
    /// Whether links are shown at all.
    pub enabled: bool,
    /// The byte ranges of the dismissed links.
    pub dismissed: Vec<Range<usize>>,
}

impl State {
    /// A saved state. Ranges that are not exactly those of a link have no effect.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{LiveText, State};
    ///
    /// let state = State::new(true, vec![0..5]);
    /// let live = LiveText::with_state("a.com b.com", Detector::uts58(), &state);
    /// assert_eq!(live.state(), state);
    /// ```
    #[must_use]
    pub fn new(enabled: bool, dismissed: Vec<Range<usize>>) -> Self {
        Self { enabled, dismissed }
    }
}

impl Changes {
    /// The changes to the visible links of a run.
    pub(super) fn between(before: &[Entry], after: &[Entry], shift: Shift) -> Self {
        let seen = |entries: &[Entry]| -> BTreeMap<u64, Range<usize>> {
            let seen = entries.iter().filter(|entry| !entry.dismissed);
            seen.map(|entry| (entry.id, entry.range.clone())).collect()
        };
        let (old, new) = (seen(before), seen(after));
        let gone = old.keys().filter(|id| !new.contains_key(id));
        let mut changes = Self {
            removed: gone.copied().map(LinkId).collect(),
            shift,
            ..Self::default()
        };
        for entry in after.iter().filter(|entry| !entry.dismissed) {
            match old.get(&entry.id) {
                None => changes.added.push(entry.clone().into()),
                Some(range) if *range != entry.range => changes.moved.push(entry.clone().into()),
                Some(_) => {}
            }
        }
        changes
    }

    /// Combines these changes with later ones that move nothing.
    pub(super) fn then(mut self, second: Self) -> Self {
        let gone: BTreeSet<LinkId> = second.removed.iter().copied().collect();
        let new: BTreeSet<LinkId> = self.added.iter().map(|link| link.id).collect();
        self.added.retain(|link| !gone.contains(&link.id));
        self.moved.retain(|link| !gone.contains(&link.id));
        let was_there = second.removed.into_iter().filter(|id| !new.contains(id));
        self.removed.extend(was_there);
        let gone: BTreeSet<LinkId> = self.removed.iter().copied().collect();
        let back: BTreeSet<LinkId> = second.added.iter().map(|link| link.id).collect();
        self.removed.retain(|id| !back.contains(id));
        for link in second.added {
            if gone.contains(&link.id) {
                self.moved.push(link);
            } else {
                self.added.push(link);
            }
        }
        self
    }
}
