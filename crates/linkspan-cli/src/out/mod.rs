//! Output of commands, messages to the user, and exit statuses.

pub(crate) mod atomic_write;
pub mod column;
pub(crate) mod failure;
pub mod json;
pub(crate) mod marks;
pub(crate) mod progress;
pub mod record;
pub(crate) mod style;
pub(crate) mod terminal;

use std::fmt;
use std::io::{self, Write};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Something was found, or everything worked.
    Success,
    /// Nothing was found.
    Nothing,
    /// A file would change (`--check`, `--diff`).
    WouldChange,
    /// An error was reported.
    Trouble,
}

impl Outcome {
    /// The exit status of the program.
    pub(crate) fn status(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Nothing | Self::WouldChange => 1,
            Self::Trouble => 2,
        }
    }
}

/// Reports a problem to the user, on one line of standard error.
pub(crate) fn report(what: impl fmt::Display) {
    let what = terminal::one_line(&what.to_string());
    // If standard error is closed, the message is lost and the work continues.
    let _ = writeln!(io::stderr(), "linkspan: {what}");
}
