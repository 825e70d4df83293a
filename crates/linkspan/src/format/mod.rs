//! Showing URLs: minimal escaping (UTS #58 section 4), an ASCII form and a form for display.
//!
//! | form | for | `https://bücher.de/b%C3%BCcher.` |
//! |---|---|---|
//! | [`minimal`] | plain text: readable, and detected as a whole | `https://bücher.de/bücher%2E` |
//! | [`display`] | showing to people: also hides nothing | `https://bücher.de/bücher%2E` |
//! | [`ascii`] | `href` and protocols | `https://xn--bcher-kva.de/b%C3%BCcher.` |
//!
//! A URL string keeps its meaning: a delimiter that was raw stays raw, and one that was escaped
//! stays escaped. [`UrlParts`] takes the pieces unescaped and escapes what would be misread.

mod escape;
mod parts;
mod pieces;

use alloc::string::{String, ToString};
use core::fmt;

pub use parts::UrlParts;

use crate::idna;
use pieces::Pieces;

/// How much is escaped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// What UTS #58 section 4.1 says: nothing that a link detector would keep.
    #[default]
    Minimal,
    /// As [`Minimal`](Self::Minimal), and also characters that reorder or hide text (Bidi_Control
    /// and default-ignorable ones, but not joiners where a script needs them) and those that
    /// imitate `/ ? # . : @ %`.
    Display,
}

/// The character encoding of the escaped bytes in a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8. If some bytes turn out not to be, the URL is treated as [`Legacy`](Self::Legacy).
    #[default]
    Utf8,
    /// Something else: every non-ASCII byte of path, query and fragment stays, or gets, escaped.
    Legacy,
}

/// How to write a URL.
///
/// ```
/// use linkspan::format::{Encoding, Format};
///
/// let legacy = Format { encoding: Encoding::Legacy, ..Format::default() };
/// assert_eq!(legacy.string("https://example.com/%C3%BC")?, "https://example.com/%C3%BC");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Format {
    /// How much is escaped.
    pub form: Form,
    /// What the escaped bytes mean.
    pub encoding: Encoding,
}

impl Format {
    /// Writes a URL that is given as a string.
    ///
    /// # Errors
    ///
    /// If there is no host to be found in the string.
    pub fn string(&self, url: &str) -> Result<String, FormatError> {
        let authority = authority_end(url);
        let (head, rest) = url.split_at_checked(authority).unwrap_or((url, ""));
        self.assemble(head, &Pieces::of_string(rest))
    }

    /// Writes a URL that is given in parts.
    ///
    /// # Errors
    ///
    /// If the head has no host, or a path segment cannot be represented.
    pub fn parts(&self, parts: &UrlParts) -> Result<String, FormatError> {
        if authority_end(&parts.head) != parts.head.len() {
            return Err(FormatError::new(ErrorKind::HeadWithPath, &parts.head));
        }
        self.assemble(&parts.head, &Pieces::of_parts(parts)?)
    }

    fn assemble(&self, head: &str, pieces: &Pieces) -> Result<String, FormatError> {
        let mut out = unicode_head(head)?;
        escape::write(&mut out, pieces, *self);
        Ok(out)
    }
}

/// Minimal escaping of a URL string: [`Format::string`] with [`Form::Minimal`].
///
/// The result between two spaces is detected as a whole by [`Detector::uts58`](crate::Detector) if
/// its host is a name that is detected. Formatting it again changes nothing.
///
/// # Errors
///
/// If there is no host to be found in the string.
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

/// The form of a URL string to show to people: [`Format::string`] with [`Form::Display`].
///
/// # Errors
///
/// If there is no host to be found in the string.
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

/// The ASCII form of a URL string, for `href` and protocols: its WHATWG serialisation.
///
/// A name without a scheme gets `https`.
///
/// # Errors
///
/// If the string is not a URL for a WHATWG parser, or its host is not valid in UTS #46.
///
/// ```
/// use linkspan::format::ascii;
///
/// assert_eq!(ascii("HTTP://田中。com")?, "http://xn--fiqx46g.com/");
/// assert_eq!(ascii("bücher.de/bücher?q=ü#ü")?, "https://xn--bcher-kva.de/b%C3%BCcher?q=%C3%BC#%C3%BC");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
pub fn ascii(url: &str) -> Result<String, FormatError> {
    let head = url.get(..authority_end(url)).unwrap_or(url);
    Head::of(head)?;
    let parsed = if head.contains("://") {
        url::Url::parse(url)
    } else {
        url::Url::parse(&["https://", url].concat())
    };
    parsed
        .map(String::from)
        .map_err(|_| FormatError::new(ErrorKind::InvalidHost, head))
}

/// Why a URL cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    kind: ErrorKind,
    about: String,
}

/// What is wrong with a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is neither a scheme with a host nor a name with a dot in front.
    NoHost,
    /// The host has a character that no host can have, or UTS #46 rejects it.
    InvalidHost,
    /// The port is not a number up to 65535.
    InvalidPort,
    /// The head of [`UrlParts`] has a path, query or fragment.
    HeadWithPath,
    /// A path segment is `.` or `..`: every reader would resolve it, however it is escaped.
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
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The piece of the URL that is wrong.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = &self.about;
        match self.kind {
            ErrorKind::NoHost => write!(
                f,
                "no host in `{about}`: expected a scheme and a host, or a name with a dot"
            ),
            ErrorKind::InvalidHost => write!(f, "`{about}` is not a valid host"),
            ErrorKind::InvalidPort => write!(f, "`{about}` is not a port: expected 0 to 65535"),
            ErrorKind::HeadWithPath => write!(
                f,
                "the head `{about}` goes beyond host and port: put the rest into path, query and fragment"
            ),
            ErrorKind::DotSegment => write!(
                f,
                "the path segment `{about}` cannot be written: every reader would resolve it"
            ),
        }
    }
}

impl core::error::Error for FormatError {}

/// The parts of a URL in front of its path.
struct Head<'u> {
    /// Scheme and userinfo, with their separators.
    before: &'u str,
    host: &'u str,
    /// The port, with its `:`.
    port: &'u str,
}

impl<'u> Head<'u> {
    fn of(head: &'u str) -> Result<Self, FormatError> {
        let scheme = scheme_len(head);
        let host_start = head.rfind('@').map_or(scheme, |at| at + 1);
        let (before, rest) = head.split_at_checked(host_start).unwrap_or((head, ""));
        let colon = match rest.rfind(']') {
            Some(bracket) => rest
                .get(bracket..)
                .and_then(|tail| tail.find(':'))
                .map(|at| bracket + at),
            None => rest.rfind(':'),
        };
        let (host, port) = rest
            .split_at_checked(colon.unwrap_or(rest.len()))
            .unwrap_or((rest, ""));
        let has_separator = host.contains(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']);
        if host.is_empty() || scheme == 0 && !has_separator {
            return Err(FormatError::new(ErrorKind::NoHost, head));
        }
        let digits = port.strip_prefix(':').unwrap_or_default();
        if !digits.bytes().all(|byte| byte.is_ascii_digit())
            || !digits.is_empty() && digits.parse::<u16>().is_err()
        {
            return Err(FormatError::new(ErrorKind::InvalidPort, digits));
        }
        let literal = host.starts_with('[') && host.ends_with(']');
        if !literal && host.contains(is_forbidden) {
            return Err(FormatError::new(ErrorKind::InvalidHost, host));
        }
        Ok(Self { before, host, port })
    }
}

/// The forbidden domain code points of the WHATWG URL standard, except `%`, which may start an
/// escape, and other white space and controls.
fn is_forbidden(c: char) -> bool {
    c.is_control() || c.is_whitespace() || "#/:<>?@[\\]^|".contains(c)
}

/// The length of a scheme and `://` in front.
fn scheme_len(url: &str) -> usize {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    match url.split_once("://") {
        Some((scheme, _)) if is_scheme(scheme) => scheme.len() + 3,
        _ => 0,
    }
}

/// Where path, query or fragment start.
fn authority_end(url: &str) -> usize {
    let scheme = scheme_len(url);
    let rest = url.get(scheme..).unwrap_or_default();
    scheme + rest.find(['/', '?', '#']).unwrap_or(rest.len())
}

/// Scheme and port as they are, the host in Unicode (UTS #46 ToUnicode).
fn unicode_head(head: &str) -> Result<String, FormatError> {
    let Head { before, host, port } = Head::of(head)?;
    let host = match host.starts_with('[') {
        true => host.into(),
        false => idna::to_unicode(host),
    };
    Ok([before, &host, port].concat())
}
