//! Decompresses Zstandard block by block, so that everything before a damaged block is read.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The maximum length of a block (RFC 8878 section 3.1.1.2.3).
const LONGEST_BLOCK: usize = 1 << 17;

/// An empty last block of a frame, followed by bytes that can serve as a checksum.
const LAST: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

/// A sequence of frames.
pub(crate) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    is_open: bool,
    /// The error to return once everything before it has been read.
    failure: Option<io::Error>,
    is_done: bool,
}

impl<R: BufRead> Frames<R> {
    pub(crate) fn new(source: R) -> Self {
        Self {
            source,
            decoder: FrameDecoder::new(),
            is_open: false,
            failure: None,
            is_done: false,
        }
    }

    /// Reads the header of a frame. Frames without text are skipped.
    fn open(&mut self) -> io::Result<()> {
        match self.decoder.init(&mut self.source) {
            Ok(()) => self.is_open = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let mut skipped = self.source.by_ref().take(u64::from(length));
                io::copy(&mut skipped, &mut io::sink())?;
            }
            Err(error) => return Err(io::Error::other(error.to_string())),
        }
        Ok(())
    }

    /// Expands the next block.
    fn expand(&mut self) -> io::Result<()> {
        let mut block = vec![0; 3];
        self.source.read_exact(&mut block)?;
        let header = block
            .iter()
            .rev()
            .fold(0, |header, &byte| header << 8 | usize::from(byte));
        // A repeated byte is stored once.
        let length = match header >> 1 & 3 {
            1 => 1,
            _ => header >> 3,
        };
        if length > LONGEST_BLOCK {
            return Err(io::Error::other("a block is too long"));
        }
        block.resize(3 + length, 0);
        let content = block.get_mut(3..).unwrap_or_default();
        self.source.read_exact(content)?;
        decode(&mut self.decoder, block.as_slice().chain(&mut self.source))
    }

    /// Ends a frame and verifies its checksum.
    fn close(&mut self) -> io::Result<()> {
        self.is_open = false;
        let written = self.decoder.get_checksum_from_data();
        if written.is_some() && written != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("the checksum does not match"));
        }
        Ok(())
    }

    /// Performs one step; returns whether there is another.
    fn step(&mut self) -> io::Result<bool> {
        if self.is_open && self.decoder.is_finished() {
            self.close()?;
        } else if self.is_open {
            self.expand()?;
        } else if self.source.fill_buf()?.is_empty() {
            return Ok(false);
        } else {
            self.open()?;
        }
        Ok(true)
    }
}

/// Expands one block.
fn decode(decoder: &mut FrameDecoder, source: impl Read) -> io::Result<()> {
    let decoded = decoder.decode_blocks(source, BlockDecodingStrategy::UptoBlocks(1));
    let decoded = decoded.map_err(|error| io::Error::other(error.to_string()));
    decoded.map(drop)
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.decoder.can_collect() > 0 || buffer.is_empty() {
                return self.decoder.read(buffer);
            }
            if let Some(failure) = self.failure.take() {
                self.is_done = true;
                return Err(failure);
            }
            if self.is_done {
                return Ok(0);
            }
            match self.step() {
                Ok(goes_on) => self.is_done = !goes_on,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                Err(error) => {
                    self.failure = Some(error);
                    // The expanded data is returned at the end of the frame.
                    if self.is_open {
                        let _ = decode(&mut self.decoder, LAST.as_slice());
                    }
                }
            }
        }
    }
}
