//! To a reader, the output of a renderer is the text with its links and nothing else.

use linkspan::Detector;
use linkspan::render::Label;

use crate::input::Input;
use crate::profile;
use crate::rendered::{check_html, check_markdown, check_marks, check_terminal};

const LABELS: [Label; 4] = [
    Label::Typed,
    Label::Display,
    Label::Short(12),
    Label::ShortDisplay(20),
];

/// Panics if a renderer shows something else than the text with its links.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let label = input.choice(&LABELS);
    let text = input.text();
    check_html(&detector, &text, label);
    let _ = check_markdown(&detector, &text);
    check_terminal(&detector, &text, label);
    check_marks(&detector, &text);
}
