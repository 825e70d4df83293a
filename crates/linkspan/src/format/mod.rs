//! Writes URLs: with minimal escaping (UTS #58 section 4), in ASCII, or for display.
//!
//! | form | for | `https://bücher.de/b%C3%BCcher.` |
//! |---|---|---|
//! | [`minimal`] | plain text: readable, and detected as a whole | `https://bücher.de/bücher%2E` |
//! | [`display`] | showing to people: characters that hide, reorder or imitate syntax are escaped too | `https://bücher.de/bücher%2E` |
//! | [`ascii`] | `href` and protocols | `https://xn--bcher-kva.de/b%C3%BCcher.` |
//!
//! A URL that is given as a string keeps its meaning: raw delimiters stay raw, and escaped ones
//! stay escaped. [`UrlParts`] takes the parts unescaped, and escapes the characters that would be
//! misread. All of these take linear time and allocate the result.
//!
//! ```
//! use linkspan::format::{ascii, display, minimal};
//!
//! let url = "https://bücher.de/b%C3%BCcher.";
//! assert_eq!(minimal(url)?, "https://bücher.de/bücher%2E");
//! assert_eq!(display(url)?, "https://bücher.de/bücher%2E");
//! assert_eq!(ascii(url)?, "https://xn--bcher-kva.de/b%C3%BCcher.");
//! # Ok::<(), linkspan::format::FormatError>(())
//! ```

mod detectable;
mod escape;
mod head;
mod link;
mod opened;
mod parts;
mod plain;
mod sections;

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

pub(crate) use link::DisplayUrl;
pub use parts::UrlParts;

use crate::link::{Part, Parts};
use crate::text::excerpt::Excerpt;
use head::Head;
use opened::Opened;
use sections::Sections;

/// Encodes a text as a single value in a URL, such as the value of a query parameter: everything
/// except ASCII letters, digits, `-`, `.`, `_` and `~` is percent-encoded. Do not use it for a
/// whole URL.
///
/// ```
/// use linkspan::format::encode_component;
///
/// let url = format!("https://out.example/?u={}", encode_component("https://a.com/?b&c"));
/// assert_eq!(url, "https://out.example/?u=https%3A%2F%2Fa.com%2F%3Fb%26c");
/// ```
#[must_use]
pub fn encode_component(text: &str) -> String {
    utf8_percent_encode(text, UNRESERVED).to_string()
}

/// Everything except the unreserved characters of RFC 3986.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Which characters are escaped.
///
/// ```
/// use linkspan::format::{Form, Format};
///
/// let form = |form| Format::default().form(form).string("https://example.com/a%E2%80%8Bb");
/// assert_eq!(form(Form::Minimal)?, "https://example.com/a\u{200B}b");
/// assert_eq!(form(Form::Display)?, "https://example.com/a%E2%80%8Bb");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// As in UTS #58 section 4.1: only characters that would end a detected link.
    #[default]
    Minimal,
    /// Like [`Minimal`](Self::Minimal), and also characters that reorder or hide text (Bidi_Control
    /// and default-ignorable ones, but not joiners where a script needs them) and those that
    /// imitate `/ ? # . : @ %`.
    Display,
}

/// The character encoding of the escaped bytes in a URL.
///
/// ```
/// use linkspan::format::{Encoding, Format};
///
/// let read = |encoding| Format::default().encoding(encoding).string("https://a.com/%C3%BC");
/// assert_eq!(read(Encoding::Utf8)?, "https://a.com/ü");
/// assert_eq!(read(Encoding::Legacy)?, "https://a.com/%C3%BC");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8. If some bytes are not valid UTF-8, the URL is treated as [`Legacy`](Self::Legacy).
    #[default]
    Utf8,
    /// Another encoding: every non-ASCII byte of the path, query and fragment is escaped.
    Legacy,
}

/// How to write a URL.
///
/// ```
/// use linkspan::format::{Encoding, Format};
///
/// let legacy = Format::default().encoding(Encoding::Legacy);
/// assert_eq!(legacy.string("https://example.com/%C3%BC")?, "https://example.com/%C3%BC");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Format {
    /// Which characters are escaped.
    pub form: Form,
    /// The encoding of the escaped bytes.
    pub encoding: Encoding,
}

impl Format {
    /// Sets which characters are escaped.
    #[must_use]
    pub fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// Sets the encoding of the escaped bytes.
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Writes a URL that is given as a string.
    ///
    /// # Errors
    ///
    /// If the string has no host, its host or port is not valid, or it is an e-mail address.
    ///
    /// ```
    /// use linkspan::format::Format;
    ///
    /// assert_eq!(Format::default().string("https://a.com/%E4%BE%8B%2F")?, "https://a.com/例%2F");
    /// assert!(Format::default().string("no host").is_err());
    /// # Ok::<(), linkspan::format::FormatError>(())
    /// ```
    pub fn string(&self, url: &str) -> Result<String, FormatError> {
        let parts = Parts::split(url);
        if parts.authority_end() == 0 {
            return Err(FormatError::new(ErrorKind::NoHost, url));
        }
        let head = Head::check(url, &parts)?;
        let host = head.unicode_host()?;
        let mut out = self.head(&head, &host);
        out.push_str(&escape::tail(url, &parts, *self));
        Ok(out)
    }

    /// Writes a URL that is given in parts.
    ///
    /// # Errors
    ///
    /// As for [`string`](Self::string), for the head; and if the head contains more than a host and
    /// port, or a path segment is `.` or `..`.
    ///
    /// ```
    /// use linkspan::format::{Format, UrlParts};
    ///
    /// let parts = UrlParts { path: vec!["%41".into()], ..UrlParts::new("https://a.com") };
    /// assert_eq!(Format::default().parts(&parts)?, "https://a.com/%2541");
    /// # Ok::<(), linkspan::format::FormatError>(())
    /// ```
    pub fn parts(&self, parts: &UrlParts) -> Result<String, FormatError> {
        let head = Parts::split(&parts.head);
        if head.authority_end() != parts.head.len() {
            return Err(FormatError::new(ErrorKind::HeadWithPath, &parts.head));
        }
        let head = Head::check(&parts.head, &head)?;
        let sections = Sections::of_parts(parts)?;
        let mut out = self.head(&head, &head.unicode_host()?);
        escape::write(&mut out, head.host, &sections, *self);
        Ok(out)
    }

    /// The text before the path, with the host in Unicode.
    fn head(&self, head: &Head<'_>, host: &str) -> String {
        [&head.before_host(self.form), host, head.shown_port()].concat()
    }
}

/// Writes a URL string with minimal escaping: [`Format::string`] with [`Form::Minimal`].
///
/// Between two spaces, [`Detector::uts58`](crate::Detector) detects the result as a whole, if its
/// host is a name that is detected. Formatting the result again does not change it.
///
/// # Errors
///
/// If the string has no host, its host or port is not valid, or it is an e-mail address.
///
/// ```
/// use linkspan::format::minimal;
///
/// assert_eq!(
///     minimal("https://hi.wikipedia.org/wiki/%E0%A4%97%E0%A4%BE%E0%A4%82%E0%A4%A7%E0%A5%80")?,
///     "https://hi.wikipedia.org/wiki/गांधी"
/// );
/// // A delimiter that was escaped stays escaped, and so does what would end the link.
/// assert_eq!(minimal("xn--bcher-kva.de/a%2Fb%20%28c%29%29%2E")?, "bücher.de/a%2Fb%20(c)%29%2E");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
pub fn minimal(url: &str) -> Result<String, FormatError> {
    Format::default().string(url)
}

/// Writes a URL string in the form to show to people: [`Format::string`] with [`Form::Display`].
///
/// Characters of the path, query and fragment that hide or reorder text, or imitate delimiters, are
/// escaped. Names that imitate others are not detected; for that, find the link with
/// [`Profile::recommended`](crate::Profile::recommended) and use
/// [`Link::display`](crate::Link::display). Do not open the result; open the original URL or the
/// result of [`ascii`].
///
/// # Errors
///
/// If the string has no host, its host or port is not valid, or it is an e-mail address.
///
/// ```
/// use linkspan::format::{display, minimal};
///
/// // U+2215 is not the slash that it looks like, U+202E turns the text around.
/// let url = "https://example.com/a%E2%88%95b%E2%80%AEc";
/// assert_eq!(display(url)?, url);
/// assert_eq!(minimal(url)?, "https://example.com/a∕b\u{202E}c");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
pub fn display(url: &str) -> Result<String, FormatError> {
    Format {
        form: Form::Display,
        ..Format::default()
    }
    .string(url)
}

/// Writes a URL string in ASCII, as a WHATWG parser serializes it. Use it for `href` attributes and
/// requests.
///
/// A name without a scheme gets `https`. Any other scheme is kept, including `javascript`: check
/// the scheme of a string that you do not trust. Takes linear time and allocates the result.
///
/// # Errors
///
/// If the string has no host, is an e-mail address, has a port that is not valid or a host that
/// UTS #46 rejects, or if a WHATWG parser rejects it.
///
/// ```
/// use linkspan::format::ascii;
///
/// assert_eq!(ascii("HTTP://田中。com")?, "http://xn--fiqx46g.com/");
/// assert_eq!(ascii("bücher.de/bücher?q=ü#ü")?, "https://xn--bcher-kva.de/b%C3%BCcher?q=%C3%BC#%C3%BC");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
pub fn ascii(url: &str) -> Result<String, FormatError> {
    let parts = Parts::split(url);
    let head = Head::check(url, &parts)?;
    let full = match parts.get(Part::Scheme) {
        Some(_) => Cow::Borrowed(url),
        None => Cow::Owned(["https://", url].concat()),
    };
    let parsed =
        Opened::of(&full).ok_or_else(|| FormatError::new(ErrorKind::InvalidHost, head.host))?;
    // The parser removes spaces and controls at the end, and may leave an empty host.
    if parsed.host().is_empty() {
        return Err(FormatError::new(ErrorKind::NoHost, head.host));
    }
    Ok(parsed.into_string())
}

/// The address of a page, to which the addresses on it are relative (WHATWG URL).
///
/// ```
/// use linkspan::format::Base;
///
/// let base = Base::new("HTTPS://bücher.de/neu/?page=1").unwrap();
/// assert_eq!(base.as_str(), "https://xn--bcher-kva.de/neu/?page=1");
/// assert_eq!(base.resolve("../alt/a.html").unwrap(), "https://xn--bcher-kva.de/alt/a.html");
/// assert_eq!(base.resolve("//a.com").unwrap(), "https://a.com/");
/// assert!(Base::new("/neu").is_none() && base.resolve("https://").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base(Opened);

impl Base {
    /// Parses an address; `None` if it is relative itself or not valid.
    ///
    /// ```
    /// assert!(linkspan::format::Base::new("https://a.com").is_some());
    /// ```
    #[must_use]
    pub fn new(url: &str) -> Option<Self> {
        Opened::of(url).map(Self)
    }

    /// The address, as a browser writes it.
    ///
    /// ```
    /// assert_eq!(linkspan::format::Base::new("https://a.com").unwrap().as_str(), "https://a.com/");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The address that a browser opens for a target on the page; `None` if it opens none.
    ///
    /// ```
    /// let base = linkspan::format::Base::new("https://a.com/b/c").unwrap();
    /// assert_eq!(base.resolve("?d").unwrap(), "https://a.com/b/c?d");
    /// assert_eq!(base.resolve("mailto:a@b.com").unwrap(), "mailto:a@b.com");
    /// ```
    #[must_use]
    pub fn resolve(&self, target: &str) -> Option<String> {
        self.0.join(target).map(Opened::into_string)
    }
}

/// Why a URL cannot be written.
///
/// ```
/// use linkspan::format::minimal;
///
/// let error = minimal("/a/path").unwrap_err();
/// assert_eq!(error.to_string(),
///     "no host in `/a/path`: expected a scheme and a host, or a name with a dot");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatError {
    kind: ErrorKind,
    about: String,
}

/// What is wrong with a URL.
///
/// ```
/// use linkspan::format::{ErrorKind, minimal};
///
/// let kind = |url| minimal(url).map_err(|error| error.kind());
/// assert_eq!(kind("/a/path"), Err(ErrorKind::NoHost));
/// assert_eq!(kind("me@example.com"), Err(ErrorKind::EmailAddress));
/// assert_eq!(kind("https://example.com:99999"), Err(ErrorKind::InvalidPort));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The string starts with neither a scheme and a host nor a name with a dot.
    NoHost,
    /// The string is an e-mail address; see [`email`](crate::email).
    EmailAddress,
    /// The host contains a character that no host can have, or UTS #46 rejects it.
    InvalidHost,
    /// The port is not a number up to 65535.
    InvalidPort,
    /// The head of [`UrlParts`] contains a path, query or fragment.
    HeadWithPath,
    /// A path segment is `.` or `..`, which every URL parser would resolve, no matter how it is
    /// escaped.
    DotSegment,
}

impl FormatError {
    pub(crate) fn new(kind: ErrorKind, about: &str) -> Self {
        Self {
            kind,
            about: about.to_string(),
        }
    }

    /// What is wrong.
    ///
    /// ```
    /// use linkspan::format::{ErrorKind, UrlParts};
    ///
    /// let parts = UrlParts { path: vec!["..".into()], ..UrlParts::new("https://a.com") };
    /// assert_eq!(parts.minimal().unwrap_err().kind(), ErrorKind::DotSegment);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The part of the URL that is wrong.
    ///
    /// ```
    /// use linkspan::format::UrlParts;
    ///
    /// let parts = UrlParts { path: vec!["a".into(), "..".into()], ..UrlParts::new("https://a.com") };
    /// assert_eq!(parts.minimal().unwrap_err().about(), "..");
    /// ```
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = Excerpt(&self.about);
        match self.kind {
            ErrorKind::NoHost => write!(
                f,
                "no host in `{about}`: expected a scheme and a host, or a name with a dot"
            ),
            ErrorKind::EmailAddress => {
                write!(f, "`{about}` is an e-mail address, not a URL")
            }
            ErrorKind::InvalidHost => write!(f, "`{about}` is not a valid host"),
            ErrorKind::InvalidPort => write!(f, "`{about}` is not a port: expected 0 to 65535"),
            ErrorKind::HeadWithPath => write!(
                f,
                "the head `{about}` extends beyond the port: pass the rest as path, query and fragment"
            ),
            ErrorKind::DotSegment => write!(
                f,
                "the path segment `{about}` cannot be written: URL parsers would resolve it"
            ),
        }
    }
}

impl core::error::Error for FormatError {}
