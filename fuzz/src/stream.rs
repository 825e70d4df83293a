//! However bytes arrive, the links are those of the whole.

use linkspan::Detector;

use crate::input::Input;
use crate::{profile, streamed};

/// Panics if the links of a stream are not those of the whole, or its pieces are not its bytes.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let profile = profile::named(&mut input);
    let longest = input.choice(&[1 << 20, 4, 9, 20]);
    let limits = profile.length_limits().run(longest);
    let detector = Detector::new(profile.limits(limits));
    let cuts = [0; 4].map(|_| input.byte().into());
    streamed::check(&detector, input.bytes(), &cuts, longest);
}
