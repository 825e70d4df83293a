//! Terminal safety: everything that keeps control characters away from a terminal.
//!
//! Text from files, arguments and the network can contain control characters, which a terminal
//! executes, and characters that reorder the text after them. There are two layers:
//!
//! - **Fields**, such as the name of a file, a link or a reason, are escaped wherever they go, also to
//!   files and pipes: a line break or a tab in a field would forge a line or a column. Commands call
//!   [`one_line`] and [`one_text_line`] for them, or [`printable`] for several lines; a format with
//!   escapes of its own, such as JSON, asks [`is_safe`].
//! - **Texts** that pass through a command reach files and pipes unchanged. [`Output`] escapes them for
//!   a terminal, as the [`Policy`] of the command says.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::Path;

pub(crate) use linkspan::render::printable;

/// How the output of a command is escaped for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// Escapes nothing. The command escapes each field itself, because it also writes colours and
    /// hyperlinks, or it prints no foreign text.
    Unchanged,
    /// Escapes control characters except tabs and line endings, and characters that reorder text.
    Text,
    /// Escapes control characters except tabs and line endings. Characters that reorder text stay,
    /// because the user asked for them.
    Ordered,
}

impl Policy {
    /// The text, escaped as the policy says.
    fn apply(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Unchanged => Cow::Borrowed(text),
            Self::Text => printable(text),
            Self::Ordered => without_controls(text),
        }
    }

    /// The replacement for a sequence of bytes that are not UTF-8.
    fn invalid(self, bytes: &[u8]) -> &[u8] {
        match self {
            // A byte such as 0x9B starts an escape on some terminals.
            Self::Text | Self::Ordered if !bytes.is_empty() => "\u{FFFD}".as_bytes(),
            Self::Unchanged | Self::Text | Self::Ordered => bytes,
        }
    }
}

/// Standard output, with a [`Policy`] if it is a terminal.
///
/// Each call of `write_all` is a separate text: a character, or the pair `\r\n`, must not be split
/// between calls.
pub(crate) struct Output<W> {
    out: W,
    policy: Policy,
}

impl Output<BufWriter<Stdout>> {
    /// Standard output. Files and pipes get everything unchanged.
    pub(crate) fn stdout(policy: Policy) -> Self {
        let stdout = io::stdout();
        let policy = if stdout.is_terminal() {
            policy
        } else {
            Policy::Unchanged
        };
        let out = BufWriter::with_capacity(1 << 16, stdout);
        Self { out, policy }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.policy == Policy::Unchanged {
            return self.out.write_all(bytes);
        }
        for chunk in bytes.utf8_chunks() {
            let text = self.policy.apply(chunk.valid());
            self.out.write_all(text.as_bytes())?;
            self.out.write_all(self.policy.invalid(chunk.invalid()))?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether text can go to a terminal as it is.
pub(crate) fn is_safe(text: &str) -> bool {
    matches!(printable(text), Cow::Borrowed(_))
}

/// Characters that end a line.
const ENDS: [char; 4] = ['\r', '\n', '\u{2028}', '\u{2029}'];

/// A field: text on one line, escaped so that it cannot control a terminal or forge another line or
/// column.
pub(crate) fn one_line(text: &str) -> String {
    escape(&printable(text), |c| c == '\t' || ENDS.contains(&c))
}

/// A line of a file, tabs included, escaped so that it cannot control a terminal or forge another
/// line.
pub(crate) fn one_text_line(text: &str) -> String {
    escape(&printable(text), |c| ENDS.contains(&c))
}

/// The name of a file as a field.
pub(crate) fn file_name(path: &Path) -> String {
    one_line(&path.display().to_string())
}

/// Text with control characters escaped, except for tabs and line endings; characters that reorder
/// text stay.
fn without_controls(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() && !matches!(c, '\t' | '\n');
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    // A carriage return belongs to a line ending only before a line feed.
    let lines = text.split("\r\n").map(|line| escape(line, is_control));
    Cow::Owned(lines.collect::<Vec<_>>().join("\r\n"))
}

/// Text with some characters written as `\u{…}`.
fn escape(text: &str, is_odd: impl Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_odd(c) {
            escaped.extend(c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{Output, Policy, is_safe, one_line, one_text_line};

    fn written(policy: Policy, text: &[u8]) -> Vec<u8> {
        let mut output = Output {
            out: Vec::new(),
            policy,
        };
        output.write_all(text).unwrap();
        output.out
    }

    #[test]
    fn policies() {
        let text = "a\tb\r\nc\rd\u{1B}[2J \u{202E} \u{9B}\n";
        let shown = |policy| String::from_utf8(written(policy, text.as_bytes())).unwrap();
        assert_eq!(shown(Policy::Unchanged), text);
        assert_eq!(
            shown(Policy::Text),
            "a\tb\r\nc\\u{d}d\\u{1b}[2J \\u{202e} \\u{9b}\n"
        );
        assert_eq!(
            shown(Policy::Ordered),
            "a\tb\r\nc\\u{d}d\\u{1b}[2J \u{202E} \\u{9b}\n"
        );
    }

    #[test]
    fn invalid_bytes() {
        assert_eq!(
            written(Policy::Text, b"a\xFF\xC3b"),
            "a\u{FFFD}\u{FFFD}b".as_bytes()
        );
        let written = written(Policy::Ordered, b"a\x9B\x1B");
        assert_eq!(written, "a\u{FFFD}\\u{1b}".as_bytes());
    }

    #[test]
    fn fields_stay_on_their_line() {
        let text = "a\tb\r\nc\u{2028}d\u{1B}";
        assert_eq!(one_line(text), "a\\u{9}b\\u{d}\\u{a}c\\u{2028}d\\u{1b}");
        assert_eq!(one_text_line(text), "a\tb\\u{d}\\u{a}c\\u{2028}d\\u{1b}");
        assert!(is_safe("a\tb\n") && !is_safe("\u{202E}") && !is_safe("\u{7}"));
    }
}
