//! URIs without a host, of schemes that no profile links: `did:web:example.com`.
//!
//! Nothing in them is linked, because it is not what the reader sees as an address.

use core::ops::Range;

use super::sentence::is_wide_punctuation;
use crate::link::is_scheme_char;
use crate::meter::Meter;
use crate::profile::Rule;
use crate::profile::rule::Rules;
use crate::text::Text;
use crate::uts58::runs::is_hard;

/// Schemes that are not words of ordinary language. `tel`, `info` and `news` are labels of an
/// address more often than schemes: `info:me@example.com`.
#[rustfmt::skip]
const SCHEMES: &[&str] = &[
    "acct", "bitcoin", "bitcoincash", "callto", "cid", "dat", "did", "doi", "ethereum", "facetime",
    "geo", "hdl", "im", "ipfs", "ipns", "irc", "ircs", "jabber", "jdbc", "ldap", "ldaps",
    "lightning", "magnet", "matrix", "mid", "monero", "ni", "nih", "nostr", "oid", "openpgp4fpr",
    "otpauth", "pkg", "rtsp", "rtsps", "sip", "sips", "skype", "spotify", "stun", "urn", "ws", "wss",
    "xmpp",
];

/// The most bytes of a URI before a name in it. No URI in use has more without another name.
const LONGEST: usize = 256;

/// Remembers how far a text has been searched for such URIs, so that nothing is read twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpaqueUris {
    /// The end of the text that has been searched.
    end: usize,
    /// The scheme of the URI that contains this end, if one does.
    scheme: Option<(usize, usize)>,
}

impl OpaqueUris {
    /// The scheme of the URI that contains the name or address at `at`.
    #[inline]
    pub(crate) fn scheme_around<M: Meter>(
        &mut self,
        text: Text<'_>,
        rules: Rules,
        at: usize,
        meter: &mut M,
    ) -> Option<Range<usize>> {
        // Most names follow a space, and some a bracket or quotation mark, which end a URI.
        let before = text.byte(at.wrapping_sub(1));
        let may_follow = matches!(
            before,
            Some(b'!' | b'#'..=b'&' | b'*' | b'+' | b'.' | b':' | b'=' | b'?' | b'@' | b'~')
        );
        if !may_follow || !rules.has(Rule::OpaqueUri) {
            return None;
        }
        let (start, end) = self.search(text, at, meter)?;
        Some(start..end)
    }

    /// The scheme of the URI that contains the text at `at`, as a range.
    fn search<M: Meter>(
        &mut self,
        text: Text<'_>,
        at: usize,
        meter: &mut M,
    ) -> Option<(usize, usize)> {
        let is_ahead = self.end <= at;
        let mut start = at;
        let scheme = loop {
            if is_ahead && start <= self.end {
                break self.scheme;
            }
            let Some(c) = text.char_before(start).filter(|&c| !ends_uri(c)) else {
                break None;
            };
            if at - start > LONGEST {
                break None;
            }
            start -= c.len_utf8();
            if c == ':'
                && let Some(scheme) = scheme_before(text, start)
            {
                break Some((scheme, start));
            }
        };
        meter.work(at - start + 1);
        if is_ahead {
            (self.end, self.scheme) = (at, scheme);
        }
        scheme
    }
}

/// The start of a listed scheme in lower case that ends at `colon`.
fn scheme_before(text: Text<'_>, colon: usize) -> Option<usize> {
    let before = text.slice(0, colon);
    let start = SCHEMES
        .iter()
        .find_map(|scheme| before.strip_suffix(scheme))?;
    (!start.ends_with(is_scheme_char)).then_some(start.len())
}

/// Whether a URI ends before a character: where the authority of a URL would, and at signs that
/// separate or surround.
fn ends_uri(c: char) -> bool {
    is_hard(c) || is_wide_punctuation(c) || "<>\"\\`|,;()[]{}'“”‘’«»".contains(c)
}
