//! `cargo xtask soak`: random texts by number, in a release build.

use crate::suite::{Done, cargo};

/// The number of texts of each property in `cargo xtask test --full`.
const FULL: &str = "1000000";

/// Runs the program `soak` of `bench` with these arguments.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let mut command = cargo(&["run", "--quiet", "--release", "--package", "linkspan-bench"]);
    command.args(["--bin", "soak", "--"]).args(words);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("soak: {status}")),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

/// The stage of the long tests: a million texts for each property, the same ones each time.
pub(crate) fn in_full() -> Result<Done, String> {
    for what in ["paths", "stream", "live", "fang", "render"] {
        run(&[what, FULL, "--seed", "0"])?;
    }
    Ok(Done::Passed(format!("; {FULL} texts for each property")))
}
