//! Forms of URLs, defanged text, and bidirectional text.

use linkspan::bidi::{Base, Direction, Layout, Order};
use linkspan::format::{Form, Format};
use linkspan::props::{LinkTerm, is_link_email, link_bracket, link_term};
use linkspan::{Detector, defang, format};

use crate::instance::Output;

/// Writes a URL in another form: minimal (0), display (1) or ASCII (2).
pub(crate) fn formatted(url: &str, form: u32, out: &mut Output) -> i32 {
    let formatted = match form {
        0 => Format::default().string(url),
        1 => Format::default().form(Form::Display).string(url),
        _ => format::ascii(url),
    };
    match formatted {
        Ok(formatted) => {
            out.string = formatted;
            0
        }
        Err(error) => out.fail(&error),
    }
}

/// Defangs (0) or refangs (1) text.
pub(crate) fn fanged(text: &str, way: u32, out: &mut Output) {
    out.string = match way {
        0 => defang::defang(text).into_owned(),
        _ => defang::refang(text),
    };
}

/// The properties of a character as one number.
pub(crate) fn properties(c: char) -> u32 {
    let term = match link_term(c) {
        LinkTerm::Include => 0,
        LinkTerm::Hard => 1,
        LinkTerm::Soft => 2,
        LinkTerm::Open => 3,
        LinkTerm::Close => 4,
    };
    let bracket = link_bracket(c).map_or(0, u32::from);
    term | u32::from(is_link_email(c)) << 3 | bracket << 8
}

/// Lays out text with links: visual (0), with controls (1) or as HTML (2). `options` are the order
/// and the direction.
pub(crate) fn laid_out(
    detector: &Detector,
    text: &str,
    options: &str,
    what: u32,
    out: &mut Output,
) -> i32 {
    let mut layout = Layout::default();
    for (name, value) in crate::options::pairs(options) {
        layout = match (name, value.as_str()) {
            ("order", value) => match Order::named(value) {
                Some(order) => layout.order(order),
                None => return out.fail(&format!("order: `{value}` is not known")),
            },
            ("direction", "ltr") => layout.paragraph(Base::Fixed(Direction::Ltr)),
            ("direction", "rtl") => layout.paragraph(Base::Fixed(Direction::Rtl)),
            ("direction", "auto") => layout.paragraph(Base::Auto),
            (name, value) => return out.fail(&format!("{name}: `{value}` is not known")),
        };
    }
    let paragraph = layout.text(text, detector.links(text));
    out.string = match what {
        0 => paragraph.visual(),
        1 => paragraph.controls().as_str().to_owned(),
        _ => paragraph.html(),
    };
    0
}
