//! What a host is: runs of host characters, the names in them, labels, and addresses.

pub(crate) mod ascii;
pub(crate) mod authority;
pub(crate) mod form;
pub(crate) mod ip;
pub(crate) mod label;
mod name;
mod run;

pub use name::HostKind;
pub(crate) use name::{Evidence, Name, last_stop, name, trim_end, unknown_tlds};
pub(crate) use run::{Run, RunEnd, RunStop, in_run, is_joined, is_tail, run_from, run_start};
