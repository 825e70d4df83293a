//! `cargo xtask release`: everything that has to be right before a version is published. It
//! publishes nothing.

mod api;
mod contents;
mod versions;

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::js::said;
use crate::suite::{self, Done, Stage, cargo, root};

/// All steps, in order.
const STEPS: [Stage; 7] = [
    ("versions", versions::stage),
    ("crates", contents::crates),
    ("public items", api::stage),
    ("npm package", contents::npm),
    ("wheel", contents::wheel),
    ("source distribution", contents::source),
    ("dry run", dry_run),
];

/// The steps that take long, for `cargo xtask test --full`.
pub(crate) const LONG_STAGES: [Stage; 5] = [
    ("release, public items", api::stage),
    ("release, npm package", contents::npm),
    ("release, wheel", contents::wheel),
    ("release, source distribution", contents::source),
    ("release, dry run", dry_run),
];

/// The first version of cargo that can publish a workspace: 1.90.
const CARGO: u32 = 90;

/// The largest package that crates.io takes.
const LARGEST: u64 = 10 * 1024 * 1024;

/// Runs all steps, and fails at the end if one failed.
pub(crate) fn run() -> Result<(), String> {
    suite::run_all(&STEPS)
}

/// The steps that take seconds.
pub(crate) fn run_quick() -> Result<(), String> {
    suite::run_all(&STEPS[..2])
}

/// The same as a stage of the test command: versions, and the files of each crate.
pub(crate) fn stage() -> Result<Done, String> {
    versions::stage()?;
    contents::crates()
}

/// Writes the lists of public items.
pub(crate) fn write_api() -> Result<(), String> {
    api::write().map(said)
}

/// Compares the lists of public items with the committed ones.
pub(crate) fn check_api() -> Result<(), String> {
    api::stage().map(said)
}

/// A crate that is published.
struct Published {
    name: String,
    license: String,
    /// Whether it is for other programs. The library of a program is not.
    is_library: bool,
}

/// The crates of the workspace that are published.
fn published() -> Result<Vec<Published>, String> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--locked"];
    let metadata: Value = serde_json::from_str(&output(&mut cargo(&arguments))?)
        .map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    // `publish = false` is an empty list of registries.
    let packages = packages.filter(|package| package["publish"].is_null());
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(packages
        .map(|package| {
            let mut targets = package["targets"].as_array().into_iter().flatten();
            Published {
                name: word(&package["name"]),
                license: word(&package["license"]),
                is_library: targets.all(|target| target["kind"][0] != "bin"),
            }
        })
        .collect())
}

/// Packs every crate and builds it from its package, as crates.io would get it.
fn dry_run() -> Result<Done, String> {
    let version = output(&mut cargo(&["--version"]))?;
    let minor = version
        .split('.')
        .nth(1)
        .and_then(|minor| minor.parse().ok());
    if minor.is_none_or(|minor: u32| minor < CARGO) {
        return Ok(Done::Skipped(format!("use Rust 1.{CARGO} or newer")));
    }
    let target = root().join("target/publish");
    let _ = fs::remove_dir_all(target.join("package"));
    let mut command = cargo(&["publish", "--quiet", "--workspace", "--dry-run", "--locked"]);
    // The check is also for changes that are not committed yet.
    command
        .arg("--allow-dirty")
        .arg("--target-dir")
        .arg(&target);
    if !command.status().is_ok_and(|status| status.success()) {
        return Err("cargo publish --workspace --dry-run".into());
    }
    let crates = published()?;
    for Published { name, .. } in &crates {
        let file = format!("{name}-{}.crate", env!("CARGO_PKG_VERSION"));
        // Some versions of cargo leave the file where they check it.
        let folders = ["package", "package/tmp-crate"].map(|folder| target.join(folder));
        let sizes = folders
            .iter()
            .map(|folder| fs::metadata(folder.join(&file)));
        let size = sizes.flatten().next();
        let size = size.ok_or_else(|| format!("cargo made no {file}"))?.len();
        println!("{name}: {size} bytes");
        if size > LARGEST {
            return Err(format!(
                "{name} has {size} bytes, crates.io takes {LARGEST}"
            ));
        }
    }
    Ok(Done::Passed(format!("; {} crates", crates.len())))
}

/// The standard output of a command that has to succeed.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("cannot start {name}: {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name}: {}\n{messages}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{name}: {error}"))
}
