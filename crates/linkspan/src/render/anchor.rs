//! A link that is about to be written as HTML.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::Isolate;
use super::isolate::write_isolated;
use crate::link::scheme::has_dangerous_scheme;
use crate::text::escape::escape_html;

/// A link that is about to be written as HTML. A [hook](super::Html::on_link) can read and change it.
///
/// Everything is escaped when it is written. Addresses whose scheme runs code or reads local files
/// (`javascript:`, `data:`, `vbscript:`, `file:`, however they are spelled) are refused: if a hook
/// sets such an address, only the text of the link is written.
///
/// ```
/// use linkspan::{Detector, format::encode_component, render::{Html, Renderer}};
///
/// let redirector = Html::default().rel("").on_link(|_, anchor| {
///     anchor.href = format!("https://out.example/?u={}", encode_component(&anchor.href));
/// });
/// let made = redirector.render(Detector::uts58().spans("see a.com/b?c")).to_string();
/// assert_eq!(made, "see <a href=\"https://out.example/?u=https%3A%2F%2Fa.com%2Fb%3Fc\"><bdi>a.com/b?c</bdi></a>");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Anchor {
    /// The address of the link.
    pub href: String,
    /// The visible text of the link.
    pub text: String,
    /// The address of an image to show instead of the text, which becomes its `alt`; empty for
    /// none.
    pub image: String,
    /// The attribute `rel`; empty for none.
    pub rel: String,
    /// The attribute `target`; empty for none.
    pub target: String,
    /// The attribute `class`; empty for none.
    pub class: String,
    /// The attribute `title`; empty for none.
    pub title: String,
    /// Other attributes, by name. Values are escaped, but names are not restricted: `onclick` is
    /// written and runs code, so never take names from untrusted input. Names that are not valid in
    /// HTML, and those of the attributes above, are ignored.
    pub extra: Vec<(String, String)>,
    /// Whether only the text is written.
    unlinked: bool,
    /// Whether the text is isolated from the direction of the surrounding text; `None` means no.
    pub(super) isolate: Option<Isolate>,
    /// An address that may have any scheme, because the profile allows it.
    trusted: Option<String>,
}

/// The names of the attributes with a field of their own.
const NAMED: [&str; 5] = ["href", "rel", "target", "class", "title"];

impl Anchor {
    /// A link to `href` that shows `text`, without other attributes.
    ///
    /// ```
    /// use linkspan::render::Anchor;
    ///
    /// let anchor = Anchor::new("/user/anna", "<Anna>");
    /// assert_eq!(anchor.to_string(), "<a href=\"/user/anna\">&lt;Anna&gt;</a>");
    /// assert_eq!(Anchor::new("JavaScript:alert(1)", "Anna").to_string(), "Anna");
    /// ```
    #[must_use]
    pub fn new(href: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            href: href.into(),
            text: text.into(),
            ..Self::default()
        }
    }

    /// Turns the link into text: only its visible text is written.
    ///
    /// ```
    /// use linkspan::{Detector, render::{Html, Renderer}};
    ///
    /// let html = Html::default().rel("").on_link(|link, anchor| {
    ///     if !link.is_below("example.com") {
    ///         anchor.unlink();
    ///     }
    /// });
    /// let made = html.render(Detector::uts58().spans("a.com Example.com.")).to_string();
    /// assert_eq!(made, "a.com <a href=\"https://example.com/\"><bdi>Example.com</bdi></a>.");
    /// ```
    pub fn unlink(&mut self) {
        self.unlinked = true;
    }

    /// Whether a link is written: it was not [unlinked](Self::unlink), and its addresses are safe
    /// to follow.
    ///
    /// ```
    /// use linkspan::render::Anchor;
    ///
    /// assert!(Anchor::new("https://a.com/", "a.com").is_linked());
    /// assert!(!Anchor::new(" java\nscript:alert(1)", "a.com").is_linked());
    /// ```
    #[must_use]
    pub fn is_linked(&self) -> bool {
        let is_trusted = self.trusted.as_ref() == Some(&self.href);
        let is_safe = is_trusted || !has_dangerous_scheme(&self.href);
        !self.unlinked && is_safe && !has_dangerous_scheme(&self.image)
    }

    /// Accepts the current address even if its scheme is dangerous, for a link that is already in a
    /// page that you trust. A dangerous address that is set later is still refused.
    ///
    /// ```
    /// use linkspan::render::Anchor;
    ///
    /// let mut anchor = Anchor::new("javascript:a()", "a").existing();
    /// assert!(anchor.is_linked());
    /// anchor.href = "javascript:b()".into();
    /// assert!(!anchor.is_linked());
    /// ```
    #[must_use]
    pub fn existing(mut self) -> Self {
        if has_dangerous_scheme(&self.href) {
            self.trusted = Some(self.href.clone());
        }
        self
    }

    /// Writes the start tag, whether or not the link [should be written](Self::is_linked).
    ///
    /// # Errors
    ///
    /// Only the errors of `out`.
    ///
    /// ```
    /// use linkspan::render::Anchor;
    ///
    /// let mut tag = String::new();
    /// Anchor::new("/?a&b", "").open(&mut tag)?;
    /// assert_eq!(tag, "<a href=\"/?a&amp;b\">");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn open(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str("<a href=\"")?;
        escape_html(&self.href, out)?;
        out.write_char('"')?;
        let [_, named @ ..] = NAMED;
        let values = [&self.rel, &self.target, &self.class, &self.title];
        for (name, value) in named.into_iter().zip(values) {
            if !value.is_empty() {
                attribute(name, value, out)?;
            }
        }
        for (name, value) in &self.extra {
            let is_named = NAMED.iter().any(|named| named.eq_ignore_ascii_case(name));
            if is_name(name) && !is_named {
                attribute(name, value, out)?;
            }
        }
        out.write_char('>')
    }

    /// Writes the visible content of the link.
    fn content(&self, out: &mut dyn Write) -> fmt::Result {
        if self.image.is_empty() {
            let isolates = |isolate: Isolate| isolate.applies_to(&self.text);
            return match self.isolate.is_some_and(isolates) {
                true => write_isolated(&self.text, out),
                false => escape_html(&self.text, out),
            };
        }
        out.write_str("<img")?;
        attribute("src", &self.image, out)?;
        attribute("alt", &self.text, out)?;
        out.write_char('>')
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_linked() {
            return escape_html(&self.text, f);
        }
        self.open(f)?;
        self.content(f)?;
        f.write_str("</a>")
    }
}

/// Whether a string is a valid name of an attribute.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| {
        !c.is_control()
            && !c.is_whitespace()
            && !matches!(c, '"' | '\'' | '`' | '<' | '>' | '/' | '=')
    };
    !name.is_empty() && name.chars().all(is_part)
}

fn attribute(name: &str, value: &str, out: &mut dyn Write) -> fmt::Result {
    out.write_char(' ')?;
    out.write_str(name)?;
    out.write_str("=\"")?;
    escape_html(value, out)?;
    out.write_char('"')
}
