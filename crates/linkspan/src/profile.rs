//! Profiles: what can be a link, as a value.

use crate::date::Date;
use crate::limits::Limits;
use crate::props::is_link_email;
use crate::scheme::Schemes;
use crate::tld::TldSource;

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
    /// Which top-level domains exist, for names without a scheme.
    pub tlds: TldSource,
    /// How old the list of top-level domains may be; `None` if its age does not matter.
    pub freshness: Option<Freshness>,
}

/// How old a list of top-level domains may be.
///
/// An older list is still used; links that rest on it carry
/// [`Warning::TldListStale`](crate::Warning::TldListStale).
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
    /// Detection exactly as UTS #58 defines, and nothing else.
    #[must_use]
    pub fn uts58() -> Self {
        Self {
            syntax: Syntax::default(),
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
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax {
    /// The schemes that are linked.
    pub schemes: Schemes,
    /// The scheme that `href` gives to a name without one.
    pub default_scheme: &'static str,
    /// Hosts that are no names, behind a scheme.
    pub hosts: HostSyntax,
    /// E-mail addresses.
    pub email: EmailSyntax,
    /// The longest names, local parts and links.
    pub limits: Limits,
}

impl Default for Syntax {
    /// The syntax of UTS #58: `http`, `https` and e-mail addresses, names only, no limits.
    fn default() -> Self {
        Self {
            schemes: Schemes::web(),
            default_scheme: "https",
            hosts: HostSyntax::default(),
            email: EmailSyntax::default(),
            limits: Limits::default(),
        }
    }
}

/// Which hosts are linked behind a scheme, besides names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostSyntax {
    /// IPv4 addresses and IPv6 addresses.
    pub ip: IpHosts,
    /// The name `localhost`.
    pub localhost: Localhost,
}

/// IP addresses behind a scheme.
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

/// `localhost` behind a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Localhost {
    /// It is text.
    #[default]
    Ignored,
    /// It is a host.
    Linked,
}

/// What can be the local part of an e-mail address.
#[derive(Clone, Copy, Debug)]
pub struct EmailSyntax {
    /// The characters of an unquoted local part: Link_Email, or a customised set (UTS #58
    /// section 6.1). `@` and Link_Term=Hard characters are never accepted.
    pub characters: fn(char) -> bool,
    /// Whether quoted local parts are linked.
    pub quoted: QuotedLocalParts,
    /// What a misplaced dot does.
    pub misplaced_dots: MisplacedDots,
}

impl Default for EmailSyntax {
    fn default() -> Self {
        Self {
            characters: is_link_email,
            quoted: QuotedLocalParts::default(),
            misplaced_dots: MisplacedDots::default(),
        }
    }
}

impl PartialEq for EmailSyntax {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.characters, other.characters)
            && self.quoted == other.quoted
            && self.misplaced_dots == other.misplaced_dots
    }
}

/// Local parts in quotation marks, such as `"john\doe"@example.com`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuotedLocalParts {
    /// They are text, as in UTS #58.
    #[default]
    Ignored,
    /// Those without Link_Term=Hard characters (such as spaces) are linked.
    Linked,
}

/// A dot at the start of a local part, or two in a row (see UTS #58, after Table 5-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MisplacedDots {
    /// The address is not linked.
    #[default]
    Fail,
    /// The address starts behind them: `john..doe@example.com` links `doe@example.com`.
    Stop,
}
