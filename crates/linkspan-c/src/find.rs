//! Finding links.

use std::ffi::c_char;

use linkspan::Finding;
use linkspan_bind::{Offsets, Unit};

use crate::detector::Detector;
use crate::fields::{Fields, LINKSPAN_FIELD_ENDING, LINKSPAN_WITH_REJECTED};
use crate::links::{Link, Links};
use crate::output::{answer, borrow};
use crate::status::{Error, Status};
use crate::text::{array, from_utf16, utf8};
use crate::values::Memory;

/// Finds the links of a text in UTF-8. Offsets are bytes.
///
/// `fields` selects what to compute for each link besides its place: 0, or `LINKSPAN_FIELD_HREF` and
/// others combined with `|`. Request only what you need: offsets alone are several times as fast as
/// addresses.
///
/// Fails with `LINKSPAN_INVALID_TEXT` if the text is not UTF-8, and with
/// `LINKSPAN_INVALID_ARGUMENT` if `fields` has unknown bits.
///
/// # Safety
///
/// `detector` is one that has not been freed. `text` points to `len` bytes, or is NULL if `len` is 0.
/// `links` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_find(
    detector: *const Detector,
    text: *const c_char,
    len: usize,
    fields: u64,
    links: *mut Links,
    error: *mut Error,
) -> Status {
    let call = || {
        // SAFETY: `detector` is NULL or has not been freed (`# Safety`).
        let detector = unsafe { borrow(detector, "detector") }?;
        // SAFETY: `text` points to `len` bytes (`# Safety`).
        let text = unsafe { utf8(text, len, "text") }?;
        if fields == 0 {
            return Ok(find_places(&detector.0, text, keep));
        }
        Ok(find(&detector.0, text, Fields::new(fields)?, keep))
    };
    // SAFETY: `links` and `error` can be written, or are NULL (`# Safety`).
    unsafe { answer((links, "links"), Links::NONE, error, call) }
}

/// Finds the links of a text in UTF-16, in the byte order of the machine. Offsets are code units. A lone
/// surrogate ends links.
///
/// # Safety
///
/// As for `linkspan_find`; `text` points to `len` code units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_find_utf16(
    detector: *const Detector,
    text: *const u16,
    len: usize,
    fields: u64,
    links: *mut Links,
    error: *mut Error,
) -> Status {
    let call = || {
        // SAFETY: `detector` is NULL or has not been freed (`# Safety`).
        let detector = unsafe { borrow(detector, "detector") }?;
        // SAFETY: `text` points to `len` code units (`# Safety`).
        let units = unsafe { array(text, len, "text") }?;
        let (text, fields) = (from_utf16(units), Fields::new(fields)?);
        // Only ASCII is as long in UTF-8 as in UTF-16.
        if text.len() == units.len() {
            return Ok(find(&detector.0, &text, fields, keep));
        }
        let mut offsets = Offsets::known(&text, Unit::Utf16, false);
        Ok(find(&detector.0, &text, fields, |byte| offsets.at(byte)))
    };
    // SAFETY: `links` and `error` can be written, or are NULL (`# Safety`).
    unsafe { answer((links, "links"), Links::NONE, error, call) }
}

/// The offset of a caller who counts in bytes, too.
fn keep(byte: usize) -> usize {
    byte
}

/// Finds the links of a text, with what was requested of them.
fn find(
    detector: &linkspan::Detector,
    text: &str,
    fields: Fields,
    offset: impl FnMut(usize) -> usize,
) -> Links {
    if fields.has(LINKSPAN_WITH_REJECTED | LINKSPAN_FIELD_ENDING) {
        let with_rejected = fields.has(LINKSPAN_WITH_REJECTED);
        let is_wanted = |found: &Finding<'_>| with_rejected || matches!(found, Finding::Link(_));
        return describe(detector.explain(text).filter(is_wanted), fields, offset);
    }
    if fields.has_values() {
        return describe(detector.links(text).map(Finding::Link), fields, offset);
    }
    find_places(detector, text, offset)
}

/// Finds the links of a text without fields. Most messages are short and have no link, so this is a plain loop:
/// an adapter would copy the state of the search.
#[inline(always)]
fn find_places(
    detector: &linkspan::Detector,
    text: &str,
    mut offset: impl FnMut(usize) -> usize,
) -> Links {
    let mut search = detector.links(text);
    let Some(link) = search.next() else {
        return Links::NONE;
    };
    let mut links = Vec::with_capacity(4);
    links.push(Link::new(link.parts(), true, &mut offset));
    for link in &mut search {
        links.push(Link::new(link.parts(), true, &mut offset));
    }
    Links::new(links, None)
}

/// Hands over findings with what was requested of them.
pub(crate) fn describe<'t>(
    findings: impl Iterator<Item = Finding<'t>>,
    fields: Fields,
    mut offset: impl FnMut(usize) -> usize,
) -> Links {
    let mut memory = Memory::new(fields);
    let mut links = Vec::new();
    for finding in findings {
        links.push(match &finding {
            Finding::Link(link) => Link::new(link.parts(), true, &mut offset),
            Finding::Rejected(rejected) => Link::new(rejected.parts(), false, &mut offset),
        });
        memory.add(&finding);
    }
    if links.is_empty() {
        return Links::NONE;
    }
    Links::new(links, fields.has_values().then_some(memory))
}
