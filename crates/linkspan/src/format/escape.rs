//! The escaping algorithm of UTS #58 section 4.1.

use alloc::borrow::Cow;
use alloc::string::String;

use super::plain::is_plain_tail;
use super::sections::{Sections, Unit};
use super::{Encoding, Form, Format, detectable};
use crate::link::Parts;
use crate::names::idna::joiner;
use crate::tables::{display, in_ranges};
use crate::text::Text;
use crate::uts58::brackets::{Brackets, Fate};
use crate::uts58::termination::TailPart;

/// The text after the head of a URL with these parts of `text`, escaped.
pub(super) fn tail<'t>(text: &'t str, parts: &Parts, format: Format) -> Cow<'t, str> {
    let typed = Text(text).slice(parts.authority_end(), parts.range().end);
    let host = parts.host();
    let host = Text(text).slice(host.start, host.end);
    if is_plain_tail(typed) {
        return match format.form {
            Form::Minimal => Cow::Borrowed(typed),
            Form::Display => Cow::Owned(detectable::escape_ends(host, typed.into())),
        };
    }
    let mut out = String::new();
    write(&mut out, host, &Sections::of_string(text, parts), format);
    Cow::Owned(out)
}

/// Writes all sections after the head of a URL with this host.
pub(super) fn write(out: &mut String, host: &str, sections: &Sections, mut format: Format) {
    // Bytes that are not UTF-8 are kept escaped. In that case all non-ASCII bytes are, as 4.1
    // advises.
    if sections.has_bytes() {
        format.encoding = Encoding::Legacy;
    }
    let mut tail = String::new();
    let mut rest = sections.list.iter().peekable();
    while let Some((section, content)) = rest.next() {
        tail.push_str(section.initiator());
        let writer = Writer {
            section: *section,
            units: content,
            followed_by: rest.peek().map(|(next, _)| *next),
            format,
        };
        writer.write(&mut tail);
    }
    out.push_str(&match format.form {
        Form::Minimal => tail,
        Form::Display => detectable::escape_ends(host, tail),
    });
}

/// The open brackets, tracked in two ways.
///
/// On a closing bracket that does not match, 4.1 pops the opening bracket from its stack, although
/// the closing one is then escaped and a reader of the result still has the opening one open. The
/// two can therefore diverge, and 4.1 taken literally writes `([」)` as `([%E3%80%8D)`, which a
/// detector ends before `)`. Here a bracket stays raw only if both agree. Where 4.1 reaches its
/// goal, this changes nothing.
struct Stacks {
    algorithm: Brackets,
    reader: Brackets,
}

impl Stacks {
    fn step(&mut self, c: char) -> Fate {
        match self.algorithm.step(c) {
            Fate::Kept if self.reader.would_keep(c) => self.reader.step(c),
            Fate::Kept => Fate::Ended,
            fate => fate,
        }
    }
}

struct Writer<'p> {
    section: TailPart,
    units: &'p [Unit],
    followed_by: Option<TailPart>,
    format: Format,
}

impl Writer<'_> {
    fn write(&self, out: &mut String) {
        let mut stacks = Stacks {
            algorithm: Brackets::new(),
            reader: Brackets::new(),
        };
        // `waiting` is the start of a trailing run of Soft characters in the output. The run was
        // written raw; its last character is escaped if nothing follows.
        let mut waiting = None;
        for (at, &unit) in self.units.iter().enumerate() {
            match self.fate(&mut stacks, at, unit) {
                Fate::Waiting => {
                    waiting = Some(out.len());
                    out.extend(unit.char());
                }
                Fate::Kept => {
                    waiting = None;
                    out.extend(unit.char());
                }
                Fate::Ended => {
                    waiting = None;
                    match unit {
                        Unit::Byte(byte) => push_escape(out, byte),
                        Unit::Raw(c) | Unit::Content(c) => push_escaped(out, c),
                    }
                }
            }
        }
        if let (None, Some(last), Some(unit)) = (self.followed_by, waiting, self.units.last()) {
            out.truncate(last);
            if let Some(c) = unit.char() {
                push_escaped(out, c);
            }
        }
    }

    /// What happens to a unit: [`Fate::Ended`] means that it is escaped.
    fn fate(&self, stacks: &mut Stacks, at: usize, unit: Unit) -> Fate {
        let c = match unit {
            Unit::Byte(_) => return Fate::Ended,
            // Elements that clear stackOpen move `lastSafe` in detection even if they are Soft.
            Unit::Raw(c) if self.section.is_cleared_by(c) => {
                stacks.algorithm.clear();
                stacks.reader.clear();
                return Fate::Kept;
            }
            Unit::Raw(c) => c,
            Unit::Content(c) if self.is_misread(at, c) => return Fate::Ended,
            Unit::Content(c) => c,
        };
        let escaped = match self.format {
            Format {
                encoding: Encoding::Legacy,
                ..
            } if !c.is_ascii() => true,
            Format {
                form: Form::Display,
                ..
            } => self.is_misleading(at, c),
            _ => false,
        };
        if escaped { Fate::Ended } else { stacks.step(c) }
    }

    /// The "normal interior escaping" that 4.1 starts from: content that would be read as syntax.
    fn is_misread(&self, at: usize, c: char) -> bool {
        let is_hex = |at| self.char(at).is_some_and(|c| c.is_ascii_hexdigit());
        match (self.section, c) {
            (_, '\\') => true,
            (_, '%') => is_hex(at + 1) && is_hex(at + 2),
            (TailPart::Path, '/' | '?' | '#') => true,
            (TailPart::Query, '+' | '#' | '=' | '&') => true,
            (TailPart::Directive, ',' | '&' | '-') => true,
            // The units never contain a `:~:` that starts a directive, but one could form too early
            // together with the following one.
            (TailPart::Fragment | TailPart::Directive, ':') => {
                self.char(at + 1) == Some('~') && self.char(at + 2) == Some(':')
            }
            _ => false,
        }
    }

    /// Whether the display form escapes a character because it misleads readers.
    fn is_misleading(&self, at: usize, c: char) -> bool {
        let shown_joiner = || {
            let before = self.units.get(..at).unwrap_or_default();
            let after = self.units.get(at + 1..).unwrap_or_default();
            let before = before.iter().rev().map_while(|unit| unit.char());
            joiner::is_needed(c, before, after.iter().map_while(|unit| unit.char()))
        };
        in_ranges(&display::LOOKALIKES, c) || in_ranges(&display::UNSEEN, c) && !shown_joiner()
    }

    /// The character at an index. The separator of a following directive counts as well.
    fn char(&self, at: usize) -> Option<char> {
        match (at.checked_sub(self.units.len()), self.followed_by) {
            (None, _) => self.units.get(at)?.char(),
            (Some(beyond), Some(TailPart::Directive)) => ":~:".chars().nth(beyond),
            _ => None,
        }
    }
}

/// Percent-escapes a character.
pub(super) fn push_escaped(out: &mut String, c: char) {
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        push_escape(out, byte);
    }
}

fn push_escape(out: &mut String, byte: u8) {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    out.push('%');
    out.push(digit(byte >> 4).to_ascii_uppercase());
    out.push(digit(byte & 15).to_ascii_uppercase());
}
