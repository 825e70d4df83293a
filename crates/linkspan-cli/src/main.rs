//! The program `linkspan`.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::process::ExitCode;

fn main() -> ExitCode {
    linkspan_cli::run()
}
