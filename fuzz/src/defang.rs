//! Defanged text has no live link, and comes back.

use std::sync::LazyLock;

use linkspan::Detector;

use crate::defanged;
use crate::input::Input;

static DETECTORS: LazyLock<Vec<Detector>> = LazyLock::new(defanged::detectors);

/// Panics if a link is left by any profile but `pri185`, or the text does not come back.
pub fn check(data: &[u8]) {
    defanged::check(&DETECTORS, &Input::new(data).text());
}
