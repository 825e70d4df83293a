//! Makes display forms detectable as a whole: escapes the characters at which `recommended` would
//! end a link.

use alloc::string::String;

use super::escape::push_escaped;
use crate::judge::sentence::Sentence;
use crate::judge::trim::trim;
use crate::profile::RECOMMENDED;
use crate::text::Text;
use crate::uts58::props::{LinkTerm, link_term};
use crate::uts58::termination::{self, Stopped, TailPart};

/// How often a form is read and fixed. Most need no fix. If this is not enough, all characters that
/// can end a link are escaped.
const ATTEMPTS: usize = 16;

/// The text after the host of a URL, escaped such that `recommended` detects all of it between
/// spaces.
pub(super) fn escape_ends(host: &str, tail: String) -> String {
    // Most URLs contain nothing that could end a link.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-=+:@%".contains(&byte);
    if tail.bytes().all(is_plain) {
        return tail;
    }
    // The host matters only for letters that are glued to the path. In front of ASCII it is left out.
    let (url, from) = match tail.is_ascii() {
        true => (tail, 0),
        false => (
            ["https://", host, &tail].concat(),
            "https://".len() + host.len(),
        ),
    };
    let mut url = match mend(url, from) {
        Ok(url) => url,
        // After that, only the end can need fixing.
        Err(url) => {
            let (head, tail) = url.split_at_checked(from).unwrap_or(("", &url));
            mend([head, &escape_all(tail)].concat(), from).unwrap_or_else(|url| url)
        }
    };
    url.split_off(from)
}

/// The URL with the characters after `from` escaped that end a link; `Err` with the URL so far if
/// there are too many.
fn mend(mut url: String, from: usize) -> Result<String, String> {
    for _ in 0..ATTEMPTS {
        let Some(at) = obstacle(&url, from) else {
            return Ok(url);
        };
        let Some(mended) = with_escape(&url, at) else {
            return Ok(url);
        };
        url = mended;
    }
    match obstacle(&url, from) {
        Some(_) => Err(url),
        None => Ok(url),
    }
}

/// The offset of the character at which a link would end whose path starts at `from`.
fn obstacle(url: &str, from: usize) -> Option<usize> {
    let text = Text(url);
    // `a.com?.A` is code, like `user.name?.first`.
    if text.has(from, "?.")
        && text
            .byte(from + 2)
            .is_some_and(|byte| byte.is_ascii_alphabetic())
    {
        return Some(from + 2);
    }
    let sentence = Sentence::around(text, RECOMMENDED, 0)?;
    let mut stopped = Stopped::default();
    let reading = termination::scan(text, from, &sentence, &mut stopped, &mut ());
    if stopped.at < url.len() {
        return Some(stopped.at);
    }
    // A bracket that is left open.
    if let Some(cut) = reading.cut {
        return Some(cut.about.start);
    }
    let (end, _) = trim(text, RECOMMENDED, &(0..from), &reading.extent);
    // Trimming starts from the last character.
    let last = url.char_indices().next_back().map(|(at, _)| at);
    last.filter(|_| end < url.len())
}

/// The text with one character escaped; `None` if that would change its meaning.
fn with_escape(url: &str, at: usize) -> Option<String> {
    let c = Text(url).char_at(at)?;
    let is_syntax = "/?#&=\\%".contains(c);
    if is_syntax {
        return None;
    }
    let mut mended = String::from(url.get(..at)?);
    push_escaped(&mut mended, c);
    mended.push_str(url.get(at + c.len_utf8()..)?);
    Some(mended)
}

/// The text with all characters escaped that can end a link.
fn escape_all(tail: &str) -> String {
    let mut escaped = String::with_capacity(tail.len() * 2);
    let mut in_directive = false;
    for (at, c) in tail.char_indices() {
        let starts_directive = Text(tail).has(at, TailPart::Directive.initiator());
        in_directive |= starts_directive;
        // A comma separates the parts of a directive.
        let separates = c == ',' && in_directive;
        let is_letter = c.is_alphanumeric() || link_term(c) == LinkTerm::Include && c.is_ascii();
        let is_safe = is_letter && !"|`<>\"'*_~^".contains(c);
        if is_safe || separates || starts_directive || "/?#&=%+-.:~\\".contains(c) {
            escaped.push(c);
        } else {
            push_escaped(&mut escaped, c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape_all;

    /// A comma separates the parts of a directive, and is content elsewhere.
    #[test]
    fn commas_in_directives_stay() {
        assert_eq!(escape_all("#a,b:~:text=(c,d)"), "#a%2Cb:~:text=%28c,d%29");
    }
}
