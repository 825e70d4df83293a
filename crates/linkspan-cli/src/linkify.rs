//! `linkspan linkify`: text with its links made, or made harmless.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use linkspan::Detector;
use linkspan::defang::{Unsafe, rewritten};

use crate::input::Source;
use crate::options::{Options, ProfileName};
use crate::{Outcome, report};

/// Rewrite text so that names that are not safe to link cannot mislead
///
/// Names that mix scripts, and others that the profile does not allow, are written in A-labels or
/// defanged; everything else stays as it is, also bytes that are not UTF-8.
#[derive(Args)]
#[command(after_help = "\
Example:
  linkspan linkify --to text --profile nonascii --unsafe defang mail.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,

    /// What to make
    #[arg(long, value_enum, default_value_t = Target::Text)]
    to: Target,

    /// What becomes of names that are not safe to link
    #[arg(long = "unsafe", value_enum, default_value_t = Action::Alabel)]
    action: Action,

    /// Files to read; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// Plain text
    Text,
}

#[derive(Clone, Copy, ValueEnum)]
enum Action {
    /// They are written in A-labels
    Alabel,
    /// They are written in A-labels and defanged, such as hxxps://xn--pypal-4ve[.]com
    Defang,
    /// They stay as they are
    Leave,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let profile = match arguments.options.profile_or(ProfileName::Recommended) {
        Ok(profile) => profile,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    let detector = Detector::new(profile);
    let Target::Text = arguments.to;
    let action = match arguments.action {
        Action::Alabel => Unsafe::ALabel,
        Action::Defang => Unsafe::Defang,
        Action::Leave => Unsafe::Leave,
    };
    let mut outcome = Outcome::Success;
    for source in Source::named(&arguments.files) {
        match source.read() {
            Ok(bytes) => {
                for chunk in bytes.utf8_chunks() {
                    let text = rewritten(&detector, chunk.valid(), action);
                    out.write_all(text.as_bytes())?;
                    out.write_all(chunk.invalid())?;
                }
            }
            Err(message) => {
                report(message);
                outcome = Outcome::Trouble;
            }
        }
    }
    Ok(outcome)
}
