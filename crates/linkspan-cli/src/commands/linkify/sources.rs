//! The sources of `linkify`: each is converted, or compared with its conversion.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::convert::{Conversion, Converted, Converter, Done};
use super::diff::{self, Header};
use super::formats::Job;
use super::{Arguments, Delivery, replace};
use crate::args::selection::Binary;
use crate::input::sniff::{is_binary, start_of};
use crate::input::{STANDARD_INPUT, announce_standard_input, not_read, pieces};
use crate::out::terminal::file_name;
use crate::out::{Outcome, report};

/// The command of the hint about passing a string.
const COMMAND: &str = "linkspan linkify --to html";

/// A file, or standard input.
struct Source {
    path: Option<PathBuf>,
    job: Job,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let converter = match check(arguments).and_then(|()| arguments.converter()) {
        Ok(converter) => converter,
        Err(problems) => {
            problems.lines().for_each(report);
            return Ok(Outcome::Trouble);
        }
    };
    let mut run = Run {
        arguments,
        converter: &converter,
        outcome: Outcome::Success,
        changed: 0,
    };
    for source in run.sources() {
        run.source(&source, out)?;
    }
    out.flush()?;
    run.summarize();
    Ok(run.outcome)
}

/// Checks everything that can be known before a file is read. The error has a line for each problem.
fn check(arguments: &Arguments) -> Result<(), String> {
    let mut jobs = Vec::new();
    let mut problems = Vec::new();
    if let Some(option) = arguments.delivery().option()
        && arguments.paths().iter().any(|path| is_standard_input(path))
    {
        return Err(format!("`{option}` needs files or folders: name them"));
    }
    // Missing files are reported when they are read.
    for path in arguments
        .paths()
        .iter()
        .filter(|path| is_standard_input(path) || path.exists())
    {
        if !path.is_dir() {
            match arguments.job(path) {
                Ok(job) => jobs.push(job),
                Err(problem) => problems.push(format!("{}: {problem}", shown(path))),
            }
        } else if arguments.delivery() == Delivery::Printed {
            let folder = shown(path);
            problems.push(format!(
                "{folder}: is a folder; add `--in-place`, `--check` or `--diff`, or name files"
            ));
        } else {
            jobs.extend(arguments.jobs_of_folders());
        }
    }
    if let Some(option) = arguments.selection.given()
        && arguments.paths().iter().all(|path| is_standard_input(path))
    {
        problems.push(format!("`{option}` selects files, but only standard input is read: name a file or folder, or remove it"));
    }
    if problems.is_empty() && !jobs.is_empty() {
        problems.extend(arguments.conflict(&jobs));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n"))
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a source in messages.
fn shown(path: &Path) -> String {
    if is_standard_input(path) {
        STANDARD_INPUT.to_owned()
    } else {
        file_name(path)
    }
}

struct Run<'r, 'a> {
    arguments: &'r Arguments,
    converter: &'r Converter<'a>,
    outcome: Outcome,
    /// The number of files that would change.
    changed: usize,
}

impl Run<'_, '_> {
    /// Lists all sources, in order. Unreadable paths are reported.
    fn sources(&mut self) -> Vec<Source> {
        let arguments = self.arguments;
        let paths = arguments.paths();
        let (mut sources, mut problems) = (Vec::new(), Vec::new());
        let (mut failed, mut binary) = (Vec::new(), 0);
        let mut seen = BTreeSet::new();
        let found = |file: crate::args::selection::File| {
            let path = file.path;
            let is_named = paths.contains(&path);
            // Unless results are printed, a file that is named twice is read once.
            if arguments.delivery() != Delivery::Printed
                && !seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone()))
            {
                return true;
            }
            if !is_named && !arguments.wants(&path) {
                return true;
            }
            if file.binary == Binary::Skipped && !is_named && looks_binary(&path) {
                binary += 1;
                return true;
            }
            match arguments.job(&path) {
                Ok(job) => {
                    let path = (!is_standard_input(&path)).then_some(path);
                    sources.push(Source { path, job });
                }
                Err(_) if !path.exists() => {
                    let error = io::Error::from(io::ErrorKind::NotFound);
                    problems.push(not_read(&path, &error, COMMAND));
                }
                Err(problem) => problems.push(format!("{}: {problem}", file_name(&path))),
            }
            true
        };
        let walked = arguments
            .selection
            .walk(&paths, found, |problem| failed.push(problem));
        problems.extend(failed);
        problems.extend(walked.err());
        // A check that reads nothing would always pass.
        if sources.is_empty() && problems.is_empty() {
            self.outcome = Outcome::Trouble;
            if binary == 0 {
                let reason = arguments.selection.none_selected(
                    "there is no file with the extension html, md or mdx (with `--to text` or `defanged`: txt or log)",
                );
                report(format_args!("no file was read: {reason}"));
            }
        }
        match binary {
            0 => {}
            1 => report("skipped a file that looks binary; use `--binary` to read it"),
            _ => report(format_args!(
                "skipped {binary} files that look binary; use `--binary` to read them"
            )),
        }
        for problem in problems {
            self.trouble(&problem);
        }
        sources
    }

    fn trouble(&mut self, problem: &str) {
        report(problem);
        self.outcome = Outcome::Trouble;
    }

    /// Processes a source according to the arguments.
    fn source(&mut self, source: &Source, out: &mut impl Write) -> io::Result<()> {
        let conversion = self.arguments.conversion(self.converter, source.job);
        let Some(path) = &source.path else {
            announce_standard_input();
            let converted = conversion.convert(io::stdin().lock(), out)?;
            self.report(STANDARD_INPUT, converted);
            return Ok(());
        };
        let name = file_name(path);
        let delivery = self.arguments.delivery();
        let converted = match delivery {
            Delivery::Printed => match fs::File::open(path) {
                Ok(file) => conversion.convert(file, out)?,
                Err(error) => {
                    self.trouble(&not_read(path, &error, COMMAND));
                    return Ok(());
                }
            },
            Delivery::InPlace => in_place(&conversion, path),
            Delivery::Checked | Delivery::Diffed => match fs::read(path) {
                Ok(before) => match convert_whole(&conversion, &before) {
                    Ok((after, done)) => {
                        if before != after {
                            self.note_change(delivery, path, (&before, &after), out)?;
                        }
                        Ok(done)
                    }
                    Err(problem) => Err(problem),
                },
                Err(error) => {
                    self.trouble(&not_read(path, &error, COMMAND));
                    return Ok(());
                }
            },
        };
        self.report(&name, converted);
        Ok(())
    }

    /// Records that a file would change, and prints its name or the difference.
    fn note_change(
        &mut self,
        delivery: Delivery,
        path: &Path,
        (before, after): (&[u8], &[u8]),
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.changed += 1;
        if self.outcome == Outcome::Success {
            self.outcome = Outcome::WouldChange;
        }
        match delivery {
            Delivery::Diffed => {
                let header = Header::of(path);
                if header.is_outside {
                    let name = file_name(path);
                    report(format_args!(
                        "{name}: is outside of the current folder, where its diff cannot be applied; run the command \
                         in a folder that it is in"
                    ));
                }
                diff::write(&header, before, after, out)
            }
            _ => writeln!(out, "{}", file_name(path)),
        }
    }

    /// Reports on a source after its conversion.
    fn report(&mut self, name: &str, converted: Converted) {
        match converted {
            Ok(done) => {
                if done.long_runs > 0 {
                    let sentence = pieces::too_long(done.long_runs, "");
                    self.trouble(&format!("{name}: {sentence}"));
                }
                if let Some(sentence) = done.invalid.sentence() {
                    report(format_args!("{name}: {sentence}"));
                }
                if let Some(sentence) = done.left_alone() {
                    report(format_args!("{name}: {sentence}"));
                }
            }
            Err(problem) => self.trouble(&format!("{name}: {problem}")),
        }
    }

    /// Tells the user how to change the files that would change.
    fn summarize(&self) {
        match self.changed {
            0 => {}
            1 => report("1 file would change; use `--in-place` to change it"),
            count => report(format_args!(
                "{count} files would change; use `--in-place` to change them"
            )),
        }
    }
}

/// The whole conversion of a source, and the report about it.
fn convert_whole(
    conversion: &Conversion<'_, '_>,
    before: &[u8],
) -> Result<(Vec<u8>, Done), String> {
    let mut after = Vec::with_capacity(before.len());
    let converted = conversion.convert(before, &mut after);
    let done = converted.map_err(|error| error.to_string())??;
    Ok((after, done))
}

/// Replaces a file with its conversion.
fn in_place(conversion: &Conversion<'_, '_>, path: &Path) -> Converted {
    let mut done = Done::default();
    replace::replace(path, |before| {
        let (after, now) = convert_whole(conversion, before)?;
        done = now;
        Ok(after)
    })?;
    Ok(done)
}

/// Whether a file looks binary. An unreadable file is reported later.
fn looks_binary(path: &Path) -> bool {
    let start = fs::File::open(path).and_then(|mut file| start_of(&mut file));
    start.is_ok_and(|start| is_binary(&start))
}
