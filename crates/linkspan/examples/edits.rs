//! What an edit costs in documents of different lengths, beside a scan of the whole.
//!
//! `cargo run --release -p linkspan --example edits`

#![allow(clippy::restriction, reason = "an example may panic")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use linkspan::Detector;
use linkspan::live::{Edit, LiveText, Tracker};

const UNIT: &str = "Some words of prose with a link to https://example.com/path?query=1 in them, and an \
    address, someone@example.org; then more words, a name such as example.net/x, and the end.\n";

/// How long one edit takes: the median of many, as somebody types at one place after the other.
fn edit(live: &mut LiveText, insert: &str) -> Duration {
    let units = live.len() / UNIT.len();
    let mut times = Vec::new();
    for place in 0..21 {
        let at = (units - 1) * place / 20 * UNIT.len() + 20;
        for _ in 0..101 {
            let start = Instant::now();
            let typed = live.apply(Edit::new(at..at, insert));
            black_box(&typed).as_ref().expect("a range in the text");
            times.push(start.elapsed());
            let range = at..at + insert.len();
            live.apply(Edit::new(range, ""))
                .expect("a range in the text");
        }
    }
    times.sort();
    times[times.len() / 2]
}

/// How long it takes to follow a letter in a text that the application keeps, in UTF-16 units. The letter
/// takes the place of another, so that moving the rest of the string does not push everything out of the
/// caches.
fn follow(text: &mut String, tracker: &mut Tracker) -> Duration {
    let units = text.len() / UNIT.len();
    let mut times = Vec::new();
    for place in 0..21 {
        let at = (units - 1) * place / 20 * UNIT.len() + 20;
        for _ in 0..101 {
            // The text is ASCII.
            let range = at..at + 1;
            text.replace_range(range.clone(), "x");
            let start = Instant::now();
            let typed = tracker.in_utf16_mut(text).apply(Edit::new(range, "x"));
            black_box(&typed).as_ref().expect("a range in the text");
            times.push(start.elapsed());
        }
    }
    times.sort();
    times[times.len() / 2]
}

fn main() {
    let detector = Detector::uts58();
    println!(
        "| document | type a letter | paste a link | follow a letter | scan of the whole | scan ÷ letter |"
    );
    println!("|---|---|---|---|---|---|");
    for megabytes in [1, 10, 100] {
        let mut text = UNIT.repeat(megabytes * 1_000_000 / UNIT.len());
        let start = Instant::now();
        let count = detector.links(&text).count();
        let scan = start.elapsed();
        let mut live = LiveText::new(&text, detector.clone());
        assert_eq!(live.links().count(), count);
        let letter = edit(&mut live, "x");
        let link = edit(&mut live, " https://example.com/new ");
        let mut tracker = Tracker::new(&text, detector.clone());
        let follow = follow(&mut text, &mut tracker);
        let ratio = scan.as_secs_f64() / letter.as_secs_f64();
        println!("| {megabytes} MB | {letter:?} | {link:?} | {follow:?} | {scan:?} | {ratio:.0} |");
    }
    // A run without a break is searched as a whole.
    let text = "x.".repeat(500_000) + "com";
    let mut live = LiveText::new(&text, detector);
    let start = Instant::now();
    live.apply(Edit::new(0..0, "y"))
        .expect("a range in the text");
    println!(
        "\na letter in a run of 1 MB without a break: {:?}",
        start.elapsed()
    );
}
