//! Lists that others keep: top-level domains and public suffixes, and the dates of lists.

pub(crate) mod date;
pub mod suffix;
pub mod tld;
