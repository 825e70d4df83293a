//! Links as numbers.
//!
//! These are not the fields of the catalogue, but the few that every link of a page needs, in the
//! form that is cheapest to hand over: the caption and most addresses are made of the text, which the
//! script has. The small build has no other fields, and so no code for them.

use std::borrow::Cow;
use std::ops::Range;

use linkspan::{Detector, Link};
use linkspan_bind::{Offsets, Unit};

use crate::instance::{Output, number};
use crate::layout::{
    CAPTION, CAPTION_LENGTH, END, FORM, FORMS, HREF, HREF_LENGTH, KIND, LINK, START,
};

/// Converts the offsets of a text to code units.
pub(crate) fn offsets(text: &str, is_ascii: bool) -> Offsets<'_> {
    Offsets::known(text, Unit::Utf16, is_ascii)
}

/// A range in code units. Ranges must be in the order of the text.
pub(crate) fn units(offsets: &mut Offsets<'_>, range: &Range<usize>) -> [u32; 2] {
    [range.start, range.end].map(|byte| number(offsets.at(byte)))
}

/// Writes the places of all links, and returns how many there are.
pub(crate) fn places(detector: &Detector, text: &str, is_ascii: bool, out: &mut Output) -> u32 {
    let mut offsets = offsets(text, is_ascii);
    let mut count = 0;
    for link in detector.links(text) {
        let [start, end] = units(&mut offsets, &link.range());
        let kind = linkspan_bind::kind(link.kind());
        out.numbers.extend([start, end, kind]);
        count += 1;
    }
    count
}

/// Writes at most `most` links, and returns how many.
pub(crate) fn links(
    detector: &Detector,
    text: &str,
    is_ascii: bool,
    most: usize,
    out: &mut Output,
) -> u32 {
    let mut offsets = offsets(text, is_ascii);
    let mut count = 0;
    for link in detector.links(text).take(most) {
        let record = record(units(&mut offsets, &link.range()), &link, out);
        out.numbers.extend(record);
        count += 1;
    }
    count
}

/// The numbers of a link, whose texts are written to the string where they have to be.
pub(crate) fn record([start, end]: [u32; 2], link: &Link<'_>, out: &mut Output) -> [u32; LINK] {
    let mut record = [0; LINK];
    record[START] = start;
    record[END] = end;
    record[KIND] = linkspan_bind::kind(link.kind());
    let form = link
        .href_around()
        .and_then(|(before, after)| FORMS.iter().position(|form| *form == [before, after]));
    // JavaScript may have half of a surrogate pair in its text, where an address has U+FFFD. Links
    // that are not ASCII therefore have an address of their own.
    match form.filter(|_| link.text().is_ascii()) {
        Some(form) => record[FORM] = number(form),
        None => {
            record[FORM] = number(FORMS.len());
            [record[HREF], record[HREF_LENGTH]] = out.write(&link.href());
        }
    }
    if let Cow::Owned(caption) = link.caption() {
        [record[CAPTION], record[CAPTION_LENGTH]] = out.write(&caption);
    }
    record
}
