//! `cargo xtask c`: the library for C.

mod install;
mod samples;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::js::{said, succeed};
use crate::suite::{Done, cargo, root};
use install::{Installed, install};
use samples::{MANY_RANDOM_CALLS, RANDOM_CALLS, Samples, has};

/// The most bytes of the shared library.
const MOST_BYTES: u64 = 2_000_000;

/// Builds and tests.
pub(crate) fn run() -> Result<(), String> {
    stage().map(said)
}

/// Writes the header.
pub(crate) fn header() -> Result<(), String> {
    let mut command = cargo(&[
        "test",
        "--quiet",
        "--package",
        "linkspan-c",
        "--test",
        "header",
    ]);
    succeed(command.env("LINKSPAN_WRITE_HEADER", "1"))
}

/// Installs below a prefix, and below `DESTDIR` if that is set.
pub(crate) fn install_below(prefix: &str) -> Result<(), String> {
    let stage = std::env::var_os("DESTDIR").filter(|stage| !stage.is_empty());
    let installed = install(Path::new(prefix), stage.as_deref().map(Path::new))?;
    println!("installed in {}", installed.folder.display());
    Ok(())
}

/// The stage of the test command.
pub(crate) fn stage() -> Result<Done, String> {
    tested(RANDOM_CALLS)
}

/// The same with many more random calls, and the sizes without features.
pub(crate) fn in_full() -> Result<Done, String> {
    for features in ["", "psl", "bidi"] {
        let made = install::build(Some(features))?;
        println!(
            "{} bytes with the features `{features}`",
            size(&made.join("liblinkspan_c.so"))?
        );
    }
    tested(MANY_RANDOM_CALLS)
}

fn tested(calls: &str) -> Result<Done, String> {
    for program in ["gcc", "g++", "pkg-config", "nm"] {
        if !has(program) {
            return Ok(Done::Skipped(format!("install {program}")));
        }
    }
    let prefix = root().join("target/c/prefix");
    fs::create_dir_all(&prefix).map_err(|error| error.to_string())?;
    let prefix = prefix.canonicalize().map_err(|error| error.to_string())?;
    let installed = install(&prefix, None)?;
    let symbols = exported(&installed)?;
    let bytes = size(&installed.library())?;
    if bytes > MOST_BYTES {
        return Err(format!(
            "the library has {bytes} bytes, more than {MOST_BYTES}"
        ));
    }
    let mut samples = Samples::new(&installed)?;
    samples.programs(calls)?;
    samples.documents()?;
    let links = identity(&samples)?;
    samples.others()?;
    for what in &samples.without {
        println!("without {what}");
    }
    Ok(Done::Passed(format!(
        "; {symbols} functions, {bytes} bytes, {links} links as the command line has them"
    )))
}

fn size(file: &Path) -> Result<u64, String> {
    let data = fs::metadata(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(data.len())
}

/// The number of functions that the library exports: those of the header, and nothing else.
fn exported(installed: &Installed) -> Result<usize, String> {
    let mut command = Command::new("nm");
    command.args(["--dynamic", "--defined-only", "--format=posix"]);
    let output = command.arg(installed.library()).output();
    let output = output.map_err(|error| format!("cannot start nm: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let header = root().join("crates/linkspan-c/include/linkspan.h");
    let header = fs::read_to_string(header).map_err(|error| error.to_string())?;
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let declared = |name: &str| {
        name.starts_with("linkspan_")
            && [" ", "*"]
                .iter()
                .any(|before| header.contains(&format!("{before}{name}(")))
    };
    let strange: Vec<&&str> = names.iter().filter(|name| !declared(name)).collect();
    if !strange.is_empty() || names.is_empty() {
        return Err(format!(
            "the library exports what the header does not have: {strange:?}"
        ));
    }
    Ok(names.len())
}

/// The fields that the program in C prints, as the command line calls them.
const FIELDS: [&str; 10] = [
    "start",
    "end",
    "start_utf16",
    "end_utf16",
    "kind",
    "href",
    "display",
    "host_ascii",
    "host_display",
    "registrable_domain",
];

/// Compares the links of all case files and corpora with those of the command line, and counts them.
fn identity(samples: &Samples<'_>) -> Result<usize, String> {
    succeed(cargo(&["build", "--quiet", "--release"]).args(["--package", "linkspan-cli"]))?;
    let program = samples.identity()?;
    let mut count = 0;
    for profile in ["recommended", "uts58", "uasg", "nonascii", "pri185"] {
        for file in texts() {
            let output = samples.command(&program).arg(profile).arg(&file).output();
            let output = output.map_err(|error| error.to_string())?;
            let in_c = String::from_utf8_lossy(&output.stdout);
            if !output.status.success() {
                return Err(format!(
                    "{}: {}",
                    file.display(),
                    String::from_utf8_lossy(&output.stderr)
                ));
            }
            let native = native(&file, profile)?;
            let in_c: Vec<&str> = in_c.lines().filter(|line| *line != "-").collect();
            let other = in_c.iter().zip(&native).find(|(c, native)| *c != native);
            if other.is_some() || in_c.len() != native.len() {
                let counts = (in_c.len(), native.len());
                return Err(format!(
                    "{}, {profile}: {counts:?} links, {other:?}",
                    file.display()
                ));
            }
            count += in_c.len();
        }
    }
    Ok(count)
}

/// The case files, and the corpora if they are there.
fn texts() -> Vec<PathBuf> {
    let corpora = std::env::var_os("LINKSPAN_CORPORA_DIR")
        .map_or_else(|| root().join("../shared/corpora"), PathBuf::from);
    let folders = [root().join("crates/linkspan/tests/cases"), corpora];
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten());
    let mut files: Vec<PathBuf> = files
        .filter_map(|entry| entry.ok()?.path().canonicalize().ok())
        .filter(|file| {
            file.extension()
                .is_some_and(|name| name == "txt" || name == "md")
        })
        .collect();
    files.sort();
    files
}

/// The links of a file by the command line, written as the program in C writes them.
fn native(file: &Path, profile: &str) -> Result<Vec<String>, String> {
    let mut command = Command::new(root().join("target/release/linkspan"));
    command.args(["find", "--format", "json", "--profile", profile]);
    // The list of top-level domains is judged by its age in one of the profiles.
    let output = command
        .arg(file)
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = Vec::new();
    for line in text.lines() {
        let link: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let field = |name: &&str| match (*name, link.get(*name)) {
            ("kind", Some(Value::String(kind))) => match kind.as_str() {
                "email" => "1".into(),
                "file" => "2".into(),
                _ => "0".into(),
            },
            (_, Some(Value::String(text))) => text.clone(),
            (_, Some(Value::Number(number))) => number.to_string(),
            _ => "-".into(),
        };
        lines.push(FIELDS.iter().map(field).collect::<Vec<String>>().join("\t"));
    }
    Ok(lines)
}
