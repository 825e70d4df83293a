//! Bidirectional display loses nothing.

use linkspan::bidi::{Base, Direction, Layout, Order};
use linkspan::{Detector, Kind, Profile};

use crate::input::Input;
use crate::laid_out;

const ORDERS: [Order; 6] = [
    Order::Constant,
    Order::Plain,
    Order::Ltr,
    Order::Environment,
    Order::Content,
    Order::Tld,
];

const BASES: [Base; 3] = [
    Base::Auto,
    Base::Fixed(Direction::Ltr),
    Base::Fixed(Direction::Rtl),
];

/// Running text, or a link of a kind.
const KINDS: [Option<Kind>; 4] = [None, Some(Kind::Url), Some(Kind::Email), Some(Kind::File)];

/// Panics if an output of a paragraph is not its text.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let layout = Layout::default()
        .order(input.choice(&ORDERS))
        .paragraph(input.choice(&BASES));
    let kind = input.choice(&KINDS);
    let text = input.text();
    let shown = match kind {
        Some(kind) => layout.link(&text, kind),
        None => layout.text(&text, Detector::new(Profile::pri185()).links(&text)),
    };
    laid_out::check(&shown, &text, kind.is_some());
}
