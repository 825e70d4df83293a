//! Rules that end a link while it is read: the sentence, quotation or markup around it.
//!
//! Each rule is a class of characters or shapes, with the examples that justify it.
//! `tests/cases/recommended.txt` has examples on both sides of each rule.

use crate::profile::Rule;
use crate::profile::rule::Rules;
use crate::reason::ReasonKind;
use crate::tables::{ProseClass, prose_class};
use crate::text::Text;
use crate::uts58::plain::ByteEffects;
use crate::uts58::props::link_bracket;
use crate::uts58::runs::{is_hard, is_word};
use crate::uts58::termination::{Next, Stop, TailPart};

use super::glue::is_unspaced;
use super::tail;

/// The maximum distance of a closing bracket, an opening quotation mark or a sign of a template.
pub(super) const NEAR: usize = 64;

/// The bytes that can end a link early.
static FATES: ByteEffects = ByteEffects::STANDARD.asking(b"<>\"\\`|'*~,;([{&");

/// The context that ends a link while it is read: the sentence around it, and quotation marks and
/// markup directly before it.
pub(crate) struct Sentence {
    rules: Rules,
    /// The start of the link.
    start: usize,
    /// The markup before the link, which the same markup ends; empty if there is none.
    wrapper: &'static str,
    /// The quotation marks that close the one directly before the link.
    closing: &'static str,
    /// Whether letters that are glued to its path or query can end the link.
    ends_before_glue: bool,
}

impl Sentence {
    /// The sentence around a link that starts at `start`; `None` if no rule ends a link there.
    #[inline]
    pub(crate) fn around(text: Text<'_>, rules: Rules, start: usize) -> Option<Self> {
        let mut sentence = Self::without_markup(text, rules, start)?;
        if rules.has(Rule::TrailingMarkup) {
            sentence.wrapper = wrapper(text, start);
        }
        sentence.ends_before_glue = rules.has(Rule::GluedTail);
        Some(sentence)
    }

    /// The sentence around a link in which markup has no meaning.
    #[inline]
    pub(crate) fn without_markup(text: Text<'_>, rules: Rules, start: usize) -> Option<Self> {
        let is_quoted = rules.has(Rule::ClosingQuote);
        rules.meets(Rules::PROSE).then(|| Self {
            rules,
            start,
            wrapper: "",
            closing: if is_quoted { closing(text, start) } else { "" },
            ends_before_glue: false,
        })
    }

    /// Why the link ends before an ASCII character that can end one.
    fn ends_at_ascii(&self, text: Text<'_>, next: &Next) -> Option<ReasonKind> {
        // `**https://example.com/x**`: the markup that opened before the link closes after it.
        if !self.wrapper.is_empty() && text.has(next.at, self.wrapper) {
            return Some(ReasonKind::TrailingMarkup);
        }
        let has_delimiters = self.rules.has(Rule::Delimiter);
        let is_delimiter = match next.c {
            // No URL contains these unescaped, but the text around URLs does:
            // `<a href="https://example.com/x">`, `write("https://example.com/x\n")`.
            '<' | '>' | '"' | '\\' | '`' => true,
            // `|url=https://example.com/x|title=Foo`, but `/css?family=Lato|Roboto`.
            '|' => {
                next.part == TailPart::Path || has_delimiters && self.is_separator(text, next.at)
            }
            // `https://example.com/x,https://example.com/y`,
            // `https://example.com/x(https://example.com/y)`: another link without a space before
            // it. In a directive, a comma separates terms.
            ',' if next.part == TailPart::Directive => false,
            ',' | ';' | '(' | '{' => starts_scheme(text, next.at + 1),
            // `https://example.com/x[]에`: a link without a text in AsciiDoc, but `?a[]=1`.
            '[' if text.byte(next.at + 1) == Some(b']') => {
                !matches!(text.byte(next.at + 2), Some(b'=' | b'['))
            }
            '[' => starts_scheme(text, next.at + 1) || is_closing_tag(text, next.at),
            // `&lt;https://example.com/x&gt;`: escaped markup.
            '&' => is_reference(text, next.at),
            _ => false,
        };
        if has_delimiters && is_delimiter {
            return Some(ReasonKind::Delimiter);
        }
        let is_closing = next.c == '\'' && self.closes(text, next);
        is_closing.then_some(ReasonKind::ClosingQuote)
    }

    /// Whether a `|` in a query separates fields of a template or cells of a table.
    fn is_separator(&self, text: Text<'_>, at: usize) -> bool {
        let before = text.slice(0, self.start).chars().rev();
        let mut run = before.take(NEAR).take_while(|&c| !is_hard(c)).peekable();
        if matches!(run.peek(), Some('[' | '<')) || run.any(|c| c == '|') {
            return true;
        }
        let rest = text.slice(at + 1, text.0.len());
        let parameter =
            rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_-".contains(c));
        let is_parameter = parameter.len() < rest.len() && parameter.starts_with('=');
        is_parameter
            || rest
                .chars()
                .next()
                .is_none_or(|c| is_hard(c) || "|}]".contains(c))
    }

    /// Whether the first non-ASCII character of the link is prose that is glued to it.
    fn is_glued(&self, text: Text<'_>, next: &Next) -> bool {
        let before = text.byte(next.at.wrapping_sub(1));
        next.is_first
            && next.part != TailPart::Directive
            && before.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"/-_=".contains(&byte))
            && is_unspaced(next.c)
            && tail::is_prose(text, self.start, next.at, next.part)
    }

    /// Whether a quotation mark closes the one before the link. An apostrophe between two letters
    /// or digits does not: `'⸠https://en.wikipedia.org/wiki/Schindler's_List⸡'`. Scripts without
    /// spaces have none: `'⸠https://example.com/x⸡'里面有`.
    fn closes(&self, text: Text<'_>, next: &Next) -> bool {
        self.closing.contains(next.c) && !(is_apostrophe(next.c) && is_inside_word(text, next))
    }
}

impl Stop for Sentence {
    fn fates(&self) -> &'static ByteEffects {
        &FATES
    }

    fn ends(&self, text: Text<'_>, next: &Next) -> Option<ReasonKind> {
        if next.c.is_ascii() {
            return self.ends_at_ascii(text, next);
        }
        // Another encoding of a backquote.
        if next.c == '\u{1FEF}' && self.rules.has(Rule::Delimiter) {
            return Some(ReasonKind::Delimiter);
        }
        if !self.closing.is_empty() && self.closes(text, next) {
            return Some(ReasonKind::ClosingQuote);
        }
        if self.ends_before_glue && self.is_glued(text, next) {
            return Some(ReasonKind::GluedTail);
        }
        let ends = self.rules.has(Rule::SentencePunctuation)
            && ends_link(text, next.at, next.c, next.open);
        ends.then_some(ReasonKind::SentencePunctuation)
    }

    fn ends_before_open(&self) -> Option<ReasonKind> {
        let is_on = self.rules.has(Rule::OpenBracket);
        is_on.then_some(ReasonKind::OpenBracket)
    }
}

/// The quotation marks that close the one directly before `start`, if there is one. Languages pair
/// them differently.
fn closing(text: Text<'_>, start: usize) -> &'static str {
    // Most links have no quotation mark before them.
    if !matches!(text.byte(start.wrapping_sub(1)), Some(b'\'' | 0x80..)) {
        return "";
    }
    let Some(quote) = text.char_before(start) else {
        return "";
    };
    match quote {
        '\'' | '\u{2019}' if is_after_word(text, start - quote.len_utf8()) => "",
        '\'' => "'",
        '\u{2018}' | '\u{2019}' | '\u{201B}' => "\u{2019}",
        '\u{201A}' => "\u{2018}\u{2019}",
        '\u{201C}' | '\u{201D}' | '\u{201F}' => "\u{201D}",
        '\u{201E}' => "\u{201C}\u{201D}",
        '«' => "»",
        '»' => "«»",
        '‹' => "›",
        '›' => "‹›",
        '\u{301D}' => "\u{301E}\u{301F}",
        '\u{FF02}' => "\u{FF02}",
        '\u{FF07}' => "\u{FF07}",
        _ => "",
    }
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}')
}

/// Whether a letter or digit is directly before `at`.
fn is_after_word(text: Text<'_>, at: usize) -> bool {
    text.char_before(at).is_some_and(is_word)
}

fn is_inside_word(text: Text<'_>, next: &Next) -> bool {
    let after = text.char_at(next.at + next.c.len_utf8());
    is_after_word(text, next.at) && after.is_some_and(|c| is_word(c) && !is_unspaced(c))
}

/// Whether a closing BBCode tag such as `[/url]` is at `at`.
fn is_closing_tag(text: Text<'_>, at: usize) -> bool {
    let rest = text.slice(at, text.0.len());
    rest.strip_prefix("[/").is_some_and(|name| {
        let length = name
            .bytes()
            .take(16)
            .take_while(u8::is_ascii_alphabetic)
            .count();
        length > 0 && text.byte(at + 2 + length) == Some(b']')
    })
}

/// Whether a character reference for a character that surrounds links is at `at`: a bracket, a
/// quotation mark or a space. `&amp;` separates parameters.
fn is_reference(text: Text<'_>, at: usize) -> bool {
    const NAMES: [&str; 11] = [
        "lt", "gt", "quot", "apos", "nbsp", "#34", "#39", "#x22", "#x27", "ldquo", "rdquo",
    ];
    // Most are not followed by a nearby `;`.
    let rest = text.0.as_bytes().get(at + 1..).unwrap_or_default();
    let length = rest.iter().take(6).position(|&byte| byte == b';');
    let name = length.and_then(|length| rest.get(..length));
    name.is_some_and(|name| {
        NAMES
            .iter()
            .any(|other| name.eq_ignore_ascii_case(other.as_bytes()))
    })
}

/// Whether a scheme with `://`, or `mailto:`, starts at `at`.
pub(super) fn starts_scheme(text: Text<'_>, at: usize) -> bool {
    let rest = text.slice(at, text.0.len());
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    // No scheme in use is longer.
    let length = rest.bytes().take(32).take_while(is_part).count();
    let is_letter = rest.starts_with(|c: char| c.is_ascii_alphabetic());
    let scheme = rest.get(..length).unwrap_or_default();
    is_letter
        && (text.has(at + length, "://")
            || scheme.eq_ignore_ascii_case("mailto") && text.has(at + length, ":"))
}

/// Whether the non-ASCII character `c` at `at` ends a link that has been read up to it. `open` is
/// the innermost open bracket.
fn ends_link(text: Text<'_>, at: usize, c: char, open: Option<char>) -> bool {
    let class = prose_class(c);
    // Text inside full-width brackets belongs to them: `/wiki/《你好，世界》`.
    if open.is_some_and(|open| !open.is_ascii()) && class != ProseClass::Bracket {
        return false;
    }
    let before = text.char_before(at).unwrap_or(' ');
    let after = text.char_at(at + c.len_utf8());
    match c {
        // `⸠https://example.com/x⸡·`: the Greek ano teleia, in both encodings, but `/col·legi`.
        '\u{B7}' | '\u{387}' => return !after.is_some_and(is_word),
        // The Greek question mark is another encoding of `;`.
        '\u{37E}' => return starts_scheme(text, at + c.len_utf8()),
        _ => {}
    }
    match class {
        // `⸠https://example.com/foo⸡。次の文`, unless the URL continues as only URLs do:
        // `⸠https://my.wikipedia.org/wiki/ခို၊_ချိုးနှင့်⸡`.
        ProseClass::SentenceEnd | ProseClass::Comma => {
            before.is_ascii() || !after.is_some_and(|c| "_-/.%".contains(c))
        }
        // `⸠https://a.com/x⸡、⸠https://b.com/y⸡`, but between letters of the same kind it belongs to
        // the URL: `/wiki/联合国教育、科学及文化组织`.
        ProseClass::Pause => before.is_ascii() || starts_url(text, at + c.len_utf8()),
        // `“⸠https://example.com/foo⸡”他说`, but `/wiki/“阿波罗”号` opens the quotation itself.
        ProseClass::Quote => {
            after.is_some_and(is_unspaced)
                && match opening(c) {
                    Some(open) => closes_nothing(text, at, open),
                    None => before.is_ascii_alphanumeric(),
                }
        }
        // `⸠https://example.com/foo⸡（说明）`, but `/wiki/聖保羅（巴西）` closes it soon and does not follow
        // ASCII.
        ProseClass::Bracket => before.is_ascii_alphanumeric() || !is_closed(text, at, c),
        // `⸠https://example.com/foo⸡＊`: full-width marks after ASCII are typed with an input method.
        _ if is_wide_mark(c) => before.is_ascii(),
        // `⸠https://example.com/foo⸡🎉`, but `/🎉` is a path.
        _ if is_pictograph(c) => before.is_ascii_alphanumeric(),
        // `⸠https://example.com/foo⸡…and`: no URL has an ellipsis after ASCII.
        _ if c == '\u{2026}' => before.is_ascii(),
        // `⸠https://example.com/foo⸡—`, but `/a—b` continues.
        _ if is_dash(c) => before.is_ascii() && !after.is_some_and(|c| c.is_ascii_alphanumeric()),
        // `⸠https://a.com/ア⸡・https://b.com`: a bullet between two URLs; elsewhere it occurs in
        // names.
        _ => c == '\u{30FB}' && starts_url(text, at + c.len_utf8()),
    }
}

/// Whether a character is non-ASCII punctuation of a sentence, which no host contains.
pub(crate) fn is_wide_punctuation(c: char) -> bool {
    let class = prose_class(c);
    let is_sentence = matches!(
        class,
        ProseClass::SentenceEnd | ProseClass::Comma | ProseClass::Pause | ProseClass::Bracket
    );
    is_sentence || !c.is_ascii() && is_wide_mark(c)
}

/// Whether a character is punctuation of East Asian text, where no space follows it.
pub(crate) fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303F}' | '\u{FE10}'..='\u{FE6F}' | '\u{FF00}'..='\u{FFEF}')
}

/// Full-width quotation marks and marks that separate or surround.
fn is_wide_mark(c: char) -> bool {
    matches!(
        c,
        '\u{FF02}'
            | '\u{FF07}'
            | '\u{FF0A}'
            | '\u{FF0F}'
            | '\u{FF1C}'
            | '\u{FF1E}'
            | '\u{FF5C}'
            | '\u{301D}'..='\u{301F}'
    )
}

/// Dashes that follow a URL.
fn is_dash(c: char) -> bool {
    matches!(c, '\u{2014}' | '\u{FF5E}' | '\u{301C}')
}

/// Pictographs that people add after a text.
pub(crate) fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Whether a URL clearly starts at `at`.
fn starts_url(text: Text<'_>, at: usize) -> bool {
    ["https://", "http://", "www."].iter().any(|start| {
        let found = text.0.as_bytes().get(at..at + start.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(start.as_bytes()))
    })
}

/// The markup directly before a link, which the same markup ends: a table, code, or emphasis.
fn wrapper(text: Text<'_>, start: usize) -> &'static str {
    // Most links have none.
    if !matches!(
        text.byte(start.wrapping_sub(1)),
        Some(b'|' | b'`' | b'*' | b'~')
    ) {
        return "";
    }
    let before = text.slice(0, start);
    ["|", "`", "**", "~~"]
        .into_iter()
        .find(|mark| before.ends_with(mark))
        .unwrap_or_default()
}

/// The opening quotation mark of a closing one.
fn opening(close: char) -> Option<char> {
    match close {
        '\u{201D}' => Some('\u{201C}'),
        '\u{2019}' => Some('\u{2018}'),
        _ => None,
    }
}

/// Whether a closing quotation mark at `at` has no nearby opening one in the same piece of the URL.
fn closes_nothing(text: Text<'_>, at: usize, open: char) -> bool {
    let before = text.slice(0, at).chars().rev().take(NEAR);
    !before.take_while(|&c| !ends_piece(c)).any(|c| c == open)
}

/// Whether a character ends a piece of a URL in which quotation marks and brackets match.
fn ends_piece(c: char) -> bool {
    is_hard(c) || matches!(c, '/' | '?' | '#' | '&' | '=')
}

/// Whether an opening bracket is closed nearby, in the same piece of the URL.
fn is_closed(text: Text<'_>, at: usize, open: char) -> bool {
    let mut depth = 0_usize;
    for c in text.slice(at, text.0.len()).chars().take(NEAR) {
        if c == open {
            depth += 1;
        } else if link_bracket(c) == Some(open) {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return true;
            }
        } else if ends_piece(c) {
            return false;
        }
    }
    false
}
