//! Detectors: a profile, ready to search.

mod findings;
#[cfg(feature = "idna")]
mod shown;
mod spans;

pub use findings::{Finding, Findings};
pub use spans::Spans;

use findings::Rejections;

use alloc::collections::BTreeSet;
use alloc::string::String;
use core::ops::Range;

use crate::link::{Kind, Link, Part, Parts, Span};
use crate::meter::Meter;
use crate::names::idna;
use crate::names::tld::is_syntactic;
use crate::profile::Profile;
use crate::scan::plan::Plan;
use crate::scan::{Links, Observer};
use crate::text::Text;
use crate::uts58::runs;

/// Finds links in text.
///
/// A detector is immutable: build it once and share it.
///
/// ```
/// use linkspan::Detector;
///
/// let detector = Detector::uts58();
/// let text = "Go to example.com/a(b)c, or write to me@例子.中国。";
/// let links: Vec<&str> = detector.links(text).map(|link| link.as_str()).collect();
/// assert_eq!(links, ["example.com/a(b)c", "me@例子.中国"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Detector {
    profile: Profile,
    plan: Plan,
}

impl Detector {
    /// The most top-level domains that [`unknown_tlds`](Self::unknown_tlds) collects.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let letters = ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| (a, b)));
    /// let names: String = letters.map(|(a, b)| format!("x.q{a}{b}q ")).collect();
    /// assert_eq!(Detector::uts58().unknown_tlds(&names).len(), Detector::MOST_UNKNOWN_TLDS);
    /// ```
    pub const MOST_UNKNOWN_TLDS: usize = 64;

    /// A detector for exactly the links that UTS #58 defines.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let links = Detector::uts58().links("see README.md").count();
    /// assert_eq!(links, 1, "the standard does not judge names");
    /// ```
    #[must_use]
    pub fn uts58() -> Self {
        Self::new(Profile::uts58())
    }

    /// A detector for the links of a profile.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// assert_eq!(detector.links("see README.md and example.com").count(), 1);
    /// ```
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        let plan = Plan::of(&profile);
        Self { profile, plan }
    }

    /// The profile of the detector.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// assert_eq!(*Detector::uts58().profile(), Profile::uts58());
    /// ```
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The links in `text`, from left to right. They do not overlap.
    ///
    /// Takes time proportional to the length of the text, whatever the text. With the profile
    /// `uts58` nothing is allocated; limits and policies allocate to judge a candidate.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::uts58();
    /// let ranges: Vec<_> = detector.links("a.com, b.com").map(|link| link.range()).collect();
    /// assert_eq!(ranges, [0..5, 7..12]);
    /// ```
    pub fn links<'d, 't>(&'d self, text: &'t str) -> Links<'d, 't> {
        self.observed(text, ())
    }

    /// Whether there may be links in a text. `false` is certain, and costs less than a search.
    ///
    /// ```
    /// let detector = linkspan::Detector::default();
    /// assert!(!detector.may_have_links("He said that it was late. She did not answer."));
    /// assert!(detector.may_have_links("see a.com") && detector.may_have_links("v1.a"));
    /// ```
    #[must_use]
    pub fn may_have_links(&self, text: &str) -> bool {
        self.plan.may_have_links(text)
    }

    /// Like [`links`](Self::links), but reports work and rejections to `observer`.
    ///
    /// ```
    /// use linkspan::{Detector, observe::Work};
    ///
    /// let mut work = Work::default();
    /// let text = "no link here ".repeat(100);
    /// assert_eq!(Detector::uts58().observed(&text, &mut work).count(), 0);
    /// assert!(work.steps <= 4 * text.len());
    /// ```
    pub fn observed<'d, 't, O: Observer>(&'d self, text: &'t str, observer: O) -> Links<'d, 't, O> {
        Links::new(&self.profile, &self.plan, text, observer)
    }

    /// The whole `text` in pieces: links and what is between them.
    ///
    /// ```
    /// use linkspan::{Detector, Span};
    ///
    /// let detector = Detector::uts58();
    /// let marked: String = detector.spans("see example.com!").map(|span| match span {
    ///     Span::Text(text) => text.to_string(),
    ///     Span::Link(link) => format!("⸠{link}⸡"),
    /// }).collect();
    /// assert_eq!(marked, "see ⸠example.com⸡!");
    /// ```
    pub fn spans<'d, 't>(&'d self, text: &'t str) -> Spans<'t, Links<'d, 't>> {
        Spans::new(text, self.links(text))
    }

    /// The links in `text` and the candidates that were rejected, each with its reason.
    ///
    /// ```
    /// use linkspan::{Detector, Finding, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let text = "see README.md, http://example.com@evil.com or example.com";
    /// let found: Vec<String> = detector.judged(text).map(|finding| match finding {
    ///     Finding::Link(link) => format!("link {link}"),
    ///     Finding::Rejected(rejected) => format!("{} {}", rejected.reason().kind.id(), rejected.as_str()),
    /// }).collect();
    /// assert_eq!(found, ["file-name README.md", "userinfo http://example.com@evil.com", "link example.com"]);
    /// ```
    pub fn judged<'d, 't>(&'d self, text: &'t str) -> Findings<'d, 't> {
        Findings::new(self.observed(text, Rejections::default()), text)
    }

    /// The links in `text` that touch none of the `excluded` ranges.
    ///
    /// ```
    /// let detector = linkspan::Detector::uts58();
    /// assert_eq!(detector.links_outside("a.com b.com", &[0..3]).count(), 1);
    /// ```
    pub fn links_outside<'d, 't>(
        &'d self,
        text: &'t str,
        excluded: &[Range<usize>],
    ) -> impl Iterator<Item = Link<'t>> + Clone + use<'d, 't> {
        let mut ranges = excluded.to_vec();
        ranges.sort_by_key(|range| range.start);
        let mut ranges = ranges.into_iter().peekable();
        // The end of what is excluded up to the link.
        let mut until = 0;
        self.links(text).filter(move |link| {
            while let Some(range) = ranges.next_if(|range| range.start < link.end()) {
                until = until.max(range.end);
            }
            until <= link.start()
        })
    }

    /// The whole `text` in pieces, without links that touch one of the `excluded` ranges.
    ///
    /// ```
    /// use linkspan::{Detector, render::{Marks, Renderer}};
    ///
    /// let detector = Detector::uts58();
    /// let spans = detector.spans_outside("`a.com` b.com", &[0..7]);
    /// assert_eq!(Marks.render(spans).to_string(), "`a.com` ⸠b.com⸡");
    /// ```
    pub fn spans_outside<'d, 't>(
        &'d self,
        text: &'t str,
        excluded: &[Range<usize>],
    ) -> impl Iterator<Item = Span<'t>> + Clone + use<'d, 't> {
        Spans::new(text, self.links_outside(text, excluded))
    }

    /// The link that starts at `at`, in bytes, as [`links`](Self::links) would find it: for parsers that have
    /// come to a place where a link may start.
    ///
    /// Only the run of characters around `at` is read, up to a space or another Link_Term=Hard character on
    /// either side.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let (detector, text) = (Detector::uts58(), "see (www.a.com), ...");
    /// assert_eq!(detector.link_at(text, 5).map(|link| link.range()), Some(5..14));
    /// assert_eq!(detector.link_at(text, 9), None, "`a.com` is not a link here");
    /// ```
    #[must_use]
    pub fn link_at<'t>(&self, text: &'t str, at: usize) -> Option<Link<'t>> {
        let mut links = self.links_in_run(text, at)?;
        links
            .find(|link| link.start() >= at)
            .filter(|link| link.start() == at)
    }

    /// The link that holds the byte at `at`, such as that under a mouse pointer. As with
    /// [`link_at`](Self::link_at), only the run of characters around `at` is read.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let (detector, text) = (Detector::uts58(), "see (www.a.com), ...");
    /// assert_eq!(detector.link_over(text, 9).map(|link| link.range()), Some(5..14));
    /// assert_eq!(detector.link_over(text, 14), None);
    /// ```
    #[must_use]
    pub fn link_over<'t>(&self, text: &'t str, at: usize) -> Option<Link<'t>> {
        let mut links = self.links_in_run(text, at)?;
        links
            .find(|link| link.end() > at)
            .filter(|link| link.start() <= at)
    }

    /// The link that a text is as a whole, such as the target of a link in a page: a URL with a scheme and a host, or an
    /// e-mail address. Nothing is left out of it and nothing about it is judged, whatever detection would do.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::uts58();
    /// assert_eq!(detector.whole("https://a.com/b.").unwrap().href(), "https://a.com/b.");
    /// assert_eq!(detector.whole("/b"), None);
    /// assert_eq!(detector.whole("javascript:alert(1)"), None);
    /// ```
    #[must_use]
    pub fn whole<'t>(&self, text: &'t str) -> Option<Link<'t>> {
        let parts = Parts::split(text);
        let has_scheme = parts.get(Part::Scheme).is_some();
        let is_link = match parts.kind() {
            Kind::Url => has_scheme && !parts.host().is_empty(),
            Kind::Email => {
                parts
                    .get(Part::LocalPart)
                    .is_some_and(|local| !local.is_empty())
                    && !parts.host().is_empty()
            }
            Kind::File => false,
        };
        is_link.then(|| Link::new(Text(text), parts, self.profile.syntax.default_scheme))
    }

    /// The links of the run around `at`; `None` if that is no place between characters.
    fn links_in_run<'d, 't>(
        &'d self,
        text: &'t str,
        at: usize,
    ) -> Option<impl Iterator<Item = Link<'t>> + use<'d, 't>> {
        text.is_char_boundary(at).then_some(())?;
        let run = runs::around(Text(text), 0, at..at);
        let until = text.get(..run.end)?;
        let links = Links::new(&self.profile, &self.plan, until, ()).starting_at(run.start);
        Some(links.map(|link| link.in_longer(text)))
    }

    /// The top-level domains that keep names in `text` from being linked, because the source does
    /// not know them: distinct, in ASCII, at most [`MOST_UNKNOWN_TLDS`](Self::MOST_UNKNOWN_TLDS).
    ///
    /// To use DNS, resolve these in one batch, add those that exist with
    /// [`TldSource::with`](crate::tld::TldSource::with), and search again.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let unknown = Detector::uts58().unknown_tlds("a.com b.lan, c@d.lan e.новое f.1");
    /// assert_eq!(unknown.into_iter().collect::<Vec<_>>(), ["lan", "xn--b1agweb"]);
    /// ```
    #[must_use]
    pub fn unknown_tlds(&self, text: &str) -> BTreeSet<String> {
        let mut unknown = UnknownTlds::default();
        let links = self.observed(text, &mut unknown);
        // Running through the links is what fills the set.
        links.for_each(drop);
        unknown.names
    }
}

/// What most programs want: the profile [`recommended`](Profile::recommended).
///
/// ```
/// use linkspan::{Detector, Profile};
///
/// assert_eq!(Detector::default(), Detector::new(Profile::recommended()));
/// ```
#[cfg(feature = "idna")]
impl Default for Detector {
    fn default() -> Self {
        Self::new(Profile::recommended())
    }
}

/// Collects top-level domains that a source does not know.
#[derive(Default)]
struct UnknownTlds {
    names: BTreeSet<String>,
}

impl Meter for UnknownTlds {}

impl Observer for UnknownTlds {
    fn unknown_tld(&mut self, label: &str) {
        let has_room = self.names.len() < Detector::MOST_UNKNOWN_TLDS;
        // No label of 63 octets in ASCII is longer than this in UTF-8.
        if has_room && label.len() <= 256 && is_syntactic(label) {
            self.names.extend(idna::to_ascii(label));
        }
    }
}
