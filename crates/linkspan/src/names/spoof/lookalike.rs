//! Labels that a reader cannot tell from others, although they do not mix scripts.
//!
//! UTS #39 sections 5.3 and 5.4 require some of this: no digits of two systems, no repeated mark,
//! no mark that its letter hides. The other checks cover labels that both Chromium and Firefox
//! refuse to show: accents on dotless letters, and signs of one language in words of another.

use super::security;
use super::tld_languages::{self, TldLanguages};
use crate::names::idna::{mapping, punycode};
use crate::tables::{self, host_class};

/// Whether a Unicode label under a top-level domain with these languages can be mistaken for
/// another.
pub(crate) fn is_lookalike(label: &str, languages: &TldLanguages<'_>) -> bool {
    // Most labels contain nothing that any rule applies to.
    let has = Suspects::in_label(label);
    has.marks && has_misplaced_mark(label)
        || has.digits && has_two_number_systems(label)
        || has.signs && has_misplaced_sign(label, languages)
        || has.twins && has_swapped_kana(label)
        || has.strokes && has_strokes_for_letters(label)
        || has.letters && languages.has_foreign_letter(label)
}

/// The characters of a label that the rules apply to.
#[derive(Default)]
struct Suspects {
    marks: bool,
    /// Non-ASCII digits, and any other characters that are neither letters nor marks.
    digits: bool,
    signs: bool,
    /// へ, ヘ and the letters derived from them.
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
                    has.letters |= tld_languages::is_local(c);
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

/// Characters that look like slashes and backslashes to readers of other scripts.
fn is_slash(c: char) -> bool {
    matches!(c, 'ノ' | 'ソ' | 'ゾ' | 'ン' | '丶' | '丿' | '乀' | '乁')
}

/// Ideographs and Bopomofo with few strokes, which resemble l, T, O, t and others.
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

/// Whether a label remained an A-label because it decodes to symbols, which no host in text
/// contains: some of them look like the punctuation of a URL.
pub(crate) fn hides_symbols(shown: &str) -> bool {
    cfg!(feature = "idna") && punycode::a_label(shown).is_some()
}

/// Whether a mark is hard to see: on a letter that already has it, on a letter without its dot,
/// repeated, or on a letter of a script that does not use it.
fn has_misplaced_mark(label: &str) -> bool {
    let mut base = None;
    // The last marks after the base. Longer sequences are not remembered in full.
    let mut row = ['\0'; 8];
    for (at, c) in label.chars().flat_map(mapping::decompose).enumerate() {
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

/// Whether a mark in U+0300 to U+036F is indistinguishable on this base.
fn is_bad_base(base: char, mark: char) -> bool {
    // ı with an accent looks like í.
    matches!(base, 'ı' | 'ȷ')
        || mark == '\u{307}' && is_dotted(base)
        || !['a', 'α', 'а']
            .iter()
            .any(|&letter| security::share_a_script(base, letter))
}

/// Whether a dot above disappears on the letter: those with Soft_Dotted, and those that look like
/// them.
fn is_dotted(base: char) -> bool {
    let looks = tables::ascii_prototype(base);
    matches!(base, 'ɨ' | 'ɉ') || looks.is_some_and(|looks| looks.ends_with(['i', 'j', 'l']))
}

/// The zeros of the decimal digits that identifiers may contain, without those of ASCII.
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

/// Whether a sign is outside the context in which its language uses it.
fn has_misplaced_sign(label: &str, languages: &TldLanguages<'_>) -> bool {
    let mut before = None;
    let mut rest = label.chars();
    while let Some(c) = rest.next() {
        let after = rest.clone().next();
        let is_misplaced = match c {
            // A dot between letters: only allowed in Catalan l·l (RFC 5892 appendix A.3).
            '·' => !(languages.is_catalan() && before == Some('l') && after == Some('l')),
            // Invisible, and readers here do not know its effect on its neighbors.
            '\u{200C}' | '\u{200D}' => !languages.joins(label),
            // Apostrophes.
            'ʻ' | 'ʼ' => true,
            // Between Latin letters, this is a dot as well.
            '・' => before.is_some_and(is_latin) || after.is_some_and(is_latin),
            // Looks like a hyphen or the digit one, unless it prolongs kana.
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

/// へ, べ or ぺ inside a katakana word, or ヘ, ベ or ペ inside a hiragana word: they look the same.
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

/// Strokes in a word of Latin letters, without other Chinese or Japanese letters.
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
    use crate::names::spoof::security::is_allowed;

    /// The zeros are those of all decimal digits that a host may contain.
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
            let base = super::mapping::decompose(c).next();
            assert!(base.is_some_and(is_dotted), "U+{:04X}", u32::from(c));
        }
    }
}
