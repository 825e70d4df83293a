//! The commands, a module each, and the command line that names them.

mod bidi;
mod conformance;
mod explain;
mod find;
mod format;
mod generate;
mod linkify;
mod tlds;

use std::io::{self, Write};

use clap::{CommandFactory, Parser, Subcommand};

use crate::out::Outcome;
use crate::out::terminal::Policy;

/// Finds links and e-mail addresses in text of any language exactly as Unicode UTS #58 defines, and
/// writes URLs so that people can read them.
#[derive(Parser)]
#[command(name = "linkspan", version, max_term_width = 100)]
#[command(after_help = "\
Exit status: 0 if something was found or done, 1 if nothing was found, 2 on errors.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A command with its arguments.
#[derive(Subcommand)]
pub(crate) enum Command {
    Find(Box<find::Arguments>),
    Linkify(linkify::Arguments),
    Explain(explain::Arguments),
    Format(format::Arguments),
    Bidi(bidi::Arguments),
    Tlds(tlds::Arguments),
    Conformance(conformance::Arguments),
    Completions(generate::Completions),
    Man(generate::Man),
}

impl Command {
    /// What a terminal gets of the output.
    pub(crate) fn policy(&self) -> Policy {
        match self {
            Self::Find(arguments) => arguments.policy(),
            Self::Linkify(arguments) => arguments.policy(),
            // Prints fields, and colours.
            Self::Explain(_) => Policy::Unchanged,
            Self::Format(_) | Self::Tlds(_) | Self::Conformance(_) => Policy::Text,
            Self::Bidi(_) => Policy::Ordered,
            // Nothing in them comes from outside.
            Self::Completions(_) | Self::Man(_) => Policy::Unchanged,
        }
    }

    /// Runs the command. Errors are those of `out`; everything else is reported.
    pub(crate) fn run(self, out: &mut (impl Write + Send)) -> io::Result<Outcome> {
        match self {
            Self::Find(arguments) => find::run(&arguments, out),
            Self::Linkify(arguments) => linkify::run(&arguments, out),
            Self::Explain(arguments) => explain::run(&arguments, out),
            Self::Format(arguments) => format::run(&arguments, out),
            Self::Bidi(arguments) => bidi::run(&arguments, out),
            Self::Tlds(arguments) => tlds::run(&arguments, out),
            Self::Conformance(arguments) => conformance::run(&arguments, out),
            Self::Completions(arguments) => {
                generate::completions(&arguments, Arguments::command(), out)
            }
            Self::Man(arguments) => generate::man(&arguments, Arguments::command(), out),
        }
    }
}
