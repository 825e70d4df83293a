//! The output of one source, flushed in pieces.

use std::io::{self, Write};

/// Takes output and clears it; returns whether more is wanted.
pub(crate) type Flush<'f> = dyn FnMut(&mut Vec<u8>) -> bool + 'f;

/// The size in bytes at which output is flushed before more of a source is read.
const MUCH: usize = 1 << 16;

/// The output of one source that has not been flushed yet.
pub(crate) struct Buffer<'f, 'g> {
    pub(crate) bytes: Vec<u8>,
    flush: &'f mut Flush<'g>,
    enough: usize,
    is_wanted: bool,
}

impl<'f, 'g> Buffer<'f, 'g> {
    /// A buffer whose content is passed to `flush` when it has `enough` bytes.
    pub(crate) fn new(enough: usize, flush: &'f mut Flush<'g>) -> Self {
        Self {
            bytes: Vec::new(),
            flush,
            enough,
            is_wanted: true,
        }
    }

    /// Whether the reader of the output wants more. If not, the search can stop.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Flushes the output if there is enough of it. Must not be called while a line is incomplete,
    /// or lines of several sources would mix.
    pub(crate) fn hand_over(&mut self) {
        if self.bytes.len() >= self.enough {
            self.is_wanted &= (self.flush)(&mut self.bytes);
        }
    }

    /// Flushes the output in the middle of a source if there is much of it.
    pub(crate) fn hand_over_much(&mut self) {
        if self.bytes.len() >= self.enough.max(MUCH) {
            self.hand_over();
        }
    }

    /// Flushes the rest.
    pub(crate) fn finish(&mut self) {
        if !self.bytes.is_empty() {
            self.is_wanted &= (self.flush)(&mut self.bytes);
        }
    }
}

impl Write for Buffer<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
