//! Links in existing HTML: only tags are inserted, and a parser sees the same page.

use linkspan::Detector;
use linkspan::render::{Html, Isolate};
use linkspan_rewrite::HtmlRewriter;
use scraper::{Html as Page, Selector};

use crate::input::Input;
use crate::outline::{CLASS, outline};
use crate::profile;

const START: &[u8] = b"<a href=\"";
const BEHIND: &[u8] = b"\" class=\"made-here\">";
const END: &[u8] = b"</a>";

/// Panics if something but links is added, or a parser sees another page.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let page = input.bytes();
    // A page that has the class already is left alone.
    if find(page, CLASS.as_bytes()).is_some() {
        return;
    }
    let html = Html::default().rel("").class(CLASS).isolate(Isolate::Never);
    let made = linkspan_rewrite::html(page, &detector, &html);
    let whole = HtmlRewriter::new(&detector, &html).rewritten(page).page;
    assert!(made == whole, "the short way makes something else");
    let (unmade, count) = unmade(&made);
    assert!(
        unmade == page,
        "{:?} is not the page",
        String::from_utf8_lossy(&made)
    );
    if count > 0 {
        compare(
            &String::from_utf8_lossy(page),
            &String::from_utf8_lossy(&made),
            count,
        );
    }
}

/// The page without the links that were made, and how many there were.
fn unmade(made: &[u8]) -> (Vec<u8>, usize) {
    let mut out = Vec::with_capacity(made.len());
    let (mut rest, mut count) = (made, 0);
    while let Some(at) = find(rest, BEHIND) {
        let start = rest[..at]
            .windows(START.len())
            .rposition(|window| window == START);
        out.extend_from_slice(&rest[..start.expect("the start of a link")]);
        rest = &rest[at + BEHIND.len()..];
        let end = find(rest, END).expect("the end of a link");
        out.extend_from_slice(&rest[..end]);
        rest = &rest[end + END.len()..];
        count += 1;
    }
    out.extend_from_slice(rest);
    (out, count)
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
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
