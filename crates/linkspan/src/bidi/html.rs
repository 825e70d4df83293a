//! HTML whose elements keep the fields in order.
//!
//! A `bdi` element around each link and each field, all in the direction of the flow, has the same
//! effect as marks in plain text, but adds no invisible characters to copied text. A percent-escape
//! is in a `bdo` element that overrides the direction without isolating, like LRO and PDF.

use alloc::string::String;
use alloc::vec::Vec;

use super::Direction;
use super::field;
use super::paragraph::{Paragraph, Structure};
use super::uax9;
use crate::text::Text;
use crate::text::escape::escape_html;

/// A tag and its offset in the text.
pub(super) type Tag = (usize, &'static str);

pub(super) fn of(paragraph: &Paragraph) -> String {
    let text = Text(paragraph.as_str());
    let mut html = String::with_capacity(text.0.len() * 2);
    let mut done = 0;
    // Writing to a string does not fail.
    for (at, tag) in tags(paragraph) {
        let _ = escape_html(text.slice(done, at), &mut html);
        html.push_str(tag);
        done = at;
    }
    let _ = escape_html(text.slice(done, text.0.len()), &mut html);
    html
}

/// The tags of all links, in order.
pub(super) fn tags(paragraph: &Paragraph) -> Vec<Tag> {
    let mut tags = Vec::new();
    for structure in &paragraph.structures {
        let range = structure.range.clone();
        let link = Text(paragraph.as_str()).slice(range.start, range.end);
        push_link(&mut tags, link, structure);
    }
    tags
}

fn push_link(tags: &mut Vec<Tag>, link: &str, structure: &Structure) {
    let Some(flow) = structure.flow else {
        return;
    };
    let start = structure.range.start;
    tags.push((start, open(flow)));
    for range in structure.marked_fields() {
        let field = Text(link).slice(range.start, range.end);
        // Between left-to-right characters, a field without right-to-left ones needs no tags.
        if field.is_empty() || flow == Direction::Ltr && !field.contains(uax9::is_rtl) {
            continue;
        }
        let mut at = start + range.start;
        tags.push((at, open(flow)));
        for (piece, is_escape) in field::escapes(field) {
            let end = at + piece.len();
            if is_escape {
                tags.push((at, "<bdo dir=\"ltr\" style=\"unicode-bidi:bidi-override\">"));
                tags.push((end, "</bdo>"));
            }
            at = end;
        }
        tags.push((start + range.end, "</bdi>"));
    }
    tags.push((structure.range.end, "</bdi>"));
}

fn open(flow: Direction) -> &'static str {
    match flow {
        Direction::Ltr => "<bdi dir=\"ltr\">",
        Direction::Rtl => "<bdi dir=\"rtl\">",
    }
}
