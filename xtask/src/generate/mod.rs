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
    test(&CATALOGUE, true)?;
    test(&HEADER, true)?;
    match api::write()? {
        Done::Passed(_) => Ok(()),
        Done::Skipped(why) => Err(format!("crates/*/api.txt: {why}")),
    }
}

/// Compares all of them with the committed ones.
pub(crate) fn check() -> Result<Done, String> {
    tables::check()?;
    test(&CATALOGUE, false)?;
    test(&HEADER, false)?;
    api::check()
}

/// A test that makes files and compares them, and the variable with which it writes them.
struct Generator {
    package: &'static str,
    test: &'static str,
    variable: &'static str,
}

/// Constants, types and tables that are made from the catalogue.
const CATALOGUE: Generator = Generator {
    package: "linkspan-bind",
    test: "generated",
    variable: "LINKSPAN_WRITE_GENERATED",
};

/// The header of the library for C, which has the constants.
const HEADER: Generator = Generator {
    package: "linkspan-c",
    test: "header",
    variable: "LINKSPAN_WRITE_HEADER",
};

fn test(generator: &Generator, write: bool) -> Result<(), String> {
    let Generator {
        package,
        test,
        variable,
    } = generator;
    let mut command = cargo(&["test", "--quiet", "--package", package, "--test", test]);
    if write {
        command.env(variable, "1");
    }
    succeed(&mut command)
}
