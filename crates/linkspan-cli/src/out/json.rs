//! JSON output.

use std::fmt::Write;

use linkspan::Reason;

use super::terminal::is_safe;

/// An object that is written member by member, on one line.
#[derive(Default)]
pub struct Object {
    text: String,
}

impl Object {
    /// Starts a member; its value is to be written to the result.
    pub fn key(&mut self, name: &str) -> &mut String {
        self.text.push(if self.text.is_empty() { '{' } else { ',' });
        quote(&mut self.text, name);
        self.text.push(':');
        &mut self.text
    }

    /// Adds a text, or null.
    pub fn text(&mut self, name: &str, value: Option<&str>) {
        let out = self.key(name);
        match value {
            Some(value) => quote(out, value),
            None => out.push_str("null"),
        }
    }

    /// Adds a number.
    pub fn number(&mut self, name: &str, value: usize) {
        // Writing to a string does not fail.
        let _ = write!(self.key(name), "{value}");
    }

    /// Adds true or false.
    pub fn flag(&mut self, name: &str, value: bool) {
        self.key(name)
            .push_str(if value { "true" } else { "false" });
    }

    /// The whole object. Characters that are unsafe on a terminal are escaped.
    #[must_use]
    pub fn finish(mut self) -> String {
        if self.text.is_empty() {
            self.text.push('{');
        }
        self.text.push('}');
        if is_safe(&self.text) {
            return self.text;
        }
        let mut line = String::with_capacity(self.text.len() + 16);
        for c in self.text.chars() {
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
}

/// Writes a text in quotation marks.
pub fn quote(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        let (plain, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut characters = from.chars();
        match characters.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            // Writing to a string does not fail.
            Some(c) => drop(write!(out, "\\u{:04x}", u32::from(c))),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

/// Writes an object of texts and nulls.
pub fn texts_by_name<T: AsRef<str>>(
    out: &mut String,
    all: impl IntoIterator<Item = (&'static str, Option<T>)>,
) {
    let mut between = '{';
    for (name, value) in all {
        out.push(between);
        quote(out, name);
        out.push(':');
        match value {
            Some(value) => quote(out, value.as_ref()),
            None => out.push_str("null"),
        }
        between = ',';
    }
    out.push('}');
}

/// Writes a list of texts.
pub fn texts<'a>(out: &mut String, all: impl IntoIterator<Item = &'a str>) {
    list(out, all, quote);
}

/// Writes reasons as a list of objects.
pub fn reasons<'r>(out: &mut String, all: impl IntoIterator<Item = Reason<'r>>) {
    list(out, all, |out, reason| {
        let fields = reason.fields();
        texts_by_name(out, fields.map(|(name, value)| (name, Some(value))));
    });
}

fn list<T>(
    out: &mut String,
    all: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    out.push('[');
    for (at, one) in all.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(out, one);
    }
    out.push(']');
}
