//! `cargo xtask fuzz`: inputs that a fuzzer makes up, for what must hold for every input.
//!
//! Builds the programs of `fuzz/` with the toolchain at hand and the coverage that libFuzzer needs;
//! `cargo fuzz` builds the same ones with sanitizers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::{self, ScopedJoinHandle};

use crate::seeds;
use crate::suite::{Done, cargo, root};

/// What makes the compiler count which code was run.
const FLAGS: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// How long each target runs in the test suite, in seconds.
const SMOKE: u32 = 4;

/// `cargo xtask fuzz [SECONDS] [TARGET...]`, or `cargo xtask fuzz smoke`.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    if words == ["smoke"] {
        return smoke().map(|done| match done {
            Done::Passed(what) => println!("passed{what}"),
            Done::Skipped(why) => println!("SKIPPED: {why}"),
        });
    }
    let (seconds, names) = match words.split_first() {
        Some((first, rest)) if first.parse::<u32>().is_ok() => (first.parse().unwrap_or(60), rest),
        _ => (60, words),
    };
    let known = |name: &str| seeds::TARGETS.iter().any(|(target, _)| *target == name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        let targets: Vec<&str> = seeds::TARGETS.iter().map(|(target, _)| *target).collect();
        return Err(format!(
            "no target `{name}`; there are {}",
            targets.join(", ")
        ));
    }
    all(seconds, names, "-seed=0")
}

/// The stage of the test suite: a few seconds for each target.
pub(crate) fn smoke() -> Result<Done, String> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    if !cfg!(target_os = "linux") || Command::new(compiler).arg("--version").output().is_err() {
        return Ok(Done::Skipped(
            "libFuzzer needs Linux and a C++ compiler: install g++ or clang, or name one in CXX"
                .into(),
        ));
    }
    // The same numbers each time, so that what is found has to do with what was changed.
    all(SMOKE, &[], "-seed=1")?;
    let count = seeds::TARGETS.len();
    Ok(Done::Passed(format!(
        "; {count} targets, {SMOKE} seconds each"
    )))
}

/// Runs the targets with these names, or all. A seed of 0 is another one each time.
fn all(seconds: u32, names: &[&str], seed: &str) -> Result<(), String> {
    let programs = build()?;
    let time = format!("-max_total_time={seconds}");
    let mut chosen = Vec::new();
    for (target, form) in seeds::TARGETS {
        if names.is_empty() || names.contains(&target) {
            let corpus = root().join("fuzz/corpus").join(target);
            seeds::write(target, form, &corpus)?;
            chosen.push((target, corpus));
        }
    }
    let mut failed = Vec::new();
    let at_once = thread::available_parallelism().map_or(1, usize::from);
    for some in chosen.chunks(at_once) {
        let reports = thread::scope(|scope| {
            let run = |(target, corpus): &(&'static str, PathBuf)| {
                let (target, corpus) = (*target, corpus.clone());
                let (programs, time) = (&programs, &time);
                scope.spawn(move || (target, fuzz(programs, target, &corpus, &[time, seed])))
            };
            let running: Vec<_> = some.iter().map(run).collect();
            running
                .into_iter()
                .map(ScopedJoinHandle::join)
                .collect::<Vec<_>>()
        });
        for report in reports {
            let (target, report) = report.map_err(|_| "a target ended early")?;
            let report = report?;
            println!("{target:<17} {}", report.line);
            if let Some(found) = report.found {
                println!("{found}");
                failed.push(target);
            }
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("found something: {}", failed.join(", ")))
    }
}

/// Builds all targets. Gives the folder of the programs.
fn build() -> Result<PathBuf, String> {
    let host = host()?;
    let folder = root().join("target/fuzz");
    // With a target named, flags do not go to build scripts and procedural macros.
    let mut command = cargo(&[
        "build",
        "--quiet",
        "--release",
        "--locked",
        "--target",
        &host,
    ]);
    command.args(["--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    command.arg(&folder);
    command.env_remove("RUSTFLAGS");
    command.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1F}"));
    let status = command.status();
    let status = status.map_err(|error| format!("cannot start: {error}"))?;
    if status.success() {
        Ok(folder.join(host).join("release"))
    } else {
        Err(format!("the targets cannot be built: {status}"))
    }
}

/// The platform that the compiler runs on.
fn host() -> Result<String, String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler).arg("-vV").output();
    let output = output.map_err(|error| format!("cannot start rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc does not name its host".to_owned())
}

/// How a target ran.
struct Report {
    line: String,
    /// What was found, and how to see it again.
    found: Option<String>,
}

/// Runs one target.
fn fuzz(programs: &Path, target: &str, corpus: &Path, options: &[&str]) -> Result<Report, String> {
    let artifacts = format!("fuzz/artifacts/{target}/");
    let created = fs::create_dir_all(root().join(&artifacts));
    created.map_err(|error| format!("{target}: {error}"))?;
    let output = Command::new(programs.join(target))
        .current_dir(root())
        .env("RUST_BACKTRACE", "0")
        .arg(corpus)
        .args(options)
        .arg(format!("-artifact_prefix={artifacts}"))
        .args([
            "-max_len=512",
            "-timeout=10",
            "-rss_limit_mb=2048",
            "-print_final_stats=1",
        ])
        .output()
        .map_err(|error| format!("{target}: cannot start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = summary(&text);
    let found = (!output.status.success()).then(|| finding(&text));
    Ok(Report { line, found })
}

/// Executions, coverage and corpus in the words of libFuzzer.
fn summary(text: &str) -> String {
    let stat = |name: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name));
        value.map_or("?", str::trim).to_owned()
    };
    let progress = text
        .lines()
        .rfind(|line| line.starts_with('#') && line.contains(" cov: "));
    let word = |name: &str| {
        let mut words = progress.unwrap_or_default().split_whitespace();
        words.find(|word| *word == name);
        words.next().unwrap_or("?").to_owned()
    };
    format!(
        "{:>9} executions, {:>6}/s, coverage {:>5}, features {:>6}, corpus {}",
        stat("stat::number_of_executed_units:"),
        stat("stat::average_exec_per_sec:"),
        word("cov:"),
        word("ft:"),
        word("corp:"),
    )
}

/// The message of what was found, and the file with the input.
fn finding(text: &str) -> String {
    let mut lines = text.lines();
    let mut out = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("thread '") {
            // The message of a panic stands below it.
            out.push(line);
            out.extend(
                lines
                    .by_ref()
                    .take_while(|line| !line.starts_with("note: ")),
            );
        } else if line.starts_with("==") || line.starts_with("artifact_prefix") {
            out.push(line);
        }
    }
    out.join("\n")
}
