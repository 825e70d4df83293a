//! Links that are kept apart from the direction of the text around them.

use core::fmt::{self, Write};

use crate::text::escape::escape_html;

/// Whether what people see of a link is kept apart, in HTML, from the direction of the text around it (by a `bdi`
/// element).
///
/// Without that, text around a link can turn it around: after U+202E, `https://evil.com/moc.knab` is shown as
/// `bank.com/moc.live//:sptth`.
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
    /// Every link.
    #[default]
    Always,
    /// Only links that have something in them that goes from right to left. Enough if the text around them is known to
    /// go from left to right, and to have no characters that reorder it.
    WhenReordered,
    /// No link. Their fields are not [ordered](super::Html::bidi) either.
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

/// Writes text as HTML that what is around it does not reorder.
pub(super) fn write_isolated(text: &str, out: &mut dyn Write) -> fmt::Result {
    out.write_str("<bdi>")?;
    escape_html(text, out)?;
    out.write_str("</bdi>")
}

/// Whether a text may have characters that go from right to left: those of the blocks that are set aside for them.
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
