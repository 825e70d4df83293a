#![doc = include_str!("../README.md")]

mod html;
mod links;
mod markdown;
mod mdx;
mod nesting;
mod report;
mod splice;
mod templates;
mod visible;

pub use html::{HtmlRewriter, html, html_text};
pub use links::{DocumentLink, DocumentLinks, Within};
pub use markdown::{LinkStyle, MarkdownRewriter, markdown};
pub use report::{LeftAlone, Rewritten};

/// The examples of the recipes.
#[cfg(doctest)]
#[doc = include_str!("../docs/recipes.md")]
struct Recipes;
