//! Registrable domains, by the [Public Suffix List](https://publicsuffix.org).
//!
//! The registrable domain of a host is what somebody can register: the public suffix and one label
//! more. It is reported for links, not required of them.
//!
//! ```
//! use linkspan::suffix::SuffixSource;
//!
//! let list = SuffixSource::Embedded;
//! assert_eq!(list.registrable_domain("login.bank.com.evil.example"), Some("evil.example"));
//! ```

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use crate::names::idna;
use crate::tables::{host_class, suffixes};

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
pub enum Section {
    /// Suffixes that registries sell names under, such as `co.uk`.
    Icann,
    /// Suffixes of companies that give names to their users, such as `github.io`.
    Private,
}

/// The public suffix of a host.
///
/// ```
/// use linkspan::suffix::{PublicSuffix, Section, SuffixSource};
///
/// let found = SuffixSource::Embedded.find("www.a.co.uk");
/// let (suffix, registrable_domain) = ("co.uk", Some("a.co.uk"));
/// assert_eq!(found, Some(PublicSuffix { suffix, registrable_domain, section: Some(Section::Icann) }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicSuffix<'h> {
    /// The suffix, as it stands in the host.
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
        let host = host.strip_suffix(is_separator).unwrap_or(host);
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

    /// The registrable domain of a host, as it stands there.
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
            Self::List(list) => list.rules.get(key).copied(),
        }
    }
}

fn is_separator(c: char) -> bool {
    host_class(c).is_separator()
}

/// The last `count` labels of a host; `None` if it has fewer.
fn last_labels(host: &str, count: usize) -> Option<&str> {
    let mut separators = host.rmatch_indices(is_separator);
    match separators.nth(count.checked_sub(1)?) {
        Some((at, separator)) => host.get(at + separator.len()..),
        None => (host.split(is_separator).count() == count).then_some(host),
    }
}

/// Finds a rule in the embedded table: a binary search for its block, then along the block.
fn embedded_rule(key: &[u8]) -> Option<Rule> {
    let first_of_block = |&at: &u32| Entry::at(usize::try_from(at).ok()?).map(|entry| entry.rest);
    let after =
        suffixes::INDEX.partition_point(|at| first_of_block(at).is_some_and(|first| first <= key));
    let mut at = usize::try_from(*suffixes::INDEX.get(after.checked_sub(1)?)?).ok()?;
    // How much of the key the rule before had in common with it.
    let mut common = 0;
    for _ in 0..suffixes::BLOCK {
        let entry = Entry::at(at)?;
        if entry.shared < common {
            return None;
        }
        if entry.shared == common {
            let rest = key.get(common..)?;
            if rest == entry.rest {
                return Some(entry.rule);
            }
            common += rest
                .iter()
                .zip(entry.rest)
                .take_while(|(a, b)| a == b)
                .count();
        }
        at = entry.end;
    }
    None
}

/// A number for the labels of a rule from right to left, made byte by byte.
const fn mixed(number: u32, byte: u8) -> u32 {
    (number ^ byte.to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193)
}

/// Which bit stands for a number.
const fn bit(number: u32) -> (usize, u64) {
    let high = number >> 16;
    ((high >> 6) as usize, 1 << (high & 63))
}

/// Whether an ASCII name of several labels can be a public suffix of the ICANN section; `false` is
/// certain.
fn may_be_icann_suffix(name: &str) -> bool {
    let is_there = |number| {
        let (place, bit) = bit(number);
        ICANN.get(place).is_some_and(|bits| bits & bit != 0)
    };
    // The number of the labels above the first one, for wildcards, and of the whole.
    let (mut above, mut whole) = (0, 0);
    let mut rest = name.as_bytes();
    while !rest.is_empty() {
        let before = rest.iter().rposition(|&byte| byte == b'.');
        let label = rest
            .get(before.map_or(0, |at| at + 1)..)
            .unwrap_or_default();
        above = whole;
        if rest.len() < name.len() {
            whole = mixed(whole, b'.');
        }
        whole = label
            .iter()
            .fold(whole, |number, &byte| mixed(number, byte));
        rest = rest.get(..before.unwrap_or(0)).unwrap_or_default();
    }
    is_there(whole) || is_there(above)
}

/// The rules of the ICANN section with more than one label, and its wildcards, as bits. Some share one.
static ICANN: [u64; 1024] = icann();

#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn icann() -> [u64; 1024] {
    let mut bits = [0; 1024];
    let rules = suffixes::RULES;
    // The number and the count of dots behind each byte of the last rule.
    let mut numbers = [(0, 0); 128];
    let mut at = 0;
    while at + 1 < rules.len() {
        let (kind, shared) = (rules[at] >> 6, (rules[at] & 63) as usize);
        let (is_icann, rest) = (rules[at + 1] >> 7 == 0, (rules[at + 1] & 63) as usize);
        let mut length = 0;
        while length < rest {
            let byte = rules[at + 2 + length];
            let (number, dots) = numbers[shared + length];
            let dots = dots + (byte == b'.') as usize;
            length += 1;
            numbers[shared + length] = (mixed(number, byte), dots);
        }
        let (number, dots) = numbers[shared + rest];
        if is_icann && (dots > 0 || kind == 1) {
            let (place, bit) = bit(number);
            bits[place] |= bit;
        }
        at += 2 + rest;
    }
    bits
}

/// A rule of the embedded table.
struct Entry {
    shared: usize,
    rule: Rule,
    rest: &'static [u8],
    end: usize,
}

impl Entry {
    fn at(at: usize) -> Option<Self> {
        let &[first, second] = suffixes::RULES.get(at..at + 2)? else {
            return None;
        };
        let kind = match first >> 6 {
            0 => Kind::Plain,
            1 => Kind::Wildcard,
            _ => Kind::Exception,
        };
        let section = match second >> 7 {
            0 => Section::Icann,
            _ => Section::Private,
        };
        let end = at + 2 + usize::from(second & 63);
        Some(Self {
            shared: usize::from(first & 63),
            rule: (kind, section),
            rest: suffixes::RULES.get(at + 2..end)?,
            end,
        })
    }
}

/// A public suffix list that was read at run time, to replace the embedded one.
///
/// ```
/// use linkspan::suffix::{SuffixList, SuffixSource};
///
/// let list = SuffixList::parse("// ===BEGIN ICANN DOMAINS===\ncom\n*.ck\n!www.ck\n")?;
/// let list = SuffixSource::List(list);
/// assert_eq!(list.registrable_domain("a.b.c.ck"), Some("b.c.ck"));
/// assert_eq!(list.registrable_domain("a.www.ck"), Some("www.ck"));
/// # Ok::<(), linkspan::suffix::SuffixError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuffixList {
    rules: Arc<BTreeMap<String, Rule>>,
}

impl SuffixList {
    /// Reads a list in the format of publicsuffix.org.
    ///
    /// # Errors
    ///
    /// If a line is not a rule, or there is no rule at all.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// assert!(SuffixList::parse("com\nco.uk // sold by a registry\n").is_ok());
    /// assert!(SuffixList::parse("com\na..b\n").is_err());
    /// ```
    pub fn parse(list: &str) -> Result<Self, SuffixError> {
        let mut rules = BTreeMap::new();
        let mut section = Section::Icann;
        for (number, line) in (1..).zip(list.lines()) {
            if line.contains("===BEGIN PRIVATE DOMAINS===") {
                section = Section::Private;
            }
            let rule = line.split_whitespace().next().unwrap_or_default();
            if rule.is_empty() || rule.starts_with("//") {
                continue;
            }
            let (kind, name) = match (rule.strip_prefix("*."), rule.strip_prefix('!')) {
                (Some(name), _) => (Kind::Wildcard, name),
                (_, Some(name)) => (Kind::Exception, name),
                _ => (Kind::Plain, rule),
            };
            // An exception makes a suffix one label shorter, so that it has two at least.
            let is_rule = |name: &String| {
                let is_of_names =
                    |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
                name.len() <= LONGEST
                    && name.bytes().all(is_of_names)
                    && (kind != Kind::Exception || name.contains('.'))
            };
            let ascii = idna::to_ascii(name).filter(is_rule);
            let labels = ascii.as_deref().unwrap_or_default().rsplit('.');
            let mut key = String::new();
            for label in labels {
                if label.is_empty() {
                    return Err(SuffixError { line: Some(number) });
                }
                if !key.is_empty() {
                    key.push('.');
                }
                key.push_str(label);
            }
            rules.insert(key, (kind, section));
        }
        if rules.is_empty() {
            return Err(SuffixError { line: None });
        }
        Ok(Self {
            rules: Arc::new(rules),
        })
    }

    /// The number of rules.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// assert_eq!(SuffixList::parse("// a comment\ncom\nco.uk\n")?.len(), 2);
    /// # Ok::<(), linkspan::suffix::SuffixError>(())
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a list is never empty")]
    pub fn len(&self) -> usize {
        self.rules.len()
    }
}

/// Why a text is not a public suffix list.
///
/// ```
/// use linkspan::suffix::SuffixList;
///
/// let error = |list| SuffixList::parse(list).unwrap_err().to_string();
/// assert_eq!(error("com\na..b\n"), "line 2 is not a rule of a public suffix list");
/// assert_eq!(error(""), "there is no rule in the public suffix list");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuffixError {
    line: Option<usize>,
}

impl fmt::Display for SuffixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line} is not a rule of a public suffix list"),
            None => f.write_str("there is no rule in the public suffix list"),
        }
    }
}

impl core::error::Error for SuffixError {}

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
