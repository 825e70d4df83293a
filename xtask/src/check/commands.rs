//! How the work of whole commands grows with their input, counted by Callgrind.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use crate::ci::build_debug_program;
use crate::instructions::{Count, callgrind, fresh, total};
use crate::run::{output, root};

/// Commands that read standard input and keep something of it.
const COMMANDS: [&str; 10] = [
    "find",
    "find --rejected --format=json --profile=recommended",
    "find --unique --sort=host",
    "find --context=1",
    "find --refang --format=marked",
    "find --mail",
    "linkify --from=html",
    "linkify --from=markdown",
    "format --form=display",
    "bidi --kind=text --ambiguous",
];

/// Runs every command on every hostile unit, repeated on a line of some length and of four times that.
pub(crate) fn counts() -> Result<Vec<Count>, String> {
    let program = build_debug_program()?;
    let folder = fresh("commands")?;
    let (text, dump) = (folder.join("text"), folder.join("dump"));
    let failed = |error: std::io::Error| error.to_string();
    let mut counts = Vec::new();
    for command in COMMANDS {
        for size in ["400", "1600"] {
            let hostile = root().join("target/release/instructions");
            let hostile = output(Command::new(hostile).args(["text", size]))?;
            fs::write(&text, &hostile).map_err(failed)?;
            let ended = callgrind(&dump)
                .arg(&program)
                .args(command.split(' '))
                .stdin(File::open(&text).map_err(failed)?)
                .stdout(Stdio::null())
                .output()
                .map_err(failed)?;
            if !matches!(ended.status.code(), Some(0..=2)) {
                let messages = String::from_utf8_lossy(&ended.stderr);
                return Err(format!("{command}: {messages}"));
            }
            counts.push((format!("{command}\t{}", hostile.len()), total(&dump)?));
        }
    }
    Ok(counts)
}
