//! `linkspan completions` and `linkspan man`, generated from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man as Page;

use crate::out::failure::why;
use crate::out::{Outcome, report};

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "Exit status: 0 success, 2 errors.")]
#[command(after_long_help = "\
Exit status:
  0 if everything worked, otherwise 2.

Examples:
  linkspan completions bash > ~/.local/share/bash-completion/completions/linkspan")]
pub(crate) struct Completions {
    /// Shell to print completions for
    shell: Shell,
}

/// Print the manual page, or write the pages of all commands
#[derive(Args)]
#[command(after_help = "Exit status: 0 success, 2 errors.")]
#[command(after_long_help = "\
Exit status:
  0 if everything worked, 2 if a page could not be written.

Examples:
  linkspan man | man -l -
  linkspan man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Folder to write the pages of all commands to
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Writes the completions of `command_line` for a shell.
pub(crate) fn completions(
    arguments: &Completions,
    mut command_line: clap::Command,
    out: &mut impl Write,
) -> io::Result<Outcome> {
    // The generator panics if it cannot write; therefore it writes to a buffer.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command_line, "linkspan", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Success)
}

/// Writes the manual page of `command_line`, or the pages of all its commands to a folder.
pub(crate) fn man(
    arguments: &Man,
    command_line: clap::Command,
    out: &mut impl Write,
) -> io::Result<Outcome> {
    let mut command_line = complete(command_line).disable_help_subcommand(true);
    command_line.build();
    let Some(folder) = &arguments.dir else {
        page(&command_line, out)?;
        return Ok(Outcome::Success);
    };
    let written = fs::create_dir_all(folder).and_then(|()| pages(&command_line, folder));
    if let Err(error) = written {
        report(format_args!("{}: {}", folder.display(), why(&error)));
        return Ok(Outcome::Trouble);
    }
    Ok(Outcome::Success)
}

/// A command and its subcommands, with the texts of all options. Without this, options that `-h`
/// hides have no text on a page.
fn complete(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| argument.hide_short_help(false));
    command.mut_subcommands(complete)
}

/// Writes the pages of a command and its subcommands.
fn pages(command: &clap::Command, folder: &Path) -> io::Result<()> {
    for command in command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
    {
        pages(command, folder)?;
    }
    let mut written = Vec::new();
    page(command, &mut written)?;
    fs::write(
        folder.join(Page::new(command.clone()).get_filename()),
        written,
    )
}

/// Writes the page of a command. The texts after the options in its help become separate sections,
/// and lines of examples are kept unchanged.
fn page(command: &clap::Command, out: &mut impl Write) -> io::Result<()> {
    let help = command.get_after_long_help().map(ToString::to_string);
    let source = format!("linkspan {}", env!("CARGO_PKG_VERSION"));
    let page = Page::new(command.clone()).source(source).manual("linkspan");
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    let mut is_verbatim = false;
    let mut is_titled = false;
    for line in help.unwrap_or_default().lines() {
        match line.strip_suffix(':') {
            Some(title) if !line.starts_with(' ') => {
                end_verbatim(is_verbatim, out)?;
                writeln!(out, ".SH {}", title.to_uppercase())?;
                is_titled = true;
                is_verbatim = title.starts_with("Example");
                if is_verbatim {
                    writeln!(out, ".nf")?;
                }
            }
            _ if is_verbatim => writeln!(out, "{}", escape(line))?,
            _ if line.is_empty() => {}
            _ => {
                if !is_titled {
                    writeln!(out, ".SH NOTES")?;
                    is_titled = true;
                }
                writeln!(out, "{}", escape(line.trim_start()))?;
            }
        }
    }
    end_verbatim(is_verbatim, out)?;
    if command.get_version().is_some() {
        page.render_version_section(out)?;
    }
    Ok(())
}

fn end_verbatim(is_verbatim: bool, out: &mut impl Write) -> io::Result<()> {
    if is_verbatim {
        writeln!(out, ".fi")?;
    }
    Ok(())
}

/// A line of a page with all special characters escaped.
fn escape(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len() + 8);
    if line.starts_with(['.', '\'']) {
        escaped.push_str("\\&");
    }
    for c in line.chars() {
        match c {
            '\\' => escaped.push_str("\\e"),
            '-' => escaped.push_str("\\-"),
            // A typesetter would turn these into curly quotes and raised marks.
            '\'' => escaped.push_str("\\(aq"),
            '`' => escaped.push_str("\\(ga"),
            '^' => escaped.push_str("\\(ha"),
            '~' => escaped.push_str("\\(ti"),
            c => escaped.push(c),
        }
    }
    escaped
}
