//! The texts that can be viewed in units other than bytes.

use core::borrow::Borrow;
use core::ops::Range;

use super::measured::Measured;
use super::ruler::Ruled;
use super::unit::Unit;
use crate::live::links::RunLinks;
use crate::live::store::Store;
use crate::live::{Changes, Edit, EditError, LiveText, Tracker, Undo};

/// Links and their text: a [`LiveText`], or a [`Tracker`] with the text of the application.
pub(in crate::live) trait View {
    /// The text.
    type Text<'v>: Measured
    where
        Self: 'v;

    fn text(&self) -> Self::Text<'_>;

    fn links(&self) -> &RunLinks;
}

/// Links that can be edited.
pub(in crate::live) trait ViewMut: View {
    fn links_mut(&mut self) -> &mut RunLinks;

    /// The bytes that an edit of a range in a unit replaces.
    fn replaced<U: Unit>(&self, range: &Range<usize>) -> Result<Range<usize>, EditError>;

    /// Applies an edit to the links, and to the text if it is stored here.
    fn apply(&mut self, edit: Edit<'_>) -> Result<Changes, EditError>;

    /// Reverts an edit in the same way.
    fn undo(&mut self, undo: &Undo) -> Result<Changes, EditError>;
}

impl View for &LiveText {
    type Text<'v>
        = &'v Store
    where
        Self: 'v;

    fn text(&self) -> &Store {
        &self.text
    }

    fn links(&self) -> &RunLinks {
        &self.links
    }
}

impl View for &mut LiveText {
    type Text<'v>
        = &'v Store
    where
        Self: 'v;

    fn text(&self) -> &Store {
        &self.text
    }

    fn links(&self) -> &RunLinks {
        &self.links
    }
}

impl ViewMut for &mut LiveText {
    fn links_mut(&mut self) -> &mut RunLinks {
        &mut self.links
    }

    fn replaced<U: Unit>(&self, range: &Range<usize>) -> Result<Range<usize>, EditError> {
        self.text.bytes_of::<U>(range)
    }

    fn apply(&mut self, edit: Edit<'_>) -> Result<Changes, EditError> {
        LiveText::apply(self, edit)
    }

    fn undo(&mut self, undo: &Undo) -> Result<Changes, EditError> {
        LiveText::undo(self, undo)
    }
}

impl<T: Borrow<Tracker>> View for (T, &str) {
    type Text<'v>
        = Ruled<'v>
    where
        Self: 'v;

    fn text(&self) -> Ruled<'_> {
        let (tracker, text) = self;
        tracker.borrow().ruler.on(text)
    }

    fn links(&self) -> &RunLinks {
        &self.0.borrow().links
    }
}

impl ViewMut for (&mut Tracker, &str) {
    fn links_mut(&mut self) -> &mut RunLinks {
        &mut self.0.links
    }

    fn replaced<U: Unit>(&self, range: &Range<usize>) -> Result<Range<usize>, EditError> {
        self.text().replaced::<U>(range)
    }

    fn apply(&mut self, edit: Edit<'_>) -> Result<Changes, EditError> {
        let (tracker, text) = self;
        tracker.apply(text, edit)
    }

    fn undo(&mut self, undo: &Undo) -> Result<Changes, EditError> {
        let (tracker, text) = self;
        tracker.undo(text, undo)
    }
}
