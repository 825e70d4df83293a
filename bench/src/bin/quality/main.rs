//! Compares what linkspan and its peers link with what a reader would.

#![allow(clippy::restriction, reason = "a tool of developers may panic")]

mod gold;
mod judged;
mod page;
mod score;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo run --release -p linkspan-bench --bin quality -- [--write] [--wrong TOOL]

  --write       write bench/QUALITY.md
  --wrong TOOL  print the lines that a tool gets wrong, rather than the page

The tools in JavaScript need Node, and npm ci in bench/quality; without them, their columns are left out.";

/// Where the judged lines and the tools in JavaScript are.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("quality")
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (write, wrong) = match arguments[..] {
        [] => (false, None),
        ["--write"] => (true, None),
        ["--wrong", tool] => (false, Some(tool)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let cases = judged::cases();
    let mut tools = tools::rust(&cases);
    let absent = match tools::javascript(&cases) {
        Ok(others) => {
            tools.extend(others);
            None
        }
        Err(reason) => {
            eprintln!("The tools in JavaScript are left out: {reason}.");
            Some(reason)
        }
    };
    if let Some(name) = wrong {
        let Some(tool) = tools.iter().find(|tool| tool.name == name) else {
            eprintln!("there is no tool {name}");
            return ExitCode::from(2);
        };
        print!("{}", page::wrong_lines(&cases, tool));
        return ExitCode::SUCCESS;
    }
    let sets: Vec<_> = gold::sets()
        .into_iter()
        .map(|set| {
            let mut tools = tools::rust(&set.cases);
            tools.extend(tools::javascript(&set.cases).unwrap_or_default());
            (set, tools)
        })
        .collect();
    if sets.is_empty() {
        eprintln!("The annotated lines are left out: LINKSPAN_GOLD_DIR names no folder with them.");
        if write {
            eprintln!("The page is not written without them.");
            return ExitCode::from(2);
        }
    }
    let page = page::page(&cases, &tools, &page::gold(&sets), absent.as_deref());
    print!("{page}");
    if write {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("QUALITY.md");
        fs::write(path, page).expect("the page can be written");
    }
    ExitCode::SUCCESS
}
