//! Rules: the requirements of a profile beyond the standard, each with a name.

use crate::choice::Choice;
use crate::link::{Kind, Link, Part};
use crate::reason::ReasonKind;

/// Defines the enum of rules. Each rule has the name of the reason it gives.
macro_rules! rules {
    ($($(#[doc = $doc:literal])* $rule:ident($scope:ident, $set:ident) => $id:literal, $clause:literal, $sentence:literal;)*) => {
        /// A rule of a profile that rejects candidates, narrows them (moves their start or end
        /// inwards), or warns about them.
        ///
        /// A rule never extends a link, but text after a narrowed link can be a link of its own. A
        /// rule has the same name as the [reason](ReasonKind) it gives, so disabling the rule turns
        /// that reason off. Reasons without a rule come from the standard, the
        /// [limits](super::Limits) or other options. Enable rules with
        /// [`Profile::with`](crate::Profile::with).
        ///
        /// ```
        /// use linkspan::{Detector, Profile, profile::Rule};
        ///
        /// let detector = Detector::new(Profile::recommended().without(Rule::FileName));
        /// assert_eq!(detector.links("see README.md").count(), 1);
        ///
        /// let detector = Detector::new(Profile::uts58().with(Rule::PublicSuffix));
        /// assert_eq!(detector.links("under co.uk: example.co.uk").count(), 1);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])* $rule,)*
        }

        impl Rule {
            /// All rules.
            ///
            /// ```
            /// use linkspan::{Profile, profile::Rule};
            ///
            /// let literal = Rule::ALL.iter().fold(Profile::recommended(), |profile, &rule| profile.without(rule));
            /// assert!(Rule::ALL.iter().all(|&rule| !literal.has(rule)));
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            /// The reason that the rule gives.
            ///
            /// ```
            /// use linkspan::{ReasonKind, profile::Rule};
            ///
            /// assert_eq!(Rule::FileName.reason(), ReasonKind::FileName);
            /// ```
            #[must_use]
            pub fn reason(self) -> ReasonKind {
                match self {
                    $(Self::$rule => ReasonKind::$rule,)*
                }
            }

            /// What the rule does, with an example: the first sentences of its documentation.
            ///
            /// ```
            /// use linkspan::profile::Rule;
            ///
            /// assert!(Rule::PathName.doc().starts_with("Rejects `src/main.rs`"));
            /// ```
            #[must_use]
            pub fn doc(self) -> &'static str {
                match self {
                    $(Self::$rule => concat!($($doc),*).trim_start(),)*
                }
            }

            fn scope(self) -> Scope {
                match self {
                    $(Self::$rule => Scope::$scope,)*
                }
            }

            const fn set(self) -> Set {
                match self {
                    $(Self::$rule => Set::$set,)*
                }
            }
        }
    };
}

/// The links that a rule is about.
#[derive(Clone, Copy)]
enum Scope {
    Any,
    /// Those with a host.
    Host,
    /// Names without a scheme.
    Bare,
    Url,
    Email,
}

/// The sets that profiles are made of.
#[derive(Clone, Copy)]
enum Set {
    /// Links in prose and code.
    Prose,
    /// The edges of names and addresses.
    Edges,
    /// The characters and scripts of names.
    Names,
    Other,
}

for_each_rule!(rules);

impl Rule {
    /// The stable name of the rule, which is the id of its [reason](Self::reason).
    ///
    /// ```
    /// use linkspan::profile::Rule;
    ///
    /// assert_eq!(Rule::FileName.id(), "file-name");
    /// ```
    #[must_use]
    pub fn id(self) -> &'static str {
        self.reason().id()
    }

    /// Whether the rule is about links such as this one, so that a link without its reason has passed
    /// it.
    ///
    /// ```
    /// use linkspan::{Detector, profile::Rule};
    ///
    /// let link = Detector::default().links("https://a.com").next().unwrap();
    /// assert!(Rule::Lookalike.applies_to(&link));
    /// assert!(!Rule::FileName.applies_to(&link), "it has a scheme");
    /// ```
    #[must_use]
    pub fn applies_to(self, link: &Link<'_>) -> bool {
        let is_url = link.kind() == Kind::Url;
        match self.scope() {
            Scope::Any => true,
            Scope::Host => link.host().is_some(),
            Scope::Bare => is_url && link.part(Part::Scheme).is_none(),
            Scope::Url => is_url,
            Scope::Email => link.kind() == Kind::Email,
        }
    }
}

impl Choice for Rule {
    fn all() -> impl Iterator<Item = (&'static str, Self)> {
        Self::ALL.iter().map(|rule| (rule.id(), *rule))
    }
}

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rules(u64);

impl Rules {
    /// The rules for links in prose.
    pub(crate) const PROSE: Self = Self::all(Set::Prose);

    /// The rules for the edges of names and addresses.
    pub(crate) const EDGES: Self = Self::all(Set::Edges);

    /// The rules for the characters and scripts of names.
    pub(crate) const NAMES: Self = Self::all(Set::Names);

    /// The rules of a set.
    const fn all(set: Set) -> Self {
        let mut rules = Self(0);
        let mut rest = Rule::ALL;
        while let [rule, others @ ..] = rest {
            if rule.set() as u8 == set as u8 {
                rules = rules.with(*rule);
            }
            rest = others;
        }
        rules
    }

    pub(crate) const fn of(rules: &[Rule]) -> Self {
        let mut set = Self(0);
        let mut rest = rules;
        while let [rule, others @ ..] = rest {
            set = set.with(*rule);
            rest = others;
        }
        set
    }

    pub(crate) const fn with(self, rule: Rule) -> Self {
        Self(self.0 | Self::bit(rule))
    }

    pub(crate) const fn without(self, rule: Rule) -> Self {
        Self(self.0 & !Self::bit(rule))
    }

    pub(crate) const fn has(self, rule: Rule) -> bool {
        self.0 & Self::bit(rule) != 0
    }

    /// Whether the sets have a rule in common.
    pub(crate) const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    const fn bit(rule: Rule) -> u64 {
        1 << rule as u8
    }
}
