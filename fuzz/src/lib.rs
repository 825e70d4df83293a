//! Properties that must hold for every input, stated for bytes from a fuzzer.
//!
//! Each module is a target: its `check` takes any bytes and panics if something does not hold. The
//! programs in `fuzz_targets` only pass on bytes, and everything is compiled once.

// The bindings for C and WebAssembly pass pointers; only their modules allow `unsafe`.
#![deny(unsafe_code)]

pub mod bidi;
pub mod c;
pub mod defang;
pub mod detect;
pub mod documents;
pub mod files;
pub mod format;
mod input;
pub mod json;
pub mod live;
pub mod mail;
pub mod paths;
mod profile;
pub mod profiles;
pub mod render;
pub mod stream;
pub mod tlds;
mod units;
pub mod wasm;

/// The standard once more, as plainly as possible; the tests of the library use it too.
#[path = "../../crates/linkspan/tests/naive/mod.rs"]
mod naive;

// Other modules that are shared with the tests. Most are properties, each with one test and one target.
#[path = "../../crates/linkspan/tests/boundary/mod.rs"]
mod boundary;
#[path = "../../crates/linkspan/tests/defanged/mod.rs"]
mod defanged;
#[path = "../../crates/linkspan-rewrite/tests/document/mod.rs"]
mod document;
#[path = "../../crates/linkspan/tests/edited/mod.rs"]
mod edited;
#[path = "../../crates/linkspan/tests/found/mod.rs"]
mod found;
#[path = "../../crates/linkspan/tests/laid_out/mod.rs"]
mod laid_out;
#[path = "../../crates/linkspan-rewrite/tests/outline/mod.rs"]
mod outline;
#[path = "../../crates/linkspan/tests/parsers/mod.rs"]
mod parsers;
#[path = "../../crates/linkspan/tests/rendered/mod.rs"]
mod rendered;
#[path = "../../crates/linkspan/tests/replay/mod.rs"]
mod replay;
#[path = "../../crates/linkspan/tests/stream_oracle/mod.rs"]
mod streamed;
#[path = "../../crates/linkspan/tests/urls/mod.rs"]
mod urls;
