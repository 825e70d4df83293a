//! linkspan for C: the functions of `include/linkspan.h`.
//!
//! All decisions are made in the crate `linkspan`; this crate checks the caller's pointers, calls the
//! library, and returns its results in memory that the caller frees. It is the only crate of the
//! project with `unsafe` blocks. These are the rules that make them sound:
//!
//! - Every pointer is checked before use: NULL, misalignment and impossible lengths are errors. The
//!   caller must ensure that it points to as many valid bytes as the given length says.
//! - No pointer from the caller is kept after a call returns. Results own their memory.
//! - Outputs are initialised before anything can fail, so they can always be freed.
//! - Panics are caught and do not unwind into C (`status::answer`). Running out of memory aborts the
//!   process, as in any Rust program.
//! - A detector is immutable and can be shared between threads. A live text is protected by a lock.

// In the order of the header.
mod version;

mod status;

mod detector;

mod links;

mod details;

mod find;

mod other;

mod live;
mod live_links;

mod options;
mod output;
mod text;

pub use details::{
    Details, LINKSPAN_FIELD_DISPLAY, LINKSPAN_FIELD_HOST_ASCII, LINKSPAN_FIELD_HOST_DISPLAY,
    LINKSPAN_FIELD_HREF, LINKSPAN_FIELD_REASONS, LINKSPAN_FIELD_REGISTRABLE_DOMAIN,
    LINKSPAN_FIELDS_ALL, LINKSPAN_WITH_REJECTED, Reason, Text, linkspan_links_details,
};
pub use detector::{
    Detector, linkspan_detector_free, linkspan_detector_from_json, linkspan_detector_new,
};
pub use find::{linkspan_find, linkspan_find_utf16};
pub use links::{
    LINKSPAN_HOST_KIND_IPV4, LINKSPAN_HOST_KIND_IPV6, LINKSPAN_HOST_KIND_NAME,
    LINKSPAN_HOST_KIND_NONE, LINKSPAN_KIND_EMAIL, LINKSPAN_KIND_FILE, LINKSPAN_KIND_URL,
    LINKSPAN_PART_COUNT, LINKSPAN_PART_DIRECTIVES, LINKSPAN_PART_FRAGMENT, LINKSPAN_PART_HOST,
    LINKSPAN_PART_LOCAL_PART, LINKSPAN_PART_PATH, LINKSPAN_PART_PORT, LINKSPAN_PART_QUERY,
    LINKSPAN_PART_SCHEME, LINKSPAN_PART_USERINFO, Link, Links, Range, linkspan_links_free,
};
pub use live::{
    Live, linkspan_live_describe, linkspan_live_dismiss, linkspan_live_edit, linkspan_live_enable,
    linkspan_live_free, linkspan_live_length, linkspan_live_links, linkspan_live_new,
    linkspan_live_new_with_state, linkspan_live_pending, linkspan_live_restore,
    linkspan_live_state, linkspan_live_text, linkspan_live_undo,
};
pub use live_links::{
    Changes, LiveLink, LiveLinks, LiveState, linkspan_changes_free, linkspan_live_links_free,
    linkspan_live_state_free,
};
pub use other::{
    LINKSPAN_FORM_ASCII, LINKSPAN_FORM_DISPLAY, LINKSPAN_FORM_MINIMAL, LINKSPAN_TERM_CLOSE,
    LINKSPAN_TERM_HARD, LINKSPAN_TERM_INCLUDE, LINKSPAN_TERM_OPEN, LINKSPAN_TERM_SOFT,
    linkspan_defang, linkspan_format, linkspan_is_link_email, linkspan_link_bracket,
    linkspan_link_term, linkspan_linkify, linkspan_refang, linkspan_registrable_domain,
};
pub use output::{String, linkspan_string_free};
pub use status::{
    Error, LINKSPAN_INTERNAL, LINKSPAN_INVALID_ARGUMENT, LINKSPAN_INVALID_OPTION,
    LINKSPAN_INVALID_RANGE, LINKSPAN_INVALID_TEXT, LINKSPAN_INVALID_URL, LINKSPAN_MESSAGE_SIZE,
    LINKSPAN_OK, Status,
};
pub use version::{LINKSPAN_ABI, linkspan_abi, linkspan_unicode_version, linkspan_version};
