//! Adds links to existing HTML and Markdown, and leaves every other byte unchanged.
//!
//! ```
//! use linkspan::render::Html;
//! use linkspan::{Detector, Profile};
//!
//! let detector = Detector::new(Profile::recommended());
//! let page = b"<p>See example.com/a?b&amp;c, or <code>example.com</code>.";
//! let made = linkspan_rewrite::html(page, &detector, &Html::default());
//! assert_eq!(
//!     String::from_utf8(made).unwrap(),
//!     "<p>See <a href=\"https://example.com/a?b&amp;c\" rel=\"nofollow noopener\">\
//!      example.com/a?b&amp;c</a>, or <code>example.com</code>."
//! );
//!
//! let page = b"See https://example.com/a_b_c, *not* `example.com`.";
//! let made = linkspan_rewrite::markdown(page, &detector);
//! assert_eq!(
//!     String::from_utf8(made).unwrap(),
//!     "See <https://example.com/a_b_c>, *not* `example.com`."
//! );
//! ```
//!
//! Both functions only insert: removing the inserted text gives the original, byte for byte. Bytes
//! that are not UTF-8 stay in place, and text next to one is not linked. To turn plain text into
//! HTML or Markdown, use `linkspan::render` instead.
//!
//! A link is added only where it is a single piece of text for a reader. If markup runs through it
//! (`exam<b>ple</b>.com`), it is left alone, and no part of it is linked.

mod html;
mod links;
mod markdown;
mod mdx;
mod nesting;
mod report;
mod shown;
mod splice;
mod templates;

pub use html::{HtmlRewriter, html, html_text};
pub use links::{DocumentLink, DocumentLinks, Within};
pub use markdown::{LinkStyle, MarkdownRewriter, markdown};
pub use report::{LeftAlone, Rewritten};

/// The examples of the recipes.
#[cfg(doctest)]
#[doc = include_str!("../docs/recipes.md")]
struct Recipes;
