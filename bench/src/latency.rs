//! What one call on a short text costs.

use std::hint::black_box;
use std::time::Instant;

use crate::contender::Contender;

/// Messages of a length, without and with a link in them.
#[must_use]
pub fn messages(bytes: usize) -> [(&'static str, String); 2] {
    let words =
        "did anybody try this, or is it only me. ok then: later, at the usual place, i think so. ";
    let text: String = words.chars().cycle().take(bytes).collect();
    let link = "https://example.com ";
    let rest: String = text.chars().skip(link.len()).collect();
    [("without", text), ("with", [link, &rest].concat())]
}

/// Nanoseconds and allocations of a call: the best of many batches, since whatever disturbs a batch makes
/// it slower.
#[must_use]
pub fn of_call(contender: &Contender, text: &str) -> (f64, u64) {
    const CALLS: u32 = 2_000;
    let mut best = f64::INFINITY;
    for _ in 0..50 {
        let start = Instant::now();
        for _ in 0..CALLS {
            black_box((contender.run)(black_box(text)));
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
    }
    let used = allocation_counter::measure(|| {
        black_box((contender.run)(black_box(text)));
    });
    (best, used.count_total)
}
