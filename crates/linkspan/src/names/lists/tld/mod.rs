//! Top-level domains: which ones exist.
//!
//! A name without a scheme is a link only if its top-level domain is known to a [`TldSource`],
//! which is chosen at run time. The library does no I/O. To use DNS, collect the unknown ones with
//! [`Detector::unknown_tlds`](crate::Detector::unknown_tlds), resolve them, and add those that
//! exist with [`TldSource::with`].
//!
//! ```
//! use linkspan::tld::TldSource;
//! use linkspan::{Detector, Profile};
//!
//! let tlds = TldSource::Embedded.with(["lan"]);
//! let detector = Detector::new(Profile::uts58().tlds(tlds));
//! assert_eq!(detector.links("see printer.lan").count(), 1);
//! ```

mod embedded;

pub(crate) use embedded::{folded, keys};

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::fmt;

use crate::names::idna::folded::Folded;
use crate::names::idna::{self, mapping, punycode};
use crate::names::lists::date::Date;
use crate::tables::{host_class, tlds};
use crate::text::Text;

/// The source of known top-level domains. Cloning one is cheap.
///
/// ```
/// use linkspan::tld::TldSource;
///
/// assert!(TldSource::Embedded.knows("com"));
/// assert!(TldSource::Embedded.knows("РФ"));
/// assert!(TldSource::Embedded.knows("xn--p1ai"));
/// assert!(!TldSource::Embedded.knows("invalid"));
/// assert!(TldSource::Syntactic.knows("invalid"));
/// assert!(TldSource::Embedded.with(["lan"]).knows("LAN"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TldSource {
    /// The IANA list that is compiled into the library; see [`EMBEDDED_DATE`]. The fastest source.
    #[default]
    Embedded,
    /// A list that was read at run time. Use it if the embedded list may be too old.
    List(TldList),
    /// Another source plus extra names, such as DNS results or private TLDs.
    Extended {
        /// The source for all other names.
        base: Box<TldSource>,
        /// The additional names.
        names: TldNames,
    },
    /// No list: every label that is syntactically valid counts as a top-level domain. Use it only
    /// where links are expected, because it accepts `end.start`.
    Syntactic,
}

/// The date of the embedded list.
///
/// ```
/// assert!(linkspan::tld::EMBEDDED_DATE >= "2026-11-01");
/// ```
pub const EMBEDDED_DATE: &str = tlds::DATE;

impl TldSource {
    /// The number of names in the embedded list.
    ///
    /// ```
    /// assert!(linkspan::tld::TldSource::EMBEDDED_COUNT > 1400);
    /// ```
    pub const EMBEDDED_COUNT: usize = tlds::ASCII.len();

    /// Whether `label` is a top-level domain: in any case, in Unicode or as an A-label.
    ///
    /// Labels are compared as in UTS #46, so full-width letters and decomposed characters match
    /// too. Never allocates.
    ///
    /// ```
    /// use linkspan::tld::TldSource;
    ///
    /// assert!(TldSource::Embedded.knows("COM") && TldSource::Embedded.knows("ｃｏｍ"));
    /// assert!(!TldSource::Embedded.knows("con"));
    /// ```
    #[must_use]
    pub fn knows(&self, label: &str) -> bool {
        match self {
            Self::Syntactic => is_syntactic(label),
            Self::Embedded if label.is_ascii() => embedded::has(label),
            Self::Embedded if mapping::is_settled(label) => embedded::has_outside(label),
            _ => Folded::new(label).is_some_and(|folded| self.knows_folded(folded.as_str())),
        }
    }

    /// Whether a top-level domain can start at `at`, regardless of where it ends. `false` is
    /// definite.
    #[inline]
    pub(crate) fn may_start(&self, text: Text<'_>, at: usize) -> bool {
        !matches!(self, Self::Embedded) || embedded::may_start(text, at)
    }

    fn knows_folded(&self, name: &str) -> bool {
        match self {
            Self::Embedded if name.is_ascii() => embedded::has(name),
            Self::Embedded => embedded::has_outside(name),
            Self::List(list) => list.names.contains(name),
            Self::Extended { base, names } => names.contains(name) || base.knows_folded(name),
            Self::Syntactic => is_syntactic(name),
        }
    }

    /// This source plus `names`, in any case, in Unicode or as A-labels. Strings that cannot be
    /// top-level domains are ignored.
    ///
    /// ```
    /// use linkspan::tld::TldSource;
    ///
    /// let tlds = TldSource::Embedded.with(["lan", "новое", "not a name"]);
    /// assert!(tlds.knows("lan") && tlds.knows("xn--b1agweb") && tlds.knows("com"));
    /// assert!(!tlds.knows("not a name"));
    /// ```
    #[must_use]
    pub fn with<S: AsRef<str>>(&self, names: impl IntoIterator<Item = S>) -> Self {
        let mut set = BTreeSet::new();
        for name in names {
            add(&mut set, name.as_ref());
        }
        Self::Extended {
            base: Box::new(self.clone()),
            names: TldNames(Arc::new(set)),
        }
    }

    /// The date of the list; `None` if there is no list, or if its version contains no date.
    ///
    /// ```
    /// use linkspan::tld::{EMBEDDED_DATE, TldSource};
    ///
    /// assert_eq!(TldSource::Embedded.date().map(|date| date.to_string()).as_deref(), Some(EMBEDDED_DATE));
    /// assert_eq!(TldSource::Syntactic.date(), None);
    /// ```
    #[must_use]
    pub fn date(&self) -> Option<Date> {
        match self {
            Self::Embedded => EMBEDDED_DATE.parse().ok(),
            Self::List(list) => list.date,
            Self::Extended { base, .. } => base.date(),
            Self::Syntactic => None,
        }
    }
}

/// A set of top-level domains, each in ASCII and in Unicode.
///
/// ```
/// use linkspan::tld::{TldNames, TldSource};
///
/// let base = Box::new(TldSource::Embedded);
/// let extended = TldSource::Extended { base, names: TldNames::default() };
/// assert!(extended.knows("com") && !extended.knows("lan"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TldNames(Arc<BTreeSet<String>>);

impl TldNames {
    fn contains(&self, folded: &str) -> bool {
        self.0.contains(folded)
    }
}

/// Adds a name in both forms. Returns whether it can be a top-level domain.
fn add(names: &mut BTreeSet<String>, name: &str) -> bool {
    // A DNS label has at most 63 octets.
    let is_tld = |name: &String| name.len() <= 63 && is_syntactic(name);
    let Some(ascii) = idna::to_ascii(name).filter(is_tld) else {
        return false;
    };
    names.insert(idna::to_unicode(&ascii).to_string());
    names.insert(ascii);
    true
}

/// A list of top-level domains in the format of IANA, read at run time.
///
/// The first line is a comment with the version, `# Version 2026110100, …`, followed by one name
/// per line.
///
/// ```
/// use linkspan::tld::{TldList, TldSource};
///
/// let list = TldList::parse("# Version 2026110100, Last Updated …\nCOM\nXN--P1AI\n")?;
/// assert_eq!((list.len(), list.version()), (2, "2026110100"));
/// assert_eq!(list.date().map(|date| date.to_string()).as_deref(), Some("2026-11-01"));
/// assert!(TldSource::List(list).knows("рф"));
/// # Ok::<(), linkspan::tld::TldListError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TldList {
    names: TldNames,
    count: usize,
    version: String,
    date: Option<Date>,
}

impl TldList {
    /// Reads a list. Allocates two strings for each name.
    ///
    /// # Errors
    ///
    /// If the first line is not a version, a line is not a name, or the list contains no names.
    ///
    /// ```
    /// use linkspan::tld::{TldList, TldListError};
    ///
    /// assert!(TldList::parse("# Version 2026110100\nCOM\n").is_ok());
    /// assert_eq!(TldList::parse("COM\n"), Err(TldListError::NoVersion));
    /// ```
    pub fn parse(list: &str) -> Result<Self, TldListError> {
        let mut lines = list.lines();
        let version = lines
            .next()
            .and_then(|line| line.strip_prefix("# Version "))
            .and_then(|rest| rest.split([',', ' ']).next())
            .filter(|version| !version.is_empty())
            .ok_or(TldListError::NoVersion)?;
        let mut names = BTreeSet::new();
        let mut count = 0;
        for (number, line) in (2..).zip(lines) {
            let name = line.trim();
            if name.is_empty() || name.starts_with('#') {
                continue;
            }
            if !name.is_ascii() || !add(&mut names, name) {
                return Err(TldListError::NotAName { line: number });
            }
            count += 1;
        }
        if count == 0 {
            return Err(TldListError::Empty);
        }
        Ok(Self {
            names: TldNames(Arc::new(names)),
            count,
            version: version.to_string(),
            date: version_date(version),
        })
    }

    /// The number of names, which is never 0.
    ///
    /// ```
    /// use linkspan::tld::TldList;
    ///
    /// assert_eq!(TldList::parse("# Version 2026110100\nCOM\nXN--P1AI\n")?.len(), 2);
    /// # Ok::<(), linkspan::tld::TldListError>(())
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a list is never empty")]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The version, as written in the list.
    ///
    /// ```
    /// use linkspan::tld::TldList;
    ///
    /// assert_eq!(TldList::parse("# Version 2026110100, Last Updated …\nCOM\n")?.version(), "2026110100");
    /// # Ok::<(), linkspan::tld::TldListError>(())
    /// ```
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The date in the version; `None` if the version is not a date.
    ///
    /// ```
    /// use linkspan::{Date, tld::TldList};
    ///
    /// assert_eq!(TldList::parse("# Version 2026110100\nCOM\n")?.date(), Date::new(2026, 11, 1));
    /// assert_eq!(TldList::parse("# Version mine\nLAN\n")?.date(), None);
    /// # Ok::<(), linkspan::tld::TldListError>(())
    /// ```
    #[must_use]
    pub fn date(&self) -> Option<Date> {
        self.date
    }
}

/// The date in a version such as `2026110100`.
fn version_date(version: &str) -> Option<Date> {
    let year = version.get(..4)?.parse().ok()?;
    let month = version.get(4..6)?.parse().ok()?;
    Date::new(year, month, version.get(6..8)?.parse().ok()?)
}

/// Why a text is not a list of top-level domains.
///
/// ```
/// use linkspan::tld::{TldList, TldListError};
///
/// let list = |names| TldList::parse(&format!("# Version 1\n{names}"));
/// assert_eq!(list("COM\nnot a name\n"), Err(TldListError::NotAName { line: 3 }));
/// assert_eq!(list(""), Err(TldListError::Empty));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TldListError {
    /// The first line is not `# Version …`.
    NoVersion,
    /// This line is not a top-level domain in ASCII.
    NotAName {
        /// The line number, starting at 1.
        line: usize,
    },
    /// The list contains no names.
    Empty,
}

impl fmt::Display for TldListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersion => f.write_str(
                "not a list of top-level domains: the first line should start with `# Version `",
            ),
            Self::NotAName { line } => write!(f, "line {line} is not a top-level domain"),
            Self::Empty => f.write_str("the list has no top-level domains"),
        }
    }
}

impl core::error::Error for TldListError {}

/// Whether a label could be a top-level domain (UTS #58 section 1.4): decoded, it consists only of
/// letters and marks, and has at least two letters if it is ASCII. This excludes digits, hyphens,
/// and CONTEXTJ and CONTEXTO characters.
pub(crate) fn is_syntactic(label: &str) -> bool {
    if let Some(encoded) = punycode::a_label(label) {
        return punycode::decode(encoded).is_some_and(|decoded| {
            let chars = decoded.chars();
            !chars.is_empty() && chars.iter().all(|&c| is_letter_or_mark(c))
        });
    }
    if label.is_ascii() {
        return is_syntactic_ascii(label);
    }
    // A single full-width letter is a single ASCII letter.
    let single_ascii = || {
        label.chars().nth(1).is_none() && Folded::new(label).is_some_and(|f| f.as_str().len() == 1)
    };
    label.chars().all(is_letter_or_mark) && !single_ascii()
}

/// The same for ASCII that is not an A-label.
#[inline]
pub(crate) fn is_syntactic_ascii(label: &str) -> bool {
    label.len() >= 2 && label.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_letter_or_mark(c: char) -> bool {
    let class = host_class(c);
    class.is_letter() || class.is_mark()
}
