//! Links: borrowed results that know where their parts are.

mod context;
mod host;
mod kind;
mod parts;
mod rejected;
pub(crate) mod scheme;
mod span;
mod split;

pub use host::Host;
pub use kind::Kind;
pub use parts::{Part, Parts};
pub use rejected::Rejected;
use scheme::Scheme;
pub use span::Span;
use split::is_scheme;
pub(crate) use split::is_scheme_char;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::reason::{Cause, Ending, EndingAt, Reason, ReasonKind};
use crate::text::Text;

/// A link in a text.
///
/// It borrows the text and stores the offsets of its parts, so its URL does not need to be parsed
/// again. Accessors that return `&str` slice the text and cost nothing; those that return `String`
/// or `Cow` may allocate.
///
/// ```
/// use linkspan::{Detector, Kind, Part};
///
/// let text = "See https://bücher.de:8080/a/b?q=1#top!";
/// let link = Detector::uts58().links(text).next().unwrap();
/// assert_eq!(link.text(), "https://bücher.de:8080/a/b?q=1#top");
/// assert_eq!(link.range(), 4..39);
/// assert_eq!(link.kind(), Kind::Url);
/// assert_eq!(link.host().unwrap().typed(), "bücher.de");
/// assert_eq!(link.port(), Some(8080));
/// assert_eq!(link.part(Part::Query), Some("q=1"));
/// assert_eq!(link.href(), "https://xn--bcher-kva.de:8080/a/b?q=1#top");
/// ```
#[derive(Clone, Debug)]
pub struct Link<'t> {
    /// The whole text that contains the link.
    whole: &'t str,
    parts: Parts,
    default_scheme: Scheme,
    /// Remarks about the link; most links have none.
    notes: Option<Box<Notes>>,
}

/// Remarks about a link. They are boxed because links are moved often and most have no remarks.
#[derive(Clone, Debug, Default)]
struct Notes {
    /// Why the link was narrowed, and warnings about it.
    causes: Vec<Cause>,
    /// Why the link ends where it does, if the scan recorded it.
    ending: Option<EndingAt>,
}

/// Links are equal if they are the same range of equal texts and have the same reasons and default
/// scheme. Their [endings](Link::ending) are not compared, because only some scans record them.
impl PartialEq for Link<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.whole == other.whole
            && self.parts == other.parts
            && self.default_scheme == other.default_scheme
            && self.causes() == other.causes()
    }
}

impl Eq for Link<'_> {}

impl<'t> Link<'t> {
    pub(crate) fn new(text: Text<'t>, parts: Parts, default_scheme: Scheme) -> Self {
        Self {
            whole: text.0,
            parts,
            default_scheme,
            notes: None,
        }
    }

    /// Adds a remark about the link.
    pub(crate) fn note(&mut self, cause: Option<Cause>) {
        if let Some(cause) = cause {
            self.notes.get_or_insert_default().causes.push(cause);
        }
    }

    /// Records why the link ends where it does.
    pub(crate) fn set_ending(&mut self, ending: EndingAt) {
        self.notes.get_or_insert_default().ending = Some(ending);
    }

    /// The same link in a longer text that starts with the text in which the link was found.
    pub(crate) fn in_longer(self, whole: &'t str) -> Self {
        Self { whole, ..self }
    }

    pub(crate) fn parts_mut(&mut self) -> &mut Parts {
        &mut self.parts
    }

    /// The whole text that contains the link.
    pub(crate) fn whole_text(&self) -> Text<'t> {
        Text(self.whole)
    }

    pub(crate) fn default_scheme(&self) -> &str {
        self.default_scheme.as_str()
    }

    /// The link as written in the text.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("(see a.com/b.)").next().unwrap();
    /// assert_eq!(link.text(), "a.com/b");
    /// ```
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.slice(self.range())
    }

    /// The byte range of the link in the text.
    ///
    /// ```
    /// let text = "siehe bücher.de!";
    /// let link = linkspan::Detector::uts58().links(text).next().unwrap();
    /// assert_eq!(link.range(), 6..16);
    /// assert_eq!(&text[link.range()], "bücher.de");
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.parts.range()
    }

    /// The byte offset of the start of the link.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("see a.com!").next().unwrap();
    /// assert_eq!(link.start(), 4);
    /// ```
    #[must_use]
    pub fn start(&self) -> usize {
        self.parts.range().start
    }

    /// The byte offset of the end of the link, after its last byte.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("see a.com!").next().unwrap();
    /// assert_eq!(link.end(), 9);
    /// ```
    #[must_use]
    pub fn end(&self) -> usize {
        self.parts.range().end
    }

    /// Whether the link is a URL, an e-mail address or the name of a file.
    ///
    /// ```
    /// use linkspan::{Detector, Kind};
    ///
    /// let kinds: Vec<Kind> = Detector::uts58().links("a.com me@a.com").map(|link| link.kind()).collect();
    /// assert_eq!(kinds, [Kind::Url, Kind::Email]);
    /// ```
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.parts.kind()
    }

    /// The offsets of the parts of the link.
    ///
    /// ```
    /// use linkspan::{Detector, HostKind};
    ///
    /// let link = Detector::uts58().links("see a.com").next().unwrap();
    /// assert_eq!(link.parts().host_kind(), Some(HostKind::Name));
    /// ```
    #[must_use]
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// A part of the link as written in the text, or `None` if the link does not have this part.
    ///
    /// ```
    /// use linkspan::{Detector, Part};
    ///
    /// let link = Detector::uts58().links("https://a.com/b?c#d").next().unwrap();
    /// assert_eq!(link.part(Part::Path), Some("/b"));
    /// assert_eq!(link.part(Part::Fragment), Some("d"));
    /// assert_eq!(link.part(Part::Port), None);
    /// ```
    #[must_use]
    pub fn part(&self, part: Part) -> Option<&'t str> {
        self.part_range(part).map(|range| self.slice(range))
    }

    /// The byte range of a part in the whole text, or `None` if the link does not have this part.
    ///
    /// ```
    /// use linkspan::{Detector, Part};
    ///
    /// let link = Detector::uts58().links("see me@a.com").next().unwrap();
    /// assert_eq!(link.part_range(Part::LocalPart), Some(4..6));
    /// assert_eq!(link.part_range(Part::Host), Some(7..12));
    /// assert_eq!(link.part_range(Part::Path), None);
    /// ```
    #[must_use]
    pub fn part_range(&self, part: Part) -> Option<Range<usize>> {
        self.parts.get(part)
    }

    /// Why rules of the profile narrowed the link (moved its start or end inwards), and warnings to
    /// show with it. Most links have no reasons.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let link = detector.links("**https://a.com/x**").next().unwrap();
    /// assert_eq!(link.text(), "https://a.com/x");
    /// let reasons: Vec<_> = link.reasons().map(|reason| reason.kind.id()).collect();
    /// assert_eq!(reasons, ["trailing-markup"]);
    /// ```
    pub fn reasons(&self) -> impl Iterator<Item = Reason<'t>> {
        self.causes().iter().map(|cause| Reason {
            kind: cause.kind,
            about: self.slice(cause.about.clone()),
        })
    }

    fn causes(&self) -> &[Cause] {
        self.notes.as_deref().map_or(&[], |notes| &notes.causes)
    }

    /// Why the link ends where it does. Recorded by [`Detector::explain`](crate::Detector::explain),
    /// and by [`Detector::observe`](crate::Detector::observe) if the observer [wants
    /// reasons](crate::observe::Observer::wants_reasons); otherwise `None`.
    ///
    /// ```
    /// use linkspan::{Detector, EndRule, Finding};
    ///
    /// let detector = Detector::uts58();
    /// let Some(Finding::Link(link)) = detector.explain("(https://a.com/b(c).)").next() else { panic!() };
    /// let ending = link.ending().unwrap();
    /// assert_eq!((ending.rule, ending.about), (EndRule::Soft, "."));
    /// assert_eq!((ending.stop, ending.stopped_at), (EndRule::UnmatchedClose, ")"));
    /// ```
    #[must_use]
    pub fn ending(&self) -> Option<Ending<'t>> {
        let ending = self.notes.as_deref()?.ending.as_ref()?;
        Some(Ending {
            rule: ending.rule,
            about: self.slice(ending.about.clone()),
            stop: ending.stop,
            stopped_at: self.slice(ending.stopped_at.clone()),
            open: ending.open.clone(),
        })
    }

    /// Whether the host imitates another one and must be shown in A-labels.
    pub(crate) fn is_spoof(&self) -> bool {
        let is_spoof = |kind| {
            matches!(
                kind,
                ReasonKind::WholeScriptConfusable
                    | ReasonKind::Lookalike
                    | ReasonKind::ProtectedName
            )
        };
        self.causes().iter().any(|cause| is_spoof(cause.kind))
    }

    /// Whether this is an e-mail address without `mailto:`.
    pub(crate) fn is_bare_email(&self) -> bool {
        self.kind() == Kind::Email && self.parts.is_bare()
    }

    /// The port number. `None` if the link has no port.
    ///
    /// ```
    /// let link = linkspan::Detector::uts58().links("a.com:8080/x").next().unwrap();
    /// assert_eq!(link.port(), Some(8080));
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.part(Part::Port)?.parse().ok()
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> &'t str {
        Text(self.whole).slice(range.start, range.end)
    }
}

impl fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::Link;

    /// Links are moved several times while they are found.
    #[test]
    fn a_link_is_small() {
        assert!(size_of::<Link<'_>>() <= 128, "{}", size_of::<Link<'_>>());
    }
}
