//! The functions for C: with any bytes they give the results of the library, and no call ends with
//! an internal error.

#![allow(unsafe_code, reason = "arguments are pointers, as C passes them")]

use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr::null_mut;
use std::slice;

use linkspan::defang::{defang, refang};
use linkspan::format::{self, Form, Format};
use linkspan::render::{Html, Renderer};
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding, Kind, Profile};
use linkspan_c as c;

use crate::input::Input;
use crate::units::{at, decoded, spliced};

/// A link or a rejected candidate: where it is, its kind, and whether it was rejected.
type Place = (Range<usize>, u32, bool);

/// Panics if a function gives another result than the library.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let name = input.choice(Profile::NAMES);
    let fields = input.choice(&[
        0,
        c::LINKSPAN_FIELDS_ALL,
        c::LINKSPAN_FIELD_HREF | c::LINKSPAN_WITH_REJECTED,
        c::LINKSPAN_WITH_REJECTED,
        1 << 31,
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
    match (text, fields >> 31) {
        (Ok(text), 0) => assert_eq!(found, Ok(expected(&native, text, fields, |at| at))),
        (Ok(_), _) => assert_eq!(found, Err(c::LINKSPAN_INVALID_ARGUMENT)),
        (Err(wrong), 0) => {
            assert_eq!(found, Err(c::LINKSPAN_INVALID_TEXT));
            assert_eq!(error.offset, wrong.valid_up_to());
        }
        (Err(_), _) => assert!(found.is_err()),
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
    fields: u32,
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
        .map(|link| (link.start..link.end, link.kind, link.rejected != 0));
    let places = places.collect();
    if fields & c::LINKSPAN_FIELD_HREF != 0 {
        for (index, link) in found.iter().enumerate() {
            // SAFETY: the links are there, and the pointer is that of details.
            let details = unsafe { &*c::linkspan_links_details(&raw const links, index) };
            assert!(link.rejected != 0 || !details.href.data.is_null());
        }
    }
    // SAFETY: they are freed once.
    unsafe { c::linkspan_links_free(&raw mut links) };
    Ok(places)
}

/// What the library finds, with offsets in other units.
fn expected(
    detector: &Detector,
    text: &str,
    fields: u32,
    unit: impl Fn(usize) -> usize,
) -> Vec<Place> {
    let place = |range: Range<usize>, kind: Kind, rejected: bool| {
        let kind = match kind {
            Kind::Email => c::LINKSPAN_KIND_EMAIL,
            Kind::File => c::LINKSPAN_KIND_FILE,
            _ => c::LINKSPAN_KIND_URL,
        };
        (unit(range.start)..unit(range.end), kind, rejected)
    };
    if fields & c::LINKSPAN_WITH_REJECTED == 0 {
        let links = detector.links(text);
        return links
            .map(|link| place(link.range(), link.kind(), false))
            .collect();
    }
    let findings = detector.judged(text).map(|finding| match finding {
        Finding::Link(link) => place(link.range(), link.kind(), false),
        Finding::Rejected(rejected) => place(rejected.range(), rejected.parts().kind(), true),
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
        string(|out| unsafe { c::linkspan_registrable_domain(data, len, out, null_mut()) });
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
    let registrable = SuffixSource::Embedded.registrable_domain(text);
    assert_eq!(domain, Ok(registrable.unwrap_or_default().to_owned()));
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
fn utf16(detector: *const c::Detector, native: &Detector, units: &[u16], fields: u32) {
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
    let expected = match fields >> 31 {
        0 => Ok(expected(native, &text, fields, |byte| at(&text, byte))),
        _ => Err(c::LINKSPAN_INVALID_ARGUMENT),
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
        .map(|link| (link.start..link.end, link.kind, false));
    let places = places.collect();
    // SAFETY: they are freed once.
    unsafe { c::linkspan_live_links_free(&raw mut links) };
    places
}
