//! `cargo xtask web`: the page on which people try the library.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::js;
use crate::suite::{Done, root};

fn folder() -> PathBuf {
    root().join("web")
}

/// Builds the page and serves it on this machine until it is interrupted.
pub(crate) fn serve() -> Result<(), String> {
    build()?;
    js::succeed(
        Command::new("node")
            .current_dir(folder())
            .arg("scripts/serve.mjs"),
    )
}

/// Builds the page and tests it in a browser.
pub(crate) fn check() -> Result<(), String> {
    if let Some(why) = js::missing() {
        return Err(why);
    }
    js::build()?;
    stage().map(js::said)
}

/// The tests as a stage of the test command, after that of the package.
pub(crate) fn stage() -> Result<Done, String> {
    if let Some(why) = js::missing() {
        return Ok(Done::Skipped(why));
    }
    build()?;
    js::tested(&folder(), &[])
}

/// The same with a megabyte of text in every editor and browser, as a stage that takes longer.
pub(crate) fn in_full() -> Result<Done, String> {
    if let Some(why) = js::missing() {
        return Ok(Done::Skipped(why));
    }
    build()?;
    js::tested(&folder(), &[("LINKSPAN_LONG_TEXTS", "1")])
}

/// Builds the page in `web/dist`, of the package as it is.
pub(crate) fn build() -> Result<(), String> {
    if let Some(why) = js::missing() {
        return Err(why);
    }
    if !root()
        .join("packages/linkspan/dist/linkspan.wasm")
        .is_file()
    {
        js::build()?;
    }
    if !folder().join("node_modules/esbuild").is_dir() {
        let install = ["install", "--silent", "--no-audit", "--no-fund"];
        js::succeed(js::npm(&folder()).args(install))?;
    }
    fs::create_dir_all(root().join("target/web")).map_err(|error| error.to_string())?;
    js::succeed(
        Command::new("node")
            .current_dir(folder())
            .arg("scripts/build.mjs"),
    )
}
