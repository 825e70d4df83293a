//! Registrable domains, according to the [Public Suffix List](https://publicsuffix.org).
//!
//! The registrable domain of a host is the part that can be registered: the public suffix and one
//! more label. Use it to group or compare links by owner. Detection does not depend on it, except
//! for the rule [`PublicSuffix`](crate::profile::Rule::PublicSuffix).
//!
//! ```
//! use linkspan::suffix::SuffixSource;
//!
//! let list = SuffixSource::Embedded;
//! assert_eq!(list.domain("login.bank.com.evil.example"), Some("evil.example"));
//! ```

mod labels;
mod list;
mod rule;
#[cfg(feature = "psl")]
mod table;

pub use list::{SuffixError, SuffixList};

use crate::names::host::form::HostForm;
use crate::names::host::label::is_label_separator;
use crate::names::idna;
#[cfg(feature = "psl")]
use crate::tables::suffixes;
use rule::Match;

/// A public suffix list: the embedded one, or one that was read at run time.
///
/// ```
/// use linkspan::suffix::{Section, SuffixSource};
///
/// let list = SuffixSource::Embedded;
/// assert_eq!(list.domain("www.Example.co.UK"), Some("Example.co.UK"));
/// assert_eq!(list.domain("www.食狮.公司.cn"), Some("食狮.公司.cn"));
/// assert_eq!(list.domain("co.uk"), None);
/// let found = list.find("me.github.io").unwrap();
/// assert_eq!((found.suffix, found.section), ("github.io", Some(Section::Private)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "psl", derive(Default))]
#[non_exhaustive]
pub enum SuffixSource {
    /// The list that is compiled into the library; see [`EMBEDDED_VERSION`].
    #[cfg(feature = "psl")]
    #[default]
    Embedded,
    /// A list that was read at run time. Use it if the embedded list may be too old.
    List(SuffixList),
}

/// The version of the embedded list.
///
/// ```
/// assert!(linkspan::suffix::EMBEDDED_VERSION.starts_with("20"));
/// ```
#[cfg(feature = "psl")]
pub const EMBEDDED_VERSION: &str = suffixes::VERSION;

/// The section of the list that a rule comes from.
///
/// ```
/// use linkspan::suffix::{Section, SuffixSource};
///
/// let section = |host| SuffixSource::Embedded.find(host).and_then(|found| found.section);
/// assert_eq!(section("a.co.uk"), Some(Section::Icann));
/// assert_eq!(section("a.github.io"), Some(Section::Private));
/// assert_eq!(section("a.unknown"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Section {
    /// Suffixes under which registries sell names, such as `co.uk`.
    Icann,
    /// Suffixes under which companies assign names to their users, such as `github.io`.
    Private,
}

/// The public suffix of a host.
///
/// ```
/// use linkspan::suffix::{Section, SuffixSource};
///
/// let found = SuffixSource::Embedded.find("www.a.co.uk").unwrap();
/// assert_eq!((found.suffix, found.domain), ("co.uk", Some("a.co.uk")));
/// assert_eq!(found.section, Some(Section::Icann));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PublicSuffix<'h> {
    /// The suffix as written in the host.
    pub suffix: &'h str,
    /// The suffix and one more label; `None` if the host is only a suffix.
    pub domain: Option<&'h str>,
    /// The section of the matching rule; `None` if no rule matches and the suffix is the last
    /// label.
    pub section: Option<Section>,
}

/// The maximum length of a rule in ASCII, in octets: that of a DNS name.
const LONGEST: usize = 253;

impl SuffixSource {
    /// The public suffix of a host: in any case, in Unicode or in A-labels, with or without a root
    /// dot. `None` if the host is not a name. Allocates only if the host is not ASCII, or for a
    /// list that was read at run time.
    ///
    /// ```
    /// use linkspan::suffix::SuffixSource;
    ///
    /// assert_eq!(SuffixSource::Embedded.find("www.a.co.uk.").map(|found| found.suffix), Some("co.uk"));
    /// assert_eq!(SuffixSource::Embedded.find("a..b"), None);
    /// assert_eq!(SuffixSource::Embedded.find("127.0.0.1"), None);
    /// ```
    #[must_use]
    pub fn find<'h>(&self, host: &'h str) -> Option<PublicSuffix<'h>> {
        let host = host.strip_suffix(is_label_separator).unwrap_or(host);
        // An IPv4 address is not a name, unless a list says otherwise.
        if !matches!(self, Self::List(_)) && host.parse::<core::net::Ipv4Addr>().is_ok() {
            return None;
        }
        if host.is_ascii() {
            let found = self.lookup(host)?;
            return Some(PublicSuffix {
                suffix: host.get(found.suffix..)?,
                domain: found.registrable.and_then(|start| host.get(start..)),
                section: found.section,
            });
        }
        let ascii = idna::to_ascii(host)?;
        let found = self.lookup(&ascii)?;
        // Offsets in the ASCII form are not offsets in the host, but both have the same labels.
        let length = ascii.get(found.suffix..)?.split('.').count();
        Some(PublicSuffix {
            suffix: last_labels(host, length)?,
            domain: last_labels(host, length + 1),
            section: found.section,
        })
    }

    /// The registrable domain of a host, as written there; see [`find`](Self::find). `None` if the
    /// host is only a suffix or is not a name.
    ///
    /// ```
    /// use linkspan::suffix::SuffixSource;
    ///
    /// assert_eq!(SuffixSource::Embedded.domain("a.b.com"), Some("b.com"));
    /// assert_eq!(SuffixSource::Embedded.domain("com"), None);
    /// ```
    #[must_use]
    pub fn domain<'h>(&self, host: &'h str) -> Option<&'h str> {
        self.find(host)?.domain
    }

    /// Looks up an ASCII name without a root dot; `None` if one of its labels is empty.
    fn lookup(&self, name: &str) -> Option<Match> {
        match self {
            #[cfg(feature = "psl")]
            Self::Embedded => table::embedded(name),
            Self::List(list) => list.lookup(name),
        }
    }
}

/// Whether a name without a root dot is itself a public suffix of the ICANN section of the embedded
/// list, and not just a top-level domain.
#[cfg(feature = "psl")]
pub(crate) fn is_icann_suffix(name: &HostForm<'_>) -> bool {
    table::is_icann_suffix(name.as_str()).unwrap_or_else(|| is_converted_icann_suffix(name))
}

#[cfg(feature = "psl")]
fn is_converted_icann_suffix(name: &HostForm<'_>) -> bool {
    let ascii = name.ascii();
    ascii.and_then(table::is_icann_suffix).unwrap_or(false)
}

/// The same for a calm name whose last dot is at `dot`.
#[cfg(feature = "psl")]
pub(crate) fn is_calm_icann_suffix(name: &HostForm<'_>, dot: usize) -> bool {
    let known = table::is_calm_icann_suffix(name.as_str(), dot);
    known.unwrap_or_else(|| is_converted_icann_suffix(name))
}

/// Without the list, no name is known to be a public suffix.
#[cfg(not(feature = "psl"))]
pub(crate) fn is_calm_icann_suffix(_: &HostForm<'_>, _: usize) -> bool {
    false
}

/// Without the list, no name is known to be a public suffix.
#[cfg(not(feature = "psl"))]
pub(crate) fn is_icann_suffix(_: &HostForm<'_>) -> bool {
    false
}

/// The last `count` labels of a host; `None` if it has fewer.
fn last_labels(host: &str, count: usize) -> Option<&str> {
    let mut separators = host.rmatch_indices(is_label_separator);
    match separators.nth(count.checked_sub(1)?) {
        Some((at, separator)) => host.get(at + separator.len()..),
        None => (host.split(is_label_separator).count() == count).then_some(host),
    }
}

#[cfg(test)]
#[cfg(all(feature = "psl", feature = "idna"))]
mod tests;
