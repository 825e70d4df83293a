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

    /// Panics if one of the profiles finds other links with the fast paths than without, or says
    /// that a text with links has none.
    pub(crate) fn check(&self, text: &str, random: &mut Random) {
        let varied = random.below(self.varied.len());
        for detector in self.named.iter().chain([&self.varied[varied]]) {
            let short: Vec<Link<'_>> = detector.links(text).collect();
            let long: Vec<Link<'_>> = detector
                .judged(text)
                .filter_map(|finding| match finding {
                    Finding::Link(link) => Some(link),
                    Finding::Rejected(_) => None,
                })
                .collect();
            assert_eq!(short, long, "fast, general; {:?}", detector.profile());
            assert!(
                short.is_empty() || detector.may_have_links(text),
                "may_have_links is false for {short:?}; {:?}",
                detector.profile()
            );
        }
        if random.below(8) == 0 {
            self.check_far(text, random);
        }
    }

    /// The links of a text do not depend on the lines around it, which the search for triggers
    /// skips in large steps.
    fn check_far(&self, text: &str, random: &mut Random) {
        let filler = random.one(&["a", "a b ", "é", "漢字", "a. "]);
        let before = filler.repeat(random.below(80));
        let after = filler.repeat(random.below(80));
        let page = format!("{before}\n{text}\n{after}");
        let base = before.len() + 1;
        for detector in &self.named {
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
    }
}
