//! To a reader, the output of a renderer is the text with its links and nothing else.

use linkspan::Detector;
use linkspan::render::Caption;

use crate::input::Input;
use crate::profile;
use crate::rendered::{check_html, check_markdown, check_marks, check_terminal};

const CAPTIONS: [Caption; 4] = [
    Caption::Typed,
    Caption::Display,
    Caption::Short(12),
    Caption::ShortDisplay(20),
];

/// Panics if a renderer shows something else than the text with its links.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let label = input.choice(&CAPTIONS);
    let text = input.text();
    check_html(&detector, &text, label);
    let _ = check_markdown(&detector, &text);
    check_terminal(&detector, &text, label);
    check_marks(&detector, &text);
}
