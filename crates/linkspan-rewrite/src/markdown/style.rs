//! The flavors of documents and the styles of links.

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flavor {
    Markdown,
    Mdx,
}

/// How a URL that is written in full is linked in Markdown.
///
/// Anything else, such as `example.com`, is written as `[text](target)` in either style.
///
/// ```
/// use linkspan_rewrite::LinkStyle;
///
/// assert_eq!(LinkStyle::default(), LinkStyle::Autolink);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LinkStyle {
    /// `<https://example.com>`, the shortest form.
    #[default]
    Autolink,
    /// `[https://example.com](https://example.com)`, for MDX and for linters that reject `<`.
    Inline,
}
