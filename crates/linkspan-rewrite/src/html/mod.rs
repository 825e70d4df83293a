//! Adds links to existing HTML.

mod css;
mod elements;
mod existing;
mod insertion;
mod reader;
mod select;
mod targets;
mod tree;
mod tree_check;
mod tree_text;

pub(crate) use elements::is_block;
pub(crate) use reader::read;
pub(crate) use targets::targets;

use std::borrow::Cow;

use linkspan::render::{Anchor, Caption, Html, Isolate, Preceding, escape_bidi};
use linkspan::{Detector, Kind};

use crate::report::{LeftAlone, Rewritten};
use crate::splice::{self, Edit};
use crate::templates::Templates;
use crate::visible::VisibleText;
use insertion::Insertion;
use tree_check::{Candidates, harmful};

/// Adds links to the text of an HTML page, and leaves every other byte unchanged.
///
/// No links are added in `a`, `code`, `pre`, `script`, `style`, `textarea` and a few more elements,
/// or in expressions of templates (`{{…}}`, `{%…%}`). `renderer` sets the attributes of links; its
/// label is ignored, because the visible text is that of the page, unless a hook changes it.
///
/// The page need not be well formed: after an unclosed element that must not contain links, no
/// links are added, and a page that cannot be parsed is returned unchanged. The whole page is held
/// in memory. To learn which links were left alone and why, use [`HtmlRewriter::rewritten`].
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::Html;
///
/// let html = Html::default().rel("");
/// let made = |page: &str| {
///     let made = linkspan_rewrite::html(page.as_bytes(), &Detector::uts58(), &html);
///     String::from_utf8(made).unwrap()
/// };
/// assert_eq!(made("<b>a.com</b>"), "<b><a href=\"https://a.com/\">a.com</a></b>");
/// // What a reader sees as one name is not torn apart.
/// assert_eq!(made("exam<b>ple.com</b>"), "exam<b>ple.com</b>");
/// ```
#[must_use]
pub fn html(source: &[u8], detector: &Detector, renderer: &Html<'_>) -> Vec<u8> {
    HtmlRewriter::new(detector, renderer).rewrite(source)
}

/// Extracts the text of a page that a reader sees, with line breaks around blocks, images and other
/// content that is not inline text.
///
/// Scripts and style sheets are omitted; the title and the content of `noscript` are included.
/// Invalid UTF-8 becomes U+FFFD. A page that cannot be parsed is returned as it is, including its
/// markup, so escape the result before you write it into HTML.
///
/// ```
/// let page = b"<title>a</title><p>b &amp; c<p>d<script>e</script>";
/// let text = linkspan_rewrite::html_text(page);
/// assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["a", "b", "&", "c", "d"]);
/// ```
#[must_use]
pub fn html_text(source: &[u8]) -> String {
    let page = String::from_utf8_lossy(source);
    read(&page, &[]).map_or_else(|| page.into_owned(), VisibleText::into_text)
}

/// Adds links to existing HTML, with options.
///
/// ```
/// use linkspan::{Detector, Profile, render::Html};
/// use linkspan_rewrite::HtmlRewriter;
///
/// let detector = Detector::new(Profile::recommended());
/// let html = Html::default();
/// let rewriter = HtmlRewriter::new(&detector, &html)
///     .skip_tags(["blockquote"])
///     .existing(|anchor| anchor.rel = "nofollow".into());
/// let page = "<blockquote>a.com</blockquote> <a href='/b' id=c>d</a>";
/// assert_eq!(
///     rewriter.rewrite_str(page),
///     "<blockquote>a.com</blockquote> <a href=\"/b\" rel=\"nofollow\" id=\"c\">d</a>"
/// );
/// ```
#[derive(Clone)]
pub struct HtmlRewriter<'a> {
    detector: &'a Detector,
    html: Html<'a>,
    skipped: Vec<String>,
    existing: Option<std::rc::Rc<existing::Hook<'a>>>,
}

impl<'a> HtmlRewriter<'a> {
    /// Adds the links of a detector, with the attributes and the hook of `html`.
    #[must_use]
    pub fn new(detector: &'a Detector, html: &Html<'a>) -> Self {
        Self {
            detector,
            // The visible text is that of the page.
            html: html.clone().caption(Caption::Typed),
            skipped: Vec::new(),
            existing: None,
        }
    }

    /// Sets further elements to leave alone, by name, in addition to those that cannot contain
    /// links.
    ///
    /// ```
    /// use linkspan::{Detector, render::Html};
    /// use linkspan_rewrite::HtmlRewriter;
    ///
    /// let (detector, html) = (Detector::uts58(), Html::default().rel(""));
    /// let rewriter = HtmlRewriter::new(&detector, &html).skip_tags(["H1", "q"]);
    /// let page = "<h1>a.com</h1> <q>b.com</q>";
    /// assert_eq!(rewriter.rewrite_str(page), page);
    /// ```
    #[must_use]
    pub fn skip_tags<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let names = names.into_iter();
        self.skipped
            .extend(names.map(|name| name.as_ref().to_ascii_lowercase()));
        self
    }

    /// Sets a hook that is called for each link that is already in the page: every `a` element with
    /// an `href` that is not inside another one. It can change the address, text and attributes, or
    /// [unlink](Anchor::unlink) the element, which keeps its content. An unchanged element stays as
    /// it is, byte for byte.
    ///
    /// ```
    /// use linkspan::{Detector, render::Html};
    /// use linkspan_rewrite::HtmlRewriter;
    ///
    /// let (detector, html) = (Detector::uts58(), Html::default());
    /// let rewriter = HtmlRewriter::new(&detector, &html).existing(|anchor| {
    ///     if anchor.href.starts_with("http:") {
    ///         anchor.unlink();
    ///     }
    /// });
    /// let page = "<a href=http://a.com><b>x</b></a> <A HREF='https://b.com'>y</A>";
    /// assert_eq!(rewriter.rewrite_str(page), "<b>x</b> <A HREF='https://b.com'>y</A>");
    /// ```
    #[must_use]
    pub fn existing(mut self, hook: impl Fn(&mut Anchor) + 'a) -> Self {
        self.existing = Some(std::rc::Rc::new(hook));
        self
    }

    /// Adds links to a page. Borrows the page if nothing changes.
    ///
    /// ```
    /// use linkspan::{Detector, render::Html};
    /// use linkspan_rewrite::HtmlRewriter;
    ///
    /// let (detector, html) = (Detector::uts58(), Html::default().rel(""));
    /// let made = HtmlRewriter::new(&detector, &html).rewrite_str("<i>a.com");
    /// assert_eq!(made, "<i><a href=\"https://a.com/\">a.com</a>");
    /// ```
    #[must_use]
    pub fn rewrite_str<'p>(&self, page: &'p str) -> Cow<'p, str> {
        let edits = self.edits(page.as_bytes(), page, &mut Rewritten::default());
        if edits.is_empty() {
            return Cow::Borrowed(page);
        }
        // UTF-8 stays UTF-8.
        let made = String::from_utf8(splice::apply_edits(page.as_bytes(), &edits));
        made.map_or(Cow::Borrowed(page), Cow::Owned)
    }

    /// Adds links to a page given as bytes. Bytes that are not UTF-8 stay in place.
    ///
    /// ```
    /// use linkspan::{Detector, render::Html};
    /// use linkspan_rewrite::HtmlRewriter;
    ///
    /// let (detector, html) = (Detector::uts58(), Html::default().rel(""));
    /// let made = HtmlRewriter::new(&detector, &html).rewrite(b"\xFF a.com");
    /// assert_eq!(made, b"\xFF <a href=\"https://a.com/\">a.com</a>");
    /// ```
    #[must_use]
    pub fn rewrite(&self, source: &[u8]) -> Vec<u8> {
        match std::str::from_utf8(source) {
            Ok(page) => self.rewrite_str(page).into_owned().into_bytes(),
            Err(_) => self.rewritten(source).page,
        }
    }

    /// Whether a page may change. For a short page, setting up the parsers costs more than this
    /// check: a link never contains markup, so it can be recognized without them.
    fn may_change(&self, page: &str) -> bool {
        self.existing.is_some() || page.contains('&') || self.detector.may_have_links(page)
    }

    /// Adds links to a page, and reports how many were added and why others were left alone.
    ///
    /// ```
    /// use linkspan::{Detector, render::Html};
    /// use linkspan_rewrite::{HtmlRewriter, LeftAlone};
    ///
    /// let (detector, html) = (Detector::uts58(), Html::default());
    /// let rewritten = HtmlRewriter::new(&detector, &html).rewritten(b"<p>a.com b<b>.com</b>");
    /// assert_eq!(rewritten.made, 1);
    /// assert_eq!(rewritten.left_alone[&LeftAlone::Markup], 1);
    /// ```
    #[must_use]
    pub fn rewritten(&self, source: &[u8]) -> Rewritten {
        let mut rewritten = Rewritten::default();
        let edits = self.edits(source, &splice::as_text(source), &mut rewritten);
        rewritten.page = splice::apply_edits(source, &edits);
        rewritten
    }

    /// The edits of a page, in order; also reports about its links. `text` is the source as text.
    fn edits(&self, source: &[u8], text: &str, rewritten: &mut Rewritten) -> Vec<Edit> {
        if !self.may_change(text) {
            return Vec::new();
        }
        let has_markup = text.contains(['<', '&']);
        let shown = if has_markup {
            reader::read(text, &self.skipped)
        } else {
            Some(VisibleText::plain(text))
        };
        // A page that the parser gives up on stays unchanged.
        let Some(shown) = shown else {
            return Vec::new();
        };
        let mut links = self.links(source, text, &shown, rewritten);
        let hook = self.existing.as_deref().filter(|_| has_markup);
        let mut changes = hook.map_or_else(Vec::new, |hook| {
            existing::changes(text, &self.skipped, hook)
        });
        if has_markup {
            let candidates = Candidates {
                links: &links,
                changes: &changes,
            };
            let harmful = harmful(text, candidates);
            let mut number = 0;
            let mut is_kept = || {
                number += 1;
                !harmful.contains(&(number - 1))
            };
            links.retain(|_| is_kept());
            changes.retain(|_| is_kept());
            harmful
                .iter()
                .for_each(|_| rewritten.leave(LeftAlone::Parsers));
        }
        rewritten.made = links.iter().filter(|link| link.is_linked).count();
        let changes = changes.into_iter().flat_map(|change| change.edits);
        let links = links.into_iter().flat_map(Insertion::edits);
        let mut edits: Vec<Edit> = changes.chain(links).collect();
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        edits
    }

    /// The links that can be added, provided that nothing else in the page changes.
    fn links(
        &self,
        source: &[u8],
        text: &str,
        shown: &VisibleText,
        rewritten: &mut Rewritten,
    ) -> Vec<Insertion> {
        let html = self.html_for(text, shown.as_str());
        let templates = Templates::of(text);
        let mut links = Vec::new();
        let (mut preceding, mut done) = (Preceding::default(), 0);
        for link in self.detector.links(shown.as_str()) {
            let between = shown.as_str().get(done..link.start());
            preceding = preceding.after(between.unwrap_or_default());
            done = link.start();
            if link.kind() == Kind::File || shown.is_closed(&link.range()) {
                continue;
            }
            let range = shown.source(&link.range());
            if range.as_ref().is_some_and(|range| templates.touch(range)) {
                continue;
            }
            // A `<` that is not a tag could become one before `</a>`.
            let range = range.filter(|range| {
                let typed = text.get(range.clone());
                typed.is_some_and(|typed| !typed.contains('<'))
            });
            let made = match range {
                None => Err(LeftAlone::Markup),
                Some(range) if splice::touches_invalid(source, &range) => Err(LeftAlone::Bytes),
                // It cannot be isolated.
                Some(_) if preceding.is_deep() => Err(LeftAlone::Reordered),
                Some(range) => Insertion::new(&link, &range, &html, shown),
            };
            match made {
                Ok(made) => links.extend(made),
                Err(why) => rewritten.leave(why),
            }
        }
        links
    }

    /// How links are written in a page. Without anything right-to-left, nothing can reverse a link;
    /// with a control or markup such as `dir`, any link can follow it.
    fn html_for(&self, page: &str, shown: &str) -> Html<'a> {
        let html = self.html.clone();
        match html.isolation() {
            Isolate::Always if !may_be_reordered(page, shown) => {
                html.isolate(Isolate::WhenReordered)
            }
            Isolate::WhenReordered if may_be_reversed(page, shown) => html.isolate(Isolate::Always),
            _ => html,
        }
    }
}

/// Whether a page may contain anything right-to-left: letters, characters that reorder text, or
/// markup.
fn may_be_reordered(page: &str, shown: &str) -> bool {
    Isolate::WhenReordered.applies_to(shown) || may_be_reversed(page, shown)
}

/// Whether a page has something that reverses the text after it: a character that reorders text, or
/// markup.
fn may_be_reversed(page: &str, shown: &str) -> bool {
    if matches!(escape_bidi(shown), Cow::Owned(_)) {
        return true;
    }
    if !page.contains('<') {
        return false;
    }
    let markup = page.to_ascii_lowercase();
    let signs = ["rtl", "dir=", "dir =", "unicode-bidi"];
    signs.iter().any(|sign| markup.contains(sign))
}
