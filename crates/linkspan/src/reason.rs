//! Reasons: why a candidate was not linked, why a link was narrowed, and why it ends where it does.
//!
//! Each reason is one entry of a table: its documentation, its stable id, the clause it comes from
//! and a sentence for people. Everything else is derived from the table.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use crate::text::excerpt::Excerpt;

/// Defines an enum with ids, clauses and sentences from one table. A variant in parentheses wraps
/// another value and delegates to it.
macro_rules! table {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $($(#[doc = $doc:literal])* $variant:ident => $id:literal, $clause:literal, $sentence:literal;)*
        }
        $($(#[doc = $other_doc:literal])* $other:ident($inner:ty) => $other_id:expr, $other_clause:expr, $other_sentence:expr;)*
    ) => {
        $(#[$attribute])*
        pub enum $name {
            $($(#[doc = $doc])* $variant,)*
            $($(#[doc = $other_doc])* $other($inner),)*
        }

        impl $name {
            /// All values of the table, in order, without those that wrap another value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The stable name for programs, such as `tld-list-stale`.
            ///
            /// ```
            /// use linkspan::ReasonKind;
            ///
            /// assert_eq!(ReasonKind::FileName.id(), "file-name");
            /// assert_eq!(ReasonKind::Custom("shortener").id(), "shortener");
            /// ```
            #[must_use]
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                    $(Self::$other(inner) => $other_id(inner),)*
                }
            }

            /// The clause that the rule comes from.
            ///
            /// ```
            /// assert_eq!(linkspan::ReasonKind::RestrictionLevel.clause(), "UTS #39 section 5.2");
            /// assert_eq!(linkspan::EndRule::Hard.clause(), "UTS #58 section 3.5.1");
            /// ```
            #[must_use]
            pub fn clause(self) -> &'static str {
                match self {
                    $(Self::$variant => $clause,)*
                    $(Self::$other(inner) => $other_clause(inner),)*
                }
            }

            /// The rule as a sentence for people, without the characters it is about. Format the
            /// [`Reason`] to include them.
            ///
            /// ```
            /// use linkspan::ReasonKind;
            ///
            /// assert_eq!(ReasonKind::PortTooLarge.sentence(), "the port is above 65535");
            /// ```
            #[must_use]
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Self::$variant => $sentence,)*
                    $(Self::$other(inner) => $other_sentence(inner),)*
                }
            }
        }
    };
}

/// Defines the kinds of reasons: those of the standard, the limits and other options, which are here,
/// and those of the rules.
macro_rules! reasons {
    ($($(#[doc = $doc:literal])* $rule:ident($scope:ident, $set:ident) => $id:literal, $clause:literal, $sentence:literal;)*) => {
        table! {
            /// The kind of a [`Reason`]: why a candidate was rejected or narrowed, or a warning about a
            /// link.
            ///
            /// Some are [warnings](Self::is_warning), which do not reject a link.
            ///
            /// ```
            /// use linkspan::{Detector, Finding, Profile, ReasonKind};
            ///
            /// let detector = Detector::new(Profile::recommended());
            /// let reason = |text| match detector.explain(text).next() {
            ///     Some(Finding::Rejected(rejected)) => Some(rejected.reason().kind),
            ///     _ => None,
            /// };
            /// assert_eq!(reason("README.md"), Some(ReasonKind::FileName));
            /// assert_eq!(reason("pаypal.com"), Some(ReasonKind::RestrictionLevel));
            /// ```
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum ReasonKind {
                /// The text before an `@` after a scheme is a user name, not a host.
                Userinfo => "userinfo", "UTS #58 section 3",
                    "the text before the `@` is a user name, not a host";
                /// The scheme is not one of those to link.
                SchemeNotListed => "scheme-not-listed", "UTS #58 section 3.2",
                    "the scheme is not in the list of schemes to link";
                /// The port is above 65535.
                PortTooLarge => "port-too-large", "WHATWG URL, port state",
                    "the port is above 65535";
                /// The source does not know the top-level domain.
                TldUnknown => "tld-unknown", "UTS #58 section 1.4",
                    "the top-level domain is not known";
                /// The local part of an address is not valid.
                LocalPartInvalid => "local-part-invalid", "UTS #58 section 5.2",
                    "the local part is empty, or a dot in it is misplaced";
                /// The local part is too long.
                LocalPartTooLong => "local-part-too-long", "RFC 5321 section 4.5.3.1.1",
                    "the local part is too long";
                /// A label or the whole host name is too long.
                NameTooLong => "name-too-long", "RFC 1035 section 2.3.4",
                    "a label or the whole name is too long";
                /// The link is too long.
                LinkTooLong => "link-too-long", "UTS #58 section 8",
                    "the link is too long";
                /// The run of characters that contains the link is longer than the limit.
                RunTooLong => "run-too-long", "UTS #58 section 8",
                    "it is in text that is too long without a break";
                /// The name looks like one that the profile protects.
                ProtectedName => "protected-name", "UTS #39 section 4",
                    "the name looks like one that is protected";
                /// The list of top-level domains is older than the profile allows.
                TldListStale => "tld-list-stale", "UTS #58 section 1.4",
                    "the list of top-level domains is older than the profile allows";
                /// The visible text of a link names another site than the one it opens.
                TextNamesAnotherSite => "text-names-another-site", "UTS #58 section 8, security",
                    "the text that is shown names another site";
                $($(#[doc = $doc])* $rule => $id, $clause, $sentence;)*
            }
            /// A check of the application rejected the candidate under this name.
            Custom(&'static str) => core::convert::identity, |_| "the caller", core::convert::identity;
        }
    };
}

for_each_rule!(reasons);

impl ReasonKind {
    /// Whether this warns about a link, which may lead elsewhere than a reader expects, rather than
    /// saying why it is not linked or narrower than it looks.
    ///
    /// ```
    /// use linkspan::{Detector, ReasonKind};
    ///
    /// let text = "https://аррӏе.com/";
    /// let detector = Detector::default();
    /// let link = detector.links(text).next().unwrap();
    /// assert!(link.reasons().all(|reason| reason.kind.is_warning()));
    /// assert!(!ReasonKind::GluedBefore.is_warning());
    /// ```
    #[must_use]
    pub fn is_warning(self) -> bool {
        matches!(
            self,
            Self::WholeScriptConfusable
                | Self::Lookalike
                | Self::ProtectedName
                | Self::MixedScriptPath
                | Self::TldListStale
                | Self::TextNamesAnotherSite
                | Self::Truncated
        )
    }
}

table! {
    /// The rule that ended a link: why the first character after it is not part of it.
    ///
    /// ```
    /// use linkspan::{Detector, EndRule, Finding};
    ///
    /// let detector = Detector::uts58();
    /// let rule = |text| match detector.explain(text).next() {
    ///     Some(Finding::Link(link)) => link.ending().map(|ending| ending.rule),
    ///     _ => None,
    /// };
    /// assert_eq!(rule("(see https://a.com/b)"), Some(EndRule::UnmatchedClose));
    /// assert_eq!(rule("https://a.com/b, and"), Some(EndRule::Soft));
    /// assert_eq!(rule("https://a.com, and"), Some(EndRule::NoPart));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum EndRule {
        /// The text ends.
        TextEnd => "text-end", "UTS #58 section 3.5.1",
            "the text ends there";
        /// The character has Link_Term=Hard.
        Hard => "hard", "UTS #58 section 3.5.1",
            "no link contains a Link_Term=Hard character";
        /// The character has Link_Term=Soft, and the link does not continue after it.
        Soft => "soft", "UTS #58 section 3.5.1",
            "the link does not continue after it";
        /// The character is a closing bracket that does not match the innermost open one.
        UnmatchedClose => "unmatched-close", "UTS #58 section 3.5.1",
            "it does not close the innermost open bracket";
        /// The character would open more brackets than the standard allows.
        NestingLimit => "nesting-limit", "UTS #58 section 3.5.1",
            "no more than 125 brackets are open at once";
        /// The character directly follows the host or port and starts no part of a URL.
        NoPart => "no-part", "UTS #58 section 3.3",
            "no path, query, fragment or port starts with it";
        /// A dot or underscore follows the last label, and the link does not continue after it.
        LabelEnd => "label-end", "UTS #58 section 3.2",
            "dots and underscores after the last label are not part of a host";
        /// An ideographic full stop ends the sentence.
        IdeographicStop => "ideographic-stop", "UTS #58 section 3.2",
            "an ideographic full stop ends the sentence here, not a label";
        /// The scheme of another URL, or an e-mail address, follows directly.
        NextLink => "next-link", "UTS #58 section 3.2",
            "another URL or e-mail address starts there";
        /// An e-mail address ends with its domain.
        DomainEnd => "domain-end", "UTS #58 section 5.2",
            "an e-mail address ends with its domain";
        /// The grammar of PRI #185 ends the link.
        Grammar => "grammar", "PRI #185",
            "the grammar of PRI #185 ends there";
    }
    /// A rule of the profile ended the link, at or before the position where the standard would.
    Narrowed(ReasonKind) => ReasonKind::id, ReasonKind::clause, ReasonKind::sentence;
}

/// Why a link ends where it does; see [`Link::ending`](crate::Link::ending).
///
/// ```
/// use linkspan::{Detector, EndRule, Finding, Profile};
///
/// let detector = Detector::new(Profile::recommended());
/// let text = "https://example.com/foo。次の文";
/// let Some(Finding::Link(link)) = detector.explain(text).next() else { panic!() };
/// let ending = link.ending().unwrap();
/// assert_eq!(ending.rule.id(), "sentence-punctuation");
/// assert_eq!(ending.about, "。");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending<'t> {
    /// The rule that ended the link.
    pub rule: EndRule,
    /// The text that the rule is about: the first character after the link, or all text excluded at
    /// its end. Empty at the end of the text.
    pub about: &'t str,
    /// The rule that stopped the reading. It differs from `rule` if characters between the link and
    /// that position were excluded.
    pub stop: EndRule,
    /// The character at which reading stopped; empty at the end of the text.
    pub stopped_at: &'t str,
    /// The brackets that were open where reading stopped, outermost first.
    pub open: String,
}

/// An [`Ending`] in offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndingAt {
    pub(crate) rule: EndRule,
    pub(crate) about: Range<usize>,
    pub(crate) stop: EndRule,
    pub(crate) stopped_at: Range<usize>,
    pub(crate) open: String,
}

/// A reason with the characters it is about. Its `Display` is a sentence for people.
///
/// ```
/// use linkspan::{Detector, Finding, Profile};
///
/// let detector = Detector::new(Profile::recommended());
/// let Some(Finding::Rejected(rejected)) = detector.explain("README.md").next() else { panic!() };
/// assert_eq!(rejected.reason().to_string(), "the name is more likely that of a file: `README.md`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason<'t> {
    /// The kind of reason.
    pub kind: ReasonKind,
    /// The label or characters that it is about, as written in the text.
    pub about: &'t str,
}

impl<'t> Reason<'t> {
    /// A reason about these characters of a text.
    ///
    /// ```
    /// use linkspan::{Reason, ReasonKind};
    ///
    /// let reason = Reason::new(ReasonKind::Lookalike, "wi\u{307}ki");
    /// assert!(reason.to_string().starts_with("a label is easily mistaken for another one: "));
    /// ```
    #[must_use]
    pub fn new(kind: ReasonKind, about: &'t str) -> Self {
        Self { kind, about }
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.sentence())?;
        if self.about.is_empty() {
            return Ok(());
        }
        write!(f, ": `{}`", Excerpt(self.about))
    }
}

/// A reason with the range it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    pub(crate) kind: ReasonKind,
    pub(crate) about: Range<usize>,
}

impl Cause {
    pub(crate) fn new(kind: ReasonKind, about: Range<usize>) -> Self {
        Self { kind, about }
    }
}
