//! `cargo xtask ci`: what a change has to pass besides `cargo test`.
//!
//! A stage calls the command that its community knows: `make check`, `npm test`, `nox`. What it tests is in its folder,
//! not here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::check::{conformance_page, fuzz, instructions, modules, versions};
use crate::run::{cargo, has, output, root, succeed};
use crate::{generate, package, site};

/// How a stage ended, apart from failing.
pub(crate) enum Done {
    Passed(String),
    /// The stage could not run: why, and how to make it run.
    Skipped(String),
}

/// The name of a stage, and how it runs.
pub(crate) type Stage = (&'static str, fn() -> Result<Done, String>);

/// The stages of every change. CONTRIBUTING.md has a table of them.
const STAGES: [Stage; 21] = [
    ("format", check_format),
    ("lints", lint),
    ("generated files", generate::check),
    ("modules", modules::stage),
    ("conformance page", conformance_page::stage),
    ("packages", package::stage),
    ("tests of bindings and tools", test_others),
    ("browser", test_in_browser),
    ("other parsers", test_with_other_parsers),
    ("documentation", document),
    ("builds", build_variants),
    ("versions of dependencies", versions::stage),
    ("ICANN names", find_icann_names),
    ("instructions", instructions::stage),
    ("fuzzing", fuzz::smoke),
    ("c", test_c),
    ("javascript", test_javascript),
    ("javascript environments", test_environments),
    ("page", test_page),
    ("site", site::stage),
    ("python", test_python),
];

/// Needs minutes for one line of output, so that it comes last.
const SPARK: Stage = ("spark", test_on_spark);

/// The stages that `--full` adds. The variable `LINKSPAN_FULL` makes the others longer.
const FULL: [Stage; 4] = [
    ("growth of longer texts", test_growth),
    ("fuzzing, long", fuzz::long),
    ("python, all versions", || run_nox("versions")),
    ("python, from source", || run_nox("sdist")),
];

/// Set if there is time for what is slow and rarely finds anything.
const IS_FULL: &str = "LINKSPAN_FULL";

/// The files that say what is installed in a folder of JavaScript.
const INSTALLED: &str = "node_modules/.package-lock.json";

/// The versions of Python that the package is for, the newest first.
const PYTHONS: [&str; 6] = ["3.14", "3.13", "3.12", "3.11", "3.10", "3"];

pub(crate) fn run() -> Result<(), String> {
    run_all(&[&STAGES[..], &[SPARK]].concat())
}

pub(crate) fn run_full() -> Result<(), String> {
    // Tests of other languages read it, too. Nothing else runs yet that could.
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    if std::env::var_os(IS_FULL).is_none() {
        return succeed(
            Command::new(program)
                .args(["ci", "--full"])
                .env(IS_FULL, "1"),
        );
    }
    run_all(&[&STAGES[..], &[SPARK], &FULL, &package::STEPS].concat())
}

/// Runs the stages with these names.
pub(crate) fn run_some(names: &[&str]) -> Result<(), String> {
    let all = [&STAGES[..], &[SPARK]].concat();
    let find = |name: &&str| {
        let stage = all.iter().find(|(known, _)| known == name).copied();
        let known: Vec<_> = all.iter().map(|&(name, _)| name).collect();
        stage.ok_or_else(|| format!("no stage `{name}`; there are: {}", known.join(", ")))
    };
    let stages: Vec<Stage> = names.iter().map(find).collect::<Result<_, _>>()?;
    run_all(&stages)
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
        let line = format!("{line} ({} s)", begun.elapsed().as_secs());
        println!("{line}");
        lines.push(line);
    }
    println!("── summary");
    for line in &lines {
        println!("{line}");
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failed.join(", "))),
    }
}

fn passed() -> Result<Done, String> {
    Ok(Done::Passed(String::new()))
}

fn check_format() -> Result<Done, String> {
    for project in ["", "fuzz/", "crates/linkspan-wasm/"] {
        let manifest = format!("{project}Cargo.toml");
        let arguments = ["fmt", "--all", "--check", "--manifest-path", &manifest];
        succeed(&mut cargo(&arguments))?;
    }
    passed()
}

fn lint() -> Result<Done, String> {
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
    passed()
}

/// The Rust tests that `cargo test` leaves out, because they need more than Rust or test tools.
fn test_others() -> Result<Done, String> {
    let mut command = cargo(&["test", "--quiet"]);
    for package in ["linkspan-c", "linkspan-bench", "xtask"] {
        command.args(["--package", package]);
    }
    succeed(&mut command)?;
    passed()
}

/// The one of the Rust tests that reads `LINKSPAN_FULL`.
fn test_growth() -> Result<Done, String> {
    succeed(&mut cargo(&["test", "--quiet", "--test", "growth"]))?;
    passed()
}

/// Tests that look at HTML in a browser.
fn test_in_browser() -> Result<Done, String> {
    let program = std::env::var("LINKSPAN_CHROMIUM").unwrap_or_else(|_| "chromium".into());
    if !has(&program) {
        return Ok(Done::Skipped(
            "install Chromium, or name it in LINKSPAN_CHROMIUM".into(),
        ));
    }
    test_ignored("browser", "browser")?;
    test_ignored("trees", "to_a_browser")
}

/// Tests that look at HTML with a parser in JavaScript.
fn test_with_other_parsers() -> Result<Done, String> {
    if let Some(why) = missing_node() {
        return Ok(Done::Skipped(why));
    }
    install(&root().join("checks/trees"))?;
    test_ignored("trees", "to_parse5")
}

/// Runs the ignored tests of a file whose names have `filter` in them, as `cargo test` has built them.
fn test_ignored(test: &str, filter: &str) -> Result<Done, String> {
    let mut command = cargo(&["test", "--quiet", "--test", test, filter]);
    succeed(command.args(["--", "--ignored"]))?;
    passed()
}

fn document() -> Result<Done, String> {
    let mut command = cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
    succeed(command.env("RUSTDOCFLAGS", "--deny warnings"))?;
    passed()
}

/// The library without the standard library, and with each sensible combination of its features.
fn build_variants() -> Result<Done, String> {
    for features in [&[][..], &["--no-default-features"]] {
        let mut command = cargo(&["build", "--quiet", "--target-dir", "target/no_std"]);
        command.args(["--manifest-path", "checks/no_std/Cargo.toml"]);
        succeed(command.args(features))?;
    }
    let package = ["--package", "linkspan", "--no-default-features"];
    for features in ["simd", "psl", "idna", "psl,idna", "bidi", "pri185"] {
        let mut command = cargo(&["rustc", "--quiet", "--lib", "--profile", "check"]);
        command.args(package).args(["--features", features]);
        succeed(command.args(["--", "--deny", "warnings"]))?;
    }
    let mut command = cargo(&["test", "--quiet"]);
    succeed(command.args(package).args(["--test", "features"]))?;
    passed()
}

/// The names of UASG004A, in `$LINKSPAN_CASES_DIR` or beside the project.
fn find_icann_names() -> Result<Done, String> {
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
    // As `cargo test` has built it.
    succeed(cargo(&["run", "--quiet", "--example", "readiness"]).arg(list))?;
    passed()
}

/// The program as `cargo test` has built it.
pub(crate) fn build_debug_program() -> Result<PathBuf, String> {
    succeed(&mut cargo(&[
        "test", "--quiet", "--no-run", "--test", "find",
    ]))?;
    Ok(root().join("target/debug/linkspan"))
}

/// The program, with which the tests of other languages compare.
fn build_program() -> Result<(), String> {
    succeed(&mut cargo(&[
        "build",
        "--quiet",
        "--release",
        "--package",
        "linkspan-cli",
    ]))
}

fn test_c() -> Result<Done, String> {
    if let Some(program) = ["make", "gcc", "g++", "pkg-config", "nm"]
        .into_iter()
        .find(|name| !has(name))
    {
        return Ok(Done::Skipped(format!("install {program}")));
    }
    build_program()?;
    let check = match std::env::var_os(IS_FULL) {
        Some(_) => "check-full",
        None => "check",
    };
    let mut make = Command::new("make");
    make.current_dir(root().join("crates/linkspan-c"));
    // Two at a time, and the lines of each together.
    succeed(make.args(["--no-print-directory", "-j2", "--output-sync", check]))?;
    passed()
}

fn test_javascript() -> Result<Done, String> {
    if let Some(why) = missing_node() {
        return Ok(Done::Skipped(why));
    }
    let package = root().join("packages/linkspan");
    install(&package)?;
    // The tests name the runtimes that they have to do without.
    let _ = succeed(npm(&package).args(["run", "--silent", "runtimes"]));
    test_package(&package, "test")
}

/// Small projects that use the package as it is packed: with bundlers, on servers, on edges.
fn test_environments() -> Result<Done, String> {
    match missing_node() {
        Some(why) => Ok(Done::Skipped(why)),
        None => test_package(&root().join("packages/linkspan"), "environments"),
    }
}

fn test_page() -> Result<Done, String> {
    if let Some(why) = missing_node() {
        return Ok(Done::Skipped(why));
    }
    build_page()?;
    test_package(&root().join("web"), "test")
}

/// Builds the page in `web/dist`, with the package as it is.
pub(crate) fn build_page() -> Result<(), String> {
    let package = root().join("packages/linkspan");
    install(&package)?;
    succeed(npm(&package).args(["run", "--silent", "build"]))?;
    let page = root().join("web");
    install(&page)?;
    succeed(npm(&page).args(["run", "--silent", "build"]))
}

/// What is missing for JavaScript, if something is.
pub(crate) fn missing_node() -> Option<String> {
    match has("node") && has("npm") {
        true => None,
        false => Some("install Node.js 20 or newer, with npm".to_owned()),
    }
}

pub(crate) fn npm(folder: &Path) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder);
    command
}

/// Installs what a package in JavaScript needs, unless that was done since its manifest changed.
fn install(folder: &Path) -> Result<(), String> {
    let changed = |file: &str| {
        folder
            .join(file)
            .metadata()
            .and_then(|data| data.modified())
            .ok()
    };
    if changed(INSTALLED) > changed("package.json") {
        return Ok(());
    }
    succeed(npm(folder).args(["install", "--silent", "--no-audit", "--no-fund"]))
}

/// Runs a script of a package that tests it, and prints what failed, what was left out, and sizes.
fn test_package(folder: &Path, script: &str) -> Result<Done, String> {
    let output = npm(folder).args(["run", "--silent", script]).output();
    let output = output.map_err(|error| format!("cannot start npm: {error}"))?;
    let report = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let failures = report
            .find("failing tests:")
            .and_then(|at| report.get(at..));
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{errors}{}", failures.unwrap_or(&report)));
    }
    for line in report.lines().map(str::trim) {
        if line.starts_with('﹣') || line.contains("bytes with gzip") {
            println!("{line}");
        }
    }
    let count = report.lines().find_map(|line| line.strip_prefix("ℹ pass "));
    let count = count.ok_or("node printed no count of tests")?;
    Ok(Done::Passed(format!("; {count} tests")))
}

fn test_python() -> Result<Done, String> {
    build_program()?;
    run_nox("tests")
}

fn test_on_spark() -> Result<Done, String> {
    match Command::new("java").arg("-version").output() {
        Ok(output) if output.status.success() => run_nox("spark"),
        _ => Ok(Done::Skipped("install Java 17 or newer".into())),
    }
}

/// Runs a session of nox with the newest Python, in an environment of its own.
pub(crate) fn run_nox(session: &str) -> Result<Done, String> {
    let can_make =
        |name: &String| output(Command::new(name).args(["-c", "import venv, ensurepip"])).is_ok();
    let mut names = PYTHONS.iter().map(|version| format!("python{version}"));
    let Some(python) = names.find(can_make) else {
        return Ok(Done::Skipped("install CPython 3.10 or newer".into()));
    };
    let folder = root().join("target/python").join(format!("{python}-nox"));
    let nox = folder.join("bin/nox");
    if !nox.is_file() {
        succeed(Command::new(&python).args(["-m", "venv"]).arg(&folder))?;
        let mut pip = Command::new(folder.join("bin/python"));
        succeed(pip.args([
            "-m",
            "pip",
            "--quiet",
            "--disable-pip-version-check",
            "install",
            "nox",
        ]))?;
    }
    let mut command = Command::new(nox);
    command.current_dir(root().join("crates/linkspan-py"));
    command.args(["--session", session]);
    // Variables that cargo sets for this program are not meant for the programs it starts.
    command.env_remove("CARGO").env_remove("RUSTC");
    let output = command
        .output()
        .map_err(|error| format!("cannot start nox: {error}"))?;
    let report = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!(
            "{report}{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    for line in report.lines().filter(|line| line.starts_with("SKIPPED ")) {
        println!("without {}", line.trim_start_matches("SKIPPED "));
    }
    let summary = report.lines().rev().find(|line| line.contains(" passed"));
    let summary = summary.map(|line| format!("; {} with {python}", line.trim_matches(['=', ' '])));
    Ok(Done::Passed(summary.unwrap_or_default()))
}
