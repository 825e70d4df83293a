//! The command line of linkspan: `find`, `linkify`, `explain`, `format`, `bidi`, `tlds` and `conformance`.
//!
//! **Not a stable API.** The library target exists for the program, which calls [`run`], for the
//! package for Python, which has the same command line by [`run_with`], and for fuzzing, which
//! checks the modules that read and write foreign data: [`input::parts`], [`out::json`] and
//! [`out::record`]. Other programs use the crate `linkspan`.
//!
//! Dependencies go in one direction: `commands` uses `args`, both use [`input`], and all three use
//! [`out`].
mod args;
mod commands;
pub mod input;
pub mod out;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::FromArgMatches;

use commands::{Arguments, Command, Help};
use out::failure::why;
use out::terminal::{Output, is_safe, printable};
use out::{Outcome, report};

/// Runs the program with the arguments of the process, and returns its exit status.
///
/// It is not an error if the reader closes the pipe early.
#[must_use]
pub fn run() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the program with other arguments, of which the first is its name, and returns its exit
/// status. It uses the standard input and outputs of the process, and leaves signals as they are.
#[must_use]
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let is_short = arguments.iter().any(|argument| argument == "-h");
    let help = if is_short { Help::Short } else { Help::Long };
    let matches = Command::definition(help).try_get_matches_from(&arguments);
    let command = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments.command,
        Err(answer) => return answer_usage(&answer, &arguments).status(),
    };
    let mut out = Output::stdout(command.policy());
    let result = command.run(&mut out);
    let outcome = match result.and_then(|outcome| out.flush().map(|()| outcome)) {
        Ok(outcome) => outcome,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Success,
        Err(error) => {
            report(format_args!("standard output: {}", why(&error)));
            Outcome::Trouble
        }
    };
    outcome.status()
}

/// Prints help, or an error about the arguments.
fn answer_usage(answer: &clap::Error, arguments: &[OsString]) -> Outcome {
    let is_error = answer.use_stderr();
    // The error repeats an argument, which can be a file name chosen by an attacker.
    let is_odd = |argument: &str| argument.contains(char::is_control) || !is_safe(argument);
    let mut arguments = arguments.iter();
    let is_hostile = arguments.any(|argument| is_odd(&argument.to_string_lossy()));
    let written = if is_error && is_hostile {
        write!(io::stderr(), "{}", printable(&answer.to_string()))
    } else {
        answer.print()
    };
    match written {
        _ if is_error => Outcome::Trouble,
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Outcome::Trouble,
        _ => Outcome::Success,
    }
}
