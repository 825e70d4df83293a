//! Links in text that is being edited.
//!
//! After every edit the links are those of a fresh scan, minus those that the user has dismissed. The cost
//! of an edit follows the run of characters it touches, not the document: no link contains a
//! Link_Term=Hard character (a space, say), so only the runs around the edit are searched again, and everything
//! after them moves at once.
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
//! [`LiveText`] keeps the text, in chunks of some kilobytes. [`Tracker`] is for applications that keep it
//! themselves. Both have `in_utf16` and `in_utf16_mut`, for applications that count in UTF-16 code units, and `in_code_points` and
//! `in_code_points_mut` for those that count in code points.

mod changes;
mod counted;
mod index;
mod links;
mod list;
mod measured;
mod ruler;
mod splice;
mod store;
mod text;
mod tracker;
mod unit;
mod view;

pub use changes::{Changes, Edit, EditError, LinkId, LiveLink, Shift, State, Undo};
pub use counted::Counted;
pub use text::LiveText;
pub use tracker::Tracker;
pub use unit::{CodePoints, Utf16};
