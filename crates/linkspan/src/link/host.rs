//! The host of a link: in the forms in which it is compared, shown and owned.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::Link;
use crate::names::host::HostKind;
use crate::names::label::is_label_separator;
use crate::names::suffix::SuffixSource;
use crate::names::{idna, ip};

impl<'t> Link<'t> {
    /// The host in ASCII, in the one form by which hosts are compared: A-labels in lower case without a
    /// root dot, or an IP address as a browser writes it. `None` if UTS #46 rejects the name, or there is
    /// no host.
    ///
    /// Use [`is_below`](Self::is_below) for allow and deny lists.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let host = |text| detector.links(text).next().and_then(|link| link.host_ascii());
    /// assert_eq!(host("https://Bücher.de./x").as_deref(), Some("xn--bcher-kva.de"));
    /// assert_eq!(host("https://ｂｉｔ.ly/x").as_deref(), Some("bit.ly"));
    /// assert_eq!(host("http://127.0.0.1./x").as_deref(), Some("127.0.0.1"));
    /// assert_eq!(host("http://[0:0::1]/x").as_deref(), Some("[::1]"));
    /// ```
    #[must_use]
    pub fn host_ascii(&self) -> Option<String> {
        if self.host().is_empty() {
            return None;
        }
        if self.is_ip() {
            return Some(ip::canonical(&self.host_in_url()));
        }
        idna::to_ascii(without_root(self.host()))
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
            name if self.is_spoof() => Some(Cow::Owned(idna::to_ascii_lossy(name))),
            name => Some(idna::to_unicode(name)),
        }
    }

    /// The top-level domain of the host as it is in the text. `None` if the host is an IP address, or there
    /// is none.
    ///
    /// ```
    /// let detector = linkspan::Detector::uts58();
    /// let links = detector.links("https://example.COM./x me@例子。中国");
    /// let tlds: Vec<_> = links.filter_map(|link| link.tld()).collect();
    /// assert_eq!(tlds, ["COM", "中国"]);
    /// ```
    #[must_use]
    pub fn tld(&self) -> Option<&'t str> {
        if self.is_ip() {
            return None;
        }
        let labels = self.host().rsplit(is_label_separator);
        labels.into_iter().find(|label| !label.is_empty())
    }

    /// The registrable domain of the host, by the embedded public suffix list, as it is in the
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

    /// The registrable domain in the form of [`host_ascii`](Self::host_ascii), by the embedded public suffix
    /// list: what to count and compare owners of links by.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let link = Detector::uts58().links("see www.BÜCHER.co.uk./x").next().unwrap();
    /// assert_eq!(link.registrable_domain_ascii().as_deref(), Some("xn--bcher-kva.co.uk"));
    /// ```
    #[must_use]
    pub fn registrable_domain_ascii(&self) -> Option<String> {
        self.registrable_domain_ascii_in(&SuffixSource::Embedded)
    }

    /// As [`registrable_domain_ascii`](Self::registrable_domain_ascii), by another list.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::suffix::{SuffixList, SuffixSource};
    ///
    /// let own = SuffixSource::List(SuffixList::parse("com\nexample.com\n")?);
    /// let link = Detector::uts58().links("A.B.example.com").next().unwrap();
    /// assert_eq!(link.registrable_domain_ascii_in(&own).as_deref(), Some("b.example.com"));
    /// # Ok::<(), linkspan::suffix::SuffixError>(())
    /// ```
    #[must_use]
    pub fn registrable_domain_ascii_in(&self, list: &SuffixSource) -> Option<String> {
        if self.is_ip() {
            return None;
        }
        let host = self.host_ascii()?;
        list.registrable_domain(&host).map(String::from)
    }

    /// Whether the host is `domain` or below it: the comparison for allow and deny lists.
    ///
    /// Both sides are compared in ASCII, in lower case and without root dots, so that no other spelling of
    /// a name passes. An IP address is below itself only. A name that UTS #46 rejects is compared label by
    /// label. An empty `domain` has nothing below it.
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
        if self.host().is_empty() {
            return false;
        }
        if self.is_ip() {
            return self.host_ascii() == Some(ip::canonical(domain));
        }
        let host = idna::to_ascii_lossy(without_root(self.host()));
        let domain = idna::to_ascii_lossy(without_root(domain));
        let below = host.strip_suffix(&*domain);
        !domain.is_empty() && below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
    }

    fn is_ip(&self) -> bool {
        !matches!(self.parts.host_kind(), None | Some(HostKind::Name))
    }

    /// The host as a URL has it: an IPv6 address in brackets.
    pub(crate) fn host_in_url(&self) -> Cow<'t, str> {
        match self.host() {
            host if self.parts.host_kind() == Some(HostKind::Ipv6) && !host.starts_with('[') => {
                Cow::Owned(format!("[{host}]"))
            }
            host => Cow::Borrowed(host),
        }
    }
}

/// A name without its root dot.
fn without_root(name: &str) -> &str {
    name.strip_suffix(is_label_separator).unwrap_or(name)
}
