//! The fields of a structure and the separators between them (PRI #185, section "Proposed extension
//! of UBA for bidi_IRIs").

use alloc::vec::Vec;
use core::fmt;
use core::net::Ipv6Addr;
use core::ops::Range;

use super::uax9::{self, Strong};
use crate::link::Kind;
use crate::names::host::{self, Evidence, is_label_separator};
use crate::names::tld::TldSource;
use crate::profile::scheme::is_scheme_char;
use crate::tables::host_class;
use crate::text::Text;
use crate::uts58::props::{LinkTerm, link_term};

/// Why people may read a field in more than one way.
///
/// ```
/// use linkspan::Kind;
/// use linkspan::bidi::{Ambiguity, Layout};
///
/// let link = Layout::default().link("example.com/אb/12א/ג", Kind::Url);
/// let found: Vec<_> = link.fields().filter_map(|field| field.ambiguity).collect();
/// assert_eq!(found, [Ambiguity::MixedDirections, Ambiguity::NumberAtEdge]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ambiguity {
    /// The field has letters of both directions.
    MixedDirections,
    /// The field starts or ends with a number, and the letters beside it go from right to left: the
    /// number could stand on either side of them.
    NumberAtEdge,
}

impl Ambiguity {
    /// A stable name: `mixed-directions` or `number-at-edge`.
    ///
    /// ```
    /// use linkspan::bidi::Ambiguity;
    ///
    /// assert_eq!(Ambiguity::NumberAtEdge.as_str(), "number-at-edge");
    /// assert_eq!(Ambiguity::NumberAtEdge.to_string(), "a number at the edge of right-to-left letters");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MixedDirections => "mixed-directions",
            Self::NumberAtEdge => "number-at-edge",
        }
    }

    /// What is ambiguous about a field, if anything. Percent-escapes have their own place.
    pub(super) fn of(field: &str) -> Option<Self> {
        let written = pieces(field).filter(|&(_, is_escape)| !is_escape);
        let strong = written
            .map(|(piece, _)| Strong::in_text(piece))
            .fold(Strong::default(), Strong::or);
        match (strong.ltr, strong.rtl) {
            (true, true) => Some(Self::MixedDirections),
            (false, true) => {
                // The digits at the end of an escape are no number.
                let starts = field.chars().next();
                let last = pieces(field).last().filter(|&(_, is_escape)| !is_escape);
                let ends = last.and_then(|(piece, _)| piece.chars().next_back());
                let mut edges = [starts, ends].into_iter().flatten();
                edges.any(uax9::is_digit).then_some(Self::NumberAtEdge)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MixedDirections => "letters of both directions in one field",
            Self::NumberAtEdge => "a number at the edge of right-to-left letters",
        })
    }
}

/// What a string is as a whole: a URL, an e-mail address, a file name, or `None` for running text.
///
/// White space makes running text, and so does punctuation around a URL or an address. A scheme with
/// `://`, or a name whose top-level domain `tlds` knows, makes a URL; an `@` before a name makes an
/// e-mail address; anything else is a file name.
///
/// ```
/// use linkspan::Kind;
/// use linkspan::bidi::kind_of;
/// use linkspan::tld::TldSource;
///
/// let kind = |text| kind_of(text, &TldSource::Embedded);
/// assert_eq!(kind("http://אב/"), Some(Kind::Url));
/// assert_eq!(kind("example.com:80/א"), Some(Kind::Url));
/// assert_eq!(kind("אב@example.com"), Some(Kind::Email));
/// assert_eq!(kind("/tmp/אב.txt"), Some(Kind::File));
/// assert_eq!(kind("see example.com"), None);
/// assert_eq!(kind("(example.com)"), None);
/// ```
#[must_use]
pub fn kind_of(text: &str, tlds: &TldSource) -> Option<Kind> {
    kind_within(text, tlds, LAYERS)
}

/// How many layers of punctuation around a string are looked behind.
const LAYERS: usize = 4;

fn kind_within(text: &str, tlds: &TldSource, layers: usize) -> Option<Kind> {
    if text.contains(|c| link_term(c) == LinkTerm::Hard) {
        return None;
    }
    if let Some(colon) = text.find("://") {
        let before = Text(text).slice(0, colon);
        if !before.is_empty() && before.chars().all(is_scheme_char) {
            return Some(Kind::Url);
        }
        if !before.contains(['/', '\\', '?', '#']) {
            return None;
        }
    }
    let host = Host::of(text);
    let name = text.get(host.name.clone()).unwrap_or_default();
    let name = name.strip_suffix(is_label_separator).unwrap_or(name);
    let is_known = || {
        let found = host::name(Text(name), 0..name.len(), Evidence::Shape, tlds, &mut ());
        found.is_some_and(|found| found.range == (0..name.len()))
    };
    let [_, user] = &host.before;
    if user.is_none() && is_domain(name) && is_known() {
        return Some(Kind::Url);
    }
    let (local, domain) = text.rsplit_once('@').unwrap_or_default();
    if !local.is_empty() && is_domain(domain) {
        return Some(Kind::Email);
    }
    // A name in quotes or brackets, or before a comma, is text.
    let is_inner = |c: char| host_class(c).is_label() || matches!(c, '/' | '\\' | '.' | ':' | '~');
    let inner = text
        .trim_matches(|c| !is_inner(c))
        .trim_end_matches(['.', ':']);
    let has_layer = inner.len() < text.len() && layers > 0;
    match has_layer && kind_within(inner, tlds, layers - 1) != Some(Kind::File) {
        true => None,
        false => Some(Kind::File),
    }
}

/// Whether `text` is labels and their separators, nothing else.
fn is_domain(text: &str) -> bool {
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|c| host_class(c).is_label());
    text.contains(is_label_separator) && text.split(is_label_separator).all(is_label)
}

/// Where the separators of a structure are. The fields are what lies between them.
pub(super) fn separators(text: &str, kind: Kind) -> Vec<Range<usize>> {
    let mut found = Separators {
        text,
        at: Vec::new(),
    };
    match kind {
        Kind::File => found.add(0..text.len(), |c| matches!(c, '/' | '\\')),
        Kind::Email => {
            if let Some(at) = text.rfind('@') {
                found.at.push(at..at + 1);
                found.host(at + 1..text.len());
            }
        }
        Kind::Url => found.url(),
    }
    found.at
}

/// The last label of the host of a structure; a structure may have none.
pub(super) fn top_level(text: &str, kind: Kind) -> Option<&str> {
    let host = match kind {
        Kind::File => return None,
        Kind::Email => text.rfind('@')? + 1..text.len(),
        Kind::Url => Host::of(text).name,
    };
    let host = text.get(host)?;
    let labels = host.rsplit(is_label_separator);
    labels.into_iter().find(|label| !label.is_empty())
}

struct Separators<'t> {
    text: &'t str,
    at: Vec<Range<usize>>,
}

impl Separators<'_> {
    fn add(&mut self, range: Range<usize>, is_separator: impl Fn(char) -> bool) {
        let start = range.start;
        let typed = self.text.get(range).unwrap_or_default();
        let found = typed.char_indices().filter(|&(_, c)| is_separator(c));
        self.at
            .extend(found.map(|(at, c)| start + at..start + at + c.len_utf8()));
    }

    /// The separators of a host. An address is one field: its dots do not separate names.
    fn host(&mut self, range: Range<usize>) {
        let name = self.text.get(range.clone()).unwrap_or_default();
        if name.starts_with('[') {
            return;
        }
        let numbers = name.strip_suffix('.').unwrap_or(name);
        let is_number =
            |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_digit());
        if numbers.split('.').count() == 4 && numbers.split('.').all(is_number) {
            self.add(range.start + numbers.len()..range.end, is_label_separator);
        } else {
            self.add(range, is_label_separator);
        }
    }

    fn url(&mut self) {
        let host = Host::of(self.text);
        self.at.extend(host.before.iter().flatten().cloned());
        self.host(host.name);
        self.at.extend(host.colon);
        let mut part = '/';
        let rest = self.text.get(host.end..).unwrap_or_default();
        for (at, c) in rest.char_indices() {
            let separates = match (part, c) {
                ('/', '/' | '?' | '#') | ('?', '#') => {
                    part = c;
                    true
                }
                ('?', '=' | '&') => true,
                _ => false,
            };
            if separates {
                self.at.push(host.end + at..host.end + at + 1);
            }
        }
    }
}

/// What stands before the path of a URL.
struct Host {
    /// `://`, and the `@` behind user information, which PRI #185 does not know.
    before: [Option<Range<usize>>; 2],
    name: Range<usize>,
    /// The `:` before a port.
    colon: Option<Range<usize>>,
    end: usize,
}

impl Host {
    fn of(text: &str) -> Self {
        let all = Text(text);
        let scheme = text
            .find("://")
            .filter(|&at| !all.slice(0, at).contains(['/', '?', '#']));
        let start = scheme.map_or(0, |at| at + 3);
        let rest = all.slice(start, text.len());
        let end = start + rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let user = all.slice(start, end).rfind('@').map(|at| start + at);
        let start = user.map_or(start, |at| at + 1);
        let authority = all.slice(start, end);
        let is_port = |at: &usize| {
            let digits = all.slice(start + at + 1, end);
            digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let colon = match authority.parse::<Ipv6Addr>() {
            Ok(_) => None,
            Err(_) => authority.rfind(':').filter(is_port).map(|at| start + at),
        };
        Self {
            before: [scheme.map(|at| at..at + 3), user.map(|at| at..at + 1)],
            name: start..colon.unwrap_or(end),
            colon: colon.map(|at| at..at + 1),
            end,
        }
    }
}

/// A field in pieces: runs of percent-escapes, marked with `true`, and what lies between them.
pub(super) fn pieces(field: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = field;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let bytes = rest.as_bytes();
        let is_escape = |at: usize| {
            bytes.get(at) == Some(&b'%')
                && bytes.get(at + 1).is_some_and(u8::is_ascii_hexdigit)
                && bytes.get(at + 2).is_some_and(u8::is_ascii_hexdigit)
        };
        let mut end = 0;
        let escaped = is_escape(0);
        match escaped {
            true => {
                while is_escape(end) {
                    end += 3;
                }
            }
            false => {
                end = (0..bytes.len())
                    .find(|&at| is_escape(at))
                    .unwrap_or(bytes.len());
            }
        }
        let piece = rest.get(..end)?;
        rest = rest.get(end..)?;
        Some((piece, escaped))
    })
}
