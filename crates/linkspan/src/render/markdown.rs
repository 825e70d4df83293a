//! The Markdown renderer.

use alloc::borrow::Cow;
use alloc::format;
use core::fmt::{self, Write};

use super::preceding::{ISOLATE, write_apart};
use super::{Caption, Preceding, Renderer};
use crate::link::{Kind, Link, Span};
use crate::text::escape::escape_bidi;

/// Writes plain text as Markdown that shows the same text, with links.
///
/// Everything that CommonMark, tables, strikethrough or math extensions would read as markup is
/// escaped; to add links to existing Markdown, use the crate `linkspan-rewrite` instead. A link
/// becomes `[label](href)`, or `<href>` if both are the same and have no A-labels. A link after an unclosed character
/// that reorders text is isolated between U+2066 and U+2069. A control that reorders text and would
/// be nested more than 16 deep is replaced by U+FFFD.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::render::{Markdown, Renderer};
///
/// let detector = Detector::uts58();
/// let spans = detector.spans("# *a* https://example.com/x_y_z and example.com/a(b)");
/// assert_eq!(
///     Markdown::default().render(spans).to_string(),
///     "\\# \\*a\\* <https://example.com/x_y_z> and \
///      [example.com/a(b)](<https://example.com/a(b)>)"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Markdown {
    /// The visible text of links.
    pub caption: Caption,
}

impl Markdown {
    /// Sets the visible text of links.
    #[must_use]
    pub fn caption(mut self, caption: Caption) -> Self {
        self.caption = caption;
        self
    }
}

impl Renderer for Markdown {
    fn text(&self, text: &str, before: Option<char>, out: &mut dyn Write) -> fmt::Result {
        let mut starts_line = before.is_none_or(|c| c == '\n');
        // Parsers skip a byte order mark, and the line starts after it.
        let marked = text.strip_prefix('\u{FEFF}').filter(|_| before.is_none());
        if marked.is_some() {
            out.write_char('\u{FEFF}')?;
        }
        for line in marked.unwrap_or(text).split_inclusive('\n') {
            escape_line(line, starts_line, out)?;
            starts_line = true;
        }
        Ok(())
    }

    fn link(&self, link: &Link<'_>, out: &mut dyn Write) -> fmt::Result {
        let caption = self.caption.of(link);
        let label = escape_bidi(&caption);
        // The name of a file may start a line.
        if link.kind() == Kind::File {
            return escape_line(&label, true, out);
        }
        let href = link.href();
        let is_plain = |text: &str| !text.contains(['\\', '&', '<', '>', '|', '`']);
        // An autolink has a scheme of 2 to 32 characters.
        let has_scheme = href
            .find(':')
            .is_some_and(|colon| (2..=32).contains(&colon));
        // Some parsers show the A-labels of an autolink in Unicode, where they may imitate another name.
        let has_a_label = label.contains("xn--");
        if href == *label && has_scheme && !has_a_label && is_plain(&href) {
            return write!(out, "<{href}>");
        }
        out.write_char('[')?;
        escape_line(&label, false, out)?;
        write!(out, "]({})", destination(&href))
    }

    fn write_after<'t>(
        &self,
        preceding: Preceding,
        spans: &mut dyn Iterator<Item = Span<'t>>,
        out: &mut dyn Write,
    ) -> Result<Preceding, fmt::Error> {
        write_apart(self, ISOLATE, preceding, spans, out)
    }
}

/// Escapes a URL for use as the destination of a Markdown link, also inside a table. Borrows it if
/// nothing needs to be escaped.
///
/// ```
/// use linkspan::render::destination;
///
/// assert_eq!(destination("https://example.com/a(b)?c&d"), "<https://example.com/a(b)?c&amp;d>");
/// ```
#[must_use]
pub fn destination(href: &str) -> Cow<'_, str> {
    let mut href = Cow::Borrowed(href);
    for (special, written) in [
        ("&", "&amp;"),
        ("\\", "%5C"),
        ("|", "%7C"),
        ("<", "%3C"),
        (">", "%3E"),
        ("`", "%60"),
        ("$", "%24"),
    ] {
        if href.contains(special) {
            href = Cow::Owned(href.replace(special, written));
        }
    }
    if href.contains(['(', ')']) {
        Cow::Owned(format!("<{href}>"))
    } else {
        href
    }
}

/// Writes a line, or a piece of one, with its line ending.
fn escape_line(line: &str, starts_line: bool, out: &mut dyn Write) -> fmt::Result {
    let content = line.strip_suffix('\n').unwrap_or(line);
    let ended = content.len() < line.len();
    let content = if ended {
        content.strip_suffix('\r').unwrap_or(content)
    } else {
        content
    };
    let ending = line.get(content.len()..).unwrap_or_default();
    if starts_line && ended && content.chars().all(|c| matches!(c, ' ' | '\t')) {
        return out.write_str(line);
    }
    let mut text = content;
    if starts_line {
        text = content.trim_start_matches([' ', '\t']);
        let indent = content.len() - text.len();
        let indent = content.get(..indent).unwrap_or_default();
        // Four columns at the start of a line would make it code.
        let mut spaces = indent.chars();
        if indent.len() > 3 || indent.contains('\t') {
            spaces.next();
            out.write_str(if indent.starts_with('\t') {
                "&#9;"
            } else {
                "&#32;"
            })?;
        }
        out.write_str(spaces.as_str())?;
        text = escape_marker(text, out)?;
    }
    // Trailing spaces would become a hard line break.
    let body = if ended {
        text.trim_end_matches([' ', '\t', '\u{B}', '\u{C}'])
    } else {
        text
    };
    let mut chars = body.chars();
    while let Some(c) = chars.next() {
        // `!` before a link would make it an image.
        if is_markup(c) || c == '!' && chars.as_str().is_empty() {
            out.write_char('\\')?;
        }
        match c {
            '\0' => out.write_char('\u{FFFD}')?,
            // A lone carriage return would end the line.
            '\r' => out.write_str("&#13;")?,
            _ => out.write_char(c)?,
        }
    }
    for c in text.chars().skip(body.chars().count()) {
        write!(out, "&#{};", u32::from(c))?;
    }
    out.write_str(ending)
}

/// Escapes a marker that would start a heading, list or rule. Returns the rest of the line.
fn escape_marker<'t>(text: &'t str, out: &mut dyn Write) -> Result<&'t str, fmt::Error> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let marker = if (1..=9).contains(&digits) { digits } else { 0 };
    let (number, rest) = text.split_at_checked(marker).unwrap_or(("", text));
    let escaped = match rest.chars().next() {
        Some('.' | ')') if marker > 0 => true,
        Some('#' | '+' | '-' | '=' | '>' | ':') => marker == 0,
        _ => false,
    };
    if !escaped {
        return Ok(text);
    }
    let (first, rest) = rest.split_at_checked(1).unwrap_or((rest, ""));
    write!(out, "{number}\\{first}")?;
    Ok(rest)
}

/// Whether a character can be markup anywhere.
fn is_markup(c: char) -> bool {
    matches!(
        c,
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '$'
    )
}
