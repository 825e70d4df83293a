//! The library as WebAssembly.
//!
//! The functions of [`abi`] take only numbers. The caller writes text and options into the buffer
//! that [`abi::input`] returns. The result of a call is a list of numbers and a string, which are
//! valid until the next call. Offsets are UTF-16 code units. There are no imports and no callbacks,
//! so a call cannot be reentered.

#![warn(missing_docs)]

pub mod abi;
#[cfg(feature = "full")]
mod convert;
#[cfg(feature = "full")]
mod explain;
mod find;
mod html;
mod instance;
#[cfg(feature = "full")]
mod json;
pub mod layout;
#[cfg(feature = "full")]
mod live;
mod options;
#[cfg(feature = "rewrite")]
mod rewrite;
#[cfg(feature = "full")]
mod stream;
