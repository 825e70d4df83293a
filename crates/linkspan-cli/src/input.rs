//! Where input comes from: files, standard input and arguments.

use std::fmt;
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

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("-"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}
