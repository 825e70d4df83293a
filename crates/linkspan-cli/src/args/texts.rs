//! The input of `explain`, `format` and `bidi`: strings given as arguments, and lines of files.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::input::sniff::start_of_utf8;
use crate::input::{STANDARD_INPUT, announce_standard_input, each_line};
use crate::out::failure::why;
use crate::out::terminal::file_name;
use crate::out::{Outcome, report};

/// Strings, or files with one string per line.
#[derive(Args)]
pub(crate) struct Texts {
    /// Strings; without any, the lines of standard input
    ///
    /// `-` is standard input.
    #[arg(value_name = "STRING")]
    strings: Vec<OsString>,

    /// Also process each line of a file, first
    ///
    /// Can be given several times. Files come before the strings.
    #[arg(short, long, value_name = "FILE")]
    file: Vec<PathBuf>,
}

/// A string argument, or a line of a file.
pub(crate) struct InputText<'t> {
    /// The name of the file, `-` for standard input; `None` for an argument.
    pub(crate) file: Option<&'t str>,
    /// The number of the argument or the line, from 1.
    pub(crate) number: usize,
    /// The whole text; a line includes its line ending.
    pub(crate) bytes: &'t [u8],
}

impl InputText<'_> {
    /// The location for messages: `argument 1` or `notes.txt:1`.
    pub(crate) fn place(&self) -> String {
        match self.file {
            Some("-") => format!("{STANDARD_INPUT}:{}", self.number),
            Some(file) => format!("{file}:{}", self.number),
            None => format!("argument {}", self.number),
        }
    }

    /// The text without its line ending.
    pub(crate) fn content(&self) -> &[u8] {
        if self.file.is_none() {
            return self.bytes;
        }
        let content = self.bytes.strip_suffix(b"\n").unwrap_or(self.bytes);
        content.strip_suffix(b"\r").unwrap_or(content)
    }
}

/// Where texts come from.
enum Origin<'a> {
    /// An argument, with its number.
    Argument(usize, &'a OsStr),
    StandardInput,
    File(&'a Path),
}

impl Texts {
    /// Passes each string and each line to `take`, and returns whether everything could be read.
    /// Unreadable files are reported. An error is an error of the output.
    pub(crate) fn for_each<W: Write>(
        &self,
        out: &mut W,
        mut take: impl FnMut(&InputText<'_>, &mut W) -> io::Result<()>,
    ) -> io::Result<Outcome> {
        let mut outcome = Outcome::Success;
        for origin in self.origins() {
            let (name, read) = match origin {
                Origin::Argument(number, string) => {
                    warn_of_file(string);
                    let bytes = string.as_encoded_bytes();
                    let text = InputText {
                        file: None,
                        number,
                        bytes,
                    };
                    take(&text, out)?;
                    continue;
                }
                Origin::StandardInput => {
                    announce_standard_input();
                    let read = lines("-", io::stdin().lock(), out, &mut take)?;
                    (STANDARD_INPUT.to_owned(), read)
                }
                Origin::File(path) => {
                    let name = file_name(path);
                    let read = match File::open(path) {
                        Ok(file) => lines(&name, file, out, &mut take)?,
                        Err(error) => Err(error),
                    };
                    (name, read)
                }
            };
            if let Err(error) = read {
                let hint = match error.kind() {
                    io::ErrorKind::NotFound => ", or remove `--file` if this is the text itself",
                    _ => "",
                };
                report(format_args!("{name}: {}{hint}", why(&error)));
                outcome = Outcome::Trouble;
            }
        }
        Ok(outcome)
    }

    /// The files, then the strings; standard input if there are neither.
    fn origins(&self) -> Vec<Origin<'_>> {
        let files = self.file.iter().map(|path| match path.as_os_str() {
            name if name == "-" => Origin::StandardInput,
            _ => Origin::File(path),
        });
        let strings = self.strings.iter().zip(1..);
        let strings = strings.map(|(string, number)| match string.as_os_str() {
            name if name == "-" => Origin::StandardInput,
            string => Origin::Argument(number, string),
        });
        let origins: Vec<_> = files.chain(strings).collect();
        if origins.is_empty() {
            return vec![Origin::StandardInput];
        }
        origins
    }
}

/// Passes the lines of a source to `take`. A byte order mark is not part of the first line.
fn lines<W: Write>(
    name: &str,
    mut source: impl Read,
    out: &mut W,
    take: &mut impl FnMut(&InputText<'_>, &mut W) -> io::Result<()>,
) -> io::Result<io::Result<()>> {
    let start = match start_of_utf8(&mut source) {
        Ok(start) => start,
        Err(error) => return Ok(Err(error)),
    };
    each_line(start.as_slice().chain(source), out, |number, line, out| {
        let mark = match number {
            1 => line.strip_prefix(b"\xEF\xBB\xBF"),
            _ => None,
        };
        let bytes = mark.unwrap_or(line);
        let file = Some(name);
        take(
            &InputText {
                file,
                number,
                bytes,
            },
            out,
        )
    })
}

/// Warns that an argument is taken as text if a file of that name exists.
fn warn_of_file(string: &OsStr) {
    let path = Path::new(string);
    if path.is_file() {
        let name = file_name(path);
        report(format_args!(
            "`{name}` is taken as text; to read the file, use `--file {name}`"
        ));
    }
}
