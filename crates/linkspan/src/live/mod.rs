//! Links in text that is being edited.
//!
//! After every edit the links are those of a fresh scan, less those that the user has dismissed. What
//! an edit costs follows the run of characters it touches, not the document: no link contains a
//! Link_Term=Hard character, so only the runs around the edit are searched again, and everything
//! behind moves at once.
//!
//! ```
//! use linkspan::Detector;
//! use linkspan::live::{Edit, LiveText};
//!
//! let mut live = LiveText::new("see example.co", Detector::uts58());
//! assert_eq!(live.marked(), "see ⸠example.co⸡");
//! let id = live.links().next().unwrap().id;
//!
//! // Typing goes on in the same link.
//! let changes = live.apply(Edit { range: 14..14, insert: "m" }).unwrap();
//! assert_eq!(changes.moved[0].id, id);
//! assert_eq!(live.marked(), "see ⸠example.com⸡");
//!
//! // The user does not want it; it stays text through edits around and inside it.
//! live.dismiss(4..15);
//! live.apply(Edit { range: 15..15, insert: "/x b.org" }).unwrap();
//! assert_eq!(live.marked(), "see example.com/x ⸠b.org⸡");
//! ```
//!
//! [`LiveText`] keeps the text, in pieces of some kilobytes. [`Tracker`] is for hosts that keep it
//! themselves.

mod index;
mod list;
mod store;
mod tracker;
mod utf16;

pub use tracker::Tracker;
pub use utf16::Utf16;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::detector::Detector;
use crate::link::{Kind, Link};
use store::Store;

/// An edit: what is replaced, and by what.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("see a.org", Detector::uts58());
/// live.apply(Edit { range: 6..9, insert: "com" })?;
/// assert_eq!(live.marked(), "see ⸠a.com⸡");
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit<'e> {
    /// What is replaced; empty for an insertion.
    pub range: Range<usize>,
    /// What is put there; empty for a deletion.
    pub insert: &'e str,
}

/// What makes an edit impossible. Nothing was changed.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, EditError, LiveText};
///
/// let mut live = LiveText::new("ü", Detector::uts58());
/// let mut at = |at| live.apply(Edit { range: at..at, insert: "x" }).map(drop);
/// assert_eq!(at(1), Err(EditError::InsideCharacter { at: 1 }));
/// assert_eq!(at(3), Err(EditError::OutOfRange { length: 2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The range does not lie in the text, or ends before it starts.
    OutOfRange {
        /// The length of the text.
        length: usize,
    },
    /// An end of the range is inside a character.
    InsideCharacter {
        /// The end.
        at: usize,
    },
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { length } => {
                write!(
                    f,
                    "the range is not in the text, which has a length of {length}"
                )
            }
            Self::InsideCharacter { at } => write!(f, "offset {at} is inside a character"),
        }
    }
}

impl core::error::Error for EditError {}

/// Names a link as long as it starts with the same character of the text, and is of the same kind. What
/// is typed before the link moves it; what is typed at its start and becomes part of it makes a new one.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("a.com", Detector::uts58());
/// let id = live.links().next().map(|link| link.id);
/// live.apply(Edit { range: 0..0, insert: "see " })?;
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
pub struct LiveLink {
    /// Its name.
    pub id: LinkId,
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What became of the links.
///
/// To bring a set of links up to date: take out those `removed`, move those behind the edit as `shift`
/// says, then set those `moved` and `added` to their ranges.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("a.co b.com", Detector::uts58());
/// let changes = live.apply(Edit { range: 4..4, insert: "m/x" })?;
/// assert_eq!(changes.moved[0].range, 0..7);
/// assert!(changes.added.is_empty() && changes.removed.is_empty());
/// assert_eq!((changes.shift.from, changes.shift.by), (4, 3));
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Links that are no more.
    pub removed: Vec<LinkId>,
    /// Links that are new.
    pub added: Vec<LiveLink>,
    /// Links in the runs that the edit touched that are still there, with other ranges.
    pub moved: Vec<LiveLink>,
    /// How all links behind those runs moved.
    pub shift: Shift,
    /// How to take the edit back.
    pub undo: Option<Undo>,
}

/// How links behind an edit moved.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText, Shift};
///
/// let mut live = LiveText::new("see it: a.com", Detector::uts58());
/// let changes = live.apply(Edit { range: 0..4, insert: "" })?;
/// assert_eq!(changes.shift, Shift { from: 7, by: -4 });
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    /// Links that started here or later, before the edit, have moved.
    pub from: usize,
    /// By how many bytes.
    pub by: isize,
}

/// Takes an edit back; see [`LiveText::undo`].
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("see a.com", Detector::uts58());
/// let changes = live.apply(Edit { range: 5..9, insert: "" })?;
/// assert_eq!(live.marked(), "see a");
/// live.undo(&changes.undo.unwrap())?;
/// assert_eq!(live.marked(), "see ⸠a.com⸡");
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// What the edit inserted.
    range: Range<usize>,
    /// How many bytes it removed, and which; a [`Tracker`] does not know which.
    removed: usize,
    insert: String,
    /// Links, as they were before the edit, whose dismissal it ended.
    ended: Vec<Range<usize>>,
    /// Links that were not dismissed, and became part of one that was.
    spread: Vec<Range<usize>>,
}

/// What the user has decided about links, to be saved with a text.
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
pub struct State {
    /// Whether links are made at all.
    pub enabled: bool,
    /// The links that are dismissed.
    pub dismissed: Vec<Range<usize>>,
}

/// Text from which runs can be taken.
trait Source {
    fn len(&self) -> usize;

    /// The text around `range` up to the next Hard character on each side, and where it starts.
    fn stretch(&self, range: Range<usize>) -> (usize, String);
}

/// A text that is being edited, with its links.
///
/// An edit costs time in proportion to the runs it touches (the text without Hard characters around it)
/// and to what it inserts and deletes. The length of the document matters little: it takes about a
/// hundred steps to find a place in 100 MB.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("", Detector::uts58());
/// for (at, c) in "a.com/b, ok".char_indices() {
///     live.apply(Edit { range: at..at, insert: c.encode_utf8(&mut [0; 4]) })?;
/// }
/// assert_eq!(live.marked(), "⸠a.com/b⸡, ok");
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveText {
    text: Store,
    tracker: Tracker,
}

impl LiveText {
    /// A text with the links of a detector.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, live::LiveText};
    ///
    /// let live = LiveText::new("see README.md or a.com", Detector::new(Profile::recommended()));
    /// assert_eq!(live.marked(), "see README.md or ⸠a.com⸡");
    /// ```
    #[must_use]
    pub fn new(text: &str, detector: Detector) -> Self {
        Self {
            text: Store::new(text),
            tracker: Tracker::new(text, detector),
        }
    }

    /// A text with what the user decided about its links before.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{LiveText, State};
    ///
    /// let state = State { enabled: true, dismissed: vec![0..5] };
    /// let live = LiveText::with_state("a.com b.com", Detector::uts58(), &state);
    /// assert_eq!(live.marked(), "a.com ⸠b.com⸡");
    /// ```
    #[must_use]
    pub fn with_state(text: &str, detector: Detector, state: &State) -> Self {
        let mut live = Self::new(text, detector);
        live.tracker.take_over(state);
        live
    }

    /// What the user has decided about links.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("a.com b.com", Detector::uts58());
    /// live.dismiss(6..11);
    /// assert_eq!(live.state().dismissed, [6..11]);
    /// ```
    #[must_use]
    pub fn state(&self) -> State {
        self.tracker.state()
    }

    /// Makes an edit.
    ///
    /// # Errors
    ///
    /// If the range is not in the text, or an end of it is inside a character. Nothing is changed then.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, LiveText};
    ///
    /// let mut live = LiveText::new("see a.com", Detector::uts58());
    /// let changes = live.apply(Edit { range: 9..9, insert: " b.com" })?;
    /// assert_eq!(changes.added[0].range, 10..15);
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn apply(&mut self, edit: Edit<'_>) -> Result<Changes, EditError> {
        let Edit { range, insert } = edit;
        self.text.check(&range)?;
        let removed = self.text.slice(range.clone());
        self.text.replace(&range, insert);
        let mut changes = self.tracker.edited(&self.text, range, insert.len());
        if let Some(undo) = &mut changes.undo {
            undo.insert = removed;
        }
        Ok(changes)
    }

    /// Takes an edit back, the last one first: the text and its links are as they were before it,
    /// dismissals that it ended are there again, and those that it spread to other links are not. What
    /// the user dismissed or restored since stays so.
    ///
    /// # Errors
    ///
    /// If the text is not as the edit left it, so that the range is wrong.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, LiveText};
    ///
    /// let mut live = LiveText::new("see a.com", Detector::uts58());
    /// live.dismiss(4..9);
    /// let changes = live.apply(Edit { range: 4..9, insert: "" })?;
    /// live.undo(&changes.undo.unwrap())?;
    /// assert_eq!(live.marked(), "see a.com", "the dismissal is back as well");
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn undo(&mut self, undo: &Undo) -> Result<Changes, EditError> {
        let changes = self.apply(Edit {
            range: undo.range.clone(),
            insert: &undo.insert,
        })?;
        Ok(self.tracker.undone(changes, undo))
    }

    /// The links, in order, without those that are dismissed.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("a.com b.com", Detector::uts58());
    /// let ranges: Vec<_> = live.links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [0..5, 6..11]);
    /// ```
    pub fn links(&self) -> impl Iterator<Item = LiveLink> + '_ {
        self.tracker.links()
    }

    /// The links that touch a range, without those that are dismissed.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("a.com b.com c.com", Detector::uts58());
    /// let seen: Vec<_> = live.links_in(8..14).map(|link| link.range).collect();
    /// assert_eq!(seen, [6..11, 12..17]);
    /// ```
    pub fn links_in(&self, range: Range<usize>) -> impl Iterator<Item = LiveLink> + '_ {
        self.tracker.links_in(range)
    }

    /// Makes the links that touch a range text again: each stays dismissed through edits around and
    /// inside it as long as a link is found there.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("a.com b.com", Detector::uts58());
    /// let changes = live.dismiss(2..2);
    /// assert_eq!(changes.removed.len(), 1);
    /// assert_eq!(live.marked(), "a.com ⸠b.com⸡");
    /// ```
    pub fn dismiss(&mut self, range: Range<usize>) -> Changes {
        self.tracker.dismiss(&range)
    }

    /// Makes dismissed links that touch a range links again.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("a.com b.com", Detector::uts58());
    /// live.dismiss(0..11);
    /// live.restore(0..1);
    /// assert_eq!(live.marked(), "⸠a.com⸡ b.com");
    /// ```
    pub fn restore(&mut self, range: Range<usize>) -> Changes {
        self.tracker.restore(&range)
    }

    /// Switches all links off or on. Dismissals stay.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("a.com b.com", Detector::uts58());
    /// assert_eq!(live.set_enabled(false).removed.len(), 2);
    /// assert_eq!(live.marked(), "a.com b.com");
    /// assert_eq!(live.set_enabled(true).added.len(), 2);
    /// ```
    pub fn set_enabled(&mut self, enabled: bool) -> Changes {
        self.tracker.set_enabled(enabled)
    }

    /// The link that touches the caret, so that typing there could still change it. Punctuation between
    /// the link and the caret does not count: it belongs to the link as soon as more is typed.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("a.com, b.com.", Detector::uts58());
    /// assert_eq!(live.pending(13).map(|link| link.range), Some(7..12));
    /// assert_eq!(live.pending(7).map(|link| link.range), Some(7..12));
    /// assert_eq!(live.pending(3).map(|link| link.range), Some(0..5));
    /// ```
    #[must_use]
    pub fn pending(&self, caret: usize) -> Option<LiveLink> {
        if !self.text.is_boundary(caret) {
            return None;
        }
        self.tracker.pending_in(&self.text, caret)
    }

    /// What the detector says about a link, such as where it leads.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("siehe bücher.de", Detector::uts58());
    /// let link = live.links().next().unwrap();
    /// let href = live.inspect(&link, |link| link.href());
    /// assert_eq!(href.as_deref(), Some("https://xn--bcher-kva.de/"));
    /// ```
    pub fn inspect<R>(&self, link: &LiveLink, inspect: impl FnOnce(&Link<'_>) -> R) -> Option<R> {
        let (start, run) = self.text.stretch(link.range.clone());
        let mut links = self.tracker.detector().links(&run);
        let found = links.find(|found| start + found.start() == link.range.start)?;
        Some(inspect(&found))
    }

    /// The length of the text in bytes.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// assert_eq!(LiveText::new("bücher.de", Detector::uts58()).len(), 10);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        Source::len(&self.text)
    }

    /// Whether there is no text.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// assert!(LiveText::new("", Detector::uts58()).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A range of the text; nothing if it is not in the text or cuts a character in two.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("bücher.de", Detector::uts58());
    /// assert_eq!(live.slice(0..3), "bü");
    /// assert_eq!(live.slice(0..2), "", "2 is inside a character");
    /// ```
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> String {
        match self.text.check(&range) {
            Ok(()) => self.text.slice(range),
            Err(_) => String::new(),
        }
    }

    /// A range in UTF-16 code units. An offset behind the text counts as its end.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂 bücher.de", Detector::uts58());
    /// let link = live.links().next().unwrap();
    /// assert_eq!(link.range, 5..15);
    /// assert_eq!(live.utf16(link.range), 3..12);
    /// ```
    #[must_use]
    pub fn utf16(&self, range: Range<usize>) -> Range<usize> {
        self.text.to_utf16(range.start)..self.text.to_utf16(range.end)
    }

    /// A range of UTF-16 code units in bytes; `None` if it is not in the text, or cuts a character in
    /// two.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂 bücher.de", Detector::uts58());
    /// assert_eq!(live.bytes_of_utf16(3..12), Some(5..15));
    /// assert_eq!(live.bytes_of_utf16(1..12), None, "1 is inside 🙂");
    /// ```
    #[must_use]
    pub fn bytes_of_utf16(&self, range: Range<usize>) -> Option<Range<usize>> {
        let start = self.text.byte_of_utf16(range.start)?;
        let end = self.text.byte_of_utf16(range.end)?;
        (start <= end).then_some(start..end)
    }

    /// The same text, with all ranges in UTF-16 code units.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com", Detector::uts58());
    /// let ranges: Vec<_> = live.in_utf16().links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [3..8]);
    /// ```
    pub fn in_utf16(&mut self) -> Utf16<'_> {
        Utf16::new(self)
    }

    /// The text with ⸠ and ⸡ around its links.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("(see a.com/b.)", Detector::uts58());
    /// assert_eq!(live.marked(), "(see ⸠a.com/b⸡.)");
    /// ```
    #[must_use]
    pub fn marked(&self) -> String {
        let text = self.slice(0..self.len());
        let mut marked = String::with_capacity(text.len());
        let mut done = 0;
        for link in self.links() {
            let piece = |from, to| text.get(from..to).unwrap_or_default();
            marked.push_str(piece(done, link.range.start));
            marked.push('⸠');
            marked.push_str(piece(link.range.start, link.range.end));
            marked.push('⸡');
            done = link.range.end;
        }
        marked.push_str(text.get(done..).unwrap_or_default());
        marked
    }
}
