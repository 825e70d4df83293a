//! Tables in Markdown.

use std::fmt::Write;

use crate::clock::{Ratio, mean_and_worst};

/// A table that is filled row by row.
pub struct Table {
    text: String,
}

impl Table {
    /// A table with these titles.
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
    pub fn finish(self) -> String {
        self.text
    }
}

/// The row of a comparison: each corpus with its quartiles, the geometric mean, the worst, and the goal.
pub fn comparison(name: &str, ratios: &[Ratio], goal: &str) -> Vec<String> {
    let middles: Vec<f64> = ratios.iter().map(|ratio| ratio.middle).collect();
    let (mean, worst) = mean_and_worst(&middles);
    let mut cells = vec![name.to_owned()];
    let shown = |ratio: &Ratio| format!("{:.2} ({:.2}–{:.2})", ratio.middle, ratio.low, ratio.high);
    cells.extend(ratios.iter().map(shown));
    cells.push(format!("**{mean:.2}** / **{worst:.2}**"));
    cells.push(goal.to_owned());
    cells
}
