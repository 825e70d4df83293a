//! Text in UTF-16 code units, as the bindings count it.

/// The text of some units. Halves of surrogate pairs become U+FFFF.
pub(crate) fn decoded(units: &[u16]) -> String {
    let decoded = char::decode_utf16(units.iter().copied());
    decoded.map(|c| c.unwrap_or('\u{FFFF}')).collect()
}

/// The number of units before a byte.
pub(crate) fn at(text: &str, byte: usize) -> usize {
    text[..byte].encode_utf16().count()
}

/// A text after an edit, or `None` if there is no such range. `half` replaces each half of a pair
/// that an edit leaves.
pub(crate) fn spliced(
    text: &str,
    start: usize,
    end: usize,
    insert: &[u16],
    half: char,
) -> Option<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let kept = |range: Option<&[u16]>| -> Option<String> {
        let decoded = char::decode_utf16(range?.iter().copied());
        Some(decoded.map(|c| c.unwrap_or(half)).collect())
    };
    if start > end {
        return None;
    }
    let (before, after) = (kept(units.get(..start))?, kept(units.get(end..))?);
    Some([before, decoded(insert), after].concat())
}
