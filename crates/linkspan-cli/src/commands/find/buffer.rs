//! The output of one source, handed over in pieces.

use std::io::{self, Write};

/// Takes output and clears it; says whether more is wanted.
pub(crate) type Flush<'f> = dyn FnMut(&mut Vec<u8>) -> bool + 'f;

/// How much output is not kept until more of a source was read.
const MUCH: usize = 1 << 16;

/// The output of one source that has not been handed over yet.
pub(crate) struct Buffer<'f, 'g> {
    pub(crate) bytes: Vec<u8>,
    flush: &'f mut Flush<'g>,
    enough: usize,
    is_wanted: bool,
}

impl<'f, 'g> Buffer<'f, 'g> {
    /// A buffer whose content is handed to `flush` when it has `enough` bytes.
    pub(crate) fn new(enough: usize, flush: &'f mut Flush<'g>) -> Self {
        Self {
            bytes: Vec::new(),
            flush,
            enough,
            is_wanted: true,
        }
    }

    /// Whether the reader of the output wants more of it. If not, searching can stop.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Hands over the output if there is enough of it. Not called while a line is incomplete, so that
    /// the lines of several sources do not mix.
    pub(crate) fn hand_over(&mut self) {
        if self.bytes.len() >= self.enough {
            self.is_wanted &= (self.flush)(&mut self.bytes);
        }
    }

    /// Hands over the output if there is much of it, in the middle of a source.
    pub(crate) fn hand_over_much(&mut self) {
        if self.bytes.len() >= self.enough.max(MUCH) {
            self.hand_over();
        }
    }

    /// Hands over what is left.
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
