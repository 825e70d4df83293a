//! Finds links and e-mail addresses in text in any language, and shows URLs in a readable form.
//! Follows Unicode [UTS #58], and adds rules for what a reader would call a link.
//!
//! ```
//! use linkspan::Detector;
//!
//! let text = "Visit “https://ja.wikipedia.org/wiki/アルベルト・アインシュタイン” (or bücher.de/x?).";
//! let detector = Detector::default();
//! let links: Vec<&str> = detector.links(text).map(|link| link.text()).collect();
//! assert_eq!(links, [
//!     "https://ja.wikipedia.org/wiki/アルベルト・アインシュタイン",
//!     "bücher.de/x",
//! ]);
//! ```
//!
//! The default, [`Profile::recommended`], finds the links that a reader expects. It starts from
//! UTS #58, leaves out file names and names that mix scripts, ends links where the sentence ends, and
//! finds names that are written next to other text without a space. A name that imitates another
//! name is linked, but shown in A-labels. Use [`Detector::uts58`] for exactly the links that the
//! standard defines.
//!
//! # Overview
//!
//! - [`Detector`] finds links. [`Detector::links`] iterates over them, and [`Detector::spans`]
//!   splits the whole text into links and the text between them. A [`Profile`] defines which texts
//!   are links.
//! - [`format`] writes URLs: [`format::minimal`], [`format::display`] and [`format::ascii`].
//! - [`render`] writes text and its links as HTML, Markdown, terminal hyperlinks and more.
//! - [`defang`] makes links in reports harmless, and restores them.
//! - [`live`] keeps the links of a text up to date while the text is edited.
//! - [`stream`] finds links in text that arrives in chunks.
//! - [`offset`] converts byte offsets to UTF-16 code units, code points, lines and columns.
//! - [`bidi`] shows links in Arabic, Hebrew and other right-to-left text in a predictable order.
//! - [`email`] quotes and unquotes local parts of e-mail addresses.
//! - [`term`] and [`props`] expose the termination algorithm and the character properties on their
//!   own, for adding UTS #58 to an existing linkifier.
//!
//! # Guarantees
//!
//! - Detection takes time linear in the length of the text, for any text. With the profile `uts58`
//!   it never allocates; other profiles may allocate to judge a candidate.
//! - No input makes the library panic. It contains no `unsafe` code, does no I/O and has no global
//!   state.
//! - No link contains a character with [`LinkTerm::Hard`](props::LinkTerm::Hard). A text can
//!   therefore be split at any visible one, such as a space, and the pieces can be searched
//!   separately.
//! - Text is searched as it is; it is never normalized.
//!
//! The library needs only `alloc`.
//!
//! # Features
//!
//! - `simd`, which is off by default: uses 32-byte vectors on x86 if the processor has them. It needs
//!   the standard library and Rust 1.89, and finds the same links.
//!
//! The others are on by default. Disable them to reduce the size of the program:
//!
//! - `psl`: the embedded Public Suffix List. Without it, registrable domains are only available
//!   from a list that is read at run time, shortened labels show the whole host, and names that
//!   consist only of a public suffix are not rejected.
//! - `idna`: the A-label and Unicode forms of names. Without it, the library detects links as
//!   UTS #58 defines them; [`format`], [`render`], [`defang`], `href` and the profiles that judge
//!   names are not available.
//! - `bidi`: links in bidirectional text ([`bidi`]). It implies `idna`.
//! - `pri185`: [`Profile::pri185`] and [`bidi::Structures`]. It implies `bidi`.
//!
//! The sources include `docs/guide.md`, with a tutorial, recipes and migration from other
//! libraries; `docs/options.md`, with all options by name; and `docs/migration.md`, with the
//! changes since version 0.1.
//!
//! [UTS #58]: https://www.unicode.org/reports/tr58/

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(all(feature = "psl", feature = "idna", feature = "pri185")),
    allow(dead_code, reason = "what other features need")
)]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[macro_use]
mod rules;

mod choice;
mod detector;
mod judge;
mod link;
mod meter;
mod names;
mod reason;
mod scan;
mod tables;
mod text;
mod uts58;

#[cfg(feature = "bidi")]
pub mod bidi;
#[cfg(feature = "idna")]
pub mod catalog;
#[cfg(feature = "idna")]
pub mod defang;
pub mod email;
#[cfg(feature = "idna")]
pub mod format;
pub mod live;
pub mod offset;
pub mod profile;
#[cfg(feature = "idna")]
pub mod render;
pub mod stream;
pub mod term;

pub use detector::{Detector, Finding, Findings, Spans};
pub use link::{Host, Kind, Link, Part, Parts, Rejected, Span};
pub use names::host::HostKind;
pub use names::lists::date::{Date, DateError};
pub use names::lists::{suffix, tld};
pub use profile::Profile;
pub use reason::{EndRule, Ending, Reason, ReasonKind};
pub use scan::Links;
pub use uts58::props;

/// Observes a scan: how much work it does, and which candidates it rejects.
///
/// ```
/// use linkspan::{Detector, observe::Work};
///
/// let mut work = Work::default();
/// let links = Detector::uts58().observe("see a.com", &mut work).count();
/// assert!(links == 1 && work.steps < 100);
/// ```
pub mod observe {
    pub use crate::meter::{Meter, Work};
    pub use crate::scan::Observer;
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the guide.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide.md")]
struct Guide;

/// The examples of the page about options.
#[cfg(doctest)]
#[doc = include_str!("../docs/options.md")]
struct Options;

/// The examples of the page about migration.
#[cfg(doctest)]
#[doc = include_str!("../docs/migration.md")]
struct Migration;
