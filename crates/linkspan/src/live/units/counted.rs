//! Live text for applications that count in UTF-16 code units, as in JavaScript, or in code points,
//! as in Python.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use core::marker::PhantomData;
use core::ops::Range;

use super::measured::Measured;
use super::unit::Unit;
use super::view::{View, ViewMut};
use crate::link::Link;
use crate::live::links::RunLinks;
use crate::live::{Changes, Edit, EditError, LinkId, LiveLink, Shift, Undo};
use crate::offset::Position;

/// A view of a text that is being edited, with all ranges in another unit than bytes:
/// [`Utf16`](super::Utf16) or [`CodePoints`](super::CodePoints).
///
/// It is a view of a [`LiveText`](crate::live::LiveText), or of a [`Tracker`](crate::live::Tracker) together
/// with its text; both have the same methods. Converting an offset costs about as much as finding
/// it in the text, not a pass over the whole text.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::live::{Edit, LiveText};
///
/// let mut live = LiveText::new("🙂 a.co", Detector::uts58());
/// let mut live = live.in_utf16_mut();
/// let changes = live.apply(Edit::new(7..7, "m")).unwrap();
/// assert_eq!(changes.moved[0].range, 3..8);
/// assert!(live.apply(Edit::new(1..1, "inside a pair")).is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Counted<L, U> {
    live: L,
    unit: PhantomData<U>,
}

impl<L, U> Counted<L, U> {
    pub(in crate::live) fn new(live: L) -> Self {
        Self {
            live,
            unit: PhantomData,
        }
    }
}

#[expect(private_bounds, reason = "there are no other views")]
impl<L: View, U: Unit> Counted<L, U> {
    fn convert(&self, mut link: LiveLink) -> LiveLink {
        let text = self.live.text();
        link.range = text.unit_of::<U>(link.range.start)..text.unit_of::<U>(link.range.end);
        link
    }

    /// Converts changes to the unit. `from` is the byte offset of the edit, and `by` is the growth
    /// of the text in the unit.
    fn changes(&self, changes: Changes, from: usize, by: isize) -> Changes {
        let end = changes.shift.from.saturating_add_signed(changes.shift.by);
        // Bytes and units do not move by the same amount, so a link that moved in one may not have
        // moved in the other. All links after the edit in the touched runs are therefore listed.
        let new: BTreeSet<LinkId> = changes.added.iter().map(|link| link.id).collect();
        let later = self.live.links().touching(from..end.max(from));
        let later = later.filter(|link| link.range.end <= end && !new.contains(&link.id));
        let all = changes.moved.into_iter().chain(later);
        let moved: BTreeMap<LinkId, LiveLink> =
            all.map(|link| (link.id, self.convert(link))).collect();
        Changes {
            moved: moved.into_values().collect(),
            added: changes
                .added
                .into_iter()
                .map(|link| self.convert(link))
                .collect(),
            shift: Shift {
                // The position before the edit is computed from the current one.
                from: self
                    .live
                    .text()
                    .unit_of::<U>(end)
                    .saturating_add_signed(-by),
                by,
            },
            ..changes
        }
    }

    /// See [`LiveText::links`](crate::live::LiveText::links).
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com", Detector::uts58());
    /// assert_eq!(live.in_utf16().links().next().map(|link| link.range), Some(3..8));
    /// ```
    pub fn links(&self) -> impl Iterator<Item = LiveLink> + '_ {
        self.live.links().iter().map(|link| self.convert(link))
    }

    /// See [`LiveText::links_in`](crate::live::LiveText::links_in). Empty for a range that is not in the
    /// text.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com b.com", Detector::uts58());
    /// assert_eq!(live.in_utf16().links_in(10..11).map(|link| link.range).last(), Some(9..14));
    /// ```
    pub fn links_in(&self, range: Range<usize>) -> impl Iterator<Item = LiveLink> + '_ {
        let bytes = self.live.text().bytes_of::<U>(&range).into_iter();
        bytes
            .flat_map(|bytes| self.live.links().touching(bytes))
            .map(|link| self.convert(link))
    }

    /// See [`LiveText::pending`](crate::live::LiveText::pending).
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com", Detector::uts58());
    /// assert_eq!(live.in_utf16().pending(8).map(|link| link.range), Some(3..8));
    /// ```
    #[must_use]
    pub fn pending(&self, caret: usize) -> Option<LiveLink> {
        let text = self.live.text();
        let link = self
            .live
            .links()
            .pending(&text, text.byte_of::<U>(caret)?)?;
        Some(self.convert(link))
    }

    /// See [`LiveText::link`](crate::live::LiveText::link).
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂 a.com", Detector::uts58());
    /// let id = live.links().next().unwrap().id;
    /// assert_eq!(live.in_utf16().link(id).map(|link| link.range), Some(3..8));
    /// ```
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<LiveLink> {
        self.live.links().get(id).map(|link| self.convert(link))
    }

    /// See [`LiveText::inspect`](crate::live::LiveText::inspect). The offsets of the link itself are
    /// bytes of the run that contains it.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂 bücher.de", Detector::uts58());
    /// let link = live.in_utf16().links().next().unwrap();
    /// let href = live.in_utf16().inspect(link.id, |link| link.href());
    /// assert_eq!(href.as_deref(), Some("https://xn--bcher-kva.de/"));
    /// ```
    pub fn inspect<R>(&self, id: LinkId, inspect: impl FnOnce(&Link<'_>) -> R) -> Option<R> {
        self.live.links().inspect(&self.live.text(), id, inspect)
    }

    /// See [`LiveText::position`](crate::live::LiveText::position). `at` is in the unit.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂\nsee a.com", Detector::uts58());
    /// let start = live.in_utf16().position(7).unwrap();
    /// assert_eq!((start.line, start.column_utf16, start.byte), (2, 5, 9));
    /// ```
    #[must_use]
    pub fn position(&self, at: usize) -> Option<Position> {
        let text = self.live.text();
        text.position(text.byte_of::<U>(at)?)
    }

    /// See [`LiveText::slice`](crate::live::LiveText::slice).
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com", Detector::uts58());
    /// assert_eq!(live.in_utf16().slice(3..8), "a.com");
    /// ```
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> String {
        let text = self.live.text();
        let bytes = text.bytes_of::<U>(&range);
        bytes.map_or_else(|_| String::new(), |bytes| text.slice(bytes))
    }

    /// Converts a byte range, such as that of a link, to the unit. Both ends must be on character
    /// boundaries; the result for any other offset is unspecified. An offset past the end counts as
    /// the end.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂 a.com", Detector::uts58());
    /// assert_eq!(live.in_code_points().range(5..10), 2..7);
    /// ```
    #[must_use]
    pub fn range(&self, bytes: Range<usize>) -> Range<usize> {
        let text = self.live.text();
        text.unit_of::<U>(bytes.start)..text.unit_of::<U>(bytes.end)
    }

    /// Converts a range to bytes; `None` if it is not in the text, or an end is inside a character.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let live = LiveText::new("🙂 a.com", Detector::uts58());
    /// assert_eq!(live.in_code_points().bytes(2..7), Some(5..10));
    /// ```
    #[must_use]
    pub fn bytes(&self, range: Range<usize>) -> Option<Range<usize>> {
        self.live.text().bytes_of::<U>(&range).ok()
    }

    /// The length of the text in the unit.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// assert_eq!(LiveText::new("🙂 a.com", Detector::uts58()).in_utf16().len(), 8);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.live.text().count::<U>()
    }

    /// Whether the text is empty.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// assert!(LiveText::new("", Detector::uts58()).in_utf16().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[expect(private_bounds, reason = "there are no other views")]
impl<L: ViewMut, U: Unit> Counted<L, U> {
    /// See [`LiveText::apply`](crate::live::LiveText::apply).
    ///
    /// # Errors
    ///
    /// As for [`LiveText::apply`](crate::live::LiveText::apply), with offsets in the unit.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, LiveText};
    ///
    /// let mut live = LiveText::new("🙂 see ", Detector::uts58());
    /// let changes = live.in_utf16_mut().apply(Edit::new(7..7, "a.com"))?;
    /// assert_eq!(changes.added[0].range, 7..12);
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn apply(&mut self, edit: Edit<'_>) -> Result<Changes, EditError> {
        let Edit { range, insert } = edit;
        let bytes = self.live.replaced::<U>(&range)?;
        let from = bytes.start;
        self.follow(from, |live| live.apply(Edit::new(bytes, insert)))
    }

    /// See [`LiveText::undo`](crate::live::LiveText::undo).
    ///
    /// # Errors
    ///
    /// As for [`LiveText::undo`](crate::live::LiveText::undo).
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::live::{Edit, LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com", Detector::uts58());
    /// let undo = live.in_utf16_mut().apply(Edit::new(0..3, ""))?.undo.unwrap();
    /// live.in_utf16_mut().undo(&undo)?;
    /// assert_eq!(live.marked(), "🙂 ⸠a.com⸡");
    /// # Ok::<(), linkspan::live::EditError>(())
    /// ```
    pub fn undo(&mut self, undo: &Undo) -> Result<Changes, EditError> {
        self.follow(undo.range.start, |live| live.undo(undo))
    }

    /// See [`LiveText::dismiss`](crate::live::LiveText::dismiss). A range that is not in the text has no
    /// effect.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com b.com", Detector::uts58());
    /// live.in_utf16_mut().dismiss(3..8);
    /// assert_eq!(live.marked(), "🙂 a.com ⸠b.com⸡");
    /// ```
    pub fn dismiss(&mut self, range: Range<usize>) -> Changes {
        self.decide(&range, RunLinks::dismiss)
    }

    /// See [`LiveText::restore`](crate::live::LiveText::restore). A range that is not in the text has no
    /// effect.
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com", Detector::uts58());
    /// live.in_utf16_mut().dismiss(3..8);
    /// let changes = live.in_utf16_mut().restore(3..8);
    /// assert_eq!(changes.added[0].range, 3..8);
    /// ```
    pub fn restore(&mut self, range: Range<usize>) -> Changes {
        self.decide(&range, RunLinks::restore)
    }

    /// See [`LiveText::set_enabled`](crate::live::LiveText::set_enabled).
    ///
    /// ```
    /// use linkspan::{Detector, live::LiveText};
    ///
    /// let mut live = LiveText::new("🙂 a.com", Detector::uts58());
    /// live.set_enabled(false);
    /// let changes = live.in_utf16_mut().set_enabled(true);
    /// assert_eq!(changes.added[0].range, 3..8);
    /// ```
    pub fn set_enabled(&mut self, enabled: bool) -> Changes {
        let changes = self.live.links_mut().set_enabled(enabled);
        self.convert_decision(changes)
    }

    /// Applies an edit at byte offset `from` and converts its changes.
    fn follow(
        &mut self,
        from: usize,
        edit: impl FnOnce(&mut L) -> Result<Changes, EditError>,
    ) -> Result<Changes, EditError> {
        let before = self.len();
        let changes = edit(&mut self.live)?;
        // No text is longer than `isize::MAX`.
        let by = self.len() as isize - before as isize;
        Ok(self.changes(changes, from, by))
    }

    fn decide(
        &mut self,
        range: &Range<usize>,
        decide: impl FnOnce(&mut RunLinks, &Range<usize>) -> Changes,
    ) -> Changes {
        let Ok(bytes) = self.live.text().bytes_of::<U>(range) else {
            return Changes::default();
        };
        let changes = decide(self.live.links_mut(), &bytes);
        self.convert_decision(changes)
    }

    /// Converts changes that move nothing.
    fn convert_decision(&self, mut changes: Changes) -> Changes {
        let added = changes.added.into_iter();
        changes.added = added.map(|link| self.convert(link)).collect();
        changes
    }
}
