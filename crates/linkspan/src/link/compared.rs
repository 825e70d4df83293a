//! Hosts in the forms that are compared and shown.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use super::Link;
use crate::names::host::ip::{self, Numeric};
use crate::names::host::label::is_label_separator;
use crate::names::idna;
use crate::names::lists::suffix::SuffixSource;

impl<'t> Link<'t> {
    /// The host in ASCII, in the form to compare hosts in: lower-case A-labels without a root dot,
    /// or an IP address as a browser serializes it. `None` if UTS #46 rejects the name or the link
    /// has no host.
    ///
    /// For allow and deny lists use [`is_below`](Self::is_below), which also handles names that
    /// UTS #46 rejects.
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
            return Some(canonical(&self.host_in_url()));
        }
        idna::to_ascii(without_root(self.host()))
    }

    /// The host in Unicode and lower case, for display; an IP address as written. A name found to
    /// imitate another one is in A-labels; see [`typed`](Self::typed) for when that is checked.
    /// `None` if the link has no host.
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

    /// The registrable domain in the form of [`host_ascii`](Self::host_ascii), according to the
    /// embedded Public Suffix List. Use it to group or compare links by owner.
    ///
    /// `None` if the host is an IP address or a public suffix, if UTS #46 rejects it, or if there
    /// is no host.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let link = Detector::uts58().links("see www.BÜCHER.co.uk./x").next().unwrap();
    /// assert_eq!(link.registrable_domain_ascii().as_deref(), Some("xn--bcher-kva.co.uk"));
    /// ```
    #[cfg(feature = "psl")]
    #[must_use]
    pub fn registrable_domain_ascii(&self) -> Option<String> {
        self.registrable_domain_ascii_in(&SuffixSource::Embedded)
    }

    /// Like [`registrable_domain_ascii`](Self::registrable_domain_ascii), but uses another list.
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
        if self.host().is_empty() {
            return false;
        }
        if self.is_ip() {
            return self.host_ascii() == Some(canonical(domain));
        }
        let host = idna::to_ascii_lossy(without_root(self.host()));
        let domain = idna::to_ascii_lossy(without_root(domain));
        let below = host.strip_suffix(&*domain);
        !domain.is_empty() && below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
    }
}

/// A name without its root dot.
fn without_root(name: &str) -> &str {
    name.strip_suffix(is_label_separator).unwrap_or(name)
}

/// An IP address as a browser serializes it, IPv6 in brackets; any other host is unchanged.
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
