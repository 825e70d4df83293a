//! The schemes that are linked.
//!
//! ```
//! use linkspan::{Detector, Profile, profile::Schemes};
//!
//! let schemes = Schemes::web().with_host("ssh")?;
//! let detector = Detector::new(Profile::uts58().schemes(schemes));
//! assert_eq!(detector.links("ssh://example.com/x").count(), 1);
//! # Ok::<(), linkspan::profile::SchemeError>(())
//! ```

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::link::scheme::{SchemeError, safe, valid};

/// The schemes that are linked. Some are followed by `://` and a host, the others by `:` and any
/// text.
///
/// Other schemes are never linked.
///
/// ```
/// use linkspan::{Detector, Profile, profile::Schemes};
///
/// let schemes = Schemes::web().with_host("ftp")?.with_opaque("tel")?.with_opaque("magnet")?;
/// let detector = Detector::new(Profile::uts58().schemes(schemes));
/// let text = "Call tel:+1-201-555-0123, or get ftp://example.com/x; hotel:7 is a room";
/// let links: Vec<&str> = detector.links(text).map(|link| link.text()).collect();
/// assert_eq!(links, ["tel:+1-201-555-0123", "ftp://example.com/x"]);
/// # Ok::<(), linkspan::profile::SchemeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schemes {
    host: Vec<Cow<'static, str>>,
    opaque: Vec<Cow<'static, str>>,
}

impl Schemes {
    /// `http://` and `https://`. (`mailto:` is part of e-mail addresses and not listed.)
    ///
    /// ```
    /// use linkspan::profile::Schemes;
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
    /// use linkspan::profile::Schemes;
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

    /// Adds a scheme that is followed by `://` and a host, such as `ftp`.
    ///
    /// # Errors
    ///
    /// If `scheme` is not a scheme (RFC 3986 section 3.1) or is dangerous to follow.
    ///
    /// ```
    /// use linkspan::profile::Schemes;
    ///
    /// let schemes = Schemes::web().with_host("GEMINI")?;
    /// assert_eq!(schemes.hosts().last(), Some("gemini"));
    /// # Ok::<(), linkspan::profile::SchemeError>(())
    /// ```
    pub fn with_host(mut self, scheme: &str) -> Result<Self, SchemeError> {
        self.host.push(safe(scheme)?);
        Ok(self)
    }

    /// Adds a scheme that is followed by `:` and any text, such as `tel`, `geo` or `magnet`.
    ///
    /// The text after the `:` is read like a path with query and fragment. The scheme must start a
    /// word.
    ///
    /// # Errors
    ///
    /// If `scheme` is not a scheme (RFC 3986 section 3.1) or is dangerous to follow.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Schemes};
    ///
    /// let detector = Detector::new(Profile::uts58().schemes(Schemes::web().with_opaque("geo")?));
    /// assert_eq!(detector.links("at geo:48.2,16.4.").next().unwrap().text(), "geo:48.2,16.4");
    /// # Ok::<(), linkspan::profile::SchemeError>(())
    /// ```
    pub fn with_opaque(mut self, scheme: &str) -> Result<Self, SchemeError> {
        self.opaque.push(safe(scheme)?);
        Ok(self)
    }

    /// Adds a scheme that is followed by `:`, even if following its links can run code or read
    /// local files: `javascript`, `data`, `vbscript` or `file`. Never do this for text that you do
    /// not trust.
    ///
    /// # Errors
    ///
    /// If `scheme` is not a scheme (RFC 3986 section 3.1).
    ///
    /// ```
    /// use linkspan::profile::Schemes;
    ///
    /// assert!(Schemes::web().with_opaque("file").is_err());
    /// assert_eq!(Schemes::web().with_unsafe_opaque("file")?.opaques().last(), Some("file"));
    /// # Ok::<(), linkspan::profile::SchemeError>(())
    /// ```
    pub fn with_unsafe_opaque(mut self, scheme: &str) -> Result<Self, SchemeError> {
        self.opaque.push(valid(scheme)?);
        Ok(self)
    }

    /// The schemes that are followed by `://`, in lower case.
    ///
    /// ```
    /// use linkspan::profile::Schemes;
    ///
    /// assert!(Schemes::web_and_ftp().hosts().any(|scheme| scheme == "ftp"));
    /// ```
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.host.iter().map(AsRef::as_ref)
    }

    /// The schemes that are followed by `:` alone, in lower case.
    ///
    /// ```
    /// use linkspan::profile::Schemes;
    ///
    /// assert_eq!(Schemes::web().with_opaque("tel")?.opaques().collect::<Vec<_>>(), ["tel"]);
    /// # Ok::<(), linkspan::profile::SchemeError>(())
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
