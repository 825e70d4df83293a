//! Options for which texts can be candidates.

use super::limits::Limits;
use super::schemes::Schemes;
use super::{EmailSyntax, Scheme};
use crate::choice::{Linking, choice};

/// Which texts can be candidates. The default is the syntax of UTS #58: `http`, `https` and e-mail
/// addresses, domain names only, no limits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Syntax {
    /// The schemes that are linked.
    pub(crate) schemes: Schemes,
    /// The scheme that `href` adds to a name without one.
    pub(crate) default_scheme: Scheme,
    pub(crate) bare: Linking,
    pub(crate) ip: IpHosts,
    pub(crate) bare_ip: Linking,
    pub(crate) localhost: Linking,
    pub(crate) single_label: Linking,
    pub(crate) emoji_hosts: Linking,
    pub(crate) email: EmailSyntax,
    pub(crate) limits: Limits,
    pub(crate) www: WwwNames,
    pub(crate) scheme_tld: SchemeTld,
    pub(crate) grammar: Grammar,
}

impl Default for Syntax {
    fn default() -> Self {
        Self {
            schemes: Schemes::default(),
            default_scheme: Scheme::default(),
            bare: Linking::Linked,
            ip: IpHosts::default(),
            bare_ip: Linking::Ignored,
            localhost: Linking::Ignored,
            single_label: Linking::Ignored,
            emoji_hosts: Linking::Ignored,
            email: EmailSyntax::default(),
            limits: Limits::default(),
            www: WwwNames::default(),
            scheme_tld: SchemeTld::default(),
            grammar: Grammar::default(),
        }
    }
}

impl Syntax {
    /// IP addresses without a scheme imply those after one.
    pub(super) fn set_bare_ip(&mut self, bare_ip: Linking) {
        self.bare_ip = bare_ip;
        if bare_ip == Linking::Linked && self.ip == IpHosts::Ignored {
            self.ip = IpHosts::Linked;
        }
    }
}

choice! {
    /// How names that start with `www.` are treated.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::WwwNames};
    ///
    /// let detector = Detector::new(Profile::uts58().www_names(WwwNames::SyntacticTld));
    /// let links: Vec<_> = detector.links("www.a.unknown a.unknown").map(|link| link.text()).collect();
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
        Pri185 = "pri185" if "pri185",
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
    /// let links: Vec<_> = links.map(|link| link.text()).collect();
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
        /// [`Profile::bare_ip`](crate::Profile::bare_ip).
        LinkedAlsoBareIpv6 = "bare",
    }
}
