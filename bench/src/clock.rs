//! Measurement of several contenders in one run, which makes them comparable.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::contender::Contender;

/// How long each round took, for one contender.
#[derive(Clone, Debug)]
pub struct Times(Vec<Duration>);

/// A ratio: its median over the rounds, and the quartiles.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// A quarter of the rounds is below this.
    pub low: f64,
    /// The median.
    pub middle: f64,
    /// A quarter of the rounds is above this.
    pub high: f64,
}

/// How a contender goes through a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// One call for the whole text.
    Whole,
    /// One call a line.
    ByLine,
}

/// Runs all contenders in turn, `rounds` times, each time starting with another one. Returns the
/// times and the count of each.
///
/// # Panics
///
/// If the count of a contender differs between rounds.
pub fn interleaved(
    contenders: &[&Contender],
    text: &str,
    usage: Use,
    rounds: usize,
) -> Vec<(Times, usize)> {
    let lines: Vec<&str> = match usage {
        Use::Whole => vec![text],
        Use::ByLine => text.split_inclusive('\n').collect(),
    };
    let run = |contender: &Contender| -> usize {
        let count = |line: &&str| (contender.run)(black_box(line));
        lines.iter().map(count).sum()
    };
    // The first round warms up; it also says what there is to count.
    let counts: Vec<usize> = contenders.iter().map(|contender| run(contender)).collect();
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let at = (round + turn) % contenders.len();
            let start = Instant::now();
            let count = run(contenders[at]);
            times[at].push(start.elapsed());
            assert_eq!(
                count, counts[at],
                "{} counts the same each time",
                contenders[at].name
            );
        }
    }
    times.into_iter().map(Times).zip(counts).collect()
}

impl Times {
    /// Megabytes a second, in the median round.
    #[must_use]
    pub fn speed(&self, bytes: usize) -> f64 {
        let mut seconds: Vec<f64> = self.0.iter().map(Duration::as_secs_f64).collect();
        bytes as f64 / 1e6 / quantile(&mut seconds, 0.5)
    }

    /// How many times as fast this is as `other`, round by round.
    #[must_use]
    pub fn over(&self, other: &Self) -> Ratio {
        let pairs = self.0.iter().zip(&other.0);
        let mut ratios: Vec<f64> = pairs
            .map(|(own, other)| other.as_secs_f64() / own.as_secs_f64())
            .collect();
        Ratio {
            low: quantile(&mut ratios, 0.25),
            middle: quantile(&mut ratios, 0.5),
            high: quantile(&mut ratios, 0.75),
        }
    }
}

fn quantile(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let below = values.len().saturating_sub(1) as f64 * part;
    let at = (0..values.len()).find(|&at| at as f64 + 0.5 >= below);
    at.map_or(f64::NAN, |at| values[at])
}

/// The geometric mean and the smallest of some numbers.
#[must_use]
pub fn mean_and_worst(values: &[f64]) -> (f64, f64) {
    let logs: f64 = values.iter().map(|value| value.ln()).sum();
    let mean = (logs / values.len() as f64).exp();
    (mean, values.iter().copied().fold(f64::INFINITY, f64::min))
}
