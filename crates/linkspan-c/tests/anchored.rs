//! Links at a place are those that a search finds there.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::fs;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

use linkspan::{Detector, Kind, Link, Part};
use linkspan_c as c;

type Anchored = unsafe extern "C" fn(
    *const c::Detector,
    *const std::ffi::c_char,
    usize,
    usize,
    u64,
    *mut c::Links,
    *mut c::Error,
) -> c::Status;

/// The link that a function finds at a place.
fn link_at(
    find: Anchored,
    detector: *const c::Detector,
    text: &str,
    at: usize,
) -> Option<(usize, usize)> {
    let mut links = MaybeUninit::<c::Links>::uninit();
    let (data, to) = (text.as_ptr().cast(), links.as_mut_ptr());
    // SAFETY: the pointers come from references.
    let status = unsafe { find(detector, data, text.len(), at, 0, to, null_mut()) };
    assert_eq!(status, c::LINKSPAN_OK);
    // SAFETY: every call writes its output.
    let mut links = unsafe { links.assume_init() };
    // SAFETY: there are as many links as it says.
    let found = (links.len > 0).then(|| unsafe { &*links.data });
    let found = found.map(|link| (link.start, link.end));
    // SAFETY: they are freed once.
    unsafe { c::linkspan_links_free(&mut links) };
    found
}

fn end(text: &[u8], start: usize) -> (c::Status, usize) {
    let mut end = usize::MAX;
    // SAFETY: the pointers come from references.
    let status = unsafe { c::linkspan_end(text.as_ptr().cast(), text.len(), start, &mut end) };
    (status, end)
}

#[test]
fn links_of_the_cases_are_found_where_they_are() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../linkspan/tests/cases");
    let mut detector = null_mut();
    // SAFETY: the pointers come from references.
    let status = unsafe {
        c::linkspan_detector_new("recommended".as_ptr().cast(), 11, &mut detector, null_mut())
    };
    assert_eq!(status, c::LINKSPAN_OK);
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let text = text.replace(['⸠', '⸡'], "");
        let has_scheme =
            |link: &Link| link.kind() == Kind::Url && link.part(Part::Scheme).is_some();
        for line in text.lines() {
            for link in Detector::default().links(line) {
                let range = Some((link.start(), link.end()));
                let last = link.end() - link.text().chars().next_back().unwrap().len_utf8();
                assert_eq!(
                    link_at(c::linkspan_link_at, detector, line, link.start()),
                    range,
                    "{line}"
                );
                assert_eq!(
                    link_at(c::linkspan_link_over, detector, line, last),
                    range,
                    "{line}"
                );
                assert_eq!(
                    link_at(c::linkspan_link_at, detector, line, link.start() + 1),
                    None,
                    "{line}"
                );
                if has_scheme(&link) {
                    assert_eq!(
                        end(line.as_bytes(), link.start()),
                        (c::LINKSPAN_OK, link.end()),
                        "{line}"
                    );
                    // Bytes that are not UTF-8 end a text.
                    let broken = [b"\xFF\xC3", line.as_bytes()].concat();
                    assert_eq!(
                        end(&broken, link.start() + 2),
                        (c::LINKSPAN_OK, link.end() + 2),
                        "{line}"
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 500, "{count} URLs");
    // SAFETY: it is freed once.
    unsafe { c::linkspan_detector_free(detector) };
}

#[test]
fn what_is_no_url_has_no_end() {
    for (text, start, expected) in [
        (&b"see a"[..], 4, (c::LINKSPAN_OK, 4)),
        (b"https://a@b.com", 0, (c::LINKSPAN_OK, 0)),
        (b"www.a.com\xFF/x", 0, (c::LINKSPAN_OK, 9)),
        (b"", 0, (c::LINKSPAN_OK, 0)),
        (b"a", 1, (c::LINKSPAN_OK, 1)),
        (b"a", 2, (c::LINKSPAN_INVALID_ARGUMENT, 2)),
        ("é".as_bytes(), 1, (c::LINKSPAN_INVALID_TEXT, 1)),
    ] {
        assert_eq!(end(text, start), expected, "{text:?}");
    }
}
