#![doc = include_str!("../README.md")]

mod compressed;
mod encoding;
mod json;
mod mail;
mod markup;
mod passage;
mod table;
mod zstd;

pub use compressed::{Compression, Expanded};
pub use encoding::{Decoded, Encoding};
pub use json::json;
pub use mail::{MailForm, MailText, read_mail};
pub use markup::Markup;
pub use passage::{Passage, Problem};
pub use table::Table;
