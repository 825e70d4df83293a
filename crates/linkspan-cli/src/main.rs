//! The command line of linkspan: `find`, `linkify`, `explain`, `format`, `bidi`, `tlds` and `conformance`.
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
mod input;
mod out;

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use linkspan::render::printable;

use commands::{bidi, conformance, explain, find, format, generate, linkify, tlds};
use out::{Outcome, report, style};

/// Finds links and e-mail addresses in text of any language exactly as Unicode UTS #58 defines, and
/// writes URLs so that people can read them.
#[derive(Parser)]
#[command(name = "linkspan", version, max_term_width = 100)]
#[command(after_help = "\
Exit status: 0 if something was found or done, 1 if nothing was found, 2 on errors.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Find(find::Arguments),
    Linkify(linkify::Arguments),
    Explain(explain::Arguments),
    Format(format::Arguments),
    Bidi(bidi::Arguments),
    Tlds(tlds::Arguments),
    Conformance(conformance::Arguments),
    Completions(generate::Completions),
    Man(generate::Man),
}

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

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => return answered(&answer),
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let guards = io::stdout().is_terminal();
    let result = match arguments.command {
        Command::Find(arguments) => find::run(&arguments, &mut out),
        Command::Linkify(arguments) => linkify::run(&arguments, &mut out),
        Command::Explain(arguments) => explain::run(&arguments, &mut out),
        Command::Format(arguments) => {
            format::run(&arguments, &mut style::Guarded::new(&mut out, guards))
        }
        Command::Bidi(arguments) => bidi::run(&arguments, &mut out),
        Command::Tlds(arguments) => tlds::run(&arguments, &mut out),
        Command::Conformance(arguments) => {
            conformance::run(&arguments, &mut style::Guarded::new(&mut out, guards))
        }
        Command::Completions(arguments) => {
            generate::completions(&arguments, Arguments::command(), &mut out)
        }
        Command::Man(arguments) => generate::man(&arguments, Arguments::command(), &mut out),
    };
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
