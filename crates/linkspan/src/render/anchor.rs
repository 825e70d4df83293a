//! A link as it is about to be written in HTML.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::Isolate;
use super::isolate::write_isolated;
use crate::link::scheme::has_dangerous_scheme;
use crate::text::escape::escape_html;

/// A link as it is about to be written in HTML: what a [hook](super::Html::each) sees and may change.
///
/// Everything is escaped when it is written. An address whose scheme runs code or reads local files
/// (`javascript:`, `data:`, `vbscript:`, `file:`, however they are written) is refused: a link that a hook
/// gives such an address is not made, and its text stays.
///
/// ```
/// use linkspan::{Detector, format::encode_component, render::{Html, Renderer}};
///
/// let redirector = Html::default().rel("").each(|_, anchor| {
///     anchor.href = format!("https://out.example/?u={}", encode_component(&anchor.href));
/// });
/// let made = redirector.render(Detector::uts58().spans("see a.com/b?c")).to_string();
/// assert_eq!(made, "see <a href=\"https://out.example/?u=https%3A%2F%2Fa.com%2Fb%3Fc\"><bdi>a.com/b?c</bdi></a>");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Anchor {
    /// Where the link leads.
    pub href: String,
    /// What people see of it.
    pub text: String,
    /// The address of an image that is shown instead, with the text as its `alt`; empty for none.
    pub image: String,
    /// `rel`; empty for none.
    pub rel: String,
    /// `target`; empty for none.
    pub target: String,
    /// `class`; empty for none.
    pub class: String,
    /// `title`; empty for none.
    pub title: String,
    /// Other attributes, by name. What cannot be a name in HTML is left out, and so is the name of an attribute
    /// above.
    pub extra: Vec<(String, String)>,
    /// Whether the text stays text.
    unlinked: bool,
    /// Whether the text is kept apart from the direction of the text around it; not if nothing is said.
    pub(super) isolate: Option<Isolate>,
    /// An address that may have any scheme: the profile has said so.
    trusted: Option<String>,
}

/// The names of attributes that have their own place.
const NAMED: [&str; 5] = ["href", "rel", "target", "class", "title"];

impl Anchor {
    /// A link that leads to `href` and shows `text`.
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

    /// Makes no link: only the text is written.
    ///
    /// ```
    /// use linkspan::{Detector, render::{Html, Renderer}};
    ///
    /// let html = Html::default().rel("").each(|link, anchor| {
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

    /// Whether a link is made: it was not [unlinked](Self::unlink), and its addresses are safe to follow.
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

    /// The same link as one that is there already: its present address is accepted even if its scheme is
    /// dangerous, but no other such address.
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

    /// Writes the start tag, whether or not the link [should be made](Self::is_linked).
    ///
    /// # Errors
    ///
    /// Only those of `out`.
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

    /// Writes what people see of the link.
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

/// Whether a text is the name of an attribute.
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
