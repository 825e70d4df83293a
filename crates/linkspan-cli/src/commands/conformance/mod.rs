//! `linkspan conformance`: checks the official files of UTS #58 against a list of expected
//! differences.

mod download;
mod official;
mod release;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::args::values::seconds;
use crate::input;
use crate::out::{Outcome, report};
use download::PUBLISHED;
use official::{Check, Verdict};
use release::unicode_version;

/// Check the official files of UTS #58
///
/// Reads `LinkTerm.txt`, `LinkBracket.txt`, `LinkEmail.txt`, `LinkDetectionTest.txt` and
/// `LinkFormattingTest.txt` if they are in the folder, and prints the number of passed cases and
/// every difference for each. Some rows of the published formatting tests contradict the algorithm;
/// these differences are expected, and the check fails if such a row passes.
///
/// With `--download`, gets the five files of a Unicode version first. They are written only if all
/// of them are complete and belong to this version. The SHA-256 of each file is compared if the
/// program knows it, otherwise only the header is.
#[derive(Args)]
#[command(after_help = "Exit status: 0 only expected differences, 2 other differences or errors.")]
#[command(after_long_help = "\
Exit status:
  0 if the differences are exactly the expected ones, otherwise 2.

Examples:
  linkspan conformance unicode/17.0.0
  linkspan conformance --download 18.0.0
  linkspan conformance --download 18.0.0 --from 'https://example.com/{version}/' files")]
pub(crate) struct Arguments {
    /// Folder with the files of one Unicode version
    ///
    /// With `--download`, the folder to write; the default is then `unicode/VERSION`. Files with
    /// other names in it stay.
    #[arg(value_name = "DIR", required_unless_present = "download")]
    folder: Option<PathBuf>,
    /// Download the files of this Unicode version first
    ///
    /// The version has three numbers, such as `18.0.0`.
    #[arg(long, value_name = "VERSION", value_parser = unicode_version)]
    download: Option<String>,
    /// Address of the published folder, with `{version}`
    ///
    /// Each `{version}` in it is replaced by the version. The scheme must be http or https.
    #[arg(long, value_name = "URL", default_value = PUBLISHED, requires = "download")]
    from: String,
    /// Time limit for the download of each file, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = seconds, allow_negative_numbers = true, requires = "download")]
    timeout: u64,
}

/// The maximum size of an official file in bytes; the largest has about 1,600,000.
const MOST_BYTES: u64 = 64 << 20;

/// The differences that are expected: file, date of the file, check, line, reason.
const EXPECTED: &str = include_str!("expected_differences.txt");

struct Expected<'a> {
    file: &'a str,
    date: &'a str,
    check: &'a str,
    place: usize,
    reason: &'a str,
}

fn expected() -> impl Iterator<Item = Expected<'static>> {
    let entries = EXPECTED
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    entries.filter_map(|line| {
        let mut fields = line.splitn(5, '|').map(str::trim);
        Some(Expected {
            file: fields.next()?,
            date: fields.next()?,
            check: fields.next()?,
            place: fields.next()?.parse().ok()?,
            reason: fields.next()?,
        })
    })
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    // The parser of arguments wants a folder or a version.
    let version = arguments.download.as_deref().unwrap_or_default();
    let folder = match &arguments.folder {
        Some(folder) => folder.clone(),
        None => Path::new("unicode").join(version),
    };
    if arguments.download.is_some() {
        let timeout = Duration::from_secs(arguments.timeout);
        match download::download_files(version, &arguments.from, timeout, &folder) {
            Ok(done) => writeln!(out, "{done}")?,
            Err(message) => {
                report(message);
                return Ok(Outcome::Trouble);
            }
        }
    }
    check_folder(&folder, out)
}

/// Checks all official files in a folder.
fn check_folder(folder: &Path, out: &mut impl Write) -> io::Result<Outcome> {
    if !folder.is_dir() {
        let problem = if folder.exists() {
            "not a folder"
        } else {
            "no such folder"
        };
        report(format_args!(
            "{}: {problem}; name the folder with the official files",
            folder.display()
        ));
        return Ok(Outcome::Trouble);
    }
    let mut outcome = Outcome::Success;
    let names: Vec<&str> = official::FILES
        .into_iter()
        .filter(|name| folder.join(name).exists())
        .collect();
    if names.is_empty() {
        report(no_files(folder));
        outcome = Outcome::Trouble;
    }
    for name in names {
        if !check_file(&folder.join(name), name, out)? {
            outcome = Outcome::Trouble;
        }
    }
    Ok(outcome)
}

/// Checks one file, and returns whether everything in it is as expected.
fn check_file(path: &Path, name: &str, out: &mut impl Write) -> io::Result<bool> {
    let contents = match input::list(path, MOST_BYTES) {
        Ok(contents) => contents,
        Err(message) => {
            report(message);
            return Ok(false);
        }
    };
    let date = official::date(&contents);
    let mut as_expected = true;
    match official::check(name, &contents) {
        Verdict::Skipped(why) => writeln!(out, "{name} ({date}): not compared: {why}")?,
        Verdict::Wrong(why) => {
            report(format_args!("{}: {why}", path.display()));
            as_expected = false;
        }
        Verdict::Checked(checks) => {
            for check in &checks {
                as_expected &= write_check(out, name, date, check)?;
            }
        }
    }
    Ok(as_expected)
}

fn no_files(folder: &Path) -> String {
    format!(
        "no official file found in {}; expected {}",
        folder.display(),
        official::FILES.join(", ")
    )
}

/// Prints one check, and returns whether its differences are exactly the expected ones.
fn write_check(out: &mut impl Write, file: &str, date: &str, check: &Check) -> io::Result<bool> {
    let passed = check.total - check.differences.len();
    writeln!(
        out,
        "{file} ({date}), {}: {passed}/{} passed",
        check.name, check.total
    )?;
    let mut known: Vec<Expected> = expected()
        .filter(|entry| entry.file == file && entry.date == date && entry.check == check.name)
        .collect();
    let mut as_expected = true;
    for difference in &check.differences {
        let at = known
            .iter()
            .position(|entry| entry.place == difference.place);
        let why = match at.map(|at| known.remove(at)) {
            Some(entry) => format!("expected: {}", entry.reason),
            None => {
                as_expected = false;
                "UNEXPECTED".to_owned()
            }
        };
        let place = match check.name {
            "code points" => format!("U+{:04X}", difference.place),
            _ => format!("line {}", difference.place),
        };
        writeln!(out, "  {place} ({why})")?;
        writeln!(out, "    file:  {}", difference.expected)?;
        writeln!(out, "    found: {}", difference.found)?;
    }
    for entry in known {
        as_expected = false;
        writeln!(
            out,
            "  line {}: passes, but is listed as an expected difference: remove the entry",
            entry.place
        )?;
    }
    if check.total == 0 {
        as_expected = false;
        writeln!(out, "  no cases found in the file")?;
    }
    Ok(as_expected)
}
