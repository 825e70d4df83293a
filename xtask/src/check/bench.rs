//! `cargo xtask bench --against REV`: two revisions of the library, measured in turn in one run.

use std::process::Command;

use crate::run::{root, succeed};

/// Unpacks a revision where `bench/against` looks for it, and measures it beside the library that is
/// here. Both are linked into one program, so that one gets another version number.
const SCRIPT: &str = r#"
tree=target/against/tree
rm -rf $tree && mkdir -p $tree
git archive --output target/against/tree.tar "$1"
tar xf target/against/tree.tar -C $tree
sed -i 's/^version.workspace = true/version = "0.0.1"/' $tree/crates/linkspan/Cargo.toml
cp Cargo.lock bench/against/Cargo.lock
cargo run --release --manifest-path bench/against/Cargo.toml --target-dir target/against -- "$2"
"#;

/// Runs the script for a revision.
pub(crate) fn against(revision: &str, rounds: &str) -> Result<(), String> {
    let mut shell = Command::new("sh");
    shell.current_dir(root()).args(["-ec", SCRIPT, "sh"]);
    succeed(shell.args([revision, rounds]))
}
