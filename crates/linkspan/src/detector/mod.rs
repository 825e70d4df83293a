//! Detectors: a profile that is prepared for searching.

#[cfg(feature = "idna")]
mod deceptive_text;
mod findings;
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
use crate::names::lists::tld::is_syntactic;
use crate::profile::Profile;
use crate::scan::plan::Plan;
use crate::scan::{Links, Observer};
use crate::text::Text;
use crate::uts58::runs;

/// Finds links in text.
///
/// A detector is immutable and can be shared between threads. Building one allocates and prepares
/// the profile, so build it once and reuse it. Searching never fails: any text is valid input.
///
/// ```
/// use linkspan::Detector;
///
/// let detector = Detector::uts58();
/// let text = "Go to example.com/a(b)c, or write to me@例子.中国。";
/// let links: Vec<&str> = detector.links(text).map(|link| link.text()).collect();
/// assert_eq!(links, ["example.com/a(b)c", "me@例子.中国"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Detector {
    profile: Profile,
    plan: Plan,
}

impl Detector {
    /// The maximum number of top-level domains that [`unknown_tlds`](Self::unknown_tlds) collects.
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
    /// Use it for conformance, or to apply your own policy to the candidates. For text that people
    /// write, prefer [`Detector::default`], which also judges the candidates.
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

    /// The profile of this detector.
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

    /// Iterates over the links in `text`, from left to right. Links do not overlap.
    ///
    /// The iterator is lazy. A complete search takes time linear in the length of the text, for any
    /// text. With the profile `uts58` it never allocates; limits and policies may allocate to judge
    /// a candidate.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::uts58();
    /// let ranges: Vec<_> = detector.links("a.com, b.com").map(|link| link.range()).collect();
    /// assert_eq!(ranges, [0..5, 7..12]);
    /// ```
    pub fn links<'d, 't>(&'d self, text: &'t str) -> Links<'d, 't> {
        self.observe(text, ())
    }

    /// Whether `text` may contain links. `false` is definite, and is cheaper to compute than a
    /// search; `true` only means that a search is needed.
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

    /// Whether every link contains a label separator between other characters, `://` or `mailto:`.
    /// If so, a program for which a call costs more than a look at the text, as in JavaScript, can
    /// look for these itself. In Rust, use [`may_have_links`](Self::may_have_links).
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// assert!(Detector::default().needs_separator());
    /// let profile = Profile::recommended().set("add-scheme", "tel:")?;
    /// assert!(!Detector::new(profile).needs_separator());
    /// # Ok::<(), linkspan::profile::OptionError>(())
    /// ```
    #[must_use]
    pub fn needs_separator(&self) -> bool {
        self.plan.needs_separator()
    }

    /// Like [`links`](Self::links), but reports work and rejections to `observer`.
    ///
    /// ```
    /// use linkspan::{Detector, observe::Work};
    ///
    /// let mut work = Work::default();
    /// let text = "no link here ".repeat(100);
    /// assert_eq!(Detector::uts58().observe(&text, &mut work).count(), 0);
    /// assert!(work.steps <= 4 * text.len());
    /// ```
    pub fn observe<'d, 't, O: Observer>(&'d self, text: &'t str, observer: O) -> Links<'d, 't, O> {
        Links::new(&self.profile, &self.plan, text, observer)
    }

    /// Splits the whole `text` into links and the text between them. Concatenating the pieces gives
    /// `text` again.
    ///
    /// Use this to render; the costs are those of [`links`](Self::links).
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

    /// Iterates over the links in `text` and the rejected candidates, in text order, each with its
    /// reasons. Use it to explain or debug results; for links alone, [`links`](Self::links) is
    /// faster.
    ///
    /// Each link has its [ending](Link::ending). Takes linear time, but skips the fast paths and
    /// allocates for every candidate.
    ///
    /// ```
    /// use linkspan::{Detector, Finding, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let text = "see README.md, http://example.com@evil.com or example.com";
    /// let found: Vec<String> = detector.explain(text).map(|finding| match finding {
    ///     Finding::Link(link) => format!("link {link}"),
    ///     Finding::Rejected(rejected) => format!("{} {}", rejected.reason().kind.id(), rejected.text()),
    /// }).collect();
    /// assert_eq!(found, ["file-name README.md", "userinfo http://example.com@evil.com", "link example.com"]);
    /// ```
    pub fn explain<'d, 't>(&'d self, text: &'t str) -> Findings<'d, 't> {
        Findings::new(self.observe(text, Rejections::default()), text)
    }

    /// Iterates over the links in `text` that do not overlap any of the `excluded` byte ranges.
    ///
    /// Use it to leave out code or existing links. The ranges may be in any order and may overlap;
    /// they are copied and sorted. The text inside them is still searched, so a link that reaches
    /// into a range is left out as a whole.
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
        // The end of the excluded ranges that start before the end of the link.
        let mut until = 0;
        self.links(text).filter(move |link| {
            while let Some(range) = ranges.next_if(|range| range.start < link.end()) {
                until = until.max(range.end);
            }
            until <= link.start()
        })
    }

    /// Splits the whole `text` into pieces as [`spans`](Self::spans) does, with the links of
    /// [`links_outside`](Self::links_outside): links that overlap an `excluded` range become text.
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

    /// The link that starts at byte offset `at`, as [`links`](Self::links) would find it.
    ///
    /// Use it in a parser that has reached a place where a link may start. `None` if no link starts
    /// there or `at` is not on a character boundary.
    ///
    /// Only the run of characters around `at` is read, up to a space or another Link_Term=Hard
    /// character on either side.
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

    /// The link that contains byte offset `at`, such as the one under a mouse pointer. `None` if no
    /// link contains `at`, or if `at` is past the end or inside a character.
    ///
    /// Takes time linear in the run of characters around `at`, up to a space or another
    /// Link_Term=Hard character on either side. For many offsets in one text, use
    /// [`links`](Self::links).
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

    /// Treats a whole string as a link, such as the value of an `href` attribute: a URL with a
    /// scheme and a host, or an e-mail address. Returns `None` if it is neither.
    ///
    /// The string is neither trimmed nor judged, may contain characters that detection would not
    /// accept, and may have any scheme: `javascript://a.com/%0aalert(1)` is a link. Check the
    /// scheme before you link or open it. To find links in text, use [`links`](Self::links). Takes
    /// linear time and does not allocate.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::uts58();
    /// assert_eq!(detector.parse("https://a.com/b.").unwrap().href(), "https://a.com/b.");
    /// assert_eq!(detector.parse("/b"), None);
    /// assert_eq!(detector.parse("javascript:alert(1)"), None);
    /// ```
    #[must_use]
    pub fn parse<'t>(&self, text: &'t str) -> Option<Link<'t>> {
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

    /// The links of the run around `at`; `None` if `at` is not on a character boundary.
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

    /// The top-level domains that prevent names in `text` from being linked because the source of
    /// the profile does not know them. They are distinct, in ASCII, and at most
    /// [`MOST_UNKNOWN_TLDS`](Self::MOST_UNKNOWN_TLDS).
    ///
    /// To use DNS, resolve these in one batch, add those that exist with
    /// [`TldSource::with`](crate::tld::TldSource::with), and search again. The cost is that of a
    /// search, plus one string for each of them.
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
        let links = self.observe(text, &mut unknown);
        // Consuming the links fills the set.
        links.for_each(drop);
        unknown.names
    }
}

/// The detector for most programs, with the profile [`recommended`](Profile::recommended).
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

/// Collects the top-level domains that a source does not know.
#[derive(Default)]
struct UnknownTlds {
    names: BTreeSet<String>,
}

impl Meter for UnknownTlds {}

impl Observer for UnknownTlds {
    fn unknown_tld(&mut self, label: &str) {
        let has_room = self.names.len() < Detector::MOST_UNKNOWN_TLDS;
        // A label of 63 octets in ASCII is never longer than this in UTF-8.
        if has_room && label.len() <= 256 && is_syntactic(label) {
            self.names.extend(idna::to_ascii(label));
        }
    }
}
