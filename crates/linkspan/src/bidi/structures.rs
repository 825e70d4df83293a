//! Finds the structures to lay out in running text.

use alloc::vec::Vec;

use crate::detector::Detector;
use crate::link::{Kind, Link};
use crate::names::lists::tld::TldSource;
use crate::profile::Profile;

/// Finds the structures to lay out in running text: the links of the profile
/// [`recommended`](Profile::recommended), with any syntactically valid top-level domain, and the
/// file names of [`pri185`](Profile::pri185). It searches the text twice.
///
/// ```
/// use linkspan::bidi::{Layout, Structures};
///
/// let structures = Structures::default();
/// let text = "ראו http://אב.example/ג_(ד) או /home/א/ב";
/// let found: Vec<_> = structures.find(text).iter().map(|link| link.text()).collect();
/// assert_eq!(found, ["http://אב.example/ג_(ד)", "/home/א/ב"]);
/// let paragraph = Layout::default().text(text, structures.find(text));
/// assert_eq!(paragraph.visual(), "/home/א/ב וא http://בא.example/)ד(_ג ואר");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Structures {
    links: Detector,
    files: Detector,
}

impl Default for Structures {
    fn default() -> Self {
        let links = Profile::recommended().tlds(TldSource::Syntactic);
        Self::new(Detector::new(links))
    }
}

impl Structures {
    /// Finds the links of another detector, and file names.
    #[must_use]
    pub fn new(links: Detector) -> Self {
        let files = Detector::new(Profile::pri185());
        Self { links, files }
    }

    /// The structures of a text, from left to right. They do not overlap; a link takes precedence
    /// over a file name.
    #[must_use]
    pub fn find<'t>(&self, text: &'t str) -> Vec<Link<'t>> {
        let mut links = self.links.links(text).peekable();
        let mut found: Vec<Link<'t>> = Vec::new();
        for file in self.files.links(text) {
            if file.kind() != Kind::File {
                continue;
            }
            while let Some(link) = links.next_if(|link| link.start() < file.end()) {
                found.push(link);
            }
            let is_free = found.last().is_none_or(|link| link.end() <= file.start());
            if is_free {
                found.push(file);
            }
        }
        found.extend(links);
        found
    }
}
