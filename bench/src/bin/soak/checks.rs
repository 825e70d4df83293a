//! The checks by name, and reports of what they find.

use std::panic::{AssertUnwindSafe, catch_unwind};

use linkspan::Detector;

use crate::paths::Detectors;
use crate::random::Random;
use crate::texts::Texts;
use crate::{fang, live, render, stream};

/// What a thread makes once.
pub(crate) struct Tools {
    texts: Texts,
    paths: Detectors,
    fang: Vec<Detector>,
}

impl Tools {
    pub(crate) fn new() -> Self {
        Self {
            texts: Texts::new(),
            paths: Detectors::new(),
            fang: fang::detectors(),
        }
    }
}

/// Makes the bytes before and after a text.
type Surround = fn(&Tools, &mut Random) -> (Vec<u8>, Vec<u8>);

/// A property of texts.
pub(crate) struct Check {
    pub(crate) name: &'static str,
    /// How many texts are checked unless the caller says so.
    pub(crate) count: u64,
    /// How many texts a thread checks at a time.
    pub(crate) block: u64,
    /// Panics if the property does not hold for the text of a seed.
    run: fn(&Tools, &Case),
    /// Makes what surrounds the text in the bytes of a fuzz target.
    surround: Surround,
}

/// A text, and the bytes that tell a fuzz target what to do with it.
#[derive(Clone)]
pub(crate) struct Case {
    seed: u64,
    before: Vec<u8>,
    text: String,
    after: Vec<u8>,
}

impl Case {
    fn bytes(&self) -> Vec<u8> {
        [&self.before, self.text.as_bytes(), &self.after].concat()
    }
}

pub(crate) const CHECKS: [Check; 5] = [
    Check {
        name: "paths",
        count: 1_000_000_000,
        block: 100_000,
        // Choices that do not change when the text is made shorter.
        run: |tools, case| {
            tools.paths.check(&case.text, &mut Random::new(!case.seed));
        },
        surround: |_, _| Default::default(),
    },
    Check {
        name: "stream",
        count: 10_000_000,
        block: 20_000,
        run: |_, case| stream::check(&case.bytes()),
        // Profile, longest run, four cuts.
        surround: |_, random| {
            let mut before = vec![random.byte() % 5, random.byte()];
            before.extend((0..4).map(|_| random.byte()));
            (before, Vec::new())
        },
    },
    Check {
        name: "live",
        count: 10_000_000,
        block: 5_000,
        run: |_, case| live::check(&case.bytes()),
        // Profile; steps of what to do, where, how much is replaced, and by which text.
        surround: |tools, random| {
            let mut after = Vec::new();
            for _ in 0..1 + random.below(8) {
                // No byte of a step may be the one that separates steps.
                let [what, start, length] = [8, 0xFF, 0xFF].map(|most| random.byte() % most);
                after.extend([0xFF, what, 0, start, length]);
                let text = tools.texts.text(random);
                let most = 1 + random.below(20);
                let text: String = text.chars().take(most).collect();
                after.extend(text.as_bytes());
            }
            (vec![random.byte() % 5], after)
        },
    },
    Check {
        name: "fang",
        count: 10_000_000,
        block: 20_000,
        run: |tools, case| fang::check(&tools.fang, &case.text),
        surround: |_, _| Default::default(),
    },
    Check {
        name: "render",
        count: 10_000_000,
        block: 5_000,
        run: |_, case| render::check(&case.bytes()),
        // Profile, label.
        surround: |_, random| (vec![random.byte() % 5, random.byte()], Vec::new()),
    },
];

impl Check {
    /// What is wrong with the text of a seed, if anything.
    pub(crate) fn report(&self, seed: u64, tools: &Tools) -> Option<String> {
        let mut random = Random::new(seed);
        let text = tools.texts.text(&mut random);
        let (before, after) = (self.surround)(tools, &mut random);
        let case = Case {
            seed,
            before,
            text,
            after,
        };
        let message = self.fault(tools, &case)?;
        let small = self.smaller(tools, case.clone());
        let again = self.fault(tools, &small).unwrap_or_default();
        Some(format!(
            "{}: a difference, seed {seed}\ntext: \"{}\"\nbefore: {:?}, after: {:?}\n{message}\n\n\
             shorter: \"{}\"\n{again}",
            self.name,
            case.text.escape_default(),
            case.before,
            case.after,
            small.text.escape_default(),
        ))
    }

    /// The message of a panic, if there is one.
    fn fault(&self, tools: &Tools, case: &Case) -> Option<String> {
        let ended = catch_unwind(AssertUnwindSafe(|| (self.run)(tools, case)));
        let payload = ended.err()?;
        let message = payload.downcast_ref::<String>().cloned();
        let message = message.or_else(|| Some((*payload.downcast_ref::<&str>()?).to_owned()));
        Some(message.unwrap_or_else(|| "a panic without a message".to_owned()))
    }

    /// The text without all characters that the fault does not need.
    fn smaller(&self, tools: &Tools, mut case: Case) -> Case {
        let mut size = case.text.chars().count() / 2;
        while size > 0 {
            let mut at = 0;
            while at < case.text.chars().count() {
                let mut shorter = case.clone();
                let kept = case.text.chars().enumerate();
                let kept = kept.filter(|(index, _)| !(at..at + size).contains(index));
                shorter.text = kept.map(|(_, c)| c).collect();
                if self.fault(tools, &shorter).is_some() {
                    case = shorter;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        case
    }
}
