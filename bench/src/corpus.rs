//! Texts to measure with.

use std::fs;
use std::path::{Path, PathBuf};

/// A text with a name.
pub struct Corpus {
    /// A word or two.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The files of a folder of real text, with what they are called in tables.
const FILES: [(&str, &str); 6] = [
    ("a1_prose_en.txt", "prose"),
    ("a2_docs_en.md", "docs"),
    ("b1_awesome_en.md", "link lists"),
    ("c1_cjk_docs.md", "CJK docs"),
    ("c2_world_scripts.txt", "world scripts"),
    ("d2_irc_ubuntu.txt", "chat"),
];

/// Where real text is: `$LINKSPAN_CORPORA_DIR`, or beside the project.
fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora");
    std::env::var_os("LINKSPAN_CORPORA_DIR").map_or(beside, PathBuf::from)
}

/// The real texts; empty if they are not there.
#[must_use]
pub fn real() -> Vec<Corpus> {
    let folder = folder();
    let read = |(file, name): (&str, &str)| {
        fs::read_to_string(folder.join(file))
            .ok()
            .map(|text| Corpus {
                name: name.to_owned(),
                text,
            })
    };
    FILES.into_iter().filter_map(read).collect()
}

/// The pieces of the synthetic text: sentences with and without links, code, scripts with and
/// without spaces, addresses and traps.
const SENTENCES: [&str; 24] = [
    "The committee met on the first Monday of the month, and nothing was decided. ",
    "He said that it was late. She did not answer; the rain had stopped, and they went home.\n",
    "See https://example.com/guide/start?lang=en#first for the first steps. ",
    "Write to someone@example.org, or call us: the office is open from 9 to 5.\n",
    "[10:42] <anna> did you try version 3.1.4 of it? it's on example.net/downloads now\n",
    "[10:43] <boris> yes... no luck, e.g. `let x = self.items.iter().map(|i| i.name);` fails\n",
    "* [A list of things](https://github.com/example/things) - Things that are worth a look.\n",
    "| `metadata.name` | string | The name of the object, as in `metadata.labels`. |\n",
    "これは日本語の文章です。詳しくは https://example.jp/案内/最初 をご覧ください。\n",
    "这是一个中文句子，没有链接。更多内容请见：http://例子.中国/路径。谢谢！\n",
    "한국어 문장도 있습니다. 자세한 내용은 example.co.kr/안내 를 보십시오.\n",
    "Это предложение на русском языке. Пишите на почту@пример.рф или звоните.\n",
    "هذه جملة باللغة العربية. انظر https://example.com/صفحة للمزيد.\n",
    "यह हिन्दी का एक वाक्य है। अधिक जानकारी के लिए देखें: http://उदाहरण.भारत\n",
    "นี่คือประโยคภาษาไทยที่ไม่มีการเว้นวรรคและไม่มีลิงก์ด้วย\n",
    "Το κείμενο αυτό είναι στα ελληνικά, χωρίς συνδέσμους.\n",
    "fn main() { println!(\"{}\", std::env::args().count()); } // src/main.rs:1\n",
    "(see https://en.wikipedia.org/wiki/Link_(disambiguation), or www.example.com.)\n",
    "Ratio 3:2, time 12:30:05, path C:\\temp\\x.txt, price 4.50, mail me @work.\n",
    "A long line of plain words without any mark at all goes on and on until it simply stops here\n",
    "- `apt install foo.bar` and then edit /etc/foo.conf; see man foo.conf(5).\n",
    "https://a.example.com/x?y=z&w=%20v https://b.example.com/x/y/z https://c.example.com/\n",
    "Dvořák, Čapek und Größe: https://de.wikipedia.org/wiki/Größe_(Physik)!\n",
    "“Quoted,” he wrote — “and left.” … Then silence.\n",
];

/// Generated text of about the given number of bytes, the same on every machine.
#[must_use]
pub fn synthetic(bytes: usize) -> Corpus {
    let mut text = String::with_capacity(bytes + 256);
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    while text.len() < bytes {
        // Xorshift: a fixed sequence of sentences.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let at = usize::try_from(state % SENTENCES.len() as u64).unwrap_or(0);
        text.push_str(SENTENCES[at]);
    }
    Corpus {
        name: "synthetic".to_owned(),
        text,
    }
}
