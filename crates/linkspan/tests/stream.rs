//! Streams: however bytes arrive, the links are those of the whole.

#![allow(clippy::restriction, reason = "a test may panic")]

mod boundary;
mod stream_oracle;

use linkspan::stream::{Event, Stream};
use linkspan::{Date, Detector, Profile};
use proptest::prelude::*;
use stream_oracle::{check, check_pieces, streamed, whole};

fn profiles() -> [Profile; 5] {
    [
        Profile::uts58(),
        Profile::recommended(),
        Profile::uasg("2026-11-15".parse::<Date>().unwrap()),
        Profile::nonascii(),
        Profile::pri185(),
    ]
}

fn detector(profile: Profile, longest: usize) -> Detector {
    let limits = profile.length_limits().run(longest);
    Detector::new(profile.limits(limits))
}

/// Rule `streaming`: cut at every byte position, with every profile.
#[test]
fn lines_cut_anywhere() {
    let cases = [
        include_str!("cases/termination.txt"),
        include_str!("cases/email.txt"),
        include_str!("cases/scripts.txt"),
        include_str!("cases/recommended.txt"),
    ];
    let lines = cases.iter().flat_map(|file| file.lines());
    let mut count = 0;
    for line in lines.filter(|line| !line.starts_with('#') && line.len() < 200) {
        let line = line.replace(['⸠', '⸡'], "");
        for profile in profiles() {
            let detector = detector(profile, 1 << 20);
            let expected = whole(&detector, line.as_bytes(), 1 << 20);
            for at in 0..=line.len() {
                let (head, tail) = line.as_bytes().split_at(at);
                assert_eq!(
                    streamed(&detector, [head, tail], 1 << 20),
                    expected,
                    "{line} at {at}"
                );
            }
            let bytes = line.as_bytes().chunks(1);
            assert_eq!(streamed(&detector, bytes, 1 << 20), expected, "{line}");
            count += expected.0.len();
        }
    }
    assert!(count > 1000, "{count} links");
}

/// A link is there as soon as the character that ends its run is.
#[test]
fn links_come_at_once() {
    let mut found = Vec::new();
    let mut stream = Stream::new(Detector::uts58());
    for (at, c) in "a.com b.com,\u{3000}c.com".char_indices() {
        let mut note = |event: Event<'_>| {
            if let Event::Link(link) = event {
                found.push((at, link.range()));
            }
        };
        stream.push_str(c.encode_utf8(&mut [0; 4]), &mut note);
    }
    stream.finish(&mut |event| {
        if let Event::Link(link) = event {
            found.push((99, link.range()));
        }
    });
    assert_eq!(found, [(5, 0..5), (12, 6..11), (99, 15..20)]);
}

#[test]
#[allow(clippy::single_range_in_vec_init, reason = "lists of ranges")]
fn long_runs_end_and_are_reported() {
    let detector = detector(Profile::uts58(), 8);
    for (text, links, long) in [
        ("a.com/xy b", &[0..8][..], &[][..]),
        ("a.com/xyz b.com", &[10..15], &[0..10]),
        ("12345678901 a.com 123456789", &[12..17], &[0..12, 18..27]),
        ("字字字.com a.com", &[14..19], &[0..14]),
        ("", &[], &[]),
    ] {
        let expected = (
            links
                .iter()
                .map(|range| (range.clone(), text[range.clone()].to_owned()))
                .collect(),
            long.to_vec(),
        );
        assert_eq!(whole(&detector, text.as_bytes(), 8), expected, "{text}");
        for step in 1..=text.len().max(1) {
            assert_eq!(
                streamed(&detector, text.as_bytes().chunks(step), 8),
                expected,
                "{text}"
            );
        }
    }
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop_oneof![
        8 => prop::sample::select(vec![
            "a.com", "https://", "b@", "example.org", "/x", "(", ")", ".", ",", "。", "字", "é", " ", "\n",
            "\u{3000}", "\u{A0}", "\u{85}", "\u{E000}", "x", "-", "@", ":", "?q", "请访问", "\u{202E}", "🙂",
        ]).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
        1 => prop::sample::select(vec![
            &b"\xE3\x81"[..], b"\xF0\x9F", b"\xC3", b"\x80", b"\xFF", b"\xED\xA0\x80", b"\xF4\x90",
        ]).prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LINKSPAN_ORACLE_CASES").map_or(2000, |cases| cases.parse().unwrap())
    ))]

    /// NAG 2.3, rule `streaming`: the same links however the bytes arrive.
    #[test]
    fn a_stream_is_the_whole(
        bytes in bytes(),
        cuts in prop::collection::vec(0_usize..200, 0..8),
        profile in 0_usize..5,
        longest in prop::sample::select(vec![4_usize, 9, 20, 1 << 20]),
    ) {
        let profile = profiles().into_iter().nth(profile).unwrap();
        let detector = detector(profile, longest);
        check(&detector, &bytes, &cuts, longest);
    }

    /// Rule `invalid-bytes`: the pieces are the bytes, whole runs end with boundaries, and nothing is too long for nothing.
    #[test]
    fn pieces_are_the_bytes(bytes in bytes(), step in 1_usize..9, longest in 1_usize..12) {
        check_pieces(bytes.chunks(step), &bytes, longest);
    }
}
