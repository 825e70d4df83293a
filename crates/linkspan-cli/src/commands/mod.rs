//! The commands, a module each.

pub(crate) mod bidi;
pub(crate) mod conformance;
pub(crate) mod explain;
pub(crate) mod find;
pub(crate) mod format;
pub(crate) mod generate;
pub(crate) mod linkify;
pub(crate) mod tlds;
