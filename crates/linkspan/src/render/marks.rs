//! Renderers that mark links as the official test files do, and that defang them.

use alloc::string::String;
use core::fmt::{self, Write};

use super::{Preceding, Renderer};
use crate::defang::defang_with;
use crate::link::{Link, Span};
use crate::names::lists::tld::TldSource;
use crate::text::marks::push_marked;

/// Writes the text unchanged, with ⸠ and ⸡ around each link. Use it for tests and debugging.
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
        let mut marked = String::with_capacity(link.text().len() + 6);
        push_marked(&mut marked, link.text());
        out.write_str(&marked)
    }
}

/// Writes the whole text [defanged](crate::defang), whether or not the detector links a name. All
/// spans are joined first, so it holds a copy of the text. Links without `//`, such as `tel:`, and
/// names whose top-level domain is unknown are unchanged; set [`tlds`](Self::tlds) to the source of
/// the detector.
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
    /// A name without a scheme is defanged if this source or the embedded list knows its top-level
    /// domain.
    pub tlds: TldSource,
}

impl Defanged {
    /// Sets a source of further top-level domains for names without a scheme.
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
        out.write_str(&defang_with(link.text(), &self.tlds))
    }

    /// Whether text is a link can depend on both sides of a span, so all spans are joined first.
    fn write_after<'t>(
        &self,
        preceding: Preceding,
        spans: &mut dyn Iterator<Item = Span<'t>>,
        out: &mut dyn Write,
    ) -> Result<Preceding, fmt::Error> {
        let text: String = spans.map(|span| span.text()).collect();
        out.write_str(&defang_with(&text, &self.tlds))?;
        Ok(preceding.after(&text))
    }
}
