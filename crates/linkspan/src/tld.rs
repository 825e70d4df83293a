//! Top-level domains: what makes one valid, and which ones exist.

use crate::punycode;
use crate::tables::{host_class, tlds};
use icu_normalizer::uts46::Uts46MapperBorrowed;

/// Where the knowledge comes from which top-level domains exist.
///
/// A name without a scheme is only a link if its top-level domain is known here.
///
/// ```
/// use linkspan::tld::TldSource;
///
/// assert!(TldSource::Embedded.knows("com"));
/// assert!(TldSource::Embedded.knows("РФ"));
/// assert!(TldSource::Embedded.knows("xn--p1ai"));
/// assert!(!TldSource::Embedded.knows("invalid"));
/// assert!(TldSource::Syntactic.knows("invalid"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TldSource {
    /// The IANA list that is compiled into the library; see [`EMBEDDED_DATE`].
    #[default]
    Embedded,
    /// No list: every label that could be a top-level domain is one.
    Syntactic,
}

/// The day of the embedded list, as year, month and day.
///
/// ```
/// assert!(linkspan::tld::EMBEDDED_DATE >= "2026-11-01");
/// ```
pub const EMBEDDED_DATE: &str = tlds::DATE;

impl TldSource {
    /// Whether `label` is a top-level domain: in any case, in Unicode or as an A-label.
    ///
    /// The comparison is that of UTS #46, so that full-width letters and decomposed characters
    /// match as well. Nothing is allocated.
    #[must_use]
    pub fn knows(&self, label: &str) -> bool {
        match self {
            Self::Embedded => Folded::new(label).is_some_and(|folded| {
                let name = folded.as_str();
                let list: &[&str] = if name.is_ascii() {
                    &tlds::ASCII
                } else {
                    &tlds::UNICODE
                };
                list.binary_search(&name).is_ok()
            }),
            Self::Syntactic => is_syntactic(label),
        }
    }
}

/// Whether a label could be a top-level domain (UTS #58 section 1.4): decoded, it has letters and
/// marks only, and at least two letters if it is ASCII. That leaves no digit, hyphen, CONTEXTJ or
/// CONTEXTO character.
pub(crate) fn is_syntactic(label: &str) -> bool {
    if let Some(encoded) = punycode::a_label(label) {
        return punycode::decode(encoded)
            .is_some_and(|decoded| decoded.chars().iter().all(|&c| is_letter_or_mark(c)));
    }
    if label.is_ascii() {
        return label.len() >= 2 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    }
    // A single full-width letter is a single ASCII letter.
    let single_ascii = || {
        label.chars().nth(1).is_none() && Folded::new(label).is_some_and(|f| f.as_str().len() == 1)
    };
    label.chars().all(is_letter_or_mark) && !single_ascii()
}

fn is_letter_or_mark(c: char) -> bool {
    let class = host_class(c);
    class.is_letter() || class.is_mark()
}

/// A label mapped and normalised by UTS #46, in a fixed buffer.
struct Folded {
    bytes: [u8; Self::SIZE],
    len: usize,
}

impl Folded {
    /// More than the UTF-8 length of any label of 63 octets in A-label form.
    const SIZE: usize = 256;

    /// `None` if the label is too long to be a top-level domain.
    fn new(label: &str) -> Option<Self> {
        let mut folded = Self {
            bytes: [0; Self::SIZE],
            len: 0,
        };
        if label.is_ascii() {
            folded.push(label)?;
            folded.bytes.make_ascii_lowercase();
            return Some(folded);
        }
        let mapper = Uts46MapperBorrowed::new();
        // The mapper reads ahead over characters it will not give back; a label longer than the
        // buffer cannot fit anyway.
        for c in mapper.map_normalize(label.chars().take(Self::SIZE + 1)) {
            folded.push(c.encode_utf8(&mut [0; 4]))?;
        }
        Some(folded)
    }

    fn push(&mut self, text: &str) -> Option<()> {
        let end = self.len + text.len();
        self.bytes
            .get_mut(self.len..end)?
            .copy_from_slice(text.as_bytes());
        self.len = end;
        Some(())
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}
