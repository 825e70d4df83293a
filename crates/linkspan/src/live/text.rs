//! Text that is stored together with its links.

use alloc::string::String;
use core::ops::Range;

use super::links::RunLinks;
use super::store::Store;
use super::units::measured::Measured;
use super::{Changes, CodePoints, Counted, Edit, EditError, LinkId, LiveLink, State, Undo, Utf16};
use crate::detector::Detector;
use crate::link::Link;
use crate::offset::Position;
use crate::text::Text;
use crate::text::marks::push_marked;

/// A text that is being edited, with its links. Use it if the application has no text storage of
/// its own; otherwise use [`Tracker`](super::Tracker).
///
/// An edit takes time linear in the text it inserts and deletes and in the runs it touches (up to
/// the nearest spaces, for example). Locating an offset adds about a hundred steps in a document of
/// 100 MB. The text is copied, and stored in chunks of a few kilobytes.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("", Detector::uts58());
/// for (at, c) in "a.com/b, ok".char_indices() {
///     live.apply(Edit::new(at..at, c.encode_utf8(&mut [0; 4])))?;
/// }
/// assert_eq!(live.marked(), "⸠a.com/b⸡, ok");
/// # Ok::<(), linkspan::live::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveText {
    pub(super) text: Store,
    pub(super) links: RunLinks,
}

impl LiveText {
    /// Copies a text and finds its links with a detector.
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
            links: RunLinks::new(text, detector),
        }
    }

    /// Copies a text, finds its links, and restores the saved decisions of the user about them.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{LiveText, State};
    ///
    /// let state = State::new(true, vec![0..5]);
    /// let live = LiveText::with_state("a.com b.com", Detector::uts58(), &state);
    /// assert_eq!(live.marked(), "a.com ⸠b.com⸡");
    /// ```
    #[must_use]
    pub fn with_state(text: &str, detector: Detector, state: &State) -> Self {
        Self {
            text: Store::new(text),
            links: RunLinks::with_state(text, detector, state),
        }
    }

    /// The decisions of the user about links, to be saved together with the text.
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
        self.links.state()
    }

    /// Applies an edit and returns how the links changed.
    ///
    /// # Errors
    ///
    /// If the range is not in the text, or an end of it is inside a character. In that case nothing
    /// changes.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, LiveText};
    ///
    /// let mut live = LiveText::new("see a.com", Detector::uts58());
    /// let changes = live.apply(Edit::new(9..9, " b.com"))?;
    /// assert_eq!(changes.added[0].range, 10..15);
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn apply(&mut self, edit: Edit<'_>) -> Result<Changes, EditError> {
        let Edit { range, insert } = edit;
        self.text.check(&range)?;
        let removed = self.text.slice(range.clone());
        self.text.replace(&range, insert);
        let mut changes = self.links.apply_edit(&self.text, range, insert.len());
        if let Some(undo) = &mut changes.undo {
            undo.insert = removed;
        }
        Ok(changes)
    }

    /// Reverts an edit; revert the last one first. The text and its links become as they were
    /// before the edit: dismissals that it ended are restored, and those that it spread to other
    /// links are removed. Dismissals and restorations that the user made since then are kept.
    ///
    /// # Errors
    ///
    /// If the range of the edit is no longer in the text or splits a character. If the text has
    /// changed but the range is still valid, the wrong text is replaced: revert edits in reverse
    /// order.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, LiveText};
    ///
    /// let mut live = LiveText::new("see a.com", Detector::uts58());
    /// live.dismiss(4..9);
    /// let changes = live.apply(Edit::new(4..9, ""))?;
    /// live.undo(&changes.undo.unwrap())?;
    /// assert_eq!(live.marked(), "see a.com", "the dismissal is back as well");
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn undo(&mut self, undo: &Undo) -> Result<Changes, EditError> {
        let changes = self.apply(Edit::new(undo.range.clone(), &undo.insert))?;
        Ok(self.links.apply_undo(changes, undo))
    }

    /// The links in order, without dismissed ones.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("a.com b.com", Detector::uts58());
    /// let ranges: Vec<_> = live.links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [0..5, 6..11]);
    /// ```
    pub fn links(&self) -> impl Iterator<Item = LiveLink> + '_ {
        self.links.iter()
    }

    /// The links that overlap `range` or are directly next to it, in order, without dismissed ones.
    /// Use it to draw the visible part of a document. Takes time proportional to the links
    /// returned, plus finding the first. A range outside the text has no links.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("a.com b.com c.com", Detector::uts58());
    /// let seen: Vec<_> = live.links_in(8..14).map(|link| link.range).collect();
    /// assert_eq!(seen, [6..11, 12..17]);
    /// ```
    pub fn links_in(&self, range: Range<usize>) -> impl Iterator<Item = LiveLink> + '_ {
        self.links.touching(range)
    }

    /// Hides the links that overlap `range`, as if the user had turned them back into text. An
    /// empty range, such as a caret, also dismisses a link that it is at the edge of. A link stays
    /// dismissed through edits around and inside it as long as a link is found there;
    /// [`restore`](Self::restore) shows it again. A range without links has no effect.
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
        self.links.dismiss(&range)
    }

    /// Shows the dismissed links that `range` covers, in the same sense as for
    /// [`dismiss`](Self::dismiss).
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
        self.links.restore(&range)
    }

    /// Shows or hides all links. Dismissals are kept.
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
        self.links.set_enabled(enabled)
    }

    /// The link at the caret, which typing there could still change. Use it to delay decorating or
    /// sending a link that is still being typed. Punctuation between the link and the caret is
    /// ignored, because it becomes part of the link as soon as more is typed.
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
        self.links.pending(&self.text, caret)
    }

    /// The link with this id, unless it no longer exists or is dismissed. Takes time linear in the
    /// number of links.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("a.com b.com", Detector::uts58());
    /// let second = live.links().nth(1).unwrap();
    /// assert_eq!(live.link(second.id), Some(second));
    /// ```
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<LiveLink> {
        self.links.get(id)
    }

    /// Calls `inspect` with the detected link, for example to get its address. Returns `None` if
    /// the link no longer exists or is dismissed.
    ///
    /// The offsets of the link passed to `inspect` are relative to its run, not to the text; use
    /// [`link`](Self::link) for those in the text. Takes time linear in the number of links, plus a
    /// search of the run. For several links, use [`inspect_in`](Self::inspect_in).
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("siehe bücher.de", Detector::uts58());
    /// let link = live.links().next().unwrap();
    /// let href = live.inspect(link.id, |link| link.href());
    /// assert_eq!(href.as_deref(), Some("https://xn--bcher-kva.de/"));
    /// ```
    pub fn inspect<R>(&self, id: LinkId, inspect: impl FnOnce(&Link<'_>) -> R) -> Option<R> {
        self.links.inspect(&self.text, id, inspect)
    }

    /// Calls `inspect` with each link that overlaps `range` or is next to it, in order, and with
    /// the detected link, whose own offsets are relative to the searched text. Searches the runs of
    /// the range once. A range that is not in the text, or that splits a character, has no links.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("a.com b.com", Detector::uts58());
    /// let mut hrefs = Vec::new();
    /// live.inspect_in(0..live.len(), &mut |_, link| hrefs.push(link.href()));
    /// assert_eq!(hrefs, ["https://a.com/", "https://b.com/"]);
    /// ```
    pub fn inspect_in(&self, range: Range<usize>, inspect: &mut dyn FnMut(&LiveLink, &Link<'_>)) {
        if self.text.check(&range).is_ok() {
            self.links.inspect_in(&self.text, range, inspect);
        }
    }

    /// Converts a byte offset to all units, with its line and column; `None` if it is not in the
    /// text or is inside a character. Takes time at most linear in the length of the line before
    /// it.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂\nsee a.com", Detector::uts58());
    /// let link = live.links().next().unwrap();
    /// let start = live.position(link.range.start).unwrap();
    /// assert_eq!((start.line, start.column, start.utf16), (2, 5, 7));
    /// assert_eq!(live.position(1), None);
    /// ```
    #[must_use]
    pub fn position(&self, at: usize) -> Option<Position> {
        self.text.position(at)
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
        self.text.len()
    }

    /// Whether the text is empty.
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

    /// Copies a range of the text. Empty if the range is not in the text or splits a character.
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

    /// Converts a byte range, such as that of a link, to UTF-16 code units. Both ends must be on
    /// character boundaries; the result for any other offset is unspecified. An offset past the end
    /// counts as the end.
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
        self.in_utf16().range(range)
    }

    /// Converts a range of UTF-16 code units to bytes; `None` if it is not in the text or splits a
    /// character.
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
        self.in_utf16().bytes(range)
    }

    /// A read-only view with all ranges in UTF-16 code units.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂 a.com", Detector::uts58());
    /// let ranges: Vec<_> = live.in_utf16().links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [3..8]);
    /// ```
    #[must_use]
    pub fn in_utf16(&self) -> Counted<&Self, Utf16> {
        Counted::new(self)
    }

    /// A view for editing, with all ranges in UTF-16 code units.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.co", Detector::uts58());
    /// live.in_utf16_mut().apply(Edit::new(7..7, "m"))?;
    /// assert_eq!(live.marked(), "🙂 ⸠a.com⸡");
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    #[must_use]
    pub fn in_utf16_mut(&mut self) -> Counted<&mut Self, Utf16> {
        Counted::new(self)
    }

    /// A read-only view with all ranges in code points, as in Python.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂 a.com", Detector::uts58());
    /// let ranges: Vec<_> = live.in_code_points().links().map(|link| link.range).collect();
    /// assert_eq!(ranges, [2..7]);
    /// ```
    #[must_use]
    pub fn in_code_points(&self) -> Counted<&Self, CodePoints> {
        Counted::new(self)
    }

    /// A view for editing, with all ranges in code points.
    ///
    /// ```
    /// use linkspan::{Detector, live::{Edit, LiveText}};
    ///
    /// let mut live = LiveText::new("🙂 a.co", Detector::uts58());
    /// live.in_code_points_mut().apply(Edit::new(6..6, "m"))?;
    /// assert_eq!(live.marked(), "🙂 ⸠a.com⸡");
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn in_code_points_mut(&mut self) -> Counted<&mut Self, CodePoints> {
        Counted::new(self)
    }

    /// The whole text with ⸠ and ⸡ around its links, for tests and debugging.
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
            marked.push_str(Text(&text).slice(done, link.range.start));
            push_marked(
                &mut marked,
                Text(&text).slice(link.range.start, link.range.end),
            );
            done = link.range.end;
        }
        marked.push_str(Text(&text).slice(done, text.len()));
        marked
    }
}
