//! Reports what was done to a page.

use std::collections::BTreeMap;
use std::fmt;

/// A page with links added, and a report about them.
///
/// ```
/// use linkspan::{Detector, Profile, render::Html};
/// use linkspan_rewrite::{HtmlRewriter, LeftAlone};
///
/// let (detector, html) = (Detector::new(Profile::recommended()), Html::default());
/// let page = HtmlRewriter::new(&detector, &html).rewritten("<p>a.com, https://аррӏе.com".as_bytes());
/// assert_eq!(page.made, 1);
/// assert_eq!(page.left_alone[&LeftAlone::Imitation], 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewritten {
    /// The page with links.
    pub page: Vec<u8>,
    /// The number of links that were added.
    pub made: usize,
    /// The number of links that were left alone, by reason.
    pub left_alone: BTreeMap<LeftAlone, usize>,
}

/// Why a link was left alone and stays text.
///
/// Links in code, and in elements that must not contain links, are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LeftAlone {
    /// Its name imitates another one and would have to be shown in A-labels, but the text must not
    /// change.
    Imitation,
    /// Markup runs through it.
    Markup,
    /// It touches bytes that are not UTF-8.
    Bytes,
    /// Characters inside or before it reorder it.
    Reordered,
    /// Adding it could change more than the link: parsers disagree about the page, or cannot read
    /// it in linear time.
    Parsers,
}

impl fmt::Display for LeftAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Imitation => "the name imitates another name",
            Self::Markup => "markup divides the link",
            Self::Bytes => "bytes next to the link are not UTF-8",
            Self::Reordered => "characters reorder the link",
            Self::Parsers => "other parts of the page could change",
        })
    }
}

impl Rewritten {
    /// A page that was not changed.
    pub(crate) fn unchanged(source: &[u8]) -> Self {
        Self {
            page: source.to_vec(),
            ..Self::default()
        }
    }

    pub(crate) fn leave(&mut self, why: LeftAlone) {
        *self.left_alone.entry(why).or_default() += 1;
    }
}
