//! Detects link text that claims another target.

use alloc::string::String;

use super::Detector;
use crate::link::{Host, Link, Part};
use crate::reason::{Reason, ReasonKind};
use crate::tables::{is_alphanumeric, is_unseen};

impl Detector {
    /// Checks whether the visible text of a link names a different site than the link opens, as in
    /// `<a href="https://evil.example">bank.com</a>`.
    ///
    /// The text names a site if, apart from punctuation, it is a link as a whole, or if it contains
    /// a URL with a scheme. Two sites are the same if they have the same registrable domain, or the
    /// same host if the registrable domain is not known. Invisible characters in `text` are
    /// ignored.
    ///
    /// Returns the reason if the sites differ. Returns `None` if they match, the text names no
    /// site, `target` has no host, or UTS #46 rejects its host, so `None` does not mean that a link
    /// is safe. The cost is that of searching `text`.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::default();
    /// let target = detector.parse("https://www.evil.com/bank.com").unwrap();
    /// let named = |text| detector.names_another_site(text, &target).map(|reason| reason.about);
    /// assert_eq!(named("bank.com"), Some("bank.com"));
    /// assert_eq!(named("see https://bank.com/"), Some("https://bank.com/"));
    /// assert_eq!(named("login.evil.com"), None);
    /// assert_eq!(named("what bank.com says"), None);
    /// ```
    #[must_use]
    pub fn names_another_site<'t>(&self, text: &'t str, target: &Link<'_>) -> Option<Reason<'t>> {
        let site = site(target)?;
        // A reader sees `bank\u{200B}.com` as `bank.com`.
        if text.contains(is_unseen) {
            let seen: String = text.chars().filter(|&c| !is_unseen(c)).collect();
            let reason = self.names_another_site(&seen, target)?;
            return Some(Reason::new(reason.kind, text.trim()));
        }
        self.links(text)
            .find(|named| {
                is_claim(text, named) && self::site(named).is_some_and(|name| name != site)
            })
            .map(|named| Reason::new(ReasonKind::TextNamesAnotherSite, named.text()))
    }
}

/// Whether a link in a text claims to be the target of the whole text.
fn is_claim(text: &str, named: &Link<'_>) -> bool {
    let around = [text.get(..named.start()), text.get(named.end()..)];
    let has_words = |part: Option<&str>| part.unwrap_or_default().contains(is_alphanumeric);
    named.part(Part::Scheme).is_some() || !around.into_iter().any(has_words)
}

/// The site that a link opens: its registrable domain, or else its host.
fn site(link: &Link<'_>) -> Option<String> {
    #[cfg(feature = "psl")]
    if let Some(domain) = link.host().and_then(Host::domain) {
        return Some(domain);
    }
    link.host().and_then(Host::ascii)
}
