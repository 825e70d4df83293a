//! Text that is being edited: the links are always those of a fresh scan, less the dismissed ones.

use linkspan::Detector;

use crate::edited::{Session, Step, range};
use crate::input::{Input, floor};
use crate::profile;

/// The most steps.
const MOST: usize = 32;

/// Panics if a text after some steps is not the same as a new one. It starts with a part of the
/// content, and what is inserted is taken from all of it.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let text = input.text();
    let start = floor(&text, input.number() % (text.len() + 1));
    let mut session = Session::new(&text[..start], detector);
    for _ in 0..MOST {
        let Some(what) = input.next() else {
            return;
        };
        let (at, length) = (input.number(), usize::from(input.byte() % 16));
        session.take(match what % 8 {
            0..4 => {
                let (from, count) = (input.number(), input.byte());
                let insert = &text[range(&text, from, count.into())];
                Step::Edit(at, length, insert.to_owned())
            }
            4 => Step::Dismiss(at, length),
            5 => Step::Restore(at, length),
            6 => Step::Enable(length % 2 == 0),
            _ => Step::Undo,
        });
    }
}
