//! The termination algorithm of UTS #58 on its own, for adding it to an existing linkifier (UTS #58
//! section 10).
//!
//! Keep the existing detection of scheme and host, and let [`extend`] correct where links end. For
//! a new program, [`Detector`](crate::Detector) does both.
//!
//! ```
//! use linkspan::term::extend;
//!
//! // What another library found, `https://a.com/b).`, ends before the bracket.
//! assert_eq!(extend("(https://a.com/b).", 1, 18), Some(16));
//! ```

use crate::link::{Kind, Parts};
use crate::names::host;
use crate::names::host::authority::Authority;
use crate::text::Text;
use crate::uts58::termination::{Literal, scan};

/// The end of a link whose host (or port) ends at byte offset `from` of `text`.
///
/// This is the termination algorithm of UTS #58 section 3.5.1. Returns `from` if no path, query or
/// fragment starts there, or if `from` is not on a character boundary of `text`. Takes time linear
/// in the text it reads and never allocates.
///
/// ```
/// let text = "(see example.com/wiki/Foo_(bar)?)";
/// let end = linkspan::term::end(text, "(see example.com".len());
/// assert_eq!(&text[5..end], "example.com/wiki/Foo_(bar)?");
/// ```
#[must_use]
pub fn end(text: &str, from: usize) -> usize {
    scan(Text(text), from, &Literal, &mut (), &mut ())
        .extent
        .end
}

/// The end, according to UTS #58, of a link that another library found at `start..end` of `text`.
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
/// use linkspan::term::extend;
///
/// // A library that stops at the first non-ASCII character:
/// let text = "see https://en.wikipedia.org/wiki/Antonín_Dvořák.";
/// assert_eq!(extend(text, 4, 39), Some(text.len() - 1));
/// // One that takes everything up to a space:
/// assert_eq!(extend("(http://a.com/b).", 1, 17), Some(15));
/// ```
#[must_use]
pub fn extend(text: &str, start: usize, end: usize) -> Option<usize> {
    let found = text.get(start..end)?;
    let parts = Parts::split(found);
    let authority_end = start + parts.authority_end();
    if parts.kind() == Kind::Email && !parts.host().is_empty() {
        let run = host::run_from(Text(text), start + parts.host().start, &(), &mut ()).range;
        return Some(host::trim_end(Text(text), run.start, run.end));
    }
    if authority_end < end {
        return Some(self::end(text, authority_end));
    }
    // Trailing dots of the match belong to the sentence, unless the link continues after them.
    let body = start + parts.body();
    let name_end = host::trim_end(Text(text), body, end);
    let authority = Authority::after(Text(text), name_end, &mut ());
    Some(self::end(text, authority.end))
}
