//! The grammar of PRI #185: IRIs, e-mail addresses and file names in text, for their bidirectional
//! display.
//!
//! A structure consists of `char`s (letters, numbers, marks, symbols, dashes, connectors, format
//! characters and some punctuation). The punctuation, `inclusionChar`, is part of it only if a
//! `char` follows. The leftmost structure wins; an IRI takes precedence over an e-mail address, and
//! that over a file name. In running text, a file name needs a path separator, and the local part
//! of an address must not be empty.

use core::ops::Range;

use super::observer::Observer;
use super::run::find_name;
use crate::link::scheme::is_dangerous;
use crate::link::{Parts, is_scheme_char};
use crate::names::host::authority::Authority;
use crate::names::host::ip;
use crate::names::host::{self, Evidence, Run};
use crate::names::lists::tld::TldSource;
use crate::tables::{in_ranges, pri185};
use crate::text::{CompactOffset, Text};
use crate::uts58::termination::Extent;

/// The punctuation that belongs to a structure if more of it follows.
#[inline]
fn is_inclusion(c: char) -> bool {
    matches!(
        c,
        '!' | '"'
            | '#'
            | '%'
            | '&'
            | '\''
            | '*'
            | ','
            | '.'
            | '/'
            | ':'
            | ';'
            | '?'
            | '@'
            | '\\'
            | '\u{A1}'
            | '\u{B7}'
            | '\u{BF}'
    )
}

/// The non-ASCII label separators, which only occur in domains.
fn is_wide_separator(c: char) -> bool {
    matches!(c, '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

#[inline]
fn is_char(c: char) -> bool {
    match u8::try_from(c) {
        Ok(byte @ 0..0x80) => ASCII.get(usize::from(byte)).is_some_and(|&is| is),
        _ => is_char_anywhere(c),
    }
}

/// Whether each ASCII character is a `char`.
static ASCII: [bool; 128] = ascii();

#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn ascii() -> [bool; 128] {
    let mut is = [false; 128];
    let mut at = 0;
    while pri185::CHARS[at].1.is_ascii() {
        let (mut c, last) = (pri185::CHARS[at].0 as u8, pri185::CHARS[at].1 as u8);
        while c <= last {
            is[c as usize] = true;
            c += 1;
        }
        at += 1;
    }
    let inclusions = b"!\"#%&'*,./:;?@\\";
    let mut at = 0;
    while at < inclusions.len() {
        is[inclusions[at] as usize] = true;
        at += 1;
    }
    is
}

fn is_char_anywhere(c: char) -> bool {
    is_inclusion(c) || is_wide_separator(c) || in_ranges(&pri185::CHARS, c)
}

/// The length of the `char`s at the start of a text, most of which are ASCII.
fn length_of_word(text: &str) -> usize {
    let is_other = |&byte: &u8| !ASCII.get(usize::from(byte)).is_some_and(|&is| is);
    let ascii = text
        .as_bytes()
        .iter()
        .position(is_other)
        .unwrap_or(text.len());
    let rest = text.get(ascii..).unwrap_or_default();
    ascii + rest.find(|c| !is_char(c)).unwrap_or(rest.len())
}

fn is_path_separator(c: char) -> bool {
    matches!(c, '/' | '\\')
}

/// The results of looking ahead in a run of `char`s, so that nothing is searched for twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scanner {
    /// The run, without trailing punctuation.
    run: Range<usize>,
    scheme: Ahead<Range<usize>>,
    separator: Ahead<()>,
    name: Ahead<Range<usize>>,
    address: Ahead<Range<usize>>,
}

/// A result ahead, and how far the text has been searched.
#[derive(Clone, Debug)]
struct Ahead<T> {
    found: Option<(usize, T)>,
    seen: usize,
}

impl<T> Default for Ahead<T> {
    fn default() -> Self {
        Self {
            found: None,
            seen: 0,
        }
    }
}

impl<T: Clone> Ahead<T> {
    /// The first result at or after `from`. `find` is called with the offset to search from, and
    /// returns the result and its offset.
    fn from(
        &mut self,
        from: usize,
        find: impl FnOnce(usize) -> Option<(usize, T)>,
        end: usize,
    ) -> Option<(usize, T)> {
        if let Some((at, _)) = &self.found
            && *at >= from
        {
            return self.found.clone();
        }
        if self.seen < end {
            self.found = find(self.seen.max(from));
            self.seen = self.found.as_ref().map_or(end, |(at, _)| at + 1);
        } else {
            self.found = None;
        }
        self.found.clone()
    }
}

impl Scanner {
    /// The first structure at or after `from`.
    pub(super) fn next<O: Observer>(
        &mut self,
        text: Text<'_>,
        from: usize,
        tlds: &TldSource,
        observer: &mut O,
    ) -> Option<Parts> {
        let mut from = from;
        loop {
            if !self.run.contains(&from) {
                let rest = text.slice(from, text.0.len());
                let start = from + rest.find(is_char)?;
                let rest = text.slice(start, text.0.len());
                let length = length_of_word(rest);
                observer.work(start - from + length);
                let outside = |c| is_inclusion(c) || is_wide_separator(c);
                let kept = rest
                    .get(..length)
                    .unwrap_or_default()
                    .trim_end_matches(outside);
                *self = Self {
                    run: start..start + kept.len(),
                    ..Self::default()
                };
                from = start;
                // Every structure contains a separator of labels or of a path; most words do not.
                // Bytes are looked at first, because most words are ASCII.
                let may_separate = |byte: u8| matches!(byte, b'.' | b'/' | b'\\' | 0x80..);
                let separates = |c| c == '.' || is_path_separator(c) || is_wide_separator(c);
                if !kept.bytes().any(may_separate) || !kept.contains(separates) {
                    from = start + length;
                    self.run = from..from;
                    continue;
                }
            }
            match self.structure(text, from, tlds, observer) {
                Some(parts) => return Some(parts),
                None => from = self.run.end.max(from + 1),
            }
            while text.char_at(from).is_none() && from < text.0.len() {
                from += 1;
            }
        }
    }

    /// The first structure in the rest of the run.
    fn structure<O: Observer>(
        &mut self,
        text: Text<'_>,
        from: usize,
        tlds: &TldSource,
        observer: &mut O,
    ) -> Option<Parts> {
        let run = self.run.clone();
        let end = run.end;
        let scheme = self
            .scheme
            .from(from, |at| next_scheme(text, at..end, observer), end);
        let name = self
            .name
            .from(from, |at| next_name(text, at..end, tlds, observer), end);
        let address =
            self.address
                .from(from, |at| next_address(text, at..end, tlds, observer), end);
        let separator =
            self.separator
                .from(from, |at| next_separator(text, at..end, observer), end);
        // An IRI without a scheme after a path separator is part of a file name.
        let name = name.filter(|(start, _)| separator.is_none_or(|(at, ())| *start < at));
        let local = address.and_then(|(at, domain)| Some((local_start(text, from, at)?, domain)));
        let iri = match (scheme, name) {
            (Some((start, _)), Some((bare, name))) if bare < start => Some((bare, name)),
            (Some(found), _) => Some(found),
            (None, name) => name,
        };
        let iri = iri.map(|(start, host)| make_iri(text, start, &host, run.end, observer));
        match (iri, local) {
            (Some(iri), Some((start, domain)))
                if start <= iri.range().start && iri.range().end <= domain.end =>
            {
                Some(Parts::email(start, start, domain))
            }
            (Some(iri), _) => Some(iri),
            (None, Some((start, domain))) => Some(Parts::email(start, start, domain)),
            (None, None) => file(text, from..run.end),
        }
    }
}

/// The next scheme before `://` and any domain: the start of the scheme, and the domain.
fn next_scheme<O: Observer>(
    text: Text<'_>,
    range: Range<usize>,
    observer: &mut O,
) -> Option<(usize, Range<usize>)> {
    let typed = text.slice(range.start, range.end);
    for (at, _) in typed.match_indices("://") {
        observer.work(3);
        let colon = range.start + at;
        let before = text.slice(range.start, colon);
        let scheme = before.trim_end_matches(is_scheme_char).len();
        // A scheme starts with a letter (RFC 3986 section 3.1).
        let letters = |c: char| !c.is_ascii_alphabetic();
        let scheme = before
            .get(scheme..)
            .unwrap_or_default()
            .trim_start_matches(letters);
        let start = colon - scheme.len();
        let host = host::run_from(text, colon + 3, &(), observer).range;
        let host_end = host::trim_end(text, host.start, host.end.min(range.end));
        if start < colon && host_end > host.start && !is_dangerous(scheme) {
            observer.work(colon - range.start);
            return Some((start, host.start..host_end));
        }
    }
    observer.work(typed.len());
    None
}

/// The run of host characters that starts at `at`, within `range`.
fn run_in<O: Observer>(text: Text<'_>, at: usize, range: &Range<usize>, observer: &mut O) -> Run {
    let mut run = host::run_from(text, at, &(), observer);
    run.range.end = run.range.end.min(range.end);
    run
}

/// The next path separator.
fn next_separator<O: Observer>(
    text: Text<'_>,
    range: Range<usize>,
    observer: &mut O,
) -> Option<(usize, ())> {
    let found = text.slice(range.start, range.end).find(is_path_separator);
    observer.work(found.unwrap_or(range.len()));
    found.map(|at| (range.start + at, ()))
}

/// The next `domainWithTLD` that does not follow an `@`.
fn next_name<O: Observer>(
    text: Text<'_>,
    range: Range<usize>,
    tlds: &TldSource,
    observer: &mut O,
) -> Option<(usize, Range<usize>)> {
    let mut at = range.start;
    while at < range.end {
        let host = run_in(text, at, &range, observer);
        if host.range.is_empty() {
            at += text.char_at(at)?.len_utf8();
            observer.work(1);
            continue;
        }
        at = host.range.end;
        let start = host.range.start;
        // The text after a scheme that is not linked is not linked either.
        let is_start = !host::is_tail(text, start)
            && text.char_before(start) != Some('@')
            && text.ends_with(0, start, "://").is_none();
        if is_start && let Ok(name) = find_name(text, &host, Evidence::Shape, tlds, observer) {
            return Some((name.range.start, name.range));
        }
    }
    None
}

/// The next `@` before a `domainWithTLD`.
fn next_address<O: Observer>(
    text: Text<'_>,
    range: Range<usize>,
    tlds: &TldSource,
    observer: &mut O,
) -> Option<(usize, Range<usize>)> {
    let typed = text.slice(range.start, range.end);
    for (at, _) in typed.match_indices('@') {
        let at = range.start + at;
        let domain = run_in(text, at + 1, &range, observer);
        if let Ok(name) = find_name(text, &domain, Evidence::Shape, tlds, observer) {
            observer.work(at - range.start);
            return Some((at, name.range));
        }
    }
    observer.work(typed.len());
    None
}

/// The start of the local part before the `@` at `at`. Non-ASCII label separators are not part of
/// it.
fn local_start(text: Text<'_>, from: usize, at: usize) -> Option<usize> {
    let before = text.slice(from, at);
    let local = before.rsplit(is_wide_separator).next().unwrap_or(before);
    (!local.is_empty()).then_some(at - local.len())
}

/// `bidi_IRI` with its path, query and fragment.
fn make_iri<O: Observer>(
    text: Text<'_>,
    start: usize,
    host: &Range<usize>,
    run_end: usize,
    observer: &mut O,
) -> Parts {
    let authority = Authority::after(text, host.end, observer);
    let part = authority.end;
    let mut extent = Extent {
        end: part.min(run_end.max(host.end)),
        ..Extent::default()
    };
    if matches!(text.byte(part), Some(b'/' | b'?' | b'#')) && part < run_end {
        let end = plain_end(text, part, run_end).max(part + 1);
        let rest = text.slice(part, end);
        let fragment = rest.find('#');
        let query = rest
            .find('?')
            .filter(|&query| fragment.is_none_or(|fragment| query < fragment));
        extent = Extent {
            end,
            path: CompactOffset::new(rest.starts_with('/').then_some(part)),
            query: CompactOffset::new(query.map(|at| part + at)),
            fragment: CompactOffset::new(fragment.map(|at| part + at)),
            ..extent
        };
        observer.work(rest.len());
    }
    // A root dot at the end of the link is punctuation.
    let kind = ip::kind_of(text.slice(host.start, host.end));
    let body = host.start;
    let host = host.start..authority.host_end.min(extent.end.max(host.end));
    Parts::url(start, body, host, kind, authority.port.as_ref(), extent)
}

/// `bidi_filename`, with a path separator.
fn file(text: Text<'_>, range: Range<usize>) -> Option<Parts> {
    let end = plain_end(text, range.start, range.end);
    let typed = text.slice(range.start, end);
    let has_name = typed.contains(|c| !is_path_separator(c));
    (typed.contains(is_path_separator) && has_name).then(|| Parts::file(range.start..end))
}

/// The end of text that is not a domain: before a non-ASCII label separator and the punctuation
/// before it.
fn plain_end(text: Text<'_>, start: usize, end: usize) -> usize {
    let typed = text.slice(start, end);
    let plain = typed.split(is_wide_separator).next().unwrap_or(typed);
    if plain.len() == typed.len() {
        end
    } else {
        start + plain.trim_end_matches(is_inclusion).len()
    }
}

#[cfg(test)]
mod tests {
    use super::{is_char, is_char_anywhere};

    #[test]
    fn ascii_is_as_in_the_table() {
        for c in '\0'..='\u{FF}' {
            assert_eq!(is_char(c), is_char_anywhere(c), "{c:?}");
        }
    }
}
