//! A link that can be made in a page.

use std::ops::Range;

use linkspan::Link;
use linkspan::render::{Html, escape_bidi};

use crate::report::LeftAlone;
use crate::shown::Shown;
use crate::splice::Edit;

/// A link that can be made in a page.
pub(super) struct Made {
    pub(super) is_linked: bool,
    /// Its tags, around the text that is there.
    pub(super) tags: Vec<Edit>,
    /// What is written instead, if something else is to be seen.
    instead: Option<Edit>,
}

impl Made {
    /// A link that is at `range` of the source; nothing if it is not to be made.
    pub(super) fn new(
        link: &Link<'_>,
        range: &Range<usize>,
        html: &Html<'_>,
        shown: &Shown,
    ) -> Result<Option<Self>, LeftAlone> {
        let typed = link.as_str();
        // A name that has to be shown in A-labels, or a character that has to be escaped, is not shown as it is.
        if link.typed() != typed {
            return Err(LeftAlone::Imitation);
        }
        if escape_bidi(typed) != typed {
            return Err(LeftAlone::Reordered);
        }
        let anchor = html.anchor(link);
        let shows_other = anchor.text != typed || !anchor.image.is_empty();
        let instead = shows_other.then(|| Edit::new(range.clone(), anchor.to_string()));
        // A hook may have changed the text, and made no link of it.
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
            // A reference can stand for two characters, and cannot be cut.
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

    /// What to write.
    pub(super) fn edits(self) -> Vec<Edit> {
        match self.instead {
            Some(instead) => vec![instead],
            None => self.tags,
        }
    }
}
