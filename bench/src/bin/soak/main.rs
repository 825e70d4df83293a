//! `cargo xtask soak`: many random texts, found by their number, for properties that must hold for
//! every text.
//!
//! The text of a number is always the same. The numbers are checked in order, on all processors.
//! `target/soak` keeps the next one, and a run that was interrupted continues there.

#![allow(clippy::restriction, reason = "a tool of developers may panic")]

mod checks;
mod fang;
mod paths;
mod random;
mod state;
mod texts;

// The properties of streams, live texts and renderers are those of the fuzz targets. The parsers
// behind them are `scraper` and `pulldown_cmark`.
#[path = "../../../../crates/linkspan/tests/boundary/mod.rs"]
mod boundary;
#[path = "../../../../fuzz/src/input.rs"]
mod input;
#[allow(unreachable_pub, reason = "public in the fuzz targets")]
#[path = "../../../../fuzz/src/live.rs"]
mod live;
#[path = "../../../../crates/linkspan/tests/parsers/mod.rs"]
mod parsed;
#[allow(dead_code, reason = "some profiles are for other fuzz targets")]
#[path = "../../../../fuzz/src/profile.rs"]
mod profile;
#[allow(unreachable_pub, reason = "public in the fuzz targets")]
#[path = "../../../../fuzz/src/render.rs"]
mod render;
#[path = "../../../../crates/linkspan/tests/replay/mod.rs"]
mod replayed;
#[allow(unreachable_pub, reason = "public in the fuzz targets")]
#[path = "../../../../fuzz/src/stream.rs"]
mod stream;
#[path = "../../../../crates/linkspan/tests/stream_oracle/mod.rs"]
mod streamed;

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use checks::{CHECKS, Check, Tools};
use state::State;

const USAGE: &str = "\
usage: cargo xtask soak [WHAT [COUNT]] [--seed N]

Checks COUNT random texts, one per number. WHAT is one of
  paths   the fast paths find the links of the general path, with one of the profiles
  stream  a stream cut anywhere has the links of the whole
  live    an edited text has the links of a fresh scan
  fang    defanged text has no live link, and refanging restores the text
  render  parsers find the text and its links in rendered HTML and Markdown, and nothing else
Without WHAT, all of them run. COUNT is 1000000000 for paths and 10000000 for the others by default.

A run continues where the last one with the same WHAT stopped; remove target/soak/WHAT.txt to start
again. --seed N checks COUNT texts from number N on and keeps nothing: with the number that a run
printed last it continues that run, and with a COUNT of 1 it repeats a single text.";

/// How often the progress is printed.
const INTERVAL: Duration = Duration::from_secs(20);

/// What to run.
struct Request {
    checks: Vec<&'static Check>,
    count: Option<u64>,
    seed: Option<u64>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(request) = request(&words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    for check in &request.checks {
        match run(check, request.count.unwrap_or(check.count), request.seed) {
            Ok(()) => {}
            Err(message) => {
                println!("{message}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn request(words: &[String]) -> Option<Request> {
    let mut request = Request {
        checks: CHECKS.iter().collect(),
        count: None,
        seed: None,
    };
    let mut words = words.iter().map(String::as_str);
    let mut place = 0;
    while let Some(word) = words.next() {
        match (word, place) {
            ("--seed", _) => request.seed = Some(words.next()?.parse().ok()?),
            (what, 0) => {
                request.checks = vec![CHECKS.iter().find(|check| check.name == what)?];
                place = 1;
            }
            (count, 1) => {
                request.count = Some(count.replace('_', "").parse().ok()?);
                place = 2;
            }
            _ => return None,
        }
    }
    Some(request)
}

/// Checks the texts that are left. The error is the report of a difference.
fn run(check: &Check, count: u64, seed: Option<u64>) -> Result<(), String> {
    let mut state = seed.map_or_else(|| State::read(check.name), State::unkept);
    let end = state.first.saturating_add(count);
    let begun = (Instant::now(), state.next);
    if state.next > state.first {
        println!(
            "{}: {} of {count} texts are checked",
            check.name,
            state.next - state.first
        );
    }
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let mut printed = Instant::now();
    // A panic is a finding; its message is reported with the text.
    std::panic::set_hook(Box::new(|_| {}));
    while state.next < end {
        let until = end.min(state.next.saturating_add(threads * check.block));
        let step = (until - state.next).div_ceil(threads);
        let starts = (state.next..until).step_by(usize::try_from(step).unwrap_or(usize::MAX));
        let found = thread::scope(|scope| {
            let blocks: Vec<_> = starts
                .map(|start| scope.spawn(move || block(check, start..until.min(start + step))))
                .collect();
            let results = blocks
                .into_iter()
                .map(|block| block.join().expect("a block"));
            results.collect::<Vec<_>>()
        });
        if let Some(report) = found.into_iter().flatten().next() {
            return Err(report);
        }
        state.next = until;
        state.write()?;
        if printed.elapsed() > INTERVAL || until == end {
            printed = Instant::now();
            let rate = (until - begun.1) as f64 / begun.0.elapsed().as_secs_f64();
            println!(
                "{}: {} texts without a difference, next seed {until}, {rate:.0} texts per second \
                 on {threads} processors",
                check.name,
                until - state.first,
            );
        }
    }
    Ok(())
}

/// Checks the texts of some numbers; the report of the first difference.
fn block(check: &Check, seeds: std::ops::Range<u64>) -> Option<String> {
    let tools = Tools::new();
    seeds
        .into_iter()
        .find_map(|seed| check.report(seed, &tools))
}
