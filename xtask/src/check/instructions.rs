//! `cargo xtask instructions`: how much work things are, counted by Callgrind, whatever the machine does.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::commands;
use crate::suite::{Done, cargo, root};

/// By how much more than the committed number of instructions something may take.
const TOLERANCE: f64 = 0.05;

/// How many times the instructions of a text a text of four times its length may take.
const GROWTH: f64 = 5.0;

/// An operation and its instruction count.
pub(crate) struct Count {
    /// The name of the operation; after the last tab, the length of its text if it is compared with
    /// another length.
    pub(crate) name: String,
    pub(crate) instructions: u64,
}

/// `cargo xtask instructions [--write]`.
pub(crate) fn run(write: bool) -> Result<(), String> {
    build()?;
    if write {
        let counts = count("reference")?;
        let mut text = format!("{}\n", machine()?);
        for Count { name, instructions } in counts {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{name}\t{instructions}");
        }
        return fs::write(reference_file(), text).map_err(|error| error.to_string());
    }
    match stage()? {
        Done::Passed(what) => println!("passed{what}"),
        Done::Skipped(why) => println!("SKIPPED: {why}"),
    }
    Ok(())
}

/// The stage of the test suite: no slow-down, and linear growth on hostile text.
pub(crate) fn stage() -> Result<Done, String> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return Ok(Done::Skipped("install Valgrind".into()));
    }
    build()?;
    let committed = fs::read_to_string(reference_file()).map_err(|error| {
        format!("bench/instructions.txt: {error}; make it with `cargo xtask instructions --write`")
    })?;
    let (counted_on, committed) = committed.split_once('\n').unwrap_or_default();
    let machine = machine()?;
    // Counts do not depend on what runs beside them.
    let (library, reference, programs) = thread::scope(|scope| {
        let library = scope.spawn(|| count("hostile"));
        let reference = scope.spawn(|| match machine == counted_on {
            true => count("reference").map(Some),
            false => Ok(None),
        });
        let programs = commands::counts();
        (ended(library.join()), ended(reference.join()), programs)
    });
    let worst = growth(&library?)?.max(growth(&programs?)?);
    let Some(counts) = reference? else {
        return Ok(Done::Skipped(format!(
            "growth is linear (at most {worst:.2} times for four times the text), but the committed numbers are of \
             `{counted_on}`, this is `{machine}`"
        )));
    };
    let slow = compare(committed, &counts)?;
    if slow.is_empty() {
        Ok(Done::Passed(format!(
            "; {} counts, and at most {worst:.2} times for four times the text",
            counts.len()
        )))
    } else {
        Err(format!(
            "more instructions than committed in bench/instructions.txt:\n{}",
            slow.join("\n")
        ))
    }
}

/// What a thread returned.
fn ended<T>(thread: thread::Result<Result<T, String>>) -> Result<T, String> {
    thread.unwrap_or_else(|_| Err("counting ended early".into()))
}

/// The operations that take more instructions than the committed numbers allow.
fn compare(committed: &str, counts: &[Count]) -> Result<Vec<String>, String> {
    let mut slow = Vec::new();
    for Count { name, instructions } in counts {
        let is_named = |line: &&str| {
            line.rsplit_once('\t')
                .is_some_and(|(other, _)| other == name)
        };
        let number = committed.lines().find(is_named);
        let number = number.and_then(|line| line.rsplit('\t').next()?.parse::<u64>().ok());
        let number = number.ok_or_else(|| {
            format!(
                "`{name}` is not in bench/instructions.txt: run `cargo xtask instructions --write`"
            )
        })?;
        let change = *instructions as f64 / number as f64 - 1.0;
        if change > TOLERANCE {
            slow.push(format!("{name}: {instructions}, {:+.1} %", change * 100.0));
        } else if change < -TOLERANCE {
            println!("{name}: {:+.1} %; commit the better number", change * 100.0);
        }
    }
    Ok(slow)
}

/// The largest growth of any operation on any unit, with four times the text.
fn growth(counts: &[Count]) -> Result<f64, String> {
    let mut worst = 0.0_f64;
    for pair in counts.chunks_exact(2) {
        let [small, large] = pair else { continue };
        // The texts are not exactly 1 : 4, since units are whole.
        let length = |count: &Count| count.name.rsplit('\t').next()?.parse::<f64>().ok();
        let (Some(short), Some(long)) = (length(small), length(large)) else {
            return Err(format!("`{}` has no length", small.name));
        };
        let times = large.instructions as f64 / small.instructions as f64 * (4.0 * short / long);
        if times > GROWTH {
            return Err(format!(
                "{}: {times:.2} times for four times the text",
                small.name
            ));
        }
        worst = worst.max(times);
    }
    if worst == 0.0 {
        return Err("nothing was counted".into());
    }
    Ok(worst)
}

/// A description of everything the numbers depend on.
fn machine() -> Result<String, String> {
    let version = Command::new("rustc").arg("--version").output();
    let version = version.map_err(|error| format!("rustc: {error}"))?;
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let vectors = if processor.contains(" avx2 ") {
        "AVX2"
    } else {
        "no AVX2"
    };
    Ok(format!("{version}, {}, {vectors}", std::env::consts::ARCH))
}

fn reference_file() -> PathBuf {
    root().join("bench/instructions.txt")
}

fn build() -> Result<(), String> {
    let arguments = [
        "build",
        "--quiet",
        "--release",
        "--package",
        "linkspan-bench",
    ];
    let status = cargo(&arguments).args(["--bin", "instructions"]).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the benchmark cannot be built: {status}")),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

/// An empty folder for the dumps of some counts.
pub(crate) fn fresh(what: &str) -> Result<PathBuf, String> {
    let folder = root().join("target/callgrind").join(what);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(folder)
}

/// Runs a list of things under Callgrind: one dump of its counters a call of `measured`.
fn count(what: &str) -> Result<Vec<Count>, String> {
    let folder = fresh(what)?;
    let dump = folder.join("out");
    let output = Command::new("valgrind")
        .current_dir(root())
        .args(["--tool=callgrind", "--collect-atstart=no", "--dump-line=no"])
        // Two spellings: Callgrind forgets one of two options for the same pattern.
        .args([
            "--toggle-collect=*measured*",
            "--dump-after=instructions::measured",
        ])
        .arg(format!("--callgrind-out-file={}", dump.display()))
        .args(["target/release/instructions", what])
        .output()
        .map_err(|error| format!("cannot start valgrind: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut counts = Vec::new();
    for (number, name) in (1..).zip(names.lines()) {
        counts.push(Count {
            name: name.to_owned(),
            instructions: total(&folder.join(format!("out.{number}")))?,
        });
    }
    Ok(counts)
}

/// The number of instructions in a dump of Callgrind.
pub(crate) fn total(dump: &Path) -> Result<u64, String> {
    let text = fs::read_to_string(dump).map_err(|error| format!("{}: {error}", dump.display()))?;
    let total = text.lines().rev().find_map(|line| {
        let number = line
            .strip_prefix("totals: ")
            .or(line.strip_prefix("summary: "))?;
        number.trim().parse().ok()
    });
    total.ok_or_else(|| format!("no total in {}", dump.display()))
}
