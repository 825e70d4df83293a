//! `linkspan conformance`: checks the official files of UTS #58 against a list of expected
//! differences.

mod official;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::input;
use crate::out::{Outcome, report};
use official::{Check, Verdict};

/// Check the official files of UTS #58
///
/// Reads `LinkTerm.txt`, `LinkBracket.txt`, `LinkEmail.txt`, `LinkDetectionTest.txt` and
/// `LinkFormattingTest.txt` if they are in the folder, and prints the number of passed cases and
/// every difference for each. Some rows of the published formatting tests contradict the algorithm;
/// these differences are expected, and the check fails if such a row passes.
#[derive(Args)]
#[command(after_help = "Exit status: 0 only expected differences, 2 other differences or errors.")]
#[command(after_long_help = "\
Exit status:
  0 if the differences are exactly the expected ones, otherwise 2.

Examples:
  linkspan conformance unicode/17.0.0")]
pub(crate) struct Arguments {
    /// Folder with the files of one Unicode version
    #[arg(value_name = "DIR")]
    folder: PathBuf,
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
    let folder = &arguments.folder;
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
