//! Compressed files.

use std::fmt;
use std::io::{self, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

use crate::zstd::Frames;

/// The compression of a file.
///
/// ```
/// use linkspan_read::Compression;
///
/// assert_eq!(Compression::of(b"\x1F\x8B\x08\0"), Some(Compression::Gzip));
/// assert_eq!(Compression::of(b"see a.com"), None);
/// assert_eq!(Compression::of(b"BZhang"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// gzip, with any number of members.
    Gzip,
    /// Zstandard, with any number of frames.
    Zstd,
    /// xz, with any number of streams.
    Xz,
    /// bzip2, with any number of streams.
    Bzip2,
}

/// The first bytes of each format.
const SIGNS: [(Compression, &[u8]); 4] = [
    (Compression::Gzip, &[0x1F, 0x8B, 8]),
    (Compression::Zstd, &[0x28, 0xB5, 0x2F, 0xFD]),
    (Compression::Xz, &[0xFD, b'7', b'z', b'X', b'Z', 0]),
    (Compression::Bzip2, b"BZh"),
];

/// The number of bytes that are expanded at once. If a step fails, its output is lost.
const STEP: usize = 1 << 12;

/// The maximum memory that an xz file may request, in KiB.
const MOST_MEMORY: u32 = 128 << 10;

impl Compression {
    /// The compression of a file that starts with these bytes, or `None` if it is not compressed.
    #[must_use]
    pub fn of(start: &[u8]) -> Option<Self> {
        let mut signs = SIGNS.iter();
        signs
            .find(|(_, sign)| start.starts_with(sign))
            .map(|(compression, _)| *compression)
            .filter(|compression| *compression != Self::Bzip2 || is_bzip2(start))
    }
}

/// Whether the sign of bzip2, which can be text, has a block size and the start of a block or of the
/// end after it.
fn is_bzip2(start: &[u8]) -> bool {
    let after = start.get(3..).unwrap_or_default();
    let block = after.get(1..7);
    matches!(after.first(), Some(b'1'..=b'9'))
        && (block == Some(b"1AY&SY") || block == Some(b"\x17\x72\x45\x38\x50\x90"))
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
            Self::Bzip2 => "bzip2",
        })
    }
}

/// A reader that decompresses a source, up to a number of bytes.
///
/// An error states what is wrong and after how many bytes of output. Up to 4 KiB of output directly
/// before damaged data may be lost. Expanding to more than the limit is an error, so a small file
/// cannot use unlimited space, and so is an xz file that needs more than 128 MiB of memory.
///
/// ```
/// use std::io::Read;
/// use linkspan_read::{Compression, Expanded};
///
/// let mut file = Expanded::new(&b"\x1F\x8B\x08 broken"[..], Compression::Gzip, 1 << 30);
/// let error = file.read_to_string(&mut String::new()).unwrap_err();
/// assert!(error.to_string().starts_with("damaged gzip; only the first 0"), "{error}");
/// ```
pub struct Expanded<'s> {
    source: Box<dyn Read + 's>,
    compression: Compression,
    count: u64,
    most: u64,
    /// Whether there is more data than allowed.
    is_over: bool,
}

impl<'s> Expanded<'s> {
    /// Expands a source to at most `most` bytes. Nothing is read yet.
    pub fn new(source: impl Read + 's, compression: Compression, most: u64) -> Self {
        let source = BufReader::new(source);
        let source: Box<dyn Read + 's> = match compression {
            Compression::Gzip => Box::new(MultiGzDecoder::new(source)),
            Compression::Zstd => Box::new(Frames::new(source)),
            Compression::Xz => Box::new(XzReader::new_mem_limit(source, true, MOST_MEMORY)),
            Compression::Bzip2 => Box::new(MultiBzDecoder::new(source)),
        };
        Self {
            source,
            compression,
            count: 0,
            most,
            is_over: false,
        }
    }
}

impl fmt::Debug for Expanded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expanded")
            .field("compression", &self.compression)
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

impl Read for Expanded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Reads one more byte, to detect that there is more.
        let left = usize::try_from(self.most - self.count).unwrap_or(usize::MAX);
        let length = buffer.len().min(STEP).min(left.saturating_add(1));
        let Some(buffer) = buffer.get_mut(..length) else {
            return Ok(0);
        };
        let read = self
            .source
            .read(buffer)
            .map_err(|error| match error.kind() {
                io::ErrorKind::Interrupted => error,
                kind => {
                    let (compression, count) = (self.compression, self.count);
                    io::Error::new(
                        kind,
                        format!(
                            "damaged {compression}; only the first {count} decompressed bytes were read: {error}"
                        ),
                    )
                }
            })?;
        self.is_over |= read > left;
        self.count += read.min(left) as u64;
        if self.is_over && left == 0 {
            let most = self.most;
            return Err(io::Error::other(format!(
                "expands to more than {most} bytes; the rest was not read"
            )));
        }
        Ok(read.min(left))
    }
}
