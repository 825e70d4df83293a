//! Files as they are stored: compressed, or in another encoding than UTF-8.

use clap::Args;
use linkspan::offset::Position;
use linkspan_read::{Compression, Encoding};

use crate::input::sniff::is_zip;

/// Options for encoding and compression.
#[derive(Args)]
#[command(next_help_heading = "Files")]
pub(crate) struct Storage {
    /// Encoding of all files, such as `windows-1252`, `shift_jis` or `utf-16le`. By default, files
    /// are read as UTF-8, or as UTF-16 if they look like it
    #[arg(long, value_name = "LABEL", hide_short_help = true)]
    encoding: Option<String>,

    /// Search files compressed with gzip, zstd, xz or bzip2, but not zip archives. Offsets refer to
    /// the decompressed text
    #[arg(short = 'z', long, hide_short_help = true)]
    search_zip: bool,

    /// Maximum decompressed size of a file with `--search-zip`, such as `500M` [default: 64G]
    #[arg(long, value_name = "SIZE", value_parser = size, requires = "search_zip", hide_short_help = true)]
    max_expand: Option<u64>,
}

/// How files are read.
pub(crate) struct Decoding {
    /// The encoding that was given, if any.
    encoding: Option<Encoding>,
    /// The maximum decompressed size; `None` if compressed files are not searched.
    most: Option<u64>,
}

/// The storage format of a source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stored {
    /// UTF-8, or bytes that are searched unchanged, after a byte order mark of this many bytes.
    Plain(usize),
    /// Another encoding, after a byte order mark of this many bytes.
    Encoded(Encoding, usize),
    /// Compressed, with this maximum decompressed size.
    Compressed(Compression, u64),
}

/// A number of bytes, optionally followed by `K`, `M`, `G` or `T`.
fn size(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.char_indices().next_back() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => {
            let power = "KMGT".find(unit.to_ascii_uppercase());
            let power = power.ok_or("unknown unit; use K, M, G or T")?;
            (
                text.get(..at).unwrap_or_default(),
                1_u64 << (10 * (power + 1)),
            )
        }
        _ => (text, 1),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "expected a number of bytes, such as 500M".to_owned())?;
    if number == 0 {
        return Err("expected a number of bytes, 1 or greater, such as 500M".to_owned());
    }
    Ok(number.saturating_mul(factor))
}

impl Storage {
    /// Whether compressed files are searched. Such files are larger than their size says.
    pub(crate) fn is_expanded(&self) -> bool {
        self.search_zip
    }

    pub(crate) fn reading(&self) -> Result<Decoding, String> {
        let encoding = self.encoding.as_deref().map(|label| {
            Encoding::named(label).ok_or_else(|| {
                format!("unknown encoding `{label}`: write a name such as `windows-1252`, `shift_jis` or `utf-16le`")
            })
        });
        Ok(Decoding {
            encoding: encoding.transpose()?,
            most: self
                .search_zip
                .then(|| self.max_expand.unwrap_or(MOST_EXPANDED)),
        })
    }
}

/// The default maximum decompressed size.
const MOST_EXPANDED: u64 = 64 << 30;

impl Decoding {
    /// The message about a source that is compressed and is not searched.
    pub(crate) fn refusal(&self, start: &[u8]) -> Option<String> {
        if is_zip(start) {
            return Some("a zip archive, which is not searched; unpack it first".to_owned());
        }
        let compression = Compression::of(start).filter(|_| !self.expands())?;
        Some(format!(
            "compressed with {compression}, and not searched; use `--search-zip` to search the content"
        ))
    }

    /// The message about compressed files in folders, which were skipped.
    pub(crate) fn skipped(&self, count: usize) -> Option<String> {
        let (files, them) = match count {
            0 => return None,
            1 => ("a compressed file".to_owned(), "it"),
            _ => (format!("{count} compressed files"), "them"),
        };
        Some(if self.expands() {
            format!("skipped {files}; unpack zip archives first")
        } else {
            format!(
                "skipped {files}; use `--search-zip` to search {them}, and unpack zip archives first"
            )
        })
    }

    /// The warning if the source does not look like what the options say.
    pub(crate) fn doubt(&self, start: &[u8]) -> Option<String> {
        let (guessed, _) = Encoding::guessed(start)?;
        let given = self.encoding.filter(|&given| given != guessed)?;
        if given.is_utf16() && guessed.is_utf16() {
            return None;
        }
        Some(format!(
            "looks like {guessed}, but is read as {given}: remove `--encoding`, or use `--encoding {guessed}`"
        ))
    }

    /// Whether compressed files are searched.
    pub(crate) fn expands(&self) -> bool {
        self.most.is_some()
    }

    /// The storage format of a source that starts with these bytes.
    pub(crate) fn stored(&self, start: &[u8]) -> Stored {
        let compressed = self.most.zip(Compression::of(start));
        if let Some((most, compression)) = compressed {
            return Stored::Compressed(compression, most);
        }
        let guessed = Encoding::guessed(start);
        match (self.encoding, guessed) {
            // A byte order mark distinguishes the two.
            (Some(encoding), Some((guessed, mark)))
                if encoding.is_utf16() && guessed.is_utf16() && mark > 0 =>
            {
                Stored::Encoded(guessed, mark)
            }
            (Some(encoding), guessed) if encoding != Encoding::UTF_8 => {
                let mark = guessed.filter(|(guessed, _)| *guessed == encoding);
                Stored::Encoded(encoding, mark.map_or(0, |(_, length)| length))
            }
            (None, Some((encoding, mark))) if encoding != Encoding::UTF_8 => {
                Stored::Encoded(encoding, mark)
            }
            (_, Some((_, mark))) => Stored::Plain(mark),
            _ => Stored::Plain(0),
        }
    }
}

/// Tracks byte offsets of a source that is not UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    encoding: Encoding,
    /// The number of bytes of the source before the current place.
    pub(crate) count: usize,
}

impl Bytes {
    pub(crate) fn new(encoding: Encoding, mark: usize) -> Self {
        Self {
            encoding,
            count: mark,
        }
    }

    /// The byte offset in the source after more text.
    pub(crate) fn after(mut self, text: &str) -> Self {
        self.count += self.encoding.stored(text);
        self
    }

    /// A place, with its byte offset in the source.
    pub(crate) fn in_source(self, mut place: Position) -> Position {
        place.byte = self.count;
        place
    }
}
