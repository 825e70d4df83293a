//! Links in marks, as in the official test files, and defanged links.

use core::fmt::{self, Write};

use super::Renderer;
use crate::defang::defang;
use crate::link::Link;

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

/// Writes a link in marks.
pub(crate) fn mark(link: &str, out: &mut dyn Write) -> fmt::Result {
    write!(out, "⸠{link}⸡")
}

impl Renderer for Marks {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(text)
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        mark(link.as_str(), out)
    }
}

/// The text with every link [defanged](crate::defang).
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Defanged, Renderer};
///
/// let detector = Detector::uts58();
/// let spans = detector.spans("seen: https://evil.example/x.php");
/// assert_eq!(Defanged.render(spans).to_string(), "seen: hxxps://evil[.]example/x.php");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defanged;

impl Renderer for Defanged {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(text)
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&defang(link.as_str()))
    }
}
