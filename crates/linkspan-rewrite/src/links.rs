//! Finds the links of a document, wherever they are in it.

use std::borrow::Cow;
use std::ops::Range;

use linkspan::defang::Refanged;
use linkspan::{Detector, Link, Reason, format};

use crate::visible::{Room, VisibleText};

/// Where in a document a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Within {
    /// In text that a reader sees.
    Text,
    /// In code that a reader sees.
    Code,
    /// In an HTML attribute, such as `href`, or a style sheet.
    Attribute,
    /// In the destination of a Markdown link.
    Destination,
}

impl Within {
    /// The stable name: `text`, `code`, `attribute` or `destination`.
    ///
    /// ```
    /// assert_eq!(linkspan_rewrite::Within::Code.as_str(), "code");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Code => "code",
            Self::Attribute => "attribute",
            Self::Destination => "destination",
        }
    }
}

/// A link in a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DocumentLink<'a> {
    /// The link, with a relative target resolved as a browser would. Its offsets are those of the
    /// decoded text or address; use [`source`](Self::source) for the document. Targets are not
    /// judged and may have any scheme; see [`Detector::parse`](linkspan::Detector::parse).
    pub link: &'a Link<'a>,
    /// The link as written, with references decoded. It may be relative or defanged.
    pub typed: &'a str,
    /// The byte range in the source.
    pub source: Range<usize>,
    /// Where in the document it is.
    pub within: Within,
    /// Whether the source spells it differently, for example with `&amp;`.
    pub decoded: bool,
    /// A warning for readers: the visible text of the link names another site.
    pub reason: Option<Reason<'a>>,
}

/// Finds the links of documents: those that a reader sees, and the targets of links, images and
/// other resources. To find links in plain text, use [`Detector`] alone.
///
/// ```
/// use linkspan::Detector;
/// use linkspan_rewrite::DocumentLinks;
///
/// let detector = Detector::default();
/// let page = "<a href='/login?a&amp;b'>bank.com</a>";
/// DocumentLinks::new(&detector).base("https://evil.com/").html(page.as_bytes(), &mut |link| {
///     if link.within.as_str() == "attribute" {
///         assert_eq!(link.link.href(), "https://evil.com/login?a&b");
///         assert_eq!(link.reason.unwrap().kind.id(), "text-names-another-site");
///     }
///     true
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DocumentLinks<'d> {
    detector: &'d Detector,
    base: Option<&'d str>,
    notation: Notation,
}

/// Which notations count as links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    Plain,
    /// Defanged links as well.
    Refanged,
}

impl<'d> DocumentLinks<'d> {
    /// Finds the links of this detector in visible text, and all targets.
    #[must_use]
    pub fn new(detector: &'d Detector) -> Self {
        Self {
            detector,
            base: None,
            notation: Notation::Plain,
        }
    }

    /// Sets the address of the document, which relative targets need. Without it, they are only
    /// resolved if the document has a `base` element. An address that is not a URL, or
    /// longer than 2,048 bytes, is ignored.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan_rewrite::DocumentLinks;
    ///
    /// let detector = Detector::default();
    /// let links = DocumentLinks::new(&detector);
    /// let count = |links: DocumentLinks| {
    ///     let mut count = 0;
    ///     links.html(b"<a href='/b'>c</a>", &mut |_| { count += 1; true });
    ///     count
    /// };
    /// assert_eq!((count(links), count(links.base("https://a.com/"))), (0, 1));
    /// ```
    #[must_use]
    pub fn base(mut self, address: &'d str) -> Self {
        self.base = Some(address);
        self
    }

    /// Also finds defanged links, such as `hxxps://example[.]com`.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan_rewrite::DocumentLinks;
    ///
    /// let detector = Detector::default();
    /// DocumentLinks::new(&detector).refang().html(b"hxxp://a[.]com", &mut |link| {
    ///     assert_eq!((link.typed, link.link.text()), ("hxxp://a[.]com", "http://a.com"));
    ///     true
    /// });
    /// ```
    #[must_use]
    pub fn refang(mut self) -> Self {
        self.notation = Notation::Refanged;
        self
    }

    /// The base of a document that does not set one.
    pub(crate) fn first_base(&self) -> Base {
        Base::new(self.base)
    }

    /// Calls `found` with all links in the order of the source, until it returns `false`.
    pub(crate) fn each(
        &self,
        source: &[u8],
        shown: &VisibleText,
        targets: &[Target],
        base: &Base,
        found: &mut dyn FnMut(&DocumentLink<'_>) -> bool,
    ) {
        let mut targets = targets.iter().peekable();
        let mut last = 0..0;
        // A reader sees where the text of a link starts and ends.
        for stretch in shown.stretches() {
            let text = shown.slice(&stretch);
            let refanged = (self.notation == Notation::Refanged).then(|| Refanged::new(text));
            let searched = refanged.as_ref().map_or(text, Refanged::as_str);
            for link in self.detector.links(searched) {
                let range = match &refanged {
                    Some(refanged) => refanged.original(link.range()),
                    None => link.range(),
                };
                let typed = text.get(range.clone()).unwrap_or_default();
                let range = stretch.start + range.start..stretch.start + range.end;
                let Some((place, room)) = shown.covered(&range) else {
                    continue;
                };
                while let Some(target) =
                    targets.next_if(|target| target.source.start <= place.start)
                {
                    last = target.source.clone();
                    if !self.target(source, shown, target, base, found) {
                        return;
                    }
                }
                // An autolink is its own text.
                if last.start <= place.start && place.end <= last.end {
                    continue;
                }
                let goes_on = found(&DocumentLink {
                    link: &link,
                    typed,
                    within: match room {
                        Room::Code => Within::Code,
                        Room::Open | Room::Closed => Within::Text,
                    },
                    decoded: stored(source, &place) != typed.as_bytes(),
                    source: place,
                    reason: None,
                });
                if !goes_on {
                    return;
                }
            }
        }
        for target in targets {
            if !self.target(source, shown, target, base, found) {
                return;
            }
        }
    }

    /// Calls `found` with a target, if its address is known.
    fn target(
        &self,
        source: &[u8],
        shown: &VisibleText,
        target: &Target,
        base: &Base,
        found: &mut dyn FnMut(&DocumentLink<'_>) -> bool,
    ) -> bool {
        let stored = stored(source, &target.source);
        let mut typed = Cow::Borrowed(target.typed.as_str());
        // Invalid UTF-8 was replaced by another character; a browser shows this one.
        if std::str::from_utf8(stored).is_err() {
            typed = Cow::Owned(target.typed.replace('\u{1A}', "\u{FFFD}"));
        }
        let refanged = match self.notation {
            Notation::Plain => None,
            Notation::Refanged => Some(Refanged::new(&typed)),
        };
        let written = refanged.as_ref().map_or(&*typed, Refanged::as_str);
        let address = base.resolve(written);
        let address = match &address {
            Some(address) => address,
            // An address in Markdown may lack `mailto:`.
            None if !written.contains("://") => written,
            // A browser does not open it either.
            None => return true,
        };
        let Some(link) = self.detector.parse(address) else {
            return true;
        };
        let label = target.tag.and_then(|tag| shown.label(tag));
        found(&DocumentLink {
            link: &link,
            typed: &typed,
            decoded: stored != typed.as_bytes(),
            source: target.source.clone(),
            within: target.within,
            reason: label.and_then(|label| self.detector.names_another_site(label, &link)),
        })
    }
}

/// A target in a document.
pub(crate) struct Target {
    pub(crate) typed: String,
    pub(crate) source: Range<usize>,
    pub(crate) within: Within,
    /// The start of the link that has this target, if it has visible text.
    pub(crate) tag: Option<usize>,
}

impl Target {
    /// The target in a longer source that contains this one at `start`.
    pub(crate) fn moved(self, start: usize) -> Self {
        Self {
            source: start + self.source.start..start + self.source.end,
            tag: self.tag.map(|tag| start + tag),
            ..self
        }
    }
}

/// The bytes of a range of the source.
fn stored<'s>(source: &'s [u8], range: &Range<usize>) -> &'s [u8] {
    source.get(range.clone()).unwrap_or_default()
}

/// The maximum length of an address that relative targets are resolved against, in bytes. Every
/// relative target repeats it: with a base of half a page, the links of the other half would take
/// quadratic time and memory.
const LONGEST_BASE: usize = 2048;

/// The address that relative targets are resolved against.
pub(crate) struct Base(Option<format::Base>);

impl Base {
    pub(crate) fn new(base: Option<&str>) -> Self {
        Self(base.and_then(format::Base::new)).bounded()
    }

    /// Applies the address of a `base` element; only the first element counts.
    pub(crate) fn set(&mut self, href: &str) {
        let base = self.resolve(href).and_then(|base| format::Base::new(&base));
        *self = Self(base.or(self.0.take())).bounded();
    }

    /// No address instead of one that is too long: a target that is resolved against another
    /// address would be wrong.
    fn bounded(self) -> Self {
        Self(self.0.filter(|base| base.as_str().len() <= LONGEST_BASE))
    }

    /// The address of a target; `None` if it cannot be determined.
    fn resolve(&self, target: &str) -> Option<String> {
        let absolute = |url: &str| Some(format::Base::new(url)?.as_str().to_owned());
        match &self.0 {
            Some(base) => base.resolve(target),
            // Only the scheme is missing, and nearly all pages use the same one.
            None if target.starts_with("//") => absolute(&format!("https:{target}")),
            None => absolute(target),
        }
    }
}
