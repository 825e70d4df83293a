//! The values that a search computes for links: texts in one allocation, and functions that look
//! into it.

use std::array::from_fn;
use std::ffi::c_char;
use std::ptr::null;

use linkspan::Finding;
use linkspan::catalog::{Field, FieldType, Value};

use crate::fields::{Fields, LINKSPAN_FIELD_ENDING, LINKSPAN_FIELD_REASONS, compute, numbered};
use crate::links::Links;
use crate::output::borrow;

/// A text inside other memory, in UTF-8 with a NUL after it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    /// The text; NULL if it was not requested or does not exist. A text that exists and is empty is
    /// not NULL.
    pub data: *const c_char,
    /// Its length in bytes, without the NUL after it.
    pub len: usize,
}

/// Why a link was narrowed, a warning about it, or why a candidate was rejected.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Reason {
    /// A stable name, such as `file-name`.
    pub id: Text,
    /// The clause that the reason comes from.
    pub clause: Text,
    /// The characters that it is about, as they are in the text.
    pub about: Text,
    /// A sentence for people, with the characters that it is about.
    pub message: Text,
}

/// Why a link ends where it does.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Ending {
    /// The stable name of the rule that decided the end, such as `soft`.
    pub rule: Text,
    /// The first character after the link; NULL at the end of the text.
    pub character: Text,
    /// The same character, in the form `U+002E`.
    pub code_point: Text,
    /// Its Link_Term value, such as `Soft`.
    pub link_term: Text,
    /// The clause that the rule comes from.
    pub clause: Text,
    /// The rule as a sentence.
    pub message: Text,
    /// The brackets that were open where reading stopped.
    pub open: Text,
    /// The rule that stopped the reading; differs from `rule` if it was later.
    pub stop: Text,
    /// The character at which reading stopped; NULL at the end of the text.
    pub stopped_at: Text,
}

/// The number of texts of a reason.
const OF_REASON: usize = 4;
/// The number of texts of an ending.
const OF_ENDING: usize = 9;

// The values of a link follow each other: its fields in the order of their numbers, its ending, its
// reasons.
/// The values of links: private to this library.
pub struct Memory {
    fields: Fields,
    /// All values, each with a NUL after it. A value that does not exist has no NUL either.
    bytes: Vec<u8>,
    /// Where each value ends.
    ends: Vec<usize>,
    /// The number of values up to the end of each link, if links have reasons: any number of them.
    of_links: Vec<usize>,
}

impl Memory {
    pub(crate) fn new(fields: Fields) -> Self {
        Self {
            fields,
            bytes: Vec::new(),
            ends: Vec::new(),
            of_links: Vec::new(),
        }
    }

    /// Adds the values of a link or a candidate.
    pub(crate) fn add(&mut self, finding: &Finding<'_>) {
        let (link, rejected) = match finding {
            Finding::Link(link) => (Some(link), None),
            Finding::Rejected(rejected) => (None, Some(rejected)),
        };
        for field in self.fields.of_catalogue() {
            let value = match (link, rejected, field) {
                (Some(link), _, field) => compute(field, link).map(Value::into_text),
                (_, Some(rejected), Field::Kind) => Some(rejected.parts().kind().as_str().into()),
                (_, Some(rejected), Field::Text) => Some(rejected.text().into()),
                _ => None,
            };
            self.push(value);
        }
        if self.fields.has(LINKSPAN_FIELD_ENDING) {
            let ending = link.and_then(linkspan::Link::ending);
            let texts = ending.map(|ending| ending.fields().map(|(_, text)| text));
            let texts: [_; OF_ENDING] = texts.unwrap_or_default();
            for text in texts {
                self.push(text);
            }
        }
        if self.fields.has(LINKSPAN_FIELD_REASONS) {
            let of_link = link.into_iter().flat_map(linkspan::Link::reasons);
            for reason in of_link.chain(rejected.map(linkspan::Rejected::reason)) {
                let texts: [_; OF_REASON] = reason.fields();
                for (_, text) in texts {
                    self.push(Some(text));
                }
            }
            self.of_links.push(self.ends.len());
        }
    }

    // One copy for all callers keeps the library small.
    #[inline(never)]
    fn push(&mut self, value: Option<impl AsRef<str>>) {
        if let Some(value) = value {
            let value = value.as_ref().as_bytes();
            self.bytes.reserve(value.len() + 1);
            self.bytes.extend_from_slice(value);
            self.bytes.push(0);
        }
        self.ends.push(self.bytes.len());
    }

    /// The number of values that every link has.
    fn count(&self) -> usize {
        let has_ending = self.fields.has(LINKSPAN_FIELD_ENDING);
        self.fields.count() + usize::from(has_ending) * OF_ENDING
    }

    /// The number of the first value of a link.
    fn first(&self, index: usize) -> Option<usize> {
        match index.checked_sub(1) {
            Some(before) if self.fields.has(LINKSPAN_FIELD_REASONS) => {
                self.of_links.get(before).copied()
            }
            _ => index.checked_mul(self.count()),
        }
    }

    /// A value with its NUL.
    // One copy for all callers keeps the library small.
    #[inline(never)]
    fn value(&self, number: usize) -> Option<&[u8]> {
        let start = match number.checked_sub(1) {
            Some(before) => *self.ends.get(before)?,
            None => 0,
        };
        let bytes = self.bytes.get(start..*self.ends.get(number)?)?;
        Some(bytes).filter(|bytes| !bytes.is_empty())
    }

    /// The value of a field, with its NUL.
    fn field(&self, index: usize, field: u64) -> Option<&[u8]> {
        let place = self.fields.place(field)?;
        self.value(self.first(index)?.checked_add(place)?)
    }

    /// The number of the first value of an ending.
    fn ending(&self, index: usize) -> Option<usize> {
        let first = self.first(index)?.checked_add(self.fields.count());
        let has_ending = self.fields.has(LINKSPAN_FIELD_ENDING);
        first.filter(|first| has_ending && *first < self.ends.len())
    }

    /// The number of the first value of a reason.
    fn reason(&self, index: usize, number: usize) -> Option<usize> {
        let end = *self.of_links.get(index)?;
        let mut firsts = (self.first(index)? + self.count()..end).step_by(OF_REASON);
        firsts.nth(number)
    }
}

impl Text {
    fn new(bytes: Option<&[u8]>) -> Self {
        Self {
            data: bytes.map_or(null(), |bytes| bytes.as_ptr().cast()),
            len: bytes.map_or(0, |bytes| bytes.len() - 1),
        }
    }
}

/// The values of links.
///
/// # Safety
///
/// `links` is NULL, or points to links that this library made and that were not changed.
unsafe fn values_of<'a>(links: *const Links) -> Option<&'a Memory> {
    // SAFETY: `links` is NULL or points to links that this library made (`# Safety`).
    let links = unsafe { borrow(links, "links") }.ok()?;
    // SAFETY: the links were not changed (`# Safety`), so it is NULL or the box of `Links::new`.
    unsafe { links.memory.as_ref() }
}

/// Returns a field of the link at `index`, such as `LINKSPAN_FIELD_HREF`. `data` is NULL if the
/// link lacks the field, if the field was not requested, or if there is no such link or field. It is
/// valid until the links are freed.
///
/// # Safety
///
/// `links` is NULL, or points to links that this library made and that were not changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_link_text(links: *const Links, index: usize, field: u64) -> Text {
    // SAFETY: `links` is NULL or points to links that this library made (`# Safety`).
    let memory = unsafe { values_of(links) };
    Text::new(memory.and_then(|memory| memory.field(index, field)))
}

/// Returns a field that is a number, such as `LINKSPAN_FIELD_PORT`; -1 where `linkspan_link_text`
/// returns NULL, and for fields that are texts.
///
/// # Safety
///
/// `links` is NULL, or points to links that this library made and that were not changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_link_number(
    links: *const Links,
    index: usize,
    field: u64,
) -> i64 {
    // SAFETY: `links` is NULL or points to links that this library made (`# Safety`).
    let memory = unsafe { values_of(links) };
    let is_number = |field: &Field| field.field_type() == FieldType::Number;
    let number = numbered(field).filter(is_number).and_then(|_| {
        let digits = memory?.field(index, field)?.strip_suffix(b"\0")?;
        std::str::from_utf8(digits).ok()?.parse().ok()
    });
    number.unwrap_or(-1)
}

/// Returns the reason `number` of the link at `index`, from 0; the texts are NULL if there are fewer
/// reasons, or if `LINKSPAN_FIELD_REASONS` was not requested. They are valid until the links are
/// freed.
///
/// # Safety
///
/// `links` is NULL, or points to links that this library made and that were not changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_link_reason(
    links: *const Links,
    index: usize,
    number: usize,
) -> Reason {
    // SAFETY: `links` is NULL or points to links that this library made (`# Safety`).
    let memory = unsafe { values_of(links) };
    let [id, clause, about, message] = texts(memory, |memory| memory.reason(index, number));
    Reason {
        id,
        clause,
        about,
        message,
    }
}

/// Returns why the link at `index` ends where it does. The texts are NULL for a rejected candidate,
/// or if `LINKSPAN_FIELD_ENDING` was not requested. They are valid until the links are freed.
///
/// # Safety
///
/// `links` is NULL, or points to links that this library made and that were not changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_link_ending(links: *const Links, index: usize) -> Ending {
    // SAFETY: `links` is NULL or points to links that this library made (`# Safety`).
    let memory = unsafe { values_of(links) };
    let texts: [Text; OF_ENDING] = texts(memory, |memory| memory.ending(index));
    let [rule, character, code_point, link_term, rest @ ..] = texts;
    let [clause, message, open, stop, stopped_at] = rest;
    Ending {
        rule,
        character,
        code_point,
        link_term,
        clause,
        message,
        open,
        stop,
        stopped_at,
    }
}

/// Values that follow each other.
fn texts<const N: usize>(
    memory: Option<&Memory>,
    first: impl FnOnce(&Memory) -> Option<usize>,
) -> [Text; N] {
    let first = memory.and_then(|memory| Some((memory, first(memory)?)));
    from_fn(|at| Text::new(first.and_then(|(memory, first)| memory.value(first + at))))
}
