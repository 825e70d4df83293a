//! How fast linkspan is, beside its peers.
//!
//! `cargo run --release -p linkspan-bench` measures everything in one run and prints tables;
//! `-- --write` also writes them to `bench/RESULTS.md`, with a plot. `cargo xtask instructions`
//! counts instructions with Callgrind, which shows a slow-down whatever else the machine does.

#![allow(clippy::restriction, reason = "a tool of developers may panic")]
#![allow(clippy::missing_panics_doc, reason = "the same")]

pub mod clock;
pub mod contender;
pub mod corpus;
pub mod growth;
pub mod hostile;
pub mod latency;
pub mod plot;
pub mod report;
pub mod setting;
