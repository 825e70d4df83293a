//! Host names and their properties: labels, IDNA, scripts and confusables, top-level domains,
//! public suffixes.

pub(crate) mod ascii;
pub(crate) mod authority;
pub(crate) mod calm;
pub(crate) mod date;
pub(crate) mod form;
pub(crate) mod home;
pub(crate) mod host;
pub(crate) mod idna;
pub(crate) mod imitated;
pub(crate) mod ip;
pub(crate) mod label;
pub(crate) mod lookalike;
pub(crate) mod protected;
pub(crate) mod security;
pub mod suffix;
pub mod tld;
