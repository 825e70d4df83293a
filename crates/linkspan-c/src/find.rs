//! Finding links.

use std::ffi::c_char;

use linkspan::Finding;

use crate::details::{Collector, Fields, LINKSPAN_WITH_REJECTED};
use crate::detector::Detector;
use crate::links::{Link, Links};
use crate::output::{lent, output};
use crate::status::{Error, Failure, Status, answer};
use crate::text::{Bytes, Offsets, Utf16, array, from_utf16, utf8};

/// Finds the links of a text in UTF-8. Offsets are bytes.
///
/// `fields` selects the details to compute for each link: 0, or `LINKSPAN_FIELD_HREF` and others
/// combined with `|`. Request only what you need: offsets alone are several times as fast as
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
    fields: u32,
    links: *mut Links,
    error: *mut Error,
) -> Status {
    let call = || {
        // SAFETY: the caller promises it.
        let links = unsafe { output(links, "links") }?.write(Links::NONE);
        // SAFETY: the caller promises it.
        let detector = unsafe { lent(detector, "detector") }?;
        // SAFETY: the caller promises it.
        let text = unsafe { utf8(text, len, "text") }?;
        *links = if fields == 0 {
            places(&detector.0, text, &mut Bytes)
        } else {
            found(&detector.0, text, Fields::new(fields)?, &mut Bytes)
        };
        Ok(())
    };
    // SAFETY: the caller promises it.
    unsafe { answer(error, call) }
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
    fields: u32,
    links: *mut Links,
    error: *mut Error,
) -> Status {
    let call = || {
        // SAFETY: the caller promises it.
        let links = unsafe { output(links, "links") }?.write(Links::NONE);
        // SAFETY: the caller promises it.
        let detector = unsafe { lent(detector, "detector") }?;
        // SAFETY: the caller promises it.
        let units = unsafe { array(text, len, "text") }?;
        let (text, fields) = (from_utf16(units), Fields::new(fields)?);
        *links = if text.len() == units.len() {
            found(&detector.0, &text, fields, &mut Bytes)
        } else {
            found(&detector.0, &text, fields, &mut Utf16::new(&text))
        };
        Ok::<(), Failure>(())
    };
    // SAFETY: the caller promises it.
    unsafe { answer(error, call) }
}

/// The links of a text.
fn found(
    detector: &linkspan::Detector,
    text: &str,
    fields: Fields,
    offsets: &mut impl Offsets,
) -> Links {
    if fields.has(LINKSPAN_WITH_REJECTED) {
        return described(detector.judged(text), fields, offsets);
    }
    if fields.has_details() {
        return described(detector.links(text).map(Finding::Link), fields, offsets);
    }
    places(detector, text, offsets)
}

/// The links of a text without details. Most messages are short and have no link, so this is a plain loop: an
/// adapter would copy the state of the search.
#[inline(always)]
fn places(detector: &linkspan::Detector, text: &str, offsets: &mut impl Offsets) -> Links {
    let mut search = detector.links(text);
    let Some(link) = search.next() else {
        return Links::NONE;
    };
    let mut links = Vec::with_capacity(4);
    links.push(Link::new(link.parts(), false, offsets));
    for link in &mut search {
        links.push(Link::new(link.parts(), false, offsets));
    }
    Links::new(links, None)
}

/// Findings with what was asked of them.
pub(crate) fn described<'t>(
    findings: impl Iterator<Item = Finding<'t>>,
    fields: Fields,
    offsets: &mut impl Offsets,
) -> Links {
    let mut collector = Collector::default();
    let mut links = Vec::new();
    for finding in findings {
        links.push(match &finding {
            Finding::Link(link) => Link::new(link.parts(), false, offsets),
            Finding::Rejected(rejected) => Link::new(rejected.parts(), true, offsets),
        });
        if fields.has_details() {
            collector.add(&finding, fields);
        }
    }
    let memory = (fields.has_details() && !links.is_empty()).then(|| collector.finish());
    Links::new(links, memory)
}
