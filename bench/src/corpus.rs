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

impl Corpus {
    /// The lines of the text, to be searched one by one.
    pub fn lines(&self) -> Vec<&str> {
        self.text.split_inclusive('\n').collect()
    }
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
pub fn real() -> Vec<Corpus> {
    let folder = folder();
    let read = |(file, name): (&str, &str)| {
        let text = fs::read_to_string(folder.join(file)).ok()?;
        let name = name.to_owned();
        Some(Corpus { name, text })
    };
    FILES.into_iter().filter_map(read).collect()
}

/// The lines of generated texts.
const LINES: &str = include_str!("../generated.txt");

/// What fills the places of a line.
const WORDS: &str = "alpha news shop mail static cdn www blog docs river mountain green data cloud photo \
    music city garden north status forum media open code paper light stone api support events x1 go";
const TLDS: &str = "com org net io de co.uk fr jp ru app dev com.br info ly me store";

/// Xorshift: a sequence of numbers that is the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from((self.next() >> 8) % most as u64).unwrap_or(0)
    }
}

/// The name of each generated text, and its lines.
fn sections() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    let sections = LINES.split("\n## ").skip(1);
    sections.filter_map(|section| {
        let (name, lines) = section.trim_end().split_once('\n')?;
        Some((name, lines.lines().map(unescape).collect()))
    })
}

/// Generated sentences of about the given number of bytes: with and without links, code, scripts with
/// and without spaces, addresses and traps.
pub fn synthetic(bytes: usize) -> Corpus {
    let (name, mut lines) = sections().last().expect("sections");
    for line in &mut lines {
        line.push_str(if line.ends_with('\n') { "" } else { " " });
    }
    let mut text = String::with_capacity(bytes + 256);
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    while text.len() < bytes {
        let at = usize::try_from(numbers.next() % lines.len() as u64).unwrap_or(0);
        text.push_str(&lines[at]);
    }
    let name = name.to_owned();
    Corpus { name, text }
}

/// Generated texts that are full of what costs most, each of about this many bytes: names in lists,
/// addresses, headers, names in other scripts.
pub fn dense(bytes: usize) -> Vec<Corpus> {
    let [words, tlds] = [WORDS, TLDS].map(|list| list.split_whitespace().collect::<Vec<_>>());
    let fill = |(name, lines): (&str, Vec<String>)| {
        let mut text = String::with_capacity(bytes + 256);
        let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
        while text.len() < bytes {
            for c in lines[numbers.below(lines.len())].chars() {
                match c {
                    'Ⓦ' => text.push_str(words[numbers.below(words.len())]),
                    'Ⓣ' => text.push_str(tlds[numbers.below(tlds.len())]),
                    'Ⓝ' => text.push_str(&numbers.below(10_000).to_string()),
                    c => text.push(c),
                }
            }
            text.push('\n');
        }
        let name = name.to_owned();
        Corpus { name, text }
    };
    let dense = sections().filter(|(name, _)| *name != "synthetic");
    dense.map(fill).collect()
}

/// A line with what its escapes stand for.
fn unescape(line: &str) -> String {
    let pieces = line.split("\\\\");
    let pieces: Vec<String> = pieces
        .map(|piece| piece.replace("\\n", "\n").replace("\\t", "\t"))
        .collect();
    pieces.join("\\")
}
