//! The standard, with hooks where rules beyond it can end a link: character properties (section 6),
//! where links end (3.5), local parts (5.2), and the runs that streaming and editing are based on.

pub(crate) mod brackets;
pub(crate) mod local_part;
pub(crate) mod plain;
pub mod props;
pub(crate) mod runs;
pub(crate) mod termination;
