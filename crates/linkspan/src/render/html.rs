//! HTML.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::isolate::{may_be_reordered, write_isolated};
use super::position::write_apart;
use super::{Anchor, Isolate, Label, Position, Renderer};
#[cfg(feature = "bidi")]
use crate::bidi::Layout;
use crate::link::{Kind, Link, Span};
use crate::text::Text;
use crate::text::escape::{escape_bidi, escape_html};

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
/// let html = Html::default()
///     .label(Label::Short(20))
///     .title(Title::Display)
///     .rel("ugc")
///     .target("_blank")
///     .class("link")
///     .each(|link, anchor| anchor.extra.push(("data-host".into(), link.host().into())));
/// let detector = Detector::uts58();
/// let spans = detector.spans("<b> https://example.com/a/long/path");
/// assert_eq!(
///     html.render(spans).to_string(),
///     "&lt;b&gt; <a href=\"https://example.com/a/long/path\" rel=\"ugc\" target=\"_blank\" \
///      class=\"link\" title=\"https://example.com/a/long/path\" data-host=\"example.com\">\
///      <bdi>example.com/a/long/…</bdi></a>"
/// );
/// ```
#[derive(Clone)]
pub struct Html<'a> {
    label: Label,
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
            label: Label::default(),
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
            .field("label", &self.label)
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
    /// Nothing.
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
    /// [`Link::href`]: ASCII only, as a browser writes it.
    #[default]
    Normalized,
    /// [`Link::href_typed`]: as it was typed, with a scheme.
    Typed,
}

impl<'a> Html<'a> {
    /// What people see of a link.
    #[must_use]
    pub fn label(mut self, label: Label) -> Self {
        self.label = label;
        self
    }

    /// The label that was set.
    pub(super) fn shown(&self) -> Label {
        self.label
    }

    /// The tooltip (`title`) of a link.
    #[must_use]
    pub fn title(mut self, title: Title) -> Self {
        self.title = title;
        self
    }

    /// The form of the address (`href`) of a link.
    #[must_use]
    pub fn href(mut self, href: Href) -> Self {
        self.href = href;
        self
    }

    /// The attribute `rel` of URLs; empty for none. The default is `nofollow noopener`, for text whose author
    /// is not known.
    #[must_use]
    pub fn rel(mut self, rel: impl Into<Cow<'a, str>>) -> Self {
        self.rel = rel.into();
        self
    }

    /// The attribute `target` of URLs; empty for none.
    #[must_use]
    pub fn target(mut self, target: impl Into<Cow<'a, str>>) -> Self {
        self.target = target.into();
        self
    }

    /// The attribute `class`; empty for none.
    #[must_use]
    pub fn class(mut self, class: impl Into<Cow<'a, str>>) -> Self {
        self.class = class.into();
        self
    }

    /// Whether the text of a link is kept apart from the direction of the text around it.
    #[must_use]
    pub fn isolate(mut self, isolate: Isolate) -> Self {
        self.isolate = isolate;
        self
    }

    /// What [`isolate`](Self::isolate) has set.
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

    /// The order of the fields of a link that has something from right to left in it, and is isolated. The default is
    /// [`Order::Constant`](crate::bidi::Order::Constant); [`Order::Plain`](crate::bidi::Order::Plain) leaves the order
    /// to the browser.
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

    /// A hook that sees each link before it is written, and may change its address, text and attributes, or
    /// [unlink](Anchor::unlink) it. The last one that is given counts.
    ///
    /// ```
    /// use linkspan::{Detector, render::{Html, Renderer}};
    ///
    /// let thumbnails = Html::default().rel("").each(|_, anchor| {
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
    pub fn each(mut self, hook: impl Fn(&Link<'_>, &mut Anchor) + Send + Sync + 'a) -> Self {
        self.each = Some(Arc::new(hook));
        self
    }

    /// A link as it will be written, after the hook has seen it. A file is not linked: it is nothing that a
    /// page can open.
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
        anchor.text = escape_bidi(&self.label.of(link)).into_owned();
        anchor.isolate = Some(self.isolate);
        // Only what a hook gives is refused; a scheme of the profile was chosen there.
        anchor = anchor.existing();
        if let Some(each) = &self.each {
            each(link, &mut anchor);
        }
        if link.kind() == Kind::File {
            anchor.unlink();
        }
        anchor
    }

    /// A link before a hook has seen it, without its text.
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

    /// The tags that keep a label apart from the text around it and its fields in order, each with the place in the
    /// label where it goes. Empty if the label is not isolated.
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

    /// The tags of a label with right-to-left characters, or none if their order is left to the browser.
    #[cfg(feature = "bidi")]
    fn ordered(&self, label: &str, kind: Kind) -> Vec<(usize, &'static str)> {
        self.bidi.link(label, kind).tags()
    }

    #[cfg(not(feature = "bidi"))]
    fn ordered(&self, _: &str, _: Kind) -> Vec<(usize, &'static str)> {
        Vec::new()
    }

    /// The label of a link as HTML, with the tags that keep it apart.
    fn write_label(&self, label: &str, kind: Kind, out: &mut dyn Write) -> fmt::Result {
        // Most labels.
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
        let label = self.label.of(link);
        let label = escape_bidi(&label);
        let is_linked = link.kind() != Kind::File;
        let anchor = if self.each.is_some() {
            let anchor = self.anchor(link);
            // What a hook says is not a link with fields.
            if !anchor.image.is_empty() || anchor.text != *label || !anchor.is_linked() && is_linked
            {
                return write!(out, "{anchor}");
            }
            anchor
        } else {
            self.without_text(link)
        };
        // A file is nothing that a page can open, but has fields.
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
        position: Position,
        spans: &mut dyn Iterator<Item = Span<'t>>,
        out: &mut dyn Write,
    ) -> Result<Position, fmt::Error> {
        write_apart(self, ["", ""], position, spans, out)
    }
}
