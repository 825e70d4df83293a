//! Links at a place: for parsers, terminals and pointers.

use std::ffi::c_char;
use std::ptr::null_mut;

use linkspan::term::{Ends, url_end};
use linkspan::{Finding, Link};

use crate::detector::Detector;
use crate::fields::Fields;
use crate::find::describe;
use crate::links::Links;
use crate::output::{answer, borrow};
use crate::status::{Error, Failure, LINKSPAN_INVALID_ARGUMENT, LINKSPAN_INVALID_TEXT, Status};
use crate::text::{array, utf8};

/// Finds the link that starts at byte `at` of a text in UTF-8, as `linkspan_find` would: `links` has it,
/// or none. Only the text around `at` is searched, up to a space on either side.
///
/// `fields` is that of `linkspan_find`, without `LINKSPAN_WITH_REJECTED` and `LINKSPAN_FIELD_ENDING`,
/// which have no effect.
///
/// # Safety
///
/// As for `linkspan_find`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_link_at(
    detector: *const Detector,
    text: *const c_char,
    len: usize,
    at: usize,
    fields: u64,
    links: *mut Links,
    error: *mut Error,
) -> Status {
    // SAFETY: the pointers are those of the caller (`# Safety`).
    unsafe {
        anchored(
            detector,
            (text, len),
            fields,
            links,
            error,
            |detector, text| detector.link_at(text, at),
        )
    }
}

/// Finds the link that contains the character at byte `at` of a text in UTF-8, such as the one under a
/// pointer. Otherwise like `linkspan_link_at`. No link contains an `at` inside a character.
///
/// # Safety
///
/// As for `linkspan_find`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_link_over(
    detector: *const Detector,
    text: *const c_char,
    len: usize,
    at: usize,
    fields: u64,
    links: *mut Links,
    error: *mut Error,
) -> Status {
    // SAFETY: the pointers are those of the caller (`# Safety`).
    unsafe {
        anchored(
            detector,
            (text, len),
            fields,
            links,
            error,
            |detector, text| detector.link_over(text, at),
        )
    }
}

/// # Safety
///
/// As for `linkspan_find`.
unsafe fn anchored(
    detector: *const Detector,
    (text, len): (*const c_char, usize),
    fields: u64,
    links: *mut Links,
    error: *mut Error,
    find: impl for<'t> FnOnce(&linkspan::Detector, &'t str) -> Option<Link<'t>>,
) -> Status {
    let call = || {
        // SAFETY: `detector` is NULL or has not been freed (`# Safety`).
        let detector = unsafe { borrow(detector, "detector") }?;
        // SAFETY: `text` points to `len` bytes (`# Safety`).
        let text = unsafe { utf8(text, len, "text") }?;
        let link = find(&detector.0, text).map(Finding::Link);
        Ok(describe(link.into_iter(), Fields::new(fields)?, |byte| {
            byte
        }))
    };
    // SAFETY: `links` and `error` can be written, or are NULL (`# Safety`).
    unsafe { answer((links, "links"), Links::NONE, error, call) }
}

/// The most bytes before a URL that can change where it ends: markup and quotation marks.
const BEFORE: usize = 64;
/// The most bytes that are read after the space that follows a URL.
const AFTER: usize = 8;

/// Where does the URL end that starts at byte `start` of a text in UTF-8? `end` is `start` if no URL
/// starts there. Needs no detector and allocates nothing.
///
/// A URL starts with a scheme before `://`, or with `www.`; one with user information has no end. It ends
/// where the profile `recommended` ends it: outside brackets and quotation marks, before punctuation of
/// the sentence in any script, and before letters that are glued to it. Whether its top-level domain
/// exists is not looked up.
///
/// Only the URL is read and checked to be UTF-8: invalid bytes end it. Fails with
/// `LINKSPAN_INVALID_TEXT` if `start` is inside a character or an invalid sequence, and with
/// `LINKSPAN_INVALID_ARGUMENT` if it is after the end of the text.
///
/// # Safety
///
/// `text` points to `len` bytes, or is NULL if `len` is 0. `end` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_end(
    text: *const c_char,
    len: usize,
    start: usize,
    end: *mut usize,
) -> Status {
    let call = || {
        // SAFETY: `text` points to `len` bytes (`# Safety`); a `c_char` is a byte.
        let bytes = unsafe { array(text.cast::<u8>(), len, "text") }?;
        let Some((before, after)) = bytes.split_at_checked(start) else {
            let message = format!("`start` is {start}, after the end of the text");
            return Err(Failure::new(LINKSPAN_INVALID_ARGUMENT, message));
        };
        let space = after.iter().position(|&byte| byte <= b' ');
        let until = space.map_or(after.len(), |at| after.len().min(at + AFTER));
        let after = after.get(..until).unwrap_or_default();
        if !after.is_empty() && valid_start(after).is_empty() {
            let message = "`start` is inside a character, or the text is not UTF-8 there";
            return Err(Failure::new(LINKSPAN_INVALID_TEXT, message));
        }
        let before = before.len() - valid_end(before).len();
        let window = bytes.get(before..start + until).unwrap_or_default();
        let end = url_end(valid_start(window), start - before, Ends::Recommended);
        Ok(end.map_or(start, |end| before + end))
    };
    // SAFETY: `end` can be written, or is NULL (`# Safety`).
    unsafe { answer((end, "end"), start, null_mut(), call) }
}

/// The valid text at the start of some bytes.
fn valid_start(bytes: &[u8]) -> &str {
    let chunk = bytes.utf8_chunks().next();
    chunk.map_or("", |chunk| chunk.valid())
}

/// The valid text at the end of some bytes, as far as it can matter.
fn valid_end(bytes: &[u8]) -> &str {
    let from = bytes.len().saturating_sub(BEFORE);
    let chunks = bytes.get(from..).unwrap_or_default().utf8_chunks();
    let last = chunks.last();
    last.map_or("", |chunk| match chunk.invalid() {
        [] => chunk.valid(),
        _ => "",
    })
}
