//! Files that are compressed, and files in other encodings.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::io::{self, Read};

use linkspan_read::{Compression, Decoded, Encoding, Expanded};
use proptest::prelude::*;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

const TEXT: &str = "see a.com\n";

/// The same text in each format, as other programs have written it.
fn files() -> [(Compression, Vec<u8>); 4] {
    let gzip = b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03\x2B\x4E\x4D\x55\x48\xD4\x4B\xCE\xCF\xE5\x02\x00\xDB\x60\
        \x71\x58\x0A\x00\x00\x00";
    let bzip2 = b"\x42\x5A\x68\x39\x31\x41\x59\x26\x53\x59\x45\x0C\xF0\xAE\x00\x00\x04\xD1\x80\x00\x10\x40\x01\x2A\
        \x02\x88\x00\x20\x00\x31\x06\x4C\x41\x00\xC9\xEA\x36\xB5\x60\x07\x8B\xB9\x22\x9C\x28\x48\x22\x86\x78\x57\x00";
    let xz = b"\xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2F\xE5\xA3\x01\
        \x00\x09\x73\x65\x65\x20\x61\x2E\x63\x6F\x6D\x0A\x00\x00\x00\x83\xD9\x7A\x76\x80\xEC\x2A\x89\x00\x01\x22\x0A\
        \x15\x1A\xE1\x67\x1F\xB6\xF3\x7D\x01\x00\x00\x00\x00\x04\x59\x5A";
    [
        (Compression::Gzip, gzip.to_vec()),
        (Compression::Bzip2, bzip2.to_vec()),
        (Compression::Xz, xz.to_vec()),
        (
            Compression::Zstd,
            compress_to_vec(TEXT.as_bytes(), CompressionLevel::Fastest),
        ),
    ]
}

/// What a file expands to, and the error after it.
fn expanded(file: &[u8], most: u64) -> (String, Option<io::Error>) {
    let compression = Compression::of(file).unwrap();
    let mut out = Vec::new();
    let error = Expanded::new(file, compression, most).read_to_end(&mut out);
    (String::from_utf8(out).unwrap(), error.err())
}

#[test]
fn every_format_is_read() {
    for (compression, file) in files() {
        assert_eq!(Compression::of(&file), Some(compression));
        let (text, error) = expanded(&file, 100);
        assert!(error.is_none(), "{compression}: {error:?}");
        assert_eq!(text, TEXT, "{compression}");
        // Several, one after the other, are one file.
        let (text, error) = expanded(&[&*file, &*file].concat(), 100);
        assert!(error.is_none(), "{compression}: {error:?}");
        assert_eq!(text, TEXT.repeat(2), "{compression}");
    }
}

#[test]
fn damage_is_reported_after_what_was_read() {
    for (compression, file) in files() {
        let whole = [&*file, &*file].concat();
        let cut = whole.len() - file.len() / 2;
        let (text, error) = expanded(&whole[..cut], 100);
        assert!(text.starts_with(TEXT), "{compression}: {text:?}");
        let message = error.expect("an error").to_string();
        let expected = format!("damaged {compression}; only the first ");
        assert!(message.starts_with(&expected), "{message}");
    }
}

#[test]
fn expansion_has_a_limit() {
    for (compression, file) in files() {
        let (text, error) = expanded(&file, 5);
        assert_eq!(text, TEXT[..5]);
        let message = error.expect("an error").to_string();
        let expected = "expands to more than 5 bytes; the rest was not read";
        assert_eq!(message, expected, "{compression}");
    }
}

/// Zstandard keeps a window of what it has expanded, which must not be lost.
#[test]
fn damaged_zstandard() {
    let text = TEXT.repeat(50_000);
    let file = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    for cut in [1, 2, 100] {
        let (read, error) = expanded(&file[..file.len() - cut], 1 << 30);
        assert!(error.is_some() && text.starts_with(&read), "{cut}");
        assert!(read.len() + (1 << 18) > text.len(), "{cut}: {}", read.len());
    }
    // The last bytes are a checksum.
    let mut other = file.clone();
    *other.last_mut().unwrap() ^= 1;
    let (read, error) = expanded(&other, 1 << 30);
    assert_eq!(read, text);
    let message = error.expect("an error").to_string();
    assert!(message.contains("checksum"), "{message}");
}

proptest! {
    #[test]
    fn garbage_ends(sign in 0..4_usize, garbage in prop::collection::vec(any::<u8>(), 0..200)) {
        let (compression, file) = &files()[sign];
        let start = &file[..(garbage.len() % file.len()).max(6)];
        let file = [start, &garbage].concat();
        let mut out = Vec::new();
        let read = Expanded::new(&*file, *compression, 1 << 20).read_to_end(&mut out);
        prop_assert!(read.is_err() || out.len() <= 1 << 20);
    }

    /// Text comes back, and offsets are those of the file.
    #[test]
    fn text_comes_back(
        text in "[a-zé ]{0,20}",
        rest in "[a-z]{0,5}",
        label in prop::sample::select(vec!["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
    ) {
        let encoding = Encoding::named(label).unwrap();
        let stored: Vec<u8> = match label {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            "utf-8" => text.clone().into_bytes(),
            _ => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect(),
        };
        let mut read = String::new();
        Decoded::new(&*stored, encoding).read_to_string(&mut read).unwrap();
        prop_assert_eq!(&read, &text);
        prop_assert_eq!(encoding.stored(&text), stored.len());
        prop_assert_eq!(encoding.stored(&(text + &rest)), stored.len() + encoding.stored(&rest));
    }
}

#[test]
fn encodings_are_guessed() {
    let le: Vec<u8> = "看 https://例え.jp/ 和 a.com\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(Encoding::guessed(&le), Some((Encoding::UTF_16LE, 0)));
    for other in [
        &b"see a.com"[..],
        b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0",
        b"",
        b"a\0",
    ] {
        assert_eq!(Encoding::guessed(other), None, "{other:?}");
    }
}
