//! Links that are already in a page.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use linkspan::render::Anchor;
use lol_html::html_content::{Element, TextType};
use lol_html::{HtmlRewriter, Settings, doc_text, element, end_tag};

use super::elements::{CLOSED, ENDING};
use crate::splice::Edit;

/// Elements to which no links are added, but that may contain some.
const HOLDING: [&str; 3] = ["a", "code", "pre"];

/// A function of the application that changes links.
pub(super) type Hook<'a> = dyn Fn(&mut Anchor) + 'a;

/// An `a` element of a page.
struct Existing {
    anchor: Anchor,
    start_tag: Range<usize>,
    end_tag: Option<Range<usize>>,
}

/// The state that the handlers share.
#[derive(Default)]
struct Reader {
    found: Vec<Existing>,
    /// The number of open `a` elements.
    depth: usize,
    /// The number of open elements that are left alone.
    skipped: usize,
}

impl Reader {
    /// The open element, if it is the only one.
    fn open(&mut self) -> Option<&mut Existing> {
        let last = self.found.last_mut().filter(|_| self.depth == 1);
        last.filter(|existing| existing.end_tag.is_none())
    }

    /// Leaves the open element unchanged if an element inside it is not closed, because `</a>` may
    /// then be text or end something else.
    fn leave_odd(&mut self) {
        if self.skipped > 0 && self.open().is_some() {
            self.found.pop();
        }
    }
}

/// What a hook changes in a link of a page.
pub(super) struct Change {
    /// The start of the start tag.
    pub(super) start: usize,
    pub(super) edits: Vec<Edit>,
    /// What is left of the element.
    pub(super) left: Left,
}

/// What is left of an element after a change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// The element and its content.
    Element,
    /// Only its content.
    Content,
    /// Only the element, or only a text in its place.
    Other,
}

/// The changes that a hook makes to the links of a page.
pub(super) fn changes(page: &str, skipped: &[String], hook: &Hook<'_>) -> Vec<Change> {
    let found = read(page, skipped).unwrap_or_default();
    found
        .into_iter()
        .filter_map(|existing| changed(existing, hook))
        .collect()
}

/// The change of a link after calling the hook; `None` if it is unchanged.
fn changed(existing: Existing, hook: &Hook<'_>) -> Option<Change> {
    let mut anchor = existing.anchor.clone();
    hook(&mut anchor);
    if anchor == existing.anchor {
        return None;
    }
    let (start_tag, end_tag) = (existing.start_tag, existing.end_tag);
    let start = start_tag.start;
    let shows_other = anchor.text != existing.anchor.text || !anchor.image.is_empty();
    // Without an end tag, the browser decides where it ends, so its content cannot be replaced.
    let (edits, left) = if let Some(end_tag) = end_tag.as_ref().filter(|_| shows_other) {
        let whole = Edit::new(start..end_tag.end, anchor.to_string());
        (vec![whole], Left::Other)
    } else if !anchor.is_linked() {
        let tags = std::iter::once(start_tag).chain(end_tag);
        let edits = tags.map(|tag| Edit::new(tag, String::new())).collect();
        (edits, Left::Content)
    } else {
        let mut tag = String::new();
        // Writing to a string does not fail.
        let _ = anchor.open(&mut tag);
        (vec![Edit::new(start_tag, tag)], Left::Element)
    };
    Some(Change { start, edits, left })
}

/// The link of an element.
fn anchor(element: &Element<'_, '_>) -> Option<Anchor> {
    element.get_attribute("href")?;
    let mut anchor = Anchor::new("", "");
    let mut seen = BTreeSet::new();
    for attribute in element.attributes() {
        let name = attribute.name();
        // Of two attributes with the same name, browsers take the first one, even if it is empty.
        if !seen.insert(name.clone()) {
            continue;
        }
        let value = htmlize::unescape_attribute(attribute.value()).into_owned();
        let field = match name.as_str() {
            "href" => &mut anchor.href,
            "rel" => &mut anchor.rel,
            "target" => &mut anchor.target,
            "class" => &mut anchor.class,
            "title" => &mut anchor.title,
            _ => {
                anchor.extra.push((name, value));
                continue;
            }
        };
        *field = value;
    }
    Some(anchor)
}

/// The links of a page that are not nested; `None` if the page cannot be read.
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
            // Links in code are still links; in the other elements, a browser may see something
            // else.
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
