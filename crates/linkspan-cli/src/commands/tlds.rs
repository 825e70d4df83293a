//! `linkspan tlds`: the list of top-level domains and its age.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use linkspan::Date;
use linkspan::tld::{EMBEDDED_DATE, TldList, TldSource};

use crate::args::values::seconds;
use crate::input::tld_list::today;
use crate::input::{self, download, tld_list};
use crate::out::failure::why;
use crate::out::{Outcome, atomic_write, report};

/// Where IANA publishes the list.
const IANA: &str = "https://data.iana.org/TLD/tlds-alpha-by-domain.txt";

/// Show or update the list of top-level domains
///
/// A name without a scheme is a link only if its top-level domain is known. The built-in list gets
/// outdated; `update` downloads a new one, which is used while it is newer than the built-in list.
#[derive(Args)]
#[command(after_help = "Exit status: 0 success, 2 errors.")]
#[command(after_long_help = "\
Exit status:
  0 if everything worked, 2 if something could not be read, downloaded or written.

Examples:
  linkspan tlds status
  linkspan tlds update")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show the source, age and size of the list
    #[command(after_help = "Exit status: 0 success, 2 errors.")]
    Status,
    /// Download a new list
    ///
    /// The list is stored in the data folder of the user, or in $LINKSPAN_DATA_DIR. The existing
    /// list is kept if the new one cannot be read, is not a list, has too few names, or cannot be
    /// written completely.
    #[command(after_help = "Exit status: 0 success, 2 errors.")]
    Update {
        /// Source of the list: a URL or a file
        ///
        /// A URL must have the scheme http or https.
        #[arg(long, value_name = "URL|FILE", default_value = IANA)]
        from: String,
        /// Time limit for the download, in seconds
        #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = seconds, allow_negative_numbers = true)]
        timeout: u64,
    },
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    match &arguments.command {
        Command::Status => status(out),
        Command::Update { from, timeout } => match update(from, Duration::from_secs(*timeout)) {
            Ok((path, list)) => {
                let (version, count) = (list.version(), list.len());
                writeln!(
                    out,
                    "version {version} with {count} names, in {}",
                    path.display()
                )?;
                Ok(Outcome::Success)
            }
            Err(message) => {
                report(format_args!("{message}; the existing list was kept"));
                Ok(Outcome::Trouble)
            }
        },
    }
}

fn status(out: &mut impl Write) -> io::Result<Outcome> {
    let age = |date: Option<Date>| match date {
        Some(date) => format!("{date}, {} days old", today().days_since(date)),
        None => "unknown".to_owned(),
    };
    let source = tld_list::newest();
    match (&source, tld_list::path()) {
        (TldSource::List(list), Ok(path)) => {
            writeln!(out, "source:  downloaded list, {}", path.display())?;
            writeln!(out, "version: {}", list.version())?;
            writeln!(out, "date:    {}", age(list.date()))?;
            writeln!(out, "names:   {}", list.len())?;
        }
        _ => {
            writeln!(out, "source:  built-in list")?;
            writeln!(out, "version: {EMBEDDED_DATE}")?;
            writeln!(out, "date:    {}", age(source.date()))?;
            writeln!(out, "names:   {}", TldSource::EMBEDDED_COUNT)?;
        }
    }
    Ok(Outcome::Success)
}

/// Reads a list from a URL or a file, checks it, and stores it for all other commands.
fn update(from: &str, timeout: Duration) -> Result<(PathBuf, TldList), String> {
    let text = if download::is_address(from) {
        let otherwise = "give a file with `--from`";
        download::download(from, tld_list::MOST_BYTES, timeout, otherwise)?.text
    } else if from.contains("://") {
        return Err(format!(
            "{from}: only http and https can be downloaded; download it yourself, and give the file with `--from`"
        ));
    } else {
        input::list(Path::new(from), tld_list::MOST_BYTES)?
    };
    let list = check(&text).map_err(|problem| {
        format!("{from}: not a usable list: {problem}; use the list that IANA publishes")
    })?;
    if list.date() < TldSource::Embedded.date() {
        return Err(format!(
            "{from}: older than the built-in list, which is of {EMBEDDED_DATE}, so it would not be used"
        ));
    }
    let path = tld_list::path()?;
    // An old list would undo an update.
    let kept = tld_list::downloaded().filter(|kept| !tld_list::is_early(kept));
    let kept = kept.and_then(|kept| kept.date());
    if let Some(kept) = kept.filter(|&kept| list.date() < Some(kept)) {
        return Err(format!(
            "{from}: older than the downloaded list, which is of {kept}; to go back, remove {}",
            path.display()
        ));
    }
    keep(&path, &text).map_err(|error| format!("{}: {}", path.display(), why(&error)))?;
    Ok((path, list))
}

/// The list in `text`, or why it is not a complete list of top-level domains. A truncated download
/// must not replace a good list.
fn check(text: &str) -> Result<TldList, String> {
    let list = TldList::parse(text).map_err(|error| error.to_string())?;
    if list.date().is_none() {
        return Err(format!("the version `{}` contains no date", list.version()));
    }
    if tld_list::is_early(&list) {
        return Err(format!("the version `{}` is in the future", list.version()));
    }
    if !text.ends_with('\n') {
        return Err("it ends in the middle of a line".to_owned());
    }
    let mut names = BTreeSet::new();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    if lines.any(|line| !names.insert(line.trim().to_ascii_lowercase())) {
        return Err("it has a name twice".to_owned());
    }
    // Top-level domains are often added and seldom removed.
    let enough = TldSource::EMBEDDED_COUNT * 9 / 10;
    if list.len() < enough {
        return Err(format!(
            "it has {} names, but at least {enough} are expected",
            list.len()
        ));
    }
    // One name from each end of the alphabet, and some that every list has.
    let source = TldSource::List(list.clone());
    for name in ["ac", "com", "net", "org", "xn--p1ai", "zw"] {
        if !source.knows(name) {
            return Err(format!("the name `{name}` is missing"));
        }
    }
    Ok(list)
}

/// Writes the text to a file atomically, because another process may be reading the file.
fn keep(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    atomic_write::write(path, text.as_bytes(), |_| Ok(()))
}
