//! Registrable domains, by the [Public Suffix List](https://publicsuffix.org).
//!
//! The registrable domain of a host is what can be registered: the public suffix and one label
//! more. It is reported for links, not required of them.
//!
//! ```
//! use linkspan::suffix::SuffixSource;
//!
//! let list = SuffixSource::Embedded;
//! assert_eq!(list.registrable_domain("login.bank.com.evil.example"), Some("evil.example"));
//! ```

mod list;
mod table;

pub use list::{SuffixError, SuffixList};

use alloc::borrow::Cow;
use alloc::string::String;

use crate::names::idna;
use crate::names::label::is_label_separator;
use crate::tables::suffixes;
use table::{embedded_rule, may_be_icann_suffix};

/// A public suffix list.
///
/// ```
/// use linkspan::suffix::{Section, SuffixSource};
///
/// let list = SuffixSource::Embedded;
/// assert_eq!(list.registrable_domain("www.Example.co.UK"), Some("Example.co.UK"));
/// assert_eq!(list.registrable_domain("www.食狮.公司.cn"), Some("食狮.公司.cn"));
/// assert_eq!(list.registrable_domain("co.uk"), None);
/// let found = list.find("me.github.io").unwrap();
/// assert_eq!((found.suffix, found.section), ("github.io", Some(Section::Private)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuffixSource {
    /// The list that is compiled into the library; see [`EMBEDDED_VERSION`].
    #[default]
    Embedded,
    /// A list that was read at run time.
    List(SuffixList),
}

/// The version of the embedded list.
///
/// ```
/// assert!(linkspan::suffix::EMBEDDED_VERSION.starts_with("20"));
/// ```
pub const EMBEDDED_VERSION: &str = suffixes::VERSION;

/// The part of the list that a rule comes from.
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
    /// Suffixes that registries sell names under, such as `co.uk`.
    Icann,
    /// Suffixes of companies that give names to their users, such as `github.io`.
    Private,
}

/// The public suffix of a host.
///
/// ```
/// use linkspan::suffix::{Section, SuffixSource};
///
/// let found = SuffixSource::Embedded.find("www.a.co.uk").unwrap();
/// assert_eq!((found.suffix, found.registrable_domain), ("co.uk", Some("a.co.uk")));
/// assert_eq!(found.section, Some(Section::Icann));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PublicSuffix<'h> {
    /// The suffix, as it is in the host.
    pub suffix: &'h str,
    /// The suffix and one label more; `None` if the host is only a suffix.
    pub registrable_domain: Option<&'h str>,
    /// Where the rule is from; `None` if there is none, so that the last label counts.
    pub section: Option<Section>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    /// Every label below is part of a suffix.
    Wildcard,
    /// Not part of a suffix, although a wildcard says so.
    Exception,
}

type Rule = (Kind, Section);

/// The most octets of a rule, in ASCII: no name of the domain name system is longer.
const LONGEST: usize = 253;

impl SuffixSource {
    /// The public suffix of a host: in any case, in Unicode or in A-labels, with or without a
    /// root dot. `None` if the host is not a name.
    ///
    /// ```
    /// use linkspan::suffix::SuffixSource;
    ///
    /// assert_eq!(SuffixSource::Embedded.find("www.a.co.uk.").map(|found| found.suffix), Some("co.uk"));
    /// assert_eq!(SuffixSource::Embedded.find("a..b"), None);
    /// ```
    #[must_use]
    pub fn find<'h>(&self, host: &'h str) -> Option<PublicSuffix<'h>> {
        let host = host.strip_suffix(is_label_separator).unwrap_or(host);
        let ascii = if host.is_ascii() {
            Cow::Borrowed(host)
        } else {
            Cow::Owned(idna::to_ascii(host)?)
        };
        if ascii.is_empty() || ascii.split('.').any(str::is_empty) {
            return None;
        }
        let (length, section) = self.suffix_length(&ascii);
        let suffix = last_labels(host, length)?;
        Some(PublicSuffix {
            suffix,
            registrable_domain: last_labels(host, length + 1),
            section,
        })
    }

    /// Whether a name is itself a public suffix of the ICANN section, and more than a top-level domain.
    pub(crate) fn is_icann_suffix(&self, name: &str) -> bool {
        if *self == Self::Embedded && name.is_ascii() && !may_be_icann_suffix(name) {
            return false;
        }
        self.find(name).is_some_and(|found| {
            found.registrable_domain.is_none() && found.section == Some(Section::Icann)
        })
    }

    /// The registrable domain of a host, as it is there.
    ///
    /// ```
    /// use linkspan::suffix::SuffixSource;
    ///
    /// assert_eq!(SuffixSource::Embedded.registrable_domain("a.b.com"), Some("b.com"));
    /// assert_eq!(SuffixSource::Embedded.registrable_domain("com"), None);
    /// ```
    #[must_use]
    pub fn registrable_domain<'h>(&self, host: &'h str) -> Option<&'h str> {
        self.find(host)?.registrable_domain
    }

    /// The number of labels in the public suffix of an ASCII name, and where the rule is from.
    fn suffix_length(&self, name: &str) -> (usize, Option<Section>) {
        let count = name.split('.').count();
        let mut found = (1, None);
        let mut key = String::with_capacity(name.len());
        for (depth, label) in (1..).zip(name.rsplit('.')) {
            if depth > 1 {
                key.push('.');
            }
            key.extend(label.chars().map(|c| c.to_ascii_lowercase()));
            if key.len() > LONGEST {
                break;
            }
            match self.rule(&key) {
                Some((Kind::Plain, section)) => found = (depth, Some(section)),
                Some((Kind::Wildcard, section)) if depth < count => {
                    found = (depth + 1, Some(section));
                }
                Some((Kind::Exception, section)) => return (depth - 1, Some(section)),
                Some((Kind::Wildcard, _)) | None => {}
            }
        }
        found
    }

    fn rule(&self, key: &str) -> Option<Rule> {
        match self {
            Self::Embedded => embedded_rule(key.as_bytes()),
            Self::List(list) => list.rule(key),
        }
    }
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
mod tests {
    use super::{Section, SuffixList, SuffixSource};
    use std::format;

    /// `is_icann_suffix` skips most names by a filter; looking up the rules gives the same answers.
    #[test]
    fn the_suffix_filter_agrees_with_the_rules() {
        let list = "com\nuk\nco.uk\n*.ck\n!www.ck\n*.kawasaki.jp\n!city.kawasaki.jp\njp\n\
            // ===BEGIN PRIVATE DOMAINS===\ngithub.io\n*.compute.com\n";
        let parts = [
            "com", "uk", "co", "ck", "www", "kawasaki", "jp", "city", "github", "io", "compute",
            "x", "AC",
        ];
        for source in [
            SuffixSource::Embedded,
            SuffixSource::List(SuffixList::parse(list).expect("a list")),
        ] {
            let mut suffixes = 0;
            for first in parts {
                for second in parts {
                    for third in parts {
                        for name in [
                            format!("{first}.{second}"),
                            format!("{first}.{second}.{third}"),
                        ] {
                            let found = source.find(&name).expect("a name");
                            let expected = found.registrable_domain.is_none()
                                && found.section == Some(Section::Icann);
                            assert_eq!(source.is_icann_suffix(&name), expected, "{name}");
                            suffixes += usize::from(expected);
                        }
                    }
                }
            }
            assert!(suffixes > 20, "{suffixes}");
        }
    }
}
