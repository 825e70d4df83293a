//! Letters of scripts without spaces that are glued to an ASCII path segment or query value:
//! `⸠https://example.com/docs⸡了解更多`, but `⸠https://zh.wikipedia.org/wiki/C语言⸡`.
//!
//! Nothing in the syntax says where such a URL ends, so evidence is weighed, in this order:
//!
//! 1. A URL that goes on after the letters contains them: `/files/v2说明.pdf`.
//! 2. Titles and search values contain them: `/wiki/C语言`, `?q=Python教程`.
//! 3. Brackets and quotation marks on both sides are their author's: only after a code that no word
//!    resembles is the text between them a sentence, `（https://t.cn/A6mN8pR点击查看）`.
//! 4. A number, a code or a file extension before them says that they are prose, and so do kana,
//!    letters of Thai, Lao, Khmer and Myanmar, Korean particles, and another URL after them.
//! 5. After a word in lower case, so do words that continue a sentence, letters of the same script
//!    before the URL, and more letters than a title has. Words of a Korean path have hyphens between
//!    them, so that all Hangul counts. A capitalised word more likely starts a title, so that only
//!    words that are never in one count, `/Vue入门`, unless it names a page, `/Download下载`.
//! 6. After a slash, most letters are a path. Only particles, letters with which no path starts, letters
//!    that continue a sentence before the URL, and those after the code of something that is shared are
//!    prose: `http://localhost:5173/即可`, `https://v.douyin.com/iRNBho5/复制`.
//! 7. Otherwise the author has delimited the URL, and it is whole.
//!
//! This looks at the run alone, and at no more than [`NEAR`](super::sentence::NEAR) characters after
//! the URL.

mod letters;
mod word;

use super::glue::is_unspaced;
use crate::text::Text;
use crate::uts58::props::link_bracket;
use crate::uts58::termination::TailPart;
use letters::{Letters, LettersEnd};
use word::{Word, WordKind, ends_with_shared};

/// Particles with which Japanese prose goes on.
#[rustfmt::skip]
const KANA_PARTICLES: &[&str] = &[
    "を", "が", "は", "に", "で", "へ", "と", "も", "だ", "から", "まで", "より", "なら", "など",
    // Decomposed.
    "か\u{3099}", "て\u{3099}", "た\u{3099}", "まて\u{3099}", "なと\u{3099}",
];

/// Words that start a sentence after the name of an anchor: `#install参照`, but `#docker安装` and
/// `#linux下安装` are headings.
#[rustfmt::skip]
const ANCHOR_WORDS: &[&str] = &[
    "了解", "参照", "参见", "参閱", "参阅", "參照", "參見", "參閱", "可以", "可知", "打开", "打開", "查看", "点击", "看看",
    "里的", "里面", "裡的", "裡面", "中的", "上的",
];

/// Letters with which Chinese and Japanese prose goes on, and with which the second half of a title
/// does not start.
pub(super) const FUNCTION_LETTERS: &str = "的了是在和与與或也都就这這那我你您他她它吧吗嗎呢啊呀哦哈嘛啦并並但因所即且而及则則\
     给給让讓把被从從到对對很已还還再又不没沒想请請谢謝";

/// Words with which such prose goes on, but which titles contain too: `/Python下载`.
const SENTENCE_LETTERS: &str = "上下里裡中内內可能会會来來去有用看点點查获獲找搜打进進登访訪复復领領申报報参參详詳首\
     免立马馬快欢歡感希推分转轉关關注提解打改换換选選更写寫读讀装裝按照先后後以等如将將要应應该該只全另同";

/// Nouns for what a URL is, with which such prose goes on after a word in lower case: `/repo仓库`.
#[rustfmt::skip]
const PAGE_WORDS: &[&str] = &[
    "页面", "頁面", "网页", "網頁", "网址", "網址", "网站", "網站", "链接", "鏈接", "連結", "仓库", "倉庫", "源码", "源碼", "地址",
    "官网", "官網", "主页", "主頁", "频道", "頻道", "账号", "帳號",
];

/// Counters, which continue a number: `/2024年`.
const COUNTERS: &str = "年月日星号號届屆期章版个個大种種次位岁歳代级級季集话話回卷巻円元년월일호";

/// Korean particles, and words that are written like them. The first ones also follow titles.
#[rustfmt::skip]
const PARTICLES: &[&str] = &[
    "에", "에서", "에서는", "에서도", "에는", "에도", "으로", "으로는", "를", "을", "는", "까지", "부터", "에게", "에다가", "은",
    "이", "가", "의", "로", "와", "과", "도", "만", "나", "랑", "이랑", "하고", "처럼", "보다", "라고", "라는", "님", "님의", "입니다",
    "이나",
];

/// How many of [`PARTICLES`] are never the end of a title.
const SURE_PARTICLES: usize = 15;

/// The most letters that a title in an unmarked path has after a word in lower case.
const LONG: usize = 4;

/// The kinds of letters that are written without spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Han and kana, which are written together.
    Han,
    Kana,
    Hangul,
    /// Thai, Lao, Khmer, Myanmar.
    Other,
}

impl Script {
    fn of(c: char) -> Self {
        match c {
            '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}' => {
                Self::Kana
            }
            '\u{1100}'..='\u{11FF}'
            | '\u{3131}'..='\u{318E}'
            | '\u{A960}'..='\u{A97C}'
            | '\u{AC00}'..='\u{D7FB}' => Self::Hangul,
            '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFD}' => {
                Self::Han
            }
            _ => Self::Other,
        }
    }

    /// Whether letters of two scripts are in the same text.
    fn is_with(self, other: Self) -> bool {
        self == other
            || matches!(
                (self, other),
                (Self::Han, Self::Kana) | (Self::Kana, Self::Han)
            )
    }
}

/// Whether no path starts with a letter after a slash.
fn is_never_first(c: char) -> bool {
    matches!(
        c,
        '与' | '並'
            | '也'
            | '了'
            | '再'
            | '则'
            | '則'
            | '即'
            | '又'
            | '及'
            | '吗'
            | '吧'
            | '呢'
            | '和'
            | '啦'
            | '嗎'
            | '嘛'
            | '就'
            | '已'
            | '并'
            | '很'
            | '或'
            | '把'
            | '的'
            | '給'
            | '给'
            | '與'
            | '被'
            | '还'
            | '還'
            | '都'
    )
}

/// Whether the letter at `at`, directly after an ASCII letter, digit or slash, starts prose that is
/// glued to the URL at `start`. Everything before it in the URL is ASCII.
pub(super) fn is_prose(text: Text<'_>, start: usize, at: usize, part: TailPart) -> bool {
    let Some(first) = text.char_at(at) else {
        return false;
    };
    let is_after_slash = text.byte(at.wrapping_sub(1)) == Some(b'/');
    let script = Script::of(first);
    let start = without_glue(text, start, at);
    let before = text.char_before(start).filter(|&c| is_prose_letter(c));
    let is_shared = is_after_slash && ends_with_shared(text.slice(start, at));
    // Most letters after a slash are a path, and need no more than this check.
    if is_after_slash
        && script == Script::Han
        && before.is_none()
        && !is_shared
        && !is_never_first(first)
    {
        return false;
    }
    let glued = Glued {
        letters: Letters::from(text, at),
        script,
        first,
        before,
    };
    let typed = text.slice(at, glued.letters.end);
    let surrounds = Surrounds::of(text, start, glued.letters.end);
    if surrounds == Surrounds::Markup
        || glued.letters.end_kind == LettersEnd::GoesOn
        || is_after_slash
            && glued.letters.end_kind != LettersEnd::Url
            && !is_shared
            && !glued.follows_slash(typed)
    {
        return false;
    }
    let word = Word::before(text.slice(start, at), part);
    // `/wiki/C-语言`, `/v2_说明`: a hyphen joins, but codes may end with one.
    let is_after_sign = matches!(text.byte(at.wrapping_sub(1)), Some(b'-' | b'_' | b'='));
    if is_after_sign && !word.is_random {
        return false;
    }
    if glued.letters.end_kind == LettersEnd::Url {
        return !word.is_title;
    }
    let is_quoted = surrounds == Surrounds::Quotes && !word.is_random && script != Script::Other;
    if word.is_title || is_quoted {
        return glued.follows_title(typed);
    }
    match (part, word.kind) {
        (TailPart::Fragment, WordKind::Title | WordKind::Lower) if !word.is_route => {
            glued.follows_anchor(typed, word.kind)
        }
        (_, WordKind::Empty | WordKind::File) => true,
        (_, WordKind::Code) => !(word.is_short_number && COUNTERS.contains(first)),
        (_, WordKind::Title | WordKind::Lower) => {
            glued.follows_word(typed, word.kind, part == TailPart::Query)
        }
    }
}

/// Whether a character is a letter of a script without spaces, or belongs to one: the voicing marks of
/// decomposed kana, and `〆`.
fn is_prose_letter(c: char) -> bool {
    is_unspaced(c) || matches!(c, '\u{3099}' | '\u{309A}' | '\u{3006}')
}

/// Whether a text is one of the first [`PARTICLES`], composed or decomposed.
fn is_particle(typed: &str, count: usize) -> bool {
    // No particle has more than four syllables of three letters.
    typed.len() <= 36
        && PARTICLES
            .iter()
            .take(count)
            .any(|word| decompose(word).eq(decompose(typed)))
}

/// The conjoining letters of Hangul (Unicode 3.12.2).
fn decompose(text: &str) -> impl Iterator<Item = u32> {
    text.chars().flat_map(|c| {
        let code = u32::from(c);
        let letters = match code
            .checked_sub(0xAC00)
            .filter(|&syllable| syllable < 11_172)
        {
            Some(syllable) => [
                0x1100 + syllable / 588,
                0x1161 + syllable % 588 / 28,
                0x11A7 + syllable % 28,
            ],
            None => [code, 0x11A7, 0x11A7],
        };
        // U+11A7 is not a letter.
        letters.into_iter().filter(|&letter| letter != 0x11A7)
    })
}

/// The start of a URL without the text that is glued to its host: `网站github.com/login页面`. Nothing
/// is glued in `日本語.jp/案内`.
fn without_glue(text: Text<'_>, start: usize, at: usize) -> usize {
    let url = text.slice(start, at);
    let glued = url.trim_end_matches(|c: char| c.is_ascii());
    let host = start + glued.len();
    let is_label = text
        .byte(host)
        .is_some_and(|byte| byte.is_ascii_alphanumeric());
    let has_scheme = || {
        let before_slash = url.split('/').next();
        before_slash.is_some_and(|scheme| scheme.ends_with(':'))
    };
    match is_label && glued.ends_with(is_unspaced) && !has_scheme() {
        true => host,
        false => start,
    }
}

/// What surrounds a URL and the letters that are glued to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Surrounds {
    /// `<https://example.com/v2文档>`, `href="…"`, `](…)`, `>…<`: syntax delimits URLs, not sentences.
    Markup,
    /// `"https://example.com/v2文档"`, `（https://example.com/Vue3入门）`: may be a sentence, but the
    /// author has delimited the URL.
    Quotes,
    Other,
}

impl Surrounds {
    fn of(text: Text<'_>, start: usize, end: usize) -> Self {
        let before = |distance: usize| text.byte(start.wrapping_sub(distance));
        match (before(1), text.byte(end)) {
            (Some(b'<'), Some(b'>'))
            | (Some(b'>'), Some(b'<'))
            | (Some(b'`'), Some(b'`'))
            | (Some(b'{'), Some(b'}')) => Self::Markup,
            (Some(b'('), Some(b')')) if before(2) == Some(b']') => Self::Markup,
            (Some(quote @ (b'"' | b'\'')), Some(other)) if quote == other => {
                match before(2) == Some(b'=') {
                    true => Self::Markup,
                    false => Self::Quotes,
                }
            }
            _ => match (text.char_before(start), text.char_at(end)) {
                (Some('\u{201C}'), Some('\u{201D}')) => Self::Quotes,
                (Some(open), Some(close)) if link_bracket(close) == Some(open) => Self::Quotes,
                _ => Self::Other,
            },
        }
    }
}

/// Letters that are glued to a URL, and the letter before it.
struct Glued {
    letters: Letters,
    script: Script,
    first: char,
    /// The letter directly before the URL, if it is of a script without spaces.
    before: Option<char>,
}

impl Glued {
    /// Whether letters of the same script are directly before the URL.
    fn is_after_prose(&self) -> bool {
        self.before
            .is_some_and(|c| Script::of(c).is_with(self.script))
    }

    /// Whether the first letter is one with which a sentence goes on.
    fn is_sentence(&self) -> bool {
        FUNCTION_LETTERS.contains(self.first) || SENTENCE_LETTERS.contains(self.first)
    }

    /// Whether the letters follow a title, or what was searched for.
    fn follows_title(&self, typed: &str) -> bool {
        match self.script {
            Script::Hangul => is_particle(typed, SURE_PARTICLES),
            Script::Kana => {
                let is_particle = KANA_PARTICLES.iter().any(|word| typed.starts_with(word));
                is_particle && self.is_after_prose()
            }
            Script::Han | Script::Other => false,
        }
    }

    /// Whether the letters are prose after the name of an anchor: `#usageを参照`.
    fn follows_anchor(&self, typed: &str, kind: WordKind) -> bool {
        match self.script {
            Script::Hangul => is_particle(typed, PARTICLES.len()),
            Script::Kana => {
                let is_particle = KANA_PARTICLES.iter().any(|word| typed.starts_with(word));
                kind == WordKind::Lower && is_particle
            }
            Script::Han => {
                let starts_sentence = || {
                    FUNCTION_LETTERS.contains(self.first)
                        || ANCHOR_WORDS.iter().any(|word| typed.starts_with(word))
                };
                self.is_after_prose() && self.is_sentence()
                    || kind == WordKind::Lower && starts_sentence()
            }
            Script::Other => self.is_after_prose(),
        }
    }

    /// Whether the letters are prose after a slash: `http://localhost:3000/即可`. Most are a path.
    fn follows_slash(&self, typed: &str) -> bool {
        match self.script {
            Script::Hangul => is_particle(typed, PARTICLES.len()),
            Script::Other => self.is_after_prose(),
            Script::Kana => {
                let is_sentence = || typed.ends_with(|c| "すいるただねよかう".contains(c));
                (self.is_after_prose() || is_sentence())
                    && KANA_PARTICLES.iter().any(|word| typed.starts_with(word))
            }
            Script::Han if self.is_after_prose() => {
                // `/关于` and `/下载` are paths.
                let is_sentence = self.letters.end_kind == LettersEnd::Punctuation;
                self.letters.count > LONG
                    || self.letters.count > 2 && (is_sentence || self.is_sentence())
                    || is_never_first(self.first)
            }
            Script::Han => is_never_first(self.first),
        }
    }

    /// Whether the letters are prose after a word, which may be a query value that people do not
    /// type.
    fn follows_word(&self, typed: &str, kind: WordKind, is_value: bool) -> bool {
        let is_lower = kind == WordKind::Lower;
        match self.script {
            Script::Kana | Script::Other => true,
            // `/docs다운로드`, `/docs확인`: the words of a Korean path have hyphens between them.
            Script::Hangul => {
                let is_korean = || typed.chars().all(|c| Script::of(c) == Script::Hangul);
                is_particle(typed, PARTICLES.len())
                    || is_lower && (is_korean() || self.is_after_prose())
            }
            Script::Han if FUNCTION_LETTERS.contains(self.first) => true,
            Script::Han if is_lower => {
                let has_hiragana = typed.contains(|c| matches!(c, '\u{3041}'..='\u{309F}'));
                self.is_sentence()
                    || is_value
                    || PAGE_WORDS.iter().any(|word| typed.starts_with(word))
                    || self.letters.count > LONG
                    || self.letters.end_kind == LettersEnd::Punctuation
                    || has_hiragana
                    || self.is_after_prose()
            }
            Script::Han => {
                self.is_sentence() && (self.is_after_prose() || self.letters.count > LONG)
            }
        }
    }
}
