//! Output: styles, JSON and progress.

pub(crate) mod json;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod style;
