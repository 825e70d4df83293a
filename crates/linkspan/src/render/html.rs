//! HTML.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::{Label, Renderer};
use crate::bidi::Layout;
use crate::link::{Kind, Link};
use crate::text::escape::escape_html;

/// Text as HTML, with links as `a` elements.
///
/// Everything of the text is escaped, in attributes and outside of them: no input makes an element
/// or an attribute that is not asked for here. A line ending stays a line ending; a NUL, which HTML
/// cannot have, becomes U+FFFD.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Html, Label, Renderer, Title};
///
/// let html = Html {
///     label: Label::Short(20),
///     title: Title::Display,
///     rel: "ugc",
///     target: "_blank",
///     class: "link",
///     customize: Some(&|link, attributes| {
///         attributes.extra.push(("data-host".into(), link.host().into()));
///     }),
///     ..Html::default()
/// };
/// let detector = Detector::uts58();
/// let spans = detector.spans("<b> https://example.com/a/long/path");
/// assert_eq!(
///     html.render(spans).to_string(),
///     "&lt;b&gt; <a href=\"https://example.com/a/long/path\" rel=\"ugc\" target=\"_blank\" \
///      class=\"link\" title=\"https://example.com/a/long/path\" data-host=\"example.com\">\
///      example.com/a/long/…</a>"
/// );
/// ```
#[derive(Clone, Copy)]
pub struct Html<'a> {
    /// What people see of a link.
    pub label: Label,
    /// The tooltip (`title`) of a link.
    pub title: Title,
    /// The attribute `rel` of URLs; empty for none. The default is `nofollow noopener`, for text
    /// whose author is not known.
    pub rel: &'a str,
    /// The attribute `target` of URLs; empty for none.
    pub target: &'a str,
    /// The attribute `class`; empty for none.
    pub class: &'a str,
    /// Shows the fields of links in a predictable order in bidirectional text.
    pub bidi: Option<Layout>,
    /// Changes the attributes of a link.
    pub customize: Option<Customize<'a>>,
}

type Customize<'a> = &'a (dyn Fn(&Link<'_>, &mut Attributes) + Sync);

impl Default for Html<'_> {
    fn default() -> Self {
        Self {
            label: Label::default(),
            title: Title::default(),
            rel: "nofollow noopener",
            target: "",
            class: "",
            bidi: None,
            customize: None,
        }
    }
}

impl fmt::Debug for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Html")
            .field("label", &self.label)
            .field("title", &self.title)
            .field("rel", &self.rel)
            .field("target", &self.target)
            .field("class", &self.class)
            .field("bidi", &self.bidi)
            .finish_non_exhaustive()
    }
}

/// The tooltip (`title`) of a link.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Html, Renderer, Title};
///
/// let html = Html { title: Title::Display, rel: "", ..Html::default() };
/// let made = html.render(Detector::uts58().spans("xn--bcher-kva.de")).to_string();
/// assert_eq!(made, "<a href=\"https://xn--bcher-kva.de/\" title=\"bücher.de\">xn--bcher-kva.de</a>");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Title {
    /// Nothing.
    #[default]
    None,
    /// The [display form](Link::display), in full.
    Display,
}

/// The attributes of a link, besides `href`.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Attributes, Html, Renderer};
///
/// let intern = |_: &linkspan::Link<'_>, attributes: &mut Attributes| attributes.rel.clear();
/// let html = Html { customize: Some(&intern), ..Html::default() };
/// let made = html.render(Detector::uts58().spans("a.com")).to_string();
/// assert_eq!(made, "<a href=\"https://a.com/\">a.com</a>");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// `rel`; empty for none.
    pub rel: String,
    /// `target`; empty for none.
    pub target: String,
    /// `class`; empty for none.
    pub class: String,
    /// `title`; empty for none.
    pub title: String,
    /// Others, by name. A name that is not letters, digits, `-`, `_` or `:` is left out, and so is
    /// one of those above, and `href`.
    pub extra: Vec<(String, String)>,
}

/// The names of attributes that have their own place.
const NAMED: [&str; 5] = ["href", "rel", "target", "class", "title"];

impl Html<'_> {
    /// Writes the start tag of a link.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    ///
    /// ```
    /// use linkspan::{Detector, render::Html};
    ///
    /// let link = Detector::uts58().links("see a.com").next().unwrap();
    /// let mut tag = String::new();
    /// Html::default().open(&link, &mut tag)?;
    /// assert_eq!(tag, "<a href=\"https://a.com/\" rel=\"nofollow noopener\">");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn open(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        let mut attributes = Attributes {
            class: self.class.to_string(),
            ..Attributes::default()
        };
        if link.kind() == Kind::Url {
            attributes.rel = self.rel.to_string();
            attributes.target = self.target.to_string();
        }
        if self.title == Title::Display {
            attributes.title = link.display();
        }
        if let Some(customize) = self.customize {
            customize(link, &mut attributes);
        }
        out.write_str("<a href=\"")?;
        escape_html(&link.href(), out)?;
        out.write_char('"')?;
        let [_, named @ ..] = NAMED;
        let Attributes {
            rel,
            target,
            class,
            title,
            extra,
        } = &attributes;
        for (name, value) in named.into_iter().zip([rel, target, class, title]) {
            if !value.is_empty() {
                attribute(name, value, out)?;
            }
        }
        let is_name = |name: &str| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':');
            !name.is_empty() && name.chars().all(is_part)
        };
        for (name, value) in extra {
            let is_named = NAMED.iter().any(|named| named.eq_ignore_ascii_case(name));
            if is_name(name) && !is_named {
                attribute(name, value, out)?;
            }
        }
        out.write_char('>')
    }
}

fn attribute(name: &str, value: &str, out: &mut dyn Write) -> fmt::Result {
    write!(out, " {name}=\"")?;
    escape_html(value, out)?;
    out.write_char('"')
}

impl Renderer for Html<'_> {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        escape_html(text, out)
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        let label = self.label.of(link);
        let shown: String = match self.bidi {
            Some(layout) => layout.link(&label, link.kind()).html(),
            None => {
                let mut escaped = String::with_capacity(label.len());
                escape_html(&label, &mut escaped)?;
                escaped
            }
        };
        // A file is nothing that a page can open.
        if link.kind() == Kind::File {
            return out.write_str(&shown);
        }
        self.open(link, out)?;
        out.write_str(&shown)?;
        out.write_str("</a>")
    }
}
