//! Output: what commands print, what they report, and how they end.

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
    /// Something would change, as `--check` and `--diff` say.
    WouldChange,
    /// Something went wrong and was reported.
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

/// Tells the user about a problem, on one line of standard error.
pub(crate) fn report(what: impl fmt::Display) {
    let what = terminal::one_line(&what.to_string());
    // Without standard error there is nothing left to report to; the work goes on.
    let _ = writeln!(io::stderr(), "linkspan: {what}");
}
