//! Terminal output: hyperlinks (OSC 8), and text that cannot break them.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

#[cfg(feature = "bidi")]
use super::ordered::in_order;
use super::{Caption, Renderer};
#[cfg(feature = "bidi")]
use crate::bidi::Layout;
use crate::link::{Kind, Link};
use crate::text::escape::is_bidi_control;

/// Writes text for a terminal, with clickable links.
///
/// Control characters and characters that reorder text (Bidi_Control) are written as `\u{…}`,
/// except for tabs and line endings. The targets of links are ASCII.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Renderer, Terminal};
///
/// let detector = Detector::uts58();
/// let spans = detector.spans("\u{1B}[31m example.com");
/// assert_eq!(
///     Terminal::default().render(spans).to_string(),
///     "\\u{1b}[31m \u{1B}]8;;https://example.com/\u{1B}\\example.com\u{1B}]8;;\u{1B}\\"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Terminal {
    /// The visible text of links.
    pub caption: Caption,
    /// The order of the fields of links; `None` leaves it to the terminal.
    #[cfg(feature = "bidi")]
    pub bidi: Option<Layout>,
}

impl Terminal {
    /// Sets the visible text of links.
    #[must_use]
    pub fn caption(mut self, caption: Caption) -> Self {
        self.caption = caption;
        self
    }

    /// Isolates links from the direction of the surrounding text and keeps their fields in order,
    /// with invisible controls. Use it for terminals that implement the bidirectional algorithm,
    /// such as those of GNOME and KDE. Other terminals show nothing for the controls, or a
    /// replacement mark.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::bidi::Layout;
    /// use linkspan::render::{Renderer, Terminal};
    ///
    /// let terminal = Terminal::default().bidi(Layout::default());
    /// let shown = terminal.render(Detector::uts58().spans("ראו a.com")).to_string();
    /// assert!(shown.contains("\\\u{2066}a.com\u{2069}\u{1B}"));
    /// ```
    #[cfg(feature = "bidi")]
    #[must_use]
    pub fn bidi(mut self, layout: Layout) -> Self {
        self.bidi = Some(layout);
        self
    }

    /// A printable label with the requested controls.
    #[cfg(feature = "bidi")]
    fn ordered<'l>(&self, label: Cow<'l, str>, kind: Kind) -> Cow<'l, str> {
        match self.bidi {
            Some(layout) => Cow::Owned(in_order(layout, &label, kind)),
            None => label,
        }
    }

    #[cfg(not(feature = "bidi"))]
    fn ordered<'l>(&self, label: Cow<'l, str>, _: Kind) -> Cow<'l, str> {
        label
    }
}

impl Renderer for Terminal {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&printable(text))
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        let caption = self.caption.of(link);
        let label = self.ordered(printable(&caption), link.kind());
        let href = link.href();
        // The protocol allows only these bytes in a target.
        let is_target =
            link.kind() != Kind::File && href.bytes().all(|byte| (32..127).contains(&byte));
        if is_target {
            write!(out, "\u{1B}]8;;{href}\u{1B}\\{label}\u{1B}]8;;\u{1B}\\")
        } else {
            out.write_str(&label)
        }
    }
}

/// Makes text safe to print on a terminal: control characters and Bidi_Control become `\u{…}`,
/// except for tabs and line endings. Borrows the text if it contains none.
///
/// ```
/// use linkspan::render::printable;
///
/// assert_eq!(printable("a\tb\r\nc\rd\u{202E}\u{9B}"), "a\tb\r\nc\\u{d}d\\u{202e}\\u{9b}");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_odd = |c: char| c.is_control() && !matches!(c, '\t' | '\n') || is_bidi_control(c);
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.as_str().starts_with('\n') => out.push(c),
            c if is_odd(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}
