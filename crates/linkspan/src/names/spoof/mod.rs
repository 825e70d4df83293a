//! Names that look like others: scripts, confusables, and the names that deserve protection (UTS #39).

pub(crate) mod calm;
pub(crate) mod confusable;
pub(crate) mod lookalike;
pub(crate) mod protected;
pub(crate) mod security;
pub(crate) mod tld_languages;
