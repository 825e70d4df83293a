//! Writes text and its links as HTML, Markdown, terminal hyperlinks, marks or defanged text.
//!
//! A [`Renderer`] writes [spans](Span), usually those of
//! [`Detector::spans`](crate::Detector::spans). [`Renderer::render`] returns a
//! [`Display`](fmt::Display) that can be printed or converted to a string; nothing is written until
//! then. All renderers take linear time.
//!
//! ```
//! use linkspan::render::{Html, Markdown, Renderer};
//! use linkspan::{Detector, Profile};
//!
//! let detector = Detector::new(Profile::recommended());
//! let text = "1 < 2, says bücher.de/a?b&c.";
//! let html = Html::default();
//! assert_eq!(
//!     html.render(detector.spans(text)).to_string(),
//!     "1 &lt; 2, says <a href=\"https://xn--bcher-kva.de/a?b&amp;c\" rel=\"nofollow noopener\">\
//!      <bdi>bücher.de/a?b&amp;c</bdi></a>."
//! );
//! assert_eq!(
//!     Markdown::default().render(detector.spans(text)).to_string(),
//!     "1 \\< 2, says [bücher.de/a?b\\&c](https://xn--bcher-kva.de/a?b&amp;c)."
//! );
//! ```

mod anchor;
mod by_name;
mod caption;
mod html;
mod isolate;
mod markdown;
mod marks;
#[cfg(feature = "bidi")]
mod ordered;
mod plain;
mod preceding;
mod terminal;

pub use crate::text::escape::{escape_bidi, escape_html, escaped_html};
pub use anchor::Anchor;
pub use caption::Caption;
pub use html::{Href, Html, Title};
pub use isolate::Isolate;
pub use markdown::{Markdown, destination};
pub use marks::{Defanged, Marks};
#[cfg(feature = "bidi")]
pub use ordered::Ordered;
pub use plain::Plain;
pub use preceding::Preceding;
pub use terminal::{Terminal, printable};

use core::fmt::{self, Write};

use crate::link::{Link, Span};

/// Writes text and links in a format.
///
/// Implement the two required methods to add your own format.
///
/// ```
/// use linkspan::{Detector, Link, render::Renderer};
/// use std::fmt::{self, Write};
///
/// struct Wiki;
/// impl Renderer for Wiki {
///     fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
///         out.write_str(text)
///     }
///     fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
///         write!(out, "[[{}|{link}]]", link.href())
///     }
/// }
/// let made = Wiki.render(Detector::uts58().spans("see a.com")).to_string();
/// assert_eq!(made, "see [[https://a.com/|a.com]]");
/// ```
pub trait Renderer {
    /// Writes text that is not linked. `before` is the preceding character; `None` at the start.
    ///
    /// # Errors
    ///
    /// Only the errors of `out`.
    ///
    /// ```
    /// use linkspan::render::{Markdown, Renderer};
    ///
    /// let mut out = String::new();
    /// Markdown::default().text("# a", None, &mut out)?;
    /// Markdown::default().text("# a", Some('b'), &mut out)?;
    /// assert_eq!(out, "\\# a# a", "only the first is at the start of a line");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    fn text(&self, text: &str, before: Option<char>, out: &mut dyn Write) -> fmt::Result;

    /// Writes a link.
    ///
    /// # Errors
    ///
    /// Only the errors of `out`.
    ///
    /// ```
    /// use linkspan::{Detector, render::{Marks, Renderer}};
    ///
    /// let link = Detector::uts58().links("see a.com").next().unwrap();
    /// let mut out = String::new();
    /// Marks.link(&link, &mut out)?;
    /// assert_eq!(out, "⸠a.com⸡");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result;

    /// Writes all spans of a text.
    ///
    /// # Errors
    ///
    /// Only the errors of `out`.
    ///
    /// ```
    /// use linkspan::{Detector, render::{Marks, Renderer}};
    ///
    /// let mut out = String::from("> ");
    /// Marks.write(Detector::uts58().spans("see a.com"), &mut out)?;
    /// assert_eq!(out, "> see ⸠a.com⸡");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    fn write<'t>(
        &self,
        spans: impl IntoIterator<Item = Span<'t>>,
        out: &mut dyn Write,
    ) -> fmt::Result
    where
        Self: Sized,
    {
        self.write_after(Preceding::default(), &mut spans.into_iter(), out)
            .map(drop)
    }

    /// Writes the spans of one piece of a longer text. `preceding` is what this returned for the
    /// previous piece ([`Preceding::default`] for the first).
    ///
    /// Cut the text where no link can continue, as [`stream::Cutter`](crate::stream::Cutter) does:
    /// a link that is split between pieces is written as two. For [`Markdown`], cut the text after
    /// line feeds: how it writes white space and `!` depends on what follows in the line. A
    /// `&dyn Renderer` has this method too.
    ///
    /// # Errors
    ///
    /// Only the errors of `out`.
    ///
    /// ```
    /// use linkspan::{Detector, render::{Markdown, Preceding, Renderer}};
    ///
    /// let (detector, markdown) = (Detector::uts58(), Markdown::default());
    /// let (mut out, mut preceding) = (String::new(), Preceding::default());
    /// for piece in ["1 + 1\n", "+ 1"] {
    ///     preceding = markdown.write_after(preceding, &mut detector.spans(piece), &mut out)?;
    /// }
    /// assert_eq!(out, "1 + 1\n\\+ 1");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    fn write_after<'t>(
        &self,
        preceding: Preceding,
        spans: &mut dyn Iterator<Item = Span<'t>>,
        out: &mut dyn Write,
    ) -> Result<Preceding, fmt::Error> {
        let mut preceding = preceding;
        for span in spans {
            match &span {
                Span::Text(text) => self.text(text, preceding.before(), out)?,
                Span::Link(link) => self.link(link, out)?,
            }
            preceding = preceding.after(span.text());
        }
        Ok(preceding)
    }

    /// Returns a [`Display`](fmt::Display) that writes the spans in this format. Nothing is written
    /// until it is formatted, and lazy spans such as those of
    /// [`Detector::spans`](crate::Detector::spans) search the text again each time. To write once,
    /// use [`write`](Self::write).
    ///
    /// ```
    /// use linkspan::{Detector, render::{Marks, Renderer}};
    ///
    /// let detector = Detector::uts58();
    /// assert_eq!(format!("<{}>", Marks.render(detector.spans("a.com"))), "<⸠a.com⸡>");
    /// ```
    fn render<'t, I>(&self, spans: I) -> Rendered<'_, Self, I>
    where
        Self: Sized,
        I: Iterator<Item = Span<'t>> + Clone,
    {
        Rendered {
            renderer: self,
            spans,
        }
    }
}

/// Spans in a format; see [`Renderer::render`].
///
/// ```
/// use linkspan::{Detector, render::{Defanged, Renderer}};
///
/// let detector = Detector::uts58();
/// let defanged = Defanged::default();
/// let rendered = defanged.render(detector.spans("see a.com"));
/// assert_eq!(rendered.to_string(), "see a[.]com");
/// ```
#[derive(Clone, Debug)]
pub struct Rendered<'r, R, I> {
    renderer: &'r R,
    spans: I,
}

impl<'t, R: Renderer, I: Iterator<Item = Span<'t>> + Clone> fmt::Display for Rendered<'_, R, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.renderer.write(self.spans.clone(), f)
    }
}
