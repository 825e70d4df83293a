//! Texts that are dense with characters and words that mean something to detection.

use linkspan::props::{LinkTerm, link_bracket, link_term};

use crate::random::Random;

const ASCII: &[&str] = &[
    "a",
    "b",
    "Z",
    "x",
    "0",
    "1",
    "80",
    "-",
    "--",
    "_",
    ".",
    ".",
    ".",
    "..",
    ":",
    ":",
    "::",
    "@",
    "@",
    "/",
    "/",
    "//",
    "?",
    "#",
    "&",
    "=",
    ",",
    ";",
    "+",
    "!",
    "'",
    "\"",
    "\\",
    "%",
    "%2",
    "%20",
    "%41",
    "%C3%A9",
    "%FF",
    "~",
    "|",
    "*",
    "^",
    "`",
    "$",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    " ",
    " ",
    "\n",
    "\t",
    "\r\n",
    ":~:",
    ":~:text=a,b-,c",
    ":80",
    ":65535",
    ":65536",
    ":99999",
];

const SCHEMES: &[&str] = &[
    "https://",
    "https://",
    "http://",
    "HTTPS://",
    "hTTp://",
    "ftp://",
    "ws://",
    "x+y.z://",
    "://",
    "https:",
    "http:/",
    "mailto:",
    "MailTo:",
    "tel:",
    "magnet:",
    "file:///",
    "javascript:",
    "www.",
    "WWW.",
    "user:pw@",
    "user@",
];

const HOSTS: &[&str] = &[
    "example.com",
    "a.de",
    "b.co.uk",
    "sub.example.org",
    "README.md",
    "main.rs",
    "a.zip",
    "v1.2.3",
    "localhost",
    "10.0.0.1",
    "1.2.3.4",
    "256.1.1.1",
    "[::1]",
    "[2001:db8::1]",
    "2001:db8::1",
    "a.invalid",
    "b.lan",
    "x.zzz",
    "xn--p1ai",
    "xn--bcher-kva.de",
    "xn--a.com",
    "xn--",
    "a_b.com",
    "-a.com",
    "a-.com",
    "com",
    ".com",
    "COM",
    "de",
    "uk",
    "co.jp",
    "bücher.de",
    "ÜBER.DE",
    "faß.de",
    "пример.рф",
    "РФ",
    "раураl.com",
    "例子.中国",
    "例え.jp",
    "例子。中国",
    "ａ．ｃｏｍ",
    "ไทย.ไทย",
    "한국.한국",
    "مثال.مصر",
    "דוגמה.קום",
    "उदाहरण.भारत",
    "ভারত.ভারত",
    "ქართული.გე",
    "հայ.հայ",
    "παράδειγμα.ελ",
    "bcher\u{308}.de",
    "ab\u{200C}c.com",
    "क्\u{200D}ष.भारत",
    "☃.net",
    "🙂.ws",
];

const LETTERS: &[&str] = &[
    "ü",
    "é",
    "e\u{301}",
    "ß",
    "ς",
    "σ",
    "İ",
    "ı",
    "ſ",
    "K",
    "α",
    "а",
    "я",
    "א",
    "ב",
    "ع",
    "م",
    "क",
    "ก",
    "ნ",
    "字",
    "谢谢你",
    "请访问",
    "我爱你",
    "ノ",
    "の",
    "ー",
    "한",
    "ﬀ",
    "ｃ",
    "Ａ",
    "²",
    "١",
    "०",
    "ɂ",
    "🙂",
    "👩\u{200D}💻",
    "\u{1F1E9}\u{1F1EA}",
    "𝐚",
    "𐤀",
];

const MARKS: &[&str] = &[
    "。", "．", "｡", "、", "，", "：", "／", "？", "！", "（", "）", "「", "」", "『", "』", "【",
    "】", "《", "》", "“", "”", "‘", "’", "«", "»", "…", "—", "–", "‐", "・", "·", "।", "؟", "،",
    "۔", "։", "།", "‧", "∕", "⁄", "﹒", "․", "⸠", "⸡", "＠", "﹫",
];

const UNSEEN: &[&str] = &[
    "\u{AD}",
    "\u{200B}",
    "\u{200C}",
    "\u{200D}",
    "\u{2060}",
    "\u{FEFF}",
    "\u{FE0F}",
    "\u{180E}",
    "\u{34F}",
    "\u{115F}",
    "\u{3164}",
    "\u{FFA0}",
    "\u{2028}",
    "\u{A0}",
    "\u{3000}",
    "\u{2007}",
    "\u{85}",
    "\0",
    "\u{7F}",
    "\u{1B}",
    "\u{FFFD}",
    "\u{FFFF}",
    "\u{E0001}",
    "\u{E0061}",
    "\u{E0100}",
    "\u{2065}",
    "\u{FFF0}",
    "\u{206A}",
];

const BIDI: &[&str] = &[
    "\u{200E}", "\u{200F}", "\u{61C}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}",
    "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
];

/// How people write links that should not be live.
const NOTATION: &[&str] = &[
    "[.]", "(.)", "{.}", "[dot]", "(dot)", " DOT ", " dot ", "[at]", "(at)", " AT ", " at ", "[@]",
    "[:]", "[:", "[://]", "://]", "[/]", "[.", "[dot", "\\.", "http:__", "hxxp", "hxxp://",
    "hxxps://", "HXXP", "h**p://", "meow://", "[http]", "dot", "at", "xx", "tt", "p", "s",
];

/// Files, mail and code as prose has them.
const WORDS: &[&str] = &[
    "see",
    "e.g.",
    "i.e.",
    "foo.bar()",
    "std::io",
    "a/b",
    "/etc/hosts",
    "C:\\x",
    "./a",
    "../b",
    "me@",
    "first.last@",
    "a+b@",
    "\"a b\"@",
    "x@y@",
    ".a@",
    "a..b@",
    "me@example.com",
    "用户@例子.中国",
    "<a href=\"",
    "](",
    "[x](",
    "](http://a.com)",
    "**",
    "&amp;",
    "&lt;",
    "3.14",
    "12:34",
    "#tag",
    "@user",
    "index.html",
    "?q=",
    "&x=",
    "/path/",
    "(x)",
    "/a_(b)",
];

/// All characters of a property, to choose from.
pub(crate) struct Texts {
    soft: Vec<char>,
    hard: Vec<char>,
    brackets: Vec<(char, char)>,
}

impl Texts {
    pub(crate) fn new() -> Self {
        let of = |term| -> Vec<char> {
            let all = ('\0'..=char::MAX).filter(|&c| link_term(c) == term);
            all.collect()
        };
        // Most of Hard is unassigned; the others are in the lists above or below U+10000.
        let hard = of(LinkTerm::Hard);
        Self {
            soft: of(LinkTerm::Soft),
            hard: hard.into_iter().filter(|&c| c < '\u{E000}').collect(),
            brackets: of(LinkTerm::Close)
                .into_iter()
                .filter_map(|close| Some((link_bracket(close)?, close)))
                .collect(),
        }
    }

    /// A text of ten to eighty characters.
    pub(crate) fn text(&self, random: &mut Random) -> String {
        let most = 10 + random.below(71);
        let mut text = String::with_capacity(4 * most);
        match random.below(8) {
            // ASCII alone, for the short cuts of ASCII.
            0 | 1 => self.fill(&mut text, most, random, Self::ascii_piece),
            // A link with anything in it.
            2 | 3 => {
                let before = random.below(8);
                self.fill(&mut text, before, random, Self::piece);
                self.link(&mut text, random);
                let count = text.chars().count();
                self.fill(&mut text, most.saturating_sub(count), random, Self::piece);
            }
            // Nothing but single characters.
            4 => self.fill(&mut text, most, random, Self::character),
            _ => self.fill(&mut text, most, random, Self::piece),
        }
        // A piece may have been longer than what was left.
        if let Some((at, _)) = text.char_indices().nth(80) {
            text.truncate(at);
        }
        text
    }

    fn fill(
        &self,
        text: &mut String,
        most: usize,
        random: &mut Random,
        piece: fn(&Self, &mut String, &mut Random),
    ) {
        let mut count = 0;
        while count < most {
            let before = text.len();
            piece(self, text, random);
            count += text[before..].chars().count().max(1);
        }
    }

    fn ascii_piece(&self, text: &mut String, random: &mut Random) {
        let all = match random.below(8) {
            0 => SCHEMES,
            1 | 2 => HOSTS,
            3 => WORDS,
            4 => NOTATION,
            5 => {
                text.push(char::from(random.byte() & 0x7F));
                return;
            }
            _ => ASCII,
        };
        let piece = random.one(all);
        text.push_str(if piece.is_ascii() { piece } else { "." });
    }

    fn piece(&self, text: &mut String, random: &mut Random) {
        let all = match random.below(20) {
            0..6 => ASCII,
            6..8 => SCHEMES,
            8..11 => HOSTS,
            11 | 12 => LETTERS,
            13 => MARKS,
            14 => UNSEEN,
            15 => BIDI,
            16 => NOTATION,
            17 => WORDS,
            _ => return self.character(text, random),
        };
        text.push_str(random.one(all));
    }

    /// A character of some class, or any at all.
    fn character(&self, text: &mut String, random: &mut Random) {
        let c = match random.below(12) {
            0 | 1 => random.one(&self.soft),
            2 => random.one(&self.hard),
            3 => random.one(&self.brackets).0,
            4 => random.one(&self.brackets).1,
            5 => any(random, 0x11_0000),
            6 => any(random, 0x1_0000),
            7 => any(random, 0x3000),
            8 => any(random, 0x800),
            9 => '.',
            _ => any(random, 0x80),
        };
        text.push(c);
    }

    /// The parts of a URL or an address, each with some damage.
    fn link(&self, text: &mut String, random: &mut Random) {
        if random.below(4) == 0 {
            text.push_str(random.one(WORDS));
            text.push('@');
        } else if random.below(3) > 0 {
            text.push_str(random.one(SCHEMES));
        }
        text.push_str(random.one(HOSTS));
        if random.below(5) == 0 {
            text.push_str(random.one(&[":80", ":", ":8a", ":65536", ":0", "."]));
        }
        for initiator in ["/", "?", "#"] {
            if random.below(2) == 0 {
                text.push_str(initiator);
                for _ in 0..random.below(4) {
                    self.piece(text, random);
                }
                if random.below(3) == 0 {
                    let (open, close) = random.one(&self.brackets);
                    text.push(open);
                    self.piece(text, random);
                    text.push(close);
                }
            }
        }
    }
}

/// A character below a code point.
fn any(random: &mut Random, limit: u32) -> char {
    let code = random.below(limit as usize);
    let code = u32::try_from(code).ok();
    code.and_then(char::from_u32).unwrap_or('\u{FFFD}')
}
