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
mod syntax;

pub use crate::uts58::local_part::{EmailSyntax, MisplacedDots, QuotedLocalParts};
pub use syntax::{
    BareIp, BareLinks, Glue, Grammar, HostSyntax, IpHosts, Localhost, SchemeColon, SchemeTld,
    Syntax, WwwNames,
};

use crate::names::date::Date;
use crate::names::tld::TldSource;
use limits::{Limits, LocalPartLimit};
use policy::{
    BareSuffixes, BidiControls, Confusables, HostCharacters, IdnaRules, LabelScripts, LocalParts,
    PathScripts, Policy, Prose,
};
use scheme::Schemes;

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
