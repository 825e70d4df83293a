//! The plain text renderer.

use core::fmt::{self, Write};

use super::preceding::{ISOLATE, write_apart};
use super::{Preceding, Renderer};
use crate::link::{Link, Span};
use crate::text::escape::escape_bidi;

/// Writes plain text in which no character can reverse a link.
///
/// Inside a link, characters that reorder text (Bidi_Control) are percent-escaped. A link that an
/// open control could reorder is isolated between U+2066 and U+2069. A control that would be nested
/// more than 16 deep is replaced by U+FFFD. All other text is unchanged. For full ordering of
/// right-to-left links, use `Ordered`.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Plain, Renderer};
///
/// let shown = |text| Plain.render(Detector::uts58().spans(text)).to_string();
/// assert_eq!(shown("see a.com"), "see a.com");
/// assert_eq!(shown("\u{202E}a.com"), "\u{202E}\u{2066}a.com\u{2069}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain;

impl Renderer for Plain {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(text)
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&escape_bidi(link.text()))
    }

    fn write_after<'t>(
        &self,
        preceding: Preceding,
        spans: &mut dyn Iterator<Item = Span<'t>>,
        out: &mut dyn Write,
    ) -> Result<Preceding, fmt::Error> {
        write_apart(self, ISOLATE, preceding, spans, out)
    }
}
