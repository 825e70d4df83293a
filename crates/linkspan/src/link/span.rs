//! A piece of a text.

use super::Link;

/// A piece of a text: a link, or the text between links; see
/// [`Detector::spans`](crate::Detector::spans).
///
/// ```
/// use linkspan::{Detector, Span};
///
/// let linked = |span: &Span<'_>| matches!(span, Span::Link(_));
/// assert_eq!(Detector::uts58().spans("a.com and b.com").filter(linked).count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span<'t> {
    /// Text that is not part of a link. Never empty.
    Text(&'t str),
    /// A link.
    Link(Link<'t>),
}

impl<'t> Span<'t> {
    /// The piece as written in the text.
    ///
    /// ```
    /// let text = "see a.com, please";
    /// let pieces: Vec<&str> = linkspan::Detector::uts58().spans(text).map(|span| span.text()).collect();
    /// assert_eq!(pieces, ["see ", "a.com", ", please"]);
    /// assert_eq!(pieces.concat(), text);
    /// ```
    #[must_use]
    pub fn text(&self) -> &'t str {
        match self {
            Self::Text(text) => text,
            Self::Link(link) => link.text(),
        }
    }
}
