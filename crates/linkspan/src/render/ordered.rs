//! Plain text whose links keep their order in any surrounding text.

use alloc::string::String;
use core::fmt::{self, Write};

use super::isolate::may_be_reordered;
use super::preceding::{ISOLATE, write_apart};
use super::{Preceding, Renderer};
use crate::bidi::Layout;
use crate::link::{Kind, Link, Span};
use crate::text::escape::escape_bidi;

/// Writes plain text with invisible controls that isolate each link from the direction of the
/// surrounding text and keep the fields of right-to-left links in order.
///
/// Use it for display only, on a terminal or in a widget that implements the bidirectional
/// algorithm: text copied from there contains the controls. [`Plain`](super::Plain) inserts
/// controls only where an open control would reorder a link. A control in the text that would be
/// nested more than 16 deep is replaced by U+FFFD.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Ordered, Renderer};
///
/// let shown = |text| Ordered::default().render(Detector::uts58().spans(text)).to_string();
/// assert_eq!(shown("ראו a.com/ שם"), "ראו \u{2066}a.com/\u{2069} שם");
/// assert_eq!(shown("א.com"), "\u{2066}\u{200E}א\u{200E}.\u{200E}com\u{200E}\u{2069}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ordered {
    /// The order of the fields of links.
    pub layout: Layout,
}

impl Ordered {
    /// Orders the fields according to a layout.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::bidi::{Layout, Order};
    /// use linkspan::render::{Ordered, Renderer};
    ///
    /// let ordered = Ordered::new(Layout::default().order(Order::Content));
    /// let shown = ordered.render(Detector::uts58().spans("א.com")).to_string();
    /// assert!(shown.starts_with('\u{2067}'), "from right to left");
    /// ```
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self { layout }
    }
}

impl Renderer for Ordered {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(text)
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        let label = escape_bidi(link.text());
        out.write_str(&in_order(self.layout, &label, link.kind()))
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

/// The visible text of a link, with the controls that keep it in order.
pub(super) fn in_order(layout: Layout, label: &str, kind: Kind) -> String {
    if may_be_reordered(label) {
        return String::from(layout.link(label, kind).controls().as_str());
    }
    let [open, close] = ISOLATE;
    [open, label, close].concat()
}
