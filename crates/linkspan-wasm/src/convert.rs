//! Text in another form: URLs, and paragraphs in their visual order.

use linkspan::Detector;
use linkspan::bidi::{Base, Direction, Layout, Order};
use linkspan::format::{Form, Format, ascii};

use crate::instance::Output;
use crate::options::pairs;

/// Writes a URL in the form that the option `form` names.
pub(crate) fn format(url: &str, options: &str, out: &mut Output) -> i32 {
    let form = pairs(options).map(|(_, form)| form).next();
    let formatted = match form.as_deref() {
        Some("minimal") => Format::default().string(url),
        Some("display") => Format::default().form(Form::Display).string(url),
        Some("ascii") => ascii(url),
        form => {
            return refuse(
                "form",
                form.unwrap_or_default(),
                "minimal, display or ascii",
                out,
            );
        }
    };
    match formatted {
        Ok(formatted) => out.succeed(formatted),
        Err(error) => out.fail(&error),
    }
}

/// Lays out a paragraph with its links in the form, with the order and the direction that the
/// options name.
pub(crate) fn lay_out(detector: &Detector, text: &str, options: &str, out: &mut Output) -> i32 {
    let mut layout = Layout::default();
    let mut form = String::new();
    for (name, value) in pairs(options) {
        layout = match (name, value.as_str()) {
            ("form", _) => {
                form = value;
                layout
            }
            ("order", order) => match Order::named(order) {
                Some(order) => layout.order(order),
                None => {
                    let known = "plain, ltr, constant, environment, content or tld";
                    return refuse(name, order, known, out);
                }
            },
            (_, "ltr") => layout.paragraph(Base::Fixed(Direction::Ltr)),
            (_, "rtl") => layout.paragraph(Base::Fixed(Direction::Rtl)),
            (_, "auto") => layout.paragraph(Base::Auto),
            (name, value) => return refuse(name, value, "ltr, rtl or auto", out),
        };
    }
    let paragraph = layout.text(text, detector.links(text));
    let laid_out = match form.as_str() {
        "visual" => paragraph.visual(),
        "controls" => paragraph.controls().as_str().to_owned(),
        "html" => paragraph.html(),
        form => return refuse("form", form, "visual, controls or html", out),
    };
    out.succeed(laid_out)
}

/// Reports a value that an option does not accept.
fn refuse(option: &str, value: &str, expected: &str, out: &mut Output) -> i32 {
    out.fail(&format!(
        "option `{option}`: expected {expected}, not `{value}`"
    ))
}
