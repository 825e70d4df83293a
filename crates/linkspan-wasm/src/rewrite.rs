//! Adds links to existing HTML and Markdown.

use linkspan::Detector;
use linkspan_rewrite::{HtmlRewriter, MarkdownRewriter};

use crate::html::renderer;
use crate::instance::Output;
use crate::options::pairs;

/// The option that is not one of the renderer: elements to leave alone.
const SKIP_TAGS: &str = "skip-tags";

/// Adds links to HTML.
pub(crate) fn html(detector: &Detector, page: &str, options: &str, out: &mut Output) -> i32 {
    let (skipped, rest): (Vec<_>, Vec<_>) =
        pairs(options).partition(|(name, _)| *name == SKIP_TAGS);
    match renderer(rest.into_iter()) {
        Ok(html) => {
            let names = skipped.iter().flat_map(|(_, names)| names.split(','));
            let rewriter = HtmlRewriter::new(detector, &html).skip_tags(names);
            out.succeed(rewriter.rewrite_str(page).into_owned())
        }
        Err(error) => out.fail(&error),
    }
}

/// Adds links to Markdown.
pub(crate) fn markdown(detector: &Detector, source: &str, out: &mut Output) -> i32 {
    let made = MarkdownRewriter::new(detector).rewrite(source.as_bytes());
    match String::from_utf8(made) {
        Ok(made) => out.succeed(made),
        Err(error) => out.fail(&error),
    }
}
