//! Measurement of several contenders in one run, which makes them comparable on a machine that does
//! other things too.

use std::hint::black_box;
use std::time::Instant;

use crate::contender::Contender;

/// How many seconds each round took, for one contender, and what it counted.
#[derive(Clone, Debug)]
pub struct Times {
    seconds: Vec<f64>,
    /// What the contender counted, each time.
    pub count: usize,
}

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

/// Runs all contenders in turn, with one call for each of the texts, `rounds` times, each time
/// starting with another contender. Panics if the count of a contender differs between rounds.
pub fn interleaved(contenders: &[&Contender], texts: &[&str], rounds: usize) -> Vec<Times> {
    let run = |contender: &Contender| -> usize {
        let count = |text: &&str| (contender.run)(black_box(text));
        texts.iter().map(count).sum()
    };
    // The first round warms up; it also says what there is to count.
    let fresh = |contender: &&Contender| Times {
        seconds: Vec::with_capacity(rounds),
        count: run(contender),
    };
    let mut times: Vec<Times> = contenders.iter().map(fresh).collect();
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let at = (round + turn) % contenders.len();
            let start = Instant::now();
            let count = run(contenders[at]);
            times[at].seconds.push(start.elapsed().as_secs_f64());
            assert_eq!(count, times[at].count, "{}", contenders[at].name);
        }
    }
    times
}

impl Times {
    /// The median round, in seconds.
    pub fn middle(&self) -> f64 {
        quantile(&mut self.seconds.clone(), 0.5)
    }

    /// How many times as fast this is as `other`, round by round.
    pub fn over(&self, other: &Self) -> Ratio {
        let pairs = self.seconds.iter().zip(&other.seconds);
        let mut ratios: Vec<f64> = pairs.map(|(own, other)| other / own).collect();
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
pub fn mean_and_worst(values: &[f64]) -> (f64, f64) {
    let logs: f64 = values.iter().map(|value| value.ln()).sum();
    let mean = (logs / values.len() as f64).exp();
    (mean, values.iter().copied().fold(f64::INFINITY, f64::min))
}
