//! The parts of a link. Detection records them in [`Parts`] while it reads, and all later code uses
//! them.

use core::ops::Range;

use super::Kind;
use crate::names::host::HostKind;
use crate::text::CompactOffset;
use crate::uts58::termination::Extent;

/// A part of a link (UTS #58 Table 3-1, and Table 5-1 for e-mail addresses).
///
/// The parts of a link do not overlap, and do not contain the delimiters between them: `://`, `@`,
/// `:`, `?`, `#` and `:~:`. Only a path contains its `/`, because it means something there.
///
/// ```
/// use linkspan::{Detector, Part};
///
/// let link = Detector::uts58().links("https://a.com:80/b?c#d:~:text=e").next().unwrap();
/// assert_eq!(link.part(Part::Scheme), Some("https"));
/// assert_eq!(link.part(Part::Port), Some("80"));
/// assert_eq!(link.part(Part::Query), Some("c"));
/// assert_eq!(link.part(Part::Directives), Some("text=e"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The scheme, without its `:` and `//`.
    Scheme,
    /// The user name and password before the host of a URL. Detection never links them;
    /// [`Parts::split`] reports them.
    Userinfo,
    /// The local part of an e-mail address.
    LocalPart,
    /// The host of a URL, with a root dot if the link has one; the domain of an e-mail address.
    Host,
    /// The digits of the port.
    Port,
    /// The path, from its first `/`. In a link without a host, such as `tel:`, the text after the
    /// `:` up to a query or fragment; for a file name, the whole name.
    Path,
    /// The query, after its `?`.
    Query,
    /// The fragment, after its `#`, without directives.
    Fragment,
    /// The fragment directives, after the first `:~:`.
    Directives,
}

impl Part {
    /// All parts, in the order in which they occur in a link.
    ///
    /// ```
    /// use linkspan::Part;
    ///
    /// assert_eq!(Part::ALL.first(), Some(&Part::Scheme));
    /// ```
    pub const ALL: [Self; 9] = [
        Self::Scheme,
        Self::Userinfo,
        Self::LocalPart,
        Self::Host,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
        Self::Directives,
    ];

    /// The stable name of the part, such as `local_part`.
    ///
    /// ```
    /// assert_eq!(linkspan::Part::LocalPart.as_str(), "local_part");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Userinfo => "userinfo",
            Self::LocalPart => "local_part",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
            Self::Directives => "directives",
        }
    }
}

/// The offsets of the parts of a link, in bytes of the text that contains it.
///
/// ```
/// use linkspan::{HostKind, Part, Parts};
///
/// let url = "https://user@example.com:8080/a?b";
/// let parts = Parts::split(url);
/// let part = |part| parts.get(part).map(|range| &url[range]);
/// assert_eq!(part(Part::Userinfo), Some("user"));
/// assert_eq!(part(Part::Host), Some("example.com"));
/// assert_eq!(part(Part::Port), Some("8080"));
/// assert_eq!(part(Part::Path), Some("/a"));
/// assert_eq!(parts.host_kind(), Some(HostKind::Name));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    kind: Kind,
    host_kind: HostKind,
    /// The length of what separates the scheme from the rest: `://` or `:`.
    scheme_mark: u8,
    start: usize,
    /// The end of the scheme, and so the start of the host, of user information or of a local part.
    body: usize,
    host_start: usize,
    host_end: usize,
    /// The start of the port digits. They end where the next part starts.
    port: CompactOffset,
    extent: Extent,
}

impl Parts {
    /// A URL that starts at `start`. Its scheme, if any, ends at `body`.
    pub(crate) fn url(
        start: usize,
        body: usize,
        host: Range<usize>,
        host_kind: HostKind,
        port: Option<&Range<usize>>,
        extent: Extent,
    ) -> Self {
        let port = port.filter(|digits| digits.end <= extent.end);
        Self {
            kind: Kind::Url,
            host_kind,
            scheme_mark: 3,
            start,
            body,
            host_start: host.start,
            host_end: host.end,
            port: CompactOffset::new(port.map(|digits| digits.start)),
            extent,
        }
    }

    /// A link with a scheme and no host. The text after the scheme starts at `body`.
    pub(crate) fn opaque(start: usize, body: usize, extent: Extent) -> Self {
        Self {
            scheme_mark: 1,
            ..Self::url(start, body, body..body, HostKind::Name, None, extent)
        }
    }

    /// An e-mail address that starts at `start`, with the local part starting at `local`.
    pub(crate) fn email(start: usize, local: usize, domain: Range<usize>) -> Self {
        let extent = Extent::ending_at(domain.end);
        Self::email_with(start, local, domain, HostKind::Name, extent)
    }

    /// An e-mail address with text after its domain, which detection never takes.
    pub(super) fn email_with(
        start: usize,
        local: usize,
        domain: Range<usize>,
        host_kind: HostKind,
        extent: Extent,
    ) -> Self {
        Self {
            kind: Kind::Email,
            scheme_mark: 1,
            ..Self::url(start, local, domain, host_kind, None, extent)
        }
    }

    /// A string that is meant to be an e-mail address but has no `@`.
    pub(super) fn local_only(start: usize, local: usize, extent: Extent) -> Self {
        // As if an `@` were at the end.
        let end = extent.end + 1;
        Self::email_with(start, local, end..end, HostKind::Name, extent)
    }

    /// The name of a file.
    pub(crate) fn file(range: Range<usize>) -> Self {
        let extent = Extent {
            path: CompactOffset::new(Some(range.start)),
            ..Extent::ending_at(range.end)
        };
        Self {
            kind: Kind::File,
            ..Self::opaque(range.start, range.start, extent)
        }
    }

    /// A host alone.
    pub(crate) fn host_only(host: Range<usize>) -> Self {
        let extent = Extent::ending_at(host.end);
        Self::url(host.start, host.start, host, HostKind::Name, None, extent)
    }

    /// The kind of the link.
    ///
    /// ```
    /// use linkspan::{Kind, Parts};
    ///
    /// assert_eq!(Parts::split("mailto:me@example.com").kind(), Kind::Email);
    /// ```
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The kind of the host; `None` if the link has no host.
    ///
    /// ```
    /// use linkspan::{HostKind, Parts};
    ///
    /// assert_eq!(Parts::split("https://10.0.0.1./x").host_kind(), Some(HostKind::Ipv4));
    /// ```
    #[must_use]
    pub fn host_kind(&self) -> Option<HostKind> {
        (!self.host().is_empty()).then_some(self.host_kind)
    }

    /// The byte range of the whole link.
    ///
    /// ```
    /// use linkspan::{Detector, Finding};
    ///
    /// let detector = Detector::uts58();
    /// let Some(Finding::Rejected(rejected)) = detector.explain("see a.com:99999").next() else { panic!() };
    /// assert_eq!(rejected.parts().range(), 4..15);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.extent.end
    }

    /// The byte range of a part, or `None` if the link does not have this part.
    ///
    /// ```
    /// use linkspan::{Part, Parts};
    ///
    /// let parts = Parts::split("a.com?b#c");
    /// assert_eq!(parts.get(Part::Query), Some(6..7));
    /// assert_eq!(parts.get(Part::Path), None);
    /// ```
    #[must_use]
    pub fn get(&self, part: Part) -> Option<Range<usize>> {
        let Range { start, end } = self.delimited(part)?;
        Some(match part {
            Part::Scheme => start..end.saturating_sub(self.scheme_mark.into()).max(start),
            Part::Query | Part::Fragment => start + 1..end,
            Part::Directives => start + 3..end,
            _ => start..end,
        })
    }

    /// The byte range of a part with the delimiter that makes it one: `https://`, `?q`, `#f`.
    pub(crate) fn delimited(&self, part: Part) -> Option<Range<usize>> {
        let Extent {
            path,
            query,
            fragment,
            directive,
            ..
        } = self.extent;
        // A part ends where the next one starts.
        let from = |place: CompactOffset, later: &[CompactOffset]| {
            let end = later.iter().find_map(|place| place.get());
            place.get().map(|at| at..end.unwrap_or(self.extent.end))
        };
        let before_host = || self.before_host();
        match part {
            Part::Scheme => (self.start < self.body).then_some(self.start..self.body),
            Part::Userinfo => {
                let has_userinfo = self.kind == Kind::Url && self.body < self.host_start;
                has_userinfo.then(before_host)
            }
            Part::LocalPart => (self.kind == Kind::Email).then(before_host),
            Part::Host => Some(self.host()).filter(|host| !host.is_empty()),
            Part::Port => self.port.get().map(|at| at..self.authority_end()),
            Part::Path => from(path, &[query, fragment, directive]),
            Part::Query => from(query, &[fragment, directive]),
            Part::Fragment => from(fragment, &[directive]),
            Part::Directives => from(directive, &[]),
        }
    }

    /// The text before the `@` and the host: a local part or user information.
    pub(crate) fn before_host(&self) -> Range<usize> {
        self.body..self.host_start.saturating_sub(1)
    }

    /// The range of the host; empty if the link has no host.
    pub(crate) fn host(&self) -> Range<usize> {
        self.host_start..self.host_end
    }

    /// The end of the host and port, where a path, query or fragment starts.
    pub(crate) fn authority_end(&self) -> usize {
        let Extent {
            end,
            path,
            query,
            fragment,
            directive,
        } = self.extent;
        let places = [path, query, fragment, directive];
        places
            .into_iter()
            .find_map(CompactOffset::get)
            .unwrap_or(end)
    }

    /// The end of the scheme.
    pub(crate) fn body(&self) -> usize {
        self.body
    }

    /// Whether the link has no scheme.
    pub(crate) fn is_bare(&self) -> bool {
        self.start == self.body
    }

    pub(crate) fn extent(&self) -> &Extent {
        &self.extent
    }

    /// Moves the start of a URL without a scheme to a later offset in its host.
    pub(crate) fn start_at(&mut self, start: usize) {
        self.start = start;
        self.body = start;
        self.host_start = start;
    }

    /// Extends the range to text before a URL, such as a scheme that is not linked, for reports.
    pub(crate) fn include_before(&mut self, start: usize) {
        self.start = start;
    }

    /// Moves the end to an earlier offset after the host and port, or before the root dot of the
    /// host.
    pub(crate) fn end_at(&mut self, end: usize) {
        self.extent = self.extent.shortened_to(end);
        self.host_end = self.host_end.min(end);
    }
}
