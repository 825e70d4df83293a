//! Looking at places: the link at an offset, and the text around a link.

#![allow(clippy::restriction, reason = "a test may panic")]

mod boundary;

use boundary::is_boundary;
use linkspan::{Detector, Profile, Span};
use proptest::prelude::*;

fn detectors() -> [Detector; 3] {
    [Profile::uts58(), Profile::recommended(), Profile::pri185()].map(Detector::new)
}

/// Pieces that links are made of, and that are around them.
fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "a.com",
        "https://",
        "b.org/x",
        "(",
        ")",
        " ",
        "\n",
        "me@",
        "例子.中国",
        "。",
        "?",
        "/",
        ".",
        "@",
        "ü",
        "mailto:",
        "www.",
        "🙂",
        "**",
        "\u{200B}",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..20)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    /// `link_at` and `link_over` see the links of the whole text, and no others.
    #[test]
    fn links_at_places(text in text()) {
        for detector in detectors() {
            let links: Vec<_> = detector.links(&text).collect();
            for at in 0..=text.len() + 1 {
                let starts = links.iter().find(|link| link.start() == at);
                let found = detector.link_at(&text, at);
                prop_assert_eq!(found.as_ref(), starts, "at {}", at);
                let covers = links.iter().find(|link| link.range().contains(&at));
                let covers = covers.filter(|_| text.is_char_boundary(at));
                let found = detector.link_over(&text, at);
                prop_assert_eq!(found.as_ref(), covers, "over {}", at);
            }
        }
    }

    /// The text before and after a link is a part of the whole text, and contains no boundary.
    #[test]
    fn text_around_links(text in text()) {
        for detector in detectors() {
            for link in detector.links(&text) {
                let around = [link.before(), link.text(), link.after()].concat();
                prop_assert!(text.contains(&around));
                prop_assert!(around.chars().all(|c| !is_boundary(c)));
                let (start, end) = (link.start() - link.before().len(), link.end() + link.after().len());
                let is_end = |c: Option<char>| c.is_none_or(is_boundary);
                prop_assert!(is_end(text[..start].chars().next_back()), "before {}", link);
                prop_assert!(is_end(text[end..].chars().next()), "after {}", link);
            }
        }
    }

    /// The typed address is the same to a parser as the normalised one.
    #[test]
    fn typed_addresses_lead_to_the_same_place(text in text()) {
        for detector in detectors() {
            for link in detector.links(&text).filter(|link| link.kind() != linkspan::Kind::File) {
                let parsed = |href: &str| url::Url::parse(href).map(String::from);
                prop_assert_eq!(parsed(&link.href_typed()), parsed(&link.href()));
            }
        }
    }

    /// Spans outside of ranges are the text, and touch none of the ranges.
    #[test]
    fn spans_outside_of_ranges(text in text(), ranges in prop::collection::vec((0..40_usize, 0..6_usize), 0..4)) {
        let ranges: Vec<_> = ranges.into_iter().map(|(start, length)| start..start + length).collect();
        let detector = Detector::uts58();
        let spans: Vec<_> = detector.spans_outside(&text, &ranges).collect();
        let whole: String = spans.iter().map(Span::text).collect();
        prop_assert_eq!(&whole, &text);
        let links = spans.iter().filter_map(|span| match span {
            Span::Link(link) => Some(link.range()),
            Span::Text(_) => None,
        });
        let outside = detector.links_outside(&text, &ranges).map(|link| link.range());
        prop_assert!(links.eq(outside));
    }
}

/// The text around a link is bounded, which keeps checks that look at it cheap.
#[test]
fn text_around_is_bounded() {
    let text = ["(".repeat(1000), "https://a.com".into(), ")".repeat(1000)].concat();
    let detector = Detector::uts58();
    let link = detector.links(&text).next().unwrap();
    assert_eq!((link.before().len(), link.after().len()), (256, 256));
    let text = ["é".repeat(1000), "(https://a.com".into(), "é".repeat(1000)].concat();
    let link = detector.links(&text).next().unwrap();
    assert!(link.before().ends_with("é(") && link.before().len() <= 256);
}
