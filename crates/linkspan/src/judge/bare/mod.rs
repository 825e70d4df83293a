//! Names without a scheme that are more likely something else: files, paths, code, handles, missing
//! spaces, technology.
//!
//! A rule here is a class of shapes or a closed list of words, chosen by how often each word was a
//! link and how often it was not in prose, documentation and source code. A country code never
//! decides alone.

mod code;
mod file;
mod words;

use core::ops::Range;

use super::sentence::NEAR;
use crate::names::host::label::labels;
use crate::names::host::{HostKind, Name};
use crate::names::lists::tld::{folded, keys};
use crate::names::spoof::calm::Dots;
use crate::profile::Rule;
use crate::profile::rule::Rules;
use crate::reason::ReasonKind;
use crate::tables::{is_lowercase, is_uppercase};
use crate::text::Text;
use crate::uts58::runs::is_word;

pub(super) use words::is_sentence_word;

/// Top-level domains that are neither words nor extensions. No rule about code applies to names
/// under them: `example.com(see below)` is a site.
const PLAIN_TLDS: &[u64] = &keys(["com", "edu", "gov", "mil", "net", "org"]);

/// Why a name without a scheme is more likely something else. The text from `start` to the name is
/// glued to it, `dots` are those of a calm name, and `rest` is the text after it in the link.
pub(super) fn not_a_site(
    text: Text<'_>,
    rules: Rules,
    (name, dots): (&Name, Option<Dots>),
    start: usize,
    rest: &str,
) -> Option<ReasonKind> {
    let before = text.byte(start.wrapping_sub(1));
    // `src/example.com`, `C:\\example.com`.
    if matches!(before, Some(b'/' | b'\\')) && rules.has(Rule::PathName) {
        return Some(ReasonKind::PathName);
    }
    // `@alice:matrix.org`, `#room:matrix.org`.
    if before == Some(b':') && rules.has(Rule::Handle) && is_after_sigil(text, start - 1) {
        return Some(ReasonKind::Handle);
    }
    if name.kind != HostKind::Name {
        return None;
    }
    if rules.has(Rule::Code) && code::is_chained(rest) {
        return Some(ReasonKind::Code);
    }
    // With a path, a port or a query it is an address.
    let suffix = Suffix::of(rest)?;
    let outline = NameOutline::of(text, &name.range, dots)?;
    let is_alone = suffix == Suffix::Nothing;
    if is_alone && rules.has(Rule::Code) && code::touches(text, &name.range, &outline) {
        return Some(ReasonKind::Code);
    }
    if outline.has_more() && outline.first().eq_ignore_ascii_case("www") {
        return None;
    }
    if is_alone && rules.has(Rule::Code) && code::is_code(&outline) {
        return Some(ReasonKind::Code);
    }
    let is_other = || {
        outline
            .labels
            .as_bytes()
            .last()
            .is_some_and(|&byte| byte >= 0x80)
    };
    if is_alone && is_other() && rules.has(Rule::Technology) {
        let after = text.slice(name.range.end, text.0.len());
        if words::is_mention(&outline, after) {
            return Some(ReasonKind::Technology);
        }
    }
    // Most names: nothing else is like `example.com`.
    let is_plain = outline.is_plain_tld;
    let is_lower = |byte: &u8| byte.is_ascii_lowercase();
    if is_plain && outline.tld.as_bytes().first().is_some_and(is_lower) {
        return None;
    }
    if rules.has(Rule::Technology) && words::is_technology(&outline) {
        return Some(ReasonKind::Technology);
    }
    if is_alone && rules.has(Rule::SentenceEnd) && words::is_sentence_end(&outline) {
        return Some(ReasonKind::SentenceEnd);
    }
    if is_plain {
        return None;
    }
    if is_alone && rules.has(Rule::Ticker) && words::is_ticker(&outline) {
        return Some(ReasonKind::Ticker);
    }
    // `README.md`, `lib.rs:42`, `README.md#install`, `` `run.pl` ``.
    let in_code = suffix == Suffix::CompactOffset || before == Some(b'`');
    if rules.has(Rule::FileName) && file::is_file(text, name.range.end, &outline, in_code) {
        return Some(ReasonKind::FileName);
    }
    let is_field = is_alone && rules.has(Rule::FieldWord);
    (is_field && code::is_field(text, &name.range, &outline)).then_some(ReasonKind::FieldWord)
}

/// The labels of a name that indicate what it is.
pub(super) struct NameOutline<'t> {
    /// The labels before the top-level domain, with the dots between them.
    labels: &'t str,
    /// The length of the first label.
    first: usize,
    tld: &'t str,
    /// The top-level domain as a number, if it is short.
    key: Option<u64>,
    /// Whether it is one of [`PLAIN_TLDS`].
    is_plain_tld: bool,
}

impl<'t> NameOutline<'t> {
    fn of(text: Text<'t>, name: &Range<usize>, dots: Option<Dots>) -> Option<Self> {
        let host = text.slice(name.start, name.end);
        let (first, last, tld) = match dots {
            Some(dots) => {
                let last = usize::from(dots.last);
                (usize::from(dots.first), last, last + 1)
            }
            None => {
                let mut labels = labels(text, name);
                let first = labels.next()?.len();
                let tld = labels.last()?.start - name.start;
                let dot = text.char_before(name.start + tld)?;
                (first, tld - dot.len_utf8(), tld)
            }
        };
        let tld = host.get(tld..)?;
        let key = folded(tld.as_bytes());
        Some(Self {
            labels: host.get(..last)?,
            first,
            tld,
            key,
            is_plain_tld: key.is_some_and(|key| PLAIN_TLDS.contains(&key)),
        })
    }

    fn first(&self) -> &'t str {
        self.labels.get(..self.first).unwrap_or_default()
    }

    /// Whether there are labels between the first one and the top-level domain.
    fn has_more(&self) -> bool {
        self.first < self.labels.len()
    }

    /// The labels before the top-level domain, if they are separated by ASCII dots.
    fn parts(&self) -> impl DoubleEndedIterator<Item = &'t str> + use<'t> {
        self.labels.split('.')
    }

    fn is_among(&self, tlds: &[u64]) -> bool {
        self.key.is_some_and(|key| tlds.contains(&key))
    }
}

/// The text that may follow the name of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suffix {
    Nothing,
    /// A line: `:42`, `#L42`.
    CompactOffset,
    /// An anchor: `#install`.
    Anchor,
}

impl Suffix {
    /// Classifies the rest of a link; `None` if it cannot follow the name of a file.
    fn of(rest: &str) -> Option<Self> {
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if rest.is_empty() {
            return Some(Self::Nothing);
        }
        if rest.strip_prefix(':').is_some_and(is_number) {
            return Some(Self::CompactOffset);
        }
        let anchor = rest.strip_prefix('#')?;
        let line = anchor
            .strip_prefix('L')
            .and_then(|line| line.split('-').next());
        Some(if line.is_some_and(is_number) {
            Self::CompactOffset
        } else {
            Self::Anchor
        })
    }
}

/// Whether a word is an upper-case letter and then lower-case letters.
fn is_title(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(is_uppercase) && chars.all(is_lowercase)
}

/// Whether the word that ends at `end` follows `@`, `#`, `!` or `+`, as names of people and rooms
/// do.
fn is_after_sigil(text: Text<'_>, end: usize) -> bool {
    let is_part = |c: &char| is_word(*c) || "._=-".contains(*c);
    let mut before = text.slice(0, end).chars().rev().take(NEAR);
    let sigil = before.find(|c| !is_part(c));
    matches!(sigil, Some('@' | '#' | '!' | '+'))
}
