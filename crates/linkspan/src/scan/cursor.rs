//! How far the scan has come.

/// The offsets that the scan has passed. None of them ever moves back, so no text is scanned again:
/// this keeps the scan linear.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    next: usize,
    floor: usize,
    cut: usize,
}

impl Cursor {
    /// Triggers before this offset have been handled.
    #[inline]
    pub(super) fn next(self) -> usize {
        self.next
    }

    /// The end of the last candidate, linked or rejected. No other link starts before it:
    /// `https://a.com/b.com`.
    #[inline]
    pub(super) fn floor(self) -> usize {
        self.floor
    }

    /// The end of the last run of host characters that was cut before glued text.
    #[inline]
    pub(super) fn cut(self) -> usize {
        self.cut
    }

    /// Passes the triggers before `end`, which may still be in a later candidate.
    #[inline]
    pub(super) fn pass(&mut self, end: usize) {
        self.next = self.next.max(end);
    }

    /// Leaves a candidate that ends at `end`.
    #[inline]
    pub(super) fn leave(&mut self, end: usize) {
        self.floor = self.floor.max(end);
        self.pass(end);
    }

    /// Notes that a run was cut at `at`, before glued text, which is a run of its own:
    /// `⸠example.com⸡查看other.com`.
    pub(super) fn cut_at(&mut self, at: usize) {
        self.cut = at;
    }

    /// The earliest start of a run around a separator at `at`: after the last candidate, and after
    /// the last cut.
    pub(super) fn run_floor(self, at: usize) -> usize {
        match self.cut <= at {
            true => self.floor.max(self.cut),
            false => self.floor,
        }
    }
}
