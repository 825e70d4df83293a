//! Links in marks, as in the official test files, and defanged links.

use alloc::string::String;
use core::fmt::{self, Write};

use super::{Position, Renderer};
use crate::defang::defang_with;
use crate::link::{Link, Span};
use crate::names::tld::TldSource;
use crate::text::marks::push_marked;

/// The text as it is, with ⸠ and ⸡ around each link.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Marks, Renderer};
///
/// let spans = Detector::uts58();
/// let spans = spans.spans("(see example.com/a.)");
/// assert_eq!(Marks.render(spans).to_string(), "(see ⸠example.com/a⸡.)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks;

impl Renderer for Marks {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(text)
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        let mut marked = String::with_capacity(link.as_str().len() + 6);
        push_marked(&mut marked, link.as_str());
        out.write_str(&marked)
    }
}

/// The text [defanged](crate::defang): no link is left in it, also none that the detector rejects.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Defanged, Renderer};
///
/// let detector = Detector::uts58();
/// let spans = detector.spans("seen: https://evil.example/x.php and user@evil.example");
/// assert_eq!(
///     Defanged::default().render(spans).to_string(),
///     "seen: hxxps://evil[.]example/x.php and user[@]evil[.]example"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Defanged {
    /// Names without a scheme count if this source or the embedded list knows their top-level domain.
    pub tlds: TldSource,
}

impl Defanged {
    /// Names without a scheme also count if this source knows their top-level domain.
    #[must_use]
    pub fn tlds(mut self, tlds: TldSource) -> Self {
        self.tlds = tlds;
        self
    }
}

impl Renderer for Defanged {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&defang_with(text, &self.tlds))
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&defang_with(link.as_str(), &self.tlds))
    }

    /// What is a link may depend on text on both sides of a span, so all spans are one text here.
    fn write_after<'t>(
        &self,
        position: Position,
        spans: &mut dyn Iterator<Item = Span<'t>>,
        out: &mut dyn Write,
    ) -> Result<Position, fmt::Error> {
        let text: String = spans.map(|span| span.as_str()).collect();
        out.write_str(&defang_with(&text, &self.tlds))?;
        Ok(position.after(&text))
    }
}
