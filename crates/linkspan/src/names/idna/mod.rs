//! Internationalized names (UTS #46, non-transitional): mapping, normalization, Punycode, and the two
//! forms of a host.

pub(crate) mod folded;
#[cfg_attr(not(feature = "idna"), path = "ascii_only.rs")]
mod forms;
#[cfg(feature = "idna")]
pub(crate) mod joiner;
pub(crate) mod mapping;
pub(crate) mod punycode;
#[cfg(feature = "idna")]
mod uts46;

pub(crate) use forms::{to_ascii, to_ascii_lossy, to_unicode, try_to_unicode};

#[cfg(all(test, feature = "idna"))]
mod tests;
