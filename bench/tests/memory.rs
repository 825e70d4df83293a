//! Rule `linear-time`: memory on hostile text. Detection needs almost none, everything else a multiple of the text.

#![allow(clippy::restriction, reason = "a test may panic")]

use allocation_counter::measure;
use linkspan_bench::growth::operations;
use linkspan_bench::hostile::{repeated, units};

/// The most bytes that detection may hold at once, whatever the text.
const DETECTION: u64 = 1 << 18;

/// The most bytes for each byte of the text that anything else may hold at once.
const MULTIPLE: u64 = 200;

/// The same for parsers of HTML and Markdown.
const PARSING: u64 = 450;

#[test]
fn memory_is_bounded_on_hostile_text() {
    for operation in operations() {
        let peak = |text: &str| measure(|| (operation.run)(text)).bytes_max;
        let holds_nothing = matches!(
            operation.name,
            "uts58" | "recommended" | "uasg" | "nonascii" | "pri185"
        );
        for unit in units() {
            let (small, large) = (repeated(unit, 10_000), repeated(unit, 40_000));
            let (once, four_times) = (peak(&small), peak(&large));
            let name = operation.name;
            let length = u64::try_from(large.len()).unwrap();
            let bound = match name {
                _ if holds_nothing => DETECTION,
                "rewrite" => PARSING * length,
                _ => MULTIPLE * length,
            };
            assert!(four_times <= bound, "{name}, {unit:?}: {four_times} bytes");
            assert!(
                four_times <= 5 * once + DETECTION,
                "{name}, {unit:?}: {once} bytes, then {four_times}"
            );
        }
    }
}
