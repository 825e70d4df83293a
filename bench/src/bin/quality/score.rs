//! Counting: a link is right if it starts and ends exactly where it should.

use std::iter::Sum;
use std::ops::Range;

use crate::judged::Case;

/// How many links are right, wrong and missed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Score {
    /// Links that were found exactly.
    pub(crate) right: usize,
    /// Links that were found and should not have been, or not so.
    pub(crate) wrong: usize,
    /// Links that should have been found, and were not, or not so.
    pub(crate) missed: usize,
    /// Lines with exactly the links that they should have.
    pub(crate) perfect: usize,
}

impl Score {
    /// The score of one line.
    pub(crate) fn of(case: &Case, found: &[Range<usize>]) -> Self {
        let expected = &case.links;
        let right = found.iter().filter(|link| expected.contains(link)).count();
        let is_unsure = |link: &&Range<usize>| {
            let meets = |other: &Range<usize>| link.start < other.end && other.start < link.end;
            !expected.contains(link) && case.unsure.iter().any(meets)
        };
        let wrong = found.len() - right - found.iter().filter(is_unsure).count();
        let missed = expected.len() - right;
        Self {
            right,
            wrong,
            missed,
            perfect: usize::from(wrong == 0 && missed == 0),
        }
    }

    /// The interval of F1 in which 95 of 100 samples of as many lines are, in percent.
    pub(crate) fn interval(lines: &[Self]) -> String {
        const SAMPLES: usize = 1000;
        // Always the same numbers, so that the page does not change by itself.
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut draw = |count: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state >> 33).unwrap_or_default() % count
        };
        let mut values: Vec<f64> = (0..SAMPLES)
            .map(|_| {
                let drawn = (0..lines.len()).map(|_| lines[draw(lines.len())]);
                let all: Self = drawn.sum();
                let whole = 2 * all.right + all.wrong + all.missed;
                200.0 * all.right as f64 / whole.max(1) as f64
            })
            .collect();
        values.sort_by(f64::total_cmp);
        format!(
            "{:.1}–{:.1}",
            values[SAMPLES / 40],
            values[SAMPLES - SAMPLES / 40 - 1]
        )
    }

    /// How much of what was found is right, in percent.
    pub(crate) fn precision(self) -> String {
        percent(self.right, self.right + self.wrong)
    }

    /// How much of what is right was found, in percent.
    pub(crate) fn recall(self) -> String {
        percent(self.right, self.right + self.missed)
    }

    /// The harmonic mean of both, in percent.
    pub(crate) fn f1(self) -> String {
        percent(2 * self.right, 2 * self.right + self.wrong + self.missed)
    }
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    format!("{:.1}", 100.0 * part as f64 / whole as f64)
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::default(), |all, one| Self {
            right: all.right + one.right,
            wrong: all.wrong + one.wrong,
            missed: all.missed + one.missed,
            perfect: all.perfect + one.perfect,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Case, Score};

    #[test]
    fn links_are_compared_exactly() {
        let case = |links: &[std::ops::Range<usize>]| Case {
            section: String::new(),
            line: 1,
            text: String::new(),
            links: links.to_vec(),
            unsure: std::iter::once(20..30).collect(),
        };
        let score = Score::of(&case(&[0..5, 7..9]), &[0..5, 7..8, 11..12, 22..25]);
        assert_eq!((score.right, score.wrong, score.missed), (1, 2, 1));
        assert_eq!(
            (score.precision(), score.recall()),
            ("33.3".into(), "50.0".into())
        );
        assert_eq!((score.f1(), score.perfect), ("40.0".into(), 0));
        assert_eq!(Score::interval(&[score; 4]), "40.0–40.0");
        let nothing = Score::of(&case(&[]), &[]);
        assert_eq!((nothing.f1(), nothing.perfect), ("–".into(), 1));
    }
}
