//! The official files of UTS #58, if they are on this machine.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use common::linkspan;

/// The versions, and the files of each that are checked. The tables are for Unicode 18.0; of earlier
/// versions, only what does not depend on them is checked.
const OFFICIAL: [(&str, &[&str]); 2] = [
    (
        "18.0.0",
        &[
            "LinkTerm.txt",
            "LinkBracket.txt",
            "LinkEmail.txt",
            "LinkDetectionTest.txt",
            "LinkFormattingTest.txt",
        ],
    ),
    (
        "17.0.0",
        &["LinkDetectionTest.txt", "LinkFormattingTest.txt"],
    ),
];

/// The repository, where relative folders start. A test starts in the folder of its package.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The folder with the files of a version: in `$LINKSPAN_UNICODE_DIR` if it is set, otherwise where
/// `conformance --download` writes them, or beside the project.
fn find_folder(version: &str) -> Option<PathBuf> {
    let places = match env::var_os("LINKSPAN_UNICODE_DIR") {
        Some(place) => vec![PathBuf::from(place)],
        None => vec!["unicode".into(), "../shared/unicode".into()],
    };
    let mut folders = places
        .into_iter()
        .map(|place| Path::new(ROOT).join(place).join(version));
    folders.find(|folder| folder.is_dir())
}

/// The command that downloads a version to where [`find_folder`] looks first.
fn name_command(version: &str) -> String {
    let command = format!("cargo run --release -- conformance --download {version}");
    match env::var_os("LINKSPAN_UNICODE_DIR") {
        Some(place) => format!("{command} '{}'", Path::new(&place).join(version).display()),
        None => command,
    }
}

/// Copies the files to check of a version to a folder of their own. Returns the folder, and the
/// names of the files that exist.
fn copy_files<'a>(version: &str, from: &Path, names: &[&'a str]) -> (PathBuf, Vec<&'a str>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("official-{version}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let exists = |name: &&str| from.join(name).is_file();
    let names: Vec<&str> = names.iter().copied().filter(exists).collect();
    for name in &names {
        // The contents, without the permissions: the original may be read-only.
        let contents = fs::read(from.join(name)).expect("an official file");
        fs::write(folder.join(name), contents).expect("a copy");
    }
    (folder, names)
}

/// The number of cases in a line such as `LinkTerm.txt (2025-12-26), code points: 5/10 passed`.
fn count_cases(line: &str) -> usize {
    let counts = line.strip_suffix(" passed").expect("counts");
    let (_, total) = counts.rsplit_once('/').expect("a total");
    total.parse().expect("a number")
}

/// Checks the files of one version, and returns whether all of them exist.
fn check(version: &str, from: &Path, expected: &[&str]) -> bool {
    let (folder, names) = copy_files(version, from, expected);
    if names.is_empty() {
        return false;
    }
    let run = linkspan(&["conformance", folder.to_str().expect("UTF-8")], b"");
    let shown = format!("{version}: {}{}", run.text(), run.err);
    assert_eq!(run.code, Some(0), "{shown}");
    for name in &names {
        let start = format!("{name} (");
        let lines = run.text().lines().filter(|line| line.starts_with(&start));
        let counts = lines.filter(|line| line.ends_with(" passed"));
        let cases: usize = counts.map(count_cases).sum();
        assert!(cases > 0, "{name}: no case of {shown}");
    }
    names.len() == expected.len()
}

/// A version that is missing, or a part of it, is named, because the test passes without it.
#[test]
fn official_files_give_the_expected_results() {
    let mut missing = Vec::new();
    for (version, names) in OFFICIAL {
        let folder = find_folder(version);
        if !folder.is_some_and(|folder| check(version, &folder, names)) {
            missing.push(version);
        }
    }
    if missing.is_empty() {
        return;
    }
    let commands: Vec<String> = missing.iter().copied().map(name_command).collect();
    let line = format!(
        "official files of Unicode {} not all checked, because some are absent; get them with `{}`\n",
        missing.join(" and "),
        commands.join(" && ")
    );
    // The macros of the standard library would be captured, and shown only if the test failed.
    let mut err = io::stderr();
    err.write_all(line.as_bytes()).expect("standard error");
}
