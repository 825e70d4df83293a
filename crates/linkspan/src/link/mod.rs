//! Links: borrowed results that know where their parts are.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::net::{IpAddr, Ipv6Addr};
use core::ops::Range;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::format as forms;
use crate::judge::prose;
use crate::names::idna;
use crate::names::suffix::SuffixSource;
use crate::reason::{Cause, Reason, ReasonKind};
use crate::tables::{HostClass, host_class};
use crate::text::{Place, Text};
use crate::uts58::props::{LinkTerm, link_term};
use crate::uts58::termination::Extent;

/// What a link is.
///
/// ```
/// use linkspan::{Detector, Kind, Profile};
///
/// let detector = Detector::new(Profile::pri185());
/// let links = detector.links("http://a.com me@a.com /etc/hosts");
/// let kinds: Vec<Kind> = links.map(|link| link.kind()).collect();
/// assert_eq!(kinds, [Kind::Url, Kind::Email, Kind::File]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A web address, with or without a scheme.
    Url,
    /// An e-mail address, with or without `mailto:`.
    Email,
    /// The name of a file with its path; only the grammar of PRI #185 finds them.
    File,
}

impl Kind {
    /// `url`, `email` or `file`.
    ///
    /// ```
    /// use linkspan::Kind;
    ///
    /// assert_eq!(Kind::Email.as_str(), "email");
    /// assert_eq!(Kind::Url.to_string(), "url");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Email => "email",
            Self::File => "file",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A part of a link (UTS #58 Table 3-1, and Table 5-1 for e-mail addresses).
///
/// The parts of a link do not overlap, and in this order they cover it, apart from the separators
/// `:` before a port and `@` before a domain.
///
/// ```
/// use linkspan::{Detector, Part};
///
/// let link = Detector::uts58().links("https://a.com:80/b?c#d:~:text=e").next().unwrap();
/// assert_eq!(link.part(Part::Scheme), Some("https://"));
/// assert_eq!(link.part(Part::Port), Some("80"));
/// assert_eq!(link.part(Part::Query), Some("?c"));
/// assert_eq!(link.part(Part::Directives), Some(":~:text=e"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The scheme with what separates it: `https://` or `mailto:`.
    Scheme,
    /// The local part of an e-mail address.
    LocalPart,
    /// The host of a URL, with a root dot if the link has one; the domain of an e-mail address.
    Host,
    /// The digits of the port.
    Port,
    /// The path, from its first `/`.
    Path,
    /// The query, from its `?`.
    Query,
    /// The fragment, from its `#`, without directives.
    Fragment,
    /// The fragment directives, from the first `:~:`.
    Directives,
}

/// A link in a text.
///
/// It borrows the text and keeps the offsets of its parts, so that nothing has to be parsed again.
///
/// ```
/// use linkspan::{Detector, Kind, Part};
///
/// let text = "See https://bücher.de:8080/a/b?q=1#top!";
/// let link = Detector::uts58().links(text).next().unwrap();
/// assert_eq!(link.as_str(), "https://bücher.de:8080/a/b?q=1#top");
/// assert_eq!(link.range(), 4..39);
/// assert_eq!(link.kind(), Kind::Url);
/// assert_eq!(link.host(), "bücher.de");
/// assert_eq!(link.port(), Some(8080));
/// assert_eq!(link.part(Part::Query), Some("?q=1"));
/// assert_eq!(link.href(), "https://xn--bcher-kva.de:8080/a/b?q=1#top");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link<'t> {
    text: &'t str,
    kind: Kind,
    start: usize,
    host: Range<usize>,
    /// Where the scheme ends: the start of the host or of the local part.
    local_start: usize,
    extent: Extent,
    default_scheme: &'static str,
    /// What was changed, and what to be warned of; for most links nothing.
    causes: Option<Box<Causes>>,
}

/// What there is to say about a link. Behind a pointer: links are moved often, and of most there is
/// nothing to say.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Causes {
    first: Cause,
    others: Vec<Cause>,
}

impl<'t> Link<'t> {
    /// A URL that starts at `start`.
    pub(crate) fn url(
        text: Text<'t>,
        start: usize,
        host: Range<usize>,
        extent: Extent,
        default_scheme: &'static str,
    ) -> Self {
        Self {
            text: text.0,
            kind: Kind::Url,
            start,
            local_start: host.start,
            host,
            extent,
            default_scheme,
            causes: None,
        }
    }

    /// A link with a scheme and no host; what follows the scheme starts at `body`.
    pub(crate) fn opaque(text: Text<'t>, start: usize, body: usize, extent: Extent) -> Self {
        Self {
            text: text.0,
            kind: Kind::Url,
            start,
            host: body..body,
            local_start: body,
            extent,
            default_scheme: "",
            causes: None,
        }
    }

    /// An e-mail address that starts at `start`, with the local part from `local_start` on.
    pub(crate) fn email(
        text: Text<'t>,
        start: usize,
        local_start: usize,
        domain: Range<usize>,
    ) -> Self {
        Self {
            text: text.0,
            kind: Kind::Email,
            start,
            local_start,
            extent: Extent {
                end: domain.end,
                ..Extent::default()
            },
            host: domain,
            default_scheme: "mailto",
            causes: None,
        }
    }

    /// The name of a file.
    pub(crate) fn file(text: Text<'t>, range: Range<usize>) -> Self {
        let extent = Extent {
            end: range.end,
            path: Place::new(Some(range.start)),
            ..Extent::default()
        };
        Self {
            kind: Kind::File,
            ..Self::opaque(text, range.start, range.start, extent)
        }
    }

    /// Moves the start of a URL without a scheme to a later place in its host.
    pub(crate) fn start_at(&mut self, start: usize) {
        self.start = start;
        self.local_start = start;
        self.host.start = start;
    }

    /// Takes off a URL what people would not take for a part of it.
    pub(crate) fn trim(&mut self) {
        let text = Text(self.text);
        let port = self.part_range(Part::Port);
        let authority_end = port.map_or(self.host.end, |port| port.end);
        let (end, cause) = prose::trimmed(text, self.start, authority_end, &self.extent);
        let cut = self.extent.cut.and_then(|c| {
            // Punctuation at the end of the text would be outside anyway.
            let at = text.slice(self.extent.end, text.0.len()).find(c)? + self.extent.end;
            let next = text.char_at(at + c.len_utf8()).unwrap_or(' ');
            let about = at..at + c.len_utf8();
            let kind = match c.is_ascii() {
                true => ReasonKind::TrailingMarkup,
                false => ReasonKind::SentencePunctuation,
            };
            (c.is_ascii() || link_term(next) != LinkTerm::Hard).then(|| Cause::new(kind, about))
        });
        if end < self.extent.end {
            self.extent = self.extent.ending(end);
        }
        // Without anything behind it, a root dot belongs to the sentence.
        let root = text
            .char_before(end)
            .filter(|&c| host_class(c) == HostClass::Dot);
        if let Some(dot) = root.filter(|_| self.host.end == end && cause.is_some()) {
            self.host.end -= dot.len_utf8();
            self.extent.end = self.host.end;
        }
        self.note(cause.or(cut));
    }

    /// Where the host is.
    pub(crate) fn host_range(&self) -> Range<usize> {
        self.host.clone()
    }

    /// Adds something to say about the link.
    pub(crate) fn note(&mut self, cause: Option<Cause>) {
        match (cause, &mut self.causes) {
            (None, _) => {}
            (Some(cause), Some(causes)) => causes.others.push(cause),
            (Some(first), none) => {
                let others = Vec::new();
                *none = Some(Box::new(Causes { first, others }));
            }
        }
    }

    /// The link as it stands in the text.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("(see a.com/b.)").next().unwrap();
    /// assert_eq!(link.as_str(), "a.com/b");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        self.slice(self.range())
    }

    /// Where the link is, in bytes.
    ///
    /// ```
    /// let text = "siehe bücher.de!";
    /// let link = linkspan::Detector::uts58().links(text).next().unwrap();
    /// assert_eq!(link.range(), 6..16);
    /// assert_eq!(&text[link.range()], "bücher.de");
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.extent.end
    }

    /// The offset of the first byte.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("see a.com!").next().unwrap();
    /// assert_eq!(link.start(), 4);
    /// ```
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The offset behind the last byte.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("see a.com!").next().unwrap();
    /// assert_eq!(link.end(), 9);
    /// ```
    #[must_use]
    pub fn end(&self) -> usize {
        self.extent.end
    }

    /// Whether the link is a URL or an e-mail address.
    ///
    /// ```
    /// use linkspan::{Detector, Kind};
    ///
    /// let kinds: Vec<Kind> = Detector::uts58().links("a.com me@a.com").map(|link| link.kind()).collect();
    /// assert_eq!(kinds, [Kind::Url, Kind::Email]);
    /// ```
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// A part of the link as it stands in the text, or `None` if the link does not have it.
    ///
    /// ```
    /// use linkspan::{Detector, Part};
    ///
    /// let link = Detector::uts58().links("https://a.com/b?c#d").next().unwrap();
    /// assert_eq!(link.part(Part::Path), Some("/b"));
    /// assert_eq!(link.part(Part::Fragment), Some("#d"));
    /// assert_eq!(link.part(Part::Port), None);
    /// ```
    #[must_use]
    pub fn part(&self, part: Part) -> Option<&'t str> {
        self.part_range(part).map(|range| self.slice(range))
    }

    /// Where a part of the link is, in bytes of the whole text.
    ///
    /// ```
    /// use linkspan::{Detector, Part};
    ///
    /// let link = Detector::uts58().links("see me@a.com").next().unwrap();
    /// assert_eq!(link.part_range(Part::LocalPart), Some(4..6));
    /// assert_eq!(link.part_range(Part::Host), Some(7..12));
    /// assert_eq!(link.part_range(Part::Path), None);
    /// ```
    #[must_use]
    pub fn part_range(&self, part: Part) -> Option<Range<usize>> {
        let extent = &self.extent;
        let end = extent.end;
        let [path, query, fragment, directive] =
            [extent.path, extent.query, extent.fragment, extent.directive].map(Place::get);
        // A part ends where the next one starts.
        let until = |later: [Option<usize>; 3]| later.into_iter().flatten().next().unwrap_or(end);
        match part {
            Part::Scheme => (self.start < self.local_start).then_some(self.start..self.local_start),
            Part::LocalPart => (self.kind == Kind::Email)
                .then(|| self.local_start..self.host.start.saturating_sub(1)),
            Part::Host => (!self.host.is_empty()).then(|| self.host.clone()),
            Part::Port => {
                let start = self.host.end + 1;
                let digits = Text(self.text).slice(start, end).bytes();
                let length = digits.take_while(u8::is_ascii_digit).count();
                let has_port =
                    !self.host.is_empty() && Text(self.text).byte(self.host.end) == Some(b':');
                (has_port && length > 0).then_some(start..start + length)
            }
            Part::Path => path.map(|at| at..until([query, fragment, directive])),
            Part::Query => query.map(|at| at..until([fragment, directive, None])),
            Part::Fragment => fragment.map(|at| at..until([directive, None, None])),
            Part::Directives => directive.map(|at| at..end),
        }
    }

    /// The host as it stands in the text; for an e-mail address its domain. Empty if the scheme
    /// needs no host.
    ///
    /// ```
    /// let detector = linkspan::Detector::uts58();
    /// let links = detector.links("https://Bücher.de:80/x me@a.com");
    /// let hosts: Vec<&str> = links.map(|link| link.host()).collect();
    /// assert_eq!(hosts, ["Bücher.de", "a.com"]);
    /// ```
    #[must_use]
    pub fn host(&self) -> &'t str {
        self.slice(self.host.clone())
    }

    /// The host in ASCII: its A-labels, or an IP address. `None` if UTS #46 rejects the name, or
    /// there is no host.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("https://Bücher.de/x").next().unwrap();
    /// assert_eq!(link.host_ascii().as_deref(), Some("xn--bcher-kva.de"));
    /// ```
    #[must_use]
    pub fn host_ascii(&self) -> Option<String> {
        match self.host() {
            "" => None,
            address if self.is_ip() => Some(bracketed(address).into_owned()),
            name => idna::to_ascii(name),
        }
    }

    /// The host in Unicode, lower case. `None` if there is no host.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("https://XN--bcher-kva.DE/x").next().unwrap();
    /// assert_eq!(link.host_display().as_deref(), Some("bücher.de"));
    /// ```
    #[must_use]
    pub fn host_display(&self) -> Option<Cow<'t, str>> {
        match self.host() {
            "" => None,
            address if self.is_ip() => Some(Cow::Borrowed(address)),
            name if self.spoofing_label().is_some() => Some(Cow::Owned(idna::to_ascii_lossy(name))),
            name => Some(idna::to_unicode(name)),
        }
    }

    /// The registrable domain of the host, by the embedded public suffix list, as it stands in the
    /// text. `None` if the host is an IP address or itself a public suffix.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let link = Detector::uts58().links("see www.Example.co.uk/x").next().unwrap();
    /// assert_eq!(link.registrable_domain(), Some("Example.co.uk"));
    /// ```
    #[must_use]
    pub fn registrable_domain(&self) -> Option<&'t str> {
        self.registrable_domain_in(&SuffixSource::Embedded)
    }

    /// As [`registrable_domain`](Self::registrable_domain), by another list.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::suffix::{SuffixList, SuffixSource};
    ///
    /// let own = SuffixSource::List(SuffixList::parse("com\nexample.com\n")?);
    /// let link = Detector::uts58().links("a.b.example.com").next().unwrap();
    /// assert_eq!(link.registrable_domain_in(&own), Some("b.example.com"));
    /// assert_eq!(link.registrable_domain(), Some("example.com"));
    /// # Ok::<(), linkspan::suffix::SuffixError>(())
    /// ```
    #[must_use]
    pub fn registrable_domain_in(&self, list: &SuffixSource) -> Option<&'t str> {
        if self.is_ip() {
            return None;
        }
        list.registrable_domain(self.host())
    }

    /// What was changed, and what whoever makes the link should know.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let link = detector.links("**https://a.com/x**").next().unwrap();
    /// assert_eq!(link.as_str(), "https://a.com/x");
    /// let reasons: Vec<_> = link.reasons().map(|reason| reason.kind.id()).collect();
    /// assert_eq!(reasons, ["trailing-markup"]);
    /// ```
    pub fn reasons(&self) -> impl Iterator<Item = Reason<'t>> {
        self.causes().map(|cause| Reason {
            kind: cause.kind,
            about: self.slice(cause.about.clone()),
        })
    }

    fn causes(&self) -> impl Iterator<Item = &Cause> {
        let causes = self.causes.iter();
        causes.flat_map(|causes| core::iter::once(&causes.first).chain(&causes.others))
    }

    /// The label that is shown as an A-label, if there is one.
    fn spoofing_label(&self) -> Option<Range<usize>> {
        let spoof = |cause: &&Cause| cause.kind == ReasonKind::WholeScriptConfusable;
        self.causes().find(spoof).map(|cause| cause.about.clone())
    }

    /// Whether this is an address without `mailto:`.
    pub(crate) fn is_bare_email(&self) -> bool {
        self.kind == Kind::Email && self.start == self.local_start
    }

    fn is_ip(&self) -> bool {
        let host = self.host();
        host.starts_with('[') || host.trim_end_matches('.').parse::<IpAddr>().is_ok()
    }

    /// The number of the port, if the link has one.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("a.com:8080/x").next().unwrap();
    /// assert_eq!(link.port(), Some(8080));
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.part(Part::Port)?.parse().ok()
    }

    /// The address a program should open: ASCII only, with a scheme.
    ///
    /// For a URL this is its WHATWG serialisation; a name without a scheme gets the
    /// [`default_scheme`](crate::profile::Syntax::default_scheme) of the profile. An e-mail address
    /// becomes `mailto:`, the percent-encoded local part, `@` and the A-label domain.
    ///
    /// Detection looks at the characters of a host, not at all rules of IDNA: a host that UTS #46
    /// rejects as a whole (a joiner in the wrong place, for example) is written in Punycode all the
    /// same, and no browser will open it.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let mut links = Detector::uts58().links("田中。com, σωκράτης@example.com")
    ///     .map(|link| link.href()).collect::<Vec<_>>();
    /// assert_eq!(links, [
    ///     "https://xn--fiqx46g.com/",
    ///     "mailto:%CF%83%CF%89%CE%BA%CF%81%CE%AC%CF%84%CE%B7%CF%82@example.com",
    /// ]);
    /// ```
    #[must_use]
    pub fn href(&self) -> String {
        if self.kind == Kind::Email {
            let local = self.part(Part::LocalPart).unwrap_or_default();
            let local = utf8_percent_encode(local, MAILTO);
            return format!("mailto:{local}@{}", idna::to_ascii_lossy(self.host()));
        }
        if self.kind == Kind::File {
            return self.as_str().to_string();
        }
        if self.host.is_empty() {
            let parsed = url::Url::parse(self.as_str());
            return parsed.map_or_else(|_| self.as_str().to_string(), String::from);
        }
        let scheme = match self.part(Part::Scheme) {
            Some(scheme) => Cow::Borrowed(scheme),
            None => Cow::Owned(format!("{}://", self.default_scheme)),
        };
        let rest = self.slice(self.host.end..self.extent.end);
        let host = bracketed(self.host());
        forms::ascii(&[&scheme, &host, rest].concat()).unwrap_or_else(|_| {
            // No parser takes this host. The rest is written as if it did.
            let other = forms::ascii(&[&scheme, PLACEHOLDER, rest].concat())
                .unwrap_or_else(|_| [&*scheme, PLACEHOLDER].concat());
            other.replacen(PLACEHOLDER, &idna::to_ascii_lossy(&host), 1)
        })
    }

    /// The link as it stands in the text, except that a host that imitates another one is written in
    /// A-labels.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let link = detector.links("Https://аррӏе.com/X").next().unwrap();
    /// assert_eq!(link.as_str(), "Https://аррӏе.com/X");
    /// assert_eq!(link.typed(), "Https://xn--80ak6aa92e.com/X");
    /// ```
    #[must_use]
    pub fn typed(&self) -> Cow<'t, str> {
        if self.spoofing_label().is_none() {
            return Cow::Borrowed(self.as_str());
        }
        let before = self.slice(self.start..self.host.start);
        let after = self.slice(self.host.end..self.extent.end);
        Cow::Owned([before, &idna::to_ascii_lossy(self.host()), after].concat())
    }

    /// The link as people should see it: the [display form](crate::format::display) of a URL, and
    /// an e-mail address with its domain in Unicode.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let text = "http://xn--r2bi6d.xn--c2bdw5c1bb.xn--h2brj9c/";
    /// let link = Detector::uts58().links(text).next().unwrap();
    /// assert_eq!(link.display(), "http://मेल.डाटावन.भारत/");
    /// ```
    #[must_use]
    pub fn display(&self) -> String {
        match self.kind {
            Kind::Email => {
                let before = self.slice(self.start..self.host.start);
                format!("{before}{}", self.host_display().unwrap_or_default())
            }
            Kind::File => self.as_str().to_string(),
            // Without a host there is nothing to read; show what a program gets.
            Kind::Url if self.host.is_empty() => self.href(),
            Kind::Url => {
                let shown =
                    forms::display(self.as_str()).unwrap_or_else(|_| self.as_str().to_string());
                match self.spoofing_label() {
                    // The host is the first thing in it that looks like the host.
                    Some(_) => shown.replacen(
                        &*idna::to_unicode(self.host()),
                        &idna::to_ascii_lossy(self.host()),
                        1,
                    ),
                    None => shown,
                }
            }
        }
    }

    fn slice(&self, range: Range<usize>) -> &'t str {
        Text(self.text).slice(range.start, range.end)
    }
}

impl fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A host as a URL has it: an IPv6 address in brackets.
fn bracketed(host: &str) -> Cow<'_, str> {
    match host.parse::<Ipv6Addr>() {
        Ok(_) => Cow::Owned(format!("[{host}]")),
        Err(_) => Cow::Borrowed(host),
    }
}

/// A host that every parser takes.
const PLACEHOLDER: &str = "host.invalid";

/// What RFC 6068 wants encoded in the local part of a `mailto:` address.
const MAILTO: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'*')
    .remove(b'+');

/// A piece of a text: a link, or the text between links.
///
/// ```
/// use linkspan::{Detector, Span};
///
/// let linked = |span: &Span<'_>| matches!(span, Span::Link(_));
/// assert_eq!(Detector::uts58().spans("a.com and b.com").filter(linked).count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span<'t> {
    /// Text that is not part of a link. Never empty.
    Text(&'t str),
    /// A link.
    Link(Link<'t>),
}

impl<'t> Span<'t> {
    /// The piece as it stands in the text.
    ///
    /// ```
    /// let text = "see a.com, please";
    /// let pieces: Vec<&str> = linkspan::Detector::uts58().spans(text).map(|span| span.as_str()).collect();
    /// assert_eq!(pieces, ["see ", "a.com", ", please"]);
    /// assert_eq!(pieces.concat(), text);
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        match self {
            Self::Text(text) => text,
            Self::Link(link) => link.as_str(),
        }
    }
}
