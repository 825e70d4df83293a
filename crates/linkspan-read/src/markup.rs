//! Markup that is read as text, except for its link syntax.

use std::io::{self, Read};

/// A language whose links are delimited by characters that could be part of a URL.
///
/// These characters are read as spaces; all other characters and all offsets stay the same.
///
/// ```
/// use std::io::Read;
/// use linkspan_read::Markup;
///
/// let mut text = String::new();
/// Markup::AsciiDoc.unmarked(&b"link:https://a.com/b[text]"[..]).read_to_string(&mut text)?;
/// assert_eq!(text, "link:https://a.com/b text ");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Markup {
    /// AsciiDoc: `https://a.com[text]`.
    AsciiDoc,
    /// reStructuredText: `` `text <https://a.com>`_ ``.
    Rst,
}

impl Markup {
    /// A reader that replaces the delimiters with spaces.
    pub fn unmarked<R: Read>(self, source: R) -> impl Read {
        Unmarked {
            source,
            markup: self,
            before: [b' '; 2],
            in_address: false,
        }
    }
}

struct Unmarked<R> {
    source: R,
    markup: Markup,
    /// The two previous bytes.
    before: [u8; 2],
    /// Whether the next byte is in an IPv6 address, which is in brackets too.
    in_address: bool,
}

impl<R> Unmarked<R> {
    fn is_mark(&mut self, byte: u8) -> bool {
        let [_, last] = self.before;
        let starts_host = std::mem::replace(&mut self.before, [last, byte]) == *b"//";
        match (self.markup, byte) {
            (Markup::AsciiDoc, b'[') => {
                self.in_address = starts_host;
                !starts_host
            }
            (Markup::AsciiDoc, b']') => !std::mem::take(&mut self.in_address),
            (Markup::Rst, b'`' | b'|') => true,
            _ => false,
        }
    }
}

impl<R: Read> Read for Unmarked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        let bytes = buffer.get_mut(..count).unwrap_or_default();
        for byte in bytes.iter_mut() {
            if self.is_mark(*byte) {
                *byte = b' ';
            }
        }
        // `++https://example.com++` is passed through.
        if self.markup == Markup::AsciiDoc {
            for run in bytes.split_mut(|byte| *byte != b'+') {
                if run.len() > 1 {
                    run.fill(b' ');
                }
            }
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::Markup;

    #[test]
    fn marks_are_spaces() {
        let unmarked = |markup: Markup, text: &str| {
            let mut made = String::new();
            let result = markup.unmarked(text.as_bytes()).read_to_string(&mut made);
            result.map(|_| made).unwrap_or_default()
        };
        let asciidoc = |text| unmarked(Markup::AsciiDoc, text);
        assert_eq!(asciidoc("https://a.com/[é] b"), "https://a.com/ é  b");
        assert_eq!(asciidoc("http://[::1]/a[b]"), "http://[::1]/a b ");
        assert_eq!(asciidoc("link:++a.com/b+c++[d]"), "link:  a.com/b+c   d ");
        assert_eq!(unmarked(Markup::Rst, "`a <b.com/c>`_"), " a <b.com/c> _");
    }
}
