//! Links that are in a page already.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use linkspan::render::Anchor;
use lol_html::html_content::{Element, TextType};
use lol_html::{HtmlRewriter, Settings, doc_text, element, end_tag};

use super::elements::{CLOSED, ENDING};
use crate::splice::Edit;

/// Elements in which no links are made, but that may hold some.
const HOLDING: [&str; 3] = ["a", "code", "pre"];

/// What a caller makes of a link.
pub(super) type Hook<'a> = dyn Fn(&mut Anchor) + 'a;

/// An `a` element of a page.
struct Existing {
    anchor: Anchor,
    start_tag: Range<usize>,
    end_tag: Option<Range<usize>>,
}

/// What the handlers share.
#[derive(Default)]
struct Reader {
    found: Vec<Existing>,
    /// How many `a` elements are open.
    depth: usize,
    /// How many elements are open in which nothing is done.
    skipped: usize,
}

impl Reader {
    /// The element that is open, if it is the only one.
    fn open(&mut self) -> Option<&mut Existing> {
        let last = self.found.last_mut().filter(|_| self.depth == 1);
        last.filter(|existing| existing.end_tag.is_none())
    }

    /// Leaves the element that is open as it is if one in it is not closed, in which `</a>` may be text or
    /// end something else.
    fn leave_odd(&mut self) {
        if self.skipped > 0 && self.open().is_some() {
            self.found.pop();
        }
    }
}

/// What a hook makes of the links of a page.
pub(super) fn edits(page: &str, skipped: &[String], hook: &Hook<'_>) -> Vec<Edit> {
    let found = read(page, skipped).unwrap_or_default();
    found
        .into_iter()
        .flat_map(|existing| changed(existing, hook))
        .collect()
}

/// What to write for a link after the hook has seen it: nothing if it stays as it is.
fn changed(existing: Existing, hook: &Hook<'_>) -> Vec<Edit> {
    let mut anchor = existing.anchor.clone();
    hook(&mut anchor);
    if anchor == existing.anchor {
        return Vec::new();
    }
    let (start_tag, end_tag) = (existing.start_tag, existing.end_tag);
    let shows_other = anchor.text != existing.anchor.text || !anchor.image.is_empty();
    // What has no end tag ends where the browser says; its content cannot be replaced.
    if let Some(end_tag) = end_tag.as_ref().filter(|_| shows_other) {
        let whole = start_tag.start..end_tag.end;
        return vec![Edit::new(whole, anchor.to_string())];
    }
    if !anchor.is_linked() {
        let tags = std::iter::once(start_tag).chain(end_tag);
        return tags.map(|tag| Edit::new(tag, String::new())).collect();
    }
    let mut tag = String::new();
    // Writing to a string does not fail.
    let _ = anchor.open(&mut tag);
    vec![Edit::new(start_tag, tag)]
}

/// The link that an element makes.
fn anchor(element: &Element<'_, '_>) -> Option<Anchor> {
    element.get_attribute("href")?;
    let mut anchor = Anchor::new("", "");
    for attribute in element.attributes() {
        let name = attribute.name();
        let value = htmlize::unescape_attribute(attribute.value()).into_owned();
        // Of two attributes with the same name the first counts.
        let field = match name.as_str() {
            "href" => &mut anchor.href,
            "rel" => &mut anchor.rel,
            "target" => &mut anchor.target,
            "class" => &mut anchor.class,
            "title" => &mut anchor.title,
            _ => {
                if anchor.extra.iter().all(|(other, _)| *other != name) {
                    anchor.extra.push((name, value));
                }
                continue;
            }
        };
        if field.is_empty() {
            *field = value;
        }
    }
    Some(anchor)
}

/// The links of a page that are not inside one another, or nothing if it cannot be read.
fn read(page: &str, skipped: &[String]) -> Option<Vec<Existing>> {
    let reader = Rc::new(RefCell::new(Reader::default()));
    let settings = Settings::new()
        .with_strict(false)
        .with_adjust_charset_on_meta_tag(false)
        .append_element_content_handler(element!("*", |element| {
            if !element.can_have_content() {
                return Ok(());
            }
            let name = element.tag_name();
            // Links in code are links all the same; in the others a browser may see something else.
            let is_closed = CLOSED.contains(&name.as_str()) && !HOLDING.contains(&name.as_str());
            let is_skipped = is_closed || skipped.contains(&name);
            let is_link = name == "a";
            if !is_skipped && !is_link {
                return Ok(());
            }
            let mut state = reader.borrow_mut();
            if is_link {
                state.depth += 1;
                let is_outside = state.depth == 1 && state.skipped == 0;
                if let Some(anchor) = anchor(element).filter(|_| is_outside) {
                    let start_tag = element.source_location().bytes();
                    state.found.push(Existing {
                        anchor: anchor.existing(),
                        start_tag,
                        end_tag: None,
                    });
                }
            }
            state.skipped += usize::from(is_skipped);
            let reader = Rc::clone(&reader);
            element.on_end_tag(end_tag!(move |end| {
                let mut state = reader.borrow_mut();
                if !is_closed || end.name() == name || ENDING.contains(&name.as_str()) {
                    state.skipped -= usize::from(is_skipped);
                }
                if is_link {
                    let location = end.source_location().bytes();
                    state.leave_odd();
                    if end.name() == "a"
                        && let Some(existing) = state.open()
                    {
                        existing.end_tag = Some(location);
                    }
                    state.depth -= 1;
                }
                Ok(())
            }))
        }))
        .append_document_content_handler(doc_text!(|chunk| {
            let mut state = reader.borrow_mut();
            if chunk.text_type() == TextType::Data
                && let Some(existing) = state.open()
            {
                existing.anchor.text.push_str(chunk.as_str());
            }
            Ok(())
        }));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page.as_bytes()).ok()?;
    rewriter.end().ok()?;
    let mut state = reader.borrow_mut();
    state.leave_odd();
    let mut found = std::mem::take(&mut state.found);
    for existing in &mut found {
        let shown = htmlize::unescape(&existing.anchor.text).into_owned();
        existing.anchor.text = shown;
    }
    Some(found)
}
