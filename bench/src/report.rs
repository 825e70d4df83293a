//! Tables in Markdown.

use std::fmt::Write;

use crate::clock::{Ratio, mean_and_worst};

/// A table that is filled row by row.
pub struct Table {
    text: String,
}

impl Table {
    /// A table with these titles.
    #[must_use]
    pub fn new(titles: &[&str]) -> Self {
        let rule = "|---".repeat(titles.len());
        Self {
            text: format!("| {} |\n{rule}|\n", titles.join(" | ")),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[String]) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "| {} |", cells.join(" | "));
    }

    /// The table.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }
}

/// A ratio with its quartiles.
#[must_use]
pub fn with_spread(ratio: Ratio) -> String {
    format!("{:.2} ({:.2}–{:.2})", ratio.middle, ratio.low, ratio.high)
}

/// The row of a comparison: each corpus, the geometric mean, the worst, and the goal.
#[must_use]
pub fn comparison(name: &str, ratios: &[Ratio], goal: &str) -> Vec<String> {
    let middles: Vec<f64> = ratios.iter().map(|ratio| ratio.middle).collect();
    let (mean, worst) = mean_and_worst(&middles);
    let mut cells = vec![name.to_owned()];
    cells.extend(ratios.iter().copied().map(with_spread));
    cells.push(format!("**{mean:.2}** / **{worst:.2}**"));
    cells.push(goal.to_owned());
    cells
}
