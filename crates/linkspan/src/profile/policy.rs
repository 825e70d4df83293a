//! The policy of a profile: rules, and functions of the application.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::rule::Rules;
use crate::link::Link;
use crate::names::spoof::protected::Protected;
use crate::reason::ReasonKind;

/// Which candidates of a syntax are linked.
///
/// The default rejects and changes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Policy {
    pub(crate) rules: Rules,
    /// The characters that are accepted under a top-level domain.
    pub(crate) repertoire: Option<Repertoire>,
    /// The names that no other name may imitate.
    pub(crate) protected: Protected,
    /// Whether plain ASCII names are judged too, because of a repertoire or a protected name.
    pub(crate) judges_plain: bool,
    /// Checks of the application, in order. A check can only reject.
    pub(crate) checks: Vec<Check>,
}

impl Policy {
    /// Whether every candidate is accepted unchanged.
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty() && !self.judges_plain && self.checks.is_empty()
    }

    /// Protects names, except strings that are none.
    pub(super) fn protect<S: AsRef<str>>(&mut self, names: impl IntoIterator<Item = S>) {
        for name in names {
            self.judges_plain |= self.protected.add(name.as_ref()).is_some();
        }
    }
}

/// The characters that are accepted in labels under each top-level domain.
#[derive(Clone)]
pub(crate) struct Repertoire(Arc<Accepts>);

type Accepts = dyn Fn(&str, char) -> bool + Send + Sync;

impl Repertoire {
    pub(crate) fn new(accepts: impl Fn(&str, char) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(accepts))
    }

    pub(crate) fn accepts(&self, tld: &str, c: char) -> bool {
        (self.0)(tld, c)
    }
}

impl fmt::Debug for Repertoire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Repertoire")
    }
}

impl PartialEq for Repertoire {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A check of the application.
#[derive(Clone)]
pub(crate) struct Check(Arc<CheckFn>);

type CheckFn = dyn Fn(&Link<'_>) -> Option<&'static str> + Send + Sync;

impl Check {
    pub(crate) fn new(
        judge: impl Fn(&Link<'_>) -> Option<&'static str> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(judge))
    }

    pub(crate) fn judge(&self, link: &Link<'_>) -> Option<ReasonKind> {
        (self.0)(link).map(ReasonKind::Custom)
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Check")
    }
}

impl PartialEq for Check {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
