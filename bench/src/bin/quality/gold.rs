//! Lines that other people have annotated, if they are at hand.
//!
//! They are not in the repository: `LINKSPAN_GOLD_DIR` names the folder, `../shared/gold` by default.
//! Each file has one JSON object a line: `text`, and in code points `links` and `unsure`, the ranges
//! that the annotators marked but that are not whole addresses.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::judged::Case;

/// The lines of a file.
pub(crate) struct Gold {
    /// The name of the file without its extension.
    pub(crate) name: String,
    pub(crate) cases: Vec<Case>,
}

/// All files of the folder, by name. There are none if the folder is absent.
pub(crate) fn sets() -> Vec<Gold> {
    let folder = std::env::var_os("LINKSPAN_GOLD_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/gold"),
        PathBuf::from,
    );
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Gold {
    let contents = fs::read_to_string(path).expect("the annotated lines can be read");
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let lines = contents.lines().enumerate();
    Gold {
        name: name.to_string(),
        cases: lines
            .map(|(at, line)| parse(&name, at + 1, line))
            .filter(|case| !case.text.contains('\n'))
            .collect(),
    }
}

fn parse(section: &str, line: usize, json: &str) -> Case {
    let value: Value = serde_json::from_str(json).expect("a line is a JSON object");
    let text = value["text"].as_str().expect("a line has a text");
    let ranges = |field: &str| {
        let ranges = value[field].as_array().into_iter().flatten();
        ranges.map(|range| in_bytes(text, range)).collect()
    };
    Case {
        section: section.to_owned(),
        line,
        links: ranges("links"),
        unsure: ranges("unsure"),
        text: text.to_owned(),
    }
}

/// A range of code points as one of bytes.
fn in_bytes(text: &str, range: &Value) -> Range<usize> {
    let at = |index: usize| {
        let place = range[index].as_u64().expect("a range has two numbers");
        let place = usize::try_from(place).expect("an offset is in the text");
        text.char_indices()
            .nth(place)
            .map_or(text.len(), |(at, _)| at)
    };
    at(0)..at(1)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn offsets_become_bytes() {
        let case = parse(
            "x",
            1,
            r#"{"text": "é a.com …", "links": [[2, 7]], "unsure": [[8, 9]]}"#,
        );
        assert_eq!(
            (&case.text[case.links[0].clone()], case.unsure[0].clone()),
            ("a.com", 9..12)
        );
    }
}
