//! Escapes text that could be read as markup.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

use memchr::{memchr2, memchr3};

use super::Text;
use crate::tables::{ProseClass, prose_class};

/// Escapes text for HTML content and quoted attributes; see [`escape_html`].
///
/// ```
/// assert_eq!(linkspan::render::escaped_html("<b> & \""), "&lt;b&gt; &amp; &quot;");
/// ```
#[must_use]
pub fn escaped_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // Writing to a string does not fail.
    let _ = escape_html(text, &mut escaped);
    escaped
}

/// Writes text so that no part of it is markup in HTML content and in quoted attributes. NUL
/// becomes U+FFFD, and a lone carriage return becomes `&#13;`. Not for scripts, styles or unquoted
/// attributes.
///
/// # Errors
///
/// Only the errors of `out`.
///
/// ```
/// let mut out = String::new();
/// linkspan::render::escape_html("<b title='x'> & \"", &mut out)?;
/// assert_eq!(out, "&lt;b title=&#39;x&#39;&gt; &amp; &quot;");
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn escape_html(text: &str, out: &mut dyn Write) -> fmt::Result {
    type Find = fn(&[u8]) -> Option<usize>;
    let bytes = text.as_bytes();
    let mut done = 0;
    // The next special character of each kind. Each is searched for again once it has been passed.
    let kinds: [Find; 3] = [
        |rest| memchr3(b'&', b'<', b'>', rest),
        |rest| memchr2(b'"', b'\'', rest),
        |rest| memchr2(0, b'\r', rest),
    ];
    let mut next = [None; 3];
    loop {
        for (next, find) in next.iter_mut().zip(kinds) {
            if next.is_none_or(|next| next < done) {
                let found = bytes.get(done..).and_then(find);
                *next = Some(found.map_or(bytes.len(), |found| done + found));
            }
        }
        let at = next.into_iter().flatten().min().unwrap_or(bytes.len());
        out.write_str(Text(text).slice(done, at))?;
        let Some(special) = bytes.get(at) else {
            return Ok(());
        };
        match special {
            b'&' => out.write_str("&amp;")?,
            b'<' => out.write_str("&lt;")?,
            b'>' => out.write_str("&gt;")?,
            b'"' => out.write_str("&quot;")?,
            b'\'' => out.write_str("&#39;")?,
            0 => out.write_char('\u{FFFD}')?,
            // A parser reads any line ending as LF. A carriage return that is not part of one is
            // preserved.
            _ if bytes.get(at + 1) == Some(&b'\n') => out.write_char('\r')?,
            _ => out.write_str("&#13;")?,
        }
        done = at + 1;
    }
}

/// Percent-escapes the characters of a link that reorder text (Bidi_Control). Borrows the link if
/// it contains none.
///
/// ```
/// use linkspan::render::escape_bidi;
///
/// assert_eq!(escape_bidi("https://example.com/a\u{202E}b"), "https://example.com/a%E2%80%AEb");
/// ```
#[must_use]
pub fn escape_bidi(link: &str) -> Cow<'_, str> {
    if link.is_ascii() || !link.contains(is_bidi_control) {
        return Cow::Borrowed(link);
    }
    let mut escaped = String::with_capacity(link.len() + 8);
    for c in link.chars() {
        if is_bidi_control(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string does not fail.
                let _ = write!(escaped, "%{byte:02X}");
            }
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// Whether `c` reorders text (Bidi_Control).
pub(crate) fn is_bidi_control(c: char) -> bool {
    prose_class(c) == ProseClass::BidiControl
}
