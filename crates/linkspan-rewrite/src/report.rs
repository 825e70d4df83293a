//! What was done to a page.

use std::collections::BTreeMap;
use std::fmt;

/// A page with its links made, and what became of them.
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
    /// The page.
    pub page: Vec<u8>,
    /// How many links were made.
    pub made: usize,
    /// How many links were left alone, and why.
    pub left_alone: BTreeMap<LeftAlone, usize>,
}

/// Why a link was left alone: it stays the text that it was.
///
/// Links in code, and in elements in which no links are made, are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LeftAlone {
    /// Its name imitates another one and would have to be shown in A-labels, but the text must not change.
    Imitation,
    /// Markup runs through it.
    Markup,
    /// It touches bytes that are not UTF-8.
    Bytes,
    /// Characters in it or before it reorder it.
    Reordered,
    /// Making it could change more than the link: parsers do not read the page in the same way, or not with an effort
    /// in proportion to it.
    Parsers,
}

impl fmt::Display for LeftAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Imitation => "the name imitates another one",
            Self::Markup => "markup runs through the link",
            Self::Bytes => "bytes beside the link are not UTF-8",
            Self::Reordered => "characters reorder the link",
            Self::Parsers => "parsers do not agree about the page",
        })
    }
}

impl Rewritten {
    /// A page to which nothing was done.
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
