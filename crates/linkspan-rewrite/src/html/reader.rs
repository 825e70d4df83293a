//! Reads the visible text of a page.

use std::cell::RefCell;
use std::rc::Rc;

use lol_html::html_content::TextType;
use lol_html::{HtmlRewriter, Settings, doc_text, element, end_tag};

use super::elements::{BLOCKS, CLOSED, CODE, ENDING, without_scripts};
use crate::visible::{Room, VisibleText};

/// The state that the handlers share.
#[derive(Default)]
struct Reader {
    shown: VisibleText,
    /// The number of open elements that must not contain links.
    closed: usize,
    /// How many of them contain code.
    code: usize,
    /// For each open table, whether the following text is outside its cells. A parser moves such
    /// text, and moves links differently.
    tables: Vec<bool>,
    /// The end of the last text.
    end: usize,
    /// Text that may continue: the parser returns it in pieces.
    pending: Option<std::ops::Range<usize>>,
    /// The number of open `noscript` elements.
    fallbacks: usize,
    /// The text in the open one, which is a page of its own.
    inner: Vec<std::ops::Range<usize>>,
}

impl Reader {
    /// Adds text of the page, with its character references decoded.
    fn flush(&mut self, page: &str) {
        let Some(range) = self.pending.take() else {
            return;
        };
        let room = match (self.code, self.closed) {
            (1.., _) => Room::Code,
            (0, 0) if self.tables.last() != Some(&true) => Room::Open,
            _ => Room::Closed,
        };
        let mut at = range.start;
        let mut rest = page.get(range.clone()).unwrap_or_default();
        while let Some(found) = rest.find('&') {
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
            let name = rest.as_bytes().iter().skip(found + 1);
            let length = 1 + name.take_while(|byte| is_part(byte)).count();
            let mut end = found + length;
            end += usize::from(rest.as_bytes().get(end) == Some(&b';'));
            // All of it is ASCII, so these are character boundaries.
            let Some((reference, after)) = rest.get(found..end).zip(rest.get(end..)) else {
                break;
            };
            let meant = htmlize::unescape(reference);
            let plain = if meant == reference { end } else { found };
            let before = rest.get(..plain).unwrap_or_default();
            self.shown.push(before, at, room);
            let mut taken = end;
            if plain == found {
                // `&notit;` is `&not` and some text.
                let tail = tail(reference, &meant);
                taken -= tail;
                let meant = meant.get(..meant.len() - tail).unwrap_or_default();
                self.shown.push_unit(meant, at + found..at + taken, room);
            }
            let after = rest.get(taken..).unwrap_or(after);
            at += taken;
            rest = after;
        }
        if !rest.is_empty() {
            self.shown.push(rest, at, room);
        }
        self.end = range.end;
    }

    /// Adds the visible text of a page inside this one, for readers without scripts.
    fn add_inner(&mut self, page: &str) {
        let inner = std::mem::take(&mut self.inner);
        let (Some(first), Some(last)) = (inner.first(), inner.last()) else {
            return;
        };
        let range = first.start..last.end;
        let text = page.get(range.clone()).unwrap_or_default();
        if let Some(shown) = read(&without_scripts(text), &[]) {
            self.shown.append(&shown, range.start);
        }
    }

    /// Handles a start tag, or the end of an element.
    fn tag(&mut self, page: &str, name: &str, is_start: bool) {
        self.flush(page);
        self.add_inner(page);
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

/// The number of bytes at the end of a reference that are text after it.
fn tail(reference: &str, meant: &str) -> usize {
    let pairs = reference.bytes().rev().zip(meant.bytes().rev());
    let most = pairs.take_while(|(a, b)| a == b).count();
    let is_tail = |length: &usize| {
        let head = reference.get(..reference.len() - length);
        let rest = meant.get(..meant.len() - length);
        head.zip(rest)
            .is_some_and(|(head, rest)| htmlize::unescape(head) == rest)
    };
    (1..=most).rev().find(is_tail).unwrap_or(0)
}

/// The visible text of a page; `None` if it cannot be read.
///
/// Elements named in `skipped` must not contain links.
pub(crate) fn read(page: &str, skipped: &[String]) -> Option<VisibleText> {
    let page: Rc<str> = Rc::from(page);
    let reader = Rc::new(RefCell::new(Reader::default()));
    let settings = Settings::new()
        .with_strict(false)
        .with_adjust_charset_on_meta_tag(false)
        .append_element_content_handler(element!("*", |element| {
            let name = element.tag_name();
            let mut state = reader.borrow_mut();
            state.tag(&page, &name, true);
            if name == "a" {
                let tag = element.source_location().bytes().start;
                state.shown.start_label(tag);
            }
            if !element.can_have_content() {
                return Ok(());
            }
            let is_closed = CLOSED.contains(&name.as_str());
            let closed = usize::from(is_closed || skipped.contains(&name));
            state.closed += closed;
            let code = usize::from(CODE.contains(&name.as_str()));
            state.code += code;
            let fallback = usize::from(name == "noscript");
            state.fallbacks += fallback;
            let (reader, page) = (Rc::clone(&reader), Rc::clone(&page));
            element.on_end_tag(end_tag!(move |end| {
                let mut state = reader.borrow_mut();
                state.tag(&page, &name, false);
                if name == "a" {
                    state.shown.end_label();
                }
                if name == "table" && end.name() == name {
                    state.tables.pop();
                }
                if !is_closed || end.name() == name || ENDING.contains(&name.as_str()) {
                    state.closed -= closed;
                    state.code -= code;
                    state.fallbacks -= fallback;
                }
                Ok(())
            }))
        }))
        .append_document_content_handler(doc_text!(|chunk| {
            let range = chunk.source_location().bytes();
            let mut state = reader.borrow_mut();
            let is_text = match chunk.text_type() {
                TextType::Data => true,
                // A title, or text to be edited.
                TextType::RCData => state.closed > 0,
                TextType::RawText if state.fallbacks > 0 => {
                    state.flush(&page);
                    state.inner.push(range);
                    return Ok(());
                }
                _ => false,
            };
            if !is_text || range.is_empty() {
                return Ok(());
            }
            match &mut state.pending {
                Some(pending) if pending.end == range.start => pending.end = range.end,
                _ => {
                    state.flush(&page);
                    // A comment or a stray tag in between is not visible.
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
    state.shown.end_label();
    Some(std::mem::take(&mut state.shown))
}
