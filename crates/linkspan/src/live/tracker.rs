//! The links of a text that the application stores.

use core::ops::Range;

use super::links::RunLinks;
use super::units::measured::Measured;
use super::units::ruler::Ruler;
use super::{Changes, CodePoints, Counted, Edit, EditError, LinkId, LiveLink, State, Undo, Utf16};
use crate::detector::Detector;
use crate::link::Link;
use crate::offset::Position;

/// Keeps the links of a string that the application owns and edits up to date. Use it if the text
/// is already stored elsewhere; otherwise use [`LiveText`](super::LiveText), which is simpler.
///
/// After each change to the string, call [`apply`](Self::apply) with the new string and the edit.
/// Methods that read the text take the current string as their first argument. Given a different
/// string, they return wrong links or `None`, but do not panic. The tracker stores offsets and
/// sizes, not the text.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, Tracker};
///
/// let mut text = String::from("see example.com");
/// let mut tracker = Tracker::new(&text, Detector::uts58());
/// text.insert_str(0, "Please ");
/// tracker.apply(&text, Edit::new(0..0, "Please ")).unwrap();
/// assert_eq!(tracker.links().next().unwrap().range, 11..22);
/// ```
#[derive(Clone, Debug)]
pub struct Tracker {
    pub(super) links: RunLinks,
    pub(super) ruler: Ruler,
}

impl Tracker {
    /// Finds the links of a text.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let tracker = Tracker::new("see a.com", Detector::uts58());
    /// assert_eq!(tracker.links().count(), 1);
    /// ```
    #[must_use]
    pub fn new(text: &str, detector: Detector) -> Self {
        Self {
            links: RunLinks::new(text, detector),
            ruler: Ruler::new(text),
        }
    }

    /// Finds the links of a text and restores the saved decisions of the user about them.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{State, Tracker};
    ///
    /// let state = State::new(true, vec![0..5]);
    /// let tracker = Tracker::with_state("a.com b.com", Detector::uts58(), &state);
    /// assert_eq!(tracker.links().count(), 1);
    /// ```
    #[must_use]
    pub fn with_state(text: &str, detector: Detector, state: &State) -> Self {
        Self {
            links: RunLinks::with_state(text, detector, state),
            ruler: Ruler::new(text),
        }
    }

    /// The detector that finds the links.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "see a.com";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// let link = tracker.detector().links(text).next().unwrap();
    /// assert_eq!(link.href(), "https://a.com/");
    /// ```
    #[must_use]
    pub fn detector(&self) -> &Detector {
        self.links.detector()
    }

    /// Updates the links after the application has edited its text, and returns how they changed.
    /// `text` is the new text; the range of `edit` refers to the old one.
    ///
    /// Reads about a kilobyte around the edit, in addition to the runs that it touches, regardless
    /// of the length of the text.
    ///
    /// # Errors
    ///
    /// If the range was not in the old text, if it starts inside a character, or if the edit cannot
    /// have produced this text. In that case nothing changes.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, EditError, Tracker};
    ///
    /// let mut text = String::from("see a.org");
    /// let mut tracker = Tracker::new(&text, Detector::uts58());
    /// text.replace_range(6..9, "com/b");
    /// let changes = tracker.apply(&text, Edit::new(6..9, "com/b"))?;
    /// assert_eq!(changes.moved[0].range, 4..11);
    ///
    /// let forgotten = tracker.apply(&text, Edit::new(0..4, ""));
    /// assert_eq!(forgotten, Err(EditError::OtherText));
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn apply(&mut self, text: &str, edit: Edit<'_>) -> Result<Changes, EditError> {
        let Edit { range, insert } = edit;
        let length = self.ruler.len();
        if range.start > range.end || range.end > length {
            return Err(EditError::OutOfRange { length });
        }
        let at = range.start;
        let Some(rest) = text.get(at..) else {
            let is_short = at > text.len();
            return Err(if is_short {
                EditError::OtherText
            } else {
                EditError::InsideCharacter { at }
            });
        };
        let kept = length - range.end;
        if !rest.starts_with(insert) || rest.len() - insert.len() != kept {
            return Err(EditError::OtherText);
        }
        self.ruler.replace(text, &range, insert.len());
        let text = self.ruler.on(text);
        Ok(self.links.apply_edit(&text, range, insert.len()))
    }

    /// Updates the links after the application has reverted an edit, and restores the dismissals
    /// that the edit ended. `text` is the resulting text, and `undo` is from the changes that
    /// [`apply`](Self::apply) returned for the edit. Revert the last edit first.
    ///
    /// # Errors
    ///
    /// As for [`apply`](Self::apply).
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com", Detector::uts58());
    /// tracker.dismiss(0..5);
    /// let undo = tracker.apply("", Edit::new(0..5, ""))?.undo.unwrap();
    /// tracker.undo("a.com", &undo)?;
    /// assert_eq!(tracker.links().count(), 0, "it is dismissed again");
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn undo(&mut self, text: &str, undo: &Undo) -> Result<Changes, EditError> {
        let start = undo.range.start;
        let insert = text.get(start..start + undo.removed);
        let insert = insert.ok_or(EditError::OtherText)?;
        let changes = self.apply(text, Edit::new(undo.range.clone(), insert))?;
        Ok(self.links.apply_undo(changes, undo))
    }

    /// The links in order, without dismissed ones.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// let ranges: Vec<_> = tracker.links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [0..5, 6..11]);
    /// ```
    pub fn links(&self) -> impl Iterator<Item = LiveLink> + '_ {
        self.links.iter()
    }

    /// The links that touch a range, without dismissed ones.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// assert_eq!(tracker.links_in(7..8).map(|link| link.range).last(), Some(6..11));
    /// ```
    pub fn links_in(&self, range: Range<usize>) -> impl Iterator<Item = LiveLink> + '_ {
        self.links.touching(range)
    }

    /// See [`LiveText::link`](super::LiveText::link).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// let second = tracker.links().nth(1).unwrap();
    /// assert_eq!(tracker.link(second.id), Some(second));
    /// ```
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<LiveLink> {
        self.links.get(id)
    }

    /// See [`LiveText::inspect`](super::LiveText::inspect). `text` is the current text.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "siehe bücher.de";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// let id = tracker.links().next().unwrap().id;
    /// let href = tracker.inspect(text, id, |link| link.href());
    /// assert_eq!(href.as_deref(), Some("https://xn--bcher-kva.de/"));
    /// ```
    pub fn inspect<R>(
        &self,
        text: &str,
        id: LinkId,
        inspect: impl FnOnce(&Link<'_>) -> R,
    ) -> Option<R> {
        self.links.inspect(&self.ruler.on(text), id, inspect)
    }

    /// See [`LiveText::dismiss`](super::LiveText::dismiss).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// assert_eq!(tracker.dismiss(0..5).removed.len(), 1);
    /// assert_eq!(tracker.links().count(), 1);
    /// ```
    pub fn dismiss(&mut self, range: Range<usize>) -> Changes {
        self.links.dismiss(&range)
    }

    /// See [`LiveText::restore`](super::LiveText::restore).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// tracker.dismiss(0..11);
    /// assert_eq!(tracker.restore(0..5).added.len(), 1);
    /// assert_eq!(tracker.links().count(), 1);
    /// ```
    pub fn restore(&mut self, range: Range<usize>) -> Changes {
        self.links.restore(&range)
    }

    /// Shows or hides all links. Dismissals are kept.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com", Detector::uts58());
    /// tracker.set_enabled(false);
    /// assert_eq!(tracker.links().count(), 0);
    /// ```
    pub fn set_enabled(&mut self, enabled: bool) -> Changes {
        self.links.set_enabled(enabled)
    }

    /// The decisions of the user about links, to be saved together with the text.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let mut tracker = Tracker::new("a.com b.com", Detector::uts58());
    /// tracker.dismiss(0..5);
    /// assert_eq!(tracker.state().dismissed, [0..5]);
    /// ```
    #[must_use]
    pub fn state(&self) -> State {
        self.links.state()
    }

    /// See [`LiveText::pending`](super::LiveText::pending).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "see a.com, or";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// assert_eq!(tracker.pending(text, 9).map(|link| link.range), Some(4..9));
    /// assert_eq!(tracker.pending(text, 13), None);
    /// ```
    #[must_use]
    pub fn pending(&self, text: &str, caret: usize) -> Option<LiveLink> {
        self.links.pending(&self.ruler.on(text), caret)
    }

    /// See [`LiveText::position`](super::LiveText::position).
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "🙂\nsee a.com";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// let link = tracker.links().next().unwrap();
    /// let start = tracker.position(text, link.range.start).unwrap();
    /// assert_eq!((start.line, start.column, start.utf16), (2, 5, 7));
    /// ```
    #[must_use]
    pub fn position(&self, text: &str, at: usize) -> Option<Position> {
        self.ruler.on(text).position(at)
    }

    /// A read-only view with all ranges in UTF-16 code units; `text` is the current text.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "🙂 a.com";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// let ranges: Vec<_> = tracker.in_utf16(text).links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [3..8]);
    /// ```
    #[must_use]
    pub fn in_utf16<'t>(&'t self, text: &'t str) -> Counted<(&'t Self, &'t str), Utf16> {
        Counted::new((self, text))
    }

    /// A view for following edits, with all ranges in UTF-16 code units; `text` is the current
    /// text, after the edit. Offsets are found as fast as in a [`LiveText`](super::LiveText),
    /// without reading the whole text.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, Tracker};
    ///
    /// let mut text = String::from("🙂 a.co");
    /// let mut tracker = Tracker::new(&text, Detector::uts58());
    /// text.push('m');
    /// let changes = tracker.in_utf16_mut(&text).apply(Edit::new(7..7, "m"))?;
    /// assert_eq!(changes.moved[0].range, 3..8);
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    #[must_use]
    pub fn in_utf16_mut<'t>(
        &'t mut self,
        text: &'t str,
    ) -> Counted<(&'t mut Self, &'t str), Utf16> {
        Counted::new((self, text))
    }

    /// A read-only view with all ranges in code points, as in Python; `text` is the current text.
    ///
    /// ```
    /// use linkspan::{Detector, live::Tracker};
    ///
    /// let text = "🙂 a.com";
    /// let tracker = Tracker::new(text, Detector::uts58());
    /// let ranges: Vec<_> = tracker.in_code_points(text).links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [2..7]);
    /// ```
    #[must_use]
    pub fn in_code_points<'t>(&'t self, text: &'t str) -> Counted<(&'t Self, &'t str), CodePoints> {
        Counted::new((self, text))
    }

    /// A view for following edits, with all ranges in code points; `text` is the current text,
    /// after the edit.
    ///
    /// ```
    /// use linkspan::{Detector, live::{Edit, Tracker}};
    ///
    /// let mut tracker = Tracker::new("🙂 a.co", Detector::uts58());
    /// let changes = tracker.in_code_points_mut("🙂 a.com").apply(Edit::new(6..6, "m"))?;
    /// assert_eq!(changes.moved[0].range, 2..7);
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn in_code_points_mut<'t>(
        &'t mut self,
        text: &'t str,
    ) -> Counted<(&'t mut Self, &'t str), CodePoints> {
        Counted::new((self, text))
    }
}
