//! Profiles: the configuration that defines which texts are links.
//!
//! | profile | use it for |
//! |---|---|
//! | [`recommended`](Profile::recommended) | text that people write; the default |
//! | [`uts58`](Profile::uts58) | exactly the links of the standard, without any policy |
//! | [`uasg`](Profile::uasg) | the guidelines of the Universal Acceptance Steering Group |
//! | [`nonascii`](Profile::nonascii) | the guidelines for URLs with non-ASCII characters |
//! | [`pri185`](Profile::pri185) | structures in bidirectional text, as in PRI #185 |
//!
//! A profile starts from one of these and is changed by methods:
//!
//! ```
//! use linkspan::{Detector, Profile, profile::{Linking, Rule}};
//!
//! let profile = Profile::recommended()
//!     .bare_ip(Linking::Linked)
//!     .without(Rule::FileName)
//!     .check(|link| link.is_below("bit.ly").then_some("shortener"));
//! let links = Detector::new(profile).links("README.md 10.0.0.1 bit.ly/x").count();
//! assert_eq!(links, 2);
//! ```
//!
//! [`Profile::named`] and [`Profile::set`] do the same with strings.

mod by_name;
mod limits;
mod options;
pub(crate) mod policy;
pub(crate) mod rule;
mod schemes;
mod syntax;

pub use crate::choice::Linking;
pub use crate::link::scheme::{Scheme, SchemeError};
pub use crate::uts58::local_part::MisplacedDots;
pub use by_name::{OptionError, OptionInfo};
pub use limits::{Limits, LocalPartLimit};
pub use rule::Rule;
pub use schemes::Schemes;
pub use syntax::{Grammar, IpHosts, SchemeTld, WwwNames};

pub(crate) use crate::uts58::local_part::EmailSyntax;
pub(crate) use syntax::Syntax;

use crate::names::lists::date::Date;
use crate::names::lists::tld::TldSource;
use policy::Policy;
use rule::Rules;

/// The configuration of a [`Detector`](crate::Detector): the syntax of candidates, and the rules
/// that reject or narrow them.
///
/// Building a profile is cheap, but [`Detector::new`](crate::Detector::new) prepares it for
/// searching, so keep the detector.
///
/// ```
/// use linkspan::{Detector, Profile, profile::IpHosts};
///
/// let detector = Detector::new(Profile::uts58().ip_hosts(IpHosts::Linked));
/// assert_eq!(detector.links("http://10.0.0.1/").count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Which texts can be candidates.
    pub(crate) syntax: Syntax,
    /// Which candidates are linked.
    pub(crate) policy: Policy,
    /// Which top-level domains exist, for names without a scheme.
    pub(crate) tlds: TldSource,
    /// The maximum age of the list of top-level domains, in days.
    max_tld_age: Option<u32>,
    /// The current date.
    today: Option<Date>,
}

impl Profile {
    /// The profile for text that people write, and the default: UTS #58, the security
    /// considerations of its section 8, and rules for what readers expect to be a link in prose.
    ///
    /// It also links IP addresses and `localhost` after a scheme, and rejects links above 8192
    /// bytes and names above the limits of DNS. It judges every candidate, so it is slower than
    /// [`uts58`](Self::uts58) and may allocate.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let text = "请访问example.com查看 README.md, http://10.0.0.1/ co.uk";
    /// let links: Vec<_> = detector.links(text).map(|link| link.text()).collect();
    /// assert_eq!(links, ["example.com", "http://10.0.0.1/"]);
    /// ```
    #[cfg(feature = "idna")]
    #[must_use]
    pub fn recommended() -> Self {
        let mut profile = Self::uts58()
            .ip_hosts(IpHosts::Linked)
            .localhost(Linking::Linked)
            .limits(Limits::dns().link(8192));
        profile.policy.rules = RECOMMENDED;
        profile
    }

    /// The profile for the linkification guidelines of the Universal Acceptance Steering Group. Use
    /// it for conformance to them; for other text, prefer [`recommended`](Self::recommended).
    ///
    /// Compared with [`uts58`](Self::uts58), it also links `ftp`, IP addresses after a scheme (IPv6
    /// also without brackets) and `www.` names under any syntactically valid top-level domain, and
    /// uses `http` for names without a scheme. It rejects `http:example.com` and labels that are
    /// looser than Highly Restrictive (UTS #39). If the list of top-level domains is more than one
    /// day old on `today`, links that depend on it get
    /// [`ReasonKind::TldListStale`](crate::ReasonKind::TldListStale).
    ///
    /// ```
    /// use linkspan::{Date, Detector, Profile};
    ///
    /// let today = Date::new(2026, 11, 2).unwrap();
    /// let detector = Detector::new(Profile::uasg(today));
    /// let link = detector.links("www.example.unknown").next().unwrap();
    /// assert_eq!(link.href(), "http://www.example.unknown/");
    /// ```
    #[cfg(feature = "idna")]
    #[must_use]
    pub fn uasg(today: Date) -> Self {
        Self::uasg_on(Some(today))
    }

    #[cfg(feature = "idna")]
    fn uasg_on(today: Option<Date>) -> Self {
        let mut profile = Self::uts58()
            .schemes(Schemes::web_and_ftp())
            .default_scheme(Scheme::HTTP)
            .ip_hosts(IpHosts::LinkedAlsoBareIpv6)
            .www_names(WwwNames::SyntacticTld)
            .with(Rule::SchemeWithoutSlashes)
            .with(Rule::PartOfName)
            .with(Rule::RestrictionLevel)
            .max_tld_age(1);
        profile.today = today;
        profile
    }

    /// The profile for the guidelines on linkification of URLs with non-ASCII characters.
    ///
    /// Compared with [`uts58`](Self::uts58), it also links `ftp`, requires a known top-level domain
    /// after a scheme too, limits labels to 63 octets, names to 255 octets and local parts to 64
    /// characters, rejects labels that mix scripts and local parts with characters other than
    /// letters, digits, marks, `.`, `_`, `-` and `+`, and warns if a part of the path or query
    /// mixes scripts.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::nonascii());
    /// let links = detector.links("ftp://a.com pаypal.com http://a.unknown");
    /// let links: Vec<_> = links.map(|link| link.text()).collect();
    /// assert_eq!(links, ["ftp://a.com"]);
    /// ```
    #[cfg(feature = "idna")]
    #[must_use]
    pub fn nonascii() -> Self {
        let limits = Limits::dns()
            .name(255)
            .local_part(LocalPartLimit::Characters(64));
        Self::uts58()
            .schemes(Schemes::web_and_ftp())
            .limits(limits)
            .scheme_tld(SchemeTld::Known)
            .with(Rule::MixedScript)
            .with(Rule::LocalPartCharacter)
            .with(Rule::MixedScriptPath)
            .with(Rule::PartOfName)
    }

    /// The grammar of PRI #185, "Extension of UBA for improved display of URL/IRIs". It finds
    /// everything that is laid out as a structure in bidirectional text, including file names with
    /// their paths. Use it for layout, not for linking.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::pri185());
    /// let links = detector.links("see /tmp/a.txt and http://a.com");
    /// let links: Vec<_> = links.map(|link| link.text()).collect();
    /// assert_eq!(links, ["/tmp/a.txt", "http://a.com"]);
    /// ```
    #[cfg(feature = "pri185")]
    #[must_use]
    pub fn pri185() -> Self {
        Self::uts58().grammar(Grammar::Pri185)
    }

    /// Detection exactly as UTS #58 defines, and nothing else.
    ///
    /// Use it for conformance, as a basis for your own policy, or for speed: it never allocates
    /// while searching. It also links file names such as `README.md`, names that imitate others,
    /// and more that readers may not want.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// assert_eq!(Detector::new(Profile::uts58()), Detector::uts58());
    /// ```
    #[must_use]
    pub fn uts58() -> Self {
        Self {
            syntax: Syntax::default(),
            policy: Policy::default(),
            tlds: TldSource::Embedded,
            max_tld_age: None,
            today: None,
        }
    }
}

/// The profile for most programs, [`Profile::recommended`].
#[cfg(feature = "idna")]
impl Default for Profile {
    fn default() -> Self {
        Self::recommended()
    }
}

/// The rules of [`Profile::recommended`].
pub(crate) const RECOMMENDED: Rules = Rules::PROSE.and(Rules::EDGES).and(Rules::of(&[
    Rule::SchemeWithoutSlashes,
    Rule::CharacterNotAllowed,
    Rule::IdnaInvalid,
    Rule::RestrictionLevel,
    Rule::WholeScriptConfusable,
    Rule::Lookalike,
    Rule::PublicSuffix,
    Rule::BidiControl,
    Rule::GluedAfter,
]));
