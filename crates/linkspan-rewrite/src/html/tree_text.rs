//! The tree of a page as a string, without added links.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use html5ever::{Attribute, QualName, local_name, ns};

use super::tree::{Data, Node, Parsing};

/// A tree as a string: equal strings mean equal trees, apart from added links.
///
/// NUL, which no tree contains, precedes everything that is not text.
#[derive(Default)]
pub(super) struct TreeText {
    pub(super) text: String,
    /// The range of each element.
    elements: Vec<Range<usize>>,
    /// The position and number of each added link.
    pub(super) links: Vec<(usize, usize)>,
    /// The numbers of links that must not be added where they are: in another link, or in too many
    /// elements that set the direction of text.
    pub(super) unfit: Vec<usize>,
    /// Whether a style sheet may let any element set the direction.
    any_embeds: bool,
}

/// The maximum number of elements that set the direction around a link. Browsers ignore more than
/// 125 levels (UAX #9), of which an element can take two.
const MOST_EMBEDDINGS: usize = 50;

/// What a node is in.
#[derive(Clone, Copy, Default)]
struct Around {
    /// Whether an added link is around it.
    in_added: bool,
    /// Whether any other link is.
    in_other: bool,
    /// The number of elements around it that may set the direction of text.
    embeddings: usize,
}

/// The remaining work.
enum Step {
    Node {
        id: usize,
        around: Around,
    },
    /// The end of the element with this number, if it is written.
    End(Option<usize>),
}

impl TreeText {
    /// The outline of a page in which links have the attribute `mark` with a number: `added` ones
    /// have the first numbers, changed ones those that follow. The content of those in `hidden` is
    /// left out. `None` if the tree would be too large.
    pub(super) fn of(
        page: &str,
        reading: Parsing,
        mark: &str,
        added: usize,
        hidden: &BTreeSet<usize>,
    ) -> Option<Self> {
        let nodes = reading.tree(page)?.into_nodes();
        let mut outline = Self {
            any_embeds: page.contains("unicode-bidi"),
            ..Self::default()
        };
        let mut steps = vec![Step::Node {
            id: 0,
            around: Around::default(),
        }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Node { id, around } => {
                    let Some(node) = nodes.get(id) else {
                        continue;
                    };
                    outline.node(node, around, (mark, added, hidden), &mut steps);
                }
                Step::End(element) => {
                    outline.text.push_str("\0)");
                    let end = outline.text.len();
                    if let Some(range) = element.and_then(|at| outline.elements.get_mut(at)) {
                        range.end = end;
                    }
                }
            }
        }
        Some(outline)
    }

    /// Writes a node; its children become steps.
    fn node(
        &mut self,
        node: &Node,
        mut around: Around,
        (mark, added, hidden): (&str, usize, &BTreeSet<usize>),
        steps: &mut Vec<Step>,
    ) {
        let in_added = around.in_added;
        let mut template = None;
        // Writing to a string does not fail.
        match &node.data {
            Data::Root => {}
            Data::Text(text) => self.text.push_str(text),
            Data::Other(text) => {
                let _ = write!(self.text, "\0{text}\0)");
            }
            Data::Element {
                name,
                attributes,
                contents,
            } => {
                let is_html = name.ns == ns!(html);
                let made = attributes
                    .iter()
                    .find(|attribute| &*attribute.name.local == mark);
                let number = made.and_then(|attribute| attribute.value.parse().ok());
                if let Some(number) = number.filter(|_| is_html && name.local == local_name!("a")) {
                    self.links.push((self.text.len(), number));
                    if around.in_other || around.embeddings > MOST_EMBEDDINGS {
                        self.unfit.push(number);
                    }
                    around.in_added |= number < added;
                    around.in_other |= number >= added;
                    if hidden.contains(&number) {
                        return;
                    }
                } else if !(in_added && is_html && matches!(&*name.local, "bdi" | "bdo")) {
                    let start = self.text.len();
                    let _ = write!(self.text, "\0({} {}", name.ns, name.local);
                    self.attributes(attributes);
                    steps.push(Step::End(Some(self.elements.len())));
                    self.elements.push(start..start);
                    around.in_other |= is_html && name.local == local_name!("a");
                }
                around.embeddings +=
                    usize::from(self.any_embeds || sets_direction(name, attributes));
                template = *contents;
            }
        }
        let children = node.children.iter().rev();
        steps.extend(children.map(|&id| Step::Node { id, around }));
        if let Some(id) = template {
            self.text.push_str("\0template");
            steps.push(Step::End(None));
            steps.push(Step::Node {
                id,
                around: Around::default(),
            });
        }
    }

    /// Writes attributes, sorted by name.
    fn attributes(&mut self, attributes: &[Attribute]) {
        let mut sorted: Vec<_> = attributes
            .iter()
            .map(|attribute| {
                (
                    &*attribute.name.ns,
                    &*attribute.name.local,
                    &*attribute.value,
                )
            })
            .collect();
        sorted.sort_unstable();
        for (space, name, value) in sorted {
            let _ = write!(self.text, "\0{space} {name}\0={value}");
        }
        self.text.push_str("\0>");
    }

    /// The first place at which another tree differs.
    pub(super) fn difference(&self, other: &Self) -> Option<usize> {
        let bytes = self.text.bytes().zip(other.text.bytes());
        (self.text != other.text).then(|| bytes.take_while(|(one, other)| one == other).count())
    }

    /// The links in the smallest element around a position.
    pub(super) fn links_around(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let around = self
            .elements
            .iter()
            .filter(|range| range.start <= place && place < range.end);
        let smallest = around
            .min_by_key(|range| range.len())
            .cloned()
            .unwrap_or_default();
        self.links
            .iter()
            .filter(move |(at, _)| smallest.contains(at))
            .map(|&(_, number)| number)
    }
}

/// Whether an element may set the direction of its text.
fn sets_direction(name: &QualName, attributes: &[Attribute]) -> bool {
    matches!(&*name.local, "bdo" | "bdi")
        || attributes
            .iter()
            .any(|attribute| &*attribute.name.local == "dir")
}
