//! Keeps the links of a text up to date while the text is edited.
//!
//! After every edit, the links are those of a fresh scan, without those that the user has
//! dismissed. The cost of an edit depends on the run of characters it touches, not on the length of
//! the document: no link contains a Link_Term=Hard character, such as a space, so only the runs
//! around the edit are searched again, and all later links move at once.
//!
//! ```
//! use linkspan::Detector;
//! use linkspan::live::{Edit, LiveText};
//!
//! let mut live = LiveText::new("see example.co", Detector::uts58());
//! assert_eq!(live.marked(), "see ⸠example.co⸡");
//! let id = live.links().next().unwrap().id;
//!
//! // Typing goes on in the same link.
//! let changes = live.apply(Edit::new(14..14, "m")).unwrap();
//! assert_eq!(changes.moved[0].id, id);
//! assert_eq!(live.marked(), "see ⸠example.com⸡");
//!
//! // The user does not want it; it stays text through edits around and inside it.
//! live.dismiss(4..15);
//! live.apply(Edit::new(15..15, "/x b.org")).unwrap();
//! assert_eq!(live.marked(), "see example.com/x ⸠b.org⸡");
//! ```
//!
//! [`LiveText`] stores the text, in chunks of a few kilobytes. [`Tracker`] is for applications that
//! store the text themselves as one string. Both count in bytes; their methods `in_utf16` and
//! `in_utf16_mut` return views that count in UTF-16 code units, and `in_code_points` and
//! `in_code_points_mut` views that count in code points. For text that does not change, use
//! [`Detector`](crate::Detector).

mod changes;
mod index;
mod links;
mod list;
mod splice;
mod store;
mod text;
mod tracker;
mod units;

pub use changes::{Changes, Edit, EditError, LinkId, LiveLink, Shift, State, Undo};
pub use text::LiveText;
pub use tracker::Tracker;
pub use units::{CodePoints, Counted, Utf16};
