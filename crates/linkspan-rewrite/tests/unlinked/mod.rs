//! What is left of the tree of a page without any of its links, according to a parser.

use std::fmt::Write;

use scraper::{Html as Page, Node};

use crate::outline::CLASS;

/// The page as a parser reads it: as a page, and as a piece of one.
fn readings(page: &str) -> [Page; 2] {
    [Page::parse_document(page), Page::parse_fragment(page)]
}

/// The trees of a page without the tags of its links. Text on both sides of a tag is joined.
pub(crate) fn outlines(page: &str) -> [String; 2] {
    readings(page).map(|page| {
        let mut out = String::new();
        let mut steps = vec![(page.tree.root(), true)];
        while let Some((node, is_start)) = steps.pop() {
            if is_start {
                steps.push((node, false));
                steps.extend(node.children().rev().map(|child| (child, true)));
            }
            match (node.value(), is_start) {
                (Node::Element(element), _) if element.name() == "a" => {}
                (Node::Text(text), true) => out.push_str(text),
                (Node::Element(element), true) => {
                    out.push_str("\0(");
                    write_element(element, &mut out);
                }
                (Node::Element(_), false) => out.push_str("\0)"),
                (Node::Comment(comment), true) => {
                    write!(out, "\0!{}\0", &**comment).expect("writing to a string does not fail");
                }
                _ => {}
            }
        }
        out
    })
}

/// The elements of a page with their attributes, apart from links that were made.
pub(crate) fn elements(page: &str) -> [Vec<String>; 2] {
    readings(page).map(|page| {
        let nodes = page.tree.nodes();
        let elements = nodes.filter_map(|node| node.value().as_element());
        let elements = elements.filter(|element| element.attr("class") != Some(CLASS));
        let mut found: Vec<String> = elements
            .map(|element| {
                let mut out = String::new();
                write_element(element, &mut out);
                out
            })
            .collect();
        found.sort_unstable();
        found
    })
}

fn write_element(element: &scraper::node::Element, out: &mut String) {
    let mut attributes: Vec<_> = element.attrs().collect();
    attributes.sort_unstable();
    write!(out, "{} {attributes:?}", element.name()).expect("writing to a string does not fail");
}
