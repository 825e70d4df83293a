//! Output of commands, messages to the user, and exit statuses.

pub(crate) mod failure;
pub mod json;
pub(crate) mod marks;
pub(crate) mod progress;
pub mod record;
pub(crate) mod style;
pub(crate) mod terminal;
pub(crate) mod whole;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

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

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Success => 0,
            Outcome::Nothing | Outcome::WouldChange => 1,
            Outcome::Trouble => 2,
        })
    }
}

/// Reports a problem to the user, on one line of standard error.
pub(crate) fn report(what: impl fmt::Display) {
    let what = terminal::one_line(&what.to_string());
    // If standard error is closed, the message is lost and the work continues.
    let _ = writeln!(io::stderr(), "linkspan: {what}");
}
