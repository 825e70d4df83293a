//! URLs in parts.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Format, FormatError};

/// A URL in parts, each as it is meant: nothing in it is escaped, except in directives.
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
    /// The segments of the path. `/` is one empty segment; without segments there is no path.
    pub path: Vec<String>,
    /// The pairs of the query. A key alone has no `=`; without pairs there is no query.
    pub query: Vec<(String, Option<String>)>,
    /// The fragment; an empty one is a `#` with nothing after it.
    pub fragment: Option<String>,
    /// Fragment directives, such as `text=a,b`. In a directive `,`, `&` and `-` are separators;
    /// literal ones are given as `%2C`, `%26` and `%2D`.
    pub directives: Vec<String>,
}

impl UrlParts {
    /// A URL that is only scheme, host and port so far.
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

    /// Minimal escaping (UTS #58 section 4.1) of the URL.
    ///
    /// # Errors
    ///
    /// If the head has no host or goes beyond it, or a path segment is `.` or `..`.
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
