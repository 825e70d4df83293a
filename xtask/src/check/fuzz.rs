//! `cargo xtask fuzz`: inputs that a fuzzer makes up, for what must hold for every input.
//!
//! Builds the programs of `fuzz/` with the toolchain at hand and the coverage that libFuzzer needs;
//! `cargo fuzz` builds the same ones with sanitizers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use super::seeds;
use crate::ci::Done;
use crate::run::{cargo, has, output, root, succeed};

/// What makes the compiler count which code was run.
const FLAGS: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// `cargo xtask fuzz [SECONDS] [TARGET...]`, or `cargo xtask fuzz smoke`.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    match words {
        ["smoke"] => return smoke().map(crate::print),
        [first, names @ ..] if first.parse::<u32>().is_ok() => all(first, names, "0")?,
        names => all("60", names, "0")?,
    };
    Ok(())
}

/// The stage of every change: a few seconds for each target.
pub(crate) fn smoke() -> Result<Done, String> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    if !cfg!(target_os = "linux") || !has(&compiler) {
        let why = "libFuzzer needs Linux and a C++ compiler: install g++, or name one in CXX";
        return Ok(Done::Skipped(why.into()));
    }
    // The same numbers each time, so that what is found has to do with what was changed.
    all("4", &[], "1").map(|count| Done::Passed(format!("; {count} targets, 4 seconds each")))
}

/// A minute for each target.
pub(crate) fn long() -> Result<Done, String> {
    all("60", &[], "0").map(|count| Done::Passed(format!("; {count} targets, a minute each")))
}

/// Runs the targets with these names, or all, and counts them. A seed of 0 is another one each time.
fn all(seconds: &str, names: &[&str], seed: &str) -> Result<usize, String> {
    let targets = match names {
        [] => targets()?,
        _ => names.iter().map(|name| (*name).to_owned()).collect(),
    };
    let programs = build()?;
    let options = format!("-max_total_time={seconds} -seed={seed} -max_len=512 -timeout=10");
    let (waiting, failed) = (Mutex::new(targets.iter()), Mutex::new(Vec::new()));
    let next = || waiting.lock().ok()?.next();
    let work = || {
        while let Some(target) = next() {
            let why = fuzz(&programs, target, &options).err();
            let why = why.map(|why| format!("{target}: {why}"));
            failed.lock().unwrap().extend(why);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let failed = failed.into_inner().unwrap();
    match failed.is_empty() {
        true => Ok(targets.len()),
        false => Err(failed.join("\n")),
    }
}

/// The names of all targets: each has a file.
fn targets() -> Result<Vec<String>, String> {
    let files = fs::read_dir(root().join("fuzz/fuzz_targets"));
    let files = files.map_err(|error| error.to_string())?;
    let stem = |file: fs::DirEntry| Some(file.path().file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = files.flatten().filter_map(stem).collect();
    names.sort();
    Ok(names)
}

/// Builds all targets. Gives the folder of the programs.
fn build() -> Result<PathBuf, String> {
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let folder = root().join("target/fuzz");
    // With a target named, flags do not go to build scripts and procedural macros.
    let mut command = cargo(&["build", "--quiet", "--release", "--locked"]);
    command.args(["--target", host.trim()]);
    command.args(["--manifest-path", "fuzz/Cargo.toml"]);
    command.arg("--target-dir").arg(&folder);
    command.env_remove("RUSTFLAGS");
    command.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1F}"));
    succeed(&mut command)?;
    Ok(folder.join(host.trim()).join("release"))
}

/// Runs one target, and prints how it went. The error is what was found, and where the input is.
fn fuzz(programs: &Path, target: &str, options: &str) -> Result<(), String> {
    let corpus = root().join("fuzz/corpus").join(target);
    let artifacts = format!("fuzz/artifacts/{target}/");
    seeds::write(&corpus)
        .and_then(|()| fs::create_dir_all(root().join(&artifacts)))
        .map_err(|error| error.to_string())?;
    let output = Command::new(programs.join(target))
        .current_dir(root())
        .env("RUST_BACKTRACE", "0")
        .arg(corpus)
        .args(options.split(' '))
        .arg(format!("-artifact_prefix={artifacts}"))
        .output()
        .map_err(|error| format!("cannot start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    // Executions, coverage and corpus in the words of libFuzzer.
    let is_progress = |line: &&str| line.starts_with('#') && line.contains(" cov: ");
    let progress = text.lines().rfind(is_progress);
    println!("{target:<9} {}", progress.unwrap_or("no progress"));
    match output.status.success() {
        true => Ok(()),
        // The message of a panic, and what libFuzzer says of it.
        false => Err(text[text.find("\nthread '").unwrap_or(0)..].to_owned()),
    }
}
