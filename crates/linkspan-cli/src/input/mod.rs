//! Input: files, standard input and lists.

pub(crate) mod broken;
pub(crate) mod download;
pub mod parts;
pub(crate) mod pieces;
pub(crate) mod sniff;
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

/// Tells the user that the program reads standard input, if that is a terminal.
pub(crate) fn announce_standard_input() {
    if io::stdin().is_terminal() {
        report("reading from standard input; press Ctrl-D to end");
    }
}

/// A source to read.
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

/// The message for a named file that could not be read. If the name looks like text, the message
/// says how to pass text to `command`.
pub(crate) fn not_read(path: &Path, error: &io::Error, command: &str) -> String {
    let name = file_name(path);
    let is_text = name.contains([' ', '@']) || name.contains("://");
    if error.kind() != io::ErrorKind::NotFound || !is_text {
        return format!("{name}: {}", why(error));
    }
    // A name that a shell would change is not repeated.
    let is_plain = name.chars().count() <= 60 && !name.contains(['\'', '\\', '!']);
    let text = if is_plain { &name } else { "TEXT" };
    format!("{name}: no such file or folder; to use it as text, run `echo '{text}' | {command}`")
}

/// The text of a list file of at most `most` bytes, or an error message.
pub(crate) fn list(path: &Path, most: u64) -> Result<String, String> {
    let read = || {
        // Devices and pipes have no known size, and may never end.
        let mut text = Vec::new();
        File::open(path)?.take(most + 1).read_to_end(&mut text)?;
        if text.len() as u64 > most {
            let message =
                format!("larger than {most} bytes, too large for such a list; check the name");
            return Err(io::Error::other(message));
        }
        String::from_utf8(text).map_err(|_| io::Error::other("not UTF-8; convert it first"))
    };
    read().map_err(|error| format!("{}: {}", path.display(), why(&error)))
}

/// Passes the lines of a source to `take`, each with its number and ending, as soon as it is read.
/// Flushes the output before it waits for more input; otherwise a program at both ends of the pipe
/// would block. The outer error comes from the output, the inner one from the source.
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
