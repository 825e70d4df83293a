//! Profiles: what can be a link, as a value.
//!
//! ```
//! use linkspan::profile::{HostSyntax, Localhost, Syntax};
//! use linkspan::{Detector, Profile};
//!
//! let hosts = HostSyntax { localhost: Localhost::Linked, ..HostSyntax::default() };
//! let syntax = Syntax { hosts, ..Syntax::default() };
//! let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
//! assert_eq!(detector.links("http://localhost:8080").count(), 1);
//! ```

pub mod limits;
pub mod policy;
pub mod scheme;

use crate::names::date::Date;
use crate::names::tld::TldSource;
use crate::profile::limits::{Limits, LocalPartLimit};
use crate::profile::policy::{
    BareSuffixes, BidiControls, Confusables, HostCharacters, IdnaRules, LabelScripts, LocalParts,
    PathScripts, Policy, Prose,
};
use crate::profile::scheme::Schemes;
pub use crate::uts58::local_part::{EmailSyntax, MisplacedDots, QuotedLocalParts};

/// Everything a [`Detector`](crate::Detector) needs to know.
///
/// ```
/// use linkspan::{Detector, Profile, tld::TldSource};
///
/// let profile = Profile {
///     tlds: TldSource::Syntactic,
///     ..Profile::uts58()
/// };
/// let detector = Detector::new(profile);
/// assert_eq!(detector.links("see router.lan/status").count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// What can be a candidate.
    pub syntax: Syntax,
    /// Which of the candidates should be linked.
    pub policy: Policy,
    /// Which top-level domains exist, for names without a scheme.
    pub tlds: TldSource,
    /// How old the list of top-level domains may be; `None` if its age does not matter.
    pub freshness: Option<Freshness>,
}

/// How old a list of top-level domains may be.
///
/// An older list is still used; links that rest on it carry
/// [`ReasonKind::TldListStale`](crate::ReasonKind::TldListStale).
///
/// ```
/// use linkspan::profile::Freshness;
/// use linkspan::{Date, Detector, Profile};
///
/// let freshness = Freshness { today: Date::new(2036, 1, 1).unwrap(), max_age: 365 };
/// let detector = Detector::new(Profile { freshness: Some(freshness), ..Profile::uts58() });
/// let link = detector.links("a.com").next().unwrap();
/// assert_eq!(link.reasons().next().map(|reason| reason.kind.id()), Some("tld-list-stale"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freshness {
    /// The day it is.
    pub today: Date,
    /// The oldest that a list may be, in days.
    pub max_age: u32,
}

impl Freshness {
    /// Whether a source is older than allowed. A source without a list has no age; a list without
    /// a date counts as old.
    ///
    /// ```
    /// use linkspan::{Date, profile::Freshness, tld::TldSource};
    ///
    /// let freshness = Freshness { today: Date::new(2036, 1, 1).unwrap(), max_age: 30 };
    /// assert!(freshness.is_stale(&TldSource::Embedded));
    /// assert!(!freshness.is_stale(&TldSource::Syntactic));
    /// ```
    #[must_use]
    pub fn is_stale(&self, tlds: &TldSource) -> bool {
        let has_list = !matches!(tlds, TldSource::Syntactic);
        has_list
            && tlds
                .date()
                .is_none_or(|date| i64::from(self.today.days_since(date)) > i64::from(self.max_age))
    }
}

impl Profile {
    /// What is worth and safe to link: UTS #58, the security considerations of its section 8, and
    /// what people expect of links in prose. The choice for making links.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let text = "请访问example.com查看 README.md, http://10.0.0.1/ co.uk";
    /// let links: Vec<_> = detector.links(text).map(|link| link.as_str()).collect();
    /// assert_eq!(links, ["example.com", "http://10.0.0.1/"]);
    /// ```
    #[must_use]
    pub fn recommended() -> Self {
        Self {
            syntax: Syntax {
                hosts: HostSyntax {
                    ip: IpHosts::Linked,
                    bare_ip: BareIp::Ignored,
                    localhost: Localhost::Linked,
                },
                limits: Limits {
                    link: Some(8192),
                    ..Limits::dns()
                },
                scheme_colon: SchemeColon::Rejected,
                glue: Glue::Cut,
                ..Syntax::default()
            },
            policy: Policy {
                characters: HostCharacters::Allowed,
                scripts: LabelScripts::HighlyRestrictive,
                idna: IdnaRules::Required,
                confusables: Confusables::ShownAsALabel,
                bare_suffixes: BareSuffixes::Rejected,
                bidi_controls: BidiControls::Rejected,
                prose: Prose::Human,
                ..Policy::default()
            },
            ..Self::uts58()
        }
    }

    /// The linkification guidelines of the Universal Acceptance Steering Group: also `ftp` and IP
    /// addresses, `http` for names without a scheme, a list of top-level domains that is at most a
    /// day old, and no label that is looser than Highly Restrictive.
    ///
    /// ```
    /// use linkspan::{Date, Detector, Profile};
    ///
    /// let today = Date::new(2026, 11, 2).unwrap();
    /// let detector = Detector::new(Profile::uasg(today));
    /// let link = detector.links("www.example.unknown").next().unwrap();
    /// assert_eq!(link.href(), "http://www.example.unknown/");
    /// ```
    #[must_use]
    pub fn uasg(today: Date) -> Self {
        Self {
            syntax: Syntax {
                schemes: Schemes::web_and_ftp(),
                default_scheme: "http",
                hosts: HostSyntax {
                    ip: IpHosts::LinkedAlsoBareIpv6,
                    bare_ip: BareIp::Ignored,
                    ..HostSyntax::default()
                },
                scheme_colon: SchemeColon::Rejected,
                www: WwwNames::SyntacticTld,
                ..Syntax::default()
            },
            policy: Policy {
                scripts: LabelScripts::HighlyRestrictive,
                ..Policy::default()
            },
            freshness: Some(Freshness { today, max_age: 1 }),
            ..Self::uts58()
        }
    }

    /// The guidelines on linkification for URLs with non-ASCII characters: also `ftp`, existing
    /// top-level domains only, conservative local parts, and no label that mixes scripts.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::nonascii());
    /// let links = detector.links("ftp://a.com pаypal.com http://a.unknown");
    /// let links: Vec<_> = links.map(|link| link.as_str()).collect();
    /// assert_eq!(links, ["ftp://a.com"]);
    /// ```
    #[must_use]
    pub fn nonascii() -> Self {
        Self {
            syntax: Syntax {
                schemes: Schemes::web_and_ftp(),
                limits: Limits {
                    name: Some(255),
                    local_part: Some(LocalPartLimit::Characters(64)),
                    ..Limits::dns()
                },
                scheme_tld: SchemeTld::Known,
                ..Syntax::default()
            },
            policy: Policy {
                scripts: LabelScripts::Unmixed,
                local_parts: LocalParts::Conservative,
                paths: PathScripts::Noted,
                ..Policy::default()
            },
            ..Self::uts58()
        }
    }

    /// The grammar of PRI #185, "Extension of UBA for improved display of URL/IRIs": what is laid
    /// out as a structure in bidirectional text, file names with their paths included.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::pri185());
    /// let links = detector.links("see /tmp/a.txt and http://a.com");
    /// let links: Vec<_> = links.map(|link| link.as_str()).collect();
    /// assert_eq!(links, ["/tmp/a.txt", "http://a.com"]);
    /// ```
    #[must_use]
    pub fn pri185() -> Self {
        Self {
            syntax: Syntax {
                grammar: Grammar::Pri185,
                ..Syntax::default()
            },
            ..Self::uts58()
        }
    }

    /// Detection exactly as UTS #58 defines, and nothing else.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// assert_eq!(Profile::uts58(), Profile::default());
    /// assert_eq!(Detector::new(Profile::uts58()), Detector::uts58());
    /// ```
    #[must_use]
    pub fn uts58() -> Self {
        Self {
            syntax: Syntax::default(),
            policy: Policy::default(),
            tlds: TldSource::Embedded,
            freshness: None,
        }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::uts58()
    }
}

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
    /// Hosts that are no names, behind a scheme.
    pub hosts: HostSyntax,
    /// E-mail addresses.
    pub email: EmailSyntax,
    /// The longest names, local parts and links.
    pub limits: Limits,
    /// A scheme with `:` but without `//` before a host.
    pub scheme_colon: SchemeColon,
    /// Names that start with `www.`.
    pub www: WwwNames,
    /// What is asked of the top-level domain behind a scheme.
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

/// What is asked of the top-level domain behind a scheme.
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

/// IP addresses behind a scheme.
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

/// IP addresses without a scheme, as they stand in logs and reports.
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

/// `localhost` behind a scheme.
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
