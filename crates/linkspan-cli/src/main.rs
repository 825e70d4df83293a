//! The program `linkspan`.
use std::process::ExitCode;

fn main() -> ExitCode {
    linkspan_cli::run()
}
