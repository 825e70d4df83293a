//! URLs in parts.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Format, FormatError};

/// A URL in parts, unescaped except in directives. Use it to build a URL from values; to rewrite an
/// existing URL string, use [`minimal`](super::minimal).
///
/// ```
/// use linkspan::format::UrlParts;
///
/// let parts = UrlParts {
///     path: vec!["a/b".into(), "c d".into()],
///     query: vec![("k".into(), Some("1&2".into())), ("flag".into(), None)],
///     fragment: Some("top.".into()),
///     ..UrlParts::new("https://example.com")
/// };
/// assert_eq!(parts.minimal()?, "https://example.com/a%2Fb/c%20d?k=1%262&flag#top%2E");
/// # Ok::<(), linkspan::format::FormatError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrlParts {
    /// Scheme, host and port, such as `https://example.com:8080`.
    pub head: String,
    /// The segments of the path. `/` is one empty segment; an empty list is no path.
    pub path: Vec<String>,
    /// The key-value pairs of the query. A key with `None` has no `=`; an empty list is no query.
    pub query: Vec<(String, Option<String>)>,
    /// The fragment; an empty one is a `#` with nothing after it.
    pub fragment: Option<String>,
    /// The fragment directives, such as `text=a,b`. In a directive, `,`, `&` and `-` are
    /// separators; write literal ones as `%2C`, `%26` and `%2D`.
    pub directives: Vec<String>,
}

impl UrlParts {
    /// A URL with only a scheme, host and port. Nothing is checked until it is written.
    ///
    /// ```
    /// use linkspan::format::UrlParts;
    ///
    /// assert_eq!(UrlParts::new("https://a.com").minimal()?, "https://a.com");
    /// # Ok::<(), linkspan::format::FormatError>(())
    /// ```
    #[must_use]
    pub fn new(head: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            ..Self::default()
        }
    }

    /// Writes the URL with minimal escaping (UTS #58 section 4.1).
    ///
    /// # Errors
    ///
    /// If the head has no host, is not valid or contains more than a host and port, or if a path
    /// segment is `.` or `..`.
    ///
    /// ```
    /// use linkspan::format::UrlParts;
    ///
    /// let parts = UrlParts { path: vec!["例)".into()], ..UrlParts::new("https://a.com") };
    /// assert_eq!(parts.minimal()?, "https://a.com/例%29");
    /// # Ok::<(), linkspan::format::FormatError>(())
    /// ```
    pub fn minimal(&self) -> Result<String, FormatError> {
        Format::default().parts(self)
    }
}
