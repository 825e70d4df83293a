//! The comparison of the library with what is in this folder; the fuzz targets use it too.

use linkspan::{Detector, term};

use super::{detect, termination};

/// UTS58-C1, UTS58-C3: panics if the library finds other links in a text.
pub(crate) fn check_links(text: &str) {
    let count = |at: usize| text[..at].chars().count();
    let links = Detector::uts58();
    let links = links.links(text);
    let found: Vec<_> = links
        .map(|link| (count(link.start()), count(link.end())))
        .collect();
    assert_eq!(found, detect::links(text), "in {text:?}");
}

/// UTS58 3.5.1: panics if the library ends a link elsewhere that starts at a character of a text.
pub(crate) fn check_end(text: &str, start: usize) {
    let characters: Vec<char> = text.chars().collect();
    let start = start.min(characters.len());
    let offset = characters[..start].iter().map(|c| c.len_utf8()).sum();
    let end = text[..term::end(text, offset, offset, linkspan::term::Ends::Uts58)]
        .chars()
        .count();
    let expected = termination(&characters, start);
    assert_eq!(end, expected, "from {start} in {text:?}");
}
