//! The HTML renderer.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::isolate::{may_be_reordered, write_isolated};
use super::preceding::write_apart;
use super::{Anchor, Caption, Isolate, Preceding, Renderer};
#[cfg(feature = "bidi")]
use crate::bidi::Layout;
use crate::link::{Kind, Link, Span};
use crate::text::Text;
use crate::text::escape::{escape_bidi, escape_html};

/// Writes text as HTML, with links as `a` elements.
///
/// All text is escaped, in attributes and outside of them, so no input can add elements or
/// attributes. Line endings are kept; NUL, which HTML cannot contain, becomes U+FFFD, and so does a
/// control that reorders text and would be nested more than 16 deep. The input must be plain text:
/// markup in it is escaped, not interpreted. To add links to existing HTML, use the crate
/// `linkspan-rewrite`.
///
/// File names are written as text, because a page cannot open them. An address set by a
/// [hook](Self::on_link) must not have a scheme that runs code; the address of a link that the profile
/// allows is written as it is. Takes linear time and allocates a few strings for each link.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Html, Caption, Renderer, Title};
///
/// let html = Html::default()
///     .caption(Caption::Short(20))
///     .title(Title::Display)
///     .rel("ugc")
///     .target("_blank")
///     .class("link")
///     .on_link(|link, anchor| anchor.extra.push(("data-kind".into(), link.kind().as_str().into())));
/// let detector = Detector::uts58();
/// let spans = detector.spans("<b> https://example.com/a/long/path");
/// assert_eq!(
///     html.render(spans).to_string(),
///     "&lt;b&gt; <a href=\"https://example.com/a/long/path\" rel=\"ugc\" target=\"_blank\" \
///      class=\"link\" title=\"https://example.com/a/long/path\" data-kind=\"url\">\
///      <bdi>example.com/a/long/…</bdi></a>"
/// );
/// ```
#[derive(Clone)]
pub struct Html<'a> {
    caption: Caption,
    title: Title,
    href: Href,
    rel: Cow<'a, str>,
    target: Cow<'a, str>,
    class: Cow<'a, str>,
    isolate: Isolate,
    #[cfg(feature = "bidi")]
    bidi: Layout,
    each: Option<Arc<Hook<'a>>>,
}

type Hook<'a> = dyn Fn(&Link<'_>, &mut Anchor) + Send + Sync + 'a;

impl Default for Html<'_> {
    fn default() -> Self {
        Self {
            caption: Caption::default(),
            title: Title::default(),
            href: Href::default(),
            rel: Cow::Borrowed("nofollow noopener"),
            target: Cow::Borrowed(""),
            class: Cow::Borrowed(""),
            isolate: Isolate::default(),
            #[cfg(feature = "bidi")]
            bidi: Layout::default(),
            each: None,
        }
    }
}

impl fmt::Debug for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Html")
            .field("caption", &self.caption)
            .field("title", &self.title)
            .field("href", &self.href)
            .field("rel", &self.rel)
            .field("target", &self.target)
            .field("class", &self.class)
            .field("isolate", &self.isolate)
            .finish_non_exhaustive()
    }
}

/// The tooltip (`title`) of a link.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Html, Renderer, Title};
///
/// let html = Html::default().title(Title::Display).rel("");
/// let made = html.render(Detector::uts58().spans("xn--bcher-kva.de")).to_string();
/// assert_eq!(made, "<a href=\"https://xn--bcher-kva.de/\" title=\"bücher.de\"><bdi>xn--bcher-kva.de</bdi></a>");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Title {
    /// No tooltip.
    #[default]
    None,
    /// The [display form](Link::display), in full.
    Display,
}

/// The form of the address (`href`) of a link.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Href, Html, Renderer};
///
/// let html = Html::default().href(Href::Typed).rel("");
/// let made = html.render(Detector::uts58().spans("https://a.com")).to_string();
/// assert_eq!(made, "<a href=\"https://a.com\"><bdi>https://a.com</bdi></a>");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Href {
    /// [`Link::href`]: ASCII only, as a browser serializes it.
    #[default]
    Normalized,
    /// [`Link::href_typed`]: as typed, with a scheme.
    Typed,
}

impl<'a> Html<'a> {
    /// Sets the visible text of links.
    #[must_use]
    pub fn caption(mut self, caption: Caption) -> Self {
        self.caption = caption;
        self
    }

    /// The caption that was set.
    pub(super) fn shown(&self) -> Caption {
        self.caption
    }

    /// Sets the tooltip (`title`) of links.
    #[must_use]
    pub fn title(mut self, title: Title) -> Self {
        self.title = title;
        self
    }

    /// Sets the form of the address (`href`) of links.
    #[must_use]
    pub fn href(mut self, href: Href) -> Self {
        self.href = href;
        self
    }

    /// Sets the attribute `rel` of URLs; empty for none. The default is `nofollow noopener`, which
    /// is right for text of unknown authors.
    #[must_use]
    pub fn rel(mut self, rel: impl Into<Cow<'a, str>>) -> Self {
        self.rel = rel.into();
        self
    }

    /// Sets the attribute `target` of URLs; empty for none. The default is none.
    #[must_use]
    pub fn target(mut self, target: impl Into<Cow<'a, str>>) -> Self {
        self.target = target.into();
        self
    }

    /// Sets the attribute `class` of all links; empty for none. The default is none.
    #[must_use]
    pub fn class(mut self, class: impl Into<Cow<'a, str>>) -> Self {
        self.class = class.into();
        self
    }

    /// Sets whether the text of a link is isolated from the direction of the surrounding text.
    #[must_use]
    pub fn isolate(mut self, isolate: Isolate) -> Self {
        self.isolate = isolate;
        self
    }

    /// The value set by [`isolate`](Self::isolate).
    ///
    /// ```
    /// use linkspan::render::{Html, Isolate};
    ///
    /// assert_eq!(Html::default().isolation(), Isolate::Always);
    /// ```
    #[must_use]
    pub fn isolation(&self) -> Isolate {
        self.isolate
    }

    /// Sets the order of the fields of links that are isolated and contain right-to-left
    /// characters. The default is [`Order::Constant`](crate::bidi::Order::Constant);
    /// [`Order::Plain`](crate::bidi::Order::Plain) leaves the order to the browser.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    /// use linkspan::bidi::{Layout, Order};
    /// use linkspan::render::{Html, Renderer};
    ///
    /// let html = Html::default().rel("").bidi(Layout::default().order(Order::Plain));
    /// let made = html.render(Detector::uts58().spans("א.com")).to_string();
    /// assert_eq!(made, "<a href=\"https://xn--4db.com/\"><bdi>א.com</bdi></a>");
    /// ```
    #[cfg(feature = "bidi")]
    #[must_use]
    pub fn bidi(mut self, layout: Layout) -> Self {
        self.bidi = layout;
        self
    }

    /// Sets a hook that is called for each link before it is written. The hook can change the
    /// address, text and attributes, or [unlink](Anchor::unlink) the link. A second hook replaces
    /// the first.
    ///
    /// ```
    /// use linkspan::{Detector, render::{Html, Renderer}};
    ///
    /// let thumbnails = Html::default().rel("").on_link(|_, anchor| {
    ///     if anchor.href.ends_with(".png") {
    ///         anchor.image = anchor.href.clone();
    ///     }
    /// });
    /// assert_eq!(
    ///     thumbnails.render(Detector::uts58().spans("a.com/b.png")).to_string(),
    ///     "<a href=\"https://a.com/b.png\"><img src=\"https://a.com/b.png\" alt=\"a.com/b.png\"></a>"
    /// );
    /// ```
    #[must_use]
    pub fn on_link(mut self, hook: impl Fn(&Link<'_>, &mut Anchor) + Send + Sync + 'a) -> Self {
        self.each = Some(Arc::new(hook));
        self
    }

    /// The link as it will be written, after calling the hook. File names are unlinked, because a
    /// page cannot open them.
    ///
    /// ```
    /// use linkspan::{Detector, render::Html};
    ///
    /// let link = Detector::uts58().links("see a.com").next().unwrap();
    /// let anchor = Html::default().anchor(&link);
    /// assert_eq!(anchor.to_string(), "<a href=\"https://a.com/\" rel=\"nofollow noopener\"><bdi>a.com</bdi></a>");
    /// ```
    #[must_use]
    pub fn anchor(&self, link: &Link<'_>) -> Anchor {
        let mut anchor = self.without_text(link);
        anchor.text = escape_bidi(&self.caption.of(link)).into_owned();
        anchor.isolate = Some(self.isolate);
        // Only an address that a hook sets is refused; the profile has allowed its own schemes.
        anchor = anchor.existing();
        if let Some(each) = &self.each {
            each(link, &mut anchor);
        }
        if link.kind() == Kind::File {
            anchor.unlink();
        }
        anchor
    }

    /// A link before the hook is called, without its text.
    fn without_text(&self, link: &Link<'_>) -> Anchor {
        let href = match self.href {
            Href::Normalized => link.href(),
            Href::Typed => link.href_typed(),
        };
        let mut anchor = Anchor::new(href, "");
        anchor.class = self.class.to_string();
        if link.kind() == Kind::Url {
            anchor.rel = self.rel.to_string();
            anchor.target = self.target.to_string();
        }
        if self.title == Title::Display {
            anchor.title = link.display();
        }
        anchor
    }

    /// The tags that isolate a label from the surrounding text and keep its fields in order, each
    /// with its byte offset in the label. Empty if the label is not isolated. Use it to insert the
    /// tags into a label that is already HTML.
    ///
    /// ```
    /// use linkspan::{Kind, render::Html};
    ///
    /// assert_eq!(Html::default().tags("a.com", Kind::Url), [(0, "<bdi>"), (5, "</bdi>")]);
    /// ```
    #[must_use]
    pub fn tags(&self, label: &str, kind: Kind) -> Vec<(usize, &'static str)> {
        if !self.isolate.applies_to(label) {
            return Vec::new();
        }
        let plain = || alloc::vec![(0, "<bdi>"), (label.len(), "</bdi>")];
        if !may_be_reordered(label) {
            return plain();
        }
        let ordered = self.ordered(label, kind);
        if ordered.is_empty() { plain() } else { ordered }
    }

    /// The tags of a label with right-to-left characters; empty if their order is left to the
    /// browser.
    #[cfg(feature = "bidi")]
    fn ordered(&self, label: &str, kind: Kind) -> Vec<(usize, &'static str)> {
        self.bidi.link(label, kind).tags()
    }

    #[cfg(not(feature = "bidi"))]
    fn ordered(&self, _: &str, _: Kind) -> Vec<(usize, &'static str)> {
        Vec::new()
    }

    /// Writes the label of a link as HTML, with the tags that isolate it.
    fn write_label(&self, label: &str, kind: Kind, out: &mut dyn Write) -> fmt::Result {
        // The common case.
        if self.isolate == Isolate::Always && !may_be_reordered(label) {
            return write_isolated(label, out);
        }
        let mut done = 0;
        for (at, tag) in self.tags(label, kind) {
            escape_html(Text(label).slice(done, at), out)?;
            out.write_str(tag)?;
            done = at;
        }
        escape_html(Text(label).slice(done, label.len()), out)
    }
}

impl Renderer for Html<'_> {
    fn text(&self, text: &str, _: Option<char>, out: &mut dyn Write) -> fmt::Result {
        escape_html(text, out)
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        let caption = self.caption.of(link);
        let label = escape_bidi(&caption);
        let is_linked = link.kind() != Kind::File;
        let anchor = if self.each.is_some() {
            let anchor = self.anchor(link);
            // Text that a hook sets does not have the fields of a link.
            if !anchor.image.is_empty() || anchor.text != *label || !anchor.is_linked() && is_linked
            {
                return write!(out, "{anchor}");
            }
            anchor
        } else {
            self.without_text(link)
        };
        // A page cannot open a file, but the name still has fields.
        if !is_linked && !may_be_reordered(&label) {
            return escape_html(&label, out);
        }
        if !is_linked {
            return self.write_label(&label, link.kind(), out);
        }
        anchor.open(out)?;
        self.write_label(&label, link.kind(), out)?;
        out.write_str("</a>")
    }

    fn write_after<'t>(
        &self,
        preceding: Preceding,
        spans: &mut dyn Iterator<Item = Span<'t>>,
        out: &mut dyn Write,
    ) -> Result<Preceding, fmt::Error> {
        // After an open control, every link is reordered, whatever its letters.
        let marks = match self.isolate {
            Isolate::WhenReordered => ["<bdi>", "</bdi>"],
            Isolate::Always | Isolate::Never => ["", ""],
        };
        write_apart(self, marks, preceding, spans, out)
    }
}
