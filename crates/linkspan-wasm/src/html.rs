//! Text as HTML with its links.

use linkspan::Detector;
#[cfg(any(feature = "full", feature = "rewrite"))]
use linkspan::bidi::{Layout, Order};
use linkspan::render::{Href, Html, Isolate, Label, Renderer, Title};

use crate::instance::Output;
use crate::options::pairs;

/// Text as HTML, with the options of a renderer.
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
    options: impl Iterator<Item = (&'a str, String)>,
) -> Result<Html<'static>, String> {
    let mut html = Html::default();
    let (mut shows, mut most) = (false, None);
    for (name, value) in options {
        let other = |expected: &str| format!("{name}: `{value}` is not {expected}");
        html = match name {
            "rel" => html.rel(value),
            "target" => html.target(value),
            "class-name" => html.class(value),
            "label" => {
                shows = match value.as_str() {
                    "typed" => false,
                    "display" => true,
                    _ => return Err(other("`typed` or `display`")),
                };
                html
            }
            "truncate" => {
                most = Some(value.parse().map_err(|_| other("a number"))?);
                html
            }
            "title" => html.title(match value.as_str() {
                "none" => Title::None,
                "display" => Title::Display,
                _ => return Err(other("`none` or `display`")),
            }),
            "href" => html.href(match value.as_str() {
                "normalized" => Href::Normalized,
                "typed" => Href::Typed,
                _ => return Err(other("`normalized` or `typed`")),
            }),
            "isolate" => html.isolate(match value.as_str() {
                "always" => Isolate::Always,
                "when-reordered" => Isolate::WhenReordered,
                _ => return Err(other("`always` or `when-reordered`")),
            }),
            #[cfg(any(feature = "full", feature = "rewrite"))]
            "bidi" => {
                html.bidi(Layout::default().order(Order::named(&value).ok_or_else(|| {
                    other("`plain`, `ltr`, `constant`, `environment`, `content` or `tld`")
                })?))
            }
            _ => return Err(format!("`{name}` is not an option of linkify")),
        };
    }
    Ok(html.label(match (shows, most) {
        (false, None) => Label::Typed,
        (true, None) => Label::Display,
        (false, Some(most)) => Label::Short(most),
        (true, Some(most)) => Label::ShortDisplay(most),
    }))
}
