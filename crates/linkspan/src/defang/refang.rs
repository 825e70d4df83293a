//! Reverses defanging.

use alloc::string::String;
use core::ops::Range;

use super::changes::{Changes, Plain};
use super::words;

/// Reverses the defanging of [`defang`](super::defang) and of other tools; see [`Refanged`] for the
/// notations.
///
/// `refang(defang(text))` equals `refang(text)`, and equals `text` if that contained no `hxxp`,
/// `[.]` or the like of its own.
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

/// Refanged text that knows the original range of each of its ranges. Use it to search defanged
/// text and report positions in the original.
///
/// These notations are recognized:
///
/// - `hxxp` and `h**p` become `http`.
/// - `.` and the other label separators, `:`, `/`, `://`, `@`, `dot` and `at` lose the brackets
///   `[]`, `()` or `{}` around them; `dot` and `at` become `.` and `@`.
/// - `dot` and `at` between spaces are replaced too where a name continues
///   (`me AT example DOT com`).
/// - Next to names, `meow://`, `[http]://`, `http:__`, `://]`, `\.`, and `[.` and `[dot` without a
///   closing bracket are replaced as well.
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
///     .map(|link| (link.text(), &report[refanged.original(link.range())]))
///     .collect();
/// assert_eq!(found, [
///     ("https://evil.example/x", "hxxps[://]evil(dot)example/x"),
///     ("me@example.com", "me[at]example[.]com"),
/// ]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refanged {
    text: String,
    /// The replacements of the first and of the last pass. Words are only replaced next to names,
    /// which the first pass must restore.
    signs: Changes,
    words: Changes,
}

impl Refanged {
    /// Reverses the defanging of a text. Takes linear time.
    ///
    /// ```
    /// use linkspan::defang::Refanged;
    ///
    /// assert_eq!(Refanged::new("h**p://evil{.}example").as_str(), "http://evil.example");
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Self {
        let (plain, signs) = Changes::replace(text, &['[', '(', '{', 'h', 'H'], |text, at| {
            defanged_at(text.get(at..)?)
        });
        let (text, words) = Changes::replace(&plain, &words::STARTS, words::defanged_at);
        Self { text, signs, words }
    }

    /// The refanged text.
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

    /// The range in the original text of a range of [`as_str`](Self::as_str). A replacement is
    /// inside the range as a whole or not at all.
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

/// The length and the meaning of defanged text at the start of `text`.
fn defanged_at(text: &str) -> Option<(usize, Plain)> {
    /// Text that can be in brackets, and its replacement.
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

/// `hxxp` or `h**p` at the start of `text`. An asterisk has no case and takes that of the `p`.
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
