//! Runs: the maximal stretches of text between boundaries. A boundary is a visible Link_Term=Hard
//! character.
//!
//! **No link contains a Hard character**, so the links of a run depend on that run alone. Streaming
//! searches a run when the boundary after it arrives, editing searches the runs that an edit
//! touches, and limits apply to runs. The six Link_Email and three IDNA characters that are Hard
//! are excluded from local parts and hosts to make the invariant exact; `runs_are_independent`
//! tests it.
//!
//! An invisible Hard character ends links like any other, but it does not end runs, because rules
//! that judge a link by what a reader sees (rule `invisible-character`) must look past it. Nor do the
//! six deprecated letters and marks that are Hard: a name next to one is part of a longer one
//! (rule `part-of-name`).

use core::ops::Range;

use super::props::{LinkTerm, link_term};
use crate::tables::{self, ProseClass, is_alphabetic, is_alphanumeric, is_unseen, prose_class};
use crate::text::Text;

/// Whether `c` ends every link.
pub(crate) fn is_hard(c: char) -> bool {
    link_term(c) == LinkTerm::Hard
}

/// Whether `c` separates runs.
pub(crate) fn is_boundary(c: char) -> bool {
    is_hard(c) && (c.is_ascii() || !is_unseen(c) && !is_name_part(c))
}

/// Whether `c` is next to a name part of it, although no host contains it: `ⅿicrosoft.com`.
pub(crate) fn is_name_part(c: char) -> bool {
    prose_class(c) == ProseClass::NamePart
}

/// Whether `c` is a letter that links can contain. Deprecated letters, such as U+0149, are Hard, and
/// a rule that reads them as letters would look past the run.
pub(crate) fn is_letter(c: char) -> bool {
    is_alphabetic(c) && !is_hard(c)
}

/// Whether `c` is a letter or digit that links can contain.
pub(crate) fn is_word(c: char) -> bool {
    is_alphanumeric(c) && !is_hard(c)
}

/// Whether an ASCII byte is a Hard character.
pub(crate) fn is_ascii_hard(byte: u8) -> bool {
    byte.is_ascii() && matches!(tables::ascii_link_term(byte), LinkTerm::Hard)
}

/// The start of the last run of `text`, after its last boundary.
pub(crate) fn last_start(text: &str) -> usize {
    text.trim_end_matches(|c| !is_boundary(c)).len()
}

/// The end of the first run of `text`, before its first boundary; `None` if it has none.
pub(crate) fn first_end(text: &str) -> Option<usize> {
    text.find(is_boundary)
}

/// The run around `range`, not before `floor`. If `range` contains boundaries itself, this extends
/// from the start of its first run to the end of its last.
pub(crate) fn around(text: Text<'_>, floor: usize, range: Range<usize>) -> Range<usize> {
    let start = floor + last_start(text.slice(floor, range.start));
    let after = text.slice(range.end, text.0.len());
    let end = range.end + first_end(after).unwrap_or(after.len());
    start..end
}

/// All boundaries between runs in bytes that may not be UTF-8: boundary characters, and invalid
/// bytes. A possible start of a character at the end is not a boundary.
pub(crate) fn boundaries(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let complete = bytes.len() - cut_length(bytes);
    let bytes = bytes.get(..complete).unwrap_or_default();
    let mut at = 0;
    bytes.utf8_chunks().flat_map(move |chunk| {
        let start = at;
        let valid = start + chunk.valid().len();
        at = valid + chunk.invalid().len();
        let characters = chunk.valid().char_indices().filter_map(move |(offset, c)| {
            let range = start + offset..start + offset + c.len_utf8();
            is_boundary(c).then_some(range)
        });
        characters.chain((valid < at).then_some(valid..at))
    })
}

/// The first boundary, if there is one. Reads at most about twice the distance to it.
pub(crate) fn first_boundary(bytes: &[u8]) -> Option<Range<usize>> {
    let (mut start, mut size) = (0, 64);
    loop {
        let rest = bytes.get(start..)?;
        let window = rest.get(..size).unwrap_or(rest);
        if let Some(boundary) = boundaries(window).next() {
            return Some(start + boundary.start..start + boundary.end);
        }
        if window.len() == rest.len() {
            return None;
        }
        // A character that the window splits is read again.
        start += window.len() - cut_length(window);
        size *= 2;
    }
}

/// The end of the last boundary.
pub(crate) fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let ascii = bytes.iter().rposition(|&byte| is_ascii_hard(byte));
    let start = ascii.unwrap_or(0);
    let window = bytes.get(start..).unwrap_or_default();
    boundaries(window)
        .last()
        .map(|boundary| start + boundary.end)
}

/// The number of bytes at the end that are the start of a character that may still be completed.
pub(crate) fn cut_length(bytes: &[u8]) -> usize {
    let start = bytes.len().saturating_sub(3);
    let tail = bytes.get(start..).unwrap_or_default();
    let Some(lead) = tail.iter().rposition(|byte| byte & 0xC0 != 0x80) else {
        return 0;
    };
    let last = tail.get(lead..).unwrap_or_default();
    match core::str::from_utf8(last) {
        Err(error) if error.error_len().is_none() => last.len(),
        _ => 0,
    }
}
