//! Edits of a source.

use std::borrow::Cow;
use std::ops::Range;

/// The source as text of the same length: each invalid byte is replaced by U+001A, which ends a
/// link.
pub(crate) fn as_text(source: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(source) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\u{1A}'));
    }
    Cow::Owned(text)
}

/// Whether a link in the text touches invalid bytes of the source, in which case its true end is
/// unknown.
pub(crate) fn touches_invalid(source: &[u8], range: &Range<usize>) -> bool {
    let is_invalid = |at: Option<usize>| {
        // Every byte of a non-ASCII character is invalid on its own, so whole characters are
        // examined.
        at.and_then(|at| source.get(at))
            .is_some_and(|&byte| byte >= 0x80)
            && at.is_some_and(|at| !is_in_character(source, at))
    };
    is_invalid(range.start.checked_sub(1)) || is_invalid(Some(range.end))
}

/// Whether the byte at `at` belongs to a character.
fn is_in_character(source: &[u8], at: usize) -> bool {
    let start = at.saturating_sub(3);
    let end = (at + 4).min(source.len());
    let window = source.get(start..end).unwrap_or_default();
    let before = window.get(..=at - start).unwrap_or_default();
    let lead = before.iter().rposition(|byte| byte & 0xC0 != 0x80);
    lead.is_some_and(|lead| {
        let chunk = window.get(lead..).unwrap_or_default().utf8_chunks().next();
        let valid = chunk.map_or(0, |chunk| chunk.valid().len());
        lead + valid > at - start
    })
}

/// A change: a range of the source, possibly empty, and its replacement.
#[derive(Clone)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

impl Edit {
    pub(crate) fn new(range: Range<usize>, text: String) -> Self {
        Self { range, text }
    }
}

/// The source with all edits, which must be in order and must not overlap.
pub(crate) fn apply_edits(source: &[u8], edits: &[Edit]) -> Vec<u8> {
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = Vec::with_capacity(source.len() + added);
    let mut done = 0;
    for Edit { range, text } in edits {
        // Edits out of order are skipped; no byte of the source is lost.
        let Some(before) = source.get(done..range.start) else {
            continue;
        };
        out.extend_from_slice(before);
        out.extend_from_slice(text.as_bytes());
        done = range.end;
    }
    out.extend_from_slice(source.get(done..).unwrap_or_default());
    out
}
