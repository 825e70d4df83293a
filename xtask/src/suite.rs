//! `cargo xtask test`: everything a change has to pass; `--quick`: a part of it, for every edit.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::{
    c, conformance_page, dependencies, fuzz, instructions, js, modules, publish, python, site,
    soak, tables, web,
};

/// The files of UTS #58 for a Unicode version.
pub(crate) const OFFICIAL_FILES: [&str; 5] = [
    "LinkTerm.txt",
    "LinkBracket.txt",
    "LinkEmail.txt",
    "LinkDetectionTest.txt",
    "LinkFormattingTest.txt",
];

/// The folders of official files and the files expected in each.
const OFFICIAL: [(&str, &[&str]); 2] = [
    ("17.0.0", &OFFICIAL_FILES),
    (
        "18.0.0-draft",
        &["LinkDetectionTest.txt", "LinkFormattingTest.txt"],
    ),
];

/// The number of random cases of each property in the quick tests.
const QUICK_CASES: &str = "500";

/// How a stage ended, apart from failing.
pub(crate) enum Done {
    Passed(String),
    /// The stage could not run: why, and how to make it run.
    Skipped(String),
}

/// The name of a stage, and how it runs.
pub(crate) type Stage = (&'static str, fn() -> Result<Done, String>);

/// The stages of every change.
const STAGES: [Stage; 23] = [
    ("format", formatting),
    ("lints", lints),
    ("modules", module_layers),
    ("conformance page", conformance_page::stage),
    ("dependencies", dependencies::stage),
    ("release", publish::stage),
    ("tests", tests),
    ("browser", browser),
    ("other parsers", other_parsers),
    ("documentation", documentation),
    ("tables", generated_tables),
    ("no_std", no_std),
    ("features", features),
    ("official files", official),
    ("ICANN names", icann_names),
    ("instructions", instructions::stage),
    ("fuzzing", fuzz::smoke),
    ("c", c::stage),
    ("javascript", js::stage),
    ("page", web::stage),
    ("site", site::stage),
    ("python", python::stage),
    ("spark", python::spark_stage),
];

/// The stages for every edit: less than two minutes when the dependencies are built.
const QUICK_STAGES: [Stage; 6] = [
    ("format", formatting),
    ("modules", module_layers),
    ("conformance page", conformance_page::stage),
    ("tables", generated_tables),
    ("quick lints", quick_lints),
    ("quick tests", quick_tests),
];

/// The stages that take longer.
const LONG_STAGES: [Stage; 6] = [
    ("random texts", soak::in_full),
    ("c, ten million calls", c::in_full),
    ("javascript, same bytes", js::same_bytes),
    ("page, long texts", web::in_full),
    ("python, from source", python::from_source),
    ("spark, a gigabyte", python::spark_in_full),
];

/// Runs the stages of every change and fails at the end if one failed.
pub(crate) fn run() -> Result<(), String> {
    run_all(&STAGES)
}

/// Runs the stages for every edit, and names the stages that it leaves out.
pub(crate) fn run_quick() -> Result<(), String> {
    let ended = run_all(&QUICK_STAGES);
    let left_out = STAGES.iter().map(|(name, _)| *name);
    let left_out = left_out.filter(|name| !QUICK_STAGES.iter().any(|(quick, _)| quick == name));
    println!(
        "left out, and run by `cargo xtask test`: {}",
        left_out.collect::<Vec<_>>().join(", ")
    );
    ended
}

/// Runs all stages.
pub(crate) fn run_full() -> Result<(), String> {
    run_all(&[&STAGES[..], &LONG_STAGES, &publish::LONG_STAGES].concat())
}

/// Runs stages in order, prints how each ended, and fails if one failed.
pub(crate) fn run_all(stages: &[Stage]) -> Result<(), String> {
    let mut failed = Vec::new();
    let mut lines = Vec::new();
    for &(name, stage) in stages {
        println!("── {name}");
        let begun = Instant::now();
        let line = match stage() {
            Ok(Done::Passed(what)) => format!("{name}: passed{what}"),
            Ok(Done::Skipped(why)) => format!("{name}: SKIPPED: {why}"),
            Err(why) => {
                failed.push(name);
                format!("{name}: FAILED: {why}")
            }
        };
        lines.push(format!("{line} ({} s)", begun.elapsed().as_secs()));
    }
    println!("── summary");
    for line in &lines {
        println!("{line}");
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}", failed.join(", ")))
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    // Build scripts run again if these change, and a shell does not have them.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

fn succeed(command: &mut Command) -> Result<Done, String> {
    match command.status() {
        Ok(status) if status.success() => Ok(Done::Passed(String::new())),
        Ok(status) => Err(status.to_string()),
        Err(error) => Err(format!("cannot start: {error}")),
    }
}

/// Whether `cargo NAME` is there.
fn has_cargo(name: &str) -> bool {
    cargo(&[name, "--version"])
        .output()
        .is_ok_and(|output| output.status.success())
}

fn formatting() -> Result<Done, String> {
    if !has_cargo("fmt") {
        return Ok(Done::Skipped(
            "get it with `rustup component add rustfmt`".into(),
        ));
    }
    for project in [
        "Cargo.toml",
        "fuzz/Cargo.toml",
        "crates/linkspan-wasm/Cargo.toml",
    ] {
        let arguments = ["fmt", "--all", "--check", "--manifest-path", project];
        succeed(&mut cargo(&arguments))?;
    }
    Ok(Done::Passed(String::new()))
}

fn lints() -> Result<Done, String> {
    if !has_cargo("clippy") {
        return Ok(Done::Skipped(
            "get it with `rustup component add clippy`".into(),
        ));
    }
    // Everything, and the command line without its features.
    for what in [
        &["--workspace", "--all-targets"][..],
        &["--package", "linkspan-cli", "--no-default-features"],
    ] {
        let mut command = cargo(&["clippy", "--quiet"]);
        succeed(command.args(what).args(["--", "--deny", "warnings"]))?;
    }
    // The WebAssembly has a workspace of its own.
    for features in ["", "full", "rewrite"] {
        let mut command = cargo(&["clippy", "--quiet", "--no-default-features"]);
        command.args(["--manifest-path", "crates/linkspan-wasm/Cargo.toml"]);
        command.args(["--target-dir", "target/wasm-lints"]);
        command.args(["--features", features]);
        succeed(command.args(["--", "--deny", "warnings"]))?;
    }
    Ok(Done::Passed(String::new()))
}

/// The lints of the library and the command line.
fn quick_lints() -> Result<Done, String> {
    if !has_cargo("clippy") {
        return Ok(Done::Skipped(
            "get it with `rustup component add clippy`".into(),
        ));
    }
    let mut command = cargo(&["clippy", "--quiet", "--all-targets"]);
    command.args(["--package", "linkspan", "--package", "linkspan-cli"]);
    succeed(command.args(["--", "--deny", "warnings"]))
}

fn module_layers() -> Result<Done, String> {
    modules::run().map(|()| Done::Passed(String::new()))
}

fn tests() -> Result<Done, String> {
    succeed(&mut cargo(&["test", "--quiet", "--workspace"]))
}

/// The tests of the library and the command line, without examples in the documentation and with
/// fewer random cases.
fn quick_tests() -> Result<Done, String> {
    let mut command = cargo(&["test", "--quiet", "--lib", "--bins", "--tests"]);
    command.args(["--package", "linkspan", "--package", "linkspan-cli"]);
    command.env("LINKSPAN_ORACLE_CASES", QUICK_CASES);
    succeed(&mut command)?;
    Ok(Done::Passed(format!(
        "; {QUICK_CASES} random cases for each property"
    )))
}

/// Tests that look at HTML in a browser.
fn browser() -> Result<Done, String> {
    let program = std::env::var_os("LINKSPAN_CHROMIUM").unwrap_or_else(|| "chromium".into());
    if Command::new(program).arg("--version").output().is_err() {
        return Ok(Done::Skipped(
            "install Chromium, or name it in LINKSPAN_CHROMIUM".into(),
        ));
    }
    ignored("browser", "browser")?;
    ignored("trees", "to_a_browser")
}

/// Tests that look at HTML with a parser in JavaScript.
fn other_parsers() -> Result<Done, String> {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !has("node") || !has("npm") {
        return Ok(Done::Skipped("install Node.js".into()));
    }
    let folder = root().join("checks/trees");
    if !folder.join("node_modules").is_dir() {
        let mut npm = Command::new("npm");
        let npm = npm
            .current_dir(folder)
            .args(["ci", "--no-audit", "--no-fund"]);
        if !npm.output().is_ok_and(|output| output.status.success()) {
            return Ok(Done::Skipped("run `npm ci` in checks/trees".into()));
        }
    }
    ignored("trees", "to_parse5")
}

/// Runs the ignored tests of a file whose names have `filter` in them. With the features of the
/// whole workspace, so that nothing is built a second time.
fn ignored(test: &str, filter: &str) -> Result<Done, String> {
    let mut command = cargo(&["test", "--quiet", "--workspace", "--test", test, filter]);
    succeed(command.args(["--", "--ignored"]))
}

fn documentation() -> Result<Done, String> {
    let mut command = cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
    succeed(command.env("RUSTDOCFLAGS", "--deny warnings"))
}

fn generated_tables() -> Result<Done, String> {
    tables::check().map(|()| Done::Passed(String::new()))
}

fn no_std() -> Result<Done, String> {
    let target = root().join("target/no_std");
    for features in [&[][..], &["--no-default-features"]] {
        let mut command = cargo(&[
            "build",
            "--quiet",
            "--manifest-path",
            "checks/no_std/Cargo.toml",
        ]);
        succeed(command.args(features).arg("--target-dir").arg(&target))?;
    }
    Ok(Done::Passed(String::new()))
}

/// The library with each sensible combination of its features.
fn features() -> Result<Done, String> {
    let package = ["--package", "linkspan", "--no-default-features"];
    for features in ["std", "psl", "idna", "psl,idna", "bidi"] {
        let mut command = cargo(&["rustc", "--quiet", "--lib", "--profile", "check"]);
        command.args(package).args(["--features", features]);
        succeed(command.args(["--", "--deny", "warnings"]))?;
    }
    let mut command = cargo(&["test", "--quiet"]);
    succeed(command.args(package).args(["--test", "features"]))
}

/// Where the official files are: `$LINKSPAN_UNICODE_DIR`, or beside the project.
pub(crate) fn unicode_folder() -> PathBuf {
    std::env::var_os("LINKSPAN_UNICODE_DIR")
        .map_or_else(|| root().join("../shared/unicode"), PathBuf::from)
}

fn official() -> Result<Done, String> {
    let folder = unicode_folder();
    let program = program()?;
    let mut missing = Vec::new();
    let mut cases = 0;
    for (version, files) in OFFICIAL {
        let folder = folder.join(version);
        missing.extend(
            files
                .iter()
                .filter(|file| !folder.join(file).is_file())
                .map(|file| format!("{version}/{file}")),
        );
        if !folder.is_dir() {
            continue;
        }
        let output = Command::new(&program)
            .arg("conformance")
            .arg(&folder)
            .output()
            .map_err(|error| format!("cannot start: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(format!(
                "{version}: {text}{}",
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        for line in text.lines().filter(|line| line.ends_with("passed")) {
            println!("{version}: {line}");
            cases += total(line);
        }
    }
    if missing.is_empty() {
        return Ok(Done::Passed(format!("; all {cases} official cases ran")));
    }
    Ok(Done::Skipped(format!(
        "{cases} official cases ran; missing {}: get the files of UTS #58 from unicode.org and \
         name their folder in LINKSPAN_UNICODE_DIR",
        missing.join(", ")
    )))
}

/// The names of UASG004A, in `$LINKSPAN_CASES_DIR` or beside the project.
fn icann_names() -> Result<Done, String> {
    let folder = std::env::var_os("LINKSPAN_CASES_DIR")
        .map_or_else(|| root().join("../shared/cases"), PathBuf::from);
    let list = folder.join("ua-readiness.tsv");
    if !list.is_file() {
        return Ok(Done::Skipped(
            "ua-readiness.tsv is missing: make it from ICANN's ua-code-samples and name its folder \
             in LINKSPAN_CASES_DIR"
                .into(),
        ));
    }
    succeed(cargo(&["build", "--quiet", "--workspace"]).args(["--example", "readiness"]))?;
    let program = root().join("target/debug/examples/readiness");
    succeed(Command::new(program).arg(list))
}

/// The command line as the tests have built it: with the features of the whole workspace and of
/// all tests, so that nothing is built a second time.
pub(crate) fn program() -> Result<PathBuf, String> {
    let test = [
        "test",
        "--quiet",
        "--workspace",
        "--no-run",
        "--test",
        "find",
    ];
    succeed(&mut cargo(&test))?;
    Ok(root().join("target/debug/linkspan"))
}

/// The total of a line such as `LinkTerm.txt (2025-12-26), code points: 5/10 passed`.
fn total(line: &str) -> usize {
    line.trim_end_matches(" passed")
        .rsplit('/')
        .next()
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0)
}
