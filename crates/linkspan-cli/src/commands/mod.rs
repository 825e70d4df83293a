//! The command line and its commands, one module each.

mod bidi;
mod conformance;
mod explain;
mod find;
mod format;
mod generate;
mod linkify;
mod tlds;

use std::io::{self, Write};
use std::sync::LazyLock;

use clap::{CommandFactory, Parser, Subcommand};

use crate::out::Outcome;
use crate::out::terminal::Policy;

/// Find links and e-mail addresses in text in any language
///
/// By default, finds the links that a reader expects; with `--profile uts58`, exactly those that
/// Unicode UTS #58 defines. Also writes URLs in readable form.
#[derive(Parser)]
#[command(
    name = "linkspan",
    bin_name = "linkspan",
    version,
    long_version = versions(),
    max_term_width = 100
)]
#[command(after_help = "\
Exit status: 0 found or done, 1 nothing found or files would change, 2 errors.
All options of a command: linkspan COMMAND --help")]
#[command(after_long_help = "\
Exit status:
  0 if something was found or done, 1 if nothing was found or a file would change, 2 on errors.

Defaults:
  `find`, `linkify`, `explain` and `bidi` use the profile `recommended`; `--profile uts58` follows the standard alone.
  `find` and `linkify` take files and folders; `explain`, `format` and `bidi` take strings, and files with `--file`.
  All of them read standard input if nothing is named, or for `-`.

Examples:
  linkspan find docs
  linkspan linkify --to html < chat.txt
  linkspan explain 'see README.md, or 请访问example.com'")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version of the program and of the data that decide about links.
fn versions() -> &'static str {
    static VERSIONS: LazyLock<String> = LazyLock::new(|| {
        let (major, minor, update) = linkspan::props::UNICODE_VERSION;
        format!(
            "{}\nUnicode {major}.{minor}.{update}\ntop-level domains of {}\npublic suffixes of {}",
            env!("CARGO_PKG_VERSION"),
            linkspan::tld::EMBEDDED_DATE,
            linkspan::suffix::EMBEDDED_VERSION,
        )
    });
    &VERSIONS
}

/// A command and its subcommands, with short help.
fn brief(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let takes_values = argument.get_action().takes_values();
        argument
            .help_heading(None)
            .hide_possible_values(takes_values)
            .hide_default_value(takes_values)
    });
    command.mut_subcommands(brief)
}

/// How many options help shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Help {
    /// The common options: `-h`.
    Short,
    /// All options: `--help`.
    Long,
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
    /// How output is escaped for a terminal.
    pub(crate) fn policy(&self) -> Policy {
        match self {
            Self::Find(arguments) => arguments.policy(),
            Self::Linkify(arguments) => arguments.policy(),
            // Prints fields, and colours.
            Self::Explain(_) => Policy::Unchanged,
            Self::Format(_) | Self::Tlds(_) | Self::Conformance(_) => Policy::Text,
            Self::Bidi(_) => Policy::Ordered,
            // Their output has no foreign text.
            Self::Completions(_) | Self::Man(_) => Policy::Unchanged,
        }
    }

    /// The definition of the command line. For `-h`, the options are under one heading and without
    /// lists of values, to fit on a screen.
    pub(crate) fn definition(help: Help) -> clap::Command {
        let command = Arguments::command();
        match help {
            Help::Long => command,
            Help::Short => brief(command),
        }
    }

    /// Runs the command. Returns errors of `out`; all other errors are reported to the user.
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
