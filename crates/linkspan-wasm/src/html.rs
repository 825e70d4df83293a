//! Renders text with its links as HTML.

use linkspan::offset::utf16_len;
use linkspan::profile::OptionError;
use linkspan::render::{Html, Renderer, escape_bidi};
use linkspan::{Detector, Kind};

use crate::instance::{Output, number};
use crate::layout::{CAPTION_HEAD, CAPTION_TEXT, TAG, TAG_LENGTH, TAG_START};
use crate::options::pairs;

/// Renders text as HTML, with the options of a renderer.
pub(crate) fn linkify(detector: &Detector, text: &str, options: &str, out: &mut Output) -> i32 {
    match renderer(pairs(options)) {
        Ok(html) => out.succeed(html.render(detector.spans(text)).to_string()),
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

/// Writes the visible text of a link, as HTML shows it: the text, and then the tags that isolate it
/// and keep its fields in order. Returns the number of tags.
pub(crate) fn caption(text: &str, kind: Kind, out: &mut Output) -> u32 {
    let caption = escape_bidi(text);
    let tags = Html::default().tags(&caption, kind);
    let mut head = [0; CAPTION_HEAD];
    [_, head[CAPTION_TEXT]] = out.write(&caption);
    out.numbers.extend(head);
    let (mut done, mut at) = (0, 0);
    for (end, tag) in &tags {
        at += utf16_len(caption.get(done..*end).unwrap_or_default());
        done = *end;
        let mut numbers = [0; TAG];
        numbers[TAG_START] = number(at);
        [_, numbers[TAG_LENGTH]] = out.write(tag);
        out.numbers.extend(numbers);
    }
    number(tags.len())
}
