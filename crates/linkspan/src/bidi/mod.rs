//! Shows URLs, e-mail addresses and file names in bidirectional text (PRI #185).
//!
//! The Unicode Bidirectional Algorithm was designed for prose. It scrambles the fields of a URL
//! with Arabic or Hebrew letters, and can misrepresent the host: `http://A.B/1/2/3`, where capitals
//! represent Hebrew letters, is shown as `http://1/2/3/B.A`. PRI #185 makes the *fields* of a
//! structure flow in one direction, and leaves the characters inside each field to the algorithm.
//!
//! [`Layout`] configures this. Its [`Paragraph`] has three outputs: text with
//! [controls](Paragraph::controls), [HTML](Paragraph::html), and the characters in
//! [visual](Paragraph::visual) order. For a page, use [`render::Html`](crate::render::Html), which
//! does this by default.
//!
//! ```
//! use linkspan::Kind;
//! use linkspan::bidi::{Layout, Structures};
//!
//! let url = "http://אב.גד/1/2";
//! let link = Layout::default().link(url, Kind::Url);
//! assert_eq!(link.visual(), "http://בא.דג/1/2");
//! assert_eq!(link.controls().strip(), url);
//!
//! // Running text: links do not reorder the text around them.
//! let text = "ראו http://אב.com/ג או http://דה.com/1 2";
//! let paragraph = Layout::default().text(text, Structures::default().find(text));
//! assert_eq!(paragraph.visual(), "2 http://הד.com/1 וא http://בא.com/ג ואר");
//! ```
//!
#![doc = include_str!("../../docs/bidi.md")]

mod controls;
mod field;
mod html;
mod paragraph;
#[cfg(feature = "pri185")]
mod structures;
mod uax9;

pub use crate::text::escape::escape_bidi;
pub use controls::Controls;
pub use field::{Ambiguity, kind_of};
pub use paragraph::{Field, Paragraph};
#[cfg(feature = "pri185")]
pub use structures::Structures;

use crate::link::{Kind, Link};
use crate::names::idna;
use uax9::Strong;

/// The direction of a paragraph or of the fields of a link.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::bidi::{Direction, Layout};
///
/// let direction = |text| Layout::default().text(text, Detector::uts58().links(text)).direction();
/// assert_eq!(direction("see אב.com"), Direction::Ltr);
/// assert_eq!(direction("ראו a.com"), Direction::Rtl);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
}

impl Direction {
    /// `ltr` or `rtl`, as in the attribute `dir` of HTML.
    ///
    /// ```
    /// use linkspan::bidi::Direction;
    ///
    /// assert_eq!(format!("<p dir=\"{}\">", Direction::Rtl.as_str()), "<p dir=\"rtl\">");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }
}

/// How the direction of a paragraph is determined.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::bidi::{Base, Direction, Layout};
///
/// let text = "see a.com";
/// let rtl = Layout::default().paragraph(Base::Fixed(Direction::Rtl));
/// for (layout, direction) in [(Layout::default(), Direction::Ltr), (rtl, Direction::Rtl)] {
///     assert_eq!(layout.text(text, Detector::uts58().links(text)).direction(), direction);
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Base {
    /// The paragraph has this direction.
    Fixed(Direction),
    /// The first strong character outside links decides, because UAX #9 rules P2 and P3 skip
    /// isolated text. With [`Order::Plain`], and if the whole paragraph is one link, characters in
    /// links count too. Without a strong character, the paragraph is left-to-right.
    #[default]
    Auto,
}

/// The order in which the fields of a link are shown.
///
/// ```
/// use linkspan::Kind;
/// use linkspan::bidi::{Layout, Order};
///
/// let shown = |order| Layout::default().order(order).link("http://אב.גד/1", Kind::Url).visual();
/// assert_eq!(shown(Order::Ltr), "http://1/דג.בא");
/// assert_eq!(shown(Order::Constant), "http://בא.דג/1");
/// assert_eq!(shown(Order::Content), "1/דג.בא//:http");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// As the bidirectional algorithm shows them; links are treated like other text.
    Plain,
    /// The link in one left-to-right isolate, as in RFC 3987, with the algorithm inside it.
    Ltr,
    /// Fields always from left to right: option 1 of PRI #185.
    #[default]
    Constant,
    /// Fields in the direction of the text around the link: option 2.
    Environment,
    /// Fields from right to left if the link contains a right-to-left letter: option 3.
    Content,
    /// Fields from right to left if the top-level domain contains right-to-left letters and no
    /// others, after decoding an A-label; a link without a top-level domain is left-to-right:
    /// option 4.
    Tld,
}

impl Order {
    /// All orders with their names.
    const NAMES: [(&'static str, Self); 6] = [
        ("plain", Self::Plain),
        ("ltr", Self::Ltr),
        ("constant", Self::Constant),
        ("environment", Self::Environment),
        ("content", Self::Content),
        ("tld", Self::Tld),
    ];

    /// The order with this name, such as `constant`; `None` for an unknown name.
    ///
    /// ```
    /// use linkspan::bidi::Order;
    ///
    /// assert_eq!(Order::named("constant"), Some(Order::Constant));
    /// assert_eq!(Order::named("reversed"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, order)| *order)
    }
}

/// How links are shown in bidirectional text.
///
/// ```
/// use linkspan::Kind;
/// use linkspan::bidi::{Base, Direction, Layout, Order};
///
/// let layout = Layout::default().order(Order::Environment).paragraph(Base::Fixed(Direction::Rtl));
/// assert_eq!(layout.link("http://אב.גד/1", Kind::Url).visual(), "1/דג.בא//:http");
/// assert_eq!(Layout::default().link("http://אב.גד/1", Kind::Url).visual(), "http://בא.דג/1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Layout {
    /// The order of fields.
    pub order: Order,
    /// The direction of the paragraph.
    pub paragraph: Base,
}

impl Layout {
    /// Sets the order of fields.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// Sets the direction of the paragraph.
    #[must_use]
    pub fn paragraph(mut self, paragraph: Base) -> Self {
        self.paragraph = paragraph;
        self
    }

    /// Lays out a paragraph that is a single link.
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::Layout;
    ///
    /// let address = Layout::default().link("אב@גד.com", Kind::Email);
    /// assert_eq!(address.visual(), "בא@דג.com");
    /// ```
    #[must_use]
    pub fn link(self, text: &str, kind: Kind) -> Paragraph {
        Paragraph::of_link(self, text, kind)
    }

    /// Lays out one paragraph of text. `links` are links found in `text`, from first to last; one
    /// that overlaps an earlier link is laid out as text. Copies the text.
    ///
    /// The profile [`pri185`](crate::Profile::pri185) finds everything that PRI #185 lays out,
    /// including file names; links of any other profile work too. Split a text into paragraphs
    /// first, because each has its own direction.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::bidi::Layout;
    ///
    /// let text = "see http://אב.com/1";
    /// let paragraph = Layout::default().text(text, Detector::uts58().links(text));
    /// assert_eq!(paragraph.visual(), "see http://בא.com/1");
    /// ```
    #[must_use]
    pub fn text<'t>(self, text: &'t str, links: impl IntoIterator<Item = Link<'t>>) -> Paragraph {
        let structures = links.into_iter().map(|link| (link.range(), link.kind()));
        Paragraph::of_text(self, text, structures)
    }

    /// The direction in which the fields of a link flow, or `None` if they are left to the
    /// algorithm.
    fn flow(self, link: &str, kind: Kind, environment: Direction) -> Option<Direction> {
        let rtl_if = |rtl| if rtl { Direction::Rtl } else { Direction::Ltr };
        match self.order {
            Order::Plain => None,
            Order::Ltr | Order::Constant => Some(Direction::Ltr),
            Order::Environment => Some(environment),
            Order::Content => Some(rtl_if(Strong::in_text(link).rtl)),
            Order::Tld => {
                let label = field::top_level(link, kind).unwrap_or_default();
                let strong = Strong::in_text(&idna::to_unicode(label));
                Some(rtl_if(strong.rtl && !strong.ltr))
            }
        }
    }
}
