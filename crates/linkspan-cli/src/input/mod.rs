//! Input: files, standard input, lists, and what they contain.

pub mod parts;
pub(crate) mod pieces;
pub(crate) mod tld_list;

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use crate::out::failure::why;
use crate::out::report;
use crate::out::terminal::file_name;

/// The name of standard input in messages.
pub(crate) const STANDARD_INPUT: &str = "standard input";

/// Says that the program waits for a person to type, if standard input is a terminal.
pub(crate) fn announce_standard_input() {
    if io::stdin().is_terminal() {
        report("reading standard input; Ctrl-D ends it");
    }
}

/// A place to read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    StandardInput,
    File(PathBuf),
}

impl Source {
    /// The source with a name; `-` is standard input.
    pub(crate) fn of(path: &Path) -> Self {
        match path.to_str() {
            Some("-") => Self::StandardInput,
            _ => Self::File(path.to_owned()),
        }
    }
}

/// Why a file that was named could not be read. If the name looks like text, the sentence says how `command` gets
/// text.
pub(crate) fn not_read(path: &Path, error: &io::Error, command: &str) -> String {
    let name = file_name(path);
    let is_text = name.contains([' ', '@']) || name.contains("://");
    if error.kind() != io::ErrorKind::NotFound || !is_text {
        return format!("{name}: {}", why(error));
    }
    // What a shell would change is not repeated.
    let is_plain = name.chars().count() <= 60 && !name.contains(['\'', '\\', '!']);
    let text = if is_plain { &name } else { "TEXT" };
    format!("{name}: no such file or folder; to use it as text, say `echo '{text}' | {command}`")
}

/// The text of a file that should be a list of at most `most` bytes, or a sentence that says why it
/// cannot be read.
pub(crate) fn list(path: &Path, most: u64) -> Result<String, String> {
    let read = || {
        // Devices and pipes do not say how much they have, and may never end.
        let mut text = Vec::new();
        File::open(path)?.take(most + 1).read_to_end(&mut text)?;
        if text.len() as u64 > most {
            let message = format!("larger than {most} bytes, which no such list is");
            return Err(io::Error::other(message));
        }
        String::from_utf8(text).map_err(|_| io::Error::other("not UTF-8"))
    };
    read().map_err(|error| format!("{}: {}", path.display(), why(&error)))
}

/// Hands the lines of a source to `take`, each with its number and ending, as soon as it is there.
/// Flushes the output before it waits for more input, so that a program at both ends of the pipe is
/// not blocked. The outer error is one of the output, the inner one is of the source.
pub(crate) fn each_line<W: Write>(
    source: impl Read,
    out: &mut W,
    mut take: impl FnMut(usize, &[u8], &mut W) -> io::Result<()>,
) -> io::Result<io::Result<()>> {
    let mut input = BufReader::new(source);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => take(number, &line, out)?,
            Err(error) => return Ok(Err(error)),
        }
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    Ok(Ok(()))
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("-"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}
