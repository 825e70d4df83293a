//! Text without defanging.

use alloc::string::String;
use core::ops::Range;

use super::changes::{Changes, Plain};
use super::words;

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
/// lose the brackets `[]`, `()` or `{}` around them, and `dot` and `at` become `.` and `@`. So do words between spaces,
/// where a name goes on (`me AT example DOT com`). Then there are `meow://`, `[http]://`, `http:__`, `://]`, `[.` and
/// `[dot` without the other bracket, and `\\.`, beside names.
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
    /// What was done first and last. Words mean something beside names, which have to be there.
    signs: Changes,
    words: Changes,
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
        let (plain, signs) = Changes::made(text, &['[', '(', '{', 'h', 'H'], |text, at| {
            defanged_at(text.get(at..)?)
        });
        let (text, words) = Changes::made(&plain, &words::STARTS, words::defanged_at);
        Self { text, signs, words }
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
        self.signs.original(self.words.original(range))
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
