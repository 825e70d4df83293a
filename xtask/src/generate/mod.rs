//! `cargo xtask generate`: every file that is made from others.

mod api;
mod classes;
mod emit;
mod mapping;
mod names;
mod properties;
mod release;
mod security;
pub(crate) mod suffixes;
mod tables;
mod tlds;

use crate::ci::Done;
use crate::run::{cargo, succeed};

/// Writes all of them.
pub(crate) fn write() -> Result<(), String> {
    tables::write()?;
    test_header(true)?;
    match api::write()? {
        Done::Passed(_) => Ok(()),
        Done::Skipped(why) => Err(format!("crates/*/api.txt: {why}")),
    }
}

/// Compares all of them with the committed ones.
pub(crate) fn check() -> Result<Done, String> {
    tables::check()?;
    test_header(false)?;
    api::check()
}

/// The header of the library for C, which its test makes and compares.
fn test_header(write: bool) -> Result<(), String> {
    let mut command = cargo(&[
        "test",
        "--quiet",
        "--package",
        "linkspan-c",
        "--test",
        "header",
    ]);
    if write {
        command.env("LINKSPAN_WRITE_HEADER", "1");
    }
    succeed(&mut command)
}
