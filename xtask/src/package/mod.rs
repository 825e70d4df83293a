//! `cargo xtask release`: everything that has to be right before a version is published. It
//! publishes nothing.

mod contents;
mod versions;

use std::fs;

use serde_json::Value;

use crate::ci::{Done, Stage, run_all};
use crate::run::{cargo, output, root, succeed};

/// The steps that take minutes; `cargo xtask ci` runs the others.
pub(crate) const STEPS: [Stage; 4] = [
    ("release, npm package", contents::npm),
    ("release, wheel", contents::wheel),
    ("release, source distribution", contents::source),
    ("release, dry run", dry_run),
];

/// Runs all steps, and fails at the end if one failed.
pub(crate) fn run() -> Result<(), String> {
    let first: [Stage; 2] = [("versions", versions::stage), ("crates", contents::crates)];
    run_all(&[&first[..], &STEPS].concat())
}

/// The steps that take seconds: versions, and the files of each crate.
pub(crate) fn stage() -> Result<Done, String> {
    versions::stage()?;
    contents::crates()
}

/// A crate that is published.
pub(crate) struct Published {
    pub(crate) name: String,
    license: String,
    /// Whether it is for other programs. The library of a program is not.
    pub(crate) is_library: bool,
}

/// The crates of the workspace that are published.
pub(crate) fn published() -> Result<Vec<Published>, String> {
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
    let target = root().join("target/publish");
    let _ = fs::remove_dir_all(target.join("package"));
    let mut command = cargo(&["publish", "--quiet", "--workspace", "--dry-run", "--locked"]);
    // The check is also for changes that are not committed yet.
    command.args(["--allow-dirty", "--target-dir"]).arg(&target);
    succeed(&mut command)?;
    Ok(Done::Passed(String::new()))
}
