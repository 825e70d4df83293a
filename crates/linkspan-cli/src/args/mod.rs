//! Options that several commands share.

pub(crate) mod dns;
pub(crate) mod options;
pub(crate) mod selection;
pub(crate) mod texts;
pub(crate) mod values;
