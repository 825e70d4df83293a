//! What a link is, for programs that print, store or hand over links: one row for each field.
//!
//! The command line, the packages for JavaScript, Python and C, and the reference pages loop over
//! this table or are generated from it, so a field has one name, one meaning and one documentation.

mod fields;
mod reasons;

pub use fields::{Cost, Field, FieldType, Value};
