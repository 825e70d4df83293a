//! JSON that is printed.

use std::borrow::Cow;

use linkspan::render::printable;
use serde_json::Value;

/// A JSON value on one line. Characters that could disturb a terminal are escaped.
#[must_use]
pub fn line(value: &Value) -> String {
    let text = value.to_string();
    let is_odd = |c: char| matches!(printable(c.encode_utf8(&mut [0; 4])), Cow::Owned(_));
    if let Cow::Borrowed(_) = printable(&text) {
        return text;
    }
    let mut line = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_odd(c) {
            true => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    line.push_str(&format!("\\u{unit:04x}"));
                }
            }
            false => line.push(c),
        }
    }
    line
}
