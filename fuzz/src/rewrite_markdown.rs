//! Links in existing Markdown: bytes are only inserted, and a parser sees the same text.

use linkspan::Detector;
use linkspan_rewrite::MarkdownRewriter;

use crate::input::Input;
use crate::{document, profile};

/// Panics if bytes are lost, or a parser sees another text or loses a link.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let source = input.bytes();
    let made = linkspan_rewrite::markdown(source, &detector);
    let whole = MarkdownRewriter::new(&detector).rewritten(source).page;
    assert!(made == whole, "the short way makes something else");
    let mut rest = made.iter();
    assert!(
        source.iter().all(|byte| rest.any(|other| other == byte)),
        "bytes are lost"
    );
    // The replacement for bytes that are not UTF-8 depends on the reader.
    let (Ok(source), Ok(made)) = (std::str::from_utf8(source), std::str::from_utf8(&made)) else {
        return;
    };
    if made == source {
        return;
    }
    let ((before, old), (after, new)) = (document::read(source), document::read(made));
    assert_eq!(before, after, "in {made:?}");
    assert!(new.len() > old.len(), "no link in {made:?}");
    let mut new = new.into_iter();
    for link in old {
        assert!(new.any(|other| other == link), "{link} is lost in {made:?}");
    }
}
