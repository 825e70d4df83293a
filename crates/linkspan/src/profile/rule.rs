//! Rules: the requirements of a profile beyond the standard, each with a name.

use crate::choice::Choice;
use crate::reason::ReasonKind;

/// Defines the enum of rules. Each rule has the name of the reason it gives.
macro_rules! rules {
    ($($(#[doc = $doc:literal])* $rule:ident,)*) => {
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
        }
    };
}

rules! {
    /// Rejects `http:example.com`: the scheme needs `//` before the host.
    SchemeWithoutSlashes,
    /// Rejects hosts with a character that does not have Identifier_Status=Allowed (UTS #39),
    /// except for joiners that their script needs.
    CharacterNotAllowed,
    /// Rejects hosts that are not valid as a whole according to UTS #46: right-to-left names
    /// (RFC 5893), joiners, labels.
    IdnaInvalid,
    /// Rejects labels that mix scripts: their resolved script set (UTS #39 section 5.1) is empty.
    MixedScript,
    /// Rejects labels that are looser than Highly Restrictive (UTS #39 section 5.2).
    RestrictionLevel,
    /// Warns about a label that looks like an ASCII name in another script, which is then shown as
    /// its A-label, unless the top-level domain is in that script, or of a country that writes it,
    /// and does not itself look like another one.
    WholeScriptConfusable,
    /// Warns about a label that a reader cannot tell from another one, which is then shown as its
    /// A-label, as in Chromium and Firefox: a dot on a letter that has one, accents on dotless
    /// letters, repeated marks, digits of two systems, kana signs outside kana, letters of no
    /// language of the top-level domain, symbols in an A-label.
    Lookalike,
    /// Rejects a name without a scheme that is only a public suffix of the ICANN section, such as
    /// `co.uk`.
    PublicSuffix,
    /// Rejects links that contain a character that reorders text, and names without a scheme that
    /// such a character joins to the text before them.
    BidiControl,
    /// Rejects local parts with characters other than letters, digits, marks, `.`, `_`, `-` and
    /// `+`.
    LocalPartCharacter,
    /// Warns if a part of the path or query mixes scripts.
    MixedScriptPath,
    /// Rejects `README.md`, `README.pt-BR.md` and `configure.in`: they are files.
    FileName,
    /// Rejects `here.It`, `M.Tech` and `A.餐厅`: a space is missing between two sentences, or an
    /// initial is before a word.
    SentenceEnd,
    /// Rejects `src/main.rs`: it is a path.
    PathName,
    /// Rejects an address that directly follows a letter that cannot be part of it but looks as if
    /// it were.
    LetterBefore,
    /// `请访问⸠example.com⸡`: excludes letters of scripts without spaces from the start of a label
    /// whose rest is ASCII.
    GluedBefore,
    /// `⸠https://example.com⸡查看`: excludes letters of scripts without spaces after a known ASCII
    /// top-level domain.
    GluedAfter,
    /// `⸠https://example.com/docs⸡了解更多`: excludes letters of scripts without spaces that are glued
    /// to an ASCII path segment or query value and more likely prose than part of the URL. Titles
    /// (`/wiki/C语言`) and search values stay whole.
    GluedTail,
    /// Rejects `www.登录github.com` and `me@登录github.com`: a label joins prose and a name.
    JoinedName,
    /// Rejects `美食。购物`: in a name without a scheme, an ideographic full stop ends a sentence,
    /// unless the name is alone and something else says that it is a name.
    IdeographicDot,
    /// `⸠https://example.com/foo⸡。次の文`: ends a link at non-ASCII punctuation that ends a sentence
    /// and at full-width commas, and at other non-ASCII punctuation after ASCII.
    SentencePunctuation,
    /// `⸠example.com/a⸡?`: excludes an empty query or fragment from the end.
    EmptyPart,
    /// `**⸠https://example.com/x⸡**`: excludes markup around a link.
    TrailingMarkup,
    /// Excludes invisible characters from the end of a link.
    TrailingInvisible,
    /// `"⸠https://example.com/x⸡"`, `|url=⸠https://example.com/x⸡|title=…`: ends a link at a raw
    /// `<`, `>`, `"`, `\` or backquote, at `|` in a path and between fields, and at `,` or `;`
    /// before a scheme.
    Delimiter,
    /// `'⸠https://example.com/x⸡'`: ends a link at the partner of the quotation mark directly
    /// before it.
    ClosingQuote,
    /// `⸠https://example.com/x⸡(see below)`: ends a link before a bracket that is not closed in it.
    OpenBracket,
    /// `email=⸠me@example.com⸡`: excludes signs before an address.
    SignBefore,
    /// Rejects `out.info(x)`, `self.foo`, `some_module.foo`, `Color.BLUE` and `{{a.com}}`: they are
    /// code.
    Code,
    /// Rejects `response.data`: the top-level domain is the name of a field. One that many sites
    /// have, such as `id`, needs another sign of code: `user.id`, but not `kompas.id`.
    FieldWord,
    /// Rejects `ASP.NET`, `学习.NET` and `4.3.2.1.in-addr.arpa`: they are technology.
    Technology,
    /// Rejects `VALE3.SA`: it is a security on an exchange.
    Ticker,
    /// Rejects `@user@example.social` and `@user:example.org`: they are handles.
    Handle,
    /// Rejects `git@example.com:user/repository.git`: it is a path on another machine.
    ScpPath,
    /// Rejects `<20251104.GA2217@mail.example.org>`: it is the id of a message.
    MessageId,
    /// Rejects `Bob\nbob@example.com`: the first letter after a backslash may belong to an escape.
    EscapeBefore,
    /// Rejects the names and addresses in `did:web:example.com` and `xmpp:me@example.com`: they are
    /// parts of a URI that needs a program of its own.
    OpaqueUri,
    /// Rejects `http://t.co/BSg…` and `example.com/some/pa…`: the address was cut off. A URL with a
    /// scheme that is not a short link is linked with a warning.
    Truncated,
    /// Rejects `example.com[.]br`: a part of a defanged name would be a different name.
    Defanged,
    /// Rejects `https://example·com.com/`: the text after `://` is a host as a whole, or nothing in
    /// it is linked.
    PartOfName,
    /// Rejects `pay\u{200B}pal.com`: an invisible character joins the text on both sides of it.
    InvisibleCharacter,
}

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
    pub(crate) const PROSE: Self = Self::of(&[
        Rule::FileName,
        Rule::SentenceEnd,
        Rule::PathName,
        Rule::LetterBefore,
        Rule::GluedBefore,
        Rule::GluedTail,
        Rule::JoinedName,
        Rule::IdeographicDot,
        Rule::SentencePunctuation,
        Rule::EmptyPart,
        Rule::TrailingMarkup,
        Rule::TrailingInvisible,
        Rule::Delimiter,
        Rule::ClosingQuote,
        Rule::OpenBracket,
        Rule::SignBefore,
        Rule::Code,
        Rule::FieldWord,
        Rule::Technology,
        Rule::Ticker,
        Rule::Handle,
        Rule::ScpPath,
        Rule::MessageId,
        Rule::EscapeBefore,
        Rule::OpaqueUri,
        Rule::Truncated,
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
