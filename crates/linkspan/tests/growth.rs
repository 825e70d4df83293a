//! Rule `linear-time`, shown by counting work: characters and bytes looked at, never seconds.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::observe::{Meter, Observer, Work};
use linkspan::profile::{Linking, MisplacedDots};
use linkspan::{Detector, Profile};

/// The most work for each byte of a text, whatever the text.
const MOST: usize = 24;

/// The length of a text: enough for anything that is not linear to exceed the most work, and ten
/// times as much with `LINKSPAN_FULL`.
fn length() -> usize {
    match std::env::var_os("LINKSPAN_FULL") {
        Some(_) => 20_000,
        None => 2_000,
    }
}

/// The steps of a scan: the larger of the counts with and without reasons, which take different
/// paths.
fn work(detector: &Detector, text: &str) -> usize {
    let (mut plain, mut curious) = (Work::default(), Curious::default());
    // Going through all links is what does the work. Both ways find the same.
    let links = detector.observe(text, &mut plain).count();
    assert_eq!(
        detector.observe(text, &mut curious).count(),
        links,
        "{text:?}"
    );
    plain.steps.max(curious.0.steps)
}

/// Counts work, and wants to know why names are not linked.
#[derive(Default)]
struct Curious(Work);

impl Meter for Curious {
    fn work(&mut self, steps: usize) {
        self.0.work(steps);
    }
}

impl Observer for Curious {
    fn wants_reasons(&self) -> bool {
        true
    }
}

fn repeated(unit: &str, length: usize) -> String {
    unit.repeat(length / unit.len() + 1)
}

/// Detectors whose options look in different directions.
fn detectors() -> [Detector; 6] {
    let quoting = Profile::uts58()
        .quoted_local_parts(Linking::Linked)
        .misplaced_dots(MisplacedDots::Stop);
    [
        Detector::uts58(),
        Detector::new(quoting),
        Detector::new(Profile::recommended()),
        Detector::new(
            Profile::recommended()
                .single_label(Linking::Linked)
                .emoji_hosts(Linking::Linked),
        ),
        Detector::new(Profile::nonascii()),
        Detector::new(Profile::pri185()),
    ]
}

/// Doubling the text at most doubles the work, for units that have hurt other linkifiers.
#[test]
fn doubling_the_text_doubles_the_work() {
    let units = [
        "a",
        ".",
        ":",
        "@",
        "(",
        "/",
        "a.",
        "a@",
        "a:",
        "@.",
        ":@",
        "a@a.",
        "a.b:",
        "1.1.",
        "http://",
        "://",
        "http://a",
        "http://a.",
        "http://a@",
        "http://a.com",
        "a.com",
        "a.com/",
        "a.com!",
        "a.com/(",
        "a.com/.",
        "a.com}",
        "a.com/}",
        "a.com:80",
        "a.com:80a",
        "a.com。",
        "a。",
        "。",
        "谢谢。",
        "a.com、",
        "mailto:",
        "mailto:a@a.com",
        "\"@",
        "x\"@",
        "\\\"@",
        "\"\\",
        "a.com\"@",
        "xn--a.",
        "xn--bcher-kva.",
        "\u{AD}a.com",
        "a\u{AD}",
        "a_.",
        "_.",
        "-.",
        "a.com#:~:",
        "a.com#:~:(",
        "!a.com",
        "a!",
        "a..b@",
        ".@",
        "a.com?@",
        "a.com@",
        "http://a.com@",
        "ftp://a.com/",
        "ｃｏｍ．",
        "例子.中国，",
        "\u{301}.",
        "a.com/、",
        "a.com/。",
        "a.com和",
        "和a.com",
        "https://a.com/「",
        "a.com?「",
        "a.com/”和",
        "a.com/**",
        "a.com/_",
        "'https://a.com/",
        "‘https://a.com/",
        "[",
        "a.com?[",
        "https://a.com?x=|",
        "x\u{200B}",
        "a.com\u{200B}",
        "a.com[.]",
        "https://·",
        "https://a·",
        "a.com...",
        "a.com。。",
        "@a:a.com",
        "a%2e",
        "a=a@a.com",
        "a字",
        "字a.com",
        "字a",
        "https://a.com/x字",
        "/x字",
        "{{a.com",
        "\\na@a.com",
        "a.com。b",
        "例子。中国",
        "www.a。",
        "did:a.com",
        "did:",
        "a.id==",
        "https://🤫",
        "http://a:",
    ];
    let length = length();
    for detector in detectors() {
        for unit in units {
            for prefix in ["", "http://", "a.com/", "@", "mailto:", "\""] {
                for suffix in ["", "@a.com", ".com", "://a.com", "\"@a.com"] {
                    let text = |length| [prefix, &repeated(unit, length), suffix].concat();
                    let (once, twice) = (text(length), text(2 * length));
                    let (small, large) = (work(&detector, &once), work(&detector, &twice));
                    assert!(
                        large <= 2 * small + 2_000 && large <= MOST * twice.len(),
                        "{prefix:?} {unit:?}… {suffix:?}: {small} steps, then {large}"
                    );
                }
            }
        }
    }
}

/// Every repetition of up to three pieces of syntax stays within the bound.
#[test]
fn no_combination_is_expensive() {
    let pieces = [
        "a", ".", ":", "/", "@", "(", ")", "\"", "\\", "_", "-", "!", " ", "。", "#", "?", "a.com",
        "http://", "\u{AD}", "é", "1", "[", "'", "|", ",",
    ];
    let detectors = detectors();
    let length = length() / 5;
    for first in pieces {
        for second in pieces {
            for third in pieces {
                let text = repeated(&[first, second, third].concat(), length);
                for detector in &detectors {
                    let steps = work(detector, &text);
                    assert!(
                        steps <= MOST * text.len(),
                        "{first:?} {second:?} {third:?}: {steps} steps"
                    );
                }
            }
        }
    }
}
