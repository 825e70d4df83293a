//! How the work of whole commands grows with their input, counted by Callgrind.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::instructions::{Count, fresh, total};
use crate::suite::{program, root};

/// Commands that read standard input and keep something of it.
const COMMANDS: [&[&str]; 10] = [
    &["find"],
    &[
        "find",
        "--rejected",
        "--format=json",
        "--profile=recommended",
    ],
    &["find", "--unique", "--sort=host"],
    &["find", "--context=1"],
    &["find", "--refang", "--format=marked"],
    &["find", "--mail"],
    &["linkify", "--from=html"],
    &["linkify", "--from=markdown"],
    &["format", "--form=display"],
    &["bidi", "--kind=text", "--ambiguous"],
];

/// The sizes of the texts, of which the second is four times the first.
const SIZES: [usize; 2] = [400, 1_600];

/// Runs every command on hostile text, small and large.
pub(crate) fn counts() -> Result<Vec<Count>, String> {
    let program = program()?;
    let folder = fresh("commands")?;
    let mut counts = Vec::new();
    for command in COMMANDS {
        for size in SIZES {
            let text = folder.join(format!("text.{size}"));
            if !text.is_file() {
                write_text(&text, size)?;
            }
            let length = fs::metadata(&text).map_err(|error| error.to_string())?;
            counts.push(Count {
                name: format!("{}\t{}", command.join(" "), length.len()),
                instructions: count(&program, command, &text, &folder.join("command"))?,
            });
        }
    }
    Ok(counts)
}

/// Writes every hostile unit repeatedly, one per line, for the given number of bytes.
fn write_text(file: &Path, size: usize) -> Result<(), String> {
    let text = File::create(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let status = Command::new(root().join("target/release/instructions"))
        .args(["text", &size.to_string()])
        .stdout(text)
        .status();
    if status.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err("there is no hostile text".into())
    }
}

/// The instructions of a command with a file as its input.
fn count(program: &Path, command: &[&str], input: &Path, dump: &Path) -> Result<u64, String> {
    let input = File::open(input).map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .current_dir(root())
        .args(["--tool=callgrind", "--dump-line=no"])
        .arg(format!("--callgrind-out-file={}", dump.display()))
        .arg(program)
        .args(command)
        .stdin(input)
        .stdout(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start valgrind: {error}"))?;
    if !matches!(output.status.code(), Some(0..=2)) {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}: {messages}", command.join(" ")));
    }
    total(dump)
}
