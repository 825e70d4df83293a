//! The text around a link.

use super::Link;
use crate::uts58::runs::is_boundary;

/// The maximum number of bytes returned on each side.
const MOST_BYTES: usize = 256;

impl<'t> Link<'t> {
    /// The text directly before the link, back to a space or another visible Link_Term=Hard
    /// character, and at most 256 bytes.
    ///
    /// There is deliberately no access to more: a check that depended on it would give different
    /// results in a stream or while text is edited.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let not_after_at = |link: &linkspan::Link<'_>| link.before().ends_with('@').then_some("mention");
    /// let detector = Detector::new(Profile::uts58().check(not_after_at));
    /// let links: Vec<_> = detector.links("hi @example.com, see (example.com)").map(|link| link.range()).collect();
    /// assert_eq!(links, [22..33]);
    /// ```
    #[must_use]
    pub fn before(&self) -> &'t str {
        let mut start = self.start();
        let characters = self.slice(0..start).chars().rev();
        for c in characters.take_while(|&c| !is_boundary(c)) {
            if self.start() - start + c.len_utf8() > MOST_BYTES {
                break;
            }
            start -= c.len_utf8();
        }
        self.slice(start..self.start())
    }

    /// The text directly after the link, up to a space or another visible Link_Term=Hard character,
    /// and at most 256 bytes.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("see (example.com). Or").next().unwrap();
    /// assert_eq!((link.before(), link.after()), ("(", ")."));
    /// ```
    #[must_use]
    pub fn after(&self) -> &'t str {
        let mut end = self.end();
        let characters = self.slice(end..self.whole.len()).chars();
        for c in characters.take_while(|&c| !is_boundary(c)) {
            if end - self.end() + c.len_utf8() > MOST_BYTES {
                break;
            }
            end += c.len_utf8();
        }
        self.slice(self.end()..end)
    }
}
