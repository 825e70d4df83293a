//! Files as they are stored: compressed, or in another encoding than UTF-8.

use std::io::{self, Read};

use clap::Args;
use linkspan::offset::Position;
use linkspan_read::{Compression, Encoding};

/// Options about how files are stored.
#[derive(Args)]
#[command(next_help_heading = "Files")]
pub(crate) struct Storage {
    /// The encoding of all files, such as `windows-1252`, `shift_jis` or `utf-16le`. Without this they are read as
    /// UTF-8, or as UTF-16 if they look like it
    #[arg(long, value_name = "LABEL", hide_short_help = true)]
    encoding: Option<String>,

    /// Search in files that are compressed with gzip, zstd, xz or bzip2. Offsets are those of the expanded text
    #[arg(short = 'z', long, hide_short_help = true)]
    search_zip: bool,

    /// The most bytes that a file may expand to with `--search-zip`, such as `500M`; by default 64G
    #[arg(long, value_name = "SIZE", value_parser = size, requires = "search_zip", hide_short_help = true)]
    max_expand: Option<u64>,
}

/// How files are read.
pub(crate) struct Reading {
    /// The encoding, if it was given.
    encoding: Option<Encoding>,
    /// The most bytes that a compressed file may expand to, if those are searched.
    most: Option<u64>,
}

/// What a source is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stored {
    /// UTF-8, or something else that is searched as it is, after a mark of this many bytes.
    Plain(usize),
    /// In another encoding, after a mark of this many bytes.
    Encoded(Encoding, usize),
    /// Compressed, and may expand to this many bytes.
    Compressed(Compression, u64),
}

/// A number of bytes with `K`, `M`, `G` or `T` after it.
fn size(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.char_indices().next_back() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => {
            let power = "KMGT".find(unit.to_ascii_uppercase());
            let power = power.ok_or("the unit is not K, M, G or T")?;
            (
                text.get(..at).unwrap_or_default(),
                1_u64 << (10 * (power + 1)),
            )
        }
        _ => (text, 1),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "write a number of bytes, such as 500M".to_owned())?;
    if number == 0 {
        return Err("write a number of bytes from 1 on, such as 500M".to_owned());
    }
    Ok(number.saturating_mul(factor))
}

impl Storage {
    /// Whether compressed files are searched, which are larger than they look.
    pub(crate) fn is_expanded(&self) -> bool {
        self.search_zip
    }

    pub(crate) fn reading(&self) -> Result<Reading, String> {
        let encoding = self.encoding.as_deref().map(|label| {
            Encoding::named(label).ok_or_else(|| {
                format!("there is no encoding `{label}`: write a name such as `windows-1252`, `shift_jis` or `utf-16le`")
            })
        });
        Ok(Reading {
            encoding: encoding.transpose()?,
            most: self
                .search_zip
                .then(|| self.max_expand.unwrap_or(MOST_EXPANDED)),
        })
    }
}

/// The most bytes that a compressed file may expand to, unless something else is said.
const MOST_EXPANDED: u64 = 64 << 30;

/// How much of a source is looked at.
const START: usize = 8192;

impl Reading {
    /// What to tell the user if a source looks like something else than what was said.
    pub(crate) fn doubt(&self, start: &[u8]) -> Option<String> {
        if let (None, Some(compression)) = (self.most, Compression::of(start)) {
            return Some(format!(
                "is compressed with {compression}: `--search-zip` searches what is in it"
            ));
        }
        let (guessed, _) = Encoding::guessed(start)?;
        let given = self.encoding.filter(|&given| given != guessed)?;
        if given.is_utf16() && guessed.is_utf16() {
            return None;
        }
        Some(format!(
            "looks like {guessed}, but is read as {given}: leave out `--encoding`, or say `--encoding {guessed}`"
        ))
    }

    /// Whether compressed files are searched.
    pub(crate) fn expands(&self) -> bool {
        self.most.is_some()
    }

    /// What a source is that starts with these bytes.
    pub(crate) fn stored(&self, start: &[u8]) -> Stored {
        let compressed = self.most.zip(Compression::of(start));
        if let Some((most, compression)) = compressed {
            return Stored::Compressed(compression, most);
        }
        let guessed = Encoding::guessed(start);
        match (self.encoding, guessed) {
            // A byte order mark says which of the two it is.
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

/// Whether a source starts with the byte order mark of UTF-32.
pub(crate) fn is_utf32(start: &[u8]) -> bool {
    start.starts_with(&[0xFF, 0xFE, 0, 0]) || start.starts_with(&[0, 0, 0xFE, 0xFF])
}

/// The first bytes of a source. One that waits for what is done with them is not read further than a line, or what is
/// there.
pub(crate) fn start_of(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let mut buffer = [0; START];
    while start.len() < 4 && !start.contains(&b'\n') {
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

/// Counts bytes of a source that is not UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    encoding: Encoding,
    /// The bytes of the source before the place that has been reached.
    pub(crate) count: usize,
}

impl Bytes {
    pub(crate) fn new(encoding: Encoding, mark: usize) -> Self {
        Self {
            encoding,
            count: mark,
        }
    }

    /// The bytes of the source after more text.
    pub(crate) fn after(mut self, text: &str) -> Self {
        self.count += self.encoding.stored(text);
        self
    }

    /// A place, with the bytes of the source.
    pub(crate) fn in_source(self, mut place: Position) -> Position {
        place.byte = self.count;
        place
    }
}
