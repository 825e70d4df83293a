//! Reasons: why something was not linked, or linked differently.

use core::fmt;
use core::ops::Range;

/// Why a candidate was rejected or changed, or what its reader should be warned of.
///
/// ```
/// use linkspan::{Detector, Finding, Profile, ReasonKind};
///
/// let detector = Detector::new(Profile::recommended());
/// let reason = |text| match detector.judged(text).next() {
///     Some(Finding::Rejected(rejected)) => Some(rejected.reason().kind),
///     _ => None,
/// };
/// assert_eq!(reason("README.md"), Some(ReasonKind::FileName));
/// assert_eq!(reason("pаypal.com"), Some(ReasonKind::RestrictionLevel));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReasonKind {
    /// What stands before an `@` behind a scheme is a user name, not a host.
    Userinfo,
    /// The scheme is not one of those that are linked.
    SchemeNotListed,
    /// A scheme that needs `//` stands before the host without it.
    SchemeWithoutSlashes,
    /// The port is above 65535.
    PortTooLarge,
    /// The source does not know the top-level domain.
    TldUnknown,
    /// The local part of an address is not valid.
    LocalPartInvalid,
    /// The local part has a character that the profile does not accept.
    LocalPartCharacter,
    /// The local part is too long.
    LocalPartTooLong,
    /// A label or the whole host name is too long.
    NameTooLong,
    /// The link is too long.
    LinkTooLong,
    /// The run of characters without a break that holds the link is longer than the limit.
    RunTooLong,
    /// A character of the host is not recommended for identifiers.
    CharacterNotAllowed,
    /// UTS #46 rejects the host: the rules for right-to-left names, joiners or other labels.
    IdnaInvalid,
    /// A label mixes scripts.
    MixedScript,
    /// A label is looser than Highly Restrictive.
    RestrictionLevel,
    /// A label looks like an ASCII name in another script.
    WholeScriptConfusable,
    /// The name is only a public suffix.
    PublicSuffix,
    /// A character that reorders text stands inside.
    BidiControl,
    /// A name that is more likely the name of a file.
    FileName,
    /// A sentence that ends and one that starts without a space between.
    SentenceEnd,
    /// A name right behind a slash or backslash is part of a path.
    PathName,
    /// A letter stands before an address that no address can have.
    LetterBefore,
    /// The start was moved behind text that is glued to it.
    GluedBefore,
    /// The end was moved before text that is glued to it.
    GluedAfter,
    /// The end was moved before punctuation of the sentence.
    SentencePunctuation,
    /// An empty query or fragment at the end was left out.
    EmptyPart,
    /// Markup at the end was left out.
    TrailingMarkup,
    /// Invisible characters at the end were left out.
    TrailingInvisible,
    /// A part of the path or query mixes scripts.
    MixedScriptPath,
    /// The list of top-level domains is older than the profile allows.
    TldListStale,
    /// A check of the caller said so, under this name.
    Custom(&'static str),
}

impl ReasonKind {
    /// A stable name for programs, such as `tld-list-stale`.
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
            Self::Userinfo => "userinfo",
            Self::SchemeNotListed => "scheme-not-listed",
            Self::SchemeWithoutSlashes => "scheme-without-slashes",
            Self::PortTooLarge => "port-too-large",
            Self::TldUnknown => "tld-unknown",
            Self::LocalPartInvalid => "local-part-invalid",
            Self::LocalPartCharacter => "local-part-character",
            Self::LocalPartTooLong => "local-part-too-long",
            Self::NameTooLong => "name-too-long",
            Self::LinkTooLong => "link-too-long",
            Self::RunTooLong => "run-too-long",
            Self::CharacterNotAllowed => "character-not-allowed",
            Self::IdnaInvalid => "idna-invalid",
            Self::MixedScript => "mixed-script",
            Self::RestrictionLevel => "restriction-level",
            Self::WholeScriptConfusable => "whole-script-confusable",
            Self::PublicSuffix => "public-suffix",
            Self::BidiControl => "bidi-control",
            Self::FileName => "file-name",
            Self::SentenceEnd => "sentence-end",
            Self::PathName => "path-name",
            Self::LetterBefore => "letter-before",
            Self::GluedBefore => "glued-before",
            Self::GluedAfter => "glued-after",
            Self::SentencePunctuation => "sentence-punctuation",
            Self::EmptyPart => "empty-part",
            Self::TrailingMarkup => "trailing-markup",
            Self::TrailingInvisible => "trailing-invisible",
            Self::MixedScriptPath => "mixed-script-path",
            Self::TldListStale => "tld-list-stale",
            Self::Custom(id) => id,
        }
    }

    /// Where the rule comes from.
    ///
    /// ```
    /// assert_eq!(linkspan::ReasonKind::RestrictionLevel.clause(), "UTS #39 section 5.2");
    /// ```
    #[must_use]
    pub fn clause(self) -> &'static str {
        match self {
            Self::Userinfo => "UTS #58 section 3",
            Self::SchemeNotListed | Self::SchemeWithoutSlashes => "UTS #58 section 3.2",
            Self::PortTooLarge => "WHATWG URL, port state",
            Self::TldUnknown | Self::TldListStale => "UTS #58 section 1.4",
            Self::LocalPartInvalid => "UTS #58 section 5.2",
            Self::LocalPartCharacter => "guidelines for non-ASCII URLs 1.3",
            Self::LocalPartTooLong => "RFC 5321 section 4.5.3.1.1",
            Self::NameTooLong => "RFC 1035 section 2.3.4",
            Self::LinkTooLong
            | Self::RunTooLong
            | Self::BidiControl
            | Self::CharacterNotAllowed => "UTS #58 section 8",
            Self::IdnaInvalid => "UTS #46 section 4.1",
            Self::MixedScript | Self::MixedScriptPath => "UTS #39 section 5.1",
            Self::RestrictionLevel => "UTS #39 section 5.2",
            Self::WholeScriptConfusable => "UTS #39 section 4",
            Self::PublicSuffix => "UTS #58 section 1.4",
            Self::FileName
            | Self::SentenceEnd
            | Self::PathName
            | Self::GluedBefore
            | Self::GluedAfter
            | Self::SentencePunctuation
            | Self::EmptyPart
            | Self::TrailingMarkup
            | Self::TrailingInvisible => "UTS #58 section 8, usability",
            Self::LetterBefore => "UTS #58 section 5.1",
            Self::Custom(_) => "the caller",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::Userinfo => "what stands before the `@` is a user name, not a host",
            Self::SchemeNotListed => "the scheme is not one of those that are linked",
            Self::SchemeWithoutSlashes => "the scheme needs `//` before the host",
            Self::PortTooLarge => "the port is above 65535",
            Self::TldUnknown => "the top-level domain is not known",
            Self::LocalPartInvalid => "the local part is empty, or a dot in it is misplaced",
            Self::LocalPartCharacter => "the local part has a character that is not accepted",
            Self::LocalPartTooLong => "the local part is too long",
            Self::NameTooLong => "a label or the whole name is too long",
            Self::LinkTooLong => "the link is too long",
            Self::RunTooLong => "the text around it is too long without a break",
            Self::CharacterNotAllowed => "a character is not allowed in identifiers",
            Self::IdnaInvalid => "the host is not a valid internationalised name",
            Self::MixedScript => "a label mixes scripts",
            Self::RestrictionLevel => "a label mixes scripts that are not written together",
            Self::WholeScriptConfusable => "a label looks like a name in ASCII",
            Self::PublicSuffix => "nobody can register this name, it is a public suffix",
            Self::BidiControl => "a character inside changes the order of the text",
            Self::FileName => "the name is more likely that of a file",
            Self::SentenceEnd => "a sentence ends here and another one starts",
            Self::PathName => "the name is part of a path",
            Self::LetterBefore => "the letter before it may belong to the address",
            Self::GluedBefore => "text in front that is not separated by a space was left out",
            Self::GluedAfter => "text behind that is not separated by a space was left out",
            Self::SentencePunctuation => "punctuation of the sentence ends the link",
            Self::EmptyPart => "an empty query or fragment was left out",
            Self::TrailingMarkup => "markup at the end was left out",
            Self::TrailingInvisible => "invisible characters at the end were left out",
            Self::MixedScriptPath => "a part of the path or query mixes scripts",
            Self::TldListStale => "the list of top-level domains is older than the profile allows",
            Self::Custom(id) => id,
        }
    }
}

/// A reason with the characters it is about.
///
/// ```
/// use linkspan::{Reason, ReasonKind};
///
/// let reason = Reason { kind: ReasonKind::TldUnknown, about: "lan" };
/// assert_eq!(reason.to_string(), "the top-level domain is not known: `lan`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason<'t> {
    /// What the reason is.
    pub kind: ReasonKind,
    /// The label or characters that it is about, as they stand in the text.
    pub about: &'t str,
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.sentence())?;
        if self.about.is_empty() {
            return Ok(());
        }
        write!(f, ": `{}`", crate::text::excerpt::Excerpt(self.about))
    }
}

/// A reason with the place it is about.
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
