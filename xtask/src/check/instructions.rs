//! `cargo xtask instructions`: how much work things are, counted by Callgrind, whatever the machine does.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use super::commands;
use crate::ci::Done;
use crate::run::{cargo, has, output, root, succeed};

/// By how much more than the committed number of instructions something may take.
const TOLERANCE: f64 = 0.05;

/// How many times the instructions of a text a text of four times its length may take.
const GROWTH: f64 = 5.0;

/// The committed numbers.
const REFERENCE: &str = "bench/instructions.txt";

/// The name of an operation, and its instructions. After the last tab of the name is the length of
/// its text, if it is compared with another length.
pub(crate) type Count = (String, u64);

/// `cargo xtask instructions [--write]`.
pub(crate) fn run(write: bool) -> Result<(), String> {
    if !write {
        return stage().map(crate::print);
    }
    build()?;
    let mut text = format!("{}\n", machine()?);
    for (name, instructions) in count("reference")? {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name}\t{instructions}");
    }
    fs::write(root().join(REFERENCE), text).map_err(|error| error.to_string())
}

/// The stage of every change: no slow-down, and linear growth on hostile text.
pub(crate) fn stage() -> Result<Done, String> {
    if !has("valgrind") {
        return Ok(Done::Skipped("install Valgrind".into()));
    }
    build()?;
    let committed = fs::read_to_string(root().join(REFERENCE));
    let committed = committed.map_err(|error| format!("{REFERENCE}: {error}"))?;
    let (counted_on, committed) = committed.split_once('\n').unwrap_or_default();
    let machine = machine()?;
    // Counts do not depend on what runs beside them.
    let hostile = thread::spawn(|| count("hostile"));
    let worst = growth(&commands::counts()?)?;
    let hostile = hostile.join().map_err(|_| "counting ended early")??;
    let worst = worst.max(growth(&hostile)?);
    if machine != counted_on {
        return Ok(Done::Skipped(format!(
            "growth is at most {worst:.2} times for four times the text, but the committed numbers are of \
             `{counted_on}`, this is `{machine}`"
        )));
    }
    let counts = count("reference")?;
    compare(committed, &counts)?;
    Ok(Done::Passed(format!(
        "; {} counts, and at most {worst:.2} times for four times the text",
        counts.len()
    )))
}

/// Fails if something takes more instructions than the committed numbers allow.
fn compare(committed: &str, counts: &[Count]) -> Result<(), String> {
    let numbers = committed.lines().filter_map(|line| {
        let (name, number) = line.rsplit_once('\t')?;
        Some((name, number.parse::<f64>().ok()?))
    });
    let numbers: BTreeMap<&str, f64> = numbers.collect();
    let mut slow = Vec::new();
    for (name, instructions) in counts {
        let number = numbers.get(&**name);
        let number = number.ok_or_else(|| format!("`{name}` is not in {REFERENCE}"))?;
        let change = *instructions as f64 / number - 1.0;
        let line = format!("{name}: {instructions}, {:+.1} %", change * 100.0);
        if change > TOLERANCE {
            slow.push(line);
        } else if change < -TOLERANCE {
            println!("{line}; commit the better number");
        }
    }
    match slow.is_empty() {
        true => Ok(()),
        false => Err(format!("more than in {REFERENCE}:\n{}", slow.join("\n"))),
    }
}

/// The largest growth of any operation on any unit, with four times the text.
fn growth(counts: &[Count]) -> Result<f64, String> {
    // The texts are not exactly 1 : 4, since units are whole.
    let per_byte = |(name, instructions): &Count| -> Result<f64, String> {
        let length: Result<f64, _> = name.rsplit('\t').next().unwrap_or_default().parse();
        let length = length.map_err(|_| format!("`{name}` has no length"))?;
        Ok(*instructions as f64 / length)
    };
    let mut worst = 0.0_f64;
    for pair in counts.chunks(2) {
        let times = 4.0 * per_byte(&pair[1])? / per_byte(&pair[0])?;
        if times > GROWTH {
            let name = &pair[0].0;
            return Err(format!("{name}: {times:.2} times for four times the text"));
        }
        worst = worst.max(times);
    }
    let worst = (worst > 0.0).then_some(worst);
    worst.ok_or_else(|| "nothing was counted".into())
}

/// A description of everything the numbers depend on.
fn machine() -> Result<String, String> {
    let version = output(Command::new("rustc").arg("--version"))?;
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let vectors = ["no AVX2", "AVX2"][usize::from(processor.contains(" avx2 "))];
    let version = version.trim();
    Ok(format!("{version}, {}, {vectors}", std::env::consts::ARCH))
}

fn build() -> Result<(), String> {
    let mut build = cargo(&["build", "--quiet", "--release"]);
    succeed(build.args(["--package", "linkspan-bench", "--bin", "instructions"]))
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
    let mut command = callgrind(&folder.join("out"));
    // Two spellings: Callgrind forgets one of two options for the same pattern.
    command.args(["--collect-atstart=no", "--toggle-collect=*measured*"]);
    command.arg("--dump-after=instructions::measured");
    let names = output(command.args(["target/release/instructions", what]))?;
    let counted = |(number, name): (usize, &str)| {
        Ok((
            name.to_owned(),
            total(&folder.join(format!("out.{number}")))?,
        ))
    };
    (1..).zip(names.lines()).map(counted).collect()
}

/// Callgrind, which writes its dump to a file.
pub(crate) fn callgrind(dump: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.current_dir(root());
    command.args(["--tool=callgrind", "--dump-line=no"]);
    command.arg(format!("--callgrind-out-file={}", dump.display()));
    command
}

/// The number of instructions in a dump of Callgrind.
pub(crate) fn total(dump: &Path) -> Result<u64, String> {
    let text = fs::read_to_string(dump).map_err(|error| format!("{}: {error}", dump.display()))?;
    let total = text.lines().rev().find_map(|line| {
        let (name, number) = line.split_once(": ")?;
        let is_total = ["totals", "summary"].contains(&name);
        number.trim().parse().ok().filter(|_| is_total)
    });
    total.ok_or_else(|| format!("no total in {}", dump.display()))
}
