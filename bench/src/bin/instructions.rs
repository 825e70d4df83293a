//! Does things once each, for Callgrind to count the instructions of; `cargo xtask instructions` runs it.
//!
//! Prints one line for each operation, in the order of the calls of `measured`.

#![allow(clippy::restriction, reason = "a tool of developers may panic")]

use linkspan::{Detector, Profile};
use linkspan_bench::contender::{self, Contender};
use linkspan_bench::{corpus, growth, hostile};

/// The region that Callgrind counts: from the call of this function to its return.
#[inline(never)]
fn measured(name: &str, run: &dyn Fn()) {
    run();
    println!("{name}");
}

/// Everything that is compared with committed numbers, on texts that never change.
fn reference() {
    let text = corpus::synthetic(100_000).text;
    let prose =
        "He said that it was late. She did not answer; the rain had stopped.\n".repeat(1_000);
    let links = "* [A list](https://github.com/example/things?tab=1#top) - worth a look, or www.example.com.\n".repeat(500);
    let contenders: [Contender; 8] = [
        contender::detection("uts58", Profile::uts58()),
        contender::detection("recommended", Profile::recommended()),
        contender::detection("nonascii", Profile::nonascii()),
        contender::detection("pri185", Profile::pri185()),
        contender::schemes(),
        contender::formatting(),
        contender::html(),
        contender::bidi(),
    ];
    for contender in &contenders {
        for (kind, text) in [("mixed text", &text), ("prose", &prose), ("links", &links)] {
            let run = || {
                std::hint::black_box((contender.run)(text));
            };
            measured(&format!("{}: {kind}", contender.name), &run);
        }
    }
    let detector = Detector::uts58();
    measured("uts58: one call a line", &|| {
        for line in text.lines() {
            std::hint::black_box(detector.links(line).count());
        }
    });
}

/// The sizes of hostile texts, of which the second is four times the first.
const SIZES: [usize; 2] = [3_000, 12_000];

/// Every operation on every hostile unit, small and large.
fn hostile() {
    for operation in growth::operations() {
        for unit in hostile::units() {
            for size in SIZES {
                let text = hostile::repeated(unit, size);
                let (unit, length) = (unit.escape_debug(), text.len());
                let name = format!("{}\t{unit}\t{length}", operation.name);
                measured(&name, &|| (operation.run)(&text));
            }
        }
    }
}

/// Writes every hostile unit, one per line, for the given number of bytes.
fn text(bytes: usize) {
    for unit in hostile::units() {
        println!("{}", hostile::repeated(unit, bytes));
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("reference"), _) => reference(),
        (Some("hostile"), _) => hostile(),
        (Some("text"), size) => text(size.and_then(|size| size.parse().ok()).unwrap_or(1_000)),
        _ => {
            eprintln!(
                "usage: instructions reference|hostile|text [BYTES], under Callgrind: cargo xtask instructions"
            );
            std::process::exit(2);
        }
    }
}
