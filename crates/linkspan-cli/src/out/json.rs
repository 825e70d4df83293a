//! JSON output.

use std::fmt::Write;

use serde_json::Value;

use super::terminal::is_safe;

/// A JSON value on one line. Characters that are unsafe on a terminal are escaped.
#[must_use]
pub fn line(value: &Value) -> String {
    let text = value.to_string();
    if is_safe(&text) {
        return text;
    }
    let mut line = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_safe(c.encode_utf8(&mut [0; 4])) {
            line.push(c);
            continue;
        }
        // Such characters occur only inside strings, where JSON escapes are UTF-16 code units.
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(line, "\\u{unit:04x}");
        }
    }
    line
}
