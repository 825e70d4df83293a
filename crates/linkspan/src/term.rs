//! Where links end, on its own: for adding it to an existing linkifier (UTS #58 section 10), a
//! terminal, or a parser that has its own way to find where links start.
//!
//! Keep the existing detection of scheme and host, and let [`extend`] correct where links end, or let
//! [`url_end`] read all of a URL from its scheme on. For a new program,
//! [`Detector`](crate::Detector) does both.
//!
//! ```
//! use linkspan::term::{Ends, extend, url_end};
//!
//! // What another library found, `https://a.com/b).`, ends before the bracket.
//! assert_eq!(extend("(https://a.com/b).", 1, 18, Ends::Uts58), Some(16));
//! // Where does the URL end that starts here?
//! let text = "请看https://example.com/v2这个文档";
//! let end = url_end(text, 6, Ends::Recommended).unwrap();
//! assert_eq!(&text[6..end], "https://example.com/v2");
//! ```

use crate::choice::choice;
use crate::judge::glue::{Glue, find_glued};
use crate::judge::stops;
use crate::judge::trim::end_by_rules;
use crate::link::{Kind, Parts, is_scheme_char};
use crate::names::host::authority::Authority;
use crate::names::host::{self, Evidence, RunEnd, ip};
use crate::names::lists::tld::TldSource;
use crate::profile::RECOMMENDED;
use crate::text::Text;
use crate::uts58::termination::{Literal, scan};

choice! {
    /// Which rules end a link.
    ///
    /// ```
    /// use linkspan::term::{Ends, url_end};
    ///
    /// let text = "https://example.com/a**, and";
    /// assert_eq!(url_end(text, 0, Ends::Uts58), Some(23));
    /// assert_eq!(url_end(&["**", text].concat(), 2, Ends::Recommended), Some(23));
    /// ```
    pub enum Ends {
        /// Those of the profile [`recommended`](crate::Profile::recommended): the standard, and the
        /// sentence, quotation or markup around the link.
        #[default]
        Recommended = "recommended",
        /// UTS #58 section 3.5.1 alone.
        Uts58 = "uts58",
    }
}

/// The end of a link that starts at `start` and whose host (or port) ends at byte offset `from` of
/// `text`.
///
/// Returns `from` if no path, query or fragment starts there, or if an offset is not on a character
/// boundary of `text`. Takes time linear in the text it reads and never allocates.
///
/// ```
/// use linkspan::term::{Ends, end};
///
/// let text = "(see example.com/wiki/Foo_(bar)?)";
/// let end = end(text, 5, "(see example.com".len(), Ends::Uts58);
/// assert_eq!(&text[5..end], "example.com/wiki/Foo_(bar)?");
/// ```
#[must_use]
pub fn end(text: &str, start: usize, from: usize, ends: Ends) -> usize {
    if !text.is_char_boundary(start) || !text.is_char_boundary(from) {
        return from;
    }
    match ends {
        Ends::Uts58 => {
            let reading = scan(Text(text), from, &Literal, &mut (), &mut ());
            reading.extent.end
        }
        Ends::Recommended => end_by_rules(Text(text), RECOMMENDED, start, from),
    }
}

/// The end of the URL that starts at `start`; `None` if no URL starts there.
///
/// A URL starts with a scheme before `://`, or with `www.`. The host may be any name or IP address:
/// whether its top-level domain exists is not looked up, apart from deciding whether text that is
/// glued to it is a part of it. A URL with user information has no end here, because readers take it
/// for another site.
///
/// Takes time linear in the URL and never allocates.
///
/// ```
/// use linkspan::term::{Ends, url_end};
///
/// let text = "见https://example.com/路径。";
/// assert_eq!(url_end(text, 3, Ends::Recommended), Some(text.len() - 3));
/// assert_eq!(url_end("ssh://host/x y", 0, Ends::Recommended), Some(12));
/// assert_eq!(url_end("www.a.com", 0, Ends::Recommended), Some(9));
/// assert_eq!(url_end("https://bank.com@evil.com", 0, Ends::Recommended), None);
/// assert_eq!(url_end("no URL", 0, Ends::Recommended), None);
/// ```
#[must_use]
pub fn url_end(text: &str, start: usize, ends: Ends) -> Option<usize> {
    let rest = text.get(start..)?;
    let scheme = rest.len() - rest.trim_start_matches(is_scheme_char).len();
    let has_scheme = scheme > 0 && Text(rest).has(scheme, "://");
    let is_www = || {
        let www = rest.get(..4);
        www.is_some_and(|www| www.eq_ignore_ascii_case("www."))
    };
    if !has_scheme && !is_www() {
        return None;
    }
    let body = if has_scheme {
        start + scheme + 3
    } else {
        start
    };
    let text = Text(text);
    let host_end = match ip::v6_in_brackets(text, body) {
        Some(address) => address.end,
        None => name_end(text, body, ends)?,
    };
    let authority = Authority::after(text, host_end, &mut ());
    let is_userinfo = text.byte(authority.end) == Some(b'@');
    (!is_userinfo).then(|| end(text.0, start, authority.end, ends))
}

/// The end of the host that starts at `body` and has no brackets; `None` if no host starts there.
fn name_end(text: Text<'_>, body: usize, ends: Ends) -> Option<usize> {
    let mut run = match ends {
        Ends::Uts58 => host::run_from(text, body, &(), &mut ()),
        Ends::Recommended => host::run_from(text, body, &Glue::recommended(), &mut ()),
    };
    // `https://a.com和https://b.com`: the scheme of the next URL is not in this host.
    if text.has(run.range.end, "://") {
        let end = run.range.end;
        let next = ["https", "http"].map(|scheme| text.ends_with(body, end, scheme));
        run.range.end = next.into_iter().flatten().min().unwrap_or(end);
        run.end = RunEnd::NextLink;
    }
    // Neither an IP address nor `localhost` nor a single label contains letters of scripts without
    // spaces: `http://localhost查看`.
    let glued = match ends {
        Ends::Uts58 => None,
        Ends::Recommended => find_glued(text, &run.range),
    };
    let plain = body..glued.unwrap_or(run.range.end);
    let plain_end = host::trim_end(text, plain.start, plain.end);
    let is_localhost = text
        .slice(body, plain_end)
        .eq_ignore_ascii_case("localhost");
    if is_localhost || ip::v4(text, &plain).is_some() {
        return Some(plain_end);
    }
    let tlds = &TldSource::Embedded;
    if let Some(name) = host::name(text, &run, Evidence::Scheme, tlds, &mut ()) {
        let shorter = match ends {
            Ends::Uts58 => None,
            Ends::Recommended => {
                let evidence = Evidence::Scheme;
                stops::without_word(text, &run, &name.range, evidence, tlds, &mut ())
            }
        };
        return Some(shorter.unwrap_or(name).range.end);
    }
    (plain_end > body).then_some(plain_end)
}

/// The end of a link that another library found at `start..end` of `text`.
///
/// The scheme and host are kept as the other library found them. The rest is read again from the
/// first initiator of a path, query or fragment, and may turn out longer or shorter. (UTS #58
/// section 10.1 starts from the last initiator, which would forget the current part and the open
/// brackets.) An e-mail address ends with its domain.
///
/// Returns `None` if `start..end` is not on character boundaries of `text`. Takes time linear in
/// the link and never allocates.
///
/// ```
/// use linkspan::term::{Ends, extend};
///
/// // A library that stops at the first non-ASCII character:
/// let text = "see https://en.wikipedia.org/wiki/Antonín_Dvořák.";
/// assert_eq!(extend(text, 4, 39, Ends::Uts58), Some(text.len() - 1));
/// // One that takes everything up to a space:
/// assert_eq!(extend("(http://a.com/b).", 1, 17, Ends::Uts58), Some(15));
/// ```
#[must_use]
pub fn extend(text: &str, start: usize, end: usize, ends: Ends) -> Option<usize> {
    let found = text.get(start..end)?;
    let parts = Parts::split(found);
    let authority_end = start + parts.authority_end();
    if parts.kind() == Kind::Email && !parts.host().is_empty() {
        let run = host::run_from(Text(text), start + parts.host().start, &(), &mut ()).range;
        return Some(host::trim_end(Text(text), run.start, run.end));
    }
    if authority_end < end {
        return Some(self::end(text, start, authority_end, ends));
    }
    // Trailing dots of the match belong to the sentence, unless the link continues after them.
    let body = start + parts.body();
    // The port is read again: `https://a.com:80:80` has one.
    let host_end = match parts.host() {
        none if none.is_empty() => end,
        host => start + host.end,
    };
    let name_end = host::trim_end(Text(text), body, host_end);
    let authority = Authority::after(Text(text), name_end, &mut ());
    Some(self::end(text, start, authority.end, ends))
}
