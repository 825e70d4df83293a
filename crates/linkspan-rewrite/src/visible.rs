//! The text that a reader sees, with its positions in the source.

use std::ops::Range;

/// The visible text of a source.
#[derive(Default)]
pub(crate) struct VisibleText {
    text: String,
    pieces: Vec<Piece>,
    /// The number of the current node.
    node: usize,
    /// The texts of links: the start of each link in the source, and the range of its text.
    labels: Vec<(usize, Range<usize>)>,
    /// Whether the last link is open.
    in_label: bool,
}

/// A piece of text in one node.
struct Piece {
    /// Its range in the text.
    at: Range<usize>,
    source: Range<usize>,
    node: usize,
    /// Whether each byte represents itself; otherwise the piece is one unit, such as `&amp;`.
    verbatim: bool,
    room: Room,
}

/// The context of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// Text in which links may be added.
    Open,
    /// Code.
    Code,
    /// Another context that must not contain links, such as a link.
    Closed,
}

impl VisibleText {
    /// Text without markup.
    pub(crate) fn plain(text: &str) -> Self {
        let mut shown = Self::default();
        shown.push(text, 0, Room::Open);
        shown
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// Adds text that is spelled the same in the source.
    pub(crate) fn push(&mut self, text: &str, source: usize, room: Room) {
        self.add(text, source..source + text.len(), true, room);
    }

    /// Adds text that is spelled differently in the source.
    pub(crate) fn push_unit(&mut self, text: &str, source: Range<usize>, room: Room) {
        self.add(text, source, false, room);
    }

    fn add(&mut self, text: &str, source: Range<usize>, verbatim: bool, room: Room) {
        let start = self.text.len();
        self.text.push_str(text);
        // Adjacent verbatim text is one piece.
        if let Some(last) = self.pieces.last_mut()
            && verbatim
            && last.verbatim
            && last.node == self.node
            && last.room == room
            && last.source.end == source.start
            && last.at.end == start
        {
            last.at.end = self.text.len();
            last.source.end = source.end;
            return;
        }
        self.pieces.push(Piece {
            at: start..self.text.len(),
            source,
            node: self.node,
            verbatim,
            room,
        });
    }

    /// Ends a node at invisible markup: the following text is another node, but the reader sees no
    /// break.
    pub(crate) fn end_node(&mut self) {
        self.node += 1;
    }

    /// Adds a break that the reader sees, such as the end of a paragraph.
    pub(crate) fn end_block(&mut self) {
        self.node += 1;
        self.text.push('\n');
    }

    /// Starts a link at `tag` of the source. One that is open ends there.
    pub(crate) fn start_label(&mut self, tag: usize) {
        self.end_label();
        self.labels.push((tag, self.text.len()..self.text.len()));
        self.in_label = true;
    }

    /// Ends the open link.
    pub(crate) fn end_label(&mut self) {
        if let Some((_, text)) = self.labels.last_mut()
            && std::mem::take(&mut self.in_label)
        {
            text.end = self.text.len();
        }
    }

    /// The visible text of the link that starts at `tag` of the source.
    pub(crate) fn label(&self, tag: usize) -> Option<&str> {
        let at = self.labels.binary_search_by_key(&tag, |(tag, _)| *tag);
        let (_, text) = self.labels.get(at.ok()?)?;
        self.text.get(text.clone())
    }

    /// The stretches of text inside and outside of links.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = Range<usize>> {
        let mut ends: Vec<usize> = self
            .labels
            .iter()
            .flat_map(|(_, text)| [text.start, text.end])
            .collect();
        ends.push(self.text.len());
        ends.sort_unstable();
        let mut start = 0;
        ends.into_iter().map(move |end| {
            let stretch = start..end;
            start = end;
            stretch
        })
    }

    /// A range of the text.
    pub(crate) fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Adds the visible text of a part of the source that starts at `source` and must not contain
    /// links.
    pub(crate) fn append(&mut self, part: &Self, source: usize) {
        let at = self.text.len();
        let node = self.node + 1;
        self.text.push_str(&part.text);
        self.pieces.extend(part.pieces.iter().map(|piece| Piece {
            at: at + piece.at.start..at + piece.at.end,
            source: source + piece.source.start..source + piece.source.end,
            node: node + piece.node,
            verbatim: piece.verbatim,
            room: match piece.room {
                Room::Open => Room::Closed,
                room => room,
            },
        }));
        let labels = part.labels.iter().cloned();
        self.labels
            .extend(labels.map(|(tag, text)| (source + tag, at + text.start..at + text.end)));
        self.node = node + part.node + 1;
    }

    /// Whether a range of the text is where no links may be added.
    pub(crate) fn is_closed(&self, range: &Range<usize>) -> bool {
        self.pieces_of(range)
            .iter()
            .all(|piece| piece.room != Room::Open)
    }

    /// The source of a range of the text, if the range is in a single node in which links may be
    /// added, and does not split a unit.
    pub(crate) fn source(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let pieces = self.pieces_of(range);
        let (start, end) = (pieces.first()?, pieces.last()?);
        let is_one = pieces
            .iter()
            .all(|piece| piece.room == Room::Open && piece.node == start.node);
        let covered: usize = pieces.iter().map(|piece| piece.at.len()).sum();
        let is_whole = end.at.end - start.at.start == covered;
        let begins = start.verbatim || start.at.start == range.start;
        let ends = end.verbatim || end.at.end == range.end;
        if !(is_one && is_whole && begins && ends && start.at.start <= range.start) {
            return None;
        }
        let from = start.source.start + (range.start - start.at.start);
        let to = end.source.end - (end.at.end - range.end);
        Some(from..to)
    }

    /// The pieces that a range of the text touches.
    fn pieces_of(&self, range: &Range<usize>) -> &[Piece] {
        let first = self
            .pieces
            .partition_point(|piece| piece.at.end <= range.start);
        let last = self
            .pieces
            .partition_point(|piece| piece.at.start < range.end);
        self.pieces.get(first..last).unwrap_or_default()
    }

    /// The source of a range of the text, from the first character to the last, regardless of what
    /// is between them; and its context.
    pub(crate) fn covered(&self, range: &Range<usize>) -> Option<(Range<usize>, Room)> {
        let pieces = self.pieces_of(range);
        let (first, last) = (pieces.first()?, pieces.last()?);
        let start = match first.verbatim {
            true => first.source.start + range.start.saturating_sub(first.at.start),
            false => first.source.start,
        };
        let end = match last.verbatim {
            true => last.source.end - last.at.end.saturating_sub(range.end),
            false => last.source.end,
        };
        Some((start..end, first.room))
    }
}
