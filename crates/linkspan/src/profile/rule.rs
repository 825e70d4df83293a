//! Rules: what a profile asks of a candidate beyond the standard, each with a name.

use crate::choice::Choice;
use crate::reason::ReasonKind;

/// Writes the enum of rules. Each has the name of the reason it gives.
macro_rules! rules {
    ($($(#[doc = $doc:literal])* $rule:ident,)*) => {
        /// A rule that narrows or rejects candidates, or warns of them. No rule finds anything else.
        ///
        /// A rule has the name of the [reason](ReasonKind) that it gives, so that whatever
        /// [`Link::reasons`](crate::Link::reasons) or [`Detector::judged`](crate::Detector::judged) says can be
        /// switched off by the same word.
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
        }
    };
}

rules! {
    /// `http:example.com` is not linked: a scheme that needs `//` is before the host without it.
    SchemeWithoutSlashes,
    /// Every character of a host has Identifier_Status=Allowed (UTS #39), or is a joiner that its script
    /// needs.
    CharacterNotAllowed,
    /// A host is valid as a whole by UTS #46: right-to-left names (RFC 5893), joiners, labels.
    IdnaInvalid,
    /// No label mixes scripts: its resolved script set (UTS #39 section 5.1) is not empty.
    MixedScript,
    /// No label is looser than Highly Restrictive (UTS #39 section 5.2).
    RestrictionLevel,
    /// A label that looks like an ASCII name in another script is shown as its A-label, unless the top-level
    /// domain is of its script, or of a country that writes it, and looks like no other.
    WholeScriptConfusable,
    /// A label that the eye cannot tell from another one is shown as its A-label, as Chromium and Firefox do:
    /// a dot on a letter that has one, accents on dotless letters, marks twice, digits of two systems, signs
    /// of kana outside kana, letters that no language of the top-level domain has, symbols in an A-label.
    Lookalike,
    /// A name without a scheme that is only a public suffix of the ICANN section, such as `co.uk`, is not
    /// linked.
    PublicSuffix,
    /// No character in a link changes the order of the text.
    BidiControl,
    /// A local part has only letters, digits, marks, `.`, `_`, `-` and `+`.
    LocalPartCharacter,
    /// A link carries a warning if a part of its path or query mixes scripts.
    MixedScriptPath,
    /// `README.md` is a file.
    FileName,
    /// `here.It` is a missing space.
    SentenceEnd,
    /// `src/main.rs` is a path.
    PathName,
    /// An address is not linked directly after a letter that cannot be part of it, but looks as if it were.
    LetterBefore,
    /// `请访问⸠example.com⸡`: letters of scripts without spaces before an ASCII rest of a label are not part
    /// of it.
    GluedBefore,
    /// `⸠https://example.com⸡查看`: letters of scripts without spaces after a known ASCII top-level domain are
    /// not part of it.
    GluedAfter,
    /// `⸠https://example.com/foo⸡。次の文`: punctuation outside ASCII that ends a sentence, and full-width
    /// commas, end a link; other punctuation does so after ASCII.
    SentencePunctuation,
    /// `⸠example.com/a⸡?`: an empty query or fragment at the end is left out.
    EmptyPart,
    /// `**⸠https://example.com/x⸡**`: markup around a link is left out.
    TrailingMarkup,
    /// Invisible characters at the end are left out.
    TrailingInvisible,
    /// `"⸠https://example.com/x⸡"`, `|url=⸠https://example.com/x⸡|title=…`: a raw `<`, `>`, `"`, `\` or backquote ends
    /// a link, `|` does so in a path and between fields, and `,` or `;` before a scheme.
    Delimiter,
    /// `'⸠https://example.com/x⸡'`: a quotation mark directly before a link makes its partner end it.
    ClosingQuote,
    /// `⸠https://example.com/x⸡(see below)`: brackets that are not closed in the link are outside.
    OpenBracket,
    /// `email=⸠me@example.com⸡`: signs before an address are not part of it.
    SignBefore,
    /// `out.info(x)` is code.
    Code,
    /// `@user@example.social` and `@user:example.org` are handles.
    Handle,
    /// `git@example.com:user/repository.git` is a path on a machine.
    ScpPath,
    /// `example.com[.]br` is not linked: a part of a defanged name would be another name.
    Defanged,
    /// `https://example·com.com/` is not linked: the text after `://` is a host as a whole, or nothing in it is linked.
    PartOfName,
    /// `pay\u{200B}pal.com` is not linked: an invisible character joins what is on both sides of it.
    InvisibleCharacter,
}

impl Rule {
    /// The stable name for programs: the id of the [reason](Self::reason).
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
    /// The rules for what people expect of links in prose.
    pub(crate) const PROSE: Self = Self::of(&[
        Rule::FileName,
        Rule::SentenceEnd,
        Rule::PathName,
        Rule::LetterBefore,
        Rule::GluedBefore,
        Rule::SentencePunctuation,
        Rule::EmptyPart,
        Rule::TrailingMarkup,
        Rule::TrailingInvisible,
        Rule::Delimiter,
        Rule::ClosingQuote,
        Rule::OpenBracket,
        Rule::SignBefore,
        Rule::Code,
        Rule::Handle,
        Rule::ScpPath,
    ]);

    /// The rules for the edges of names and addresses.
    pub(crate) const EDGES: Self =
        Self::of(&[Rule::Defanged, Rule::PartOfName, Rule::InvisibleCharacter]);

    /// The rules for the characters and scripts of names.
    pub(crate) const NAMES: Self = Self::of(&[
        Rule::CharacterNotAllowed,
        Rule::IdnaInvalid,
        Rule::MixedScript,
        Rule::RestrictionLevel,
        Rule::WholeScriptConfusable,
        Rule::Lookalike,
    ]);

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
