//! The texts of a rehearsal: corpora, cases, and lines made from characters whose values change.

use std::fs;
use std::path::{Path, PathBuf};

use super::markdown::grouped;
use crate::seeds;
use crate::suite::{root, unicode_folder};

/// Where a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Text that people wrote.
    Corpus,
    /// The lines of case files, of this project and of Unicode.
    Cases,
    /// Every character whose values change, in places of links.
    Made,
}

/// A text in a file.
pub(crate) struct Text {
    pub(crate) origin: Origin,
    pub(crate) name: String,
    pub(crate) file: PathBuf,
}

/// Lines that put a character `X` in a place of a link, with the name of the place. `%X` is the
/// character percent-escaped.
const PLACES: [(&str, &str); 8] = [
    ("in a path", "https://example.com/aXb"),
    ("at the end of a path", "https://example.com/aX"),
    ("between brackets", "https://example.com/(aX)"),
    ("escaped in a path", "https://example.com/a%Xb"),
    ("in a host", "https://aXb.com/"),
    ("in a name without a scheme", "aXb.com"),
    ("before a name without a scheme", "Xexample.com"),
    ("in a local part", "aXb@example.com"),
];

/// Real text, from `$LINKSPAN_CORPORA_DIR` or next to the project. If there is none, `skipped` gets
/// the reason.
pub(crate) fn corpora(skipped: &mut Vec<String>) -> Vec<Text> {
    let beside = root().join("../shared/corpora");
    let folder = std::env::var_os("LINKSPAN_CORPORA_DIR").map_or(beside, PathBuf::from);
    let mut texts: Vec<Text> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|file| {
            let is_text = file
                .extension()
                .is_some_and(|end| end == "txt" || end == "md");
            is_text && file.file_name().is_some_and(|name| name != "README.md")
        })
        .map(|file| Text {
            origin: Origin::Corpus,
            name: file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            file,
        })
        .collect();
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    if texts.is_empty() {
        skipped.push(
            "corpora: there is no `.txt` or `.md` file; name their folder in LINKSPAN_CORPORA_DIR"
                .into(),
        );
    }
    texts
}

/// The case files of the project, and the lines of the official tests of detection in the folders
/// that are there.
pub(crate) fn cases(
    folder: &Path,
    official: &[String],
    skipped: &mut Vec<String>,
) -> Result<Vec<Text>, String> {
    let lines = seeds::lines().map_err(|error| format!("the case files: {error}"))?;
    let mut texts = vec![write(
        folder,
        Origin::Cases,
        "case files of the library",
        &lines,
    )?];
    for version in official {
        let name = format!("{version}/LinkDetectionTest.txt");
        match fs::read_to_string(unicode_folder().join(&name)) {
            Ok(text) => {
                let lines: Vec<String> = text
                    .lines()
                    .filter(|line| !line.starts_with('#'))
                    .map(|line| line.replace(['⸠', '⸡'], ""))
                    .collect();
                texts.push(write(folder, Origin::Cases, &name, &lines)?);
            }
            Err(_) => skipped.push(name),
        }
    }
    Ok(texts)
}

/// Lines with each of `changed` in each of [`PLACES`], and lines with several of them.
pub(crate) fn made(folder: &Path, changed: &[char]) -> Result<Vec<Text>, String> {
    let mut texts = Vec::new();
    for (name, place) in PLACES {
        let lines: Vec<String> = changed.iter().map(|&c| placed(place, c)).collect();
        let name = format!("{name}: `{place}`");
        texts.push(write(folder, Origin::Made, &name, &lines)?);
    }
    let lines = random(changed);
    let name = format!("{} random lines", grouped(lines.len()));
    texts.push(write(folder, Origin::Made, &name, &lines)?);
    Ok(texts)
}

/// A line of [`PLACES`] with a character in it.
fn placed(place: &str, c: char) -> String {
    let mut buffer = [0; 4];
    let c = &*c.encode_utf8(&mut buffer);
    let escaped: String = c.bytes().map(|byte| format!("%{byte:02X}")).collect();
    place.replace("%X", &escaped).replace('X', c)
}

/// How many random lines there are, and how many pieces each has.
const RANDOM_LINES: usize = 20_000;
const RANDOM_PIECES: usize = 8;

/// The separators between the characters in random lines.
const PIECES: [&str; 16] = [
    "https://",
    "example.com",
    ".com",
    ".",
    "/",
    "?",
    "#",
    "@",
    "(",
    ")",
    "a",
    "b1",
    "字",
    "。",
    "-",
    " ",
];

/// Lines in which a piece and a changed character take turns. The same on every run.
fn random(changed: &[char]) -> Vec<String> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |count: usize| {
        // Xorshift.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % count.max(1) as u64).unwrap_or(0)
    };
    let mut lines = Vec::new();
    for _ in 0..RANDOM_LINES {
        let mut line = String::new();
        for _ in 0..RANDOM_PIECES {
            line.push_str(PIECES[next(PIECES.len())]);
            line.extend(changed.get(next(changed.len())));
        }
        lines.push(line);
    }
    lines
}

/// Writes lines to a file of `folder`.
fn write(folder: &Path, origin: Origin, name: &str, lines: &[String]) -> Result<Text, String> {
    let stem: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let file = folder.join(format!("{stem}.txt"));
    fs::write(&file, lines.join("\n") + "\n").map_err(|error| format!("{name}: {error}"))?;
    Ok(Text {
        origin,
        name: name.to_owned(),
        file,
    })
}

#[cfg(test)]
mod tests {
    use super::{placed, random};

    #[test]
    fn characters_are_put_in_places() {
        assert_eq!(placed("aXb.com", 'é'), "aéb.com");
        assert_eq!(placed("/a%Xb", 'é'), "/a%C3%A9b");
    }

    #[test]
    fn random_lines_repeat() {
        let changed = ['α', 'β'];
        assert_eq!(random(&changed), random(&changed));
        assert!(random(&changed).iter().all(|line| line.contains(changed)));
    }
}
