//! The host of a link, in the forms that are compared and shown.

use alloc::borrow::Cow;
use alloc::format;
#[cfg(feature = "idna")]
use alloc::string::{String, ToString};

use super::Link;
use crate::names::host::HostKind;
#[cfg(feature = "idna")]
use crate::names::host::ip::{self, Numeric};
#[cfg(feature = "idna")]
use crate::names::host::label::is_label_separator;
#[cfg(feature = "idna")]
use crate::names::idna;
use crate::names::lists::suffix::SuffixSource;

/// The host of a URL, or the domain of an e-mail address.
///
/// It has a form for each use: [`ascii`](Self::ascii) to compare and count by,
/// [`display`](Self::display) to show, and [`typed`](Self::typed) as it is in the text. For allow
/// and deny lists, use [`Link::is_below`].
///
/// ```
/// use linkspan::{Detector, HostKind};
///
/// let link = Detector::default().links("see www.BÜCHER.co.uk./x").next().unwrap();
/// let host = link.host().unwrap();
/// assert_eq!(host.typed(), "www.BÜCHER.co.uk.");
/// assert_eq!(host.kind(), HostKind::Name);
/// assert_eq!(host.ascii().as_deref(), Some("www.xn--bcher-kva.co.uk"));
/// assert_eq!(host.display(), "www.bücher.co.uk.");
/// assert_eq!(host.domain().as_deref(), Some("xn--bcher-kva.co.uk"));
/// assert_eq!(host.tld().as_deref(), Some("uk"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host<'t> {
    typed: &'t str,
    kind: HostKind,
    /// Whether it imitates another host, so that it is shown in A-labels.
    is_spoof: bool,
}

impl<'t> Link<'t> {
    /// The host of a URL, or the domain of an e-mail address. `None` if the link has no host, as
    /// with `tel:`.
    ///
    /// ```
    /// let detector = linkspan::Detector::uts58();
    /// let links = detector.links("https://Bücher.de:80/x me@a.com");
    /// let hosts: Vec<&str> = links.filter_map(|link| Some(link.host()?.typed())).collect();
    /// assert_eq!(hosts, ["Bücher.de", "a.com"]);
    /// ```
    #[must_use]
    pub fn host(&self) -> Option<Host<'t>> {
        Some(Host {
            kind: self.parts.host_kind()?,
            typed: self.host_typed(),
            is_spoof: self.is_spoof(),
        })
    }

    /// The host as written; empty if the link has no host.
    pub(crate) fn host_typed(&self) -> &'t str {
        self.slice(self.parts.host())
    }

    /// The registrable domain as written, if it is known: the part of the host that a reader must
    /// always see.
    pub(crate) fn owner(&self) -> Option<&'t str> {
        #[cfg(feature = "psl")]
        return self.host()?.domain_typed(&SuffixSource::Embedded);
        #[cfg(not(feature = "psl"))]
        return None;
    }

    /// The host as it is written in a URL: an IPv6 address is in brackets.
    pub(crate) fn host_in_url(&self) -> Cow<'t, str> {
        match self.host() {
            Some(host) => host.in_url(),
            None => Cow::Borrowed(""),
        }
    }
}

impl<'t> Host<'t> {
    /// The host as written in the text, with a root dot if it has one.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("https://Bücher.de./x").next().unwrap();
    /// assert_eq!(link.host().unwrap().typed(), "Bücher.de.");
    /// ```
    #[must_use]
    pub fn typed(self) -> &'t str {
        self.typed
    }

    /// Whether the host is a name or an IP address.
    ///
    /// ```
    /// use linkspan::{Detector, HostKind};
    ///
    /// let link = Detector::default().links("http://10.0.0.1/").next().unwrap();
    /// assert_eq!(link.host().unwrap().kind(), HostKind::Ipv4);
    /// ```
    #[must_use]
    pub fn kind(self) -> HostKind {
        self.kind
    }

    fn is_ip(self) -> bool {
        self.kind != HostKind::Name
    }

    /// The host as it is written in a URL: an IPv6 address is in brackets.
    fn in_url(self) -> Cow<'t, str> {
        match self.kind {
            HostKind::Ipv6 if !self.typed.starts_with('[') => {
                Cow::Owned(format!("[{}]", self.typed))
            }
            _ => Cow::Borrowed(self.typed),
        }
    }

    /// The registrable domain as written, according to a list.
    pub(crate) fn domain_typed(self, list: &SuffixSource) -> Option<&'t str> {
        if self.is_ip() {
            return None;
        }
        list.domain(self.typed)
    }
}

#[cfg(feature = "idna")]
impl<'t> Host<'t> {
    /// The host in ASCII, the form to compare hosts in: lower-case A-labels without a root dot, or
    /// an IP address as a browser serializes it. `None` if UTS #46 rejects the name.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::default();
    /// let host = |text| detector.links(text).next()?.host()?.ascii();
    /// assert_eq!(host("https://Bücher.de./x").as_deref(), Some("xn--bcher-kva.de"));
    /// assert_eq!(host("https://ｂｉｔ.ly/x").as_deref(), Some("bit.ly"));
    /// assert_eq!(host("http://127.0.0.1./x").as_deref(), Some("127.0.0.1"));
    /// assert_eq!(host("http://[0:0::1]/x").as_deref(), Some("[::1]"));
    /// ```
    #[must_use]
    pub fn ascii(self) -> Option<String> {
        if self.is_ip() {
            return Some(canonical(&self.in_url()));
        }
        idna::to_ascii(without_root(self.typed))
    }

    /// The host in Unicode and lower case, to show; an IP address as written. A name found to
    /// imitate another one is in A-labels; see [`Link::caption`] for when that is checked.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("https://XN--bcher-kva.DE/x").next().unwrap();
    /// assert_eq!(link.host().unwrap().display(), "bücher.de");
    /// ```
    #[must_use]
    pub fn display(self) -> Cow<'t, str> {
        match self.typed {
            address if self.is_ip() => Cow::Borrowed(address),
            name if self.is_spoof => Cow::Owned(idna::to_ascii_lossy(name)),
            name => idna::to_unicode(name),
        }
    }

    /// The top-level domain in the form of [`ascii`](Self::ascii). `None` for an IP address, and
    /// if UTS #46 rejects the name.
    ///
    /// ```
    /// let detector = linkspan::Detector::uts58();
    /// let links = detector.links("https://example.COM./x me@例子。中国");
    /// let tlds: Vec<_> = links.filter_map(|link| link.host()?.tld()).collect();
    /// assert_eq!(tlds, ["com", "xn--fiqs8s"]);
    /// ```
    #[must_use]
    pub fn tld(self) -> Option<String> {
        if self.is_ip() {
            return None;
        }
        let host = self.ascii()?;
        host.rsplit('.').next().map(String::from)
    }

    /// The registrable domain in the form of [`ascii`](Self::ascii), according to the embedded
    /// Public Suffix List: `example.co.uk` for `www.example.co.uk`. Use it to group or compare
    /// links by owner.
    ///
    /// `None` for an IP address and a public suffix, and if UTS #46 rejects the name.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let link = Detector::uts58().links("see www.BÜCHER.co.uk./x").next().unwrap();
    /// assert_eq!(link.host().unwrap().domain().as_deref(), Some("xn--bcher-kva.co.uk"));
    /// ```
    #[cfg(feature = "psl")]
    #[must_use]
    pub fn domain(self) -> Option<String> {
        self.domain_in(&SuffixSource::Embedded)
    }

    /// Like [`domain`](Self::domain), but uses another list.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::suffix::{SuffixList, SuffixSource};
    ///
    /// let own = SuffixSource::List(SuffixList::parse("com\nexample.com\n")?);
    /// let link = Detector::uts58().links("A.B.example.com").next().unwrap();
    /// assert_eq!(link.host().unwrap().domain_in(&own).as_deref(), Some("b.example.com"));
    /// # Ok::<(), linkspan::suffix::SuffixError>(())
    /// ```
    #[must_use]
    pub fn domain_in(self, list: &SuffixSource) -> Option<String> {
        if self.is_ip() {
            return None;
        }
        let host = self.ascii()?;
        list.domain(&host).map(String::from)
    }

    /// The registrable domain to show, according to a list: the last labels of
    /// [`display`](Self::display). `None` if there is no [`domain_in`](Self::domain_in).
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::suffix::SuffixSource;
    ///
    /// let domain = |text| {
    ///     let link = Detector::default().links(text).next()?;
    ///     link.host()?.domain_display_in(&SuffixSource::Embedded)
    /// };
    /// assert_eq!(domain("www.XN--bcher-kva.de").as_deref(), Some("bücher.de"));
    /// assert_eq!(domain("https://www.аррӏе.com").as_deref(), Some("xn--80ak6aa92e.com"));
    /// ```
    #[must_use]
    pub fn domain_display_in(self, list: &SuffixSource) -> Option<String> {
        let labels = self.domain_in(list)?.split('.').count();
        let display = self.display();
        let shown = without_root(&display);
        let mut separators = shown.rmatch_indices(is_label_separator);
        let start = separators
            .nth(labels - 1)
            .map_or(0, |(at, dot)| at + dot.len());
        shown.get(start..).map(String::from)
    }
}

#[cfg(feature = "idna")]
impl Link<'_> {
    /// Whether the host is `domain` or a subdomain of it: the comparison for allow and deny lists.
    ///
    /// Both sides are compared in ASCII, in lower case and without root dots, so another spelling
    /// of a name does not get past a list. An IP address matches only itself. A name that UTS #46
    /// rejects is compared label by label. An empty `domain` matches nothing.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::uts58();
    /// for text in ["https://Bit.ly/x", "bit.ly./x", "ｂｉｔ.ly", "a.b.bit.ly", "me@BIT.LY"] {
    ///     assert!(detector.links(text).all(|link| link.is_below("bit.ly")), "{text}");
    /// }
    /// let link = detector.links("https://rabbit.ly").next().unwrap();
    /// assert!(!link.is_below("bit.ly") && link.is_below("rabbit.ly.") && link.is_below("LY"));
    /// ```
    #[must_use]
    pub fn is_below(&self, domain: &str) -> bool {
        let Some(host) = self.host() else {
            return false;
        };
        if host.is_ip() {
            return host.ascii() == Some(canonical(domain));
        }
        let host = idna::to_ascii_lossy(without_root(host.typed));
        let domain = idna::to_ascii_lossy(without_root(domain));
        let below = host.strip_suffix(&*domain);
        !domain.is_empty() && below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
    }
}

/// A name without its root dot.
#[cfg(feature = "idna")]
fn without_root(name: &str) -> &str {
    name.strip_suffix(is_label_separator).unwrap_or(name)
}

/// An IP address as a browser serializes it, IPv6 in brackets; any other host is unchanged.
#[cfg(feature = "idna")]
fn canonical(host: &str) -> String {
    let inside = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Some(address) = ip::v6_in_url(inside.unwrap_or(host)) {
        return address;
    }
    match ip::numeric(host) {
        Numeric::Address(address) => address.to_string(),
        _ => host.into(),
    }
}
