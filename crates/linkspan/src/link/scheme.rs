//! Schemes, and which of them are dangerous.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

use super::is_scheme;

/// Schemes that run code or read local files when a link is followed.
const DANGEROUS: [&str; 4] = ["javascript", "data", "vbscript", "file"];

/// A scheme that is configured at run time: short, in lower case and safe to follow.
///
/// ```
/// use linkspan::profile::Scheme;
///
/// assert_eq!(Scheme::new("HTTP"), Ok(Scheme::HTTP));
/// assert_eq!(Scheme::HTTPS.as_str(), "https");
/// assert!(Scheme::new("javascript").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// The alignment lets it be copied as two words rather than byte by byte.
#[repr(align(8))]
pub struct Scheme {
    letters: [u8; Self::LONGEST],
    length: u8,
}

impl Scheme {
    /// The maximum length of such a scheme, in bytes.
    ///
    /// ```
    /// use linkspan::profile::Scheme;
    ///
    /// assert!(Scheme::new(&"a".repeat(Scheme::LONGEST)).is_ok());
    /// assert!(Scheme::new(&"a".repeat(Scheme::LONGEST + 1)).is_err());
    /// ```
    pub const LONGEST: usize = 15;

    /// The scheme `https`.
    pub const HTTPS: Self = Self {
        letters: *b"https\0\0\0\0\0\0\0\0\0\0",
        length: 5,
    };

    /// The scheme `http`.
    pub const HTTP: Self = Self {
        letters: *b"http\0\0\0\0\0\0\0\0\0\0\0",
        length: 4,
    };

    /// The scheme with this name, given without `:`. Upper case is accepted and lowered.
    ///
    /// # Errors
    ///
    /// If `name` is not a scheme (RFC 3986 section 3.1), is dangerous to follow, or is longer than
    /// [`LONGEST`](Self::LONGEST).
    ///
    /// ```
    /// use linkspan::profile::{Scheme, SchemeError};
    ///
    /// assert_eq!(Scheme::new("gemini")?.as_str(), "gemini");
    /// assert_eq!(Scheme::new("https:"), Err(SchemeError::Invalid("https:".into())));
    /// # Ok::<(), SchemeError>(())
    /// ```
    pub fn new(name: &str) -> Result<Self, SchemeError> {
        let name = safe(name)?;
        let mut letters = [0; Self::LONGEST];
        let length = u8::try_from(name.len()).ok();
        match (letters.get_mut(..name.len()), length) {
            (Some(start), Some(length)) => {
                start.copy_from_slice(name.as_bytes());
                Ok(Self { letters, length })
            }
            _ => Err(SchemeError::TooLong(name.into_owned())),
        }
    }

    /// The name in lower case, without `:`.
    ///
    /// ```
    /// assert_eq!(linkspan::profile::Scheme::HTTP.as_str(), "http");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        let name = self.letters.get(..usize::from(self.length));
        // A scheme is ASCII.
        let name = name.and_then(|name| core::str::from_utf8(name).ok());
        name.unwrap_or_default()
    }
}

impl Default for Scheme {
    fn default() -> Self {
        Self::HTTPS
    }
}

impl fmt::Debug for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scheme({})", self.as_str())
    }
}

/// Whether following a link with this scheme can run code or read local files.
pub(crate) fn is_dangerous(scheme: &str) -> bool {
    DANGEROUS
        .iter()
        .any(|other| other.eq_ignore_ascii_case(scheme))
}

/// Whether a browser would read a dangerous scheme at the start of an address. Browsers skip
/// controls and spaces before it, and tabs and line breaks anywhere (WHATWG URL, basic URL parser).
pub(crate) fn has_dangerous_scheme(address: &str) -> bool {
    let start = address.trim_start_matches(|c: char| c <= ' ');
    // Most addresses start with another letter and need not be read further.
    let first = start.bytes().next().map(|byte| byte.to_ascii_lowercase());
    let mut letters = DANGEROUS.iter().map(|scheme| scheme.bytes().next());
    if !letters.any(|letter| letter == first) {
        return false;
    }
    let Some((scheme, _)) = start.split_once(':') else {
        return false;
    };
    // No dangerous scheme is longer than this, no matter how many line breaks are in it.
    let letters = scheme.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let letters: String = letters.take(Scheme::LONGEST).collect();
    is_dangerous(&letters)
}

pub(crate) fn valid(scheme: &str) -> Result<Cow<'static, str>, SchemeError> {
    if is_scheme(scheme) {
        Ok(Cow::Owned(scheme.to_ascii_lowercase()))
    } else {
        Err(SchemeError::Invalid(scheme.to_string()))
    }
}

pub(crate) fn safe(scheme: &str) -> Result<Cow<'static, str>, SchemeError> {
    let scheme = valid(scheme)?;
    if is_dangerous(&scheme) {
        return Err(SchemeError::Dangerous(scheme.into_owned()));
    }
    Ok(scheme)
}

/// Why a scheme is not accepted.
///
/// ```
/// use linkspan::profile::{SchemeError, Schemes};
///
/// assert_eq!(Schemes::web().with_opaque("data"), Err(SchemeError::Dangerous("data".into())));
/// assert_eq!(Schemes::web().with_host("no scheme"), Err(SchemeError::Invalid("no scheme".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemeError {
    /// The name is not a letter followed by letters, digits, `+`, `-` and `.`.
    Invalid(String),
    /// Following a link with this scheme can run code or read local files.
    Dangerous(String),
    /// The name is longer than [`Scheme::LONGEST`].
    TooLong(String),
}

impl fmt::Display for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(scheme) => write!(
                f,
                "`{scheme}` is not a scheme: expected a letter, then letters, digits, `+`, `-` and `.`"
            ),
            Self::TooLong(scheme) => write!(
                f,
                "`{scheme}` is too long for a default scheme: expected at most {} characters",
                Scheme::LONGEST
            ),
            Self::Dangerous(scheme) => write!(
                f,
                "refusing scheme `{scheme}`: its links can run code or read local files"
            ),
        }
    }
}

impl core::error::Error for SchemeError {}
