//! The sections of a URL as sequences of units, which are either syntax or content.

use alloc::vec::Vec;

use super::{ErrorKind, FormatError, UrlParts};
use crate::link::{Part, Parts};
use crate::text::Text;
use crate::uts58::termination::TailPart;

/// One character or byte of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A character that is raw in the URL and part of its syntax, or cannot be distinguished from
    /// syntax.
    Raw(char),
    /// Content: a character that was escaped, or that has no meaning in the syntax.
    Content(char),
    /// A byte that is not part of a UTF-8 character.
    Byte(u8),
}

impl Unit {
    /// The character that a reader of the URL sees.
    pub(super) fn char(self) -> Option<char> {
        match self {
            Self::Raw(c) | Self::Content(c) => Some(c),
            Self::Byte(_) => None,
        }
    }
}

/// The sections of a URL, in order, each without its initiator.
#[derive(Clone, Debug, Default)]
pub(super) struct Sections {
    pub(super) list: Vec<(TailPart, Vec<Unit>)>,
}

impl Sections {
    /// The sections of a URL with these parts of `text`. The text after the head may contain
    /// percent-escapes.
    pub(super) fn of_string(text: &str, parts: &Parts) -> Self {
        let part = |part| parts.get(part).and_then(|range| text.get(range));
        let mut sections = Self::default();
        let path = part(Part::Path).and_then(|path| path.strip_prefix('/'));
        for (tail, content) in [(TailPart::Path, path), (TailPart::Query, part(Part::Query))] {
            if let Some(content) = content {
                sections.push_encoded(tail, content);
            }
        }
        // The fragment and each directive are separate sections.
        if let Some(fragment) = parts.get(Part::Fragment) {
            let fragment = Text(text).slice(fragment.start, parts.range().end);
            let mut section = TailPart::Fragment;
            for content in fragment.split(TailPart::Directive.initiator()) {
                sections.push_encoded(section, content);
                section = TailPart::Directive;
            }
        }
        sections
    }

    /// The sections of a URL in parts. Characters within a part that would be read as syntax are
    /// content.
    pub(super) fn of_parts(parts: &UrlParts) -> Result<Self, FormatError> {
        let mut sections = Self::default();
        if !parts.path.is_empty() {
            let mut path = Vec::new();
            for (index, segment) in parts.path.iter().enumerate() {
                if segment == "." || segment == ".." {
                    return Err(FormatError::new(ErrorKind::DotSegment, segment));
                }
                if index > 0 {
                    path.push(Unit::Raw('/'));
                }
                path.extend(segment.chars().map(Unit::Content));
            }
            sections.list.push((TailPart::Path, path));
        }
        if !parts.query.is_empty() {
            let mut query = Vec::new();
            for (index, (key, value)) in parts.query.iter().enumerate() {
                if index > 0 {
                    query.push(Unit::Raw('&'));
                }
                query.extend(key.chars().map(literal));
                if let Some(value) = value {
                    query.push(Unit::Raw('='));
                    query.extend(value.chars().map(literal));
                }
            }
            sections.list.push((TailPart::Query, query));
        }
        // A directive needs a fragment before it.
        if parts.fragment.is_some() || !parts.directives.is_empty() {
            let fragment = parts.fragment.as_deref().unwrap_or_default();
            let fragment = fragment.chars().map(literal).collect();
            sections.list.push((TailPart::Fragment, fragment));
        }
        for directive in &parts.directives {
            sections.push_encoded(TailPart::Directive, directive);
        }
        Ok(sections)
    }

    /// Decodes a section of a URL string.
    fn push_encoded(&mut self, section: TailPart, text: &str) {
        let mut units = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let (bytes, after) = escaped_bytes(rest);
            if bytes.is_empty() {
                let raw = matches!(
                    (section, c),
                    (_, '\\')
                        | (TailPart::Path, '/')
                        | (TailPart::Query, '+' | '=' | '&')
                        | (TailPart::Directive, ',' | '&' | '-')
                );
                units.push(if raw { Unit::Raw(c) } else { Unit::Content(c) });
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
            } else {
                for chunk in bytes.utf8_chunks() {
                    units.extend(chunk.valid().chars().map(Unit::Content));
                    units.extend(chunk.invalid().iter().map(|&byte| Unit::Byte(byte)));
                }
                rest = after;
            }
        }
        self.list.push((section, units));
    }

    /// Whether some bytes are not UTF-8.
    pub(super) fn has_bytes(&self) -> bool {
        self.list
            .iter()
            .any(|(_, units)| units.iter().any(|unit| unit.char().is_none()))
    }
}

/// A character of a query or fragment that is given in parts. Some readers treat a backslash as
/// syntax, but only in a path.
fn literal(c: char) -> Unit {
    match c {
        '\\' => Unit::Raw(c),
        _ => Unit::Content(c),
    }
}

/// The bytes of the percent-escapes at the start of `text`, and the rest.
fn escaped_bytes(text: &str) -> (Vec<u8>, &str) {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((byte, after)) = escaped_byte(rest) {
        bytes.push(byte);
        rest = after;
    }
    (bytes, rest)
}

fn escaped_byte(text: &str) -> Option<(u8, &str)> {
    let (digits, after) = text.strip_prefix('%')?.split_at_checked(2)?;
    let mut byte = 0;
    for digit in digits.chars() {
        byte = byte << 4 | u8::try_from(digit.to_digit(16)?).ok()?;
    }
    Some((byte, after))
}
