//! Finds the texts in JSON.

use std::fmt::Write;

use crate::passage::{Passage, Problem};

/// A container around a value.
enum Open {
    /// An array, and the index of the value in it.
    Array(usize),
    Object,
}

/// Calls `found` with each string value in JSON, decoded, until it returns `false`. Names of
/// members are not included. Takes linear time, and nesting does not use the stack.
///
/// # Errors
///
/// What is wrong with the source, and where. The values before it have been passed to `found`.
///
/// ```
/// let mut texts = Vec::new();
/// let mut keep = |passage: &linkspan_read::Passage| { texts.push(passage.text().to_owned()); true };
/// linkspan_read::json(r#"{"a.com": "b\u002ecom", "c": [1, true, "d.com"]}"#, &mut keep).unwrap();
/// assert_eq!(texts, ["b.com", "d.com"]);
/// let problem = linkspan_read::json("[1, x]", &mut |_| true).unwrap_err();
/// assert_eq!((problem.at, problem.message), (4, "expected a value"));
/// ```
pub fn json(source: &str, found: &mut dyn FnMut(&Passage) -> bool) -> Result<(), Problem> {
    let mut reader = Reader {
        source,
        at: 0,
        path: String::new(),
    };
    // The open containers, each with the length of the path before it.
    let mut open: Vec<(Open, usize)> = Vec::new();
    loop {
        // A value.
        reader.skip_space();
        match reader.peek() {
            Some(b'"') => {
                let passage = reader.string()?;
                if !found(&passage) {
                    return Ok(());
                }
            }
            Some(b'[') => {
                reader.at += 1;
                open.push((Open::Array(0), reader.path.len()));
                reader.skip_space();
                if reader.peek() != Some(b']') {
                    reader.step("[0]");
                    continue;
                }
            }
            Some(b'{') => {
                reader.at += 1;
                let length = reader.path.len();
                open.push((Open::Object, length));
                reader.skip_space();
                if reader.peek() != Some(b'}') {
                    reader.member(length)?;
                    continue;
                }
            }
            _ => reader.word()?,
        }
        // The text after the value.
        loop {
            reader.skip_space();
            let Some((kind, length)) = open.last_mut() else {
                return match reader.peek() {
                    None => Ok(()),
                    Some(_) => Err(reader.problem("expected the end of the document")),
                };
            };
            let length = *length;
            match (kind, reader.peek()) {
                (Open::Array(_), Some(b']')) | (Open::Object, Some(b'}')) => {
                    reader.at += 1;
                    reader.path.truncate(length);
                    open.pop();
                }
                (Open::Array(number), Some(b',')) => {
                    reader.at += 1;
                    *number += 1;
                    reader.path.truncate(length);
                    // Writing to a string does not fail.
                    let _ = write!(reader.path, "[{number}]");
                    break;
                }
                (Open::Object, Some(b',')) => {
                    reader.at += 1;
                    reader.skip_space();
                    reader.member(length)?;
                    break;
                }
                (Open::Array(_), _) => return Err(reader.problem("expected `,` or `]`")),
                (Open::Object, _) => return Err(reader.problem("expected `,` or `}`")),
            }
        }
    }
}

/// A position in a source.
struct Reader<'s> {
    source: &'s str,
    at: usize,
    /// The path to the current value.
    path: String,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn problem(&self, message: &'static str) -> Problem {
        Problem {
            at: self.at,
            message,
        }
    }

    fn skip_space(&mut self) {
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        self.at += self
            .rest()
            .bytes()
            .take_while(|byte| is_space(byte))
            .count();
    }

    fn step(&mut self, step: &str) {
        self.path.push_str(step);
    }

    /// Reads a number or a keyword.
    fn word(&mut self) -> Result<(), Problem> {
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let length = self.rest().bytes().take_while(|byte| is_part(byte)).count();
        let word = self.rest().get(..length).unwrap_or_default();
        let is_number = word.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            && word.parse::<f64>().is_ok();
        if !is_number && !matches!(word, "true" | "false" | "null") {
            return Err(self.problem("expected a value"));
        }
        self.at += length;
        Ok(())
    }

    /// Reads the name of a member and its colon. The path without it is `length` bytes long.
    fn member(&mut self, length: usize) -> Result<(), Problem> {
        if self.peek() != Some(b'"') {
            return Err(self.problem("expected a name in quotes"));
        }
        let name = self.string()?;
        self.path.truncate(length);
        if length > 0 {
            self.path.push('.');
        }
        self.path.push_str(name.text());
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.problem("expected `:`"));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a string, starting at its first quote.
    fn string(&mut self) -> Result<Passage, Problem> {
        self.at += 1;
        let mut passage = Passage::new(self.at, &self.path);
        loop {
            let rest = self.rest();
            let end = rest.find(|c: char| matches!(c, '"' | '\\') || c < ' ');
            let Some(end) = end else {
                self.at = self.source.len();
                return Err(self.problem("a string is not terminated"));
            };
            passage.push(rest.get(..end).unwrap_or_default());
            self.at += end;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(passage);
                }
                Some(b'\\') => self.escape(&mut passage)?,
                _ => return Err(self.problem("an unescaped control character in a string")),
            }
        }
    }

    fn escape(&mut self, passage: &mut Passage) -> Result<(), Problem> {
        let start = self.at;
        let plain = match self.source.as_bytes().get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.unit(start)?;
                self.at = start + 6;
                let c = match first {
                    0xD800..0xDC00 => match self.unit(self.at) {
                        Ok(second @ 0xDC00..0xE000) => {
                            self.at += 6;
                            char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
                        }
                        _ => None,
                    },
                    _ => char::from_u32(first),
                };
                // Half of a surrogate pair is not a character.
                let c = c.unwrap_or('\u{FFFD}');
                passage.push_unit(c.encode_utf8(&mut [0; 4]), start..self.at);
                return Ok(());
            }
            _ => return Err(self.problem("an unknown escape in a string")),
        };
        self.at = start + 2;
        passage.push_unit(plain.encode_utf8(&mut [0; 4]), start..self.at);
        Ok(())
    }

    /// The number of `\uXXXX` at a position.
    fn unit(&self, at: usize) -> Result<u32, Problem> {
        let digits = self
            .source
            .get(at..at + 6)
            .and_then(|escape| escape.strip_prefix("\\u"));
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        number.ok_or(Problem {
            at,
            message: "`\\u` needs four hexadecimal digits",
        })
    }
}
