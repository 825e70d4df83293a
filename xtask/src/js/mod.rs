//! `cargo xtask js`: the package for JavaScript.
//!
//! The standard library is built with the WebAssembly, which makes it smaller. Its sources come from rustup; where it has
//! none, the compiler of the distribution is taken, unpacked into `target/js` and not installed.

mod tools;

pub(crate) use tools::as_compiler;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::suite::{Done, cargo, root};
use tools::Tools;

/// The WebAssembly files, and the features each is built with.
const FILES: [(&str, &str); 3] = [("linkspan", "full"), ("lite", ""), ("rewrite", "rewrite")];

/// The runtimes that the tests use besides the Node that is there.
const RUNTIMES: [&str; 3] = ["node@26", "deno@2", "bun@1"];

/// The oldest Node that the package runs on.
const OLDEST_NODE: u32 = 20;

/// Builds, tests and measures.
pub(crate) fn run() -> Result<(), String> {
    stage().map(said)
}

/// Builds in two folders.
pub(crate) fn twice() -> Result<(), String> {
    same_bytes().map(said)
}

pub(crate) fn said(done: Done) {
    match done {
        Done::Passed(what) => println!("passed{what}"),
        Done::Skipped(why) => println!("SKIPPED: {why}"),
    }
}

/// The same as a stage of the test command.
pub(crate) fn stage() -> Result<Done, String> {
    if let Some(why) = missing() {
        return Ok(Done::Skipped(why));
    }
    build()?;
    get_runtimes();
    // The tests compare with what the native program gives.
    succeed(cargo(&["build", "--quiet", "--release"]).args(["--package", "linkspan-cli"]))?;
    tested(&root().join("packages/linkspan"), &[])
}

/// Runs the tests of a package with variables in the environment, and names what they had to do without.
pub(crate) fn tested(package: &Path, variables: &[(&str, &str)]) -> Result<Done, String> {
    let mut tests: Vec<PathBuf> = fs::read_dir(package.join("test"))
        .map_err(|error| error.to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    tests.sort();
    let output = Command::new("node")
        .current_dir(package)
        // Of its own accord Node leaves one core free, and on two cores runs one file at a time.
        .args(["--test", "--test-reporter=tap", "--test-concurrency=2"])
        .args(tests)
        .envs(variables.iter().copied())
        .output()
        .map_err(|error| format!("cannot start node: {error}"))?;
    let report = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("the tests failed\n{report}"));
    }
    for line in report
        .lines()
        .filter(|line| line.contains("bytes with gzip"))
    {
        println!("{}", line.trim_start_matches(['#', ' ']));
    }
    let skipped: Vec<&str> = report
        .lines()
        .filter_map(|line| line.split_once(" # SKIP "))
        .map(|(_, why)| why)
        .collect();
    let passed = report
        .lines()
        .filter(|line| line.trim_start().starts_with("ok "));
    Ok(Done::Passed(match skipped.len() {
        0 => format!("; {} tests", passed.count()),
        _ => format!("; without: {}", skipped.join("; ")),
    }))
}

/// A missing requirement of the stage, if there is one.
pub(crate) fn missing() -> Option<String> {
    let version = output(Command::new("node").arg("--version"));
    let version = version.and_then(|version| {
        let number = version.trim_start_matches('v').split('.').next()?;
        number.parse::<u32>().ok()
    });
    let has_npm = output(Command::new("npm").arg("--version")).is_some();
    match version {
        Some(version) if version >= OLDEST_NODE && has_npm => None,
        _ => Some(format!("install Node.js {OLDEST_NODE} or newer, with npm")),
    }
}

/// Gets other runtimes. The tests name those that are not there.
fn get_runtimes() {
    let folder = root().join("target/js/runtimes");
    if !folder.join("node_modules").is_dir() && fs::create_dir_all(&folder).is_ok() {
        let install = [
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--prefix",
            ".",
        ];
        if let Err(error) = succeed(npm(&folder).args(install).args(RUNTIMES)) {
            println!("other runtimes: {error}");
        }
    }
}

/// Builds the WebAssembly files and what is made of them.
pub(crate) fn build() -> Result<(), String> {
    let folder = root().join("target/js");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let tools = Tools::find(&folder)?;
    let dist = root().join("packages/linkspan/dist");
    fs::create_dir_all(&dist).map_err(|error| error.to_string())?;
    for (name, features) in FILES {
        let made = tools.compile(&root(), &folder.join("target"), features)?;
        tools.optimise(&made, &dist.join(format!("{name}.wasm")))?;
    }
    let package = root().join("packages/linkspan");
    if !package.join("node_modules/esbuild").is_dir() {
        succeed(npm(&package).args(["install", "--silent", "--no-audit", "--no-fund"]))?;
    }
    succeed(
        Command::new("node")
            .current_dir(&package)
            .arg("scripts/build.mjs"),
    )
}

/// Builds the smallest file in another folder, too, and compares the bytes.
pub(crate) fn same_bytes() -> Result<Done, String> {
    if let Some(why) = missing() {
        return Ok(Done::Skipped(why));
    }
    let folder = root().join("target/js");
    let tools = Tools::find(&folder)?;
    let copy = std::env::temp_dir().join(format!("linkspan-{}", std::process::id()));
    let files =
        output(
            Command::new("git")
                .current_dir(root())
                .args(["ls-files", "crates", "Cargo.toml"]),
        )
        .ok_or("git does not list the files")?;
    for file in files.lines() {
        let to = copy.join(file);
        fs::create_dir_all(to.parent().unwrap_or(&copy)).map_err(|error| error.to_string())?;
        fs::copy(root().join(file), to).map_err(|error| format!("{file}: {error}"))?;
    }
    let here = tools.compile(&root(), &folder.join("target"), "")?;
    let here = fs::read(here).map_err(|error| error.to_string())?;
    let there = tools.compile(&copy, &copy.join("target"), "");
    let there = there.and_then(|path| fs::read(path).map_err(|error| error.to_string()));
    let _ = fs::remove_dir_all(&copy);
    match there? == here {
        true => Ok(Done::Passed(String::new())),
        false => Err("another folder makes other bytes".into()),
    }
}

pub(crate) fn npm(folder: &Path) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder);
    command
}

pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("cannot start {name}: {error}")),
    }
}

fn output(command: &mut Command) -> Option<String> {
    let output = command
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}
