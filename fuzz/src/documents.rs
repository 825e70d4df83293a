//! HTML and Markdown that is there already: a parser sees the same document with links, and the
//! places of its links are in order and in the source.

use linkspan::Detector;
use linkspan::render::{Html, Isolate};
use linkspan_rewrite::{DocumentLink, DocumentLinks, HtmlRewriter, MarkdownRewriter};
use scraper::{Html as Page, Selector};

use crate::input::Input;
use crate::outline::{CLASS, outline};
use crate::{document, profile};

const START: &[u8] = b"<a href=\"";
const BEHIND: &[u8] = b"\" class=\"made-here\">";
const END: &[u8] = b"</a>";

/// Panics if rewriting changes something but links, or a place of a link is wrong.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let (kind, source) = (input.byte(), input.bytes());
    match kind % 4 {
        0 => rewrite_html(source, &detector),
        1 => rewrite_markdown(source, &detector),
        _ => find(source, &detector, kind),
    }
}

/// Only tags are inserted, and a parser sees the same page.
fn rewrite_html(page: &[u8], detector: &Detector) {
    // A page that has the class already is left alone.
    if position(page, CLASS.as_bytes()).is_some() {
        return;
    }
    let html = Html::default().rel("").class(CLASS).isolate(Isolate::Never);
    let made = linkspan_rewrite::html(page, detector, &html);
    let whole = HtmlRewriter::new(detector, &html).rewritten(page).page;
    assert!(made == whole, "the short way makes something else");
    let (unmade, count) = unmade(&made);
    let shown = String::from_utf8_lossy(&made);
    assert!(unmade == page, "{shown:?} is not the page");
    if count > 0 {
        compare(&String::from_utf8_lossy(page), &shown, count);
    }
}

/// The page without the links that were made, and how many there were.
fn unmade(made: &[u8]) -> (Vec<u8>, usize) {
    let mut out = Vec::with_capacity(made.len());
    let (mut rest, mut count) = (made, 0);
    while let Some(at) = position(rest, BEHIND) {
        let start = rest[..at]
            .windows(START.len())
            .rposition(|window| window == START);
        out.extend_from_slice(&rest[..start.expect("the start of a link")]);
        rest = &rest[at + BEHIND.len()..];
        let end = position(rest, END).expect("the end of a link");
        out.extend_from_slice(&rest[..end]);
        rest = &rest[end + END.len()..];
        count += 1;
    }
    out.extend_from_slice(rest);
    (out, count)
}

fn position(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// The same tree, and `count` links more, in none of the places without links.
fn compare(before: &str, after: &str, count: usize) {
    let (old, _) = outline(before);
    assert_eq!(outline(after), (old, count), "in {after:?}");
    let closed = "a a, code a, pre a, svg a, textarea a, script a, style a, button a";
    let closed: String = closed.replace(" a,", " a.made-here,") + ".made-here";
    let selector = Selector::parse(&closed).expect("a selector");
    let page = Page::parse_document(after);
    assert_eq!(page.select(&selector).count(), 0, "in {after:?}");
}

/// Bytes are only inserted, and a parser sees the same text.
fn rewrite_markdown(source: &[u8], detector: &Detector) {
    let made = linkspan_rewrite::markdown(source, detector);
    let whole = MarkdownRewriter::new(detector).rewritten(source).page;
    assert!(made == whole, "the short way makes something else");
    let mut rest = made.iter();
    assert!(
        source.iter().all(|byte| rest.any(|other| other == byte)),
        "bytes are lost"
    );
    // The replacement for bytes that are not UTF-8 depends on the reader.
    let (Ok(source), Ok(made)) = (std::str::from_utf8(source), std::str::from_utf8(&made)) else {
        return;
    };
    if made == source {
        return;
    }
    let ((before, old), (after, new)) = (document::read(source), document::read(made));
    assert_eq!(before, after, "in {made:?}");
    assert!(new.len() > old.len(), "no link in {made:?}");
    let mut new = new.into_iter();
    for link in old {
        assert!(new.any(|other| other == link), "{link} is lost in {made:?}");
    }
}

/// Places are in order and in the source.
fn find(source: &[u8], detector: &Detector, kind: u8) {
    let mut links = DocumentLinks::new(detector);
    if kind & 8 == 0 {
        links = links.base("https://a.com/b/c");
    }
    if kind & 4 == 0 {
        links = links.refang();
    }
    let mut last = 0;
    let mut found = |found: &DocumentLink<'_>| {
        let range = found.source.clone();
        assert!(last <= range.start, "{found:?} is before {last}");
        last = range.start;
        let stored = source.get(range).expect("in the source");
        assert!(!stored.is_empty(), "{found:?} is nowhere");
        let is_same = stored == found.typed.as_bytes();
        assert_eq!(is_same, !found.decoded, "{found:?}");
        // Only that it does not panic.
        let _ = found.link.href();
        true
    };
    match kind & 1 {
        0 => links.html(source, &mut found),
        _ => links.markdown(source, &mut found),
    }
}
