//! Where input comes from: files, standard input and arguments.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// A place to read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    StandardInput,
    File(PathBuf),
}

impl Source {
    /// The sources that the arguments name; none, or `-`, is standard input.
    pub(crate) fn named(paths: &[PathBuf]) -> Vec<Self> {
        if paths.is_empty() {
            return vec![Self::StandardInput];
        }
        paths.iter().map(|path| Self::of(path)).collect()
    }

    /// The source with a name; `-` is standard input.
    pub(crate) fn of(path: &Path) -> Self {
        match path.to_str() {
            Some("-") => Self::StandardInput,
            _ => Self::File(path.to_owned()),
        }
    }
}

/// Hands the lines of a source to `take`, each with its number and ending, as soon as it is there, and
/// what is written to whoever waits for it. The outer error is one of the output, the inner one is of
/// the source.
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
