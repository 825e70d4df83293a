//! HTML in which elements keep the fields in order.
//!
//! A `bdi` element around each link and each field, all in the direction of the flow, does what marks
//! do in plain text, and nothing that is not seen gets into copied text. A percent-escape is a `bdo`
//! element that overrides without isolating, as LRO and PDF do.

use alloc::string::String;

use super::Direction;
use super::field;
use super::paragraph::{Paragraph, Structure};
use super::uax9;
use crate::text::Text;
use crate::text::escape::escape_html;

pub(super) fn of(paragraph: &Paragraph) -> String {
    let mut html = String::with_capacity(paragraph.as_str().len() * 2);
    let mut structures = paragraph.structures.iter();
    for text in paragraph.around() {
        escape(&mut html, text);
        if let Some(structure) = structures.next() {
            let range = structure.range.clone();
            let link = Text(paragraph.as_str()).slice(range.start, range.end);
            write_link(&mut html, link, structure);
        }
    }
    html
}

fn write_link(html: &mut String, link: &str, structure: &Structure) {
    let Some(flow) = structure.flow else {
        return escape(html, link);
    };
    open(html, flow);
    let mut done = 0;
    for range in structure.marked_fields() {
        escape(html, Text(link).slice(done, range.start));
        done = range.end;
        let field = Text(link).slice(range.start, range.end);
        // Between left-to-right characters, a field without right-to-left ones needs no help.
        if field.is_empty() || flow == Direction::Ltr && !field.contains(uax9::is_rtl) {
            escape(html, field);
            continue;
        }
        open(html, flow);
        for (piece, is_escape) in field::escapes(field) {
            if is_escape {
                html.push_str("<bdo dir=\"ltr\" style=\"unicode-bidi:bidi-override\">");
                escape(html, piece);
                html.push_str("</bdo>");
            } else {
                escape(html, piece);
            }
        }
        html.push_str("</bdi>");
    }
    escape(html, Text(link).slice(done, link.len()));
    html.push_str("</bdi>");
}

fn open(html: &mut String, flow: Direction) {
    html.push_str("<bdi dir=\"");
    html.push_str(flow.as_str());
    html.push_str("\">");
}

fn escape(html: &mut String, text: &str) {
    // Writing to a string does not fail.
    let _ = escape_html(text, html);
}
