//! The edges of a name or address: adjacent text that shows that it is part of something else.

use core::ops::Range;

use super::glue::is_unspaced;
use super::sentence::{NEAR, is_east_asian, is_pictograph, starts_scheme};
use super::stops::is_ideographic;
use crate::names::host;
use crate::names::lists::tld::TldSource;
use crate::profile::rule::Rules;
use crate::profile::{EmailSyntax, Rule};
use crate::reason::{Cause, ReasonKind};
use crate::tables::{ProseClass, host_class, is_alphanumeric, is_unseen, prose_class};
use crate::text::Text;
use crate::uts58::props::{LinkTerm, link_term};
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
        if let Some(kind) = self.joint(c) {
            let seen = before.trim_end_matches(is_unseen);
            if seen
                .chars()
                .next_back()
                .is_some_and(|c| self.goes_on_with(c))
            {
                return Some(Cause::new(kind, seen.len()..start));
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
            // `support@ㅋnaver.com`: the name is the rest of the domain of an address.
            // So does a symbol: `john@pay★pal.com`.
            let is_domain = || {
                let is_start = starts_with_www(self.text.slice(start, self.text.0.len()));
                let is_inside = self.reads_symbols() && is_inside(c) && !is_start;
                (is_glue(c) || is_inside) && self.is_in_domain(at)
            };
            // `info＠example.com`
            let is_at_sign = || {
                let before = self.text.char_before(at);
                self.reads_symbols() && is_wide_at(c) && before.is_some_and(is_alphanumeric)
            };
            if is_name_part(c)
                || joins()
                || is_letter()
                || is_uncut()
                || is_domain()
                || is_at_sign()
            {
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

    /// Why the address that starts at `start` is the rest of a longer one: browsers read `．` as a dot,
    /// `john．doe@example.com`. After a letter of a script without spaces it ends a sentence,
    /// `你好。me@example.com`.
    #[inline]
    pub(super) fn before_address(&self, start: usize) -> Option<Cause> {
        let is_other = |byte: &u8| !byte.is_ascii();
        self.text.byte(start.wrapping_sub(1)).filter(is_other)?;
        let c = self.text.char_before(start)?;
        let at = start - c.len_utf8();
        let is_part = |c: char| is_alphanumeric(c) && !is_unspaced(c);
        let joins = is_ideographic(c)
            && self.text.char_before(at).is_some_and(is_part)
            && self.text.char_at(start).is_some_and(is_part);
        (joins && self.rules.has(Rule::PartOfName) && !self.ends_link(at))
            .then(|| Cause::new(ReasonKind::PartOfName, at..start))
    }

    /// Whether the text that ends at `end` is more likely a whole address or name than the start of a
    /// local part: `info@example.com。info@example.org`.
    fn ends_link(&self, end: usize) -> bool {
        let before = self.text.slice(0, end);
        let label = before.chars().rev().take(NEAR);
        let label = label.take_while(char::is_ascii_alphabetic).count();
        let is_name = || {
            let tld = before.get(end - label..).unwrap_or_default();
            self.text.byte(end.wrapping_sub(label + 1)) == Some(b'.')
                && TldSource::Embedded.knows(tld)
        };
        is_name() || self.is_in_domain(end)
    }

    /// Why the name before `end` goes on after symbols, which only browsers that refuse the whole name
    /// read: `https://paypal.co★/login`. `https://example.com🎉` is decorated, and another URL may
    /// follow. An arrow or a bullet may be between two names.
    #[inline]
    pub(super) fn after_symbols(&self, end: usize) -> Option<Cause> {
        let is_other = |byte: &u8| !byte.is_ascii();
        self.text.byte(end).filter(is_other)?;
        let first = self.text.char_at(end).filter(|&c| is_symbol(c))?;
        let rest = self.text.slice(end, self.text.0.len());
        let symbols = rest
            .chars()
            .take(NEAR)
            .take_while(|&c| is_symbol(c) || is_unseen(c));
        let after = end + symbols.map(char::len_utf8).sum::<usize>();
        let is_label = |at| {
            let c = self.text.char_at(at);
            c.is_some_and(|c| host_class(c).is_label() && !is_unspaced(c))
        };
        let goes_on = match self.text.char_at(after)? {
            '/' => !starts_scheme(self.text, after + 1),
            '.' | '@' => is_label(after + 1),
            ':' => self
                .text
                .byte(after + 1)
                .is_some_and(|byte| byte.is_ascii_digit()),
            _ if is_pictograph(first) => is_label(after) && self.is_rest_of_host(after),
            _ => is_label(after) && !is_separator(first) && !starts_scheme(self.text, after),
        };
        (goes_on && self.reads_symbols() && self.rules.has(Rule::PartOfName))
            .then(|| Cause::new(ReasonKind::PartOfName, end..after))
    }

    /// Whether the text after a pictograph is the rest of a host, not a word: `🎉.evil.org`, `★evil.org/x`,
    /// but `📞123`, `🎉Done` and `📱www.example.org`.
    fn is_rest_of_host(&self, start: usize) -> bool {
        let rest = self.text.slice(start, self.text.0.len());
        let label = rest.chars().take(NEAR).take_while(|&c| host::in_run(c));
        let end = start + label.map(char::len_utf8).sum::<usize>();
        let host = self.text.slice(start, end).trim_end_matches('.');
        let goes_on = host.contains('.') || matches!(self.text.byte(end), Some(b'/' | b'@'));
        goes_on && !starts_with_www(host) && !starts_scheme(self.text, start)
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
        if let Some(kind) = self.joint(c) {
            let seen = after.trim_start_matches(is_unseen);
            let at = end + after.len() - seen.len();
            if seen.chars().next().is_some_and(|c| self.goes_on_with(c)) {
                return Some(Cause::new(kind, end..at));
            }
        }
        let next = end + c.len_utf8();
        // `https://example.co%6D/login`: a browser decodes the escape.
        let is_escape = || c == '%' && is_escaped(self.text, next);
        let is_uncut = || is_glue(c) && !self.rules.has(Rule::GluedAfter);
        // `https://paypal.com＠evil.com/`
        let is_at_sign = || {
            let after = self.text.char_at(next);
            self.reads_symbols()
                && is_wide_at(c)
                && after.is_some_and(|c| host::in_run(c) && !is_unspaced(c))
        };
        // `https://paypal.coⅿ/login`
        let joins = || is_hyphen(c) && self.text.char_at(next).is_some_and(host::in_run);
        if self.rules.has(Rule::PartOfName)
            && (is_name_part(c) || joins() || is_escape() || is_uncut() || is_at_sign())
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

    /// The reason for a character that is not seen between the parts of a name. Profiles without a
    /// rule about such characters read those that a URL parser ignores as part of the name; ZWSP and
    /// characters that reorder text are boundaries there.
    fn joint(&self, c: char) -> Option<ReasonKind> {
        if !is_unseen(c) {
            return None;
        }
        if self.rules.has(Rule::InvisibleCharacter) {
            return Some(ReasonKind::InvisibleCharacter);
        }
        let is_boundary = c == '\u{200B}' || prose_class(c) == ProseClass::BidiControl;
        (self.rules.has(Rule::PartOfName) && !is_boundary).then_some(ReasonKind::PartOfName)
    }

    /// Whether symbols next to a name can be part of a longer one. Profiles that follow another document
    /// than UTS #58 only look at letters, marks, numbers and what is mapped to them.
    fn reads_symbols(&self) -> bool {
        self.rules.meets(Rules::PROSE)
    }

    /// Whether the text that ends at `end` is the start of a domain: after the `@` of an address, or
    /// after `www.`.
    fn is_in_domain(&self, end: usize) -> bool {
        let is_part = |c: &char| host::in_run(*c) || is_glue(*c) || is_inside(*c);
        let before = self.text.slice(0, end);
        let mut chars = before.chars().rev().take(NEAR).skip_while(is_part);
        if chars.next() == Some('@') {
            return chars.next().is_some_and(|c| self.email.contains(c));
        }
        let parts = before.chars().rev().take(NEAR).take_while(is_part);
        let start = end - parts.map(char::len_utf8).sum::<usize>();
        let domain = self.text.slice(start, end).as_bytes();
        let mut windows = domain.windows(4);
        windows.any(|window| window.eq_ignore_ascii_case(WWW))
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

/// The start of a name of a site.
const WWW: &[u8] = b"www.";

fn starts_with_www(text: &str) -> bool {
    let start = text.as_bytes().get(..WWW.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(WWW))
}

/// Whether a character is an at sign that browsers read as `@`.
pub(super) fn is_wide_at(c: char) -> bool {
    matches!(c, '\u{FF20}' | '\u{FE6B}')
}

/// Whether a character is a symbol that decorates names, and that no name contains: `★`, `🎉`, `→`.
pub(super) fn is_symbol(c: char) -> bool {
    !c.is_ascii()
        && prose_class(c) == ProseClass::None
        && link_term(c) == LinkTerm::Include
        && !host::in_run(c)
        && !is_slash(c)
}

/// Whether a symbol next to a name is inside a longer one: `john@pay★pal.com`. So is punctuation that a
/// space follows in text: `john@pay،pal.com`.
fn is_inside(c: char) -> bool {
    is_symbol(c) && !is_separator(c) || is_spaced_punctuation(c)
}

/// Whether a character is punctuation of a script with spaces outside ASCII.
pub(super) fn is_spaced_punctuation(c: char) -> bool {
    let is_punctuation = matches!(
        prose_class(c),
        ProseClass::SentenceEnd | ProseClass::Comma | ProseClass::Pause
    );
    is_punctuation && !is_east_asian(c)
}

/// Whether such a symbol separates names rather than being in one: arrows, bullets, dashes, lines of
/// tables, and East Asian symbols.
fn is_separator(c: char) -> bool {
    matches!(
        c,
        '\u{A6}' | '\u{A7}' | '\u{B6}'
            | '\u{2012}'..='\u{205E}'
            | '\u{2190}'..='\u{21FF}'
            | '\u{2500}'..='\u{25CF}'
            | '\u{2794}'..='\u{27BF}'
            | '\u{27F0}'..='\u{27FF}'
            | '\u{2900}'..='\u{297F}'
            | '\u{2B00}'..='\u{2B11}'
            | '\u{3000}'..='\u{303F}'
    )
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
