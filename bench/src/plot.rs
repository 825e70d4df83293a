//! The plot of the README.

use std::fmt::Write;

/// Some bars with a name.
pub struct Group {
    /// The name of the corpus.
    pub name: String,
    /// Megabytes a second, in the order of the legend.
    pub speeds: Vec<f64>,
}

const COLOURS: [&str; 4] = ["#1f6feb", "#57a0ff", "#d1843c", "#9aa4ad"];
const LEFT: usize = 110;
const WIDTH: usize = 560;
const BAR: usize = 11;

/// Groups of bars as an SVG that can be read on light and dark pages.
#[must_use]
pub fn svg(legend: &[&str], groups: &[Group]) -> String {
    let speeds = groups.iter().flat_map(|group| &group.speeds);
    let most = speeds.copied().fold(1.0, f64::max);
    let group_height = legend.len() * BAR + 12;
    let height = 40 + groups.len() * group_height;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        LEFT + WIDTH + 90
    );
    let mut put = |line: &str| out.push_str(line);
    for (at, name) in legend.iter().enumerate() {
        let x = LEFT + at * 150;
        put(&format!(
            "<rect x=\"{x}\" y=\"10\" width=\"10\" height=\"10\" fill=\"{}\"/><text x=\"{}\" y=\"19\" \
             fill=\"#24292f\">{name}</text>\n",
            COLOURS[at % COLOURS.len()],
            x + 15
        ));
    }
    for (row, group) in groups.iter().enumerate() {
        let top = 34 + row * group_height;
        put(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#24292f\">{}</text>\n",
            LEFT - 8,
            top + legend.len() * BAR / 2 + 4,
            group.name
        ));
        for (at, speed) in group.speeds.iter().enumerate() {
            let length = speed / most * WIDTH as f64;
            let y = top + at * BAR;
            let mut bar = String::new();
            // Writing to a string does not fail.
            let _ = writeln!(
                bar,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"{}\" fill=\"{}\"/><text x=\"{:.1}\" \
                 y=\"{}\" fill=\"#57606a\" font-size=\"9\">{speed:.0}</text>",
                BAR - 2,
                COLOURS[at % COLOURS.len()],
                LEFT as f64 + length + 4.0,
                y + 8
            );
            put(&bar);
        }
    }
    out.push_str("</svg>\n");
    out
}
