//! The seeds of the fuzzer: the lines of the case files, as they are and in documents.

use std::fs;
use std::path::Path;

use crate::run::root;

/// The choices behind a text, after a byte that is not in it.
const CHOICES: usize = 18;

/// Writes the seeds of a target into a folder, under names that stay the same.
pub(crate) fn write(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let documents = fs::read_to_string(root().join("fuzz/documents.txt"))?;
    let documents: Vec<&str> = documents.split("\n====\n").collect();
    for (number, line) in lines()?.iter().enumerate() {
        // Every second line is a text alone, which every target reads as one of `uts58`. Half of the
        // others are in a document, where a line replaces `¤`.
        let document = documents.get(number / 2 % (2 * documents.len()));
        let seed = match (number % 2, document) {
            (0, _) => line.clone().into_bytes(),
            (_, Some(document)) => with_choices(number, &document.replace('¤', line)),
            (_, None) => with_choices(number, line),
        };
        fs::write(folder.join(format!("seed-{number:04}")), seed)?;
    }
    Ok(())
}

/// A text, and choices. Half of them are 0, which stands for what is usual.
fn with_choices(number: usize, text: &str) -> Vec<u8> {
    let mut state = number as u64;
    let choices = (0..CHOICES).map(|_| {
        // Knuth's generator MMIX, of which the high bits are good.
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D);
        state = state.wrapping_add(0x1405_7B7E_F767_814F);
        let [first, second, ..] = state.to_be_bytes();
        if first < 0x80 { 0 } else { second & 0x7F }
    });
    let choices = [0xFF].into_iter().chain(choices);
    text.bytes().chain(choices).collect()
}

/// The lines of all case files, as the texts they stand for.
fn lines() -> std::io::Result<Vec<String>> {
    let folder = fs::read_dir(root().join("crates/linkspan/tests/cases"))?;
    let mut files: Vec<_> = folder.flatten().map(|file| file.path()).collect();
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        let text = fs::read_to_string(file)?.replace(['⸠', '⸡'], "");
        let cases = text.lines().filter(|line| !line.starts_with('#'));
        lines.extend(cases.filter(|line| !line.is_empty()).map(unescape));
    }
    Ok(lines)
}

/// Replaces `\u{…}`.
fn unescape(line: &str) -> String {
    let mut pieces = line.split("\\u{");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (digits, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let code = u32::from_str_radix(digits, 16).ok();
        out.extend(code.and_then(char::from_u32));
        out.push_str(rest);
    }
    out
}
