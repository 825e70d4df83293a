//! Where an e-mail address without `mailto:` starts, and text that only looks like one.

use core::ops::Range;

use super::Judge;
use super::glue::ascii_rest;
use super::sentence::NEAR;
use crate::profile::Rule;
use crate::reason::{Cause, ReasonKind};
use crate::tables::host_class;
use crate::tables::is_unseen;
use crate::text::Text;
use crate::uts58::runs::is_word;

/// Signs that separate an address from the text before it, anywhere in its local part.
const SEPARATORS: [char; 3] = ['/', '?', '#'];

/// Signs that are excluded from the start of a local part.
const SIGNS: &str = "=/?#&!$'{}+-^";

/// The last words of settings whose values are addresses: `mail.smtp.user=jane.doe@example.com`.
#[rustfmt::skip]
const SETTINGS: &[&str] = &[
    "address", "admin", "author", "cc", "contact", "email", "from", "login", "mail", "owner",
    "recipient", "sender", "to", "user", "username",
];

impl Judge<'_, '_> {
    /// Why an address without `mailto:` starts later than its local part, if it does; the cause is
    /// about the excluded text. Or why it is not an address.
    pub(super) fn email_start(
        &self,
        local: &Range<usize>,
        end: usize,
    ) -> Result<Option<Cause>, Cause> {
        let (text, rules) = (self.text, self.profile.policy.rules);
        let mut start = local.start;
        let mut kind = None;
        // Most local parts contain nothing that could precede an address.
        if is_plain(text.slice(local.start, local.end), text.byte(end)) {
            return match self
                .letter_before(start)
                .filter(|_| rules.has(Rule::LetterBefore))
            {
                Some(letter) => Err(Cause::new(ReasonKind::LetterBefore, letter..start)),
                None => Ok(None),
            };
        }
        // `<CAF=x1y2z3+k4@mail.example.com>`, before its start is looked for.
        if self.is_message_id(local.start, end) {
            return Err(Cause::new(ReasonKind::MessageId, local.start..end));
        }
        // `**me@example.com**`: markup on both sides, and cells of tables.
        if rules.has(Rule::TrailingMarkup) {
            let unmarked = unmarked(text, local, end);
            kind = (unmarked > start).then_some(ReasonKind::TrailingMarkup);
            start = unmarked;
        }
        // `email=me@example.com`, `{me@example.com}`.
        if rules.has(Rule::SignBefore) {
            let unsigned = unsigned(text, start..local.end, text.byte(end));
            if unsigned > start {
                kind = kind.or(Some(ReasonKind::SignBefore));
                start = unsigned;
            }
        }
        // `<Y8abc/1DEF+ghi@example.com>`, `<jane=example.org@example.com>`: all of it or nothing.
        let is_inside = start > local.start && text.byte(start - 1).is_some_and(|c| c != b'+');
        let is_bracketed =
            text.byte(local.start.wrapping_sub(1)) == Some(b'<') && text.byte(end) == Some(b'>');
        if is_bracketed && is_inside && rules.has(Rule::MessageId) {
            return Err(Cause::new(ReasonKind::MessageId, local.start..end));
        }
        // `!.john@example.com` fails like `.john@example.com` (5.2 step 4).
        if start > local.start && text.byte(start) == Some(b'.') {
            return Err(Cause::new(ReasonKind::LocalPartInvalid, start..local.end));
        }
        // `{anna,ben}@example.com` means two addresses, and the rest of it is not one.
        let typed = text.slice(start, local.end);
        if rules.has(Rule::SignBefore) && typed.contains('}') && !typed.contains('{') {
            return Err(Cause::new(ReasonKind::LocalPartInvalid, start..local.end));
        }
        // `请联系admin@example.com`: text in a script without spaces before an ASCII rest.
        let rest = ascii_rest(text.slice(start, local.end));
        if let Some(rest) = rest.filter(|_| rules.has(Rule::GluedBefore)) {
            let glued = start..start + rest;
            return Ok(Some(Cause::new(ReasonKind::GluedBefore, glued)));
        }
        if start == local.start
            && rules.has(Rule::LetterBefore)
            && let Some(letter) = self.letter_before(start)
        {
            return Err(Cause::new(ReasonKind::LetterBefore, letter..start));
        }
        Ok(kind.map(|kind| Cause::new(kind, local.start..start)))
    }

    /// The start of a letter that may belong to the address at `start`, but is not in Link_Email:
    /// `ཀ་ཁ@example.com`, where readers see U+0F0B as a letter, and `o’brien@example.com`.
    fn letter_before(&self, start: usize) -> Option<usize> {
        let (text, email) = (self.text, &self.profile.syntax.email);
        let c = text.char_before(start)?;
        let at = start - c.len_utf8();
        let is_letter = host_class(c).is_label() && !email.contains(c);
        let is_apostrophe = matches!(
            c,
            '\u{2019}' | '\u{02BC}' | '\u{2018}' | '\u{FF07}' | '\u{2032}'
        ) && text.char_before(at).is_some_and(is_word);
        (is_letter || is_apostrophe).then_some(at)
    }

    /// Whether a backslash is before a local part, so that its first character, if it is ASCII, may
    /// belong to an escape: `Bob\nbob@example.com`, `john\_doe@example.com`.
    /// In `\email{me@example.com}`, the address starts after the bracket.
    /// `＼n` is the same in full width, `\e[1mbob@example.com` a colour, and in `a%20bob@example.com` a
    /// browser reads a space.
    pub(super) fn is_after_escape(&self, local: &Range<usize>, end: usize) -> bool {
        let text = self.text;
        let before = text.byte(local.start.wrapping_sub(1));
        let is_odd = || {
            let typed = text.slice(local.start, local.end);
            is_colored(text, local, end)
                || has_escaped_separator(typed)
                || matches!(text.char_before(local.start), Some('\u{FF3C}' | '\u{FE68}'))
        };
        if before != Some(b'\\') {
            return self.profile.policy.rules.has(Rule::EscapeBefore) && is_odd();
        }
        let is_argument =
            || text.byte(end) == Some(b'}') && text.slice(local.start, local.end).contains('{');
        let is_ascii = || text.byte(local.start).is_some_and(|byte| byte.is_ascii());
        self.profile.policy.rules.has(Rule::EscapeBefore) && is_ascii() && !is_argument()
    }

    /// Whether an address is the id of a message: between `<` and `>`, with a local part that is made
    /// of several numbers. `<12345678@qq.com>` is an address.
    pub(super) fn is_message_id(&self, start: usize, end: usize) -> bool {
        let text = self.text;
        text.byte(start.wrapping_sub(1)) == Some(b'<')
            && text.byte(end) == Some(b'>')
            && self.profile.policy.rules.has(Rule::MessageId)
            && is_id(text.slice(start, end))
    }

    /// Why text only looks like an address: it is the name of a person on a server, or of a file on
    /// a machine.
    pub(super) fn not_an_address(&self, start: usize, end: usize) -> Option<Cause> {
        let (text, rules) = (self.text, self.profile.policy.rules);
        // `@user@example.social`, and the rest of `a@b@example.com`.
        if text.byte(start.wrapping_sub(1)) == Some(b'@') && rules.has(Rule::Handle) {
            return Some(Cause::new(ReasonKind::Handle, start - 1..start));
        }
        if self.is_message_id(start, end) {
            return Some(Cause::new(ReasonKind::MessageId, start..end));
        }
        // `git@example.com:user/repository.git`, `root@example.com:~$`, but `me@example.com: yes`.
        let is_path = |byte: u8| byte.is_ascii_alphabetic() || b"~/._-".contains(&byte);
        let is_scp = text.byte(end) == Some(b':') && text.byte(end + 1).is_some_and(is_path);
        (is_scp && rules.has(Rule::ScpPath)).then(|| Cause::new(ReasonKind::ScpPath, end..end + 2))
    }
}

/// Whether a local part starts inside the code of a colour for terminals: `[1mbob`, `\033[0;31mbob`. The
/// escape character before it is not visible, or ends the run.
fn is_colored(text: Text<'_>, local: &Range<usize>, end: usize) -> bool {
    let typed = text.slice(local.start, local.end);
    let letters = typed.trim_start_matches(|c: char| c.is_ascii_digit());
    // Most addresses start with a letter.
    let digits = typed.len() - letters.len();
    if !(1..=3).contains(&digits) || !letters.starts_with('m') || text.byte(end) == Some(b']') {
        return false;
    }
    let before = text.slice(0, local.start);
    let code = before.bytes().rev().take(NEAR);
    let code = code
        .take_while(|byte| byte.is_ascii_digit() || *byte == b';')
        .count();
    text.byte(local.start.wrapping_sub(code + 1)) == Some(b'[')
}

/// Whether a local part contains the escape of a space, a control or a sign around addresses.
fn has_escaped_separator(local: &str) -> bool {
    const ESCAPES: &[&[u8; 2]] = &[
        b"20", b"09", b"0A", b"0D", b"22", b"28", b"2C", b"3A", b"3B", b"3C", b"3E", b"5B",
    ];
    let mut windows = local.as_bytes().windows(3);
    windows.any(|window| match window {
        [b'%', rest @ ..] => ESCAPES
            .iter()
            .any(|escape| escape.eq_ignore_ascii_case(rest)),
        _ => false,
    })
}

/// Whether a local part contains only ASCII letters and digits, dots, hyphens and similar signs,
/// and starts neither with a sign nor with markup that is also `after` the address.
fn is_plain(local: &str, after: Option<u8>) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"._-+~".contains(&byte);
    let first = local.bytes().next();
    let starts_well = first.is_some_and(|byte| match byte {
        b'_' | b'~' => after != first,
        _ => byte.is_ascii_alphanumeric(),
    });
    starts_well && local.bytes().all(is_part)
}

/// The start of a local part without preceding markup that also follows the address, and without
/// text in another cell of a table.
fn unmarked(text: Text<'_>, local: &Range<usize>, end: usize) -> usize {
    let typed = text.slice(local.start, local.end);
    let cell = typed.rfind(['|', '`']).map_or(0, |at| at + 1);
    let rest = typed.get(cell..).unwrap_or_default();
    let after = text.char_at(end);
    let plain = rest.trim_start_matches(|c| "*_`|~^'".contains(c) && after == Some(c));
    if plain.is_empty() {
        local.start
    } else {
        local.end - plain.len()
    }
}

/// The start of a local part without preceding signs and invisible characters, where `after` is the
/// byte after the address.
fn unsigned(text: Text<'_>, local: Range<usize>, after: Option<u8>) -> usize {
    let typed = text.slice(local.start, local.end);
    // `\\email{me@example.com}`
    let bracket = match after {
        Some(b'}') => typed.rfind('{'),
        _ => None,
    };
    let after = typed.rfind(SEPARATORS).max(bracket).map_or(0, |at| at + 1);
    let rest = typed.get(after..).unwrap_or_default();
    // `email=me@example.com`, but `bounces+7-anna=example.org@example.com` is one address.
    let rest = match rest.rsplit_once('=') {
        Some((key, value)) if is_key(key, value) => value,
        _ => rest,
    };
    let plain = rest.trim_start_matches(|c| SIGNS.contains(c) || is_unseen(c));
    // `+anna@example.com` is a line of a diff, but `+anna+news@example.com` is one address.
    if plain.is_empty() || plain.contains('+') && rest.strip_prefix('+') == Some(plain) {
        local.start
    } else {
        local.end - plain.len()
    }
}

/// Whether the local part of an address is made of several numbers, or of more digits than people
/// remember.
fn is_id(address: &str) -> bool {
    let (mut length, mut digits, mut numbers, mut before) = (0, 0, 0, b'@');
    for byte in address.bytes().take_while(|&byte| byte != b'@') {
        if byte.is_ascii_digit() {
            digits += 1;
            numbers += usize::from(!before.is_ascii_digit());
        }
        (length, before) = (length + 1, byte);
    }
    // Most addresses have no digits, or nothing else.
    if digits == length {
        return false;
    }
    let local = address.get(..length).unwrap_or_default();
    // `<ZabcDEFghiJKLmno@example.com>`
    let is_random = || {
        let capitals = local.bytes().filter(u8::is_ascii_uppercase).count();
        let mut pairs = local.as_bytes().windows(2);
        let is_change = |pair: &[u8]| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase());
        length > 11
            && capitals * 3 > length
            && pairs.by_ref().filter(|pair| is_change(pair)).count() > 1
    };
    if digits == 0 {
        return local.ends_with(".fsf") || is_random();
    }
    // `<12345678+anna@users.example.com>`: the name of a user after a number.
    let user = local.trim_start_matches(|c: char| c.is_ascii_digit());
    let user = user.strip_prefix('+').unwrap_or_default();
    if user.starts_with(|c: char| c.is_ascii_alphabetic())
        && user
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && local.starts_with(|c: char| c.is_ascii_digit())
    {
        return false;
    }
    let starts_with_number = local.bytes().take_while(u8::is_ascii_digit).count() > 5;
    // `CAB7x9Q=k3w`, but `bounces+7-anna=example.org`.
    let value = local.split_once('=').map(|(_, value)| value);
    let is_encoded = value.is_some_and(|value| !value.contains('.'));
    let is_long = length > 11 && (numbers > 2 && digits > 5 || digits > 11);
    starts_with_number || is_encoded || is_long || local.ends_with(".fsf") || is_random()
}

/// Whether the text before `=` is the name of a parameter or variable, possibly after others with
/// their values. A name with dots is a setting, `user.email=me`, or a user whose domain follows,
/// `jane.doe=example.org`.
fn is_key(text: &str, value: &str) -> bool {
    let key = text.rsplit(['&', ';', ',']).next().unwrap_or(text);
    let key = key.trim_start_matches(|c| SIGNS.contains(c));
    let last = key.rsplit('.').next().unwrap_or(key);
    let is_part = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.');
    let is_setting = || SETTINGS.iter().any(|word| word.eq_ignore_ascii_case(last));
    key.bytes().all(is_part) && (last.len() == key.len() || !value.contains('.') || is_setting())
}
