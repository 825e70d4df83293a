//! A paragraph with its links, ready to be shown.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::ops::Range;

use super::controls::Controls;
use super::field::{self, Ambiguity};
use super::uax9::{self, Mirroring};
use super::{Base, Direction, Layout, Order, html};
use crate::link::Kind;
use crate::tables::{ProseClass, prose_class};
use crate::text::Text;

/// A paragraph in which each link has its fields and their direction.
///
/// The text is that of the caller, but for characters inside links that reorder text (Bidi_Control):
/// those are percent-escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    text: String,
    direction: Direction,
    pub(super) structures: Vec<Structure>,
}

/// A link in a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Structure {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
    /// The direction of the isolate around the link, if it has one.
    pub(super) flow: Option<Direction>,
    /// Where the separators between fields are; empty if fields are left to the algorithm.
    pub(super) separators: Vec<Range<usize>>,
    /// Whether fields flow on their own.
    pub(super) has_fields: bool,
}

/// A field of a link: the text between two separators, or at the front or end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Where the field is, in bytes of [`Paragraph::as_str`].
    pub range: Range<usize>,
    /// Why people may read it in more than one way.
    pub ambiguity: Option<Ambiguity>,
}

/// Percent-escapes the characters of a link that reorder text (Bidi_Control).
///
/// ```
/// use linkspan::bidi::escape_bidi;
///
/// assert_eq!(escape_bidi("https://example.com/a\u{202E}b"), "https://example.com/a%E2%80%AEb");
/// ```
#[must_use]
pub fn escape_bidi(link: &str) -> Cow<'_, str> {
    if !link.contains(is_bidi_control) {
        return Cow::Borrowed(link);
    }
    let mut escaped = String::with_capacity(link.len() + 8);
    for c in link.chars() {
        if is_bidi_control(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string does not fail.
                let _ = write!(escaped, "%{byte:02X}");
            }
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

fn is_bidi_control(c: char) -> bool {
    prose_class(c) == ProseClass::BidiControl
}

impl Paragraph {
    /// A paragraph of `typed` text with links that are sorted and do not overlap.
    pub(super) fn new(
        layout: Layout,
        typed: &str,
        links: impl Iterator<Item = (Range<usize>, Kind)>,
    ) -> Self {
        let mut text = String::with_capacity(typed.len());
        let mut structures = Vec::new();
        let mut done = 0;
        for (range, kind) in links {
            let link = Text(typed).slice(range.start, range.end);
            if link.is_empty() || range.start < done {
                continue;
            }
            // In running text, controls at the edges belong to the text around the link: isolates
            // that an author put there must stay pairs.
            let inner = match range.len() == typed.len() {
                true => link,
                false => link.trim_matches(is_bidi_control),
            };
            let lead = link.len() - link.trim_start_matches(is_bidi_control).len();
            let start = match inner.len() == link.len() {
                true => range.start,
                false => range.start + lead,
            };
            text.push_str(Text(typed).slice(done, start));
            done = start + inner.len();
            let from = text.len();
            text.push_str(&escape_bidi(inner));
            structures.push(Structure {
                range: from..text.len(),
                kind,
                flow: None,
                separators: Vec::new(),
                has_fields: false,
            });
        }
        text.push_str(Text(typed).slice(done, typed.len()));
        let mut paragraph = Self {
            text,
            direction: Direction::Ltr,
            structures,
        };
        paragraph.direction = match layout.paragraph {
            Base::Fixed(direction) => direction,
            Base::Auto => paragraph.found_direction(layout.order),
        };
        paragraph.lay_out(layout);
        paragraph
    }

    /// Decides how the fields of each link flow.
    fn lay_out(&mut self, layout: Layout) {
        let environments = match layout.order {
            Order::Environment => self.environments(),
            _ => Vec::new(),
        };
        let mut environments = environments.into_iter();
        for structure in &mut self.structures {
            let link = Text(&self.text).slice(structure.range.start, structure.range.end);
            let environment = environments.next().unwrap_or(self.direction);
            structure.flow = layout.flow(link, structure.kind, environment);
            structure.has_fields = !matches!(layout.order, Order::Plain | Order::Ltr);
            if structure.has_fields {
                structure.separators = field::separators(link, structure.kind);
            }
        }
    }

    /// Rules P2 and P3, as they will find the text when it has its isolates.
    fn found_direction(&self, order: Order) -> Direction {
        let all = || uax9::first_strong(self.text.chars());
        let found = match order {
            Order::Plain => all(),
            _ => uax9::first_strong(self.around().flat_map(str::chars)).or_else(all),
        };
        found.unwrap_or(Direction::Ltr)
    }

    /// The direction of the text around each link. Only explicit controls make it differ from that
    /// of the paragraph.
    fn environments(&self) -> Vec<Direction> {
        if !self.around().any(|text| text.contains(uax9::is_explicit)) {
            return Vec::new();
        }
        let around: Vec<&str> = self.around().collect();
        uax9::environments(&around.join(uax9::PROBE), self.direction)
    }

    /// The text before, between and behind the links.
    pub(super) fn around(&self) -> impl Iterator<Item = &str> {
        let starts = self.structures.iter().map(|link| link.range.start);
        let ends = self.structures.iter().map(|link| link.range.end);
        let starts = starts.chain(core::iter::once(self.text.len()));
        let ends = core::iter::once(0).chain(ends);
        ends.zip(starts)
            .map(|(from, to)| Text(&self.text).slice(from, to))
    }

    /// The text without inserted controls: what `escape_bidi` makes of the links, and everything
    /// else as it was.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The direction of the paragraph.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The fields of all links, in logical order. [`Order::Plain`] and [`Order::Ltr`] have none:
    /// there the algorithm sees whole links.
    pub fn fields(&self) -> impl Iterator<Item = Field> + '_ {
        self.structures.iter().flat_map(move |structure| {
            let start = structure.range.start;
            structure.fields().map(move |range| {
                let range = start + range.start..start + range.end;
                Field {
                    ambiguity: Ambiguity::of(Text(&self.text).slice(range.start, range.end)),
                    range,
                }
            })
        })
    }

    /// The text with controls that make any implementation of UAX #9 show it in order: an isolate
    /// around each link, marks around each field, overrides around percent-escapes.
    ///
    /// For showing only: what is copied or used as a target is [`Paragraph::as_str`].
    #[must_use]
    pub fn controls(&self) -> Controls {
        Controls::of(self)
    }

    /// HTML with `bdi` elements, to be put into an element of the paragraph's direction. It has no
    /// controls, so that copying gives the text.
    #[must_use]
    pub fn html(&self) -> String {
        html::of(self)
    }

    /// The characters from left to right as they are seen, by rules L1 and L2 of UAX #9, for places
    /// that know nothing of bidirectional text.
    #[must_use]
    pub fn visual(&self) -> String {
        self.seen(Mirroring::Off)
    }

    /// As [`Paragraph::visual`], with mirror images in right-to-left runs (rule L4): `(` for `)`.
    #[must_use]
    pub fn visual_mirrored(&self) -> String {
        self.seen(Mirroring::On)
    }

    fn seen(&self, mirroring: Mirroring) -> String {
        let controls = self.controls();
        let inserted = controls.inserted();
        uax9::visual(controls.as_str(), self.direction, inserted, mirroring)
    }
}

impl Structure {
    /// The fields, in bytes of the structure. Some may be empty.
    pub(super) fn fields(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let starts = self.separators.iter().map(|separator| separator.end);
        let ends = self.separators.iter().map(|separator| separator.start);
        let starts = core::iter::once(0).chain(starts);
        let ends = ends.chain(core::iter::once(self.range.len()));
        let count = if self.has_fields { usize::MAX } else { 0 };
        starts.zip(ends).map(|(from, to)| from..to).take(count)
    }
}
