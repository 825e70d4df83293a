//! Links and their addresses.

use std::borrow::Cow;

use linkspan::offset::utf16_len;
use linkspan::render::escape_bidi;
use linkspan::{Detector, Kind, Link};

use crate::instance::Output;
use crate::units::{Units, number};

/// The number of a kind.
pub(crate) fn kind(kind: Kind) -> u32 {
    match kind {
        Kind::Email => 1,
        Kind::File => 2,
        _ => 0,
    }
}

/// The range and kind of each link: three numbers each.
pub(crate) fn places(detector: &Detector, text: &str, is_ascii: bool, out: &mut Output) -> u32 {
    let mut units = Units::new(text, is_ascii);
    let mut count = 0;
    for link in detector.links(text) {
        out.numbers.extend(units.range(&link.range()));
        out.numbers.push(kind(link.kind()));
        count += 1;
    }
    count
}

/// The links with their addresses: range and kind, how the address is formed from the text, and
/// where it is in the string if it is not; then where the text to show is, if it differs.
pub(crate) fn links(
    detector: &Detector,
    text: &str,
    is_ascii: bool,
    most: usize,
    out: &mut Output,
) -> u32 {
    let mut units = Units::new(text, is_ascii);
    let mut count = 0;
    let mut written = 0;
    for link in detector.links(text).take(most) {
        out.numbers.extend(units.range(&link.range()));
        let [how, start, length] = address(&link, &mut out.string, &mut written);
        out.numbers
            .extend([kind(link.kind()) | how << 8, start, length]);
        out.numbers
            .extend(label(&link, &mut out.string, &mut written));
        count += 1;
    }
    count
}

/// The position in the string of the text to show, if it is not that of the link: a name that
/// imitates another one is shown in A-labels, and characters that reorder text are escaped.
pub(crate) fn label(link: &Link<'_>, string: &mut String, written: &mut usize) -> [u32; 2] {
    let typed = link.typed();
    let label = escape_bidi(&typed);
    if let (Cow::Borrowed(_), Cow::Borrowed(_)) = (&typed, &label) {
        return [0, 0];
    }
    string.push_str(&label);
    let (start, length) = (*written, utf16_len(&label));
    *written += length;
    [start, length].map(number)
}

/// The text before that of a link in its address, as in `core.js`.
const BEFORE: [&str; 4] = ["", "https://", "http://", "mailto:"];

/// How an address is formed from the text of a link: the number of the prefix, with or without a
/// slash after the text; or 0 and its position in the string.
pub(crate) fn address(link: &Link<'_>, string: &mut String, written: &mut usize) -> [u32; 3] {
    let around = link.href_around().and_then(|(before, after)| {
        let before = BEFORE.iter().position(|known| *known == before)?;
        Some(1 + 2 * number(before) + u32::from(!after.is_empty()))
    });
    // JavaScript may have half of a surrogate pair in its text, where an address has U+FFFD.
    // Non-ASCII links therefore have an address of their own.
    match around.filter(|_| link.as_str().is_ascii()) {
        Some(how) => [how, 0, 0],
        None => {
            let href = link.href();
            string.push_str(&href);
            let (start, length) = (*written, utf16_len(&href));
            *written += length;
            [0, number(start), number(length)]
        }
    }
}
