//! Renders text with its links as HTML.

use linkspan::Detector;
use linkspan::profile::OptionError;
use linkspan::render::{Html, Renderer};

use crate::instance::Output;
use crate::options::pairs;

/// Renders text as HTML, with the options of a renderer.
pub(crate) fn linkify(detector: &Detector, text: &str, options: &str, out: &mut Output) -> i32 {
    match renderer(pairs(options)) {
        Ok(html) => {
            out.string = html.render(detector.spans(text)).to_string();
            0
        }
        Err(error) => out.fail(&error),
    }
}

/// A renderer with these options.
pub(crate) fn renderer<'a>(
    mut options: impl Iterator<Item = (&'a str, String)>,
) -> Result<Html<'static>, OptionError> {
    options.try_fold(Html::default(), |html, (name, value)| {
        html.set(name, &value)
    })
}
