//! Length limits (DNS and RFC 5321), as options.
//!
//! ```
//! use linkspan::{Detector, Profile, profile::Limits};
//!
//! let detector = Detector::new(Profile::uts58().limits(Limits::default().link(20)));
//! assert_eq!(detector.links("https://a.com/1 https://a.com/1234567890").count(), 1);
//! ```

use crate::names::form::HostForm;
use crate::tables::host_class;

/// The longest names, local parts and links that are accepted. `None` is no limit.
///
/// ```
/// use linkspan::{Detector, Profile, profile::Limits};
///
/// let detector = Detector::new(Profile::uts58().limits(Limits::dns()));
/// let name = |length| format!("{}.com", "a".repeat(length));
/// assert_eq!(detector.links(&name(63)).count(), 1);
/// assert_eq!(detector.links(&name(64)).count(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Octets of a label in A-label form.
    pub label: Option<usize>,
    /// Octets of a name in A-label form, with its dots but without a root dot.
    pub name: Option<usize>,
    /// The local part of an e-mail address.
    pub local_part: Option<LocalPartLimit>,
    /// Bytes of a whole link.
    pub link: Option<usize>,
    /// Bytes between two Link_Term=Hard characters that can be seen. Nothing in a longer run is linked, so that
    /// a [`Stream`](crate::stream::Stream), which cannot hold longer ones, finds the same.
    pub run: Option<usize>,
}

/// A limit for local parts.
///
/// ```
/// use linkspan::{Detector, Profile, profile::{Limits, LocalPartLimit}};
///
/// let limits = Limits::default().local_part(LocalPartLimit::Characters(4));
/// let detector = Detector::new(Profile::uts58().limits(limits));
/// assert_eq!(detector.links("anna@a.com 田中太郎@a.com julia@a.com").count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LocalPartLimit {
    /// In octets of UTF-8.
    Octets(usize),
    /// In characters.
    Characters(usize),
}

impl Limits {
    /// The limits of the domain name system and of mail: 63 octets for a label, 253 for a name, 64
    /// for a local part.
    ///
    /// ```
    /// use linkspan::profile::{Limits, LocalPartLimit};
    ///
    /// let same = Limits::default().label(63).name(253).local_part(LocalPartLimit::Octets(64));
    /// assert_eq!(Limits::dns(), same);
    /// ```
    #[must_use]
    pub fn dns() -> Self {
        Self {
            label: Some(63),
            name: Some(253),
            local_part: Some(LocalPartLimit::Octets(64)),
            link: None,
            run: None,
        }
    }

    /// With a limit for the octets of a label in A-label form.
    #[must_use]
    pub fn label(mut self, octets: usize) -> Self {
        self.label = Some(octets);
        self
    }

    /// With a limit for the octets of a name in A-label form.
    #[must_use]
    pub fn name(mut self, octets: usize) -> Self {
        self.name = Some(octets);
        self
    }

    /// With a limit for local parts.
    #[must_use]
    pub fn local_part(mut self, limit: LocalPartLimit) -> Self {
        self.local_part = Some(limit);
        self
    }

    /// With a limit for the bytes of a whole link.
    #[must_use]
    pub fn link(mut self, bytes: usize) -> Self {
        self.link = Some(bytes);
        self
    }

    /// With a limit for the bytes between two Link_Term=Hard characters that can be seen.
    #[must_use]
    pub fn run(mut self, bytes: usize) -> Self {
        self.run = Some(bytes);
        self
    }

    /// Whether an ASCII host of this length is short enough whatever its labels are.
    #[inline]
    pub(crate) fn allow_plain(&self, length: usize) -> bool {
        let fits = |limit: Option<usize>| limit.is_none_or(|limit| length <= limit);
        fits(self.label) && fits(self.name)
    }

    /// Whether a host is short enough. Of a host that has no A-label form the characters are
    /// counted; an A-label is never shorter.
    pub(crate) fn allow_host(&self, form: &HostForm<'_>) -> bool {
        let host = form.as_str();
        let fits = |length: usize, limit: Option<usize>| limit.is_none_or(|limit| length <= limit);
        if host.is_ascii() {
            // If the name is as short as a label has to be, so are its labels.
            let mut labels = host.as_bytes().split(|&byte| byte == b'.');
            return fits(host.len(), self.name)
                && (fits(host.len(), self.label)
                    || labels.all(|label| fits(label.len(), self.label)));
        }
        if self.label.is_none() && self.name.is_none() {
            return true;
        }
        // No name becomes so much shorter in A-label form, so that little memory is enough to know it: a
        // character has at most four bytes, and eight never become one.
        if self.name.is_some_and(|limit| host.len() / 32 > limit) {
            return false;
        }
        let ascii = form.ascii().unwrap_or(host);
        let mut labels = ascii.split(|c| host_class(c).is_separator());
        fits(ascii.chars().count(), self.name)
            && labels.all(|label| fits(label.chars().count(), self.label))
    }

    /// Whether a local part is short enough.
    pub(crate) fn allow_local_part(&self, local: &str) -> bool {
        match self.local_part {
            Some(LocalPartLimit::Octets(limit)) => local.len() <= limit,
            Some(LocalPartLimit::Characters(limit)) => local.chars().nth(limit).is_none(),
            None => true,
        }
    }

    /// Whether a link is short enough.
    pub(crate) fn allow_link(&self, bytes: usize) -> bool {
        self.link.is_none_or(|limit| bytes <= limit)
    }
}
