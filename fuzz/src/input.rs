//! Bytes of the fuzzer as choices and text.

use std::borrow::Cow;
use std::sync::LazyLock;

/// The last one separates the content from the choices. It does not occur in UTF-8, so that a text
/// alone is content, and every choice is the first.
const SEPARATOR: u8 = 0xFF;

/// Content, and what is to be done with it.
pub(crate) struct Input<'d> {
    content: &'d [u8],
    choices: &'d [u8],
}

impl<'d> Input<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Self {
        let at = data.iter().rposition(|&byte| byte == SEPARATOR);
        let at = at.unwrap_or(data.len());
        Self {
            content: &data[..at],
            choices: data.get(at + 1..).unwrap_or_default(),
        }
    }

    /// The next choice, if there is one.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let (&byte, rest) = self.choices.split_first()?;
        self.choices = rest;
        Some(byte)
    }

    /// The next choice; 0 after the end.
    pub(crate) fn byte(&mut self) -> u8 {
        self.next().unwrap_or(0)
    }

    /// One of some values.
    pub(crate) fn choice<T: Clone>(&mut self, values: &[T]) -> T {
        values[usize::from(self.byte()) % values.len()].clone()
    }

    /// A number of two bytes.
    pub(crate) fn number(&mut self) -> usize {
        usize::from(self.byte()) << 8 | usize::from(self.byte())
    }

    /// The content.
    pub(crate) fn bytes(&self) -> &'d [u8] {
        self.content
    }

    /// The content as text: a fragment is where bytes are not UTF-8, so that each single byte that
    /// the fuzzer changes is something that means much to detection.
    pub(crate) fn text(&self) -> Cow<'d, str> {
        if let Ok(text) = std::str::from_utf8(self.content) {
            return text.into();
        }
        let mut text = String::new();
        for chunk in self.content.utf8_chunks() {
            text.push_str(chunk.valid());
            let invalid = chunk.invalid().iter();
            let number = invalid.fold(0, |number, &byte| number << 7 | usize::from(byte & 0x7F));
            if !chunk.invalid().is_empty() {
                text.push_str(FRAGMENTS[number % FRAGMENTS.len()]);
            }
        }
        text.into()
    }
}

/// The part of a text before `at`, or before the character that `at` is in.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The words, and what has spaces or is not seen.
static FRAGMENTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| WORDS.split_whitespace().chain(UNSEEN.split('|')).collect());

/// Schemes; hosts of many kinds and scripts; defanged notation; mail, files and code as prose has
/// them; letters and marks that end, interrupt or join links.
const WORDS: &str = "\
    https:// http:// HTTPS:// hTTp:// ftp:// ws:// x+y.z:// :// https: http:/ mailto: MailTo: tel: magnet: \
    file:/// javascript: www. WWW. user:pw@ user@ me@ first.last@ a+b@ \"ab\"@ x@y@ .a@ a..b@ me@example.com \
    用户@例子.中国 example.com a.de b.co.uk sub.example.org README.md main.rs a.zip v1.2.3 localhost 10.0.0.1 \
    256.1.1.1 [::1] [2001:db8::1] 2001:db8::1 a.invalid b.lan x.zzz xn--p1ai xn--bcher-kva.de xn--a.com xn-- \
    a_b.com -a.com a-.com com .com COM .de .uk co.jp bücher.de ÜBER.DE faß.de пример.рф РФ раураl.com 例子.中国 \
    例え.jp 例子。中国 ａ．ｃｏｍ ไทย.ไทย 한국.한국 مثال.مصر דוגמה.קום उदाहरण.भारत ভারত.ভারত ქართული.გე հայ.հայ \
    παράδειγμα.ελ bcher\u{308}.de ab\u{200C}c.com क्\u{200D}ष.भारत ☃.net 🙂.ws ❤\u{FE0F}.la \
    [.] (.) {.} [dot] (dot) [at] (at) [@] [:] [: [://] ://] [/] [. [dot \\. http:__ hxxp hxxp:// hxxps:// HXXP \
    h**p:// meow:// [http] dot at xx tt e.g. i.e. foo.bar() std::io a/b /etc/hosts C:\\x ./a ../b <a=\" ]( [x]( \
    ](http://a.com) ** &amp; &lt; 3.14 12:34 #tag @user index.html ?q= &x= /path/ (x) /a_(b) :~:text=a,b-,c :80 \
    :65536 :99999 %41 %20 %C3%A9 %FF %2 ü é e\u{301} ß ς σ İ ı ſ K α а я א ב ع م क ก ნ 字 谢谢你 请访问 我爱你 ノ \
    の ー 한 ﬀ ｃ Ａ ² ١ ० ɂ 🙂 👩\u{200D}💻 \u{1F1E9}\u{1F1EA} 𝐚 𐤀 。 ． ｡ 、 ， ： ／ ？ ！ （ ） 「 」 『 』 【 】 《 》 \
    “ ” ‘ ’ « » … — – ‐ ・ · । ؟ ، ۔ ։ ། ‧ ∕ ⁄ ﹒ ․ ⸠ ⸡ ＠ ﹫";

/// What is not seen, and notation with spaces.
const UNSEEN: &str = "\
    \u{AD}|\u{200B}|\u{200C}|\u{200D}|\u{2060}|\u{FEFF}|\u{FE0F}|\u{180E}|\u{34F}|\u{115F}|\u{3164}|\
    \u{FFA0}|\u{2028}|\u{A0}|\u{3000}|\u{2007}|\u{85}|\0|\u{7F}|\u{1B}|\u{FFFD}|\u{FFFF}|\u{E0001}|\
    \u{E0061}|\u{E0100}|\u{2065}|\u{FFF0}|\u{206A}|\u{200E}|\u{200F}|\u{61C}|\u{202A}|\u{202B}|\
    \u{202C}|\u{202D}|\u{202E}|\u{2066}|\u{2067}|\u{2068}|\u{2069}|\u{149}|\u{378}|\u{E000}|\
    \u{20}DOT |\u{20}dot |\u{20}AT |\u{20}at ";
