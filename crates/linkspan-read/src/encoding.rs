//! Decodes text in encodings other than UTF-8.

use std::fmt;
use std::io::{self, Read};

/// An encoding of text.
///
/// ```
/// use linkspan_read::Encoding;
///
/// let latin = Encoding::named("ISO-8859-1").unwrap();
/// assert_eq!(latin.to_string(), "windows-1252", "as browsers read it");
/// assert_eq!(Encoding::named("klingon"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(encoding_rs::UTF_8);
    /// UTF-16, little-endian.
    pub const UTF_16LE: Self = Self(encoding_rs::UTF_16LE);
    /// UTF-16, big-endian.
    pub const UTF_16BE: Self = Self(encoding_rs::UTF_16BE);

    /// The encoding that a browser uses for a name (WHATWG), such as `utf-16le`, `latin1` or
    /// `shift_jis`; `None` for an unknown name.
    #[must_use]
    pub fn named(label: &str) -> Option<Self> {
        encoding_rs::Encoding::for_label_no_replacement(label.as_bytes()).map(Self)
    }

    /// The encoding of a file that starts with these bytes, if it can be recognized, and the length
    /// of its byte order mark: UTF-16 with a mark or with many ASCII characters, or UTF-8 with a
    /// mark.
    ///
    /// ```
    /// use linkspan_read::Encoding;
    ///
    /// assert_eq!(Encoding::guessed(b"\xEF\xBB\xBFa.com"), Some((Encoding::UTF_8, 3)));
    /// assert_eq!(Encoding::guessed(b"\0s\0e\0e\0 \0a\0.\0c\0o\0m"), Some((Encoding::UTF_16BE, 0)));
    /// assert_eq!(Encoding::guessed(b"see a.com"), None);
    /// ```
    #[must_use]
    pub fn guessed(start: &[u8]) -> Option<(Self, usize)> {
        if let Some((encoding, length)) = encoding_rs::Encoding::for_bom(start) {
            return Some((Self(encoding), length));
        }
        // An ASCII character has a null byte on one side. Binary files have them on both sides.
        let zeros = |odd: usize| {
            let bytes = start.iter().skip(odd).step_by(2);
            bytes.filter(|&&byte| byte == 0).count()
        };
        let (even, odd) = (zeros(0), zeros(1));
        let is_text =
            |some: usize, none: usize| some > 3 && some * 16 > start.len() && none * 16 < some;
        if is_text(odd, even) {
            Some((Self::UTF_16LE, 0))
        } else if is_text(even, odd) {
            Some((Self::UTF_16BE, 0))
        } else {
            None
        }
    }

    /// Whether this is UTF-16 in either byte order.
    #[must_use]
    pub fn is_utf16(self) -> bool {
        self == Self::UTF_16LE || self == Self::UTF_16BE
    }

    /// The length of a decoded text in this encoding, in bytes. Use it to convert an offset in
    /// decoded text to an offset in the file: pass the text before the offset, and add the length
    /// of the byte order mark.
    ///
    /// U+FFFD, which replaces undecodable bytes, counts as one byte, two in UTF-16 and three in
    /// UTF-8, so offsets after damaged bytes are approximate.
    ///
    /// ```
    /// use linkspan_read::Encoding;
    ///
    /// assert_eq!(Encoding::UTF_16LE.stored("a\u{1F642}"), 6);
    /// assert_eq!(Encoding::named("shift_jis").unwrap().stored("aあ"), 3);
    /// ```
    #[must_use]
    pub fn stored(self, text: &str) -> usize {
        if self == Self::UTF_8 {
            return text.len();
        }
        if self == Self::UTF_16LE || self == Self::UTF_16BE {
            return text.encode_utf16().count() * 2;
        }
        if self.0.is_single_byte() {
            return text.chars().count();
        }
        text.split_inclusive('\u{FFFD}')
            .map(|part| match part.strip_suffix('\u{FFFD}') {
                Some(part) => self.0.encode(part).0.len() + 1,
                None => self.0.encode(part).0.len(),
            })
            .sum()
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// A reader that converts a source to UTF-8. Undecodable bytes become U+FFFD.
///
/// ```
/// use std::io::Read;
/// use linkspan_read::{Decoded, Encoding};
///
/// let latin = Encoding::named("latin1").unwrap();
/// let mut text = String::new();
/// Decoded::new(&b"b\xFCcher.de"[..], latin).read_to_string(&mut text)?;
/// assert_eq!(text, "bücher.de");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Decoded<R> {
    source: R,
    decoder: encoding_rs::Decoder,
    /// Bytes that were read but not decoded, and output that was not returned yet.
    input: Vec<u8>,
    output: Vec<u8>,
    /// How much of the output has been returned.
    done: usize,
    is_at_end: bool,
    is_damaged: bool,
}

/// The number of bytes to read at once.
const READ: usize = 1 << 14;

impl<R: Read> Decoded<R> {
    /// Decodes a source, which must start after its byte order mark.
    pub fn new(source: R, encoding: Encoding) -> Self {
        Self {
            source,
            decoder: encoding.0.new_decoder_without_bom_handling(),
            input: vec![0; READ],
            output: Vec::new(),
            done: 0,
            is_at_end: false,
            is_damaged: false,
        }
    }

    /// Whether anything could not be decoded so far.
    ///
    /// ```
    /// use std::io::Read;
    /// use linkspan_read::{Decoded, Encoding};
    ///
    /// let mut source = Decoded::new(&b"a\0b"[..], Encoding::UTF_16LE);
    /// source.read_to_end(&mut Vec::new())?;
    /// assert!(source.is_damaged());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Decodes the next bytes.
    fn fill(&mut self) -> io::Result<()> {
        let count = loop {
            match self.source.read(&mut self.input) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.is_at_end = count == 0;
        let bytes = self.input.get(..count).unwrap_or_default();
        let most = self
            .decoder
            .max_utf8_buffer_length(count)
            .unwrap_or(READ * 4);
        self.output.resize(most, 0);
        let (_, _, written, is_damaged) =
            self.decoder
                .decode_to_utf8(bytes, &mut self.output, self.is_at_end);
        self.output.truncate(written);
        self.is_damaged |= is_damaged;
        self.done = 0;
        Ok(())
    }
}

impl<R> fmt::Debug for Decoded<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encoding = self.decoder.encoding().name();
        f.debug_struct("Decoded")
            .field("encoding", &encoding)
            .finish_non_exhaustive()
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.done == self.output.len() {
            if self.is_at_end {
                return Ok(0);
            }
            self.fill()?;
        }
        let rest = self.output.get(self.done..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..length), rest.get(..length)) {
            to.copy_from_slice(from);
        }
        self.done += length;
        Ok(length)
    }
}
