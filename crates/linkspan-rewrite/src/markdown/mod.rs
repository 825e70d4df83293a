//! Adds links to existing Markdown.

mod blocks;
mod reader;
mod style;
mod targets;

use std::ops::Range;

use linkspan::render::{Anchor, Html, Markdown, Preceding, Renderer, destination, escape_bidi};
use linkspan::{Detector, Kind, Link, Part};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::mdx;
use crate::nesting::is_too_deep;
use crate::report::{LeftAlone, Rewritten};
use crate::splice::{self, Edit};
use crate::templates::Templates;
use reader::{code, formulas, options, read};
use style::Flavor;
pub use style::LinkStyle;

/// Adds links to the text of a Markdown document, and leaves every other byte unchanged.
///
/// No links are added in code, links, autolinks, images, HTML blocks, `a` elements and similar
/// ones, expressions of templates (`{{…}}`, `{%…%}`), and metadata at the start of a document. A
/// URL that is written in full becomes an autolink, anything else `[text](target)`.
///
/// The document is read as CommonMark with tables, footnotes, strikethrough and task lists. A
/// document with more than about a hundred nested quotes and lists stays unchanged.
///
/// ```
/// use linkspan::Detector;
///
/// let made = |page: &str| {
///     let made = linkspan_rewrite::markdown(page.as_bytes(), &Detector::uts58());
///     String::from_utf8(made).unwrap()
/// };
/// assert_eq!(made("*bücher.de/a\\_b*"), "*[bücher.de/a\\_b](https://xn--bcher-kva.de/a_b)*");
/// assert_eq!(made("<https://a.com> [b.com](c.com)"), "<https://a.com> [b.com](c.com)");
/// ```
#[must_use]
pub fn markdown(source: &[u8], detector: &Detector) -> Vec<u8> {
    MarkdownRewriter::new(detector).rewrite(source)
}

/// Adds links to existing Markdown, with options.
///
/// ```
/// use linkspan::{Detector, format::encode_component};
/// use linkspan_rewrite::MarkdownRewriter;
///
/// let detector = Detector::uts58();
/// let redirector = MarkdownRewriter::new(&detector).on_link(|_, anchor| {
///     anchor.href = format!("https://out.example/?u={}", encode_component(&anchor.href));
/// });
/// let made = redirector.rewrite(b"*see* a.com");
/// assert_eq!(made, b"*see* [a.com](https://out.example/?u=https%3A%2F%2Fa.com%2F)");
/// ```
#[derive(Clone)]
pub struct MarkdownRewriter<'a> {
    detector: &'a Detector,
    html: Html<'a>,
    flavor: Flavor,
    style: LinkStyle,
}

/// A link that can be added to a document.
struct Insertion {
    range: Range<usize>,
    before: String,
    /// The text to show instead of the existing text.
    shown: Option<String>,
    after: String,
}

impl<'a> MarkdownRewriter<'a> {
    /// Adds the links of a detector.
    #[must_use]
    pub fn new(detector: &'a Detector) -> Self {
        Self {
            detector,
            html: Html::default(),
            flavor: Flavor::Markdown,
            style: LinkStyle::default(),
        }
    }

    /// Reads documents as MDX: no links are added in module syntax, expressions, JSX tags, and
    /// components whose names indicate links or code. Links are written as `[text](target)`,
    /// because MDX has no `<…>`.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan_rewrite::MarkdownRewriter;
    ///
    /// let detector = Detector::uts58();
    /// let page = b"import a from 'https://a.com'\n\n<Card to=\"b.com\" /> see https://c.com {`d.com`}";
    /// let made = MarkdownRewriter::new(&detector).mdx().rewrite(page);
    /// let expected = "import a from 'https://a.com'\n\n\
    ///     <Card to=\"b.com\" /> see [https://c.com](https://c.com) {`d.com`}";
    /// assert_eq!(made, expected.as_bytes());
    /// ```
    #[must_use]
    pub fn mdx(mut self) -> Self {
        self.flavor = Flavor::Mdx;
        self.style = LinkStyle::Inline;
        self
    }

    /// Sets how a URL that is written in full is linked.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan_rewrite::{LinkStyle, MarkdownRewriter};
    ///
    /// let detector = Detector::uts58();
    /// let rewriter = MarkdownRewriter::new(&detector).style(LinkStyle::Inline);
    /// assert_eq!(rewriter.rewrite(b"https://a.com"), b"[https://a.com](https://a.com)");
    /// ```
    #[must_use]
    pub fn style(mut self, style: LinkStyle) -> Self {
        self.style = style;
        self
    }

    /// Sets a hook that is called for each link before it is written. It can change the address and
    /// text, or [unlink](Anchor::unlink) the link. Attributes have no effect here.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan_rewrite::MarkdownRewriter;
    ///
    /// let detector = Detector::uts58();
    /// let rewriter = MarkdownRewriter::new(&detector).on_link(|link, anchor| match link.port() {
    ///     Some(_) => anchor.unlink(),
    ///     None => anchor.text = link.display(),
    /// });
    /// assert_eq!(rewriter.rewrite(b"a.com:80 b.com/%C3%A9"), "a.com:80 [b.com/é](https://b.com/%C3%A9)".as_bytes());
    /// ```
    #[must_use]
    pub fn on_link(mut self, hook: impl Fn(&Link<'_>, &mut Anchor) + Send + Sync + 'a) -> Self {
        self.html = self.html.on_link(hook);
        self
    }

    /// Adds links to a document, and leaves every other byte unchanged.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan_rewrite::MarkdownRewriter;
    ///
    /// let detector = Detector::uts58();
    /// assert_eq!(MarkdownRewriter::new(&detector).rewrite(b"see\xFF https://a.com"), b"see\xFF <https://a.com>");
    /// ```
    #[must_use]
    pub fn rewrite(&self, source: &[u8]) -> Vec<u8> {
        // As for pages: most short texts contain no link.
        if let Ok(text) = std::str::from_utf8(source)
            && !text.contains('&')
            && !self.detector.may_have_links(text)
        {
            return source.to_vec();
        }
        self.rewritten(source).page
    }

    /// Adds links to a document, and reports how many were added and why others were left alone.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    /// use linkspan_rewrite::{LeftAlone, MarkdownRewriter};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let rewritten = MarkdownRewriter::new(&detector).rewritten("a.com https://аррӏе.com".as_bytes());
    /// assert_eq!(rewritten.made, 1);
    /// assert_eq!(rewritten.left_alone[&LeftAlone::Imitation], 1);
    /// ```
    #[must_use]
    pub fn rewritten(&self, source: &[u8]) -> Rewritten {
        let mut rewritten = Rewritten::unchanged(source);
        let text = splice::as_text(source);
        if is_too_deep(&text) {
            return rewritten;
        }
        let mut made = self.links(source, &text, &mut rewritten);
        let found = made.len();
        // Brackets next to `*` or `_` can change their meaning. If anything other than links has
        // changed, the links next to such characters stay text.
        let keeps = |made: &[Insertion]| {
            let edits: Vec<Edit> = made.iter().flat_map(|made| made.edits(None)).collect();
            let made = splice::apply_edits(text.as_bytes(), &edits);
            outline(&text) == outline(&String::from_utf8_lossy(&made))
        };
        if !keeps(&made) {
            made.retain(|made| {
                let before = until(&text, made.range.start).chars().next_back();
                let after = since(&text, made.range.end).chars().next();
                let is_delimiter = |c: char| !c.is_whitespace() && !matches!(c, '.' | ',' | '/');
                !before.is_some_and(is_delimiter) && !after.is_some_and(is_delimiter)
            });
            if !keeps(&made) {
                made.clear();
            }
        }
        let edits = made.iter().flat_map(|made| made.edits(made.shown.clone()));
        rewritten.page = splice::apply_edits(source, &edits.collect::<Vec<Edit>>());
        rewritten.made = made.len();
        (made.len()..found).for_each(|_| rewritten.leave(LeftAlone::Parsers));
        rewritten
    }

    /// The links that can be added, provided that nothing else changes.
    fn links(&self, source: &[u8], text: &str, rewritten: &mut Rewritten) -> Vec<Insertion> {
        let shown = read(text);
        let templates = Templates::of(text).and(formulas(text));
        let (templates, unclear) = match self.flavor {
            Flavor::Markdown => (templates, None),
            Flavor::Mdx => {
                let code = mdx::code(text, &code(text));
                (templates.and(code.ranges), code.unclear)
            }
        };
        let mut links = Vec::new();
        let (mut preceding, mut done) = (Preceding::default(), 0);
        for link in self.detector.links(shown.as_str()) {
            let between = shown.as_str().get(done..link.start());
            preceding = preceding.after(between.unwrap_or_default());
            done = link.start();
            if link.kind() == Kind::File || shown.is_closed(&link.range()) {
                continue;
            }
            let typed = link.text();
            let made = match shown.source(&link.range()) {
                None => Err(LeftAlone::Markup),
                Some(range) if unclear.is_some_and(|unclear| unclear <= range.start) => {
                    Err(LeftAlone::Parsers)
                }
                Some(range) if templates.touch(&range) => continue,
                Some(range) if splice::touches_invalid(source, &range) => Err(LeftAlone::Bytes),
                // The text must not change, so it cannot be isolated or shown differently.
                Some(_) if preceding.is_reordered() || escape_bidi(typed) != typed => {
                    Err(LeftAlone::Reordered)
                }
                Some(_) if link.caption() != typed => Err(LeftAlone::Imitation),
                Some(range) => Ok(self.around(text, range, &link)),
            };
            match made {
                Ok(made) => links.extend(made),
                Err(why) => rewritten.leave(why),
            }
        }
        links
    }

    /// The text to write around a link, or `None` if it cannot be added where it is.
    fn around(&self, text: &str, range: Range<usize>, link: &Link<'_>) -> Option<Insertion> {
        let typed = text.get(range.clone())?;
        let before = until(text, range.start).chars().next_back();
        let has_odd_tilde = is_odd_tilde(until(text, range.start), since(text, range.end));
        if has_odd_tilde || ends_in_escape(until(text, range.start)) {
            return None;
        }
        let anchor = self.html.anchor(link);
        if !anchor.is_linked() {
            return None;
        }
        let shown = (anchor.text != link.text()).then(|| escaped(&anchor.text));
        let is_plain = shown.is_none() && anchor.href == link.href();
        if is_plain && self.style == LinkStyle::Autolink && is_autolink(typed, link) {
            let (before, after) = ("<".to_owned(), ">".to_owned());
            return Some(Insertion {
                range,
                before,
                shown,
                after,
            });
        }
        // `!` before a bracket would make an image, and brackets in the text must match.
        if before == Some('!') || !has_matching_brackets(typed) || ends_in_escape(typed) {
            return None;
        }
        let before = "[".to_owned();
        // A URL that is written in full is its own target.
        let target = if is_plain && is_autolink(typed, link) && link.part(Part::Scheme).is_some() {
            destination(typed)
        } else {
            destination(&anchor.href)
        };
        let after = format!("]({target})");
        Some(Insertion {
            range,
            before,
            shown,
            after,
        })
    }
}

impl Insertion {
    /// The edits that add the link, with the text to show instead of the existing text.
    fn edits(&self, shown: Option<String>) -> impl Iterator<Item = Edit> + use<> {
        let Range { start, end } = self.range;
        let before = Edit::new(start..start, self.before.clone());
        let shown = shown.map(|shown| Edit::new(start..end, shown));
        let after = Edit::new(end..end, self.after.clone());
        std::iter::once(before).chain(shown).chain([after])
    }
}

/// Escapes text so that it has no special meaning in Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let line = text.replace(['\n', '\r'], " ");
    // Writing to a string does not fail.
    let _ = Markdown::default().text(&line, Some('a'), &mut escaped);
    escaped
}

/// Whether a link can be written as `<…>`.
fn is_autolink(typed: &str, link: &Link<'_>) -> bool {
    let is_plain = typed == link.text()
        && typed.bytes().all(|byte| byte.is_ascii_graphic())
        && !typed.contains(['\\', '&', '<', '>', '|', '`']);
    is_plain
        && match link.kind() {
            Kind::Email => link.part(Part::Scheme).is_some() || is_simple_address(typed),
            _ => link.part(Part::Scheme).is_some(),
        }
}

/// The text before a position.
fn until(text: &str, at: usize) -> &str {
    text.get(..at).unwrap_or_default()
}

/// The text from a position on.
fn since(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// A piece of the content of a document.
#[derive(PartialEq)]
enum Said<'t> {
    Text(String),
    Other(Event<'t>),
}

/// The content of a document apart from its links.
fn outline(text: &str) -> Vec<Said<'_>> {
    let mut outline: Vec<Said<'_>> = Vec::new();
    for event in Parser::new_ext(text, options()) {
        match (event, outline.last_mut()) {
            (Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link), _) => {}
            (Event::Text(more), Some(Said::Text(text))) => text.push_str(&more),
            (Event::Text(text), _) => outline.push(Said::Text(text.into_string())),
            (event, _) => outline.push(Said::Other(event)),
        }
    }
    outline
}

/// Whether a backslash escapes the character after the text.
fn ends_in_escape(text: &str) -> bool {
    let slashes = text.bytes().rev().take_while(|&byte| byte == b'\\');
    slashes.count() % 2 == 1
}

/// Whether a `~` before or after a link is one that parsers disagree about. Next to punctuation,
/// with which a link will start and end, that is every `~` except `~~` on both sides, between
/// spaces.
fn is_odd_tilde(before: &str, after: &str) -> bool {
    if !before.ends_with('~') && !after.starts_with('~') {
        return false;
    }
    let outside = before.strip_suffix("~~").zip(after.strip_prefix("~~"));
    let is_struck = outside.is_some_and(|(before, after)| {
        let is_space = |c: char| c.is_whitespace();
        before.chars().next_back().is_none_or(is_space) && after.chars().next().is_none_or(is_space)
    });
    !is_struck
}

/// Whether CommonMark accepts an address in `<…>`.
fn is_simple_address(address: &str) -> bool {
    let is_local =
        |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let is_label = |label: &str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len()) && label.bytes().all(is_part)
    };
    address.split_once('@').is_some_and(|(local, domain)| {
        local.bytes().all(is_local) && domain.split('.').all(is_label)
    })
}

fn has_matching_brackets(text: &str) -> bool {
    let mut open = 0_usize;
    let mut escaped = false;
    for c in text.chars() {
        match c {
            '[' if !escaped => open += 1,
            ']' if !escaped && open == 0 => return false,
            ']' if !escaped => open -= 1,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    open == 0
}
