//! What can be a candidate for a link, as options.

use super::EmailSyntax;
use super::limits::Limits;
use super::scheme::Schemes;

/// What can be a candidate for a link.
///
/// ```
/// use linkspan::profile::Syntax;
/// use linkspan::{Detector, Profile};
///
/// let syntax = Syntax { default_scheme: "http", ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// assert_eq!(detector.links("a.com").next().unwrap().href(), "http://a.com/");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax {
    /// The schemes that are linked.
    pub schemes: Schemes,
    /// The scheme that `href` gives to a name without one.
    pub default_scheme: &'static str,
    /// Names and e-mail addresses without a scheme.
    pub bare: BareLinks,
    /// Hosts after a scheme that are not domain names.
    pub hosts: HostSyntax,
    /// E-mail addresses.
    pub email: EmailSyntax,
    /// The longest names, local parts and links.
    pub limits: Limits,
    /// A scheme with `:` but without `//` before a host.
    pub scheme_colon: SchemeColon,
    /// Names that start with `www.`.
    pub www: WwwNames,
    /// What is asked of the top-level domain after a scheme.
    pub scheme_tld: SchemeTld,
    /// Text of scripts without spaces that is glued to a name.
    pub glue: Glue,
    /// The grammar that finds candidates.
    pub grammar: Grammar,
}

impl Default for Syntax {
    /// The syntax of UTS #58: `http`, `https` and e-mail addresses, names only, no limits.
    fn default() -> Self {
        Self {
            schemes: Schemes::web(),
            default_scheme: "https",
            bare: BareLinks::default(),
            hosts: HostSyntax::default(),
            email: EmailSyntax::default(),
            limits: Limits::default(),
            scheme_colon: SchemeColon::default(),
            www: WwwNames::default(),
            scheme_tld: SchemeTld::default(),
            glue: Glue::default(),
            grammar: Grammar::default(),
        }
    }
}

/// Names and e-mail addresses without a scheme, such as `example.com` and `me@example.com`.
///
/// ```
/// use linkspan::profile::{BareLinks, Syntax};
/// use linkspan::{Detector, Profile};
///
/// let syntax = Syntax { bare: BareLinks::Ignored, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// let text = "https://a.com, b.com, mailto:c@d.com, e@f.com";
/// let links: Vec<_> = detector.links(text).map(|link| link.as_str()).collect();
/// assert_eq!(links, ["https://a.com", "mailto:c@d.com"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BareLinks {
    /// They are links.
    #[default]
    Linked,
    /// They are text: only what has a scheme is a link. The fastest choice.
    Ignored,
}

/// A scheme with `:` but without `//` before a host, such as `http:example.com`.
///
/// ```
/// use linkspan::profile::{SchemeColon, Syntax};
/// use linkspan::{Detector, Profile};
///
/// let syntax = Syntax { scheme_colon: SchemeColon::Rejected, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// assert_eq!(detector.links("http:example.com").count(), 0);
/// assert_eq!(Detector::uts58().links("http:example.com").next().unwrap().as_str(), "example.com");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SchemeColon {
    /// The scheme is text.
    #[default]
    Text,
    /// Nothing is linked.
    Rejected,
}

/// Names that start with `www.`.
///
/// ```
/// use linkspan::profile::{Syntax, WwwNames};
/// use linkspan::{Detector, Profile};
///
/// let syntax = Syntax { www: WwwNames::SyntacticTld, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// let links: Vec<_> = detector.links("www.a.unknown a.unknown").map(|link| link.as_str()).collect();
/// assert_eq!(links, ["www.a.unknown"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WwwNames {
    /// They are names like others.
    #[default]
    AsOthers,
    /// A syntactically valid top-level domain is enough.
    SyntacticTld,
}

/// What is asked of the top-level domain after a scheme.
///
/// ```
/// use linkspan::profile::{SchemeTld, Syntax};
/// use linkspan::{Detector, Profile};
///
/// let syntax = Syntax { scheme_tld: SchemeTld::Known, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// assert_eq!(detector.links("https://a.com https://a.unknown").count(), 1);
/// assert_eq!(Detector::uts58().links("https://a.com https://a.unknown").count(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SchemeTld {
    /// That it is syntactically valid.
    #[default]
    Syntactic,
    /// That the source knows it.
    Known,
}

/// The grammar that finds candidates.
///
/// ```
/// use linkspan::profile::{Grammar, Syntax};
/// use linkspan::{Detector, Kind, Profile};
///
/// let syntax = Syntax { grammar: Grammar::Pri185, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// assert_eq!(detector.links("see /etc/hosts").next().unwrap().kind(), Kind::File);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// That of UTS #58, with the options of [`Syntax`].
    #[default]
    Uts58,
    /// That of PRI #185, which also has file names. Neither the other options nor a policy apply to it.
    Pri185,
}

/// Text of scripts without spaces that is glued to a known ASCII top-level domain.
///
/// ```
/// use linkspan::profile::{Glue, Syntax};
/// use linkspan::{Detector, Profile};
///
/// let syntax = Syntax { glue: Glue::Cut, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// let text = "https://example.com查看";
/// assert_eq!(detector.links(text).next().unwrap().as_str(), "https://example.com");
/// assert_eq!(Detector::uts58().links(text).next().unwrap().as_str(), text);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glue {
    /// It is part of the name.
    #[default]
    Kept,
    /// It ends the name.
    Cut,
}

/// Which hosts are linked, besides names.
///
/// ```
/// use linkspan::profile::{BareIp, HostSyntax, IpHosts, Localhost, Syntax};
/// use linkspan::{Detector, Profile};
///
/// let hosts = HostSyntax { ip: IpHosts::Linked, bare_ip: BareIp::Linked, localhost: Localhost::Linked };
/// let syntax = Syntax { hosts, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// assert_eq!(detector.links("http://10.0.0.1, 10.0.0.2 and http://localhost").count(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostSyntax {
    /// IPv4 addresses and IPv6 addresses.
    pub ip: IpHosts,
    /// IP addresses without a scheme.
    pub bare_ip: BareIp,
    /// The name `localhost`.
    pub localhost: Localhost,
}

/// IP addresses after a scheme.
///
/// ```
/// use linkspan::profile::{HostSyntax, IpHosts, Syntax};
/// use linkspan::{Detector, Profile};
///
/// let hosts = HostSyntax { ip: IpHosts::Linked, ..HostSyntax::default() };
/// let syntax = Syntax { hosts, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// let links = detector.links("http://10.0.0.1/a http://[::1]/b 10.0.0.2");
/// let links: Vec<_> = links.map(|link| link.as_str()).collect();
/// assert_eq!(links, ["http://10.0.0.1/a", "http://[::1]/b"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IpHosts {
    /// They are text.
    #[default]
    Ignored,
    /// IPv4 addresses, and IPv6 addresses in brackets.
    Linked,
    /// Also IPv6 addresses without brackets; `href` has them.
    LinkedAlsoBareIpv6,
}

/// IP addresses without a scheme, as they are in logs and reports.
///
/// No profile links them: `1.2.3.4` is a version as often as an address.
///
/// ```
/// use linkspan::profile::{BareIp, HostSyntax, Syntax};
/// use linkspan::{Detector, Profile};
///
/// let hosts = HostSyntax { bare_ip: BareIp::Linked, ..HostSyntax::default() };
/// let syntax = Syntax { hosts, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// assert_eq!(detector.links("from 10.0.0.1:22").next().unwrap().as_str(), "10.0.0.1:22");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BareIp {
    /// They are text.
    #[default]
    Ignored,
    /// IPv4 addresses, and IPv6 addresses with a digit in them, in brackets or not.
    Linked,
}

/// `localhost` after a scheme.
///
/// ```
/// use linkspan::profile::{HostSyntax, Localhost, Syntax};
/// use linkspan::{Detector, Profile};
///
/// let hosts = HostSyntax { localhost: Localhost::Linked, ..HostSyntax::default() };
/// let syntax = Syntax { hosts, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// assert_eq!(detector.links("http://localhost:3000 but not localhost").count(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Localhost {
    /// It is text.
    #[default]
    Ignored,
    /// It is a host.
    Linked,
}
