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
pub fn svg(legend: &[&str], groups: &[Group]) -> String {
    let speeds = groups.iter().flat_map(|group| &group.speeds);
    let most = speeds.copied().fold(1.0, f64::max);
    let group_height = legend.len() * BAR + 12;
    let (width, height) = (LEFT + WIDTH + 90, 40 + groups.len() * group_height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    // Writing to a string does not fail.
    for ((at, name), colour) in legend.iter().enumerate().zip(COLOURS) {
        let (x, text) = (LEFT + at * 150, LEFT + at * 150 + 15);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"10\" width=\"10\" height=\"10\" fill=\"{colour}\"/><text x=\"{text}\" y=\"19\" \
             fill=\"#24292f\">{name}</text>"
        );
    }
    for (row, group) in groups.iter().enumerate() {
        let top = 34 + row * group_height;
        let (x, y) = (LEFT - 8, top + legend.len() * BAR / 2 + 4);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" fill=\"#24292f\">{}</text>",
            group.name
        );
        for ((at, speed), colour) in group.speeds.iter().enumerate().zip(COLOURS) {
            let length = speed / most * WIDTH as f64;
            let (y, text) = (top + at * BAR, LEFT as f64 + length + 4.0);
            let _ = writeln!(
                out,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"{}\" fill=\"{colour}\"/><text \
                 x=\"{text:.1}\" y=\"{}\" fill=\"#57606a\" font-size=\"9\">{speed:.0}</text>",
                BAR - 2,
                y + 8
            );
        }
    }
    out + "</svg>\n"
}
