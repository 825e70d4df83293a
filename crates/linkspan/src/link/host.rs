//! The host of a link: its kind and its owner.

use alloc::borrow::Cow;
use alloc::format;

use super::Link;
use crate::names::host::HostKind;
use crate::names::host::label::is_label_separator;
use crate::names::lists::suffix::SuffixSource;

impl<'t> Link<'t> {
    /// The top-level domain of the host as written in the text. `None` if the link has no host or
    /// the host is an IP address.
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

    /// The registrable domain of the host as written in the text, according to the embedded Public
    /// Suffix List: `example.co.uk` for `www.example.co.uk`. `None` if the host is an IP address or
    /// a public suffix.
    ///
    /// To compare domains, use [`registrable_domain_ascii`](Self::registrable_domain_ascii), which
    /// normalizes them.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let link = Detector::uts58().links("see www.Example.co.uk/x").next().unwrap();
    /// assert_eq!(link.registrable_domain(), Some("Example.co.uk"));
    /// ```
    #[cfg(feature = "psl")]
    #[must_use]
    pub fn registrable_domain(&self) -> Option<&'t str> {
        self.registrable_domain_in(&SuffixSource::Embedded)
    }

    /// Like [`registrable_domain`](Self::registrable_domain), but uses another list.
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

    /// The owner of the link (its registrable domain), if known.
    pub(crate) fn owner(&self) -> Option<&'t str> {
        #[cfg(feature = "psl")]
        return self.registrable_domain();
        #[cfg(not(feature = "psl"))]
        return None;
    }

    pub(super) fn is_ip(&self) -> bool {
        !matches!(self.parts.host_kind(), None | Some(HostKind::Name))
    }

    /// The host as it is written in a URL: an IPv6 address is in brackets.
    pub(crate) fn host_in_url(&self) -> Cow<'t, str> {
        match self.host() {
            host if self.parts.host_kind() == Some(HostKind::Ipv6) && !host.starts_with('[') => {
                Cow::Owned(format!("[{host}]"))
            }
            host => Cow::Borrowed(host),
        }
    }
}
