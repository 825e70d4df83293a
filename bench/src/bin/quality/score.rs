//! Counting: a link is right if it starts and ends exactly where it should.

use std::iter::Sum;
use std::ops::Range;

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
    pub(crate) fn of(expected: &[Range<usize>], found: &[Range<usize>]) -> Self {
        let right = found.iter().filter(|link| expected.contains(link)).count();
        Self {
            right,
            wrong: found.len() - right,
            missed: expected.len() - right,
            perfect: usize::from(right == found.len() && right == expected.len()),
        }
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
    use super::Score;

    #[test]
    fn links_are_compared_exactly() {
        let score = Score::of(&[0..5, 7..9], &[0..5, 7..8, 11..12]);
        assert_eq!((score.right, score.wrong, score.missed), (1, 2, 1));
        assert_eq!(
            (score.precision(), score.recall()),
            ("33.3".into(), "50.0".into())
        );
        assert_eq!((score.f1(), score.perfect), ("40.0".into(), 0));
        let nothing = Score::of(&[], &[]);
        assert_eq!((nothing.f1(), nothing.perfect), ("–".into(), 1));
    }
}
