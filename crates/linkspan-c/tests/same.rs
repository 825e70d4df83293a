//! The functions give the links of the library, for the case files.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::ptr::{null, null_mut};
use std::{fs, slice};

use linkspan::{Detector, Part, Profile};
use linkspan_c as c;

fn text(text: c::Text) -> Option<String> {
    if text.data.is_null() {
        return None;
    }
    // SAFETY: the library promises that the text has this length.
    let bytes = unsafe { slice::from_raw_parts(text.data.cast::<u8>(), text.len) };
    Some(String::from_utf8(bytes.to_vec()).unwrap())
}

fn detector(profile: &str) -> *mut c::Detector {
    let mut detector = null_mut();
    // SAFETY: the pointers come from references.
    let status = unsafe {
        c::linkspan_detector_new(
            profile.as_ptr().cast(),
            profile.len(),
            &mut detector,
            null_mut(),
        )
    };
    assert_eq!(status, c::LINKSPAN_OK);
    detector
}

#[test]
fn links_are_those_of_the_library() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../linkspan/tests/cases");
    let mut count = 0;
    for profile in Profile::NAMES {
        let native = Detector::new(Profile::named(profile).unwrap());
        let detector = detector(profile);
        for entry in fs::read_dir(folder).unwrap() {
            let source = fs::read_to_string(entry.unwrap().path()).unwrap();
            let mut links = std::mem::MaybeUninit::<c::Links>::uninit();
            let (data, fields) = (source.as_ptr().cast(), c::LINKSPAN_FIELDS_ALL);
            // SAFETY: the pointers come from references.
            let status = unsafe {
                c::linkspan_find(
                    detector,
                    data,
                    source.len(),
                    fields,
                    links.as_mut_ptr(),
                    null_mut(),
                )
            };
            assert_eq!(status, c::LINKSPAN_OK);
            // SAFETY: every call writes its output.
            let mut links = unsafe { links.assume_init() };
            let found = if links.data.is_null() {
                &[][..]
            } else {
                // SAFETY: there are as many links as it says.
                unsafe { slice::from_raw_parts(links.data, links.len) }
            };
            let expected: Vec<_> = native.links(&source).collect();
            assert_eq!(found.len(), expected.len());
            for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found.start..found.end, expected.range());
                for (part, range) in Part::ALL.into_iter().zip(found.parts) {
                    assert_eq!(
                        range.start..range.end,
                        expected.part_range(part).unwrap_or_default()
                    );
                }
                // SAFETY: the links are there, and the pointer is that of details.
                let details = unsafe { &*c::linkspan_links_details(&links, index) };
                assert_eq!(text(details.href), Some(expected.href()));
                assert_eq!(text(details.display), Some(expected.display()));
                assert_eq!(text(details.host_ascii), expected.host_ascii());
                let domain = expected.registrable_domain().map(str::to_owned);
                assert_eq!(text(details.registrable_domain), domain);
                assert_eq!(details.reason_count, expected.reasons().count());
            }
            count += found.len();
            // SAFETY: they are freed once.
            unsafe { c::linkspan_links_free(&mut links) };
        }
        // SAFETY: it is freed once.
        unsafe { c::linkspan_detector_free(detector) };
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn a_missing_error_is_no_problem() {
    let mut out = c::String {
        data: null_mut(),
        len: 0,
    };
    // SAFETY: NULL is allowed for a text of length 0 and for the error.
    let status = unsafe { c::linkspan_defang(null(), 0, &mut out, null_mut()) };
    assert_eq!((status, out.len), (c::LINKSPAN_OK, 0));
    // SAFETY: it is freed once.
    unsafe { c::linkspan_string_free(&mut out) };
}
