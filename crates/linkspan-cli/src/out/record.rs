//! A result of `find`.

use linkspan::offset::Position;
use linkspan::{Kind, Link, Reason};

/// The origin of a text.
#[derive(Clone)]
pub struct Origin {
    /// The name, unescaped.
    pub name: String,
    /// The name as it is printed; `None` for standard input.
    pub shown: Option<String>,
    /// The message and its part, in mail.
    pub part: Option<(usize, usize)>,
    /// The name of the header, in mail.
    pub header: Option<String>,
    /// The path to the value, in JSON and tables.
    pub path: Option<String>,
}

/// A result: a link, or a rejected candidate.
pub struct Found<'f, 't> {
    /// The origin of the text.
    pub origin: &'f Origin,
    /// The place of its first character.
    pub start: Position,
    /// The place after its last character.
    pub end: Position,
    /// The text in the source. It differs from the text of the link if the link was written
    /// defanged.
    pub typed: &'f str,
    /// Whether the text is written differently in the source, such as with escapes.
    pub decoded: bool,
    /// Where in a document it is.
    pub within: Option<&'static str>,
    /// Warnings about a link in a document, in addition to the reasons of the link.
    pub reason: Option<Reason<'f>>,
    /// The link, or why it is not one.
    pub what: What<'f, 't>,
}

/// A link or a rejected candidate.
pub enum What<'f, 't> {
    /// A link.
    Link(&'f Link<'t>),
    /// A candidate that is not linked: what it would be, and why it is not.
    Rejected(Kind, Reason<'t>),
}

impl<'f, 't: 'f> Found<'f, 't> {
    /// Why it was narrowed or rejected, and warnings.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = Reason<'f>> {
        let (link, rejected) = match &self.what {
            What::Link(link) => (Some(*link), None),
            What::Rejected(_, reason) => (None, Some(*reason)),
        };
        let of_link = link.into_iter().flat_map(Link::reasons);
        of_link.chain(rejected).chain(self.reason)
    }
}
