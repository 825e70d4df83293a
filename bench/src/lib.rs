//! How fast linkspan is, beside its peers.

pub mod clock;
pub mod contender;
pub mod corpus;
