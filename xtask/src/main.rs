//! Developer commands of linkspan: `cargo xtask help` lists them.

#![allow(clippy::restriction, reason = "a tool of developers may panic")]

mod bench;
mod c;
mod classes;
mod commands;
mod conformance_page;
mod dependencies;
mod dist;
mod emit;
mod fuzz;
mod instructions;
mod js;
mod modules;
mod properties;
mod publish;
mod python;
mod rehearsal;
mod release;
mod rust;
mod security;
mod seeds;
mod site;
mod soak;
mod suffixes;
mod suite;
mod tables;
mod tlds;
mod values;
mod web;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  tables                      write the generated tables of the library
  tables --check              check that the committed tables are what the generator writes
  tables --values             print what the tables say of each code point
  tables --unicode VERSION    rehearse a release on a later Unicode version in target/unicode-VERSION:
                              generate, build, check its official files, compare links
  tables --unicode VERSION --write
                              also write the report to docs/unicode-VERSION.md
  suffixes FILE               write the table of public suffixes from a Public Suffix List in FILE
  modules                     show the modules of each crate in layers; fail if they form a cycle
  conformance-page            check that what CONFORMANCE.md names is there
  dependencies                check licences, sources, duplicates and use of the dependencies
  instructions                count instructions with Callgrind and compare them with
                              bench/instructions.txt
  instructions --write        write that file
  bench --against REV [ROUNDS]
                              measure this library and that of another revision in turn
  fuzz [SECONDS] [TARGET...]  look for inputs that break something, a minute per target by default
  fuzz smoke                  the same for a few seconds per target, as `test` does
  soak [WHAT [COUNT]] [--seed N]
                              check random texts by number in a release build, for hours if wanted;
                              continues where it was interrupted (`soak help` lists what is checked)
  dist                        build the program with its manual pages and completions in target/dist
  c                           build the library for C, install it in target/c/prefix and test it with
                              C, C++, Go, Ruby, SQLite, PostgreSQL and a terminal (needs gcc)
  c install [PREFIX]          build and install it below PREFIX (/usr/local), and below $DESTDIR
  c header                    write crates/linkspan-c/include/linkspan.h
  js                          build and test the package for JavaScript (needs Node)
  js build                    only build it
  js twice                    build its WebAssembly in another folder, too, and compare the bytes
  python                      build the wheel for Python and test it with every CPython from 3.10 on
  python source               install from the source distribution, and test that
  python --spark              test it on Spark, on this machine and on a cluster of which parts die
                              (needs Java)
  python --spark --full       the same with a gigabyte of text
  web                         build the page and serve it on this machine (needs Node)
  web --check                 test it in Chromium
  release                     check versions, the contents of all packages and public items, and pack
                              and build every crate; publishes nothing
  release --quick             only versions and the files of each crate, as `test` does
  release api                 write the lists of public items, crates/*/api.txt
  release api --check         check that the committed lists are current
  site                        build the site of all documents and the page in target/site
  site --check                also check its links, and look at it in Chromium: light, dark, narrow
  test                        run everything that a change has to pass: formatting, lints, modules,
                              CONFORMANCE.md, dependencies, contents of crates, tests, tables, the no_std build,
                              official files, instructions, a little fuzzing, the library
                              for C, the packages for JavaScript and Python, Spark, and the page
  test --quick                the stages for every edit, with fewer random cases; names the others
  test --full                 all stages of `test`, and the long ones, such as random texts";

fn main() -> ExitCode {
    if let Some(ended) = js::as_compiler() {
        return ended;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["tables"] => tables::write(),
        ["tables", "--check"] => tables::check(),
        ["tables", "--values"] => tables::print_values(),
        ["tables", "--unicode", version] => rehearsal::run(version, false),
        ["tables", "--unicode", version, "--write"] => rehearsal::run(version, true),
        ["suffixes", list] => suffixes::write(list, &tables::folder()),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["soak", rest @ ..] => soak::run(rest),
        ["bench", "--against", revision] => bench::against(revision, "15"),
        ["bench", "--against", revision, rounds] => bench::against(revision, rounds),
        ["instructions"] => instructions::run(false),
        ["instructions", "--write"] => instructions::run(true),
        ["modules"] => modules::run(),
        ["conformance-page"] => conformance_page::run(),
        ["dependencies"] => dependencies::run(),
        ["dist"] => dist::run(),
        ["c"] => c::run(),
        ["c", "header"] => c::header(),
        ["c", "install"] => c::install_below("/usr/local"),
        ["c", "install", prefix] => c::install_below(prefix.trim_start_matches("--prefix=")),
        ["c", "install", "--prefix", prefix] => c::install_below(prefix),
        ["js"] => js::run(),
        ["js", "build"] => js::build(),
        ["js", "twice"] => js::twice(),
        ["python"] => python::run(),
        ["python", "source"] => python::source(),
        ["python", "--spark"] => python::on_spark(),
        ["python", "--spark", "--full"] => python::on_spark_in_full(),
        ["release"] => publish::run(),
        ["release", "--quick"] => publish::run_quick(),
        ["release", "api"] => publish::write_api(),
        ["release", "api", "--check"] => publish::check_api(),
        ["web"] => web::serve(),
        ["web", "--check"] => web::check(),
        ["site"] => site::build(),
        ["site", "--check"] => site::check(),
        ["test"] => suite::run(),
        ["test", "--quick"] => suite::run_quick(),
        ["test", "--full"] => suite::run_full(),
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
