//! The edges of a name or address: adjacent text that shows that it is part of something else.

use core::ops::Range;

use super::glue::is_unspaced;
use super::sentence::starts_scheme;
use crate::names::host;
use crate::profile::rule::Rules;
use crate::profile::{EmailSyntax, Rule};
use crate::reason::{Cause, ReasonKind};
use crate::tables::{host_class, is_unseen};
use crate::text::Text;
use crate::uts58::runs::is_name_part;

/// The notations of defanged text, in lower case.
const DEFANGED: [&str; 14] = [
    "[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}", "[d0t]", "[:]", "[@]", "(@)", "[at]", "(at)",
    "{at}", "<at>",
];

/// The text next to a candidate.
#[derive(Clone, Copy)]
pub(super) struct Edges<'t, 'd> {
    pub(super) text: Text<'t>,
    pub(super) rules: Rules,
    pub(super) email: &'d EmailSyntax,
}

impl Edges<'_, '_> {
    /// Why the text that starts at `start` is the rest of something longer, or of something
    /// defanged.
    #[inline]
    pub(super) fn before(&self, start: usize) -> Option<Cause> {
        // Most names follow a space or an irrelevant sign, and need no more than this check.
        match self.text.byte(start.wrapping_sub(1))? {
            b'%' | b']' | b')' | b'}' | b'>' | 0x80.. => self.odd_before(start),
            _ => None,
        }
    }

    fn odd_before(&self, start: usize) -> Option<Cause> {
        let c = self.text.char_before(start)?;
        let before = self.text.slice(0, start);
        if self.rules.has(Rule::InvisibleCharacter) && is_unseen(c) {
            let seen = before.trim_end_matches(is_unseen);
            if seen
                .chars()
                .next_back()
                .is_some_and(|c| self.goes_on_with(c))
            {
                return Some(Cause::new(
                    ReasonKind::InvisibleCharacter,
                    seen.len()..start,
                ));
            }
        }
        if self.rules.has(Rule::PartOfName) {
            // `exam%2eple.com`: nothing starts inside an escape.
            if c == '%' && is_escaped(self.text, start) {
                return Some(Cause::new(ReasonKind::PartOfName, start - 1..start + 2));
            }
            // `ⅿicrosoft.com`, `my‑bank.com`: a browser reads the letter or hyphen as part of the name.
            let at = start - c.len_utf8();
            let joins = || is_hyphen(c) && self.text.char_before(at).is_some_and(host::in_run);
            // A letter that names have and local parts do not, such as U+2E2F.
            let is_letter = || host_class(c).is_label() && !self.email.contains(c);
            let is_uncut = || is_glue(c) && !self.rules.has(Rule::GluedBefore);
            if is_name_part(c) || joins() || is_letter() || is_uncut() {
                return Some(Cause::new(ReasonKind::PartOfName, at..start));
            }
        }
        if self.rules.has(Rule::Defanged) && matches!(c, ']' | ')' | '}' | '>') {
            let is_sign = |sign: &&&str| ends_with(before, sign);
            let sign = DEFANGED.iter().find(is_sign)?;
            return Some(Cause::new(ReasonKind::Defanged, start - sign.len()..start));
        }
        None
    }

    /// Why the authority of a URL with a scheme continues after `end`, although no host does.
    #[inline]
    pub(super) fn after_authority(&self, end: usize) -> Option<Cause> {
        let first = self.text.byte(end)?;
        // `https://example.co_/login`: an underscore ends no name, but here the name goes on.
        if first == b'_' && self.rules.has(Rule::PartOfName) {
            let rest = self.text.slice(end, self.text.0.len());
            let after = rest.trim_start_matches('_');
            return after
                .starts_with(['/', '?', '#', ':'])
                .then(|| Cause::new(ReasonKind::PartOfName, end..end + 1));
        }
        // Such a slash is not ASCII.
        (!first.is_ascii()).then_some(())?;
        let slash = self.text.char_at(end).filter(|&c| is_slash(c))?;
        // `https://bank.com⁄login.example/`: this looks like a slash, but the name continues.
        let next = end + slash.len_utf8();
        let is_name = self
            .text
            .char_at(next)
            .is_some_and(|c| c.is_ascii_alphanumeric());
        let goes_on = is_name && !starts_scheme(self.text, next);
        (goes_on && self.rules.has(Rule::PartOfName))
            .then(|| Cause::new(ReasonKind::PartOfName, end..next))
    }

    /// Why the text that ends at `end` is the start of something longer, or of something defanged.
    #[inline]
    pub(super) fn after(&self, end: usize) -> Option<Cause> {
        match self.text.byte(end)? {
            b'%' | b'[' | b'(' | b'{' | b'<' | 0x80.. => self.odd_after(end),
            _ => None,
        }
    }

    fn odd_after(&self, end: usize) -> Option<Cause> {
        let c = self.text.char_at(end)?;
        let after = self.text.slice(end, self.text.0.len());
        if self.rules.has(Rule::InvisibleCharacter) && is_unseen(c) {
            let seen = after.trim_start_matches(is_unseen);
            let at = end + after.len() - seen.len();
            if seen.chars().next().is_some_and(|c| self.goes_on_with(c)) {
                return Some(Cause::new(ReasonKind::InvisibleCharacter, end..at));
            }
        }
        let next = end + c.len_utf8();
        // `https://example.co%6D/login`: a browser decodes the escape.
        let is_escape = || c == '%' && is_escaped(self.text, next);
        let is_uncut = || is_glue(c) && !self.rules.has(Rule::GluedAfter);
        // `https://paypal.coⅿ/login`
        let joins = || is_hyphen(c) && self.text.char_at(next).is_some_and(host::in_run);
        if self.rules.has(Rule::PartOfName)
            && (is_name_part(c) || joins() || is_escape() || is_uncut())
        {
            return Some(Cause::new(ReasonKind::PartOfName, end..next));
        }
        if self.rules.has(Rule::Defanged) && matches!(c, '[' | '(' | '{' | '<') {
            let is_sign = |sign: &&&str| {
                let start = after.get(..sign.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(sign))
            };
            let sign = DEFANGED.iter().find(is_sign)?;
            return Some(Cause::new(ReasonKind::Defanged, end..end + sign.len()));
        }
        None
    }

    /// Why text is left out before `start` and after `end` although it is not in a run: jamo and
    /// numerals of scripts without spaces (`⸠https://example.com⸡ㅋㅋㅋ`), and U+0387, which is U+00B7
    /// in another encoding.
    #[inline]
    pub(super) fn left_out(&self, start: Option<usize>, end: usize) -> [Option<Cause>; 2] {
        // Nearly always, ASCII is on both sides.
        let is_other = |at: usize| self.text.byte(at).is_some_and(|byte| !byte.is_ascii());
        match is_other(end) || start.is_some_and(|start| is_other(start.wrapping_sub(1))) {
            true => self.other_left_out(start, end),
            false => [None, None],
        }
    }

    #[cold]
    fn other_left_out(&self, start: Option<usize>, end: usize) -> [Option<Cause>; 2] {
        let before = start.filter(|_| self.rules.has(Rule::GluedBefore));
        let before = before.and_then(|start| {
            let c = self.text.char_before(start).filter(|&c| is_glue(c))?;
            Some(Cause::new(
                ReasonKind::GluedBefore,
                start - c.len_utf8()..start,
            ))
        });
        let after = self.text.char_at(end).and_then(|c| {
            let kind = match c {
                '\u{387}' if self.rules.has(Rule::SentencePunctuation) => {
                    ReasonKind::SentencePunctuation
                }
                _ if is_glue(c) && self.rules.has(Rule::GluedAfter) => ReasonKind::GluedAfter,
                _ => return None,
            };
            Some(Cause::new(kind, end..end + c.len_utf8()))
        });
        [before, after]
    }

    /// Invisible characters inside a local part.
    pub(super) fn inside(&self, local: &Range<usize>) -> Option<Cause> {
        let typed = self.text.slice(local.start, local.end);
        if typed.is_ascii() || !self.rules.has(Rule::InvisibleCharacter) {
            return None;
        }
        let (at, c) = typed.char_indices().find(|&(_, c)| is_unseen(c))?;
        let at = local.start + at;
        Some(Cause::new(
            ReasonKind::InvisibleCharacter,
            at..at + c.len_utf8(),
        ))
    }

    /// Whether a name or address can continue with a character. Text of scripts without spaces is
    /// cut off anyway.
    fn goes_on_with(&self, c: char) -> bool {
        let is_part = c == '@' || host::in_run(c) || self.email.contains(c);
        is_part && !is_unspaced(c)
    }
}

/// Whether a character is glued to names as text without spaces is, but is in none.
fn is_glue(c: char) -> bool {
    is_unspaced(c) && !host::in_run(c)
}

/// Whether a non-ASCII character looks like a slash.
pub(crate) fn is_slash(c: char) -> bool {
    matches!(
        c,
        '\u{2044}' | '\u{2215}' | '\u{2571}' | '\u{29F8}' | '\u{FF0F}'
    )
}

/// Whether a character looks like a hyphen, which word processors write in its place.
pub(super) fn is_hyphen(c: char) -> bool {
    matches!(c, '\u{2010}' | '\u{2011}')
}

/// Whether two hexadecimal digits are at `at`.
fn is_escaped(text: Text<'_>, at: usize) -> bool {
    let is_digit = |at| text.byte(at).is_some_and(|byte| byte.is_ascii_hexdigit());
    is_digit(at) && is_digit(at + 1)
}

fn ends_with(text: &str, sign: &str) -> bool {
    let start = text.len().checked_sub(sign.len());
    let end = start.and_then(|start| text.get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(sign))
}
