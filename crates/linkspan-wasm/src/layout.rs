//! Where each number of a result is.
//!
//! A call leaves a list of numbers and a string, and the script reads what it needs. The functions of
//! the small build were also written with `wasm-bindgen`, to compare: a message with one link then
//! takes 2.1 µs instead of 0.8 µs, because each text of a link is copied on its own, the file is as
//! large (177 kB with gzip), and 2.5 kB of generated script come on top of ours. What the names here
//! cost is that the script repeats them; a test of the package compares both.

/// The version of the interface: of this module and of the functions of [`abi`](crate::abi).
pub const VERSION: u32 = 3;

// Each link is one record. The places of links alone are only its first three numbers.

/// The first code unit of a link.
pub const START: usize = 0;
/// The code unit after its last one.
pub const END: usize = 1;
/// The kind, with the numbers of `linkspan_bind::kind`.
pub const KIND: usize = 2;
/// The count of numbers of a place.
pub const PLACE: usize = 3;
/// How the address is made of the text: an index of [`FORMS`], or their count if the address is in
/// the string.
pub const FORM: usize = 3;
/// Where in the string the address is, in code units.
pub const HREF: usize = 4;
/// The length of the address in the string.
pub const HREF_LENGTH: usize = 5;
/// Where in the string the caption is.
pub const CAPTION: usize = 6;
/// The length of the caption; 0 if it is the text.
pub const CAPTION_LENGTH: usize = 7;
/// In a live text, the lower half of the id.
pub const ID: usize = 8;
/// In a live text, the upper half of the id.
pub const ID_HIGH: usize = 9;
/// In a stream, where in the string the text is.
pub const TEXT: usize = 8;
/// In a stream, the length of the text.
pub const TEXT_LENGTH: usize = 9;
/// The count of numbers of a link.
pub const LINK: usize = 10;

// The changes of a live text.

/// How many links were removed.
pub const REMOVED: usize = 0;
/// How many were added.
pub const ADDED: usize = 1;
/// How many were moved.
pub const MOVED: usize = 2;
/// From where on the others are shifted.
pub const SHIFT_FROM: usize = 3;
/// By how much, as a signed number.
pub const SHIFT_BY: usize = 4;
/// The number to undo the edit with, or the largest number if nothing was edited.
pub const UNDO: usize = 5;
/// The count of these numbers. The ids of the removed links follow, two numbers each, and the links
/// that were added and moved.
pub const CHANGES: usize = 6;

// The state of a live text.

/// Whether links are shown.
pub const ENABLED: usize = 0;
/// The count of these numbers. The dismissed ranges follow, two numbers each.
pub const STATE: usize = 1;

// A caption as HTML. The string is its text and then its tags.

/// The length of the text.
pub const CAPTION_TEXT: usize = 0;
/// The count of these numbers. The tags follow.
pub const CAPTION_HEAD: usize = 1;
/// Where in the text a tag is.
pub const TAG_START: usize = 0;
/// The length of the tag.
pub const TAG_LENGTH: usize = 1;
/// The count of numbers of a tag.
pub const TAG: usize = 2;

// The properties of a character.

/// The number of its Link_Term.
pub const TERM: usize = 0;
/// Its Link_Bracket; 0 if it has none.
pub const BRACKET: usize = 1;
/// Whether it is Link_Email.
pub const EMAIL: usize = 2;
/// The count of these numbers.
pub const PROPERTIES: usize = 3;

/// What most addresses have before and after the text of their link. They are made by the script,
/// which is cheaper than to copy them.
pub const FORMS: [[&str; 2]; 7] = [
    ["", ""],
    ["", "/"],
    ["https://", ""],
    ["https://", "/"],
    ["http://", ""],
    ["http://", "/"],
    ["mailto:", ""],
];
