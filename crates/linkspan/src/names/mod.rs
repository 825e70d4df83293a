//! Host names, in four rooms: what a host is, internationalized names, names that look like others,
//! and lists of names.

pub(crate) mod host;
pub(crate) mod idna;
pub(crate) mod lists;
pub(crate) mod spoof;
