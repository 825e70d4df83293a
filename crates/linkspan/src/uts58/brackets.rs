//! The stack of open brackets, shared by detection (UTS #58 section 3.5.1) and minimal escaping
//! (4.1).

use super::props::{LinkTerm, link_bracket, link_term};

/// The maximum number of open brackets (3.5.1, "limit").
const LIMIT: usize = 125;

/// The stack of open brackets, shared by detection (3.5.1) and minimal escaping (4.1).
#[derive(Clone, Debug)]
pub(crate) struct Brackets {
    near: [char; NEAR],
    /// The brackets that do not fit into `near`. Most links have none, which keeps a stack cheap to
    /// create.
    far: Option<[char; LIMIT - NEAR]>,
    len: usize,
}

/// More brackets than an ordinary link opens.
const NEAR: usize = 8;

/// The effect of a character on a link at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It belongs to the link.
    Kept,
    /// It belongs to the link if more of the link follows.
    Waiting,
    /// The link ends before it. To be part of a link, it must be escaped.
    Ended,
}

impl Brackets {
    pub(crate) fn new() -> Self {
        Self {
            near: ['\0'; NEAR],
            far: None,
            len: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// The step starting at `Set LT = Link_Term(cp[i])`, which 3.5.1 and 4.1 share.
    pub(crate) fn step(&mut self, c: char) -> Fate {
        match link_term(c) {
            LinkTerm::Include => Fate::Kept,
            LinkTerm::Soft => Fate::Waiting,
            LinkTerm::Hard => Fate::Ended,
            LinkTerm::Open => self.push(c),
            LinkTerm::Close => match self.pop() {
                Some(open) if link_bracket(c) == Some(open) => Fate::Kept,
                _ => Fate::Ended,
            },
        }
    }

    /// Whether [`step`](Self::step) would keep `c`.
    pub(crate) fn would_keep(&self, c: char) -> bool {
        match link_term(c) {
            LinkTerm::Include => true,
            LinkTerm::Soft | LinkTerm::Hard => false,
            LinkTerm::Open => self.len < LIMIT,
            LinkTerm::Close => self.top() == link_bracket(c),
        }
    }

    /// Whether no bracket is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of open brackets.
    pub(crate) fn depth(&self) -> usize {
        self.len
    }

    /// Reverts the pop of a step that ended the link.
    pub(crate) fn restore(&mut self, depth: usize) {
        self.len = depth;
    }

    /// The open brackets, outermost first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = char> + '_ {
        let far = self.far.iter().flatten();
        self.near.iter().chain(far).copied().take(self.len)
    }

    /// The innermost open bracket.
    pub(crate) fn top(&self) -> Option<char> {
        let last = self.len.checked_sub(1)?;
        match last.checked_sub(NEAR) {
            None => self.near.get(last).copied(),
            Some(last) => self.far.as_ref()?.get(last).copied(),
        }
    }

    fn push(&mut self, open: char) -> Fate {
        let place = match self.len.checked_sub(NEAR) {
            None => self.near.get_mut(self.len),
            Some(at) => self.far.get_or_insert(['\0'; LIMIT - NEAR]).get_mut(at),
        };
        let Some(place) = place else {
            return Fate::Ended;
        };
        *place = open;
        self.len += 1;
        Fate::Kept
    }

    fn pop(&mut self) -> Option<char> {
        let top = self.top()?;
        self.len -= 1;
        Some(top)
    }
}
