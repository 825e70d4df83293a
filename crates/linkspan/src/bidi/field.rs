//! The fields of a structure and the separators between them (PRI #185, section "Proposed extension
//! of UBA for bidi_IRIs").

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::uax9::{self, Strong};
use crate::link::{Kind, Part, Parts, is_scheme_char};
use crate::names::host::label::is_label_separator;
use crate::names::host::{self, Evidence, HostKind, Run, RunEnd};
use crate::names::lists::tld::TldSource;
use crate::tables::host_class;
use crate::text::Text;
use crate::uts58::runs::is_hard;

/// Why a reader may read a field in more than one way.
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
#[non_exhaustive]
pub enum Ambiguity {
    /// The field contains letters of both directions.
    MixedDirections,
    /// The field starts or ends with a number next to right-to-left letters, so the number could be
    /// on either side of them.
    NumberAtEdge,
}

impl Ambiguity {
    /// The stable name: `mixed-directions` or `number-at-edge`.
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

    /// The ambiguity of a field, if any. Percent-escapes are ignored, because they have a fixed
    /// position.
    pub(super) fn of(field: &str) -> Option<Self> {
        let written = escapes(field).filter(|&(_, is_escape)| !is_escape);
        let strong = written
            .map(|(piece, _)| Strong::in_text(piece))
            .fold(Strong::default(), Strong::or);
        match (strong.ltr, strong.rtl) {
            (true, true) => Some(Self::MixedDirections),
            (false, true) => {
                // The digits at the end of an escape are not a number.
                let starts = field.chars().next();
                let last = escapes(field).last().filter(|&(_, is_escape)| !is_escape);
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

/// The kind of a whole string: a URL, an e-mail address, a file name, or `None` for running text.
///
/// A string with white space is running text, and so is a URL or an address with punctuation around
/// it. A scheme with `://`, or a name whose top-level domain `tlds` knows, makes the string a URL;
/// an `@` before a name makes it an e-mail address; anything else is a file name.
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

/// How many layers of punctuation around a string are removed.
const LAYERS: usize = 4;

fn kind_within(text: &str, tlds: &TldSource, layers: usize) -> Option<Kind> {
    if text.contains(is_hard) {
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
    let parts = Parts::split_as(Kind::Url, text);
    let name = text.get(host_range(text, &parts)).unwrap_or_default();
    let name = name.strip_suffix(is_label_separator).unwrap_or(name);
    let is_known = || {
        let range = 0..name.len();
        let run = Run {
            range: range.clone(),
            end: RunEnd::Character,
            may_be_name: true,
            seen: None,
        };
        let found = host::name(Text(name), &run, Evidence::Shape, tlds, &mut ());
        found.is_some_and(|found| found.range == range)
    };
    if parts.get(Part::Userinfo).is_none() && is_domain(name) && is_known() {
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
    if has_layer && kind_within(inner, tlds, layers - 1) != Some(Kind::File) {
        None
    } else {
        Some(Kind::File)
    }
}

/// Whether `text` consists only of labels and their separators.
fn is_domain(text: &str) -> bool {
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|c| host_class(c).is_label());
    text.contains(is_label_separator) && text.split(is_label_separator).all(is_label)
}

/// The separators of a structure. The fields are between them.
pub(super) fn separators(text: &str, kind: Kind) -> Vec<Range<usize>> {
    let mut found = Separators {
        text,
        at: Vec::new(),
    };
    let parts = Parts::split_as(kind, text);
    match kind {
        Kind::File => found.add(0..text.len(), |c| matches!(c, '/' | '\\')),
        Kind::Email | Kind::Url => found.structure(&parts),
    }
    found.at
}

/// The last label of the host of a structure, if it has one.
pub(super) fn top_level(text: &str, kind: Kind) -> Option<&str> {
    let parts = Parts::split_as(kind, text);
    let host = text.get(host_range(text, &parts))?;
    let labels = host.rsplit(is_label_separator);
    labels.into_iter().find(|label| !label.is_empty())
}

/// The range of the host. A port that is not a number counts as part of it.
fn host_range(text: &str, parts: &Parts) -> Range<usize> {
    let host = parts.host();
    let port = parts.get(Part::Port).and_then(|port| text.get(port));
    let is_number = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    match port {
        Some(port) if !is_number(port) => host.start..parts.authority_end(),
        _ => host,
    }
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

    /// The separators of a URL or an e-mail address.
    fn structure(&mut self, parts: &Parts) {
        if parts.kind() == Kind::Url {
            // The `://` of the scheme.
            let scheme = parts.delimited(Part::Scheme);
            self.at
                .extend(scheme.map(|scheme| scheme.end - 3..scheme.end));
        }
        let before_host = parts.get(Part::Userinfo).or(parts
            .get(Part::LocalPart)
            .filter(|_| parts.host_kind().is_some()));
        // The `@`, which PRI #185 only defines for addresses.
        self.at
            .extend(before_host.map(|before| before.end..before.end + 1));
        let host = host_range(self.text, parts);
        self.host(host.clone(), parts.host_kind());
        if host.end < parts.authority_end() {
            // The `:` before a port.
            self.at.push(host.end..host.end + 1);
        }
        // Slashes of the path, then `?` with `=` and `&`, then `#`.
        let delimited = |part| parts.delimited(part);
        let (query, fragment) = (delimited(Part::Query), delimited(Part::Fragment));
        let end = fragment
            .as_ref()
            .map_or(parts.range().end, |part| part.start);
        let query_start = query.map_or(end, |part| part.start);
        self.add(parts.authority_end()..query_start, |c| c == '/');
        if query_start < end {
            self.at.push(query_start..query_start + 1);
            self.add(query_start + 1..end, |c| matches!(c, '=' | '&'));
        }
        self.at
            .extend(fragment.map(|part| part.start..part.start + 1));
    }

    /// Adds the separators of a host. An IP address is one field: its dots do not separate names.
    fn host(&mut self, range: Range<usize>, kind: Option<HostKind>) {
        match kind {
            Some(HostKind::Ipv6) => {}
            Some(HostKind::Ipv4) => {
                let typed = self.text.get(range.clone()).unwrap_or_default();
                let address = typed.trim_end_matches('.').len();
                self.add(range.start + address..range.end, is_label_separator);
            }
            _ => self.add(range, is_label_separator),
        }
    }
}

/// The runs of percent-escapes in a field, marked with `true`, and the text between them.
pub(super) fn escapes(field: &str) -> impl Iterator<Item = (&str, bool)> {
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
        if escaped {
            while is_escape(end) {
                end += 3;
            }
        } else {
            end = (0..bytes.len())
                .find(|&at| is_escape(at))
                .unwrap_or(bytes.len());
        }
        let piece = rest.get(..end)?;
        rest = rest.get(end..)?;
        Some((piece, escaped))
    })
}
