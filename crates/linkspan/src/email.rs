//! E-mail addresses: the local part in text (UTS #58 section 5.2) and its quoting (section 5.3).
//!
//! ```
//! use linkspan::email::address;
//!
//! assert_eq!(address("anna maria@example.com")?, "\"anna maria\"@example.com");
//! # Ok::<(), linkspan::email::QuoteError>(())
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use crate::names::host;
use crate::observe::Observer;
use crate::profile::{EmailSyntax, MisplacedDots, QuotedLocalParts};
use crate::text::Text;
use crate::uts58::props::{LinkTerm, is_link_email, link_term};

impl EmailSyntax {
    /// Whether `c` can stand in an unquoted local part. Never a Link_Term=Hard character, so that
    /// no link contains one.
    pub(crate) fn contains(&self, c: char) -> bool {
        c != '@' && (self.characters)(c) && link_term(c) != LinkTerm::Hard
    }
}

/// The start of the local part that ends before the `@` at `at`, not before `floor`; `None` if
/// there is no valid one. The algorithm of 5.2 without its step 6 (`mailto:`).
pub(crate) fn local_part<O: Observer>(
    text: Text<'_>,
    floor: usize,
    at: usize,
    syntax: &EmailSyntax,
    observer: &mut O,
) -> Option<usize> {
    if syntax.quoted == QuotedLocalParts::Linked && text.byte(at.checked_sub(1)?) == Some(b'"') {
        return quoted(text, floor, at, observer);
    }
    let local = text.slice(floor, at);
    // Step 2. The text says cp[i]; cp[n-1] is meant.
    if local.ends_with('.') {
        return None;
    }
    // Step 3. Reaching the beginning of the text is a start like any other.
    let mut start = at;
    let mut after = '@';
    let mut steps = 1;
    for c in local.chars().rev() {
        steps += 1;
        if c == '.' {
            if after == '.' {
                if syntax.misplaced_dots == MisplacedDots::Fail {
                    start = at;
                }
                break;
            }
        } else if !syntax.contains(c) {
            break;
        }
        start -= c.len_utf8();
        after = c;
    }
    observer.work(steps);
    // Steps 4 and 5.
    match (text.byte(start), syntax.misplaced_dots) {
        _ if start == at => None,
        (Some(b'.'), MisplacedDots::Fail) => None,
        // Step 2 has seen to it that more than a dot is there.
        (Some(b'.'), MisplacedDots::Stop) => Some(start + 1),
        _ => Some(start),
    }
}

/// The opening quotation mark of a quoted local part whose closing one stands directly before
/// `at`. There is no Link_Term=Hard character between them.
fn quoted<O: Observer>(text: Text<'_>, floor: usize, at: usize, observer: &mut O) -> Option<usize> {
    let is_escaped = |quote: usize| {
        let before = text.slice(floor, quote);
        (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
    };
    let close = at
        .checked_sub(1)
        .filter(|&close| close >= floor && !is_escaped(close))?;
    let inside = text.slice(floor, close);
    let opening = inside
        .char_indices()
        .rfind(|&(at, c)| link_term(c) == LinkTerm::Hard || c == '"' && !is_escaped(floor + at));
    observer.work(inside.len() - opening.map_or(0, |(at, _)| at));
    opening.filter(|&(_, c)| c == '"').map(|(at, _)| floor + at)
}

/// Why an address or a local part cannot be written at all.
///
/// ```
/// use linkspan::email::{QuoteError, address, quote};
///
/// assert_eq!(quote(""), Err(QuoteError::Empty));
/// assert_eq!(quote("a\tb"), Err(QuoteError::Control('\t')));
/// assert_eq!(address("me@a b"), Err(QuoteError::Domain));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuoteError {
    /// The local part is empty.
    Empty,
    /// The character, a control, is not allowed in an address even in quotation marks.
    Control(char),
    /// What follows the `@` is not a domain.
    Domain,
}

impl fmt::Display for QuoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the local part (before `@`) is empty"),
            Self::Control(c) => write!(
                f,
                "the control character U+{:04X} cannot stand in an e-mail address",
                u32::from(*c)
            ),
            Self::Domain => f.write_str("what follows the last `@` is not a domain"),
        }
    }
}

impl core::error::Error for QuoteError {}

/// Writes an address with quotation marks around the local part only if it needs them.
///
/// The local part is what stands before the last `@`, with or without quotation marks; text without
/// an `@` is a local part. See [`quote`]. The domain stays as it is.
///
/// # Errors
///
/// As for [`quote`], and if what follows the `@` cannot be a domain.
///
/// ```
/// use linkspan::email::address;
///
/// assert_eq!(address("john doe@example.com")?, "\"john doe\"@example.com");
/// assert_eq!(address("\"john.doe\"@example.com")?, "john.doe@example.com");
/// # Ok::<(), linkspan::email::QuoteError>(())
/// ```
pub fn address(address: &str) -> Result<String, QuoteError> {
    let quoted_whole = address.starts_with('"') && address.ends_with('"');
    let Some((local, domain)) = address.rsplit_once('@').filter(|_| !quoted_whole) else {
        return Ok(quote(&unquote(address))?.into_owned());
    };
    let run = host::run_from(Text(domain), 0, None, &mut ());
    let literal = domain.starts_with('[') && domain.ends_with(']');
    if domain.is_empty() || run.end != domain.len() && !literal {
        return Err(QuoteError::Domain);
    }
    let local = unquote(local);
    Ok([&quote(&local)?, "@", domain].concat())
}

/// Writes a local part with quotation marks only if it needs them (UTS #58 section 5.3).
///
/// It needs them if a character is not in Link_Email or a dot is misplaced. Inside, a backslash
/// stands before each quotation mark and backslash.
///
/// # Errors
///
/// A local part that is empty or has a control character is not valid in RFC 6530 in any form.
///
/// ```
/// use linkspan::email::quote;
///
/// assert_eq!(quote("σωκράτης")?, "σωκράτης");
/// assert_eq!(quote("john doe")?, "\"john doe\"");
/// assert_eq!(quote("john..doe")?, "\"john..doe\"");
/// assert_eq!(quote("a\"b\\c")?, r#""a\"b\\c""#);
/// # Ok::<(), linkspan::email::QuoteError>(())
/// ```
pub fn quote(local: &str) -> Result<Cow<'_, str>, QuoteError> {
    if local.is_empty() {
        return Err(QuoteError::Empty);
    }
    if let Some(control) = local.chars().find(|c| c.is_control()) {
        return Err(QuoteError::Control(control));
    }
    let misplaced_dot = local.starts_with('.') || local.ends_with('.') || local.contains("..");
    if !misplaced_dot && local.chars().all(is_link_email) {
        return Ok(Cow::Borrowed(local));
    }
    let mut quoted = String::with_capacity(local.len() + 2);
    quoted.push('"');
    for c in local.chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    Ok(Cow::Owned(quoted))
}

/// Takes the quotation marks and backslashes of a quoted local part away; any other text is
/// returned as it is.
///
/// ```
/// use linkspan::email::unquote;
///
/// assert_eq!(unquote(r#""john\ doe""#), "john doe");
/// assert_eq!(unquote("john"), "john");
/// ```
#[must_use]
pub fn unquote(local: &str) -> Cow<'_, str> {
    let inside = local
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside else {
        return Cow::Borrowed(local);
    };
    let mut plain = String::with_capacity(inside.len());
    let mut characters = inside.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => return Cow::Borrowed(local),
            '\\' => match characters.next() {
                Some(escaped) => plain.push(escaped),
                None => return Cow::Borrowed(local),
            },
            _ => plain.push(c),
        }
    }
    Cow::Owned(plain)
}
