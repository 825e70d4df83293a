//! The command line of linkspan: `find`, `linkify`, `explain`, `format`, `bidi`, `tlds` and `conformance`.
//!
//! **Not a stable API.** The library target exists for the program, which calls [`run`], and for
//! fuzzing, which checks what reads and writes foreign data: [`input::mail`], [`input::parts`],
//! [`out::json`] and [`out::record`]. Other programs use the crate `linkspan`.
//!
//! Modules depend in one direction: `commands` on `args`, all of these on [`input`], and everything on
//! [`out`].
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod args;
mod commands;
pub mod input;
pub mod out;

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use linkspan::render::printable;

use commands::Arguments;
use out::{Outcome, report};

/// Gives help, or says what is wrong with the arguments.
fn answered(answer: &clap::Error) -> ExitCode {
    let is_error = answer.use_stderr();
    // An argument can be the name of a file that somebody else has chosen.
    let has_control = std::env::args_os().any(|argument| {
        let argument = argument.to_string_lossy();
        argument.contains(char::is_control) || matches!(printable(&argument), Cow::Owned(_))
    });
    let told = match is_error && has_control {
        true => write!(io::stderr(), "{}", printable(&answer.to_string())),
        false => answer.print(),
    };
    match told {
        _ if is_error => Outcome::Trouble.into(),
        // Whoever reads our help may have seen enough of it.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Outcome::Trouble.into(),
        _ => ExitCode::SUCCESS,
    }
}

/// Runs the program with the arguments of the process, and gives its exit status.
///
/// A reader that closes the pipe early is not an error: it has what it wanted.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => return answered(&answer),
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let guards = io::stdout().is_terminal();
    let result = arguments.command.run(&mut out, guards);
    match result.and_then(|outcome| out.flush().map(|()| outcome)) {
        Ok(outcome) => outcome.into(),
        // Whoever reads our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            report(format_args!("cannot write the output: {error}"));
            Outcome::Trouble.into()
        }
    }
}
