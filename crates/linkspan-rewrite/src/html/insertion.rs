//! A link that can be added to a page.

use std::ops::Range;

use linkspan::Link;
use linkspan::render::{Html, escape_bidi};

use crate::report::LeftAlone;
use crate::splice::Edit;
use crate::visible::VisibleText;

/// A link that can be added to a page.
pub(super) struct Insertion {
    pub(super) is_linked: bool,
    /// Its tags, around the existing text.
    pub(super) tags: Vec<Edit>,
    /// The replacement, if something else is to be shown.
    pub(super) instead: Option<Edit>,
}

impl Insertion {
    /// The link at `range` of the source; `None` if it is not to be added.
    pub(super) fn new(
        link: &Link<'_>,
        range: &Range<usize>,
        html: &Html<'_>,
        shown: &VisibleText,
    ) -> Result<Option<Self>, LeftAlone> {
        let typed = link.text();
        // A name that must be shown in A-labels, or a character that must be escaped, would change
        // the text.
        if link.caption() != escape_bidi(typed) {
            return Err(LeftAlone::Imitation);
        }
        if escape_bidi(typed) != typed {
            return Err(LeftAlone::Reordered);
        }
        let anchor = html.anchor(link);
        let shows_other = anchor.text != typed || !anchor.image.is_empty();
        let instead = shows_other.then(|| Edit::new(range.clone(), anchor.to_string()));
        // A hook may have changed the text without linking it.
        let is_linked = anchor.is_linked();
        if !is_linked && instead.is_none() {
            return Ok(None);
        }
        let mut tag = String::with_capacity(anchor.href.len() + 64);
        // Writing to a string does not fail.
        let _ = anchor.open(&mut tag);
        let mut tags = vec![Edit::new(range.start..range.start, tag)];
        for (at, tag) in html.tags(typed, link.kind()) {
            let place = if at == typed.len() {
                Some(range.end)
            } else {
                let rest = link.start() + at..link.end();
                shown.source(&rest).map(|rest| rest.start)
            };
            // A reference can represent two characters and cannot be split.
            let place = place.ok_or(LeftAlone::Markup)?;
            tags.push(Edit::new(place..place, tag.to_owned()));
        }
        tags.push(Edit::new(range.end..range.end, "</a>".to_owned()));
        Ok(Some(Self {
            is_linked,
            tags,
            instead,
        }))
    }

    /// The edits to make.
    pub(super) fn edits(self) -> Vec<Edit> {
        match self.instead {
            Some(instead) => vec![instead],
            None => self.tags,
        }
    }
}
