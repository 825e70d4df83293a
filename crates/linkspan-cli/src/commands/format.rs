//! `linkspan format`: URLs and e-mail addresses, written for people or for programs.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use linkspan::email;
use linkspan::format::{self, Encoding, ErrorKind, Form, Format};

use crate::args::texts::{InputText, Texts};
use crate::input::parts::Parts;
use crate::out::{Outcome, report};

/// Write URLs readably (or fully escaped), one per line
///
/// Accepts any URL; no profile is applied. Invalid input is printed unchanged, reported on standard
/// error, and sets exit status 2.
#[derive(Args)]
#[command(after_help = "Exit status: 0 all written, 2 errors. All options: linkspan format --help")]
#[command(after_long_help = "\
Exit status:
  0 if everything was written in the form, 2 if some input was invalid or could not be read.

Examples:
  linkspan format 'https://hi.wikipedia.org/wiki/%E0%A4%97%E0%A4%BE%E0%A4%82%E0%A4%A7%E0%A5%80'
  linkspan format --form ascii 'bücher.de/bücher'
  linkspan format --kind email 'john doe@example.com'
  echo '{\"head\":\"https://example.com\",\"path\":[\"a/b\"]}' | linkspan format --parts")]
pub(crate) struct Arguments {
    #[command(flatten)]
    texts: Texts,

    /// Level of escaping: minimal, ascii or display
    #[arg(long, value_enum, default_value_t = FormName::Minimal)]
    form: FormName,

    /// Kind of input: url or email
    #[arg(long, value_enum, default_value_t = KindName::Url)]
    kind: KindName,

    /// Encoding of escaped bytes: utf8 or legacy
    #[arg(long, value_enum, default_value_t = EncodingName::Utf8)]
    encoding: EncodingName,

    /// Read JSON objects with the unescaped parts of URLs
    ///
    /// The members are `head` (scheme, host and port), `path` (a list of segments), `query` (a list
    /// of pairs of a key and a value or null), `fragment`, and `directives` (a list).
    #[arg(long)]
    parts: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// Escape only what UTS #58 requires: the URL is readable, and is detected as a whole
    Minimal,
    /// Escape everything outside ASCII, as `href` needs it
    Ascii,
    /// Like minimal, and escape characters that are invisible, reorder text or imitate one of
    /// `/ ? # . : @ %`. Hosts are not judged: `linkspan explain` does that
    Display,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// A URL, with or without a scheme
    Url,
    /// An e-mail address or a local part; quoted if necessary
    Email,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EncodingName {
    /// UTF-8; if some bytes are not valid UTF-8, like legacy
    Utf8,
    /// Another encoding: non-ASCII bytes stay escaped
    Legacy,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let is_email = arguments.kind == KindName::Email;
    let conflict = [
        (
            is_email && arguments.parts,
            "`--parts` reads parts of URLs only: remove `--kind email`",
        ),
        (
            is_email && arguments.form != FormName::Minimal,
            "an e-mail address has only one form: remove `--form`",
        ),
        (
            is_email && arguments.encoding != EncodingName::Utf8,
            "an e-mail address has no escaped bytes: remove `--encoding`",
        ),
        (
            arguments.parts && arguments.encoding != EncodingName::Utf8,
            "`--parts` reads unescaped parts: remove `--encoding`",
        ),
        (
            arguments.form == FormName::Ascii && arguments.encoding != EncodingName::Utf8,
            "`--form ascii` leaves escaped bytes unchanged: remove `--encoding`",
        ),
    ]
    .into_iter()
    .find_map(|(is_wrong, message)| is_wrong.then_some(message));
    if let Some(message) = conflict {
        report(message);
        return Ok(Outcome::Trouble);
    }
    let mut outcome = Outcome::Success;
    let read = arguments.texts.for_each(out, |text, out| {
        if write_line(arguments, text, out)? == Outcome::Trouble {
            outcome = Outcome::Trouble;
        }
        Ok(())
    })?;
    Ok(if read == Outcome::Trouble {
        read
    } else {
        outcome
    })
}

/// Writes one result on a line, or the text unchanged if it is invalid.
fn write_line(
    arguments: &Arguments,
    text: &InputText<'_>,
    out: &mut impl Write,
) -> io::Result<Outcome> {
    let written = std::str::from_utf8(text.content())
        .map_err(|_| "not UTF-8; convert it first".to_owned())
        .and_then(|text| write_one(arguments, text));
    match written {
        Ok(text) => {
            writeln!(out, "{text}")?;
            Ok(Outcome::Success)
        }
        Err(message) => {
            report(format_args!("{}: {message}", text.place()));
            out.write_all(text.bytes.strip_suffix(b"\n").unwrap_or(text.bytes))?;
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
    written.map_err(|error| match error.kind() {
        ErrorKind::EmailAddress => format!("{error}; use `--kind email`"),
        _ => said(&error),
    })
}
