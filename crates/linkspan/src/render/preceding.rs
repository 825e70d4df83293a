//! What a renderer knows of the text before it.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

use memchr::memchr_iter;

use super::Renderer;
use crate::link::Span;
use crate::text::Text;

/// What precedes a piece of text that arrives in pieces: the previous character, and the
/// open characters that reorder text (UAX #9 rules X1 to X8).
///
/// ```
/// use linkspan::render::Preceding;
///
/// let preceding = Preceding::default().after("a\u{202E}b");
/// assert_eq!(preceding.before(), Some('b'));
/// assert!(preceding.is_reordered());
/// assert!(!preceding.after("\u{202C}").is_reordered());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preceding {
    before: Option<char>,
    /// The controls that are open since the last blank line, and since the last line ending: some
    /// programs show each line as a paragraph, others join lines.
    paragraph: Open,
    line: Open,
    /// Whether only white space follows the last line ending.
    blank: bool,
}

/// The open controls: one bit for each, the last one lowest, set if it opened an isolate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Open {
    isolates: u32,
    depth: u32,
}

/// The maximum nesting of open controls. UAX #9 ignores isolates beyond 125 levels (BD2), so enough
/// controls before a link would disable its isolation. Each control takes up to two levels, and no
/// legitimate text needs more.
const MOST: u32 = 16;

/// The replacement for a control that is nested too deeply.
const TOO_DEEP: &str = "\u{FFFD}";

impl Preceding {
    /// The previous character; `None` at the start.
    ///
    /// ```
    /// assert_eq!(linkspan::render::Preceding::default().before(), None);
    /// ```
    #[must_use]
    pub fn before(self) -> Option<char> {
        self.before
    }

    /// Whether an embedding, override or isolate is still open in this paragraph, so that it could
    /// reorder the text that follows. A paragraph may end at a blank line or at every line ending;
    /// the interpretation that leaves more open counts.
    ///
    /// ```
    /// use linkspan::render::Preceding;
    ///
    /// let is_reordered = |text| Preceding::default().after(text).is_reordered();
    /// assert!(is_reordered("a \u{2067}b\nc"));
    /// assert!(!is_reordered("a \u{2067}b\n\nc"));
    /// ```
    #[must_use]
    pub fn is_reordered(self) -> bool {
        self.depth() > 0
    }

    /// Whether 16 or more controls that reorder text are open. The renderers then replace further
    /// ones with U+FFFD: UAX #9 ignores isolates beyond 125 levels, so enough open controls could
    /// disable the isolation of a link.
    ///
    /// ```
    /// use linkspan::render::Preceding;
    ///
    /// let is_deep = |count| Preceding::default().after(&"\u{202E}".repeat(count)).is_deep();
    /// assert!(is_deep(70) && !is_deep(2));
    /// ```
    #[must_use]
    pub fn is_deep(self) -> bool {
        self.depth() >= MOST
    }

    /// What precedes after more text. Takes time linear in `text`.
    ///
    /// ```
    /// use linkspan::render::Preceding;
    ///
    /// let whole = Preceding::default().after("ab");
    /// assert_eq!(Preceding::default().after("a").after("b"), whole);
    /// ```
    #[must_use]
    pub fn after(mut self, text: &str) -> Self {
        self.before = text.chars().next_back().or(self.before);
        if self.depth() > 0 || has_controls(text) {
            text.chars().for_each(|c| self.pass(c));
        }
        self
    }

    /// The text that follows, with controls that would be nested too deeply replaced by U+FFFD.
    pub(super) fn shallow<'t>(self, text: &'t str) -> Cow<'t, str> {
        if !has_controls(text) {
            return Cow::Borrowed(text);
        }
        let mut preceding = self;
        let mut out = String::new();
        let mut done = 0;
        for (at, c) in text.char_indices() {
            if preceding.is_deep() && is_opening(c) {
                out.push_str(Text(text).slice(done, at));
                out.push_str(TOO_DEEP);
                done = at + c.len_utf8();
            }
            preceding.pass(c);
        }
        if done == 0 {
            return Cow::Borrowed(text);
        }
        out.push_str(Text(text).slice(done, text.len()));
        Cow::Owned(out)
    }

    fn depth(self) -> u32 {
        self.paragraph.depth.max(self.line.depth)
    }

    fn pass(&mut self, c: char) {
        let is_blank = c == '\n' && self.blank;
        self.blank = c == '\n' || self.blank && c.is_whitespace();
        // Carriage returns and other characters with Bidi_Class=B also end a displayed paragraph.
        if matches!(c, '\n' | '\r' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2029}') {
            self.line = Open::default();
        }
        if is_blank || c == '\u{2029}' {
            self.paragraph = Open::default();
        }
        self.paragraph.pass(c);
        self.line.pass(c);
    }
}

impl Open {
    fn pass(&mut self, c: char) {
        match c {
            _ if is_opening(c) && self.depth < MOST => {
                self.isolates = self.isolates << 1 | u32::from(c >= '\u{2066}');
                self.depth += 1;
            }
            // Closes the last control if that is an embedding or override.
            '\u{202C}' if self.depth > 0 && self.isolates & 1 == 0 => self.close(1),
            // Closes the last isolate with everything inside.
            '\u{2069}' if self.isolates != 0 => self.close(self.isolates.trailing_zeros() + 1),
            _ => {}
        }
    }

    fn close(&mut self, count: u32) {
        self.isolates = self.isolates.checked_shr(count).unwrap_or(0);
        self.depth = self.depth.saturating_sub(count);
    }
}

/// Whether a text contains a character that opens a control: U+202A to U+202E, U+2066 to U+2068.
fn has_controls(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr_iter(0xE2, bytes).any(|at| match bytes.get(at + 1..) {
        Some([0x80, last, ..]) => (0xAA..=0xAE).contains(last),
        Some([0x81, last, ..]) => (0xA6..=0xA8).contains(last),
        _ => false,
    })
}

/// Whether `c` opens an embedding, an override or an isolate.
fn is_opening(c: char) -> bool {
    matches!(
        c,
        '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' | '\u{2066}'..='\u{2068}'
    )
}

/// LEFT-TO-RIGHT ISOLATE and POP DIRECTIONAL ISOLATE, for links in plain text.
pub(super) const ISOLATE: [&str; 2] = ["\u{2066}", "\u{2069}"];

/// Writes spans as [`Renderer::write_after`] does, but puts a link between `marks` wherever an open
/// control could reorder it.
pub(super) fn write_apart<'t>(
    renderer: &dyn Renderer,
    marks: [&str; 2],
    mut preceding: Preceding,
    spans: &mut dyn Iterator<Item = Span<'t>>,
    out: &mut dyn Write,
) -> Result<Preceding, fmt::Error> {
    let [before, after] = marks;
    for span in spans {
        match &span {
            Span::Text(text) => {
                renderer.text(&preceding.shallow(text), preceding.before(), out)?;
            }
            Span::Link(link) if preceding.is_reordered() => {
                out.write_str(before)?;
                renderer.link(link, out)?;
                out.write_str(after)?;
            }
            Span::Link(link) => renderer.link(link, out)?,
        }
        preceding = preceding.after(span.text());
    }
    Ok(preceding)
}
