//! Renders text with its links as HTML.

use linkspan::Detector;
#[cfg(feature = "full")]
use linkspan::Kind;
#[cfg(feature = "full")]
use linkspan::offset::utf16_len;
use linkspan::profile::OptionError;
#[cfg(feature = "full")]
use linkspan::render::escape_bidi;
use linkspan::render::{Html, Renderer};

use crate::instance::Output;
use crate::options::pairs;
#[cfg(feature = "full")]
use crate::units::number;

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

/// The visible text of a link, as HTML shows it: the string contains the text and then the tags that
/// isolate it and keep its fields in order; the numbers contain the length of the text, and for each
/// tag its offset in the text and its own length. Returns the number of tags.
#[cfg(feature = "full")]
pub(crate) fn label(text: &str, kind: Kind, out: &mut Output) -> u32 {
    let label = escape_bidi(text);
    let tags = Html::default().tags(&label, kind);
    out.string.push_str(&label);
    out.numbers.push(number(utf16_len(&label)));
    let (mut done, mut at) = (0, 0);
    for (end, tag) in &tags {
        at += utf16_len(label.get(done..*end).unwrap_or_default());
        done = *end;
        out.string.push_str(tag);
        out.numbers.extend([number(at), number(tag.len())]);
    }
    number(tags.len())
}
