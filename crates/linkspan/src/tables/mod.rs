//! Lookups in the generated tables.
//!
//! Most values of a code point are nibbles in a two-level trie: an index of blocks of 128 code
//! points, and the blocks, each stored once. The enums of the values are generated with the tables.
//! A [`Fact`] is everything that host names ask of a character; other facts with more values are
//! written as [`runs`].
//!
//! Nothing here depends on the Unicode version of the compiler or of a dependency.

#[cfg(feature = "idna")]
mod bidi;
pub(crate) mod display;
mod fact;
mod host;
mod letters;
mod link;
pub(crate) mod mapping;
pub(crate) mod names;
#[cfg(feature = "pri185")]
pub(crate) mod pri185;
mod prose;
mod runs;
pub(crate) mod security;
#[cfg(feature = "psl")]
pub(crate) mod suffixes;
pub(crate) mod tlds;

#[cfg(feature = "idna")]
pub(crate) use bidi::BidiClass;
pub(crate) use fact::Fact;
pub(crate) use host::HostClass;
pub use link::LinkTerm;
pub(crate) use link::UNICODE_VERSION;
pub(crate) use prose::ProseClass;

impl HostClass {
    /// Whether the character separates labels.
    pub(crate) fn is_separator(self) -> bool {
        matches!(self, Self::Dot | Self::Stop)
    }

    /// Whether the character can stand in a label.
    pub(crate) fn is_label(self) -> bool {
        self.is_letter()
            || self.is_mark()
            || matches!(
                self,
                Self::Other | Self::MappedOther | Self::Hyphen | Self::Underscore
            )
    }

    pub(crate) fn is_letter(self) -> bool {
        matches!(self, Self::Letter | Self::MappedLetter)
    }

    pub(crate) fn is_mark(self) -> bool {
        matches!(self, Self::Mark | Self::MappedMark)
    }

    /// Whether the character may appear when an A-label is decoded: valid by UTS #46 as it is.
    pub(crate) fn is_decoded(self) -> bool {
        matches!(
            self,
            Self::Letter
                | Self::Mark
                | Self::Other
                | Self::Symbol
                | Self::Hyphen
                | Self::Underscore
        )
    }
}

fn nibble(index: &[u8], blocks: &[u8], c: char) -> u8 {
    let c = c as usize;
    let block = index.get(c >> 7).copied().unwrap_or(0);
    let pair = blocks
        .get((usize::from(block) << 6) | ((c >> 1) & 63))
        .copied()
        .unwrap_or(0);
    (pair >> ((c & 1) << 2)) & 15
}

/// Link_Term.
pub(crate) fn link_term(c: char) -> LinkTerm {
    let nibble = nibble(&link::LINK_INDEX, &link::LINK_BLOCKS, c);
    LinkTerm::from_nibble(nibble & link::LINK_TERM)
}

/// [`link_term`] for ASCII, while this is compiled.
#[expect(clippy::indexing_slicing, reason = "runs when this is compiled")]
pub(crate) const fn ascii_link_term(byte: u8) -> LinkTerm {
    assert!(byte.is_ascii());
    let block = (link::LINK_INDEX[0] as usize) << 6;
    let pair = link::LINK_BLOCKS[block | (byte as usize >> 1)];
    let nibble = (pair >> ((byte & 1) << 2)) & 15;
    LinkTerm::from_nibble(nibble & link::LINK_TERM)
}

/// Link_Email.
pub(crate) fn is_link_email(c: char) -> bool {
    nibble(&link::LINK_INDEX, &link::LINK_BLOCKS, c) & link::LINK_EMAIL != 0
}

/// Link_Bracket.
pub(crate) fn bracket(close: char) -> Option<char> {
    let at = link::BRACKETS.binary_search_by_key(&close, |&(close, _)| close);
    at.ok()
        .and_then(|at| link::BRACKETS.get(at))
        .map(|&(_, open)| open)
}

/// The role of `c` in a host name.
pub(crate) fn host_class(c: char) -> HostClass {
    HostClass::from_nibble(nibble(&host::HOST_INDEX, &host::HOST_BLOCKS, c))
}

/// The role of `c` in prose.
pub(crate) fn prose_class(c: char) -> ProseClass {
    ProseClass::from_nibble(nibble(&prose::PROSE_INDEX, &prose::PROSE_BLOCKS, c))
}

fn letter(c: char) -> u8 {
    nibble(&letters::LETTER_INDEX, &letters::LETTER_BLOCKS, c)
}

/// Whether `c` is a letter (Alphabetic).
#[inline]
pub(crate) fn is_alphabetic(c: char) -> bool {
    match c {
        '\0'..='\x7F' => c.is_ascii_alphabetic(),
        _ => letter(c) & letters::ALPHABETIC != 0,
    }
}

/// Whether `c` is a letter or a number (Alphabetic, or General_Category=N).
#[inline]
pub(crate) fn is_alphanumeric(c: char) -> bool {
    match c {
        '\0'..='\x7F' => c.is_ascii_alphanumeric(),
        _ => letter(c) & (letters::ALPHABETIC | letters::NUMBER) != 0,
    }
}

/// Lowercase.
pub(crate) fn is_lowercase(c: char) -> bool {
    letter(c) & letters::LOWER != 0
}

/// Uppercase.
pub(crate) fn is_uppercase(c: char) -> bool {
    letter(c) & letters::UPPER != 0
}

/// Whether `c` is not seen: Default_Ignorable_Code_Point, or a character that reorders text.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(prose_class(c), ProseClass::Unseen | ProseClass::BidiControl)
}

/// Bidi_Class.
#[cfg(feature = "idna")]
pub(crate) fn bidi_class(c: char) -> BidiClass {
    BidiClass::from_nibble(nibble(&bidi::BIDI_INDEX, &bidi::BIDI_BLOCKS, c))
}

/// Whether `c` is a mark that belongs to the character before it (Bidi_Class=NSM).
#[cfg(feature = "idna")]
pub(crate) fn is_nonspacing(c: char) -> bool {
    bidi_class(c) == BidiClass::NonspacingMark
}

/// Bidi_Mirroring_Glyph.
#[cfg(feature = "bidi")]
pub(crate) fn mirror(c: char) -> Option<char> {
    let at = bidi::MIRRORS.binary_search_by_key(&c, |&(c, _)| c);
    at.ok()
        .and_then(|at| bidi::MIRRORS.get(at))
        .map(|&(_, mirror)| mirror)
}

/// The skeleton of the string that is only `c`, if it is ASCII.
pub(crate) fn ascii_prototype(c: char) -> Option<&'static str> {
    let value = security::PROTOTYPES.value(c);
    let (at, length) = match value {
        security::NOT_ASCII => return None,
        security::ONE..security::STRING => ((u32::from(c) + value - security::ONE) & 127, 1),
        security::STRING.. => {
            let string = value - security::STRING;
            let length = string & ((1 << security::LENGTH_BITS) - 1);
            (string >> security::LENGTH_BITS, length)
        }
    };
    security::STRINGS.get(at as usize..(at + length) as usize)
}

/// Whether `c` lies in one of the sorted inclusive `ranges`.
pub(crate) fn in_ranges(ranges: &[(char, char)], c: char) -> bool {
    let after = ranges.partition_point(|&(first, _)| first <= c);
    after
        .checked_sub(1)
        .and_then(|at| ranges.get(at))
        .is_some_and(|&(_, last)| c <= last)
}

#[cfg(test)]
mod tests {
    use super::{
        ProseClass, bracket, display, host, host_class, in_ranges, is_alphabetic, is_alphanumeric,
        is_lowercase, is_uppercase, link, mapping, names, prose_class, security, tlds,
    };
    use crate::uts58::props::{LinkTerm, is_link_email, link_bracket, link_term};

    /// Rule `runs`: no link contains a Hard character, and no rule looks past one.
    #[test]
    fn nothing_that_detection_accepts_is_hard() {
        for c in '\0'..=char::MAX {
            let class = host_class(c);
            // Invisible characters and letters that are Hard do not end runs.
            let is_prose = !matches!(
                prose_class(c),
                ProseClass::None
                    | ProseClass::Unseen
                    | ProseClass::BidiControl
                    | ProseClass::NamePart
            );
            if class.is_label() || class.is_separator() || is_prose {
                assert_ne!(link_term(c), LinkTerm::Hard, "U+{:04X}", u32::from(c));
            }
        }
        // Link_Email has six of them; the local part leaves them out.
        let hard_email = |c: &char| is_link_email(*c) && link_term(*c) == LinkTerm::Hard;
        let hard: std::vec::Vec<char> = ('\0'..=char::MAX).filter(hard_email).collect();
        assert_eq!(
            hard,
            [
                '\u{149}', '\u{673}', '\u{F77}', '\u{F79}', '\u{17A3}', '\u{17A4}'
            ]
        );
    }

    /// The standard library says the same of each character that it knows.
    #[test]
    fn letters_are_those_of_rust_and_later_ones() {
        for c in '\0'..=char::MAX {
            let ours = [
                is_alphabetic(c),
                is_alphanumeric(c),
                is_lowercase(c),
                is_uppercase(c),
            ];
            let rust = [
                c.is_alphabetic(),
                c.is_alphanumeric(),
                c.is_lowercase(),
                c.is_uppercase(),
            ];
            // Rust may have an earlier version of Unicode, with fewer characters.
            assert!(ours == rust || rust == [false; 4], "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn exactly_the_closing_brackets_have_a_pair() {
        for c in '\0'..=char::MAX {
            let is_close = link_term(c) == LinkTerm::Close;
            assert_eq!(
                link_bracket(c).is_some(),
                is_close,
                "U+{:04X}",
                u32::from(c)
            );
            if let Some(open) = bracket(c) {
                assert_eq!(link_term(open), LinkTerm::Open);
            }
        }
    }

    #[test]
    fn lists_are_sorted() {
        assert!(tlds::ASCII.is_sorted() && tlds::UNICODE.is_sorted());
        assert!(display::UNSEEN.is_sorted() && display::LOOKALIKES.is_sorted());
        assert!(
            in_ranges(&display::UNSEEN, '\u{200B}') && !in_ranges(&display::UNSEEN, '\u{200A}')
        );
    }

    /// What a detector costs in bytes; a change should be noticed.
    #[test]
    fn the_tries_are_small() {
        let link = link::LINK_INDEX.len() + link::LINK_BLOCKS.len();
        let host = host::HOST_INDEX.len() + host::HOST_BLOCKS.len();
        assert!(link <= 24_256 && host <= 25_024, "{link} and {host} bytes");
    }

    /// The same for what judges names, and for what maps and normalizes them.
    #[test]
    fn the_tables_of_names_are_small() {
        let facts = size_of_val(&names::FACTS) + names::SCRIPT_SETS.len();
        let near = size_of_val(&names::NEAR_INDEX) + names::NEAR_BLOCKS.len();
        let prototypes = security::PROTOTYPES.size() + security::STRINGS.len();
        let bytes = facts + near + names::FAR.size() + prototypes;
        assert!(bytes <= 44_291, "{bytes} bytes");
        let pairs = size_of_val(&mapping::NEAR_PAIRS) + size_of_val(&mapping::FAR_PAIRS);
        let strings = mapping::STRINGS.len() + size_of_val(&mapping::NEAR_ORDER);
        let bytes = mapping::MAPPING.size() + strings + pairs;
        assert!(bytes <= 25_962, "{bytes} bytes");
    }
}
