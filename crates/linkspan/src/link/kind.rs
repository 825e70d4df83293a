//! The kinds of links.

use core::fmt;

/// The kind of a link.
///
/// ```
/// use linkspan::{Detector, Kind, Profile};
///
/// let detector = Detector::new(Profile::pri185());
/// let links = detector.links("http://a.com me@a.com /etc/hosts");
/// let kinds: Vec<Kind> = links.map(|link| link.kind()).collect();
/// assert_eq!(kinds, [Kind::Url, Kind::Email, Kind::File]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A URL, with or without a scheme (`example.com`), or a link without a host, such as `tel:`.
    Url,
    /// An e-mail address, with or without `mailto:`.
    Email,
    /// The name of a file with its path. Only the grammar of PRI #185 finds these.
    File,
}

impl Kind {
    /// The stable name of the kind: `url`, `email` or `file`.
    ///
    /// ```
    /// use linkspan::Kind;
    ///
    /// assert_eq!(Kind::Email.as_str(), "email");
    /// assert_eq!(Kind::Url.to_string(), "url");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Email => "email",
            Self::File => "file",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
