//! The tree that a parser builds, without the links that were made; the fuzz targets use it too.

use std::fmt::Write;

use scraper::{ElementRef, Html as Page, Node};

/// The class of links that are made.
pub(crate) const CLASS: &str = "made-here";

/// The value of `rel` that the hook of a test sets in links that were there.
pub(crate) const HOOK: &str = "x-hook";

/// Writes a tree without the links that were made, and counts these.
fn write_tree(element: ElementRef<'_>, in_link: bool, out: &mut String, links: &mut usize) {
    let value = element.value();
    let is_made = value.name() == "a" && value.attr("class") == Some(CLASS);
    let is_shown = !(is_made || in_link && value.name() == "bdi");
    *links += usize::from(is_made);
    if is_shown {
        let is_hooked = |&(name, value): &(&str, &str)| name == "rel" && value == HOOK;
        let is_link = value.name() == "a";
        let attributes = value.attrs();
        let mut attributes: Vec<_> = attributes
            .filter(|pair| !(is_link && is_hooked(pair)))
            .collect();
        attributes.sort_unstable();
        write!(out, "\0({} {attributes:?}", value.name())
            .expect("writing to a string does not fail");
    }
    let children = element.children().flat_map(|child| match child.value() {
        // The contents of a template.
        Node::Fragment => child.children().collect(),
        _ => vec![child],
    });
    for child in children {
        match child.value() {
            Node::Text(text) => out.push_str(text),
            Node::Comment(comment) => {
                write!(out, "\0!{}\0", &**comment).expect("writing to a string does not fail");
            }
            _ => {}
        }
        if let Some(child) = ElementRef::wrap(child) {
            write_tree(child, in_link || is_made, out, links);
        }
    }
    if is_shown {
        out.push_str("\0)");
    }
}

/// A tree without the links that were made, and how many these are.
pub(crate) fn outline(page: &str) -> (String, usize) {
    let (mut out, mut links) = (String::new(), 0);
    let page = Page::parse_document(page);
    write_tree(page.root_element(), false, &mut out, &mut links);
    (out, links)
}
