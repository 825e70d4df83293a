//! Defangs text: adds signs that keep programs from linking.
//!
//! This does not ask a detector which links exist, because the next program may link more. It looks
//! for the signs that every link must have, so that none is missed:
//!
//! - A scheme and `://`: `http` becomes `hxxp`, and any other scheme gets `[://]`.
//! - A name of several labels with an existing top-level domain: all separators of a run of host
//!   characters get brackets if any of its labels is a known top-level domain, or if a scheme,
//!   `www.` or `mailto:` is evidence of a name.
//! - An address with any domain that ends in letters: its `@` gets brackets too.
//! - An IP address: its dots or colons get brackets.
//!
//! Schemes that need no `//`, such as `tel:`, are unchanged, because a word before a colon is
//! usually text.
//!
//! The result for a run of characters depends only on that run, so a stream can be defanged piece
//! by piece.

use alloc::borrow::Cow;
use alloc::string::String;
use core::net::Ipv4Addr;
use core::ops::Range;

use crate::link::is_scheme_char;
use crate::names::host;
use crate::names::host::label::is_label_separator;
use crate::names::lists::tld::{TldSource, is_syntactic};
use crate::tables::{host_class, is_alphanumeric, is_unseen};
use crate::text::Text;
use crate::uts58::props::is_link_email;
use crate::uts58::runs::is_hard;

/// Defangs the URLs, names, e-mail addresses and IP addresses in a text, including those that a
/// profile rejects and those inside paths and queries.
///
/// Use it for reports, where no program may link anything. To keep safe links, use
/// [`rewritten`](super::rewritten). Takes linear time, and borrows the text if nothing changes.
///
/// A name without a scheme counts if the embedded list knows its top-level domain; use
/// [`defang_with`] for another list. Links without `//`, such as `tel:` and `javascript:`, are
/// unchanged, because a word before a colon is usually text. Text that is already defanged is
/// unchanged.
///
/// ```
/// use linkspan::defang::defang;
///
/// assert_eq!(defang("https://example.com/a.b"), "hxxps://example[.]com/a.b");
/// assert_eq!(defang("me@example.com"), "me[@]example[.]com");
/// assert_eq!(defang("medium.com/@user"), "medium[.]com/@user");
/// assert_eq!(defang("ftp://10.0.0.1/x"), "ftp[://]10[.]0[.]0[.]1/x");
/// assert_eq!(defang("例子。中国"), "例子[。]中国");
/// assert_eq!(defang("me@👍.la"), "me[@]👍[.]la");
/// assert_eq!(defang("pi is 3.14"), "pi is 3.14");
/// ```
#[must_use]
pub fn defang(text: &str) -> Cow<'_, str> {
    defang_with(text, &TldSource::Embedded)
}

/// Like [`defang`], but a name also counts if `tlds` knows its top-level domain.
///
/// ```
/// use linkspan::defang::{defang, defang_with};
/// use linkspan::tld::TldSource;
///
/// assert_eq!(defang("router.lan"), "router.lan");
/// assert_eq!(defang_with("router.lan", &TldSource::Syntactic), "router[.]lan");
/// ```
#[must_use]
pub fn defang_with<'t>(text: &'t str, tlds: &TldSource) -> Cow<'t, str> {
    let mut signs = Signs {
        text: Text(text),
        tlds,
        done: 0,
        out: String::new(),
    };
    signs.write();
    if signs.done == 0 {
        return Cow::Borrowed(text);
    }
    let rest = signs.text.slice(signs.done, text.len());
    signs.out.push_str(rest);
    Cow::Owned(signs.out)
}

/// Whether the last label of a run could be a top-level domain syntactically: many programs link
/// every address with such a domain.
fn ends_in_letters(run: &str) -> bool {
    let mut labels = run.rsplit(is_label_separator);
    let last = labels.find(|label| !label.is_empty());
    last.is_some_and(|label| is_syntactic(label.trim_end_matches('_')))
}

/// Whether some program could take a character for part of a name. Browsers open `👍.la` and map `①`
/// to `1`, and other linkifiers link both.
fn is_name_part(c: char) -> bool {
    let is_symbol = || !c.is_ascii() && !is_hard(c) && !is_label_separator(c);
    host_class(c).is_label() || is_alphanumeric(c) || is_symbol()
}

/// The relevant signs before an offset, back to a Hard character.
#[derive(Clone, Copy, Default)]
struct Before {
    /// `mailto:` occurs before it, so a syntactically valid domain is enough.
    mailto: bool,
    /// `://` is directly before it.
    scheme: bool,
    /// The offset of an `@` with a local part directly before it.
    at_sign: Option<usize>,
}

struct Signs<'t, 's> {
    text: Text<'t>,
    tlds: &'s TldSource,
    /// The text up to here has been written to `out`.
    done: usize,
    out: String,
}

impl Signs<'_, '_> {
    /// Makes one pass over the text.
    fn write(&mut self) {
        let mut before = Before::default();
        let mut at = 0;
        while let Some(c) = self.text.char_at(at) {
            let next = at + c.len_utf8();
            at = match c {
                _ if is_hard(c) => {
                    before = Before::default();
                    next
                }
                ':' if self.text.has(at, "://") => {
                    self.scheme(at);
                    before.scheme = true;
                    before.at_sign = None;
                    at + 3
                }
                ':' => {
                    before.mailto |= self.text.ends_with(0, at, "mailto").is_some();
                    before.scheme = false;
                    before.at_sign = None;
                    self.colons(at)
                }
                '@' => {
                    let has_local = |c: char| is_link_email(c) || c == '"';
                    let has_local = self.text.char_before(at).is_some_and(has_local);
                    before.at_sign = has_local.then_some(at);
                    before.scheme = false;
                    next
                }
                _ if host_class(c).is_label() || is_label_separator(c) => {
                    let run = host::run_from(self.text, at, &(), &mut ()).range;
                    self.run(&run, before);
                    before.scheme = false;
                    before.at_sign = None;
                    run.end
                }
                // `me@👍.la`: an address goes on.
                _ if is_name_part(c) => next,
                _ => {
                    before.scheme = false;
                    before.at_sign = None;
                    next
                }
            };
        }
    }

    /// Writes everything up to `at`, then `sign` instead of the `length` bytes there.
    fn replace(&mut self, at: usize, length: usize, sign: &str) {
        self.out.push_str(self.text.slice(self.done, at));
        self.out.push_str(sign);
        self.done = at + length;
    }

    /// Puts brackets around the `length` bytes at `at`.
    fn bracket(&mut self, at: usize, length: usize) {
        self.replace(at, 0, "[");
        self.replace(at + length, 0, "]");
    }

    /// Handles the `://` at `colon`: `http` becomes `hxxp`, every other scheme gets brackets.
    fn scheme(&mut self, colon: usize) {
        let text = self.text;
        let is_followed = text.char_at(colon + 3).is_some_and(|c| !is_hard(c));
        let is_scheme = text.char_before(colon).is_some_and(is_scheme_char);
        if !is_followed || !is_scheme {
            return;
        }
        let ends = |scheme| text.ends_with(self.done, colon, scheme);
        // Text that is already defanged is unchanged.
        if ["hxxp", "hxxps", "h**p", "h**ps"]
            .iter()
            .any(|scheme| ends(scheme).is_some())
        {
            return;
        }
        let Some(http) = ends("https").or(ends("http")) else {
            self.bracket(colon, 3);
            return;
        };
        for at in [http + 1, http + 2] {
            let is_upper = text.byte(at) == Some(b'T');
            self.replace(at, 1, if is_upper { "X" } else { "x" });
        }
    }

    /// Handles a run of host characters and separators.
    fn run(&mut self, run: &Range<usize>, before: Before) {
        let text = self.text;
        let typed = text.slice(run.start, run.end);
        if !typed.contains(is_label_separator) {
            return;
        }
        // A name directly before `://` may be a host before another URL: `a.comhttps://b.com`.
        let is_address = before.at_sign.is_some() && (before.mailto || ends_in_letters(typed));
        let has_evidence = before.scheme || is_address || text.has(run.end, "://");
        if !has_evidence && !self.is_name(typed) {
            return;
        }
        if let Some(at) = before.at_sign {
            self.bracket(at, 1);
        }
        for (at, c) in typed.char_indices().filter(|&(_, c)| is_label_separator(c)) {
            let (at, length) = (run.start + at, c.len_utf8());
            let is_between = text.char_before(at).is_some_and(is_name_part)
                && text.char_at(at + length).is_some_and(is_name_part);
            if is_between {
                self.bracket(at, length);
            }
        }
    }

    /// Whether anything in a run could be a name or an IPv4 address without further evidence.
    fn is_name(&self, run: &str) -> bool {
        let knows = |label: &str| self.tlds.knows(label) || TldSource::Embedded.knows(label);
        let mut labels = run.split(is_label_separator);
        // Bullets and glued text may precede it.
        let is_www = |label: &str| Text(label).ends_with(0, label.len(), "www").is_some();
        let is_first_www = labels.next().is_some_and(is_www);
        // A name ends before underscores, bullets and invisible characters, and before text that is
        // glued to an ASCII top-level domain.
        let is_tld = |label: &str| {
            let label = label.trim_end_matches(|c| c == '_' || is_unseen(c));
            let glued = |is_part: fn(&u8) -> bool| {
                let length = label.bytes().take_while(is_part).count();
                length < label.len() && knows(Text(label).slice(0, length))
            };
            knows(label)
                || glued(u8::is_ascii_alphabetic)
                || glued(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        };
        let ends_name = |label: &str| label.split(['\u{30FB}', '\u{B7}']).any(is_tld);
        let is_address = |part: &str| {
            let numbers = part.trim_matches(['.', '_']);
            numbers.parse::<Ipv4Addr>().is_ok()
        };
        is_first_www
            || labels.any(|label| is_www(label) || ends_name(label))
            || run
                .split(|c: char| !c.is_ascii())
                .flat_map(|part| part.split(".."))
                .any(is_address)
    }

    /// Handles the colons from `colon` on, with hexadecimal digits between them, which may be an
    /// IPv6 address. Returns the offset after the last one.
    fn colons(&mut self, colon: usize) -> usize {
        let text = self.text;
        let bytes = text.0.as_bytes();
        let is_hex = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
        let mut end = colon;
        while is_hex(end) || text.byte(end) == Some(b':') {
            end += 1;
        }
        let mut start = colon;
        while start > self.done && is_hex(start - 1) && colon - start < 4 {
            start -= 1;
        }
        let typed = text.slice(start, end);
        let is_label = |c: Option<char>| c.is_some_and(|c| host_class(c).is_label());
        // Adjacent dots get brackets of their own, so only characters that join it to a word
        // matter: `std::a1` is code.
        let is_alone = !is_label(text.char_before(start)) && !is_label(text.char_at(end));
        let is_address = typed.contains("::") || typed.matches(':').count() >= 7;
        if is_alone && is_address && typed.contains(|c: char| c.is_ascii_digit()) {
            for (colon, _) in typed.match_indices(':') {
                self.bracket(start + colon, 1);
            }
            return self.done;
        }
        // The colon of a scheme is handled separately.
        let is_plain = |&(at, _): &(usize, &str)| !text.has(start + at, "://");
        let last = typed.rmatch_indices(':').find(is_plain);
        last.map_or(colon, |(at, _)| start + at) + 1
    }
}
