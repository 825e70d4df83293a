//! Names without a scheme that are more likely something else: files, paths, code, handles, missing
//! spaces.

use core::ops::Range;

use super::sentence::NEAR;
use crate::names::host::Name;
use crate::names::label::labels;
use crate::names::tld::{folded, keys};
use crate::profile::Rule;
use crate::profile::rule::Rules;
use crate::reason::ReasonKind;
use crate::text::Text;
use crate::uts58::runs::{is_letter, is_word};

/// Top-level domains that, at the end of a name with two labels, are nearly always the extension of
/// a file.
const EXTENSIONS: [u64; 13] = keys([
    "cab", "java", "la", "md", "mk", "mov", "pm", "py", "rs", "sh", "so", "tf", "zip",
]);

/// Top-level domains that are an extension after any number of labels: `report.pdf.zip`.
const EXTENSIONS_ALWAYS: [u64; 2] = keys(["mov", "zip"]);

/// First labels of names that start with the top-level domain, as those of packages do.
const PACKAGES: [u64; 8] = keys(["com", "edu", "gov", "io", "java", "javax", "net", "org"]);

/// Top-level domains that are an extension only next to other signs of code.
const EXTENSIONS_IN_CODE: [u64; 2] = keys(["cc", "pl"]);

/// Top-level domains under which a name before a bracket is still a site: `example.com(see below)`.
const PLAIN_TLDS: [u64; 4] = keys(["com", "edu", "net", "org"]);

/// Why a name without a scheme is more likely something else. `rest` is the text after it in the
/// link.
pub(super) fn not_a_name(
    text: Text<'_>,
    rules: Rules,
    name: &Name,
    rest: &str,
) -> Option<ReasonKind> {
    let Range { start, end } = name.range;
    let before = text.char_before(start);
    // `src/example.com`, `C:\\example.com`.
    if matches!(before, Some('/' | '\\')) && rules.has(Rule::PathName) {
        return Some(ReasonKind::PathName);
    }
    // `@alice:matrix.org`, `#room:matrix.org`.
    if before == Some(':') && rules.has(Rule::Handle) && is_after_sigil(text, start - 1) {
        return Some(ReasonKind::Handle);
    }
    let suffix = Suffix::of(rest)?;
    let outline = Outline::of(text, name)?;
    let Outline {
        first,
        tld,
        has_more,
        ..
    } = outline;
    let is_among = |tlds: &[u64]| outline.is_among(tlds);
    let is_alone = suffix == Suffix::Nothing;
    let is_called = is_alone && text.byte(end) == Some(b'(');
    // `out.info(x)`, but `blog.jxck.io(일본어)`.
    let is_text = |c: char| !c.is_ascii() && is_letter(c);
    if is_called
        && rules.has(Rule::Code)
        && !is_among(&PLAIN_TLDS)
        && !text.char_at(end + 1).is_some_and(is_text)
    {
        return Some(ReasonKind::Code);
    }
    // `com.example.app`
    if is_alone && rules.has(Rule::Code) && outline.is_package() {
        return Some(ReasonKind::Code);
    }
    if has_more && first.eq_ignore_ascii_case("www") {
        return None;
    }
    if is_alone && rules.has(Rule::SentenceEnd) && starts_sentence(first, tld) {
        return Some(ReasonKind::SentenceEnd);
    }
    // `README.md`, `lib.rs:42`, `README.md#install`, `` `run.pl` ``.
    let in_code = suffix == Suffix::Place || is_called || before == Some('`');
    let is_file = tld.len() <= 4
        && match has_more {
            true => is_among(&EXTENSIONS_ALWAYS),
            false => is_among(&EXTENSIONS) || in_code && is_among(&EXTENSIONS_IN_CODE),
        };
    (is_file && rules.has(Rule::FileName)).then_some(ReasonKind::FileName)
}

/// The labels of a name that indicate what it is.
pub(super) struct Outline<'t> {
    first: &'t str,
    tld: &'t str,
    /// The top-level domain as a number, if it is short.
    pub(super) key: Option<u64>,
    /// Whether there are labels between them.
    has_more: bool,
}

impl<'t> Outline<'t> {
    pub(super) fn of(text: Text<'t>, name: &Name) -> Option<Self> {
        let host = text.slice(name.range.start, name.range.end);
        if let Some(dots) = name.plain {
            let (first, tld) = (usize::from(dots.first), usize::from(dots.last) + 1);
            let tld = host.get(tld..)?;
            return Some(Self {
                first: host.get(..first)?,
                tld,
                key: folded(tld.as_bytes()),
                has_more: dots.first < dots.last,
            });
        }
        let mut labels = labels(text, &name.range).map(|label| text.slice(label.start, label.end));
        let (first, second, third) = (labels.next()?, labels.next()?, labels.next());
        let tld = labels.last().or(third).unwrap_or(second);
        Some(Self {
            first,
            tld,
            key: folded(tld.as_bytes()),
            has_more: third.is_some(),
        })
    }

    /// Whether it is the name of a package: `com.example.app`.
    fn is_package(&self) -> bool {
        let is_lower = || self.first.bytes().all(|byte| byte.is_ascii_lowercase());
        self.has_more
            && folded(self.first.as_bytes()).is_some_and(|first| PACKAGES.contains(&first))
            && is_lower()
    }

    fn is_among(&self, tlds: &[u64]) -> bool {
        self.key.is_some_and(|key| tlds.contains(&key))
    }

    /// Why a name with no informative text next to it is more likely something else.
    pub(super) fn not_a_site(&self, rules: Rules) -> Option<ReasonKind> {
        if rules.has(Rule::Code) && self.is_package() {
            return Some(ReasonKind::Code);
        }
        if self.has_more && self.first.eq_ignore_ascii_case("www") {
            return None;
        }
        if rules.has(Rule::SentenceEnd) && starts_sentence(self.first, self.tld) {
            return Some(ReasonKind::SentenceEnd);
        }
        let is_file = match self.has_more {
            true => self.is_among(&EXTENSIONS_ALWAYS),
            false => self.is_among(&EXTENSIONS),
        };
        (is_file && rules.has(Rule::FileName)).then_some(ReasonKind::FileName)
    }
}

/// The text that may follow the name of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suffix {
    Nothing,
    /// A line: `:42`, `#L42`.
    Place,
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
            return Some(Self::Place);
        }
        let anchor = rest.strip_prefix('#')?;
        let line = anchor
            .strip_prefix('L')
            .and_then(|line| line.split('-').next());
        Some(if line.is_some_and(is_number) {
            Self::Place
        } else {
            Self::Anchor
        })
    }
}

/// Whether a top-level domain looks like the start of a sentence or a title: `here.It is`, `M.Sc.`.
fn starts_sentence(first: &str, tld: &str) -> bool {
    // Most start with a lower-case letter.
    if tld.starts_with(|c: char| c.is_ascii_lowercase()) {
        return false;
    }
    let is_title = |word: &str| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_uppercase) && chars.all(char::is_lowercase)
    };
    let is_initial = first.len() == 1 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_capital = tld.len() == 2 && tld.bytes().all(|byte| byte.is_ascii_uppercase());
    is_title(tld) && (tld.len() == 2 || !is_title(first)) || is_initial && is_capital
}

/// Whether the word that ends at `end` follows `@`, `#`, `!` or `+`, as names of people and rooms
/// do.
fn is_after_sigil(text: Text<'_>, end: usize) -> bool {
    let is_part = |c: &char| is_word(*c) || "._=-".contains(*c);
    let mut before = text.slice(0, end).chars().rev().take(NEAR);
    let sigil = before.find(|c| !is_part(c));
    matches!(sigil, Some('@' | '#' | '!' | '+'))
}
