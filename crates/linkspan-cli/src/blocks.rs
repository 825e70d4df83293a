//! Input in blocks that can be searched on their own, with bounded memory.
//!
//! No link contains a Link_Term=Hard character, so that text can be cut behind any of them. Bytes that
//! are not UTF-8 are boundaries too.

use std::io::{self, Read};

use linkspan::props::{LinkTerm, link_term};

/// How much is read at once.
const READ: usize = 1 << 18;

/// The longest run without a boundary that is searched, in bytes.
pub(crate) const LONGEST_RUN: usize = 1 << 20;

/// Reads a source in blocks.
pub(crate) struct Blocks<R> {
    source: R,
    buffer: Vec<u8>,
    /// What is in the buffer and has not been handed out.
    start: usize,
    end: usize,
    /// Whether the source has ended.
    ended: bool,
    /// Whether what comes belongs to a run that is too long.
    skipping: bool,
}

/// A piece of the source.
pub(crate) struct Block<'b> {
    pub(crate) bytes: &'b [u8],
    /// Whether it consists of whole runs; otherwise it belongs to one that is too long.
    pub(crate) whole: bool,
}

impl<R: Read> Blocks<R> {
    pub(crate) fn new(source: R) -> Self {
        Self {
            source,
            buffer: vec![0; READ],
            start: 0,
            end: 0,
            ended: false,
            skipping: false,
        }
    }

    /// The next block, as soon as one is there; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Block<'_>>> {
        let mut searched = self.start;
        loop {
            let data = &self.buffer[self.start..self.end];
            if self.ended && data.is_empty() {
                return Ok(None);
            }
            if self.ended {
                return Ok(Some(self.hand_out(self.end, false)));
            }
            // The quick way: most runs end at white space or a control character of ASCII.
            let fresh = &self.buffer[searched..self.end];
            let boundary = match self.skipping {
                true => boundaries(data).next().map(|at| self.start + at),
                false => fresh
                    .iter()
                    .rposition(|&byte| byte <= b' ' || byte == 0x7F)
                    .map(|at| searched + at + 1),
            };
            if let Some(boundary) = boundary {
                return Ok(Some(self.hand_out(boundary, false)));
            }
            searched = self.end;
            // A character at the end may not be complete.
            let is_lead = |byte: &u8| byte & 0xC0 != 0x80;
            let tail = data.iter().rev().take(4).position(is_lead);
            let complete = self.end - tail.map_or(0, |at| at + 1);
            if self.skipping && complete > self.start {
                return Ok(Some(self.hand_out(complete, true)));
            }
            if data.len() > LONGEST_RUN {
                if let Some(at) = boundaries(data).next_back() {
                    return Ok(Some(self.hand_out(self.start + at, false)));
                }
                self.skipping = true;
                return Ok(Some(self.hand_out(complete, true)));
            }
            let moved = self.make_room();
            searched -= moved;
            self.read()?;
        }
    }

    /// Hands out what is before `boundary`; what follows may belong to the same run.
    fn hand_out(&mut self, boundary: usize, goes_on: bool) -> Block<'_> {
        let start = std::mem::replace(&mut self.start, boundary);
        let whole = !std::mem::replace(&mut self.skipping, goes_on);
        Block {
            bytes: &self.buffer[start..boundary],
            whole,
        }
    }

    /// Makes room behind the data; says by how much it moved.
    fn make_room(&mut self) -> usize {
        let moved = self.start;
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= moved;
        self.start = 0;
        if self.end == self.buffer.len() {
            // With room for no more than that, no run in the buffer is too long.
            let longer = (self.buffer.len() * 2).min(LONGEST_RUN + 1);
            self.buffer.resize(longer, 0);
        }
        moved
    }

    fn read(&mut self) -> io::Result<()> {
        let room = self.end..self.buffer.len().min(self.end + READ);
        match self.source.read(&mut self.buffer[room]) {
            Ok(0) => self.ended = true,
            Ok(count) => self.end += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// The places behind boundaries: Hard characters, and bytes that are not UTF-8. What may be the start
/// of a character at the end is left out.
fn boundaries(data: &[u8]) -> impl DoubleEndedIterator<Item = usize> + use<> {
    let mut at = 0;
    let mut found = Vec::new();
    for chunk in data.utf8_chunks() {
        for (offset, c) in chunk.valid().char_indices() {
            if link_term(c) == LinkTerm::Hard {
                found.push(at + offset + c.len_utf8());
            }
        }
        at += chunk.valid().len() + chunk.invalid().len();
        let is_cut = at == data.len() && chunk.invalid().len() < 4;
        if !chunk.invalid().is_empty() && !is_cut {
            found.push(at);
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{Blocks, LONGEST_RUN};

    /// Gives as many bytes a time as it is told.
    struct Slow<'b>(&'b [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn blocks(data: &[u8], step: usize) -> Vec<(Vec<u8>, bool)> {
        let mut blocks = Blocks::new(Slow(data, step));
        let mut found = Vec::new();
        while let Some(block) = blocks.next().unwrap() {
            found.push((block.bytes.to_vec(), block.whole));
        }
        found
    }

    #[test]
    fn blocks_end_at_boundaries_and_are_the_source() {
        let text = "a.com b.com\nc.com\u{3000}d.com\tlast".as_bytes();
        for step in 1..text.len() + 1 {
            let found = blocks(text, step);
            assert_eq!(
                found
                    .iter()
                    .flat_map(|(bytes, _)| bytes)
                    .copied()
                    .collect::<Vec<_>>(),
                text
            );
            let (last, rest) = found.split_last().unwrap();
            assert!(
                rest.iter()
                    .all(|(bytes, whole)| *whole && bytes.ends_with(&[*bytes.last().unwrap()]))
            );
            assert!(
                rest.iter()
                    .all(|(bytes, _)| matches!(bytes.last(), Some(b' ' | b'\n' | b'\t')))
            );
            assert_eq!(last.0.as_slice(), b"last");
        }
    }

    #[test]
    fn runs_that_are_too_long_are_told_from_others() {
        let fits = "x".repeat(LONGEST_RUN);
        let too_long = "字".repeat(LONGEST_RUN / 3 + 1);
        let wide = format!("{}\u{3000}", "字".repeat(1000)).repeat(500);
        let data = format!("a {fits} b {too_long} c {wide} d {too_long}");
        for step in [4096, 1 << 18] {
            let found = blocks(data.as_bytes(), step);
            let joined: Vec<u8> = found.iter().flat_map(|(bytes, _)| bytes).copied().collect();
            assert!(joined == data.as_bytes());
            let whole = |wanted: bool| -> usize {
                let sizes = found.iter().filter(|(_, whole)| *whole == wanted);
                sizes.map(|(bytes, _)| bytes.len()).sum()
            };
            // The first ends with the space behind it.
            assert_eq!(whole(false), 2 * too_long.len() + 1, "{step}");
            assert_eq!(whole(true), data.len() - whole(false));
            assert!(
                found
                    .iter()
                    .all(|(bytes, _)| bytes.len() <= 2 * LONGEST_RUN)
            );
        }
    }
}
