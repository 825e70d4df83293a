//! Colours and hyperlinks on a terminal.

use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};

/// Options for colours and hyperlinks.
#[derive(Args)]
#[command(next_help_heading = "Terminal")]
pub(crate) struct Look {
    /// When to use colours; `auto` uses none if `NO_COLOR` is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, hide_short_help = true)]
    color: When,

    /// When to print links as clickable hyperlinks (OSC 8)
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, hide_short_help = true)]
    hyperlinks: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// If the terminal supports it
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The escape sequences to write.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) colors: bool,
    pub(crate) hyperlinks: bool,
}

impl Look {
    /// The setting for the options and this terminal.
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

/// Whether standard output is a terminal that shows colours, and `NO_COLOR` is not set.
pub(crate) fn can_colour() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_dumb && !is_unwanted
}

/// The use of a colour; the number is the colour's in ECMA-48.
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
        if self.colors {
            write!(out, "\u{1B}[{}m{text}\u{1B}[0m", colour as u8)
        } else {
            out.write_all(text.as_bytes())
        }
    }

    /// Writes a link that leads to `href`, as an OSC 8 hyperlink if these are wanted.
    pub(crate) fn link(self, text: &str, href: &str, out: &mut impl Write) -> io::Result<()> {
        // The protocol allows only these bytes in a target.
        let is_target = href.bytes().all(|byte| (32..127).contains(&byte));
        if !(self.hyperlinks && is_target) {
            return self.write(Colour::Link, text, out);
        }
        write!(out, "\u{1B}]8;;{href}\u{1B}\\")?;
        self.write(Colour::Link, text, out)?;
        write!(out, "\u{1B}]8;;\u{1B}\\")
    }
}
