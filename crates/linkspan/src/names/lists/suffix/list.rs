//! Public suffix lists that are read at run time.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use super::rule::{Kind, Match, Rule};
use super::{LONGEST, Section};
use crate::names::idna;

/// A public suffix list that was read at run time, to replace the embedded one. Cloning is cheap.
///
/// ```
/// use linkspan::suffix::{SuffixList, SuffixSource};
///
/// let list = SuffixList::parse("// ===BEGIN ICANN DOMAINS===\ncom\n*.ck\n!www.ck\n")?;
/// let list = SuffixSource::List(list);
/// assert_eq!(list.domain("a.b.c.ck"), Some("b.c.ck"));
/// assert_eq!(list.domain("a.www.ck"), Some("www.ck"));
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
    /// If a line is not a rule, or the list contains no rules.
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
            // An exception makes a suffix one label shorter, so it has at least two labels.
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

    /// Looks up an ASCII name; `None` if one of its labels is empty.
    pub(super) fn lookup(&self, name: &str) -> Option<Match> {
        // The labels so far in lower case, starting with the top-level domain, as in the rules.
        let mut key = String::with_capacity(name.len().min(LONGEST));
        Match::of(name, |label| {
            if !key.is_empty() {
                key.push('.');
            }
            if key.len() + label.bytes.len() > LONGEST {
                return None;
            }
            let lower = |byte: &u8| char::from(byte.to_ascii_lowercase());
            key.extend(label.bytes.iter().map(lower));
            Some(self.rules.get(&key).copied())
        })
    }

    #[cfg(test)]
    pub(super) fn rules(&self) -> &BTreeMap<String, Rule> {
        &self.rules
    }

    /// The number of rules, which is never 0.
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

/// Why a text is not a public suffix list. The message names the first wrong line.
///
/// ```
/// use linkspan::suffix::SuffixList;
///
/// let error = |list| SuffixList::parse(list).unwrap_err().to_string();
/// assert_eq!(error("com\na..b\n"), "line 2 is not a rule of a public suffix list");
/// assert_eq!(error(""), "the public suffix list has no rules");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuffixError {
    line: Option<usize>,
}

impl fmt::Display for SuffixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line} is not a rule of a public suffix list"),
            None => f.write_str("the public suffix list has no rules"),
        }
    }
}

impl core::error::Error for SuffixError {}
