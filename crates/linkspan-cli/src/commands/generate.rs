//! `linkspan completions` and `linkspan man`, generated from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man as Page;

use crate::out::{Outcome, report};

/// Print the completions of a shell
#[derive(Args)]
#[command(after_help = "\
Example:
  linkspan completions bash > ~/.local/share/bash-completion/completions/linkspan")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// Print the manual page, or write the pages of all commands to a folder
#[derive(Args)]
#[command(after_help = "\
Examples:
  linkspan man | man -l -
  linkspan man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The folder to write all pages to
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Writes the completions of `command_line` for a shell.
pub(crate) fn completions(
    arguments: &Completions,
    mut command_line: clap::Command,
    out: &mut impl Write,
) -> io::Result<Outcome> {
    // The generator panics if it cannot write, so that it gets a buffer.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command_line, "linkspan", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Success)
}

/// Writes the manual page of `command_line`, or those of all its commands to a folder.
pub(crate) fn man(
    arguments: &Man,
    command_line: clap::Command,
    out: &mut impl Write,
) -> io::Result<Outcome> {
    let Some(folder) = &arguments.dir else {
        Page::new(command_line).render(out)?;
        return Ok(Outcome::Success);
    };
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command_line, folder));
    if let Err(error) = written {
        report(format_args!(
            "cannot write to {}: {error}",
            folder.display()
        ));
        return Ok(Outcome::Trouble);
    }
    Ok(Outcome::Success)
}
