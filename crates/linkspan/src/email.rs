//! Quotes local parts of e-mail addresses (UTS #58 section 5.3).
//!
//! Use this to write an address that others must be able to detect. To find addresses, use
//! [`Detector`](crate::Detector).
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
use crate::text::Text;
use crate::uts58::props::is_link_email;

/// Why an address or a local part cannot be written in any form.
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
    /// This control character is not allowed in an address, not even in quotation marks.
    Control(char),
    /// The text after the `@` is not a domain.
    Domain,
}

impl fmt::Display for QuoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the local part (before `@`) is empty"),
            Self::Control(c) => write!(
                f,
                "the control character U+{:04X} is not allowed in an e-mail address",
                u32::from(*c)
            ),
            Self::Domain => f.write_str("the text after the last `@` is not a domain"),
        }
    }
}

impl core::error::Error for QuoteError {}

/// Writes an address, with quotation marks around the local part only if it needs them.
///
/// The local part is the text before the last `@`, with or without quotation marks; text without an
/// `@` is a local part. See [`quote`] for when it is quoted. The domain is not changed.
///
/// # Errors
///
/// The errors of [`quote`], and [`QuoteError::Domain`] if the text after the `@` cannot be a
/// domain.
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
    let run = host::run_from(Text(domain), 0, &(), &mut ()).range;
    let literal = domain.starts_with('[') && domain.ends_with(']');
    if domain.is_empty() || run.end != domain.len() && !literal {
        return Err(QuoteError::Domain);
    }
    let local = unquote(local);
    Ok([&quote(&local)?, "@", domain].concat())
}

/// Writes a local part, with quotation marks only if it needs them (UTS #58 section 5.3).
///
/// It needs them if it contains a character that is not in Link_Email, or a dot at either end or
/// next to another dot. Inside quotation marks, `"` and `\` are escaped with a backslash. Borrows
/// `local` if it needs no quotation marks.
///
/// # Errors
///
/// If the local part is empty or contains a control character. RFC 5321 section 4.1.2 allows no
/// ASCII control characters, not even in quotation marks.
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

/// Removes the quotation marks and backslashes of a quoted local part. Any other text is returned
/// unchanged, including text that is quoted incorrectly.
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
