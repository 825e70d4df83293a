//! A minimal JSON writer. Names are given in snake case and written in camel case.

use std::fmt::Write;

/// Writes an object or a list, with the necessary commas.
pub(crate) struct Json<'o> {
    out: &'o mut String,
    is_first: bool,
}

impl<'o> Json<'o> {
    fn new(out: &'o mut String) -> Self {
        Self {
            out,
            is_first: true,
        }
    }

    fn comma(&mut self) {
        if !self.is_first {
            self.out.push(',');
        }
        self.is_first = false;
    }

    fn key(&mut self, name: &str) {
        self.comma();
        self.out.push('"');
        let mut words = name.split('_');
        self.out.push_str(words.next().unwrap_or_default());
        for word in words {
            let mut letters = word.chars();
            self.out
                .extend(letters.next().map(|c| c.to_ascii_uppercase()));
            self.out.push_str(letters.as_str());
        }
        self.out.push_str("\":");
    }

    /// Writes a text, or `null`.
    pub(crate) fn text(&mut self, name: &str, value: Option<&str>) {
        self.key(name);
        match value {
            Some(value) => string(self.out, value),
            None => self.out.push_str("null"),
        }
    }

    pub(crate) fn number(&mut self, name: &str, value: u32) {
        self.key(name);
        // Writing to a string does not fail.
        let _ = write!(self.out, "{value}");
    }

    pub(crate) fn flag(&mut self, name: &str, value: bool) {
        self.key(name);
        self.out.push_str(if value { "true" } else { "false" });
    }

    /// Writes a member that is an object.
    pub(crate) fn object(&mut self, name: &str, write: impl FnOnce(&mut Json<'_>)) {
        self.key(name);
        braces(self.out, ['{', '}'], write);
    }

    /// Writes a member that is a list.
    pub(crate) fn list(&mut self, name: &str, write: impl FnOnce(&mut Json<'_>)) {
        self.key(name);
        braces(self.out, ['[', ']'], write);
    }

    /// Writes an element that is an object.
    pub(crate) fn element(&mut self, write: impl FnOnce(&mut Json<'_>)) {
        self.comma();
        braces(self.out, ['{', '}'], write);
    }
}

/// Writes a list at the top level.
pub(crate) fn list(out: &mut String, write: impl FnOnce(&mut Json<'_>)) {
    braces(out, ['[', ']'], write);
}

fn braces(out: &mut String, [open, close]: [char; 2], write: impl FnOnce(&mut Json<'_>)) {
    out.push(open);
    write(&mut Json::new(out));
    out.push(close);
}

fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\0'..='\u{1F}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
