//! The standard and nothing else: character properties (section 6), termination (section 3.5).

pub(crate) mod plain;
pub mod props;
pub mod termination;
