//! The functions give the links of the library, for the case files.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::{fs, slice};

use linkspan::catalog::{Field, FieldType};
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding, Kind, Link, Part, Profile};
use linkspan_c as c;

fn text(text: c::Text) -> Option<String> {
    if text.data.is_null() {
        return None;
    }
    // SAFETY: the library promises that the text has this length, and a NUL after it.
    let bytes = unsafe { slice::from_raw_parts(text.data.cast::<u8>(), text.len + 1) };
    assert_eq!(bytes.last(), Some(&0));
    Some(String::from_utf8(bytes[..text.len].to_vec()).unwrap())
}

fn detector(profile: &str) -> *mut c::Detector {
    let mut detector = null_mut();
    let (name, len) = (profile.as_ptr().cast(), profile.len());
    // SAFETY: the pointers come from references.
    let status = unsafe { c::linkspan_detector_new(name, len, &mut detector, null_mut()) };
    assert_eq!(status, c::LINKSPAN_OK);
    detector
}

/// Checks the links of a text, which are freed after it.
fn with_links(
    detector: *const c::Detector,
    text: &str,
    fields: u64,
    check: impl FnOnce(&c::Links, &[c::Link]),
) {
    let mut links = MaybeUninit::<c::Links>::uninit();
    let (data, len, to) = (text.as_ptr().cast(), text.len(), links.as_mut_ptr());
    // SAFETY: the pointers come from references.
    let status = unsafe { c::linkspan_find(detector, data, len, fields, to, null_mut()) };
    assert_eq!(status, c::LINKSPAN_OK);
    // SAFETY: every call writes its output.
    let mut links = unsafe { links.assume_init() };
    let found = if links.data.is_null() {
        &[][..]
    } else {
        // SAFETY: there are as many links as it says.
        unsafe { slice::from_raw_parts(links.data, links.len) }
    };
    check(&links, found);
    // SAFETY: they are freed once.
    unsafe { c::linkspan_links_free(&mut links) };
}

/// The texts of the reasons, up to the first one that does not exist.
fn reasons(links: &c::Links, index: usize) -> Vec<[String; 4]> {
    let reason = |number| {
        // SAFETY: the links come from a reference.
        let reason = unsafe { c::linkspan_link_reason(links, index, number) };
        let texts = [reason.id, reason.clause, reason.about, reason.message];
        (!reason.id.data.is_null()).then_some(texts)
    };
    let all = (0..).map_while(reason);
    all.map(|texts| texts.map(|part| text(part).unwrap()))
        .collect()
}

fn ending(links: &c::Links, index: usize) -> [Option<String>; 9] {
    // SAFETY: the links come from a reference.
    let c::Ending {
        rule,
        character,
        code_point,
        link_term,
        clause,
        message,
        open,
        stop,
        stopped_at,
    } = unsafe { c::linkspan_link_ending(links, index) };
    [
        rule, character, code_point, link_term, clause, message, open, stop, stopped_at,
    ]
    .map(text)
}

fn check_fields(links: &c::Links, index: usize, expected: &Link<'_>) {
    for (bit, field) in Field::ALL.iter().enumerate() {
        let value = field.of(expected, &SuffixSource::Embedded);
        // SAFETY: the links come from a reference.
        let found = unsafe { c::linkspan_link_text(links, index, 1 << bit) };
        assert_eq!(text(found), value.as_ref().map(ToString::to_string));
        // SAFETY: the links come from a reference.
        let number = unsafe { c::linkspan_link_number(links, index, 1 << bit) };
        let is_number = field.field_type() == FieldType::Number && value.is_some();
        assert_eq!(number >= 0, is_number, "{field:?}");
        assert!(!is_number || Some(number.to_string()) == text(found));
    }
    let expected = expected.reasons().map(|reason| reason.fields());
    let expected = expected.map(|fields| fields.map(|(_, value)| value.into_owned()));
    assert_eq!(reasons(links, index), expected.collect::<Vec<_>>());
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
            with_links(detector, &source, c::LINKSPAN_FIELDS_ALL, |links, found| {
                let expected: Vec<_> = native.links(&source).collect();
                assert_eq!(found.len(), expected.len());
                for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                    assert_eq!(found.start..found.end, expected.range());
                    for (part, range) in Part::ALL.into_iter().zip(found.parts) {
                        let expected = expected.part_range(part).unwrap_or_default();
                        assert_eq!(range.start..range.end, expected);
                    }
                    check_fields(links, index, expected);
                    assert_eq!(ending(links, index), [const { None }; 9]);
                }
                count += found.len();
            });
            let fields = c::LINKSPAN_FIELDS_ALL | c::LINKSPAN_FIELD_ENDING;
            with_links(
                detector,
                &source,
                fields | c::LINKSPAN_WITH_REJECTED,
                |links, found| {
                    let expected: Vec<_> = native.explain(&source).collect();
                    assert_eq!(found.len(), expected.len());
                    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                        check_finding(links, index, found, expected);
                    }
                },
            );
        }
        // SAFETY: it is freed once.
        unsafe { c::linkspan_detector_free(detector) };
    }
    assert!(count > 1000, "{count}");
}

fn check_finding(links: &c::Links, index: usize, found: &c::Link, expected: &Finding<'_>) {
    let rejected = match expected {
        Finding::Link(link) => {
            assert_eq!((found.linked, found.start..found.end), (1, link.range()));
            check_fields(links, index, link);
            let fields = link.ending().unwrap().fields();
            let expected = fields.map(|(_, value)| value.map(|value| value.into_owned()));
            assert_eq!(ending(links, index), expected);
            return;
        }
        Finding::Rejected(rejected) => rejected,
    };
    assert_eq!(
        (found.linked, found.start..found.end),
        (0, rejected.range())
    );
    assert_eq!(ending(links, index), [const { None }; 9]);
    for (bit, field) in Field::ALL.iter().enumerate() {
        // SAFETY: the links come from a reference.
        let found = unsafe { c::linkspan_link_text(links, index, 1 << bit) };
        let expected = match field {
            Field::Kind => Some(rejected.parts().kind().as_str()),
            Field::Text => Some(rejected.text()),
            _ => None,
        };
        assert_eq!(text(found).as_deref(), expected);
    }
    let expected = rejected.reason().fields();
    let expected = expected.map(|(_, value)| value.into_owned());
    assert_eq!(reasons(links, index), [expected]);
}

#[test]
fn fields_have_the_names_of_the_catalogue() {
    for (bit, field) in Field::ALL.iter().enumerate() {
        let name = c::linkspan_field_name(1 << bit);
        // SAFETY: the library promises that the name ends with a NUL.
        assert_eq!(unsafe { CStr::from_ptr(name) }.to_str(), Ok(field.name()));
    }
    for none in [
        0,
        3,
        1 << Field::ALL.len(),
        c::LINKSPAN_FIELD_REASONS,
        u64::MAX,
    ] {
        assert!(c::linkspan_field_name(none).is_null());
    }
}

#[test]
fn only_requested_fields_are_computed() {
    let detector = detector("recommended");
    let fields = c::LINKSPAN_FIELD_HREF | c::LINKSPAN_FIELD_PORT | c::LINKSPAN_FIELD_QUERY;
    with_links(detector, "https://a.com:80/?#x", fields, |links, _| {
        // SAFETY: the links come from a reference.
        let value = |field| text(unsafe { c::linkspan_link_text(links, 0, field) });
        assert_eq!(
            value(c::LINKSPAN_FIELD_HREF).as_deref(),
            Some("https://a.com:80/?#x")
        );
        assert_eq!(value(c::LINKSPAN_FIELD_QUERY).as_deref(), Some(""));
        for none in [
            0,
            c::LINKSPAN_FIELD_HOST,
            fields,
            c::LINKSPAN_FIELD_REASONS,
            1 << 60,
            u64::MAX,
        ] {
            assert_eq!(value(none), None);
        }
        // SAFETY: the links come from a reference.
        assert_eq!(
            unsafe { c::linkspan_link_number(links, 0, c::LINKSPAN_FIELD_PORT) },
            80
        );
        for index in [1, usize::MAX] {
            // SAFETY: the links come from a reference.
            let value = unsafe { c::linkspan_link_text(links, index, c::LINKSPAN_FIELD_HREF) };
            assert_eq!(text(value), None);
            assert!(reasons(links, index).is_empty());
        }
    });
    // SAFETY: it is freed once.
    unsafe { c::linkspan_detector_free(detector) };
}

#[test]
fn numbers_are_those_of_all_languages() {
    let kinds = [Kind::Url, Kind::Email, Kind::File].map(linkspan_bind::kind);
    let expected = [
        c::LINKSPAN_KIND_URL,
        c::LINKSPAN_KIND_EMAIL,
        c::LINKSPAN_KIND_FILE,
    ];
    assert_eq!(kinds, expected);
    let parts = [
        (c::LINKSPAN_PART_PORT, Part::Port),
        (c::LINKSPAN_PART_DIRECTIVES, Part::Directives),
    ];
    assert!(
        parts
            .into_iter()
            .all(|(number, part)| Part::ALL[number] == part)
    );
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
