//! Counts in the units of other languages: UTF-16 code units and code points.

mod counted;
pub(super) mod measured;
pub(super) mod ruler;
mod unit;
mod view;

pub use counted::Counted;
pub use unit::{CodePoints, Utf16};
