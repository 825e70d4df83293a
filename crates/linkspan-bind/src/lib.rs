//! What the libraries for other languages share: options, units of offsets, numbers for values,
//! the places where a long text may be cut, and domains of hosts.
//!
//! What a link is, is in [`linkspan::catalog`]; a library for a language only converts it to the
//! types of that language.

mod cut;
mod domain;
mod number;
mod options;
mod units;

pub use cut::{LINES, WORDS, pieces};
pub use domain::domain;
pub use number::{kind, kind_of, link_term};
pub use options::profile;
pub use units::{Offsets, Unit};
