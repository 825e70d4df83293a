//! Policies: which candidates should be linked, and how far.
//!
//! A policy narrows or removes what the syntax finds; it never finds anything else. Each rule is an
//! option, so that profiles are values and callers can mix their own.
//!
//! ```
//! use linkspan::policy::{BareSuffixes, Policy};
//! use linkspan::{Detector, Profile};
//!
//! let policy = Policy { bare_suffixes: BareSuffixes::Rejected, ..Policy::default() };
//! let detector = Detector::new(Profile { policy, ..Profile::uts58() });
//! let links: Vec<_> = detector.links("under co.uk: example.co.uk").map(|link| link.as_str()).collect();
//! assert_eq!(links, ["example.co.uk"]);
//! ```

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::link::Link;
use crate::reason::ReasonKind;

/// What should be linked, among the candidates of a syntax.
///
/// The default rejects nothing and changes nothing.
///
/// ```
/// use linkspan::policy::{LabelScripts, Policy};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { scripts: LabelScripts::Unmixed, ..Policy::default() };
/// let detector = Detector::new(Profile { policy, ..Profile::uts58() });
/// assert_eq!(detector.links("pаypal.com").count(), 0, "а is Cyrillic");
/// assert_eq!(detector.links("paypal.com").count(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// Which characters a host may have.
    pub characters: HostCharacters,
    /// Which scripts a label may mix.
    pub scripts: LabelScripts,
    /// Whether a host has to be valid as a whole by UTS #46: RFC 5893 for right-to-left names,
    /// CONTEXTJ, and valid labels.
    pub idna: IdnaRules,
    /// Labels that look like ASCII names in another script.
    pub confusables: Confusables,
    /// Names without a scheme that are only a public suffix.
    pub bare_suffixes: BareSuffixes,
    /// Characters inside a link that reorder text.
    pub bidi_controls: BidiControls,
    /// Which local parts are accepted.
    pub local_parts: LocalParts,
    /// Parts of paths and queries that mix scripts.
    pub paths: PathScripts,
    /// What people expect of links in prose.
    pub prose: Prose,
    /// The characters that are accepted below a top-level domain (its "IDN table"), given its
    /// A-label or ASCII form; instead of all that IDNA accepts.
    pub repertoire: Option<Repertoire>,
    /// Further checks, in order. A check can only reject.
    pub checks: Vec<Check>,
}

/// Which characters a host may have.
///
/// ```
/// use linkspan::policy::{HostCharacters, Policy};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { characters: HostCharacters::Allowed, ..Policy::default() };
/// let strict = Detector::new(Profile { policy, ..Profile::uts58() });
/// let text = "https://ᚠᚢ.com";
/// assert_eq!((Detector::uts58().links(text).count(), strict.links(text).count()), (1, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostCharacters {
    /// All host characters.
    #[default]
    Any,
    /// Those with Identifier_Status=Allowed (UTS #39), and joiners where a script needs them.
    Allowed,
}

/// Which scripts a label may mix.
///
/// ```
/// use linkspan::policy::{LabelScripts, Policy};
/// use linkspan::{Detector, Profile};
///
/// let count = |scripts| {
///     let policy = Policy { scripts, ..Policy::default() };
///     let detector = Detector::new(Profile { policy, ..Profile::uts58() });
///     detector.links("最高のSONY製品.com pаypal.com").count()
/// };
/// assert_eq!(count(LabelScripts::Any), 2);
/// assert_eq!(count(LabelScripts::HighlyRestrictive), 1);
/// assert_eq!(count(LabelScripts::Unmixed), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelScripts {
    /// Any.
    #[default]
    Any,
    /// None: the resolved script set (UTS #39 section 5.1) must not be empty.
    Unmixed,
    /// Those of the restriction level Highly Restrictive (UTS #39 section 5.2).
    HighlyRestrictive,
}

/// Whether a host has to be valid as a whole.
///
/// ```
/// use linkspan::policy::{IdnaRules, Policy};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { idna: IdnaRules::Required, ..Policy::default() };
/// let strict = Detector::new(Profile { policy, ..Profile::uts58() });
/// // A label that mixes directions breaks the Bidi rule.
/// let text = "https://אa.com";
/// assert_eq!((Detector::uts58().links(text).count(), strict.links(text).count()), (1, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IdnaRules {
    /// Valid characters are enough.
    #[default]
    Ignored,
    /// UTS #46 ToASCII has to succeed.
    Required,
}

/// Labels that look like ASCII names in another script.
///
/// ```
/// use linkspan::policy::{Confusables, Policy};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { confusables: Confusables::ShownAsALabel, ..Policy::default() };
/// let detector = Detector::new(Profile { policy, ..Profile::uts58() });
/// let link = detector.links("https://аррӏе.com").next().unwrap();
/// assert_eq!(link.display(), "https://xn--80ak6aa92e.com");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confusables {
    /// They are shown as they are.
    #[default]
    Ignored,
    /// They are shown as A-labels, with a reason, unless the top-level domain is of their script.
    ShownAsALabel,
}

/// Names without a scheme that are only a public suffix.
///
/// ```
/// use linkspan::policy::{BareSuffixes, Policy};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { bare_suffixes: BareSuffixes::Rejected, ..Policy::default() };
/// let detector = Detector::new(Profile { policy, ..Profile::uts58() });
/// assert_eq!(detector.links("co.uk").count(), 0);
/// assert_eq!(detector.links("https://co.uk").count(), 1, "it has a scheme");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BareSuffixes {
    /// They are linked.
    #[default]
    Linked,
    /// Those of the ICANN section, such as `co.uk`, are not.
    Rejected,
}

/// Characters inside a link that reorder text.
///
/// ```
/// use linkspan::policy::{BidiControls, Policy};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { bidi_controls: BidiControls::Rejected, ..Policy::default() };
/// let strict = Detector::new(Profile { policy, ..Profile::uts58() });
/// let text = "https://a.com/\u{202E}gpj.exe";
/// assert_eq!((Detector::uts58().links(text).count(), strict.links(text).count()), (1, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BidiControls {
    /// They are part of the link.
    #[default]
    Kept,
    /// A link with one inside is not linked.
    Rejected,
}

/// Which local parts are accepted.
///
/// ```
/// use linkspan::policy::{LocalParts, Policy};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { local_parts: LocalParts::Conservative, ..Policy::default() };
/// let detector = Detector::new(Profile { policy, ..Profile::uts58() });
/// let links: Vec<_> = detector.links("a{b}@a.com a.b+c@a.com").map(|link| link.as_str()).collect();
/// assert_eq!(links, ["a.b+c@a.com"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalParts {
    /// All that the syntax finds.
    #[default]
    Any,
    /// Letters, digits, marks and `.`, `_`, `-`, `+`.
    Conservative,
}

/// Parts of paths and queries that mix scripts.
///
/// ```
/// use linkspan::policy::{PathScripts, Policy};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { paths: PathScripts::Noted, ..Policy::default() };
/// let detector = Detector::new(Profile { policy, ..Profile::uts58() });
/// let link = detector.links("https://a.com/pаypal").next().unwrap();
/// assert_eq!(link.reasons().next().map(|reason| reason.kind.id()), Some("mixed-script-path"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathScripts {
    /// They are accepted.
    #[default]
    Ignored,
    /// The link carries a reason.
    Noted,
}

/// What people expect of links in prose.
///
/// ```
/// use linkspan::policy::{Policy, Prose};
/// use linkspan::{Detector, Profile};
///
/// let policy = Policy { prose: Prose::Human, ..Policy::default() };
/// let human = Detector::new(Profile { policy, ..Profile::uts58() });
/// let text = "https://example.com/foo。次の文";
/// assert_eq!(human.links(text).next().unwrap().as_str(), "https://example.com/foo");
/// assert_eq!(Detector::uts58().links(text).next().unwrap().as_str(), text);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prose {
    /// What the standard says.
    #[default]
    Literal,
    /// Links end with the sentence in scripts that are written without spaces, start after text
    /// that is glued to them, leave markup and invisible characters out, and are not made of file
    /// names and missing spaces:
    ///
    /// - `⸠https://example.com/foo⸡。次の文`: punctuation outside ASCII that ends a sentence, and full-width
    ///   commas, end a link; other punctuation does so after ASCII.
    /// - `请访问⸠example.com⸡`, `⸠https://example.com⸡查看`: letters of scripts without spaces before an ASCII
    ///   rest of a label, and after a known ASCII top-level domain, are not part of it.
    /// - `**⸠https://example.com/x⸡**`, `⸠example.com/a⸡?`: markup, invisible characters and an empty query
    ///   at the end are left out.
    /// - `README.md` is a file, `here.It` a missing space, `src/main.rs` a path.
    Human,
}

/// The characters that labels below each top-level domain may have: the "IDN tables" of registries.
///
/// ```
/// use linkspan::policy::{Policy, Repertoire};
/// use linkspan::{Detector, Profile};
///
/// let german = Repertoire::new(|tld, c| tld != "de" || c.is_ascii() || "äöüß".contains(c));
/// let policy = Policy { repertoire: Some(german), ..Policy::default() };
/// let detector = Detector::new(Profile { policy, ..Profile::nonascii() });
/// assert_eq!(detector.links("bücher.de").count(), 1);
/// assert_eq!(detector.links("пример.de").count(), 0);
/// ```
#[derive(Clone)]
pub struct Repertoire(Arc<Accepts>);

type Accepts = dyn Fn(&str, char) -> bool + Send + Sync;

impl Repertoire {
    /// A function that says of a top-level domain, in ASCII, and a character whether it is accepted.
    ///
    /// ```
    /// use linkspan::policy::{Policy, Repertoire};
    /// use linkspan::{Detector, Profile};
    ///
    /// let policy = Policy { repertoire: Some(Repertoire::new(|_, c| c.is_ascii())), ..Policy::default() };
    /// let detector = Detector::new(Profile { policy, ..Profile::uts58() });
    /// assert_eq!(detector.links("a.com ü.com").count(), 1);
    /// ```
    #[must_use]
    pub fn new(accepts: impl Fn(&str, char) -> bool + Send + Sync + 'static) -> Self {
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

/// A check of the caller.
///
/// ```
/// use linkspan::policy::{Check, Policy};
/// use linkspan::{Detector, Profile};
///
/// let no_shorteners = Check::new(|link| link.is_below("bit.ly").then_some("shortener"));
/// let policy = Policy { checks: vec![no_shorteners], ..Policy::default() };
/// let detector = Detector::new(Profile { policy, ..Profile::uts58() });
/// assert_eq!(detector.links("Bit.ly./x example.com/y").count(), 1);
/// ```
#[derive(Clone)]
pub struct Check(Arc<CheckFn>);

type CheckFn = dyn Fn(&Link<'_>) -> Option<&'static str> + Send + Sync;

impl Check {
    /// A check that rejects a link by naming a reason.
    ///
    /// ```
    /// use linkspan::policy::{Check, Policy};
    /// use linkspan::{Detector, Finding, Profile, ReasonKind};
    ///
    /// let no_ports = Check::new(|link| link.port().map(|_| "has-a-port"));
    /// let policy = Policy { checks: vec![no_ports], ..Policy::default() };
    /// let detector = Detector::new(Profile { policy, ..Profile::uts58() });
    /// let Some(Finding::Rejected(rejected)) = detector.judged("a.com:81").next() else { panic!() };
    /// assert_eq!(rejected.reason().kind, ReasonKind::Custom("has-a-port"));
    /// ```
    #[must_use]
    pub fn new(judge: impl Fn(&Link<'_>) -> Option<&'static str> + Send + Sync + 'static) -> Self {
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
