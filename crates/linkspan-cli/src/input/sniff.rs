//! The start of a source, and what it shows about the rest.

use std::io::{self, Read};

use linkspan_read::{Compression, Encoding};

/// The number of bytes that are examined at the start of a source.
const START: usize = 8192;

/// The first bytes of a source. An interactive source is read only up to the end of a line, or as
/// far as bytes are available.
pub(crate) fn start_of(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let mut buffer = [0; START];
    while is_undecided(&start) {
        let count = match source.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            count => count?,
        };
        if count == 0 {
            break;
        }
        start.extend_from_slice(buffer.get(..count).unwrap_or_default());
    }
    Ok(start)
}

/// Whether more bytes are needed to tell an encoding or a compression.
fn is_undecided(start: &[u8]) -> bool {
    // A longer sign of a compression, and enough characters to recognise UTF-16 by its nulls. Other
    // text does not wait: the program that writes it may wait for results.
    let needed = match start {
        [0, ..] | [_, 0, ..] => 8,
        _ if start.contains(&b'\n') => 0,
        [b'B', b'Z', b'h', ..] => 10,
        [0xFD, b'7', ..] => 6,
        _ => 4,
    };
    start.len() < needed
}

/// The first bytes of a source for a command that reads UTF-8 alone. Other encodings and compressed
/// files are errors: their bytes have no links, so a check of them would pass.
pub(crate) fn start_of_utf8(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let start = start_of(source)?;
    let refusal = if is_zip(&start) {
        Some("a zip archive; unpack it first".to_owned())
    } else if let Some(compression) = Compression::of(&start) {
        Some(format!(
            "compressed with {compression}; decompress it first"
        ))
    } else if is_utf32(&start) {
        Some(in_encoding("UTF-32"))
    } else {
        let guessed = Encoding::guessed(&start);
        let encoding = guessed.map(|(encoding, _)| encoding);
        encoding
            .filter(|encoding| encoding.is_utf16())
            .map(in_encoding)
    };
    refusal.map_or(Ok(start), |message| Err(io::Error::other(message)))
}

fn in_encoding(encoding: impl std::fmt::Display) -> String {
    format!(
        "looks like {encoding}; convert it to UTF-8 first, for example with `iconv -f {encoding} -t UTF-8`"
    )
}

/// Whether a source is a zip archive with files in it.
pub(crate) fn is_zip(start: &[u8]) -> bool {
    start.starts_with(b"PK\x03\x04")
}

/// Whether a source starts with the byte order mark of UTF-32.
pub(crate) fn is_utf32(start: &[u8]) -> bool {
    start.starts_with(&[0xFF, 0xFE, 0, 0]) || start.starts_with(&[0, 0, 0xFE, 0xFF])
}

/// Whether a source has a null byte near its start, which text never has; `grep` and `git` use the
/// same test. UTF-16 is text.
pub(crate) fn is_binary(start: &[u8]) -> bool {
    let guessed = Encoding::guessed(start);
    let is_utf16 = guessed.is_some_and(|(encoding, _)| encoding.is_utf16());
    start.contains(&0) && !is_utf16
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{is_binary, start_of, start_of_utf8};

    #[test]
    fn other_bytes_are_refused() {
        let refused = |start: &[u8]| {
            let read = start_of_utf8(&mut &*start);
            read.err().map(|error| error.to_string())
        };
        for (start, message) in [
            (&b"PK\x03\x04"[..], "a zip archive"),
            (b"\x1F\x8B\x08\0", "compressed with gzip"),
            (b"BZh91AY&SY", "compressed with bzip2"),
            (b"\xFF\xFE\0\0a\0\0\0", "looks like UTF-32"),
            (b"\xFF\xFEa\0", "looks like UTF-16LE"),
            (b"s\0e\0e\0 \0a\0.\0c\0o\0m\0", "looks like UTF-16LE"),
        ] {
            let refusal = refused(start);
            assert!(
                refusal.as_ref().is_some_and(|said| said.contains(message)),
                "{refusal:?}"
            );
        }
        assert_eq!(refused(b"BZhang met a.com"), None);
        assert_eq!(refused("\u{FEFF}a.com".as_bytes()), None);
        assert_eq!(refused(b""), None);
    }

    /// Gives one byte at a time, and no more than there are.
    struct Slow<'b>(&'b [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match (self.0.split_first(), buffer.first_mut()) {
                (Some((byte, rest)), Some(place)) => {
                    (*place, self.0) = (*byte, rest);
                    Ok(1)
                }
                _ => Err(io::Error::other("nothing is there yet")),
            }
        }
    }

    #[test]
    fn no_more_is_read_than_needed() {
        let read = |start: &[u8]| start_of(&mut Slow(start)).ok().map(|start| start.len());
        assert_eq!(read(b"a.com\0"), Some(4));
        assert_eq!(read(b"a\n"), Some(2));
        assert_eq!(read(b"s\0e\0e\0 \0a\0"), Some(8));
        assert_eq!(read(b"BZh91AY&SY.."), Some(10));
        assert_eq!(read(b"BZhang\n"), Some(7));
        assert_eq!(read(b"BZh"), None);
    }

    #[test]
    fn text_has_no_null_bytes() {
        assert!(is_binary(b"a\0b") && !is_binary(b"a b"));
        assert!(!is_binary(b"s\0e\0e\0 \0a\0.\0c\0o\0m\0"));
    }
}
