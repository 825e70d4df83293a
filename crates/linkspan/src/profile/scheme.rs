//! The schemes that are linked.
//!
//! ```
//! use linkspan::{Detector, Profile, profile::Syntax, scheme::Schemes};
//!
//! let schemes = Schemes::web().with_host("ssh")?;
//! let syntax = Syntax { schemes, ..Syntax::default() };
//! let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
//! assert_eq!(detector.links("ssh://example.com/x").count(), 1);
//! # Ok::<(), linkspan::scheme::SchemeError>(())
//! ```

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use crate::link::is_scheme;

/// Schemes that run code or read local files when a link is followed.
const DANGEROUS: [&str; 4] = ["javascript", "data", "vbscript", "file"];

/// The schemes that are linked: those before `://` and a host, and those before `:` and anything.
///
/// A scheme that is not here is never linked.
///
/// ```
/// use linkspan::{Detector, Profile, profile::Syntax, scheme::Schemes};
///
/// let schemes = Schemes::web().with_host("ftp")?.with_opaque("tel")?.with_opaque("magnet")?;
/// let syntax = Syntax { schemes, ..Syntax::default() };
/// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
/// let text = "Call tel:+1-201-555-0123, or get ftp://example.com/x; hotel:7 is a room";
/// let links: Vec<&str> = detector.links(text).map(|link| link.as_str()).collect();
/// assert_eq!(links, ["tel:+1-201-555-0123", "ftp://example.com/x"]);
/// # Ok::<(), linkspan::scheme::SchemeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schemes {
    host: Vec<Cow<'static, str>>,
    opaque: Vec<Cow<'static, str>>,
}

impl Schemes {
    /// `http://` and `https://`. (`mailto:` belongs to e-mail addresses.)
    ///
    /// ```
    /// use linkspan::scheme::Schemes;
    ///
    /// assert_eq!(Schemes::web().hosts().collect::<Vec<_>>(), ["http", "https"]);
    /// ```
    #[must_use]
    pub fn web() -> Self {
        Self {
            host: ["http", "https"].map(Cow::Borrowed).into(),
            opaque: Vec::new(),
        }
    }

    /// `http://`, `https://` and `ftp://`.
    ///
    /// ```
    /// use linkspan::scheme::Schemes;
    ///
    /// assert_eq!(Schemes::web_and_ftp().hosts().collect::<Vec<_>>(), ["http", "https", "ftp"]);
    /// ```
    #[must_use]
    pub fn web_and_ftp() -> Self {
        Self {
            host: ["http", "https", "ftp"].map(Cow::Borrowed).into(),
            opaque: Vec::new(),
        }
    }

    /// Adds a scheme that is before `://` and a host, such as `ftp`.
    ///
    /// # Errors
    ///
    /// If `scheme` is not a scheme (RFC 3986 section 3.1) or is dangerous to follow.
    ///
    /// ```
    /// use linkspan::scheme::Schemes;
    ///
    /// let schemes = Schemes::web().with_host("GEMINI")?;
    /// assert_eq!(schemes.hosts().last(), Some("gemini"));
    /// # Ok::<(), linkspan::scheme::SchemeError>(())
    /// ```
    pub fn with_host(mut self, scheme: &str) -> Result<Self, SchemeError> {
        self.host.push(safe(scheme)?);
        Ok(self)
    }

    /// Adds a scheme that is before `:` and anything, such as `tel`, `geo` or `magnet`.
    ///
    /// What follows the `:` is read like a path with query and fragment. The scheme has to start a
    /// word.
    ///
    /// # Errors
    ///
    /// If `scheme` is not a scheme (RFC 3986 section 3.1) or is dangerous to follow.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Syntax, scheme::Schemes};
    ///
    /// let syntax = Syntax { schemes: Schemes::web().with_opaque("geo")?, ..Syntax::default() };
    /// let detector = Detector::new(Profile { syntax, ..Profile::uts58() });
    /// assert_eq!(detector.links("at geo:48.2,16.4.").next().unwrap().as_str(), "geo:48.2,16.4");
    /// # Ok::<(), linkspan::scheme::SchemeError>(())
    /// ```
    pub fn with_opaque(mut self, scheme: &str) -> Result<Self, SchemeError> {
        self.opaque.push(safe(scheme)?);
        Ok(self)
    }

    /// Adds a scheme before `:` even if following its links can run code or read local files:
    /// `javascript`, `data`, `vbscript` or `file`. Never do this for text of other people.
    ///
    /// # Errors
    ///
    /// If `scheme` is not a scheme (RFC 3986 section 3.1).
    ///
    /// ```
    /// use linkspan::scheme::Schemes;
    ///
    /// assert!(Schemes::web().with_opaque("file").is_err());
    /// assert_eq!(Schemes::web().with_unsafe_opaque("file")?.opaques().last(), Some("file"));
    /// # Ok::<(), linkspan::scheme::SchemeError>(())
    /// ```
    pub fn with_unsafe_opaque(mut self, scheme: &str) -> Result<Self, SchemeError> {
        self.opaque.push(valid(scheme)?);
        Ok(self)
    }

    /// The schemes before `://`, in lower case.
    ///
    /// ```
    /// use linkspan::scheme::Schemes;
    ///
    /// assert!(Schemes::web_and_ftp().hosts().any(|scheme| scheme == "ftp"));
    /// ```
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.host.iter().map(AsRef::as_ref)
    }

    /// The schemes before `:`, in lower case.
    ///
    /// ```
    /// use linkspan::scheme::Schemes;
    ///
    /// assert_eq!(Schemes::web().with_opaque("tel")?.opaques().collect::<Vec<_>>(), ["tel"]);
    /// # Ok::<(), linkspan::scheme::SchemeError>(())
    /// ```
    pub fn opaques(&self) -> impl Iterator<Item = &str> {
        self.opaque.iter().map(AsRef::as_ref)
    }
}

impl Default for Schemes {
    fn default() -> Self {
        Self::web()
    }
}

/// Whether following a link with this scheme can run code or read local files.
pub(crate) fn is_dangerous(scheme: &str) -> bool {
    DANGEROUS
        .iter()
        .any(|other| other.eq_ignore_ascii_case(scheme))
}

fn valid(scheme: &str) -> Result<Cow<'static, str>, SchemeError> {
    if is_scheme(scheme) {
        Ok(Cow::Owned(scheme.to_ascii_lowercase()))
    } else {
        Err(SchemeError::Invalid(scheme.to_string()))
    }
}

fn safe(scheme: &str) -> Result<Cow<'static, str>, SchemeError> {
    let scheme = valid(scheme)?;
    if is_dangerous(&scheme) {
        return Err(SchemeError::Dangerous(scheme.into_owned()));
    }
    Ok(scheme)
}

/// Why a scheme is not accepted.
///
/// ```
/// use linkspan::scheme::{SchemeError, Schemes};
///
/// assert_eq!(Schemes::web().with_opaque("data"), Err(SchemeError::Dangerous("data".into())));
/// assert_eq!(Schemes::web().with_host("no scheme"), Err(SchemeError::Invalid("no scheme".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemeError {
    /// It is not a letter followed by letters, digits, `+`, `-` and `.`.
    Invalid(alloc::string::String),
    /// Following such a link can run code or read local files.
    Dangerous(alloc::string::String),
}

impl fmt::Display for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(scheme) => write!(
                f,
                "`{scheme}` is not a scheme: expected a letter, then letters, digits, `+`, `-` and `.`"
            ),
            Self::Dangerous(scheme) => write!(
                f,
                "refusing scheme `{scheme}`: its links can run code or read local files"
            ),
        }
    }
}

impl core::error::Error for SchemeError {}
