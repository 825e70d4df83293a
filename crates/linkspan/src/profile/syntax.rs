//! Options for which texts can be candidates.

use super::limits::Limits;
use super::schemes::Schemes;
use super::{EmailSyntax, Scheme};
use crate::choice::choice;

/// Which texts can be candidates. The default is the syntax of UTS #58: `http`, `https` and e-mail
/// addresses, domain names only, no limits.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Syntax {
    /// The schemes that are linked.
    pub(crate) schemes: Schemes,
    /// The scheme that `href` adds to a name without one.
    pub(crate) default_scheme: Scheme,
    pub(crate) bare: BareLinks,
    pub(crate) ip: IpHosts,
    pub(crate) bare_ip: BareIp,
    pub(crate) localhost: Localhost,
    pub(crate) single_label: SingleLabel,
    pub(crate) emoji_hosts: EmojiHosts,
    pub(crate) email: EmailSyntax,
    pub(crate) limits: Limits,
    pub(crate) www: WwwNames,
    pub(crate) scheme_tld: SchemeTld,
    pub(crate) grammar: Grammar,
}

choice! {
    /// Whether names and e-mail addresses without a scheme are links, such as `example.com` and
    /// `me@example.com`.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::BareLinks};
    ///
    /// let detector = Detector::new(Profile::uts58().bare_links(BareLinks::Ignored));
    /// let text = "https://a.com, b.com, mailto:c@d.com, e@f.com";
    /// let links: Vec<_> = detector.links(text).map(|link| link.as_str()).collect();
    /// assert_eq!(links, ["https://a.com", "mailto:c@d.com"]);
    /// ```
    pub enum BareLinks {
        /// They are links.
        #[default]
        Linked = "linked",
        /// They are text, and only links with a scheme are found. This is the fastest choice.
        Ignored = "ignored",
    }
}

choice! {
    /// How names that start with `www.` are treated.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::WwwNames};
    ///
    /// let detector = Detector::new(Profile::uts58().www_names(WwwNames::SyntacticTld));
    /// let links: Vec<_> = detector.links("www.a.unknown a.unknown").map(|link| link.as_str()).collect();
    /// assert_eq!(links, ["www.a.unknown"]);
    /// ```
    pub enum WwwNames {
        /// Like other names.
        #[default]
        AsOthers = "as-others",
        /// A syntactically valid top-level domain is enough for them.
        SyntacticTld = "syntactic-tld",
    }
}

choice! {
    /// Which top-level domains a host after a scheme may have.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::SchemeTld};
    ///
    /// let detector = Detector::new(Profile::uts58().scheme_tld(SchemeTld::Known));
    /// assert_eq!(detector.links("https://a.com https://a.unknown").count(), 1);
    /// assert_eq!(Detector::uts58().links("https://a.com https://a.unknown").count(), 2);
    /// ```
    pub enum SchemeTld {
        /// Any that is syntactically valid.
        #[default]
        Syntactic = "syntactic",
        /// Only those that the [source](crate::Profile::tlds) of the profile knows.
        Known = "known",
    }
}

choice! {
    /// The grammar that finds candidates.
    ///
    /// ```
    /// use linkspan::{Detector, Kind, Profile, profile::Grammar};
    ///
    /// let detector = Detector::new(Profile::uts58().grammar(Grammar::Pri185));
    /// assert_eq!(detector.links("see /etc/hosts").next().unwrap().kind(), Kind::File);
    /// ```
    pub enum Grammar {
        /// The grammar of UTS #58, with the options of the profile.
        #[default]
        Uts58 = "uts58",
        /// The grammar of PRI #185, which also finds file names. Other options and rules do not
        /// apply to it.
        Pri185 = "pri185",
    }
}

choice! {
    /// Whether IP addresses after a scheme are links.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::IpHosts};
    ///
    /// let detector = Detector::new(Profile::uts58().ip_hosts(IpHosts::Linked));
    /// let links = detector.links("http://10.0.0.1/a http://[::1]/b 10.0.0.2");
    /// let links: Vec<_> = links.map(|link| link.as_str()).collect();
    /// assert_eq!(links, ["http://10.0.0.1/a", "http://[::1]/b"]);
    /// ```
    pub enum IpHosts {
        /// They are text.
        #[default]
        Ignored = "ignored",
        /// IPv4 addresses, and IPv6 addresses in brackets, are links.
        Linked = "linked",
        /// Like [`Linked`](Self::Linked), and IPv6 addresses without brackets after a scheme are
        /// links too: `http://::1/`. `href` adds the brackets. For addresses without a scheme, see
        /// [`BareIp`].
        LinkedAlsoBareIpv6 = "bare",
    }
}

choice! {
    /// Whether IP addresses without a scheme are links, as in logs and reports.
    ///
    /// No profile links them, because `1.2.3.4` is as often a version as an address.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::BareIp};
    ///
    /// let detector = Detector::new(Profile::uts58().bare_ip(BareIp::Linked));
    /// assert_eq!(detector.links("from 10.0.0.1:22").next().unwrap().as_str(), "10.0.0.1:22");
    /// ```
    pub enum BareIp {
        /// They are text.
        #[default]
        Ignored = "ignored",
        /// IPv4 addresses are links, and so are IPv6 addresses that contain a digit, with or
        /// without brackets.
        Linked = "linked",
    }
}

choice! {
    /// Whether `localhost` after a scheme is a host.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Localhost};
    ///
    /// let detector = Detector::new(Profile::uts58().localhost(Localhost::Linked));
    /// assert_eq!(detector.links("http://localhost:3000 but not localhost").count(), 1);
    /// ```
    pub enum Localhost {
        /// It is text.
        #[default]
        Ignored = "ignored",
        /// It is a host.
        Linked = "linked",
    }
}

choice! {
    /// Whether names with one label after a scheme are hosts, as on networks of companies.
    ///
    /// No profile links them, because most are mistakes: `http://example`.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::SingleLabel};
    ///
    /// let detector = Detector::new(Profile::recommended().single_label(SingleLabel::Linked));
    /// let links = detector.links("see http://jenkins/job/1, not jenkins/job/1");
    /// let links: Vec<_> = links.map(|link| link.as_str()).collect();
    /// assert_eq!(links, ["http://jenkins/job/1"]);
    /// ```
    pub enum SingleLabel {
        /// They are text.
        #[default]
        Ignored = "ignored",
        /// They are hosts, unless a browser would read them as a number.
        Linked = "linked",
    }
}

choice! {
    /// Whether names with emoji after a scheme are hosts.
    ///
    /// IDNA 2008 and UTS #58 exclude emoji from names, but some top-level domains sell such names,
    /// and browsers open them as A-labels. They are shown as A-labels, because many emoji look alike.
    /// Without the feature `idna`, they are text.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::EmojiHosts};
    ///
    /// let detector = Detector::new(Profile::recommended().emoji_hosts(EmojiHosts::Linked));
    /// let link = detector.links("see https://🤫.st/x").next().unwrap();
    /// assert_eq!(link.as_str(), "https://🤫.st/x");
    /// assert_eq!(link.display(), "https://xn--kq9h.st/x");
    /// ```
    pub enum EmojiHosts {
        /// They are text.
        #[default]
        Ignored = "ignored",
        /// They are hosts.
        Linked = "linked",
    }
}
