//! Profiles: what can be a link, as a value.

use crate::props::is_link_email;
use crate::tld::TldSource;

/// Everything a [`Detector`](crate::Detector) needs to know.
///
/// ```
/// use linkspan::{Detector, Profile, tld::TldSource};
///
/// let profile = Profile {
///     tlds: TldSource::Syntactic,
///     ..Profile::uts58()
/// };
/// let detector = Detector::new(profile);
/// assert_eq!(detector.links("see router.lan/status").count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// What can be a candidate.
    pub syntax: Syntax,
    /// Which top-level domains exist, for names without a scheme.
    pub tlds: TldSource,
}

impl Profile {
    /// Detection exactly as UTS #58 defines, and nothing else.
    #[must_use]
    pub fn uts58() -> Self {
        Self {
            syntax: Syntax::default(),
            tlds: TldSource::Embedded,
        }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::uts58()
    }
}

/// What can be a candidate for a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax {
    /// The schemes that `://` and a host may follow, in lower case.
    pub schemes: &'static [&'static str],
    /// The scheme that `href` gives to a name without one.
    pub default_scheme: &'static str,
    /// E-mail addresses.
    pub email: EmailSyntax,
}

impl Default for Syntax {
    /// The syntax of UTS #58: `http`, `https` and e-mail addresses.
    fn default() -> Self {
        Self {
            schemes: &["http", "https"],
            default_scheme: "https",
            email: EmailSyntax::default(),
        }
    }
}

/// What can be the local part of an e-mail address.
#[derive(Clone, Copy, Debug)]
pub struct EmailSyntax {
    /// The characters of an unquoted local part: Link_Email, or a customised set (UTS #58
    /// section 6.1). `@` and Link_Term=Hard characters are never accepted.
    pub characters: fn(char) -> bool,
    /// Whether quoted local parts are linked.
    pub quoted: QuotedLocalParts,
    /// What a misplaced dot does.
    pub misplaced_dots: MisplacedDots,
}

impl Default for EmailSyntax {
    fn default() -> Self {
        Self {
            characters: is_link_email,
            quoted: QuotedLocalParts::default(),
            misplaced_dots: MisplacedDots::default(),
        }
    }
}

impl PartialEq for EmailSyntax {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.characters, other.characters)
            && self.quoted == other.quoted
            && self.misplaced_dots == other.misplaced_dots
    }
}

/// Local parts in quotation marks, such as `"john\doe"@example.com`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuotedLocalParts {
    /// They are text, as in UTS #58.
    #[default]
    Ignored,
    /// Those without Link_Term=Hard characters (such as spaces) are linked.
    Linked,
}

/// A dot at the start of a local part, or two in a row (see UTS #58, after Table 5-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MisplacedDots {
    /// The address is not linked.
    #[default]
    Fail,
    /// The address starts behind them: `john..doe@example.com` links `doe@example.com`.
    Stop,
}
