//! linkspan for C: the functions of `include/linkspan.h`.
//!
//! All decisions are made in the crate `linkspan`; this crate checks the caller's pointers, calls the
//! library, and returns its results in memory that the caller frees. It is the only crate of the
//! project with `unsafe` blocks. These are the rules that make them sound:
//!
//! - Every pointer is checked before use: NULL, misalignment and impossible lengths are errors. The
//!   caller must ensure that it points to as many valid bytes as the given length says.
//! - No pointer from the caller is kept after a call returns. Results own their memory.
//! - Outputs are initialised before anything can fail, so they can always be freed (`output::answer`).
//! - Panics are caught and do not unwind into C (`status::report`). Running out of memory aborts the
//!   process, as in any Rust program.
//! - A detector is immutable and can be shared between threads. A live text is protected by a lock.

// In the order of the header.
mod version;

mod status;

mod detector;

mod links;

mod fields;
mod values;

mod anchored;
mod find;

mod convert;
mod properties;

mod live;
mod live_links;

mod options;
mod output;
mod text;

pub use anchored::*;
pub use convert::*;
pub use detector::*;
pub use fields::*;
pub use find::*;
pub use links::*;
pub use live::*;
pub use live_links::*;
pub use output::{String, linkspan_string_free};
pub use properties::*;
pub use status::*;
pub use values::*;
pub use version::*;
