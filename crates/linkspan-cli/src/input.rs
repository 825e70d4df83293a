//! Where input comes from: files, standard input and arguments.

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

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
        let source = |path: &PathBuf| match path.to_str() {
            Some("-") => Self::StandardInput,
            _ => Self::File(path.clone()),
        };
        paths.iter().map(source).collect()
    }

    /// All bytes of the source, or a sentence that says why there are none.
    pub(crate) fn read(&self) -> Result<Vec<u8>, String> {
        let bytes = match self {
            Self::StandardInput => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
            Self::File(path) => fs::read(path),
        };
        bytes.map_err(|error| match self {
            Self::StandardInput => format!("cannot read standard input: {error}"),
            Self::File(path) => format!("cannot read {}: {error}", path.display()),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("-"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}
