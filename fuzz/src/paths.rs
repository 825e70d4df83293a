//! The fast ways find the links of the general way, and the lines around a text do not matter.

use linkspan::Detector;

use crate::found::{check_paths, places};
use crate::input::Input;
use crate::profile;

/// Panics if a profile finds other links with the fast ways than without, or says that a text with
/// links has none, or other lines change its links.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::varied(&mut input));
    let text = input.text();
    check_paths(&detector, &text);
    let filler = input.choice(&["a", "a b ", "é", "漢字", "a. "]);
    let [before, after] = [0; 2].map(|_| filler.repeat(usize::from(input.byte() % 80)));
    check_far(&detector, &text, &before, &after);
}

/// The links of a text do not depend on the lines around it, which the search for triggers skips in
/// large steps.
fn check_far(detector: &Detector, text: &str, before: &str, after: &str) {
    let page = format!("{before}\n{text}\n{after}");
    let near = places(detector, text, before.len() + 1);
    let far = places(detector, &page, 0);
    assert_eq!(near, far, "alone, in {page:?}; {:?}", detector.profile());
}
