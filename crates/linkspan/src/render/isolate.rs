//! Isolates links from the direction of the surrounding text.

use core::fmt::{self, Write};

use crate::text::escape::escape_html;

/// Whether the visible text of a link is isolated in HTML, with a `bdi` element, from the direction
/// of the surrounding text.
///
/// Without isolation, text around a link can reverse it: after U+202E, `https://evil.com/moc.knab`
/// is shown as `bank.com/moc.live//:sptth`.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Html, Isolate, Renderer};
///
/// let made = |isolate| {
///     let html = Html::default().rel("").isolate(isolate);
///     html.render(Detector::uts58().spans("a.com")).to_string()
/// };
/// assert_eq!(made(Isolate::Always), "<a href=\"https://a.com/\"><bdi>a.com</bdi></a>");
/// assert_eq!(made(Isolate::WhenReordered), "<a href=\"https://a.com/\">a.com</a>");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isolate {
    /// Isolates every link.
    #[default]
    Always,
    /// Isolates only links that contain right-to-left characters or follow a character that reorders
    /// text. This is enough if the surrounding text is known to be left-to-right.
    WhenReordered,
    /// Isolates no link, and does not [order](super::Html::bidi) their fields either.
    Never,
}

impl Isolate {
    /// Whether a label is isolated.
    ///
    /// ```
    /// use linkspan::render::Isolate;
    ///
    /// assert!(Isolate::WhenReordered.applies_to("https://example.com/א"));
    /// assert!(!Isolate::WhenReordered.applies_to("https://example.com/a"));
    /// ```
    #[must_use]
    pub fn applies_to(self, label: &str) -> bool {
        match self {
            Self::Always => true,
            Self::WhenReordered => may_be_reordered(label),
            Self::Never => false,
        }
    }
}

/// Writes text as HTML that the surrounding text cannot reorder.
pub(super) fn write_isolated(text: &str, out: &mut dyn Write) -> fmt::Result {
    out.write_str("<bdi>")?;
    escape_html(text, out)?;
    out.write_str("</bdi>")
}

/// Whether a text may contain right-to-left characters: those of the blocks that are reserved for
/// them.
pub(super) fn may_be_reordered(text: &str) -> bool {
    let is_rtl = |c: char| {
        matches!(c,
            '\u{590}'..='\u{8FF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFF}'
            | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}')
    };
    !text.is_ascii() && text.contains(is_rtl)
}
