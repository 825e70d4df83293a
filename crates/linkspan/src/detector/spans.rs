//! Splits a text into links and the text between them.

use core::iter::FusedIterator;

use crate::link::{Link, Span};
use crate::text::Text;

/// An iterator over the pieces of a text: links and the text between them; see
/// [`Detector::spans`](crate::Detector::spans).
///
/// ```
/// use linkspan::{Detector, Span};
///
/// let detector = Detector::uts58();
/// let mut spans = detector.spans("see a.com");
/// assert_eq!(spans.next(), Some(Span::Text("see ")));
/// assert_eq!(spans.next().map(|span| span.text()), Some("a.com"));
/// assert_eq!(spans.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Spans<'t, I> {
    text: Text<'t>,
    at: usize,
    links: I,
    pending: Option<Link<'t>>,
}

impl<'t, I: Iterator<Item = Link<'t>>> Spans<'t, I> {
    /// The pieces of `text` with the given links, which must be links of this very string, in
    /// order. Use it to render after filtering links. A link of another string, or one that
    /// overlaps an earlier link, is skipped.
    ///
    /// ```
    /// use linkspan::{Detector, Spans, render::{Marks, Renderer}};
    ///
    /// let (detector, text) = (Detector::uts58(), "a.com b.com c.com");
    /// let first_two = Spans::new(text, detector.links(text).take(2));
    /// assert_eq!(Marks.render(first_two).to_string(), "⸠a.com⸡ ⸠b.com⸡ c.com");
    /// ```
    pub fn new(text: &'t str, links: impl IntoIterator<IntoIter = I>) -> Self {
        Self {
            text: Text(text),
            at: 0,
            links: links.into_iter(),
            pending: None,
        }
    }

    /// The next link of this text that is after all previous ones.
    fn next_link(&mut self) -> Option<Link<'t>> {
        let (text, at) = (self.text.0, self.at);
        self.links.find(|link| {
            link.start() >= at
                && text
                    .get(link.range())
                    .is_some_and(|same| core::ptr::eq(same, link.text()))
        })
    }
}

impl<'t, I: Iterator<Item = Link<'t>>> Iterator for Spans<'t, I> {
    type Item = Span<'t>;

    fn next(&mut self) -> Option<Span<'t>> {
        let link = self.pending.take().or_else(|| self.next_link());
        let until = link.as_ref().map_or(self.text.0.len(), Link::start);
        if self.at < until {
            let between = self.text.slice(self.at, until);
            self.at = until;
            self.pending = link;
            return Some(Span::Text(between));
        }
        self.at = link.as_ref()?.end();
        link.map(Span::Link)
    }
}

impl<'t, I: FusedIterator<Item = Link<'t>>> FusedIterator for Spans<'t, I> {}
