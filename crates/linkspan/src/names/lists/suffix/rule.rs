//! Rules, and which of them takes precedence.

use super::Section;
use super::labels::{Label, Labels};

/// What a rule states about its name, which is the rule without `*.` or `!`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The name is a suffix.
    Plain,
    /// The name with any label before it is a suffix: `*.ck`.
    Wildcard,
    /// The name is not a suffix, despite a wildcard: `!www.ck`.
    Exception,
}

pub(super) type Rule = (Kind, Section);

/// The result of matching an ASCII name, as offsets in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// The start of the public suffix.
    pub(super) suffix: usize,
    /// The start of the label before the suffix; `None` if there is no such label.
    pub(super) registrable: Option<usize>,
    /// The section of the rule; `None` if no rule matches and the suffix is the last label.
    pub(super) section: Option<Section>,
}

impl Match {
    /// Applies the [algorithm of the list](https://github.com/publicsuffix/list/wiki/Format): an
    /// exception takes precedence, otherwise the longest rule. `None` if a label of the name is
    /// empty.
    ///
    /// `step` is called with the labels from right to left, and returns the rule whose name ends
    /// with that label. It returns `None` if no rule contains the labels so far, and is not called
    /// again.
    pub(super) fn of(
        name: &str,
        mut step: impl FnMut(&Label<'_>) -> Option<Option<Rule>>,
    ) -> Option<Self> {
        let mut labels = Labels::of(name);
        let mut found = Self::at(name.len(), None);
        // The section of a wildcard, which includes the next label. The rule `*` without a section
        // is the default if no other rule matches.
        let mut wildcard = Some(None);
        for label in labels.by_ref() {
            if label.bytes.is_empty() {
                return None;
            }
            if let Some(section) = wildcard.take() {
                found = Self::at(label.start, section);
            } else if found.registrable.is_none() {
                found.registrable = Some(label.start);
            }
            let Some(rule) = step(&label) else {
                break;
            };
            match rule {
                Some((Kind::Plain, section)) => found = Self::at(label.start, Some(section)),
                Some((Kind::Wildcard, section)) => wildcard = Some(Some(section)),
                Some((Kind::Exception, section)) => {
                    // The suffix consists of the labels after this one.
                    let suffix = label.start + label.bytes.len() + 1;
                    found = Self::at(suffix, Some(section));
                    found.registrable = Some(label.start);
                    break;
                }
                None => {}
            }
        }
        if found.registrable.is_none() {
            found.registrable = labels.clone().next().map(|label| label.start);
        }
        (!labels.has_empty()).then_some(found)
    }

    /// A suffix with no label before it yet.
    fn at(suffix: usize, section: Option<Section>) -> Self {
        Self {
            suffix,
            registrable: None,
            section,
        }
    }
}
