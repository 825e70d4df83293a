//! The fast paths against the general path, which is taken if reasons are wanted.

use linkspan::{Detector, Finding, Link};

use crate::input::Input;
use crate::profile;
use crate::random::Random;

/// The named profiles, and some with other options.
pub(crate) struct Detectors {
    named: Vec<Detector>,
    varied: Vec<Detector>,
}

impl Detectors {
    pub(crate) fn new() -> Self {
        let named = (0..5).map(|number| Detector::new(profile::named(&mut Input::new(&[number]))));
        // Two bytes of options, four of rules; half of the profiles have limits.
        let varied = (0..64).map(|number| {
            let mut random = Random::new(number);
            let mut bytes: Vec<u8> = (0..11).map(|_| random.byte() & random.byte()).collect();
            if number % 2 == 0 {
                bytes.truncate(7);
            }
            Detector::new(profile::varied(&mut Input::new(&bytes)))
        });
        Self {
            named: named.collect(),
            varied: varied.collect(),
        }
    }

    /// Panics if a profile finds other links with the fast paths than without, or says that a text
    /// with links has none. Each text has one profile: another text finds more than the same text
    /// with another profile.
    pub(crate) fn check(&self, text: &str, random: &mut Random) {
        let number = random.below(self.named.len() + 1);
        let varied = random.below(self.varied.len());
        let detector = self.named.get(number).unwrap_or(&self.varied[varied]);
        let short: Vec<Link<'_>> = detector.links(text).collect();
        let long = detector.judged(text).filter_map(|finding| match finding {
            Finding::Link(link) => Some(link),
            Finding::Rejected(_) => None,
        });
        let long: Vec<Link<'_>> = long.collect();
        assert_eq!(short, long, "fast, general; {:?}", detector.profile());
        assert!(
            long.is_empty() || detector.may_have_links(text),
            "may_have_links is false for {long:?}; {:?}",
            detector.profile()
        );
        match random.below(8) {
            0 => check_far(detector, text, random),
            1 => check_runs(detector, text, random),
            _ => {}
        }
    }
}

/// The links of a text do not depend on the lines around it, which the search for triggers
/// skips in large steps.
fn check_far(detector: &Detector, text: &str, random: &mut Random) {
    let filler = random.one(&["a", "a b ", "é", "漢字", "a. "]);
    let before = filler.repeat(random.below(80));
    let after = filler.repeat(random.below(80));
    let page = format!("{before}\n{text}\n{after}");
    let base = before.len() + 1;
    let near = detector
        .links(text)
        .map(|link| (base + link.start()..base + link.end(), link.kind()));
    let far = detector
        .links(&page)
        .map(|link| (link.range(), link.kind()));
    assert_eq!(
        near.collect::<Vec<_>>(),
        far.collect::<Vec<_>>(),
        "alone, in {page:?}; {:?}",
        detector.profile()
    );
}

/// The links of a text do not depend on what is beyond a character that ends runs, even if that is
/// a letter, as deprecated ones are.
fn check_runs(detector: &Detector, text: &str, random: &mut Random) {
    let middle = random.below(text.chars().count() + 1);
    let middle = text
        .char_indices()
        .nth(middle)
        .map_or(text.len(), |(at, _)| at);
    let (before, after) = text.split_at(middle);
    let boundary = random.one(&[
        "\u{149}", "\u{673}", "\u{F77}", "\u{F79}", "\u{17A3}", "\u{17A4}", "\u{378}", " ",
    ]);
    let base = before.len() + boundary.len();
    let whole = [before, boundary, after].concat();
    let links = |text: &str, base: usize| -> Vec<_> {
        let links = detector.links(text);
        links
            .map(|link| (base + link.start()..base + link.end(), link.kind()))
            .collect()
    };
    let apart = [links(before, 0), links(after, base)].concat();
    assert_eq!(
        links(&whole, 0),
        apart,
        "whole, in two; {whole:?}; {:?}",
        detector.profile()
    );
}
