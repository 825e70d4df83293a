//! The functions for C: with any bytes they give the results of the library, and no call ends with
//! an internal error.

#![allow(unsafe_code, reason = "arguments are pointers, as C passes them")]

use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr::null_mut;
use std::slice;

use linkspan::catalog::Field;
use linkspan::defang::{defang, refang};
use linkspan::format::{self, Form, Format};
use linkspan::render::{Html, Renderer};
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding, Profile};
use linkspan_c as c;

use crate::input::Input;
use crate::units::{at, decoded, spliced};

/// A link or a rejected candidate: where it is, its kind, and whether it is linked.
type Place = (Range<usize>, u32, bool);

/// No field has this number.
const UNKNOWN: u64 = 1 << 60;

/// Panics if a function gives another result than the library.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let name = input.choice(Profile::NAMES);
    let fields = input.choice(&[
        0,
        c::LINKSPAN_FIELDS_ALL,
        c::LINKSPAN_FIELDS_ALL | c::LINKSPAN_FIELD_ENDING | c::LINKSPAN_WITH_REJECTED,
        c::LINKSPAN_FIELD_HREF | c::LINKSPAN_FIELD_REASONS | c::LINKSPAN_WITH_REJECTED,
        c::LINKSPAN_FIELD_ENDING,
        c::LINKSPAN_WITH_REJECTED,
        UNKNOWN,
    ]);
    let drop = usize::from(input.byte());
    let steps = [input.number(), input.number(), input.number()];
    let bytes = input.bytes();
    let native = Detector::new(Profile::named(name).expect("a profile"));
    let detector = new(name).expect("a profile");
    let text = std::str::from_utf8(bytes);
    // UTF-8, or what is wrong with it.
    let mut error = c::Error {
        offset: 0,
        message: [0; c::LINKSPAN_MESSAGE_SIZE],
    };
    let found = places(fields, |links| {
        // SAFETY: all pointers come from references.
        unsafe {
            c::linkspan_find(
                detector,
                bytes.as_ptr().cast(),
                bytes.len(),
                fields,
                links,
                &raw mut error,
            )
        }
    });
    match (text, fields == UNKNOWN) {
        (Ok(text), false) => assert_eq!(found, Ok(expected(&native, text, fields, |at| at))),
        (Ok(_), true) => assert_eq!(found, Err(c::LINKSPAN_INVALID_ARGUMENT)),
        (Err(wrong), false) => {
            assert_eq!(found, Err(c::LINKSPAN_INVALID_TEXT));
            assert_eq!(error.offset, wrong.valid_up_to());
        }
        (Err(_), true) => assert!(found.is_err()),
    }
    strings(detector, &native, bytes);
    options(bytes);
    let lossy = String::from_utf8_lossy(bytes);
    let mut units: Vec<u16> = lossy.encode_utf16().collect();
    if drop < units.len() {
        // Half of a surrogate pair may be left.
        units.remove(drop);
    }
    utf16(detector, &native, &units, fields);
    live(detector, &native, &units, steps);
    // SAFETY: it is freed once.
    unsafe { c::linkspan_detector_free(detector) };
}

/// How a call ended. No input may be an internal error.
fn ended(status: c::Status) -> Result<(), c::Status> {
    assert_ne!(status, c::LINKSPAN_INTERNAL);
    match status {
        c::LINKSPAN_OK => Ok(()),
        status => Err(status),
    }
}

fn new(name: &str) -> Result<*mut c::Detector, c::Status> {
    let mut detector = null_mut();
    // SAFETY: all pointers come from references.
    ended(unsafe {
        c::linkspan_detector_new(
            name.as_ptr().cast(),
            name.len(),
            &raw mut detector,
            null_mut(),
        )
    })?;
    Ok(detector)
}

/// Whether bytes are options. Detectors of theirs can be used and freed.
fn options(bytes: &[u8]) {
    let mut detector = null_mut();
    let (data, len) = (bytes.as_ptr().cast(), bytes.len());
    // SAFETY: all pointers come from references.
    let status =
        unsafe { c::linkspan_detector_from_json(data, len, &raw mut detector, null_mut()) };
    assert_eq!(ended(status).is_ok(), !detector.is_null());
    if !detector.is_null() {
        let found = places(0, |links| {
            // SAFETY: all pointers come from references.
            unsafe { c::linkspan_find(detector, data, len, 0, links, null_mut()) }
        });
        assert!(found.is_ok(), "JSON is UTF-8");
    }
    // SAFETY: it is freed once, or NULL.
    unsafe { c::linkspan_detector_free(detector) };
}

/// The list that a call writes.
fn places(
    fields: u64,
    call: impl FnOnce(*mut c::Links) -> c::Status,
) -> Result<Vec<Place>, c::Status> {
    let mut links = MaybeUninit::<c::Links>::uninit();
    let status = call(links.as_mut_ptr());
    // SAFETY: every call writes its output.
    let mut links = unsafe { links.assume_init() };
    ended(status)?;
    let found = if links.data.is_null() {
        &[][..]
    } else {
        // SAFETY: there are as many links as it says.
        unsafe { slice::from_raw_parts(links.data, links.len) }
    };
    let places = found
        .iter()
        .map(|link| (link.start..link.end, link.kind, link.linked == 1));
    let places = places.collect();
    for (index, link) in found.iter().enumerate() {
        check_fields(&links, index, link.linked == 1, fields);
    }
    // SAFETY: they are freed once.
    unsafe { c::linkspan_links_free(&raw mut links) };
    Ok(places)
}

/// Panics unless the fields that were requested are there, and no others.
fn check_fields(links: &c::Links, index: usize, is_linked: bool, fields: u64) {
    for (bit, field) in Field::ALL.iter().enumerate() {
        // SAFETY: the links come from a reference.
        let text = unsafe { c::linkspan_link_text(links, index, 1 << bit) };
        let is_of_all = is_linked || matches!(field, Field::Kind | Field::Text);
        let is_there = fields & 1 << bit != 0 && is_of_all;
        if is_there && !field.is_optional() || !is_there {
            assert_eq!(!text.data.is_null(), is_there, "{field:?}");
        }
    }
    // SAFETY: the links come from a reference.
    let reason = unsafe { c::linkspan_link_reason(links, index, 0) };
    let has_reasons = fields & c::LINKSPAN_FIELD_REASONS != 0;
    assert!(reason.id.data.is_null() || has_reasons);
    assert!(!reason.id.data.is_null() || is_linked || !has_reasons);
    // SAFETY: the links come from a reference.
    let ending = unsafe { c::linkspan_link_ending(links, index) };
    let has_ending = is_linked && fields & c::LINKSPAN_FIELD_ENDING != 0;
    assert_eq!(!ending.rule.data.is_null(), has_ending);
}

/// What the library finds, with offsets in other units.
fn expected(
    detector: &Detector,
    text: &str,
    fields: u64,
    unit: impl Fn(usize) -> usize,
) -> Vec<Place> {
    let place = |range: Range<usize>, kind, is_linked| {
        let range = unit(range.start)..unit(range.end);
        (range, linkspan_bind::kind(kind), is_linked)
    };
    if fields & c::LINKSPAN_WITH_REJECTED == 0 {
        let links = detector.links(text);
        return links
            .map(|link| place(link.range(), link.kind(), true))
            .collect();
    }
    let findings = detector.explain(text).map(|finding| match finding {
        Finding::Link(link) => place(link.range(), link.kind(), true),
        Finding::Rejected(rejected) => place(rejected.range(), rejected.parts().kind(), false),
    });
    findings.collect()
}

/// The string that a call writes.
fn string(call: impl FnOnce(*mut c::String) -> c::Status) -> Result<String, c::Status> {
    let mut out = MaybeUninit::<c::String>::uninit();
    let status = call(out.as_mut_ptr());
    // SAFETY: every call writes its output.
    let mut out = unsafe { out.assume_init() };
    ended(status)?;
    let text = if out.data.is_null() {
        String::new()
    } else {
        // SAFETY: the string has this length, and a NUL after it.
        let bytes = unsafe { slice::from_raw_parts(out.data.cast::<u8>(), out.len + 1) };
        assert_eq!(bytes.last(), Some(&0));
        String::from_utf8(bytes[..out.len].to_vec()).expect("UTF-8")
    };
    // SAFETY: it is freed once.
    unsafe { c::linkspan_string_free(&raw mut out) };
    Ok(text)
}

/// The functions from a text to a text.
fn strings(detector: *const c::Detector, native: &Detector, bytes: &[u8]) {
    let (data, len) = (bytes.as_ptr().cast(), bytes.len());
    // SAFETY: all pointers come from references.
    let linkified =
        string(|out| unsafe { c::linkspan_linkify(detector, data, len, data, 0, out, null_mut()) });
    // SAFETY: all pointers come from references.
    let defanged = string(|out| unsafe { c::linkspan_defang(data, len, out, null_mut()) });
    // SAFETY: all pointers come from references.
    let refanged = string(|out| unsafe { c::linkspan_refang(data, len, out, null_mut()) });
    let domain =
        // SAFETY: all pointers come from references.
        string(|out| unsafe { c::linkspan_domain(data, len, out, null_mut()) });
    let Ok(text) = std::str::from_utf8(bytes) else {
        for made in [linkified, defanged, refanged, domain] {
            assert_eq!(made, Err(c::LINKSPAN_INVALID_TEXT));
        }
        return;
    };
    let html = Html::default().render(native.spans(text)).to_string();
    assert_eq!(linkified, Ok(html));
    assert_eq!(defanged, Ok(defang(text).into_owned()));
    assert_eq!(refanged, Ok(refang(text)));
    let expected = linkspan_bind::domain(text, &SuffixSource::Embedded).unwrap_or_default();
    assert!(expected.is_ascii(), "{expected}");
    assert_eq!(domain, Ok(expected));
    let forms = [
        Format::default().string(text),
        Format::default().form(Form::Display).string(text),
        format::ascii(text),
    ];
    for (form, expected) in (0..).zip(forms) {
        // SAFETY: all pointers come from references.
        let made = string(|out| unsafe { c::linkspan_format(data, len, form, out, null_mut()) });
        assert_eq!(made, expected.map_err(|_| c::LINKSPAN_INVALID_URL));
    }
}

/// UTF-16, with halves of surrogate pairs.
fn utf16(detector: *const c::Detector, native: &Detector, units: &[u16], fields: u64) {
    let found = places(fields, |links| {
        // SAFETY: all pointers come from references.
        unsafe {
            c::linkspan_find_utf16(
                detector,
                units.as_ptr(),
                units.len(),
                fields,
                links,
                null_mut(),
            )
        }
    });
    let text = decoded(units);
    let expected = match fields {
        UNKNOWN => Err(c::LINKSPAN_INVALID_ARGUMENT),
        fields => Ok(expected(native, &text, fields, |byte| at(&text, byte))),
    };
    assert_eq!(found, expected, "{text:?}");
}

/// A live text has the links of its text after every edit.
fn live(detector: *const c::Detector, native: &Detector, units: &[u16], steps: [usize; 3]) {
    let mut live = null_mut();
    let (data, len) = (units.as_ptr(), units.len());
    // SAFETY: all pointers come from references.
    let status = unsafe { c::linkspan_live_new(detector, data, len, &raw mut live, null_mut()) };
    assert_eq!(ended(status), Ok(()));
    let mut text = decoded(units);
    for step in steps {
        // Often a range of the text, sometimes past its end or reversed.
        let count = at(&text, text.len());
        let (start, end) = (step / 7 % (count + 2), step / 3 % (count + 2));
        let insert = units.get(..step % 5).unwrap_or_default();
        let mut changes = MaybeUninit::<c::Changes>::uninit();
        // SAFETY: all pointers come from references.
        let status = unsafe {
            c::linkspan_live_edit(
                live,
                start,
                end,
                insert.as_ptr(),
                insert.len(),
                changes.as_mut_ptr(),
                null_mut(),
            )
        };
        // SAFETY: every call writes its output.
        let mut changes = unsafe { changes.assume_init() };
        match spliced(&text, start, end, insert, '\u{FFFF}') {
            Some(new) => {
                assert_eq!(ended(status), Ok(()), "{start}..{end} of {text:?}");
                text = new;
            }
            None => assert_eq!(ended(status), Err(c::LINKSPAN_INVALID_RANGE)),
        }
        // SAFETY: they are freed once.
        unsafe { c::linkspan_changes_free(&raw mut changes) };
        let end = usize::MAX;
        // SAFETY: all pointers come from references.
        let seen = string(|out| unsafe { c::linkspan_live_text(live, 0, end, out, null_mut()) });
        assert_eq!(seen.as_ref(), Ok(&text));
        // SAFETY: the text has not been freed.
        assert_eq!(
            unsafe { c::linkspan_live_length(live) },
            at(&text, text.len())
        );
        let fresh = expected(native, &text, 0, |byte| at(&text, byte));
        assert_eq!(live_places(live), fresh, "{text:?}");
    }
    // SAFETY: it is freed once.
    unsafe { c::linkspan_live_free(live) };
}

/// The links of a live text.
fn live_places(live: *const c::Live) -> Vec<Place> {
    let mut links = MaybeUninit::<c::LiveLinks>::uninit();
    let to = links.as_mut_ptr();
    // SAFETY: all pointers come from references.
    let status = unsafe { c::linkspan_live_links(live, 0, usize::MAX, to, null_mut()) };
    assert_eq!(ended(status), Ok(()));
    // SAFETY: every call writes its output.
    let mut links = unsafe { links.assume_init() };
    let found = if links.data.is_null() {
        &[][..]
    } else {
        // SAFETY: there are as many links as it says.
        unsafe { slice::from_raw_parts(links.data, links.len) }
    };
    let places = found
        .iter()
        .map(|link| (link.start..link.end, link.kind, true));
    let places = places.collect();
    // SAFETY: they are freed once.
    unsafe { c::linkspan_live_links_free(&raw mut links) };
    places
}
