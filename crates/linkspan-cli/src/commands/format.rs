//! `linkspan format`: URLs and e-mail addresses, written for people or for programs.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use linkspan::email;
use linkspan::format::{self, Encoding, Form, Format};

use crate::input::each_line;
use crate::input::parts::Parts;
use crate::out::{Outcome, report};

/// Write URLs readably (or fully escaped), one a line
///
/// What cannot be used is printed unchanged and reported, and makes the exit status 2.
#[derive(Args)]
#[command(after_help = "\
Examples:
  linkspan format 'https://hi.wikipedia.org/wiki/%E0%A4%97%E0%A4%BE%E0%A4%82%E0%A4%A7%E0%A5%80'
  linkspan format --form ascii 'bücher.de/bücher'
  linkspan format --kind email 'john doe@example.com'
  echo '{\"head\":\"https://example.com\",\"path\":[\"a/b\"]}' | linkspan format --parts")]
pub(crate) struct Arguments {
    /// How much to escape
    #[arg(long, value_enum, default_value_t = FormName::Minimal)]
    form: FormName,

    /// What the input is
    #[arg(long, value_enum, default_value_t = KindName::Url)]
    kind: KindName,

    /// What the escaped bytes of the URLs mean
    #[arg(long, value_enum, default_value_t = EncodingName::Utf8)]
    encoding: EncodingName,

    /// Read JSON objects with the parts of URLs, unescaped: `head` (scheme, host and port), `path`
    /// (segments), `query` (pairs of key and value or null), `fragment` and `directives`
    #[arg(long)]
    parts: bool,

    /// URLs; `-`, or none, reads them from standard input, one a line
    #[arg(value_name = "URL")]
    urls: Vec<OsString>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// Only what UTS #58 requires, so that the URL is readable and detected as a whole
    Minimal,
    /// Everything outside ASCII, as `href` needs it
    Ascii,
    /// As minimal, and also what hides, reorders or imitates characters
    Display,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// A URL, with or without a scheme
    Url,
    /// An e-mail address or a local part: quoted if it has to be
    Email,
}

#[derive(Clone, Copy, ValueEnum)]
enum EncodingName {
    /// UTF-8, or whatever turns out not to be UTF-8
    Utf8,
    /// Another encoding: non-ASCII bytes stay escaped
    Legacy,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    if arguments.kind == KindName::Email && (arguments.parts || arguments.form != FormName::Minimal)
    {
        report("`--kind email` goes with neither `--parts` nor another `--form` than minimal");
        return Ok(Outcome::Trouble);
    }
    let mut outcome = Outcome::Success;
    if arguments.urls.is_empty() {
        return standard_input(arguments, out);
    }
    for (number, url) in (1..).zip(&arguments.urls) {
        let done = if url == "-" {
            standard_input(arguments, out)?
        } else {
            let bytes = url.as_encoded_bytes();
            write_line(arguments, ("argument", number), bytes, bytes, out)?
        };
        if done == Outcome::Trouble {
            outcome = done;
        }
    }
    Ok(outcome)
}

/// Formats the lines of standard input, each as soon as it is there.
fn standard_input(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let mut outcome = Outcome::Success;
    let read = each_line(io::stdin().lock(), out, |number, line, out| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let mut content = line.strip_suffix(b"\r").unwrap_or(line);
        if number == 1 {
            content = content.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(content);
        }
        if write_line(arguments, ("line", number), line, content, out)? == Outcome::Trouble {
            outcome = Outcome::Trouble;
        }
        Ok(())
    })?;
    if let Err(error) = read {
        report(format_args!("cannot read standard input: {error}"));
        outcome = Outcome::Trouble;
    }
    Ok(outcome)
}

/// Writes one result, or the `line` unchanged if its `content` cannot be used.
fn write_line(
    arguments: &Arguments,
    (what, number): (&str, usize),
    line: &[u8],
    content: &[u8],
    out: &mut impl Write,
) -> io::Result<Outcome> {
    let written = std::str::from_utf8(content)
        .map_err(|_| "not UTF-8".to_owned())
        .and_then(|text| write_one(arguments, text));
    match written {
        Ok(text) => {
            writeln!(out, "{text}")?;
            Ok(Outcome::Success)
        }
        Err(message) => {
            report(format_args!("{what} {number}: {message}"));
            out.write_all(line)?;
            out.write_all(b"\n")?;
            Ok(Outcome::Trouble)
        }
    }
}

fn write_one(arguments: &Arguments, text: &str) -> Result<String, String> {
    let said = |error: &dyn std::error::Error| error.to_string();
    if text.trim().is_empty() {
        return Ok(text.to_owned());
    }
    if arguments.kind == KindName::Email {
        let is_mailto = |word: &&str| word.eq_ignore_ascii_case("mailto:");
        let scheme = text.get(..7).filter(is_mailto).unwrap_or_default();
        let address = email::address(text.get(scheme.len()..).unwrap_or_default())
            .map_err(|error| said(&error))?;
        return Ok([scheme, &address].concat());
    }
    let text = text.trim_matches([' ', '\t']);
    let format = Format::default()
        .form(match arguments.form {
            FormName::Minimal | FormName::Ascii => Form::Minimal,
            FormName::Display => Form::Display,
        })
        .encoding(match arguments.encoding {
            EncodingName::Utf8 => Encoding::Utf8,
            EncodingName::Legacy => Encoding::Legacy,
        });
    let written = if arguments.parts {
        format.parts(&Parts::read(text)?.into())
    } else if arguments.form == FormName::Ascii {
        Ok(text.to_owned())
    } else {
        format.string(text)
    };
    let written = match arguments.form {
        FormName::Ascii => written.and_then(|url| format::ascii(&url)),
        FormName::Minimal | FormName::Display => written,
    };
    written.map_err(|error| said(&error))
}
