//! Text without defanging.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Text without the defanging of [`defang`](super::defang) and of others; see [`Refanged`].
///
/// `refang(defang(text))` is `refang(text)`, and is `text` again if that had no `hxxp`, `[.]` or the like
/// of its own.
///
/// ```
/// use linkspan::defang::refang;
///
/// assert_eq!(refang("hxxp://evil[.]example/x"), "http://evil.example/x");
/// assert_eq!(refang("me(at)evil(dot)example"), "me@evil.example");
/// ```
#[must_use]
pub fn refang(text: &str) -> String {
    Refanged::new(text).text
}

/// Text without defanging, that knows where each of its bytes came from.
///
/// `hxxp` and `h**p` become `http`; `.` and the other label separators, `:`, `/`, `://`, `@`, `dot` and `at`
/// lose the brackets `[]`, `()` or `{}` around them, and `dot` and `at` become `.` and `@`.
///
/// ```
/// use linkspan::Detector;
/// use linkspan::defang::Refanged;
///
/// let report = "seen: hxxps[://]evil(dot)example/x, me[at]example[.]com";
/// let refanged = Refanged::new(report);
/// let detector = Detector::uts58();
/// let found: Vec<(&str, &str)> = detector
///     .links(refanged.as_str())
///     .map(|link| (link.as_str(), &report[refanged.original(link.range())]))
///     .collect();
/// assert_eq!(found, [
///     ("https://evil.example/x", "hxxps[://]evil(dot)example/x"),
///     ("me@example.com", "me[at]example[.]com"),
/// ]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refanged {
    text: String,
    changes: Vec<Change>,
}

/// A place where something was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    refanged: Range<usize>,
    original: Range<usize>,
}

impl Refanged {
    /// Takes the defanging out of a text.
    ///
    /// ```
    /// use linkspan::defang::Refanged;
    ///
    /// assert_eq!(Refanged::new("h**p://evil{.}example").as_str(), "http://evil.example");
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut refanged = Self {
            text: String::with_capacity(text.len()),
            changes: Vec::new(),
        };
        let mut done = 0;
        let mut at = 0;
        while let Some(found) = text
            .get(at..)
            .and_then(|rest| rest.find(['[', '(', '{', 'h', 'H']))
        {
            at += found;
            let rest = text.get(at..).unwrap_or_default();
            let Some((length, plain)) = defanged_at(rest) else {
                at += 1;
                continue;
            };
            refanged
                .text
                .push_str(text.get(done..at).unwrap_or_default());
            let start = refanged.text.len();
            match plain {
                Plain::Sign(sign) => refanged.text.push_str(sign),
                Plain::Http(letters) => refanged.text.extend(letters),
            }
            refanged.changes.push(Change {
                refanged: start..refanged.text.len(),
                original: at..at + length,
            });
            at += length;
            done = at;
        }
        refanged.text.push_str(text.get(done..).unwrap_or_default());
        refanged
    }

    /// The text without defanging.
    ///
    /// ```
    /// use linkspan::defang::Refanged;
    ///
    /// assert_eq!(Refanged::new("see a[.]com").as_str(), "see a.com");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Where a range of [`as_str`](Self::as_str) came from in the original text. What was replaced is
    /// in the range as a whole or not at all.
    ///
    /// ```
    /// use linkspan::defang::Refanged;
    ///
    /// let refanged = Refanged::new("see a[.]com!");
    /// assert_eq!(&refanged.as_str()[4..9], "a.com");
    /// assert_eq!(refanged.original(4..9), 4..11);
    /// ```
    #[must_use]
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        let start = match self.change_before(range.start, |change| change.refanged.start) {
            Some(change) if range.start < change.refanged.end => change.original.start,
            Some(change) => change.original.end + (range.start - change.refanged.end),
            None => range.start,
        };
        let end = match self.change_before(range.end, |change| change.refanged.start + 1) {
            Some(change) => change.original.end + range.end.saturating_sub(change.refanged.end),
            None => range.end,
        };
        start..end.max(start)
    }

    /// The last change whose `edge` is at `at` or before.
    fn change_before(&self, at: usize, edge: impl Fn(&Change) -> usize) -> Option<&Change> {
        let after = self.changes.partition_point(|change| edge(change) <= at);
        after.checked_sub(1).and_then(|last| self.changes.get(last))
    }
}

/// What is defanged at the start of `text`: how long it is, and what it is a sign for.
fn defanged_at(text: &str) -> Option<(usize, Plain)> {
    /// What brackets can be around, and what it becomes without them.
    const INSIDE: [(&str, &str); 10] = [
        (".", "."),
        ("dot", "."),
        ("@", "@"),
        ("at", "@"),
        ("://", "://"),
        (":", ":"),
        ("/", "/"),
        ("\u{3002}", "\u{3002}"),
        ("\u{FF0E}", "\u{FF0E}"),
        ("\u{FF61}", "\u{FF61}"),
    ];
    let close = match text.chars().next()? {
        '[' => "]",
        '(' => ")",
        '{' => "}",
        _ => return http_at(text),
    };
    let inside = text.get(1..)?;
    INSIDE.into_iter().find_map(|(word, plain)| {
        let found = inside.get(..word.len())?;
        let is_closed = inside.get(word.len()..)?.starts_with(close);
        (found.eq_ignore_ascii_case(word) && is_closed)
            .then_some((word.len() + 2, Plain::Sign(plain)))
    })
}

/// What replaces defanged text.
enum Plain {
    Sign(&'static str),
    /// `http`, letter by letter in the case that was written.
    Http([char; 4]),
}

/// `hxxp` or `h**p` at the start of `text`. An asterisk has no case; it takes that of the `p`.
fn http_at(text: &str) -> Option<(usize, Plain)> {
    let mut chars = text.chars();
    let mut next = || chars.next();
    let (h, first, second, p) = (next()?, next()?, next()?, next()?);
    if !h.eq_ignore_ascii_case(&'h') || !p.eq_ignore_ascii_case(&'p') {
        return None;
    }
    let t = |x: char| match x {
        'x' => Some('t'),
        'X' => Some('T'),
        _ => None,
    };
    let starred = if p.is_ascii_uppercase() { 'T' } else { 't' };
    let letters = match (first, second) {
        ('*', '*') => [h, starred, starred, p],
        (first, second) => [h, t(first)?, t(second)?, p],
    };
    Some((4, Plain::Http(letters)))
}
