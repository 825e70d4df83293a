//! What is checked besides tests.

pub(crate) mod bench;
mod commands;
pub(crate) mod conformance_page;
pub(crate) mod fuzz;
pub(crate) mod instructions;
pub(crate) mod modules;
mod rust;
mod seeds;
pub(crate) mod versions;
