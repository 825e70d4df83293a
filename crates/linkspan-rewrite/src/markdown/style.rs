//! What documents are written in, and how links are.

/// What a document is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flavor {
    Markdown,
    Mdx,
}

/// How a URL that is written in full is linked in Markdown.
///
/// Everything else, such as `example.com`, is written as `[text](target)` in either style.
///
/// ```
/// use linkspan_rewrite::LinkStyle;
///
/// assert_eq!(LinkStyle::default(), LinkStyle::Autolink);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LinkStyle {
    /// `<https://example.com>`, the shortest.
    #[default]
    Autolink,
    /// `[https://example.com](https://example.com)`, for MDX and for linters that refuse `<`.
    Inline,
}
