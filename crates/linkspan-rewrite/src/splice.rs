//! Insertions into a source.

/// The source as text of the same length: each byte that is not UTF-8 is replaced by U+001A, which
/// ends a link.
pub(crate) fn as_text(source: &[u8]) -> String {
    let mut text = String::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\u{1A}'));
    }
    text
}

/// The source with each string inserted before the byte at its offset; offsets are sorted.
pub(crate) fn inserted(source: &[u8], insertions: &[(usize, String)]) -> Vec<u8> {
    let added: usize = insertions.iter().map(|(_, text)| text.len()).sum();
    let mut out = Vec::with_capacity(source.len() + added);
    let mut done = 0;
    for (at, text) in insertions {
        out.extend_from_slice(&source[done..*at]);
        out.extend_from_slice(text.as_bytes());
        done = *at;
    }
    out.extend_from_slice(&source[done..]);
    out
}
