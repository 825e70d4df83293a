//! The links of a document, wherever they are in it.

use std::ops::Range;

use linkspan::{Detector, Link};
use url::Url;

use crate::shown::{Room, Shown};
use crate::splice;

/// What a link is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Within {
    /// Text that a reader sees.
    Text,
    /// Code that a reader sees.
    Code,
    /// An attribute of HTML, such as `href`.
    Attribute,
    /// The destination of a link in Markdown.
    Destination,
}

impl Within {
    /// A stable name: `text`, `code`, `attribute` or `destination`.
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

/// A link of a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DocumentLink<'a> {
    /// The link. It leads where a browser would go.
    pub link: &'a Link<'a>,
    /// What is written, with references decoded. It may be relative.
    pub typed: &'a str,
    /// Where it is in the source.
    pub source: Range<usize>,
    /// What it is in.
    pub within: Within,
    /// Whether it is written in another way in the source.
    pub decoded: bool,
}

/// A target that a document names.
pub(crate) struct Target {
    pub(crate) typed: String,
    pub(crate) source: Range<usize>,
    pub(crate) within: Within,
}

/// The address that relative targets are resolved with.
pub(crate) struct Base(Option<Url>);

impl Base {
    pub(crate) fn new(base: Option<&str>) -> Self {
        Self(base.and_then(|base| Url::parse(base).ok()))
    }

    /// Resolves the address of a `base` element, the first of which counts.
    pub(crate) fn set(&mut self, href: &str) {
        let joined = match &self.0 {
            Some(base) => base.join(href),
            None => Url::parse(href),
        };
        self.0 = joined.ok().or(self.0.take());
    }

    /// Where a target leads; nothing if that cannot be known.
    fn resolve(&self, target: &str) -> Option<String> {
        let url = match &self.0 {
            Some(base) => base.join(target),
            None => Url::parse(target),
        };
        url.ok().map(String::from)
    }
}

/// Calls `found` with all links of a document in the order of the source, until it says `false`: those that a detector
/// finds in what a reader sees, and the targets.
pub(crate) fn each(
    source: &[u8],
    shown: &Shown,
    (targets, base): (&[Target], &Base),
    detector: &Detector,
    found: &mut dyn FnMut(&DocumentLink<'_>) -> bool,
) {
    let stored = |range: &Range<usize>| source.get(range.clone()).unwrap_or_default();
    let mut seen: Vec<(Range<usize>, Room, Link<'_>)> = detector
        .links(shown.as_str())
        .filter_map(|link| {
            shown
                .covered(&link.range())
                .map(|(range, room)| (range, room, link))
        })
        .filter(|(range, ..)| !splice::touches_invalid(source, range))
        .collect();
    seen.sort_by_key(|(range, ..)| range.start);
    let mut seen = seen.into_iter().peekable();
    let mut targets = targets.iter().peekable();
    loop {
        // An autolink is its own text.
        if let (Some((range, ..)), Some(target)) = (seen.peek(), targets.peek())
            && target.source.start <= range.start
            && range.end <= target.source.end
        {
            seen.next();
            continue;
        }
        let is_seen = match (seen.peek(), targets.peek()) {
            (None, None) => return,
            (Some((range, ..)), Some(target)) => range.start <= target.source.start,
            (some, _) => some.is_some(),
        };
        let goes_on = if is_seen {
            let Some((range, room, link)) = seen.next() else {
                return;
            };
            found(&DocumentLink {
                link: &link,
                typed: link.as_str(),
                decoded: stored(&range) != link.as_str().as_bytes(),
                source: range,
                within: match room {
                    Room::Code => Within::Code,
                    _ => Within::Text,
                },
            })
        } else {
            let Some(target) = targets.next() else {
                return;
            };
            let address = base.resolve(&target.typed);
            // An address in Markdown may be without `mailto:`.
            let address = address.as_deref().unwrap_or(&target.typed);
            match detector.whole(address) {
                None => true,
                Some(link) => found(&DocumentLink {
                    link: &link,
                    typed: &target.typed,
                    decoded: stored(&target.source) != target.typed.as_bytes(),
                    source: target.source.clone(),
                    within: target.within,
                }),
            }
        };
        if !goes_on {
            return;
        }
    }
}
