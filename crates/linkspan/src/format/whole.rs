//! Display forms that are found whole: what `recommended` would end a link at is escaped.

use alloc::string::String;

use super::escape::push_escaped;
use crate::judge::sentence::Sentence;
use crate::judge::trim::trim;
use crate::profile::RECOMMENDED;
use crate::text::Text;
use crate::uts58::props::{LinkTerm, link_term};
use crate::uts58::termination::{self, Stopped, TailPart};

/// How often a form is read and mended. Few need it once; what has more to mend has all of it escaped.
const ATTEMPTS: usize = 16;

/// The rest of a URL after its host, such that `recommended` finds all of it between spaces.
pub(super) fn kept(tail: String) -> String {
    // Most URLs have nothing in them that could end a link.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-=+:@%".contains(&byte);
    if tail.bytes().all(is_plain) {
        return tail;
    }
    match mended(tail) {
        Ok(tail) => tail,
        // What is left then is at the end.
        Err(tail) => mended(escaped(&tail)).unwrap_or_else(|tail| tail),
    }
}

/// The text with what ends a link escaped; as far as that was done, if there is too much.
fn mended(mut tail: String) -> Result<String, String> {
    for _ in 0..ATTEMPTS {
        let Some(at) = obstacle(&tail) else {
            return Ok(tail);
        };
        let Some(mended) = with_escape(&tail, at) else {
            return Ok(tail);
        };
        tail = mended;
    }
    match obstacle(&tail) {
        Some(_) => Err(tail),
        None => Ok(tail),
    }
}

/// The character at which a link with this rest would end.
fn obstacle(tail: &str) -> Option<usize> {
    let text = Text(tail);
    let sentence = Sentence::around(text, RECOMMENDED, 0);
    let mut stopped = Stopped::default();
    let reading = termination::scan(text, 0, &sentence, &mut stopped, &mut ());
    if stopped.at < tail.len() {
        return Some(stopped.at);
    }
    // A bracket that is left open.
    if let Some(cut) = reading.cut {
        return Some(cut.about.start);
    }
    let (end, _) = trim(text, RECOMMENDED, &(0..0), &reading.extent);
    // What is trimmed is trimmed from the last character on.
    let last = tail.char_indices().next_back().map(|(at, _)| at);
    last.filter(|_| end < tail.len())
}

/// The text with one character escaped; `None` if that would change what it means.
fn with_escape(tail: &str, at: usize) -> Option<String> {
    let c = Text(tail).char_at(at)?;
    let is_syntax = "/?#&=\\%".contains(c);
    if is_syntax {
        return None;
    }
    let mut mended = String::from(tail.get(..at)?);
    push_escaped(&mut mended, c);
    mended.push_str(tail.get(at + c.len_utf8()..)?);
    Some(mended)
}

/// The text with everything escaped that can end a link.
fn escaped(tail: &str) -> String {
    let mut escaped = String::with_capacity(tail.len() * 2);
    let mut in_directive = false;
    for (at, c) in tail.char_indices() {
        let starts_directive = Text(tail).has(at, TailPart::Directive.initiator());
        in_directive |= starts_directive;
        // A comma is between the parts of a directive.
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
    use super::escaped;

    /// A comma separates the parts of a directive, and means itself elsewhere.
    #[test]
    fn commas_in_directives_stay() {
        assert_eq!(escaped("#a,b:~:text=(c,d)"), "#a%2Cb:~:text=%28c,d%29");
    }
}
