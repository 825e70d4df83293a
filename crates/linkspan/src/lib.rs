//! Finds links and e-mail addresses in text of any language exactly as Unicode [UTS #58] defines,
//! and shows URLs so that people can read them.
//!
//! ```
//! use linkspan::Detector;
//!
//! let text = "Visit “https://ja.wikipedia.org/wiki/アルベルト・アインシュタイン” (or bücher.de/x?).";
//! let detector = Detector::default();
//! let links: Vec<&str> = detector.links(text).map(|link| link.as_str()).collect();
//! assert_eq!(links, [
//!     "https://ja.wikipedia.org/wiki/アルベルト・アインシュタイン",
//!     "bücher.de/x",
//! ]);
//! ```
//!
//! The default takes candidates exactly as UTS #58 defines and judges them for people
//! ([`Profile::recommended`]); [`Detector::uts58`] is the standard alone.
//!
//! # The way through the library
//!
//! - [`Detector`] finds links: [`Detector::links`] gives each [`Link`], [`Detector::spans`] the
//!   whole text in pieces. [`Profile`] says what can be a link.
//! - [`format`] writes URLs: [`format::minimal`], [`format::display`] and [`format::ascii`].
//! - [`render`] writes text and its links as HTML, Markdown, terminal hyperlinks and more.
//! - [`defang`] makes links harmless in reports, and brings them back.
//! - [`live`] keeps links right while text is edited.
//! - [`stream`] finds links in text that arrives in chunks.
//! - [`offset`] counts in bytes, UTF-16 units, code points, lines and columns.
//! - [`bidi`] shows links in Arabic, Hebrew and other right-to-left text in a predictable order.
//! - [`email`] quotes local parts.
//! - [`term`] and [`props`] are the termination algorithm and the character properties on their
//!   own, for people who migrate an existing linkifier.
//!
//! # Promises
//!
//! - Detection takes time proportional to the text, whatever the text, and with the profile `uts58`
//!   allocates nothing. Policies allocate to judge a candidate.
//! - No input makes the library panic. There is no `unsafe` code, no I/O and no global state.
//! - No link contains a character with [`LinkTerm::Hard`](props::LinkTerm::Hard). A text can be cut at any of them
//!   that a reader can see, such as a space, and each run between two of them scanned on its own.
//! - Text is taken as it is, never normalised.
//!
//! The library needs `alloc`; the standard library makes it faster on x86.
//!
//! # Features
//!
//! All are on by default. Switch them off for smaller programs:
//!
//! - `std`: on x86, vectors of 32 bytes if the processor has them. Without it the library needs only `alloc`, and
//!   finds the same links.
//! - `psl`: the Public Suffix List. Without it there are no registrable domains but by a list that is read at
//!   run time, shortened labels show the whole host, and names that are only a public suffix are not rejected.
//! - `idna`: names in A-labels and in Unicode. Without it there is detection as UTS #58 defines, and what needs
//!   no other form of a name; [`format`], [`render`], [`defang`], `href` and the profiles that judge names are
//!   not there.
//! - `bidi`: links in bidirectional text ([`bidi`]). It needs `idna`.
//!
//! `docs/guide.md`, beside the sources, has a tutorial, recipes and ways to come from other libraries,
//! `docs/options.md` all options by name, and `docs/migration.md` what changed since version 0.1.
//!
//! [UTS #58]: https://www.unicode.org/reports/tr58/

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(all(feature = "psl", feature = "idna", feature = "bidi")),
    allow(dead_code, reason = "what other features need")
)]
extern crate alloc;
#[cfg(test)]
extern crate std;

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
pub use link::{Kind, Link, Part, Parts, Rejected, Span};
pub use names::date::{Date, DateError};
pub use names::host::HostKind;
pub use names::{suffix, tld};
pub use profile::Profile;
pub use reason::{EndRule, Ending, Reason, ReasonKind};
pub use scan::Links;
pub use uts58::props;

/// Watching a scan from outside: what it costs, and what it rejects.
///
/// ```
/// use linkspan::{Detector, observe::Work};
///
/// let mut work = Work::default();
/// let links = Detector::uts58().observed("see a.com", &mut work).count();
/// assert!(links == 1 && work.steps < 100);
/// ```
pub mod observe {
    pub use crate::meter::{Meter, Work};
    pub use crate::scan::Observer;
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
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
