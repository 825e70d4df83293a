//! What may be written to a terminal: colours, hyperlinks, and text that cannot disturb it.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::{Args, ValueEnum};
use linkspan::render::printable;

/// Options about colours and hyperlinks.
#[derive(Args)]
#[command(next_help_heading = "Terminal")]
pub(crate) struct Look {
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,

    /// When to make printed links clickable (OSC 8)
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    hyperlinks: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// On a terminal that can do it
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How things look.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) colors: bool,
    pub(crate) hyperlinks: bool,
}

impl Look {
    pub(crate) fn paint(&self) -> Paint {
        Paint {
            colors: match self.color {
                When::Auto => can_colour(),
                When::Always => true,
                When::Never => false,
            },
            hyperlinks: match self.hyperlinks {
                When::Auto => supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
                When::Always => true,
                When::Never => false,
            },
        }
    }
}

/// Whether standard output is a terminal that shows colours, and nobody objects (`NO_COLOR`).
pub(crate) fn can_colour() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_dumb && !is_unwanted
}

/// The colour of something, by its number in the standard of terminals.
#[derive(Clone, Copy)]
pub(crate) enum Colour {
    Path = 35,
    Place = 32,
    Link = 36,
    Rejected = 31,
}

impl Paint {
    /// Writes text in a colour.
    pub(crate) fn write(self, colour: Colour, text: &str, out: &mut impl Write) -> io::Result<()> {
        match self.colors {
            true => write!(out, "\u{1B}[{}m{text}\u{1B}[0m", colour as u8),
            false => out.write_all(text.as_bytes()),
        }
    }

    /// Writes a link that leads to `href`.
    pub(crate) fn link(self, text: &str, href: &str, out: &mut impl Write) -> io::Result<()> {
        let is_target = href.bytes().all(|byte| (32..127).contains(&byte));
        if !(self.hyperlinks && is_target) {
            return self.write(Colour::Link, text, out);
        }
        write!(out, "\u{1B}]8;;{href}\u{1B}\\")?;
        self.write(Colour::Link, text, out)?;
        write!(out, "\u{1B}]8;;\u{1B}\\")
    }
}

/// Characters that end a line.
const ENDS: [char; 4] = ['\r', '\n', '\u{2028}', '\u{2029}'];

/// Text on one line that cannot disturb a terminal or forge another line or column.
pub(crate) fn one_line(text: &str) -> String {
    escaped(text, |c| c == '\t' || ENDS.contains(&c))
}

/// A line of a file as it is, tabs included, that cannot disturb a terminal or forge another line.
pub(crate) fn one_text_line(text: &str) -> String {
    escaped(text, |c| ENDS.contains(&c))
}

fn escaped(text: &str, is_odd: impl Fn(char) -> bool) -> String {
    let text = printable(text);
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match is_odd(c) {
            true => line.extend(c.escape_unicode()),
            false => line.push(c),
        }
    }
    line
}

/// The name of a file on one line.
pub(crate) fn file_name(path: &Path) -> String {
    one_line(&path.display().to_string())
}

/// A writer that lets no control of the text through to a terminal.
pub(crate) struct Guarded<W> {
    out: W,
    guards: bool,
}

impl<W: Write> Guarded<W> {
    /// Guards `out`, or lets everything through.
    pub(crate) fn new(out: W, guards: bool) -> Self {
        Self { out, guards }
    }
}

impl<W: Write> Write for Guarded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.guards {
            true => {
                let text = String::from_utf8_lossy(bytes);
                self.out.write_all(printable(&text).as_bytes())
            }
            false => self.out.write_all(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
