//! Conversion of plain text of any size, piece by piece.

use std::io::{self, Read, Write};
use std::mem;

use linkspan::defang::{defang_with, rewritten};
use linkspan::render::{Marks, Plain, Preceding, Renderer};
use linkspan::stream::{LONGEST_RUN, Piece};
use linkspan::{Detector, Span};

use super::convert::{Conversion, Converted, Done};
use super::formats::Target;
use super::invalid::Invalid;
use crate::args::dns::Learner;
use crate::input::broken::Broken;
use crate::input::pieces;
use crate::out::failure::why;

/// Writes a text with its links. The outer error comes from the output.
pub(super) fn convert(
    conversion: &Conversion<'_, '_>,
    source: impl Read,
    out: &mut impl Write,
) -> io::Result<Converted> {
    let mut text = TextConversion {
        conversion,
        learner: conversion.learner(),
        preceding: Preceding::default(),
        held: Vec::new(),
        broken: Broken::default(),
        done: Done {
            invalid: Invalid::new("may be wrong"),
            ..Done::default()
        },
        out,
    };
    let read = pieces::for_each(source, |piece| {
        match piece {
            Some(piece) => text.take(piece)?,
            None => text.out.flush().map_err(Trouble::Output)?,
        }
        Ok(true)
    });
    let read = match read {
        Ok(written) => written.map(|()| Ok(())),
        Err(error) => Ok(Err(error)),
    };
    // The end of the text is written even if the rest of the source cannot be read.
    match read.and_then(|read| text.finish().map(|done| (read, done))) {
        Ok((Ok(()), done)) => Ok(Ok(done)),
        Ok((Err(error), _)) => Ok(Err(why(&error))),
        Err(Trouble::Dns(message)) => Ok(Err(message)),
        Err(Trouble::Output(error)) => Err(error),
    }
}

/// An error of a conversion, apart from those of the source.
enum Trouble {
    Output(io::Error),
    Dns(String),
}

/// A text that is being converted.
struct TextConversion<'c, 'a, W> {
    conversion: &'c Conversion<'c, 'a>,
    learner: Option<Learner<'c>>,
    preceding: Preceding,
    /// The end of the text so far, if its conversion depends on the text that follows.
    held: Vec<u8>,
    /// Whether the next text continues a word that a byte has broken.
    broken: Broken,
    done: Done,
    out: &'c mut W,
}

impl<W: Write> TextConversion<'_, '_, W> {
    /// Writes a piece and what was held before it, or holds the end of it.
    fn take(&mut self, piece: Piece<'_>) -> Result<(), Trouble> {
        let bytes = piece.bytes();
        let is_searched = match piece {
            Piece::Whole(_) => true,
            Piece::TooLong { ends, .. } => {
                self.done.long_runs += usize::from(ends);
                self.write_held()?;
                false
            }
        };
        let end = self.ready(piece);
        let (ready, rest) = bytes.split_at_checked(end).unwrap_or((bytes, &[]));
        if self.held.is_empty() {
            self.write(ready, is_searched)?;
        } else if !ready.is_empty() {
            self.held.extend_from_slice(ready);
            self.write_held()?;
        }
        self.held.extend_from_slice(rest);
        Ok(())
    }

    /// The length of the part of a piece that can be written before more arrives.
    ///
    /// A carriage return waits for the line feed that may follow: together they end one line.
    /// Markdown waits for the end of the line, because white space at the end is escaped. A line
    /// that is too long is not kept in memory.
    fn ready(&self, piece: Piece<'_>) -> usize {
        let bytes = piece.bytes();
        if let (Target::Markdown, Piece::Whole(_)) = (self.conversion.job.to, piece) {
            let end = bytes.iter().rposition(|&byte| byte == b'\n');
            let end = end.map_or(0, |at| at + 1);
            let held = if end == 0 { self.held.len() } else { 0 };
            if held + bytes.len() - end <= LONGEST_RUN {
                return end;
            }
        }
        bytes.len() - usize::from(bytes.ends_with(b"\r"))
    }

    /// Writes the end of the text.
    fn finish(mut self) -> Result<Done, Trouble> {
        self.write_held()?;
        Ok(self.done)
    }

    fn write_held(&mut self) -> Result<(), Trouble> {
        let held = mem::take(&mut self.held);
        self.write(&held, true)
    }

    fn write(&mut self, bytes: &[u8], is_searched: bool) -> Result<(), Trouble> {
        for chunk in bytes.utf8_chunks() {
            let (word, text) = self.broken.divide(chunk.valid());
            self.broken.pass(chunk.invalid());
            self.done.invalid.pass(&chunk);
            let detector = match &mut self.learner {
                None => &self.conversion.converter.detector,
                Some(learner) => learner.informed(&[text]).map_err(Trouble::Dns)?,
            };
            let mut written = String::with_capacity(text.len() * 2);
            self.preceding = self
                .conversion
                .write_text(word, self.preceding, &mut written);
            self.preceding = if is_searched {
                let conversion = self.conversion;
                conversion.write_link(detector, text, self.preceding, &mut written)
            } else {
                self.conversion
                    .write_text(text, self.preceding, &mut written)
            };
            self.out
                .write_all(written.as_bytes())
                .and_then(|()| self.out.write_all(self.invalid(chunk.invalid())))
                .map_err(Trouble::Output)?;
        }
        Ok(())
    }

    /// The output for bytes that are not UTF-8. They are written unchanged, except to a terminal,
    /// which could read them as control characters.
    fn invalid<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        match self.conversion.job.to {
            Target::Terminal if !bytes.is_empty() => "\u{FFFD}".as_bytes(),
            _ => bytes,
        }
    }
}

impl Conversion<'_, '_> {
    /// Writes a text with its links. Takes what precedes it, and returns what precedes the next one.
    fn write_link(
        &self,
        detector: &Detector,
        text: &str,
        preceding: Preceding,
        out: &mut String,
    ) -> Preceding {
        let text = rewritten(detector, text, self.action);
        match self.job.to {
            // Names that other programs could link count as well.
            Target::Defanged => {
                out.push_str(&defang_with(&text, detector.profile().tld_source()));
                preceding.after(&text)
            }
            _ => self.render(&mut detector.spans(&text), preceding, out),
        }
    }

    /// Writes a text without links.
    fn write_text(&self, text: &str, preceding: Preceding, out: &mut String) -> Preceding {
        let span = (!text.is_empty()).then_some(Span::Text(text));
        self.render(&mut span.into_iter(), preceding, out)
    }

    fn render(
        &self,
        spans: &mut dyn Iterator<Item = Span<'_>>,
        preceding: Preceding,
        out: &mut String,
    ) -> Preceding {
        let after = self.renderer().write_after(preceding, spans, out);
        debug_assert!(after.is_ok(), "writing to a string does not fail");
        after.unwrap_or(preceding)
    }

    /// The renderer of the target.
    fn renderer(&self) -> &dyn Renderer {
        let converter = self.converter;
        match (self.job.to, &converter.ordered) {
            (Target::Html, _) => &converter.html,
            (Target::Markdown, _) => &converter.markdown,
            (Target::Terminal, _) => &converter.terminal,
            (Target::Marked, _) => &Marks,
            (Target::Defanged, _) => &converter.defanged,
            (Target::Text, Some(ordered)) => ordered,
            (Target::Text, None) => &Plain,
        }
    }
}

#[cfg(test)]
#[allow(clippy::restriction, reason = "a test may panic")]
mod tests {
    use std::io::{self, Read, Write};

    use linkspan::Detector;
    use linkspan::defang::Unsafe;
    use linkspan::render::{Defanged, Html, Markdown, Ordered, Terminal};
    use linkspan::stream::LONGEST_RUN;
    use linkspan_rewrite::LinkStyle;

    use super::super::convert::{Conversion, Converter};
    use super::super::formats::{Job, Origin, Target};

    /// A source that gives at most this many bytes at once.
    struct Slow<'b>(&'b [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(length);
            buffer[..length].copy_from_slice(now);
            self.0 = later;
            Ok(length)
        }
    }

    fn converter<'a>() -> Converter<'a> {
        Converter {
            detector: Detector::default(),
            dns: None,
            html: Html::default(),
            markdown: Markdown::default(),
            terminal: Terminal::default(),
            defanged: Defanged::default(),
            ordered: None,
            style: LinkStyle::default(),
        }
    }

    fn conversion<'c, 'a>(converter: &'c Converter<'a>, to: Target) -> Conversion<'c, 'a> {
        Conversion {
            converter,
            job: Job {
                from: Origin::Text,
                to,
            },
            action: Unsafe::Leave,
        }
    }

    fn converted(converter: &Converter<'_>, to: Target, source: impl Read) -> Vec<u8> {
        let mut out = Vec::new();
        let done = conversion(converter, to).convert(source, &mut out).unwrap();
        assert!(done.is_ok());
        out
    }

    #[test]
    fn chunks_do_not_change_the_output() {
        const TOKENS: [&[u8]; 22] = [
            b" ",
            b" ",
            b"\n",
            b"\n",
            b"\r",
            b"\t",
            b"!",
            b"a",
            b"1.",
            b"-",
            b"#",
            b"(",
            b"=",
            b"*",
            b"https://example.com/",
            b"a.com",
            b"x@y.org",
            b"\xFF",
            b"\x0B",
            b"\xE3\x80\x80",
            b"\xE2\x80\xAE",
            b"\xD7\x90",
        ];
        let mut converter = converter();
        let mut state = 1_u32;
        for round in 0..4_000 {
            let mut text = Vec::new();
            for _ in 0..12 {
                // A linear congruential generator, whose high bits are the random ones.
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.extend_from_slice(TOKENS[(state >> 16) as usize % TOKENS.len()]);
            }
            converter.ordered = (round % 2 == 0).then(Ordered::default);
            for to in [
                Target::Html,
                Target::Markdown,
                Target::Terminal,
                Target::Text,
                Target::Marked,
                Target::Defanged,
            ] {
                let whole = converted(&converter, to, text.as_slice());
                for size in [1, 2, 3, 5, 8] {
                    let slow = converted(&converter, to, Slow(&text, size));
                    let said = String::from_utf8_lossy(&text);
                    assert_eq!(
                        String::from_utf8_lossy(&slow),
                        String::from_utf8_lossy(&whole),
                        "{to:?} of {said:?}, {size} bytes at a time"
                    );
                }
            }
        }
    }

    /// Keeps the length of the longest write.
    struct Longest(usize);

    impl Write for Longest {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.max(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_long_line_is_not_kept_in_memory() {
        let mut text = b"a b ".repeat(1 << 20);
        text.extend_from_slice(b"a.com \n");
        let out = converted(&converter(), Target::Markdown, text.as_slice());
        assert!(out.ends_with(b" a b [a.com](https://a.com/)&#32;\n"));
        let mut longest = Longest(0);
        let converter = converter();
        let conversion = conversion(&converter, Target::Markdown);
        assert!(conversion.convert(text.as_slice(), &mut longest).is_ok());
        assert!(longest.0 < text.len() / 2, "{}", longest.0);
    }

    /// A run that is too long is written as it arrives, after the start of its line.
    #[test]
    fn chunks_do_not_change_long_runs() {
        let run = "x".repeat(LONGEST_RUN + 5);
        let text = format!("a.com  \n  # b.com {run}!  \n1. c.com");
        let converter = converter();
        for to in [Target::Markdown, Target::Html, Target::Terminal] {
            let whole = converted(&converter, to, text.as_bytes());
            for size in [1 << 16, 8_191, 1_000] {
                let slow = converted(&converter, to, Slow(text.as_bytes(), size));
                assert!(slow == whole, "{to:?}, {size} bytes at a time");
            }
        }
    }
}
