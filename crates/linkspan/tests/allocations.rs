//! Detection with `uts58` allocates nothing.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::Detector;

const FILES: [&str; 6] = [
    include_str!("cases/termination.txt"),
    include_str!("cases/email.txt"),
    include_str!("cases/hosts.txt"),
    include_str!("cases/scripts.txt"),
    include_str!("cases/ascii.txt"),
    include_str!("cases/recommended.txt"),
];

#[test]
fn detection_allocates_nothing() {
    let detector = Detector::uts58();
    for file in FILES {
        let text = file.replace(['⸠', '⸡'], "");
        let mut count = 0;
        let used = allocation_counter::measure(|| {
            count = detector.links(&text).count();
        });
        assert!(count > 10, "{count} links");
        assert_eq!(used.count_total, 0, "{used:?}");
        let used = allocation_counter::measure(|| {
            for line in text.lines() {
                for span in detector.spans(line) {
                    count += span.text().len();
                }
            }
        });
        assert_eq!(used.count_total, 0, "{used:?}");
    }
}
