//! A laid-out paragraph with its links.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::controls::Controls;
use super::field::{self, Ambiguity};
use super::uax9::{self, Mirroring};
use super::{Base, Direction, Layout, Order, html};
use crate::link::Kind;
use crate::text::Text;
use crate::text::escape::{escape_bidi, is_bidi_control};

/// A paragraph in which each link has its fields and their direction; see [`Layout`].
///
/// The text is unchanged, except that characters inside links that reorder text (Bidi_Control) are
/// percent-escaped.
///
/// ```
/// use linkspan::Kind;
/// use linkspan::bidi::Layout;
///
/// let link = Layout::default().link("אב.com/1", Kind::Url);
/// assert_eq!(link.as_str(), "אב.com/1");
/// assert_eq!(link.visual(), "בא.com/1");
/// assert_eq!(link.fields().count(), 3);
/// ```
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
    kind: Kind,
    /// The direction of the isolate around the link, if it has one.
    pub(super) flow: Option<Direction>,
    /// The positions of the separators between fields.
    separators: Vec<Range<usize>>,
    /// Whether fields flow independently, or the algorithm sees the link as a whole.
    marks_fields: bool,
}

/// A field of a link: the text between two separators, or before the first or after the last one.
///
/// ```
/// use linkspan::Kind;
/// use linkspan::bidi::Layout;
///
/// let link = Layout::default().link("a.com", Kind::Url);
/// let last = link.fields().last().unwrap();
/// assert_eq!((last.range, last.ambiguity), (2..5, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The byte range of the field in [`Paragraph::as_str`].
    pub range: Range<usize>,
    /// Why a reader may read it in more than one way.
    pub ambiguity: Option<Ambiguity>,
}

/// The part of a link in running text that can be isolated without separating pairs of controls. It
/// excludes controls at the start, everything from a control whose partner is outside, and marks at
/// the end.
fn isolable(link: &str) -> Range<usize> {
    let rest = link.trim_start_matches(is_bidi_control);
    let start = link.len() - rest.len();
    let kept = Text(rest).slice(0, uax9::unpaired(rest).unwrap_or(rest.len()));
    let is_mark = |c| is_bidi_control(c) && !uax9::is_explicit(c);
    start..start + kept.trim_end_matches(is_mark).len()
}

impl Paragraph {
    /// A paragraph that is a single link as a whole.
    pub(super) fn of_link(layout: Layout, typed: &str, kind: Kind) -> Self {
        let text = escape_bidi(typed).into_owned();
        let structures = alloc::vec![Structure::new(0..text.len(), kind)];
        let direction = uax9::first_strong(text.chars());
        let mut paragraph = Self::new(layout, text, structures, direction);
        // Nothing is around the link, so no control can change its environment, and a program that
        // lays out single links needs no more of UAX #9.
        paragraph.lay_out(layout, Vec::new());
        paragraph
    }

    /// A paragraph of `typed` text with links that are sorted and do not overlap.
    pub(super) fn of_text(
        layout: Layout,
        typed: &str,
        links: impl Iterator<Item = (Range<usize>, Kind)>,
    ) -> Self {
        let mut text = String::with_capacity(typed.len());
        let mut structures = Vec::new();
        let mut done = 0;
        for (range, kind) in links {
            let inner = isolable(Text(typed).slice(range.start, range.end));
            let (start, end) = (range.start + inner.start, range.start + inner.end);
            let link = Text(typed).slice(start, end);
            if link.is_empty() || start < done || link.starts_with('@') {
                continue;
            }
            text.push_str(Text(typed).slice(done, start));
            done = end;
            let from = text.len();
            text.push_str(&escape_bidi(link));
            structures.push(Structure::new(from..text.len(), kind));
        }
        text.push_str(Text(typed).slice(done, typed.len()));
        let direction = match layout.order {
            Order::Plain => uax9::first_strong(text.chars()),
            // UAX #9 rule P2 skips isolated text.
            _ => uax9::first_strong(around(&text, &structures).flat_map(str::chars)),
        };
        let mut paragraph = Self::new(layout, text, structures, direction);
        let environments = match layout.order {
            Order::Environment => paragraph.environments(),
            _ => Vec::new(),
        };
        paragraph.lay_out(layout, environments);
        paragraph
    }

    /// A paragraph before its links are laid out. `found` is the direction of the first strong
    /// character.
    fn new(
        layout: Layout,
        text: String,
        structures: Vec<Structure>,
        found: Option<Direction>,
    ) -> Self {
        let direction = match layout.paragraph {
            Base::Fixed(direction) => direction,
            Base::Auto => found.unwrap_or(Direction::Ltr),
        };
        Self {
            text,
            direction,
            structures,
        }
    }

    /// Decides how the fields of each link flow. Links without an environment have the direction of
    /// the paragraph.
    fn lay_out(&mut self, layout: Layout, environments: Vec<Direction>) {
        let mut environments = environments.into_iter();
        for structure in &mut self.structures {
            let link = Text(&self.text).slice(structure.range.start, structure.range.end);
            let environment = environments.next().unwrap_or(self.direction);
            structure.flow = layout.flow(link, structure.kind, environment);
            structure.separators = field::separators(link, structure.kind);
            structure.marks_fields = !matches!(layout.order, Order::Plain | Order::Ltr);
        }
    }

    /// The direction of the text around each link. It differs from that of the paragraph only after
    /// explicit controls.
    fn environments(&self) -> Vec<Direction> {
        if !self.around().any(|text| text.contains(uax9::is_explicit)) {
            return Vec::new();
        }
        let around: Vec<&str> = self.around().collect();
        uax9::environments(&around.join(uax9::PROBE), self.direction)
    }

    /// The text before, between and after the links.
    pub(super) fn around(&self) -> impl Iterator<Item = &str> {
        around(&self.text, &self.structures)
    }

    /// The text without inserted controls: links as written by `escape_bidi`, and all other text
    /// unchanged. Copy this, not the output of [`Paragraph::controls`].
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::Layout;
    ///
    /// let link = Layout::default().link("example.com/a\u{202E}b", Kind::Url);
    /// assert_eq!(link.as_str(), "example.com/a%E2%80%AEb");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The direction of the paragraph.
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::{Direction, Layout};
    ///
    /// assert_eq!(Layout::default().link("אב.com", Kind::Url).direction(), Direction::Rtl);
    /// ```
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The fields of all links, in logical order, even if the layout does not mark them.
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::Layout;
    ///
    /// let link = Layout::default().link("http://אב.com/1?a=ב", Kind::Url);
    /// let fields: Vec<&str> = link.fields().map(|field| &link.as_str()[field.range]).collect();
    /// assert_eq!(fields, ["http", "אב", "com", "1", "a", "ב"]);
    /// ```
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

    /// The text with controls that make every implementation of UAX #9 show it in order: an isolate
    /// around each link, marks around each field, and overrides around percent-escapes.
    ///
    /// Use it for display only. To copy the text or to use it as a target, take
    /// [`Paragraph::as_str`].
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::Layout;
    ///
    /// let link = Layout::default().link("א.com", Kind::Url);
    /// assert_eq!(link.controls().as_str(), "\u{2066}\u{200E}א\u{200E}.\u{200E}com\u{200E}\u{2069}");
    /// ```
    #[must_use]
    pub fn controls(&self) -> Controls {
        Controls::of(self)
    }

    /// HTML with `bdi` elements, to be placed in an element with the direction of the paragraph. It
    /// contains no controls, so copying it gives the text.
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::Layout;
    ///
    /// let link = Layout::default().link("א.com", Kind::Url);
    /// assert_eq!(link.html(), "<bdi dir=\"ltr\"><bdi dir=\"ltr\">א</bdi>.com</bdi>");
    /// ```
    #[must_use]
    pub fn html(&self) -> String {
        html::of(self)
    }

    /// The tags of [`Paragraph::html`], each with its byte offset in [`Paragraph::as_str`]. Use it
    /// for text that is already in a page.
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::Layout;
    ///
    /// let link = Layout::default().link("א.com", Kind::Url);
    /// let ltr = "<bdi dir=\"ltr\">";
    /// assert_eq!(link.tags(), [(0, ltr), (0, ltr), (2, "</bdi>"), (6, "</bdi>")]);
    /// ```
    #[must_use]
    pub fn tags(&self) -> Vec<(usize, &'static str)> {
        html::tags(self)
    }

    /// The characters from left to right as displayed, according to rules L1 and L2 of UAX #9. Use
    /// it for output that does not support bidirectional text.
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::Layout;
    ///
    /// assert_eq!(Layout::default().link("אב.גד/1", Kind::Url).visual(), "בא.דג/1");
    /// ```
    #[must_use]
    pub fn visual(&self) -> String {
        self.seen(Mirroring::Off)
    }

    /// Like [`Paragraph::visual`], but with mirrored characters in right-to-left runs (rule L4):
    /// `(` for `)`.
    ///
    /// ```
    /// use linkspan::Kind;
    /// use linkspan::bidi::Layout;
    ///
    /// let link = Layout::default().link("a.com/א(ב)ג", Kind::Url);
    /// assert_eq!(link.visual(), "a.com/ג)ב(א");
    /// assert_eq!(link.visual_mirrored(), "a.com/ג(ב)א");
    /// ```
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
    fn new(range: Range<usize>, kind: Kind) -> Self {
        Self {
            range,
            kind,
            flow: None,
            separators: Vec::new(),
            marks_fields: false,
        }
    }

    /// The ranges of the fields within the structure. Some may be empty.
    fn fields(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let starts = self.separators.iter().map(|separator| separator.end);
        let ends = self.separators.iter().map(|separator| separator.start);
        let starts = core::iter::once(0).chain(starts);
        let ends = ends.chain(core::iter::once(self.range.len()));
        starts.zip(ends).map(|(from, to)| from..to)
    }

    /// The fields that flow independently; empty if the layout leaves the link to the algorithm.
    pub(super) fn marked_fields(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.fields().filter(|_| self.marks_fields)
    }
}

/// The text before, between and after the links.
fn around<'t>(text: &'t str, structures: &[Structure]) -> impl Iterator<Item = &'t str> {
    let starts = structures.iter().map(|link| link.range.start);
    let ends = structures.iter().map(|link| link.range.end);
    let starts = starts.chain(core::iter::once(text.len()));
    let ends = core::iter::once(0).chain(ends);
    ends.zip(starts)
        .map(move |(from, to)| Text(text).slice(from, to))
}
