//! The README of the project, whose samples are also in the README of the crate and run there.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::fs;
use std::path::Path;

fn samples(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let blocks = text.split("```rust\n").skip(1);
    let ends = blocks.filter_map(|block| Some(block.split_once("```")?.0.to_owned()));
    ends.collect()
}

#[test]
fn the_sample_of_the_project_is_that_of_the_crate() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_the_crate = samples(&here.join("README.md"));
    assert_eq!(of_the_crate.len(), 1);
    assert_eq!(samples(&here.join("../../README.md")), of_the_crate);
}
