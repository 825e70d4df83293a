//! Links of HTML and Markdown: places are in order and in the source.

use linkspan::Detector;
use linkspan_rewrite::{DocumentLink, DocumentLinks};

use crate::input::Input;
use crate::profile;

/// Panics if a place is not in the source or before the one before it, or a link says something wrong about its source.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let kind = input.byte();
    let source = input.bytes();
    let mut links = DocumentLinks::new(&detector);
    if kind & 2 == 0 {
        links = links.base("https://a.com/b/c");
    }
    if kind & 4 == 0 {
        links = links.refanged();
    }
    let mut last = 0;
    let mut found = |found: &DocumentLink<'_>| {
        let range = found.source.clone();
        assert!(last <= range.start, "{found:?} is before {last}");
        last = range.start;
        let stored = source.get(range).expect("in the source");
        assert!(!stored.is_empty(), "{found:?} is nowhere");
        let is_same = stored == found.typed.as_bytes();
        assert_eq!(is_same, !found.decoded, "{found:?}");
        // Only that it does not panic.
        let _ = found.link.href();
        true
    };
    match kind & 1 {
        0 => links.html(source, &mut found),
        _ => links.markdown(source, &mut found),
    }
}
