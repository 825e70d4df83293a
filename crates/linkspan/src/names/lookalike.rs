//! Labels that the eye cannot tell from others, although no two scripts are mixed.
//!
//! UTS #39 sections 5.3 and 5.4 ask for some of this: no digits of two systems, no mark twice, no mark
//! that its letter hides. The rest is what both Chromium and Firefox refuse to show: accents on
//! dotless letters, and signs of one language in the words of another.

use icu_normalizer::DecomposingNormalizerBorrowed;

use super::home::{self, Home};
use super::punycode;
use super::security;
use crate::tables::{self, host_class};

/// Whether a label in Unicode below the top-level domain `home` can be taken for another.
pub(crate) fn is_lookalike(label: &str, home: &Home<'_>) -> bool {
    // Most labels have nothing that any rule is about.
    let has = Suspects::in_label(label);
    has.marks && has_misplaced_mark(label)
        || has.digits && has_two_number_systems(label)
        || has.signs && has_misplaced_sign(label, home)
        || has.twins && has_swapped_kana(label)
        || has.strokes && has_strokes_for_letters(label)
        || has.letters && home.has_foreign_letter(label)
}

/// What a label has that the rules are about.
#[derive(Default)]
struct Suspects {
    marks: bool,
    /// Digits outside ASCII, and what else is neither letter nor mark.
    digits: bool,
    signs: bool,
    /// へ and ヘ with their kin.
    twins: bool,
    strokes: bool,
    letters: bool,
}

impl Suspects {
    fn in_label(label: &str) -> Self {
        let mut has = Self::default();
        for c in label.chars().filter(|c| !c.is_ascii()) {
            let class = host_class(c);
            has.marks |= class.is_mark();
            has.digits |= !class.is_letter() && !class.is_mark();
            match c {
                '\u{80}'..='\u{2FF}' => {
                    has.signs |= matches!(c, '·' | 'ʻ' | 'ʼ');
                    has.letters |= home::is_local(c);
                }
                '\u{200C}' | '\u{200D}' => has.signs = true,
                '\u{3000}'..='\u{31BF}' => {
                    has.signs |= is_slash(c) || matches!(c, '・' | 'ー' | 'ヽ' | 'ヾ');
                    has.twins |= matches!(c, 'へ'..='ぺ' | 'ヘ'..='ペ');
                    has.strokes |= is_stroke(c);
                }
                '\u{4E00}'.. => {
                    has.signs |= is_slash(c);
                    has.strokes |= is_stroke(c);
                }
                _ => {}
            }
        }
        has
    }
}

/// Slashes and backslashes to readers of other scripts.
fn is_slash(c: char) -> bool {
    matches!(c, 'ノ' | 'ソ' | 'ゾ' | 'ン' | '丶' | '丿' | '乀' | '乁')
}

/// Ideographs and Bopomofo of few strokes, which pass for l, T, O, t and the like.
fn is_stroke(c: char) -> bool {
    matches!(
        c,
        '一' | '丁'
            | '七'
            | '丅'
            | '丆'
            | '丨'
            | '丩'
            | '丫'
            | '乂'
            | '乚'
            | '乛'
            | '〇'
            | '十'
            | '口'
            | '工'
            | '讠'
    ) || matches!(c, 'ㄈ' | 'ㄒ' | 'ㄚ' | 'ㄟ' | 'ㄧ' | 'ㄨ' | 'ㄩ')
}

/// Whether a label was left as an A-label because it decodes to symbols, which no host in text has:
/// some look like the punctuation of a URL.
pub(crate) fn hides_symbols(shown: &str) -> bool {
    cfg!(feature = "idna") && punycode::a_label(shown).is_some()
}

/// A mark that is hard to see: on a letter that has it already, on a letter without its dot, twice,
/// or on a letter of a script that does not use it.
fn has_misplaced_mark(label: &str) -> bool {
    let nfd = DecomposingNormalizerBorrowed::new_nfd();
    let mut base = None;
    // The last marks after the base. A longer row of them is not read again.
    let mut row = ['\0'; 8];
    for (at, c) in nfd.normalize_iter(label.chars()).enumerate() {
        if !host_class(c).is_mark() {
            base = Some(c);
            row = ['\0'; 8];
            continue;
        }
        if row.contains(&c) {
            return true;
        }
        if let Some(place) = row.get_mut(at & 7) {
            *place = c;
        }
        let is_diacritic = matches!(c, '\u{300}'..='\u{36F}');
        if is_diacritic && base.is_some_and(|base| is_bad_base(base, c)) {
            return true;
        }
    }
    false
}

/// Whether a mark of U+0300 to U+036F cannot be told apart on this base.
fn is_bad_base(base: char, mark: char) -> bool {
    // ı with an accent is í to the eye.
    matches!(base, 'ı' | 'ȷ')
        || mark == '\u{307}' && is_dotted(base)
        || !['a', 'α', 'а']
            .iter()
            .any(|&letter| security::share_a_script(base, letter))
}

/// Whether a dot above vanishes in the letter: those with Soft_Dotted and what looks like them.
fn is_dotted(base: char) -> bool {
    let looks = tables::ascii_prototype(base);
    matches!(base, 'ɨ' | 'ɉ') || looks.is_some_and(|looks| looks.ends_with(['i', 'j', 'l']))
}

/// The zeros of the decimal digits that identifiers may have, without those of ASCII.
const ZEROS: [char; 20] = [
    '\u{660}',
    '\u{6F0}',
    '\u{966}',
    '\u{9E6}',
    '\u{A66}',
    '\u{AE6}',
    '\u{B66}',
    '\u{BE6}',
    '\u{C66}',
    '\u{CE6}',
    '\u{D66}',
    '\u{DE6}',
    '\u{E50}',
    '\u{ED0}',
    '\u{F20}',
    '\u{1040}',
    '\u{1090}',
    '\u{17E0}',
    '\u{A9F0}',
    '\u{11DA0}',
];

/// The zero of the number system of a digit.
fn zero(c: char) -> Option<char> {
    if c.is_ascii() {
        return c.is_ascii_digit().then_some('0');
    }
    let after = ZEROS.partition_point(|&zero| zero <= c);
    let zero = *ZEROS.get(after.checked_sub(1)?)?;
    (u32::from(c) - u32::from(zero) < 10).then_some(zero)
}

/// UTS #39 section 5.3: digits of two systems.
fn has_two_number_systems(label: &str) -> bool {
    let mut zeros = label.chars().filter_map(zero);
    let first = zeros.next();
    zeros.any(|zero| Some(zero) != first)
}

/// A sign outside the place where its language has it.
fn has_misplaced_sign(label: &str, home: &Home<'_>) -> bool {
    let mut before = None;
    let mut rest = label.chars();
    while let Some(c) = rest.next() {
        let after = rest.clone().next();
        let is_misplaced = match c {
            // A dot between letters: only l·l of Catalan (RFC 5892 appendix A.3).
            '·' => !(home.is_catalan() && before == Some('l') && after == Some('l')),
            // Nothing to see, where no reader knows what it does to its neighbours.
            '\u{200C}' | '\u{200D}' => !home.joins(label),
            // Apostrophes.
            'ʻ' | 'ʼ' => true,
            // Between Latin letters this is a dot too.
            '・' => before.is_some_and(is_latin) || after.is_some_and(is_latin),
            // A hyphen or the digit one, if no kana is prolonged.
            'ー' => !before.is_some_and(|c| is_hiragana(c) || is_katakana(c)),
            'ヽ' | 'ヾ' => !before.is_some_and(is_katakana),
            _ if is_slash(c) => {
                let is_other = |c| !is_japanese(c);
                before.is_some_and(is_other) && after.is_some_and(is_other)
            }
            _ => false,
        };
        if is_misplaced {
            return true;
        }
        before = Some(c);
    }
    false
}

/// へ, べ or ぺ inside a word of katakana, or ヘ, ベ or ペ inside one of hiragana: they look the same.
fn has_swapped_kana(label: &str) -> bool {
    let is_inside = |twin: fn(char) -> bool, kana: fn(char) -> bool| {
        let others = |c| kana(c) || c == '・';
        let ends = [label.chars().next(), label.chars().next_back()];
        label.contains(twin)
            && label.chars().all(|c| twin(c) || others(c))
            && ends.iter().flatten().all(|&c| others(c))
    };
    is_inside(|c| matches!(c, 'へ'..='ぺ'), is_katakana)
        || is_inside(|c| matches!(c, 'ヘ'..='ペ'), is_hiragana)
}

/// Strokes in a word of Latin letters, with no other letter of Chinese or Japanese.
fn has_strokes_for_letters(label: &str) -> bool {
    let mut others = label.chars().filter(|&c| !is_stroke(c));
    others.all(|c| c.is_ascii() || is_latin(c)) && label.contains(is_latin)
}

fn is_latin(c: char) -> bool {
    security::share_a_script(c, 'a')
}

fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309F}' | 'ー')
}

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}')
}

fn is_japanese(c: char) -> bool {
    is_hiragana(c) || is_katakana(c) || security::share_a_script(c, '中')
}

#[cfg(all(test, feature = "idna"))]
mod tests {
    use icu_properties::CodePointMapData;
    use icu_properties::props::GeneralCategory;

    use super::{is_dotted, zero};
    use crate::names::security::is_allowed;

    /// The zeros are those of all decimal digits that a host may have.
    #[test]
    fn every_digit_has_a_zero() {
        let category = CodePointMapData::<GeneralCategory>::new();
        for c in '\0'..=char::MAX {
            let is_digit = category.get(c) == GeneralCategory::DecimalNumber;
            if is_allowed(c) {
                assert_eq!(zero(c).is_some(), is_digit, "U+{:04X}", u32::from(c));
            }
        }
    }

    /// Soft_Dotted is among the letters whose dot hides another.
    #[test]
    fn soft_dotted_letters_are_dotted() {
        use icu_properties::CodePointSetData;
        use icu_properties::props::SoftDotted;
        let soft = CodePointSetData::new::<SoftDotted>();
        for c in ('\0'..=char::MAX).filter(|&c| soft.contains(c) && is_allowed(c)) {
            let base = super::DecomposingNormalizerBorrowed::new_nfd()
                .normalize_iter(core::iter::once(c))
                .next();
            assert!(base.is_some_and(is_dotted), "U+{:04X}", u32::from(c));
        }
    }
}
