//! `linkspan explain`: why a text is a link or not.

mod checks;
mod fields;
mod trace;

use std::borrow::Cow;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use linkspan::{Detector, Finding};

use crate::args::dns::Learner;
use crate::args::options::{Options, Suffixes};
use crate::args::texts::Texts;
use crate::out::terminal::one_line;
use crate::out::{Outcome, report};
use trace::Trace;

/// Explain what is linked in a text and why
///
/// Prints, for each candidate, its place, what triggered it, its host and top-level domain, its
/// parts, the character that ended it (with its Link_Term value and the brackets open there), and
/// every reason why it was changed or rejected. Files and standard input are explained line by
/// line.
#[derive(Args)]
#[command(after_help = "Exit status: 0 links found, 1 none, 2 errors.
All options: linkspan explain --help")]
#[command(after_long_help = "\
Exit status:
  0 if a link was found, 1 if none was, 2 if something could not be read or an option is wrong.

Examples:
  linkspan explain '(see https://example.com/a(b).)'
  linkspan explain --profile uts58 'README.md'
  linkspan explain --format json --file notes.txt | jq .ending
  echo '请访问example.com。' | linkspan explain")]
pub(crate) struct Arguments {
    #[command(flatten)]
    texts: Texts,

    /// Output format: text (default) or json
    #[arg(long, value_enum, default_value_t = Style::Text)]
    format: Style,

    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    suffixes: Suffixes,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Readable text; coloured on a terminal
    Text,
    /// One JSON object per candidate, one per line
    Json,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let profile = arguments.options.profile();
    let (profile, suffixes) = match profile.and_then(|p| Ok((p, arguments.suffixes.source()?))) {
        Ok(both) => both,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    let detector = Detector::new(profile);
    let dns = arguments.options.dns();
    let mut learner = dns.as_ref().map(|dns| Learner::new(&detector, dns));
    let mut found = Outcome::Nothing;
    let mut trouble = false;
    // The file with bytes that are not UTF-8 that was reported last.
    let mut warned: Option<Option<String>> = None;
    let read = arguments.texts.for_each(out, |text, out| {
        let content = String::from_utf8_lossy(text.content());
        let file = text.file.map(str::to_owned);
        if matches!(content, Cow::Owned(_)) && warned.as_ref() != Some(&file) {
            warned = Some(file);
            report(format_args!(
                "{}: not UTF-8; links next to such bytes may be wrong; convert it to UTF-8 first",
                text.place()
            ));
        }
        let detector = match &mut learner {
            None => &detector,
            Some(learner) => match learner.informed(&[&content]) {
                Ok(detector) => detector,
                Err(message) => {
                    report(message);
                    trouble = true;
                    return Ok(());
                }
            },
        };
        let mut any = false;
        for finding in detector.explain(&content) {
            any = true;
            if matches!(finding, Finding::Link(_)) {
                found = Outcome::Success;
            }
            match arguments.format {
                Style::Text => {
                    let place = text.file.map(|_| text.place());
                    Trace::new(detector, &suffixes, place, &finding).write(&content, out)?;
                }
                Style::Json => {
                    let object = fields::object(detector, &suffixes, text, &finding);
                    writeln!(out, "{object}")?;
                }
            }
        }
        // Most lines of a file have no link; they are not reported.
        if !any && arguments.format == Style::Text && text.file.is_none() {
            writeln!(out, "{}\nno link candidate found\n", one_line(&content))?;
        }
        Ok(())
    })?;
    Ok(if trouble || read == Outcome::Trouble {
        Outcome::Trouble
    } else {
        found
    })
}
