//! Compares with the crate `idna`, and with `icu_normalizer`, which are of the same Unicode version.

use std::string::{String, ToString};
use std::vec::Vec;

use ::idna::AsciiDenyList;
use ::idna::uts46::{DnsLength, Hyphens, Uts46};
use icu_normalizer::ComposingNormalizerBorrowed;
use icu_normalizer::uts46::Uts46MapperBorrowed;
use proptest::prelude::*;

use super::folded::Folded;
use super::mapping::{Mapping, is_normalized, is_settled, normalize};
use super::{to_ascii, try_to_unicode};
use crate::tables::host_class;

/// ToASCII and ToUnicode of the crate.
fn by_the_crate(host: &str) -> (Option<String>, Option<String>) {
    let ascii = Uts46::new().to_ascii(
        host.as_bytes(),
        AsciiDenyList::URL,
        Hyphens::Allow,
        DnsLength::Ignore,
    );
    let ascii = ascii.ok().map(|ascii| ascii.to_string());
    // A debug assertion of the crate fails for an invalid A-label that stays unchanged.
    let (shown, result) = match ascii {
        None => return (None, None),
        Some(_) => Uts46::new().to_user_interface(
            host.as_bytes(),
            AsciiDenyList::URL,
            Hyphens::Allow,
            |label, _, _| label.iter().all(|&c| host_class(c).is_label()),
        ),
    };
    // The crate does not check that a decoded label is no A-label again (section 4.1, criterion 4).
    let is_twice = |label: &str| label.starts_with("xn--") && !label.is_ascii();
    if shown.split('.').any(is_twice) {
        return (None, None);
    }
    (ascii, result.is_ok().then(|| shown.to_string()))
}

fn ours(host: &str) -> (Option<String>, Option<String>) {
    let unicode = try_to_unicode(host).map(|shown| shown.to_string());
    (to_ascii(host), unicode)
}

/// Each code point in four positions.
#[test]
fn code_points_are_processed_as_by_the_crate() {
    for c in '\0'..=char::MAX {
        for host in [
            String::from(c),
            String::from_iter(['a', c]),
            String::from_iter([c, 'b', '.', 'c']),
            String::from_iter(['ב', c, 'ב', '.', 'é', c, '\u{301}']),
        ] {
            assert_eq!(ours(&host), by_the_crate(&host), "{host:?} {host}");
        }
    }
}

#[test]
fn mappings_are_those_of_the_crate() {
    let mapper = Uts46MapperBorrowed::new();
    for c in '\0'..=char::MAX {
        let expected: String = mapper.map_normalize(core::iter::once(c)).collect();
        let mapped = match Mapping::of(c) {
            Mapping::Valid => c.to_string(),
            Mapping::Removed => String::new(),
            Mapping::Disallowed => '\u{FFFD}'.to_string(),
            Mapping::Char(c) => c.to_string(),
            Mapping::Text(text) => text.to_string(),
        };
        assert_eq!(mapped, expected, "U+{:04X}", u32::from(c));
    }
}

/// Letters that mean something to one of the rules, and some that do not.
const LETTERS: &str = "a0z-.xn—éüßςαωйяѓ字中あがアパー가각च्কåæ\u{301}\u{3099}\u{308}\u{323}\u{31B}\u{338}<=≠אבا٠۰1\u{200C}\u{200D}\u{94D}बن\u{5B0}\u{AD}。．A\u{130}Ⅷ㏇ﷺ\u{1100}\u{1161}\u{11A8}\u{11A7}각\u{1E0A}ṩ\u{F71}\u{F72}ཱ\u{110BA}\u{11099}☃_";

fn host(most: usize) -> impl Strategy<Value = String> {
    let letters: Vec<char> = LETTERS.chars().collect();
    let letter = prop_oneof![6 => prop::sample::select(letters), 1 => any::<char>()];
    let label = prop_oneof![
        8 => prop::collection::vec(letter, 0..most).prop_map(String::from_iter),
        1 => "xn--[a-z0-9-]{0,9}",
        1 => prop::collection::vec(any::<char>(), 1..6).prop_map(|label| {
            let mut encoded = String::from("xn--");
            super::punycode::encode(&label.iter().copied(), |c| encoded.push(c));
            encoded
        }),
    ];
    prop::collection::vec(label, 1..4).prop_map(|labels| labels.join("."))
}

/// More cases than usual, or as many as the variable of proptest says.
fn cases(default: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig::with_cases(
        cases
            .and_then(|cases| cases.parse().ok())
            .unwrap_or(default),
    )
}

proptest! {
    #![proptest_config(cases(30_000))]

    #[test]
    fn names_are_processed_as_by_the_crate(host in host(8)) {
        prop_assert_eq!(ours(&host), by_the_crate(&host));
    }

    #[test]
    fn text_is_normalized_as_by_the_crate(host in host(12)) {
        let mapped: Vec<char> = Uts46MapperBorrowed::new().map_normalize(host.chars()).collect();
        let nfd = icu_normalizer::DecomposingNormalizerBorrowed::new_nfd();
        let apart: Vec<char> = nfd.normalize_iter(mapped.iter().copied()).collect();
        let expected: String = ComposingNormalizerBorrowed::new_nfc().normalize_iter(apart.iter().copied()).collect();
        let mut normal: Vec<char> = Vec::new();
        normalize(apart.iter().copied(), &mut normal).unwrap();
        prop_assert_eq!(&normal.iter().collect::<String>(), &expected);
        if is_normalized(mapped.iter().copied()) {
            prop_assert_eq!(&mapped, &normal);
        }
        if is_settled(&host) {
            prop_assert_eq!(&host, &expected);
        }
        if !mapped.contains(&'\u{FFFD}') && let Some(folded) = Folded::new(&host) {
            prop_assert_eq!(folded.as_str(), &expected);
        }
    }

    #[test]
    fn labels_are_encoded_as_by_the_crate(label in prop::collection::vec(any::<char>(), 0..30)) {
        let mut encoded = String::new();
        super::punycode::encode(&label.iter().copied(), |c| encoded.push(c));
        prop_assert_eq!(Some(encoded), ::idna::punycode::encode(&label));
    }
}

/// The file of Unicode, from `$LINKSPAN_UNICODE_DIR` or beside the project.
fn official() -> Option<String> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/unicode");
    let folder = std::env::var("LINKSPAN_UNICODE_DIR").unwrap_or_else(|_| beside.into());
    std::fs::read_to_string([&folder, "/18.0.0/IdnaTestV2.txt"].concat()).ok()
}

/// A field with its escapes, of which there are two kinds.
fn unescape(field: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = if field == "\"\"" { "" } else { field };
    while let Some((before, after)) = rest.split_once('\\') {
        out += before;
        let (code, after) = match after.strip_prefix("x{") {
            Some(braced) => braced.split_once('}')?,
            None => after.strip_prefix('u')?.split_at_checked(4)?,
        };
        // A surrogate is no character: the library never gets one.
        out.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
        rest = after;
    }
    Some(out + rest)
}

/// All lines for non-transitional processing, without those that only fail because of an option that
/// the WHATWG URL standard turns off, or that only UseSTD3ASCIIRules rejects.
#[test]
fn the_official_lines_pass() {
    let Some(file) = official() else {
        std::eprintln!("IdnaTestV2.txt of Unicode 18.0.0 is absent: set LINKSPAN_UNICODE_DIR");
        return;
    };
    let (mut accepted, mut rejected) = (0, 0);
    for line in file.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [source, unicode, unicode_status, ascii, ascii_status, ..] = fields[..] else {
            continue;
        };
        let Some(source) = unescape(source) else {
            continue;
        };
        let or = |field: &str, other: &str| match field {
            "" => other.to_string(),
            field => unescape(field).unwrap_or_default(),
        };
        let unicode = or(unicode, &source);
        let ascii = or(ascii, &unicode);
        let status = if ascii_status.is_empty() {
            unicode_status
        } else {
            ascii_status
        };
        let mut errors = status.trim_matches(['[', ']']).split(", ");
        if errors.clone().any(|error| error == "U1") {
            continue;
        }
        let is_off = |error: &str| matches!(error, "" | "A4_1" | "A4_2" | "V2" | "V3" | "X4_2");
        if errors.all(is_off) {
            accepted += 1;
            assert_eq!(to_ascii(&source), Some(ascii), "{line}");
        } else {
            rejected += 1;
            assert_eq!(to_ascii(&source), None, "{line}");
        }
    }
    assert_eq!((accepted, rejected), (797, 5345));
}
