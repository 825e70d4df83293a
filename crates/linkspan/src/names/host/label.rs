//! Labels: the text between the separators of a host name.

use core::ops::Range;

use crate::meter::Meter;
use crate::names::idna::punycode;
use crate::tables::{HostClass, host_class};
use crate::text::Text;

/// The start of the first invalid label in `name`; past its end if all are valid.
pub(super) fn sound_until<M: Meter>(text: Text<'_>, name: Range<usize>, meter: &mut M) -> usize {
    let mut label = name.start;
    let characters = text.slice(name.start, name.end);
    meter.work(characters.len());
    for (at, c) in characters.char_indices() {
        if host_class(c).is_separator() {
            let at = name.start + at;
            if !is_label(text.slice(label, at)) {
                return label;
            }
            label = at + c.len_utf8();
        }
    }
    if is_label(text.slice(label, name.end)) {
        usize::MAX
    } else {
        label
    }
}

/// Whether a run of host characters is a label: not empty, no hyphen or underscore at its ends, no
/// combining mark at its start (UTS #46 section 4.1), and decodable if it is an A-label.
pub(crate) fn is_label(label: &str) -> bool {
    let (Some(first), Some(last)) = (label.chars().next(), label.chars().next_back()) else {
        return false;
    };
    let ends_well = |c| !matches!(host_class(c), HostClass::Hyphen | HostClass::Underscore);
    ends_well(first)
        && ends_well(last)
        && !host_class(first).is_mark()
        && punycode::a_label(label).is_none_or(is_encoded_label)
}

/// Whether the text after `xn--` decodes to a label that UTS #46 accepts.
fn is_encoded_label(encoded: &str) -> bool {
    punycode::decode(encoded).is_some_and(|decoded| {
        let chars = decoded.chars();
        let edge = |c: Option<&char>| c.is_some_and(|&c| host_class(c) != HostClass::Hyphen);
        edge(chars.first())
            && edge(chars.last())
            && chars.first().is_some_and(|&c| !host_class(c).is_mark())
            && chars.iter().all(|&c| host_class(c).is_decoded())
            && !chars.iter().all(char::is_ascii)
    })
}

/// Whether `c` separates labels (UTS #58 section 3.2). A test compares this with the table of hosts.
#[inline]
pub(crate) fn is_label_separator(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// The labels of a name, from left to right.
pub(crate) fn labels<'t>(
    text: Text<'t>,
    name: &Range<usize>,
) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let end = name.end;
    let mut next = Some(name.start);
    core::iter::from_fn(move || {
        let start = next?;
        let rest = text.slice(start, end);
        let separator = rest.char_indices().find(|&(_, c)| is_label_separator(c));
        let label_end = separator.map_or(end, |(at, _)| start + at);
        next = separator.map(|(at, c)| start + at + c.len_utf8());
        Some(start..label_end)
    })
}

#[cfg(test)]
mod tests {
    use super::is_label_separator;
    use crate::tables::host_class;

    #[test]
    fn separators_are_those_of_the_table() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_label_separator(c), host_class(c).is_separator(), "{c:?}");
        }
    }
}
