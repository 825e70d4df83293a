//! The bidirectional algorithm (UAX #9), implemented by `unicode-bidi` with the tables of this
//! crate.

use alloc::string::String;
use alloc::vec::Vec;

use unicode_bidi::data_source::BidiMatchedOpeningBracket;
use unicode_bidi::{BidiClass, BidiDataSource, Level, ParagraphBidiInfo};

use super::Direction;
use crate::tables::{self, BidiClass as Class};
use crate::uts58::props::{LinkTerm, link_term};

pub(super) const LRM: char = '\u{200E}';
pub(super) const RLM: char = '\u{200F}';
pub(super) const LRO: char = '\u{202D}';
pub(super) const PDF: char = '\u{202C}';
pub(super) const LRI: char = '\u{2066}';
pub(super) const RLI: char = '\u{2067}';
pub(super) const PDI: char = '\u{2069}';

/// The data of this crate, so that the algorithm uses the same Unicode version as everything else.
struct Data;

impl BidiDataSource for Data {
    fn bidi_class(&self, c: char) -> BidiClass {
        class(c)
    }

    fn bidi_matched_opening_bracket(&self, c: char) -> Option<BidiMatchedOpeningBracket> {
        // BD16 treats canonical equivalents as the same bracket. The angle signs are brackets only
        // in UTS #58.
        let (opening, is_open) = match c {
            '<' | '>' => return None,
            '\u{2329}' => ('\u{3008}', true),
            '\u{232A}' => ('\u{3008}', false),
            _ => match link_term(c) {
                LinkTerm::Open => (c, true),
                _ => (tables::bracket(c)?, false),
            },
        };
        Some(BidiMatchedOpeningBracket { opening, is_open })
    }
}

fn class(c: char) -> BidiClass {
    match tables::bidi_class(c) {
        Class::LeftToRight => BidiClass::L,
        Class::RightToLeft => BidiClass::R,
        Class::ArabicLetter => BidiClass::AL,
        Class::EuropeanNumber => BidiClass::EN,
        Class::EuropeanSeparator => BidiClass::ES,
        Class::EuropeanTerminator => BidiClass::ET,
        Class::ArabicNumber => BidiClass::AN,
        Class::CommonSeparator => BidiClass::CS,
        Class::NonspacingMark => BidiClass::NSM,
        Class::BoundaryNeutral => BidiClass::BN,
        Class::ParagraphSeparator => BidiClass::B,
        Class::SegmentSeparator => BidiClass::S,
        Class::WhiteSpace => BidiClass::WS,
        Class::OtherNeutral => BidiClass::ON,
        Class::Explicit => match c {
            '\u{202A}' => BidiClass::LRE,
            '\u{202B}' => BidiClass::RLE,
            PDF => BidiClass::PDF,
            LRO => BidiClass::LRO,
            '\u{202E}' => BidiClass::RLO,
            LRI => BidiClass::LRI,
            RLI => BidiClass::RLI,
            '\u{2068}' => BidiClass::FSI,
            PDI => BidiClass::PDI,
            _ => BidiClass::ON,
        },
    }
}

/// Whether `c` ends a paragraph.
pub(super) fn is_paragraph_end(c: char) -> bool {
    class(c) == BidiClass::B
}

/// Whether `c` is a digit for the algorithm, European or Arabic.
pub(super) fn is_digit(c: char) -> bool {
    matches!(class(c), BidiClass::EN | BidiClass::AN)
}

/// Whether `c` can be right-to-left between left-to-right characters.
pub(super) fn is_rtl(c: char) -> bool {
    matches!(class(c), BidiClass::R | BidiClass::AL | BidiClass::AN)
}

/// The strong directions that occur in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Strong {
    pub(super) ltr: bool,
    pub(super) rtl: bool,
}

impl Strong {
    pub(super) fn in_text(text: &str) -> Self {
        let of = |c| match class(c) {
            BidiClass::L => Self {
                ltr: true,
                rtl: false,
            },
            BidiClass::R | BidiClass::AL => Self {
                ltr: false,
                rtl: true,
            },
            _ => Self::default(),
        };
        text.chars().map(of).fold(Self::default(), Self::or)
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self {
            ltr: self.ltr || other.ltr,
            rtl: self.rtl || other.rtl,
        }
    }
}

/// UAX #9 rule P2: the direction of the first strong character that is not isolated.
pub(super) fn first_strong(text: impl Iterator<Item = char>) -> Option<Direction> {
    let mut isolates = 0_usize;
    for c in text {
        match class(c) {
            BidiClass::LRI | BidiClass::RLI | BidiClass::FSI => isolates += 1,
            BidiClass::PDI => isolates = isolates.saturating_sub(1),
            BidiClass::L if isolates == 0 => return Some(Direction::Ltr),
            BidiClass::R | BidiClass::AL if isolates == 0 => return Some(Direction::Rtl),
            BidiClass::B => return None,
            _ => {}
        }
    }
    None
}

/// Whether `c` starts or ends an embedding, an override or an isolate.
pub(super) fn is_explicit(c: char) -> bool {
    tables::bidi_class(c) == Class::Explicit
}

/// The first control in `text` that starts or ends an embedding or isolate without its partner.
pub(super) fn unpaired(text: &str) -> Option<usize> {
    let mut open: Vec<(usize, BidiClass)> = Vec::new();
    let mut stray = None;
    for (at, c) in text.char_indices().filter(|&(_, c)| is_explicit(c)) {
        let isolates = [BidiClass::LRI, BidiClass::RLI, BidiClass::FSI];
        let closed = match class(c) {
            BidiClass::PDI => open.iter().rposition(|(_, class)| isolates.contains(class)),
            // Rule X7: an isolate keeps the embeddings around it open.
            BidiClass::PDF => match open.last() {
                Some((_, class)) if !isolates.contains(class) => Some(open.len() - 1),
                _ => None,
            },
            class => {
                open.push((at, class));
                continue;
            }
        };
        match closed {
            Some(depth) => open.truncate(depth),
            None => {
                stray = Some(at);
                break;
            }
        }
    }
    open.first().map(|&(at, _)| at).or(stray)
}

fn level(direction: Direction) -> Level {
    match direction {
        Direction::Ltr => Level::ltr(),
        Direction::Rtl => Level::rtl(),
    }
}

/// The directions of the embeddings that contain a [`PROBE`], in order.
///
/// Each probe is a left-to-right and a right-to-left isolate. Rules X5a and X5b put the letter of
/// the isolate in the direction of the embedding two levels up, and the other one level up.
pub(super) fn environments(text: &str, base: Direction) -> Vec<Direction> {
    let mut found = Vec::new();
    for line in text.split_inclusive(is_paragraph_end) {
        let info = ParagraphBidiInfo::new_with_data_source(&Data, line, Some(level(base)));
        for (at, _) in line.match_indices(PROBE) {
            let level = |offset| {
                info.levels
                    .get(at + offset)
                    .map_or(0, |level: &Level| level.number())
            };
            found.push(if level(PROBE_LTR) < level(PROBE_RTL) {
                Direction::Rtl
            } else {
                Direction::Ltr
            });
        }
    }
    found
}

/// Takes the place of a link, to determine the direction of the text around it.
pub(super) const PROBE: &str = "\u{2066}\u{E000}\u{2069}\u{2067}\u{E000}\u{2069}";
/// The offset of the letter in the left-to-right isolate.
const PROBE_LTR: usize = 3;
/// The offset of the letter in the right-to-left isolate.
const PROBE_RTL: usize = 12;

/// Whether characters are mirrored in right-to-left runs (rule L4).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mirroring {
    Off,
    On,
}

/// The characters of `text` in visual order (rules L1 and L2), without those at the sorted byte
/// offsets in `without`.
pub(super) fn visual(
    text: &str,
    base: Direction,
    without: &[usize],
    mirroring: Mirroring,
) -> String {
    let mut seen = String::with_capacity(text.len());
    let mut without = without.iter().copied().peekable();
    let mut start = 0;
    for line in text.split_inclusive(is_paragraph_end) {
        let content = line.trim_end_matches(is_paragraph_end);
        let info = ParagraphBidiInfo::new_with_data_source(&Data, content, Some(level(base)));
        let levels = info.reordered_levels_per_char(0..content.len());
        let shown: Vec<Option<char>> = content
            .char_indices()
            .zip(&levels)
            .map(|((at, c), level)| {
                let is_inserted = without.next_if_eq(&(start + at)).is_some();
                let mirrored = mirroring == Mirroring::On && level.is_rtl();
                let glyph = || mirrored.then(|| tables::mirror(c)).flatten();
                (!is_inserted).then(|| glyph().unwrap_or(c))
            })
            .collect();
        let order = ParagraphBidiInfo::reorder_visual(&levels);
        seen.extend(
            order
                .into_iter()
                .filter_map(|at| shown.get(at).copied().flatten()),
        );
        seen.extend(line.get(content.len()..));
        start += line.len();
    }
    seen
}

#[cfg(test)]
mod tests {
    use icu_properties::CodePointMapData;
    use icu_properties::props::GeneralCategory;
    use std::vec::Vec;
    use unicode_bidi::{BidiDataSource, HardcodedBidiData};

    use super::Data;
    use crate::tables::mirror;

    /// The tables differ from those of the crate, which are of Unicode 16, only in characters that
    /// have been assigned since, and in the default of unassigned ones.
    #[test]
    fn the_data_is_that_of_the_crate_and_newer() {
        let category = CodePointMapData::<GeneralCategory>::new();
        let mut newer = 0;
        let mut added = Vec::new();
        for c in '\0'..=char::MAX {
            let differs = Data.bidi_class(c) != HardcodedBidiData.bidi_class(c);
            if differs && category.get(c) != GeneralCategory::Unassigned {
                newer += 1;
            }
            let [ours, theirs] = [
                Data.bidi_matched_opening_bracket(c),
                HardcodedBidiData.bidi_matched_opening_bracket(c),
            ]
            .map(|found| found.map(|found| (found.opening, found.is_open)));
            // The brackets that Unicode 18 added.
            if ours != theirs {
                added.push(c);
            }
        }
        // The characters of Unicode 17 and 18.
        assert_eq!(newer, 282);
        assert_eq!(added, ['\u{2E62}', '\u{2E63}']);
        assert_eq!(
            (mirror('('), mirror('«'), mirror('a')),
            (Some(')'), Some('»'), None)
        );
    }
}
