//! Commands for those who work on linkspan: `cargo xtask help` lists them.

#![allow(clippy::restriction, reason = "a tool of developers may panic")]

mod check;
mod ci;
mod generate;
mod package;
mod run;
mod site;

use std::process::ExitCode;

use check::{bench, fuzz, instructions};
use ci::Done;

const USAGE: &str = "\
usage: cargo xtask COMMAND

`cargo test` runs the tests. These are for the rest:

  ci                          everything that a change has to pass besides `cargo test`
  ci --full                   the same with what is slow and rarely finds anything
  ci STAGE...                 these stages only: `ci lints python`
  generate                    write all generated files: tables, the C header, lists of public items
  generate --check            fail if a committed one is stale
  suffixes FILE               write the table of public suffixes from a Public Suffix List in FILE
  modules                     show the modules of each crate in layers; fail if they form a cycle
  conformance-page            check that what CONFORMANCE.md names is there
  instructions [--write]      count instructions with Callgrind and compare them with
                              bench/instructions.txt, or write that file
  bench --against REV [ROUNDS]
                              measure this library and that of another revision in turn
  fuzz [SECONDS] [TARGET...]  look for inputs that break something, a minute per target by default
  release                     check versions and the contents of all packages, and pack and build
                              every crate; publishes nothing
  site [--check]              build the site of all documents and the page in target/site; check its
                              links, and look at it in Chromium";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["ci"] => ci::run(),
        ["ci", "--full"] => ci::run_full(),
        ["ci", stages @ ..] => ci::run_some(stages),
        ["generate"] => generate::write(),
        ["generate", "--check"] => generate::check().map(print),
        ["suffixes", file] => generate::suffixes::write(file),
        ["modules"] => check::modules::stage().map(print),
        ["conformance-page"] => check::conformance_page::stage().map(print),
        ["instructions"] => instructions::run(false),
        ["instructions", "--write"] => instructions::run(true),
        ["bench", "--against", revision] => bench::against(revision, "5"),
        ["bench", "--against", revision, rounds] => bench::against(revision, rounds),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["release"] => package::run(),
        ["site"] => site::build(),
        ["site", "--check"] => site::check(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        other => Err(format!("unknown command `{}`\n\n{USAGE}", other.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints how a check ended.
fn print(done: Done) {
    match done {
        Done::Passed(what) => println!("passed{what}"),
        Done::Skipped(why) => println!("SKIPPED: {why}"),
    }
}
