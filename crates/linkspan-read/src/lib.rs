//! Reads text from files as they are: compressed, in encodings other than UTF-8, in JSON, in tables
//! or in mail.
//!
//! ```
//! use std::io::Read;
//! use linkspan_read::{Decoded, Encoding};
//!
//! // Written by many programs on Windows.
//! let file = b"\xFF\xFEs\0e\0e\0 \0a\0.\0c\0o\0m\0";
//! let (encoding, mark) = Encoding::guessed(file).expect("it has a mark");
//! let mut text = String::new();
//! Decoded::new(&file[mark..], encoding).read_to_string(&mut text)?;
//! assert_eq!(text, "see a.com");
//! // Where `a.com` starts in the file.
//! assert_eq!(mark + encoding.stored("see "), 10);
//! # Ok::<(), std::io::Error>(())
//! ```

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
pub use mail::{MailForm, MailText, mail};
pub use markup::Markup;
pub use passage::{Passage, Problem};
pub use table::Table;
