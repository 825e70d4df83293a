//! What a host is: runs of host characters, the names in them, labels, and addresses.
//!
//! A name is found in two steps, because a text does not say where a host ends: [`run`] reads all
//! that could be in one, and [`name`](mod@name) finds the longest name at its start that ends with a
//! top-level domain. `example.com.Then` is one run, and `example.com` the name in it. [`ascii`] does
//! both at once for the runs that nearly all texts have, with the same result.

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
