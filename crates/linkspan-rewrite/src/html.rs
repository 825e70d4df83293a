//! Existing HTML.

use std::cell::RefCell;
use std::rc::Rc;

use linkspan::render::Html;
use linkspan::{Detector, Kind};
use lol_html::html_content::{Element, TextType};
use lol_html::{HtmlRewriter, Settings, doc_text, element, end_tag};

use crate::shown::Shown;
use crate::splice;

/// Elements in which no links are made. Text in `script`, `style`, `title`, `textarea` and the like is
/// not text to the parser either.
const CLOSED: [&str; 16] = [
    "a", "button", "code", "head", "iframe", "math", "noscript", "option", "pre", "script",
    "select", "style", "svg", "template", "textarea", "title",
];

/// Elements of these that end with what they stand in. The others may go on: a parser opens `a` and
/// `code` again, and reads foreign elements in its own way.
const ENDING: [&str; 2] = ["head", "option"];

/// Elements that a reader sees as a break between words, or as something else than text. All others,
/// known or not, are shown in the line.
const BLOCKS: [&str; 73] = [
    "address",
    "article",
    "aside",
    "audio",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "iframe",
    "img",
    "input",
    "legend",
    "li",
    "main",
    "math",
    "menu",
    "meter",
    "nav",
    "object",
    "ol",
    "optgroup",
    "option",
    "p",
    "picture",
    "pre",
    "progress",
    "search",
    "section",
    "select",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
    "video",
];

/// HTML with its links made in text, and every other byte as it was.
///
/// Links are not made in `a`, `code`, `pre`, `script`, `style` and `textarea`, nor in a few more
/// elements that cannot hold them. `renderer` says which attributes they get; what is seen of them is
/// what is in the page. Nothing needs to be well formed; where an element that must not have links
/// is not closed, no links are made after it.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::Html;
///
/// let html = Html { rel: "", ..Html::default() };
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
    let text = splice::as_text(source);
    // A page that the parser gives up on stays as it is.
    let Some(shown) = read(&text) else {
        return source.to_vec();
    };
    let mut insertions = Vec::new();
    for link in detector.links(shown.as_str()) {
        if link.kind() == Kind::File {
            continue;
        }
        // A `<` that is no tag could become one before `</a>`.
        let range = shown.source(&link.range());
        let range = range.filter(|range| {
            let typed = text.get(range.clone());
            typed.is_some_and(|typed| !typed.contains('<'))
        });
        if let Some(range) = range.filter(|range| !splice::touches_invalid(source, range)) {
            let mut tag = String::new();
            // Writing to a string does not fail.
            let _ = renderer.open(&link, &mut tag);
            insertions.push((range.start, tag));
            insertions.push((range.end, "</a>".to_owned()));
        }
    }
    splice::inserted(source, &insertions)
}

/// The texts of a page in which links can be found: what a reader sees, and the values of the attributes
/// that lead somewhere (`href`, `src`, `action` and the like).
///
/// ```
/// let page = "<p>a.com</p><a href='https://b.com/?c&amp;d'>e<br>f</a>";
/// let texts = linkspan_rewrite::html_texts(page.as_bytes());
/// assert_eq!(texts, ["\na.com\ne\nf", "https://b.com/?c&d"]);
/// ```
#[must_use]
pub fn html_texts(source: &[u8]) -> Vec<String> {
    let text = splice::as_text(source);
    match (read(&text), targets(&text)) {
        (Some(shown), Some(targets)) => {
            let shown = shown.as_str().trim_end_matches('\n').to_owned();
            std::iter::once(shown).chain(targets).collect()
        }
        // A page that the parser gives up on is text like any other.
        _ => vec![text],
    }
}

/// The values of attributes that lead somewhere.
fn targets(page: &str) -> Option<Vec<String>> {
    let mut targets = Vec::new();
    let handler = element!("*", |element: &mut Element| {
        for attribute in element.attributes() {
            if LEADING.contains(&attribute.name().as_str()) {
                let value = attribute.value();
                targets.push(htmlize::unescape_attribute(&value).into_owned());
            }
        }
        Ok(())
    });
    let settings = Settings::new()
        .with_strict(false)
        .with_adjust_charset_on_meta_tag(false)
        .append_element_content_handler(handler);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page.as_bytes()).ok()?;
    rewriter.end().ok()?;
    Some(targets)
}

/// Attributes that lead somewhere.
const LEADING: [&str; 9] = [
    "href",
    "src",
    "action",
    "formaction",
    "cite",
    "background",
    "poster",
    "data",
    "longdesc",
];

/// What the handlers share.
#[derive(Default)]
struct Reader {
    shown: Shown,
    /// How many elements are open in which no links are made.
    closed: usize,
    /// For each open table, whether what follows is outside its cells. A parser moves such text, and
    /// moves links in another way.
    tables: Vec<bool>,
    /// Where the last text ended.
    end: usize,
    /// Text that may go on: the parser hands it out in pieces.
    pending: Option<std::ops::Range<usize>>,
}

impl Reader {
    /// Adds text of the page, with its character references.
    fn flush(&mut self, page: &str) {
        let Some(range) = self.pending.take() else {
            return;
        };
        let open = self.closed == 0 && self.tables.last() != Some(&true);
        let mut at = range.start;
        let mut rest = page.get(range.clone()).unwrap_or_default();
        while let Some(found) = rest.find('&') {
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
            let name = rest.as_bytes().iter().skip(found + 1);
            let length = 1 + name.take_while(|byte| is_part(byte)).count();
            let mut end = found + length;
            end += usize::from(rest.as_bytes().get(end) == Some(&b';'));
            // All of it is ASCII, so that these are places between characters.
            let Some((reference, after)) = rest.get(found..end).zip(rest.get(end..)) else {
                break;
            };
            let meant = htmlize::unescape(reference);
            let plain = if meant == reference { end } else { found };
            let before = rest.get(..plain).unwrap_or_default();
            self.shown.push(before, at, open);
            if plain == found {
                self.shown.push_unit(&meant, at + found..at + end, open);
            }
            at += end;
            rest = after;
        }
        if !rest.is_empty() {
            self.shown.push(rest, at, open);
        }
        self.end = range.end;
    }

    /// A start tag, or the end of an element.
    fn tag(&mut self, page: &str, name: &str, is_start: bool) {
        self.flush(page);
        match (name, self.tables.last_mut()) {
            ("table", _) if is_start => self.tables.push(true),
            ("td" | "th" | "caption", Some(outside)) => *outside = !is_start,
            ("tr" | "tbody" | "thead" | "tfoot" | "colgroup", Some(outside)) => *outside = true,
            _ => {}
        }
        if BLOCKS.contains(&name) {
            self.shown.end_block();
        } else {
            self.shown.end_node();
        }
    }
}

/// What a reader sees of a page, or nothing if it cannot be read.
fn read(page: &str) -> Option<Shown> {
    let page: Rc<str> = Rc::from(page);
    let reader = Rc::new(RefCell::new(Reader::default()));
    let settings = Settings::new()
        .with_strict(false)
        .with_adjust_charset_on_meta_tag(false)
        .append_element_content_handler(element!("*", |element| {
            let name = element.tag_name();
            let mut state = reader.borrow_mut();
            state.tag(&page, &name, true);
            if !element.can_have_content() {
                return Ok(());
            }
            let closed = usize::from(CLOSED.contains(&name.as_str()));
            state.closed += closed;
            let (reader, page) = (Rc::clone(&reader), Rc::clone(&page));
            element.on_end_tag(end_tag!(move |end| {
                let mut state = reader.borrow_mut();
                state.tag(&page, &name, false);
                if name == "table" && end.name() == name {
                    state.tables.pop();
                }
                if end.name() == name || ENDING.contains(&name.as_str()) {
                    state.closed -= closed;
                }
                Ok(())
            }))
        }))
        .append_document_content_handler(doc_text!(|chunk| {
            let range = chunk.source_location().bytes();
            let mut state = reader.borrow_mut();
            if chunk.text_type() != TextType::Data || range.is_empty() {
                return Ok(());
            }
            match &mut state.pending {
                Some(pending) if pending.end == range.start => pending.end = range.end,
                _ => {
                    state.flush(&page);
                    // A comment or a stray tag in between is not seen.
                    if state.end != range.start {
                        state.shown.end_node();
                    }
                    state.pending = Some(range);
                }
            }
            Ok(())
        }));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    for chunk in page.as_bytes().chunks(1 << 16) {
        rewriter.write(chunk).ok()?;
    }
    rewriter.end().ok()?;
    let mut state = reader.borrow_mut();
    state.flush(&page);
    Some(std::mem::take(&mut state.shown))
}
