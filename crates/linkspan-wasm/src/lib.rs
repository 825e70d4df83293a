//! The library as WebAssembly.
//!
//! The functions of [`abi`] take numbers. Text and options are written by the caller into the buffer of
//! [`abi::input`]; what a function makes is in one list of numbers and one string, which stay until the next call.
//! Offsets are UTF-16 code units. There are no imports, and no call back: a call cannot be entered twice.

#![warn(missing_docs)]

pub mod abi;
#[cfg(feature = "full")]
mod explain;
mod find;
mod html;
mod instance;
#[cfg(feature = "full")]
mod json;
#[cfg(feature = "full")]
mod live;
mod options;
#[cfg(feature = "full")]
mod other;
#[cfg(feature = "rewrite")]
mod rewrite;
#[cfg(feature = "full")]
mod stream;
mod units;
