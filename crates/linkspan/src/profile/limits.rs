//! Length limits for names, local parts and links (DNS and RFC 5321).
//!
//! The standard has none, and neither has [`Profile::uts58`](crate::Profile::uts58).
//! [`Profile::recommended`](crate::Profile::recommended) has the limits of DNS and 8192 bytes for a
//! link.
//!
//! ```
//! use linkspan::{Detector, Profile, profile::Limits};
//!
//! let detector = Detector::new(Profile::uts58().limits(Limits::default().link(20)));
//! assert_eq!(detector.links("https://a.com/1 https://a.com/1234567890").count(), 1);
//! ```

use crate::names::host::form::HostForm;
use crate::names::spoof::calm::Calm;
use crate::tables::host_class;

/// The maximum lengths of names, local parts and links. `None` means no limit. A candidate above a
/// limit is rejected as a whole.
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
    /// The limit for a label in A-label form, in octets.
    pub label: Option<usize>,
    /// The limit for a name in A-label form, in octets. Dots between labels count, a root dot does
    /// not.
    pub name: Option<usize>,
    /// The limit for the local part of an e-mail address.
    pub local_part: Option<LocalPartLimit>,
    /// The limit for a whole link, in bytes.
    pub link: Option<usize>,
    /// The limit for a run, in bytes: the text between two visible Link_Term=Hard characters.
    /// Nothing in a longer run is linked. A [`Stream`](crate::stream::Stream) cannot hold longer
    /// runs, so set this limit to get the same links from text as from a stream.
    pub run: Option<usize>,
}

/// A limit for local parts, in either unit.
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
    /// Octets of UTF-8.
    Octets(usize),
    /// Characters (code points).
    Characters(usize),
}

impl Limits {
    /// The limits of DNS and of mail: 63 octets for a label, 253 for a name and 64 for a local
    /// part.
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

    /// Limits the octets of a label in A-label form.
    #[must_use]
    pub fn label(mut self, octets: usize) -> Self {
        self.label = Some(octets);
        self
    }

    /// Limits the octets of a name in A-label form.
    #[must_use]
    pub fn name(mut self, octets: usize) -> Self {
        self.name = Some(octets);
        self
    }

    /// Limits local parts.
    #[must_use]
    pub fn local_part(mut self, limit: LocalPartLimit) -> Self {
        self.local_part = Some(limit);
        self
    }

    /// Limits the bytes of a whole link.
    #[must_use]
    pub fn link(mut self, bytes: usize) -> Self {
        self.link = Some(bytes);
        self
    }

    /// Limits the bytes between two visible Link_Term=Hard characters.
    #[must_use]
    pub fn run(mut self, bytes: usize) -> Self {
        self.run = Some(bytes);
        self
    }

    /// Whether a calm name is short enough, whatever its lengths are exactly.
    #[inline]
    pub(crate) fn allow_calm(&self, calm: Calm) -> bool {
        let fits = |length: usize, limit: Option<usize>| limit.is_none_or(|limit| length <= limit);
        fits(calm.label_octets(), self.label) && fits(calm.octets(), self.name)
    }

    /// Whether a host is short enough. For a host without an A-label form, characters are counted:
    /// an A-label is never shorter.
    pub(crate) fn allow_host(&self, form: &HostForm<'_>) -> bool {
        let host = form.as_str();
        let fits = |length: usize, limit: Option<usize>| limit.is_none_or(|limit| length <= limit);
        if host.is_ascii() {
            // If the whole name fits the limit of a label, so do its labels.
            let mut labels = host.as_bytes().split(|&byte| byte == b'.');
            return fits(host.len(), self.name)
                && (fits(host.len(), self.label)
                    || labels.all(|label| fits(label.len(), self.label)));
        }
        if self.label.is_none() && self.name.is_none() {
            return true;
        }
        // Rejects very long names before they are converted, to bound memory. This is safe because
        // the A-label form cannot be that much shorter: a character has at most four bytes, and
        // eight characters never become one.
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
