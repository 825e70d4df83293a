//! The property formulas: UTS #58 section 6.1, the host characters of UTS #46 and the lookalikes of
//! UTS #39.

use icu_normalizer::uts46::Uts46MapperBorrowed;
use icu_properties::props::{
    self as icu, Alphabetic, BidiControl, BidiMirroringGlyph, BidiPairedBracketType,
    DefaultIgnorableCodePoint, Deprecated, EastAsianWidth, GeneralCategory, GeneralCategoryGroup,
    HangulSyllableType, JoinControl, LineBreak, Lowercase, NoncharacterCodePoint, Script,
    SentenceTerminal, TerminalPunctuation, Uppercase, WhiteSpace, XidContinue,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;
use unicode_security::general_security_profile::IdentifierType;

use super::classes::{BidiClass, HostClass, LinkTerm, ProseClass};

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Whether the version of the data has this character, or a use for this code point.
pub(crate) fn is_assigned(c: char) -> bool {
    category(c) != GeneralCategory::Unassigned
}

fn is_in(c: char, group: GeneralCategoryGroup) -> bool {
    group.contains(category(c))
}

/// Alphabetic, General_Category=N, Lowercase, Uppercase.
pub(crate) fn letter(c: char) -> [bool; 4] {
    [
        CodePointSetData::new::<Alphabetic>().contains(c),
        is_in(c, GeneralCategoryGroup::Number),
        CodePointSetData::new::<Lowercase>().contains(c),
        CodePointSetData::new::<Uppercase>().contains(c),
    ]
}

/// UTS #58 6.1. The formulas overlap; the published file has Hard over brackets over Soft.
pub(crate) fn link_term(c: char) -> LinkTerm {
    let hard = CodePointSetData::new::<WhiteSpace>().contains(c)
        || CodePointSetData::new::<NoncharacterCodePoint>().contains(c)
        || CodePointSetData::new::<Deprecated>().contains(c)
        || is_in(c, GeneralCategoryGroup::Other) && category(c) != GeneralCategory::Format;
    if hard {
        return LinkTerm::Hard;
    }
    match (bracket_type(c), c) {
        (BidiPairedBracketType::Open, _) | (_, '<') => return LinkTerm::Open,
        (BidiPairedBracketType::Close, _) | (_, '>') => return LinkTerm::Close,
        _ => {}
    }
    let soft = CodePointSetData::new::<TerminalPunctuation>().contains(c)
        || CodePointMapData::<LineBreak>::new().get(c) == LineBreak::Quotation;
    if soft {
        LinkTerm::Soft
    } else {
        LinkTerm::Include
    }
}

fn bracket_type(c: char) -> BidiPairedBracketType {
    CodePointMapData::<BidiMirroringGlyph>::new()
        .get(c)
        .paired_bracket_type
}

/// UTS #58 6.1: the Open character of a character with Link_Term=Close.
pub(crate) fn link_bracket(c: char) -> Option<char> {
    if link_term(c) != LinkTerm::Close {
        return None;
    }
    let open = match c {
        '>' => Some('<'),
        _ => mirror(c),
    };
    Some(open.expect("every closing bracket has a pair"))
}

/// UTS #58 6.1, with the full stop that the published file has and the text omits.
pub(crate) fn is_link_email(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || "_-!?'{}*/&#%`^+=|~$.".contains(c)
    } else {
        CodePointSetData::new::<XidContinue>().contains(c)
    }
}

/// Host characters: valid in UTS #46 without NV8 and XV8, and mapped letters, marks and digits
/// whose mapping is valid; never a Link_Term=Hard character.
pub(crate) fn host(c: char) -> HostClass {
    if c.is_ascii() {
        return match c {
            '-' => HostClass::Hyphen,
            '_' => HostClass::Underscore,
            '.' => HostClass::Dot,
            'a'..='z' => HostClass::Letter,
            'A'..='Z' => HostClass::MappedLetter,
            '0'..='9' => HostClass::Other,
            _ => HostClass::Outside,
        };
    }
    match c {
        '\u{FF0E}' => return HostClass::Dot,
        '\u{3002}' | '\u{FF61}' => return HostClass::Stop,
        _ => {}
    }
    if link_term(c) == LinkTerm::Hard {
        return HostClass::Outside;
    }
    let mapper = Uts46MapperBorrowed::new();
    let mapped: Vec<char> = mapper.map_normalize(std::iter::once(c)).collect();
    if mapped.is_empty() {
        // "Ignored" characters vanish from a name and so join the characters around them. A zero
        // width space is a word boundary to the people who type it.
        return if c == '\u{200B}' {
            HostClass::Outside
        } else {
            HostClass::Joiner
        };
    }
    let letter = is_in(c, GeneralCategoryGroup::Letter);
    let mark = is_in(c, GeneralCategoryGroup::Mark);
    if mapped == [c] {
        return if !is_idna2008(c) {
            HostClass::Symbol
        } else if letter {
            HostClass::Letter
        } else if mark {
            HostClass::Mark
        } else {
            HostClass::Other
        };
    }
    let to_host = mapped
        .iter()
        .all(|&m| m.is_ascii_lowercase() || m.is_ascii_digit() || !m.is_ascii() && is_idna2008(m));
    if !to_host {
        HostClass::Outside
    } else if letter {
        HostClass::MappedLetter
    } else if mark {
        HostClass::MappedMark
    } else if category(c) == GeneralCategory::DecimalNumber {
        HostClass::MappedOther
    } else {
        HostClass::Outside
    }
}

/// RFC 5892 section 3: PVALID, CONTEXTJ or CONTEXTO, for characters that UTS #46 maps to
/// themselves (which makes them stable under normalisation and case folding). What fails this is
/// marked NV8 or XV8 in the UTS #46 data.
fn is_idna2008(c: char) -> bool {
    let exception_valid = matches!(
        c,
        '\u{DF}' | '\u{3C2}' | '\u{6FD}' | '\u{6FE}' | '\u{F0B}' | '\u{3007}'
    );
    let contexto = matches!(
        c,
        '\u{B7}' | '\u{375}' | '\u{5F3}' | '\u{5F4}' | '\u{30FB}' | '\u{660}'..='\u{669}' | '\u{6F0}'..='\u{6F9}'
    );
    let contextj = CodePointSetData::new::<JoinControl>().contains(c);
    if exception_valid || contexto || contextj {
        return true;
    }
    let exception_disallowed = matches!(
        c,
        '\u{640}' | '\u{7FA}' | '\u{302E}' | '\u{302F}' | '\u{3031}'..='\u{3035}' | '\u{303B}'
    );
    let old_jamo = matches!(
        CodePointMapData::<HangulSyllableType>::new().get(c),
        HangulSyllableType::LeadingJamo
            | HangulSyllableType::VowelJamo
            | HangulSyllableType::TrailingJamo
    );
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || matches!(c, '\u{20D0}'..='\u{20FF}' | '\u{1D100}'..='\u{1D1FF}' | '\u{1D200}'..='\u{1D24F}');
    let letter_digit = matches!(
        category(c),
        GeneralCategory::LowercaseLetter
            | GeneralCategory::UppercaseLetter
            | GeneralCategory::OtherLetter
            | GeneralCategory::ModifierLetter
            | GeneralCategory::DecimalNumber
            | GeneralCategory::NonspacingMark
            | GeneralCategory::SpacingMark
    );
    letter_digit && !exception_disallowed && !old_jamo && !ignorable
}

/// What the rules for prose look at: Script, Line_Break, Sentence_Terminal and East_Asian_Width.
pub(crate) fn prose(c: char) -> ProseClass {
    if CodePointSetData::new::<BidiControl>().contains(c) {
        return ProseClass::BidiControl;
    }
    if is_unseen(c) {
        return ProseClass::Unseen;
    }
    if c.is_ascii() {
        return ProseClass::None;
    }
    let line_break = CodePointMapData::<LineBreak>::new().get(c);
    let is_word = is_in(c, GeneralCategoryGroup::Letter)
        || is_in(c, GeneralCategoryGroup::Mark)
        || category(c) == GeneralCategory::LetterNumber;
    let unspaced = matches!(
        CodePointMapData::<Script>::new().get(c),
        Script::Han
            | Script::Hiragana
            | Script::Katakana
            | Script::Bopomofo
            | Script::Hangul
            | Script::Yi
    ) || line_break == LineBreak::ComplexContext
        || matches!(c, '\u{30FC}' | '\u{FF70}');
    let wide = matches!(
        CodePointMapData::<EastAsianWidth>::new().get(c),
        EastAsianWidth::Wide | EastAsianWidth::Fullwidth
    );
    match link_term(c) {
        // Deprecated letters end links, but not runs: rules look past them.
        LinkTerm::Hard if is_word => ProseClass::NamePart,
        // No rule may look past it.
        LinkTerm::Hard => ProseClass::None,
        // A dot that no sentence ends with.
        LinkTerm::Soft if c == '\u{2024}' => ProseClass::NamePart,
        LinkTerm::Open if wide => ProseClass::Bracket,
        LinkTerm::Soft if line_break == LineBreak::Quotation => ProseClass::Quote,
        LinkTerm::Soft if CodePointSetData::new::<SentenceTerminal>().contains(c) => {
            ProseClass::SentenceEnd
        }
        LinkTerm::Soft if matches!(c, '\u{FF0C}' | '\u{FF1B}' | '\u{FE50}' | '\u{FE54}') => {
            ProseClass::Comma
        }
        LinkTerm::Soft => ProseClass::Pause,
        _ if is_word && unspaced => ProseClass::Unspaced,
        _ if is_name_part(c) => ProseClass::NamePart,
        _ => ProseClass::None,
    }
}

/// Whether a character that no host contains looks like part of one, or is mapped to one by
/// browsers.
fn is_name_part(c: char) -> bool {
    if matches!(
        host(c),
        HostClass::Letter
            | HostClass::MappedLetter
            | HostClass::Mark
            | HostClass::MappedMark
            | HostClass::Other
            | HostClass::MappedOther
            | HostClass::Joiner
    ) {
        return false;
    }
    let mapper = Uts46MapperBorrowed::new();
    let is_ascii_part = |m: char| m.is_ascii_alphanumeric() || matches!(m, '-' | '.');
    is_in(c, GeneralCategoryGroup::Letter)
        || is_in(c, GeneralCategoryGroup::Mark)
        || is_in(c, GeneralCategoryGroup::Number)
        || mapper.map_normalize(std::iter::once(c)).any(is_ascii_part)
}

/// The characters of a structure in the grammar of PRI #185, without its inclusionChars.
pub(crate) fn is_pri185(c: char) -> bool {
    let listed = is_in(c, GeneralCategoryGroup::Letter)
        || is_in(c, GeneralCategoryGroup::Number)
        || is_in(c, GeneralCategoryGroup::Mark)
        || is_in(c, GeneralCategoryGroup::Symbol)
        || matches!(
            category(c),
            GeneralCategory::DashPunctuation
                | GeneralCategory::ConnectorPunctuation
                | GeneralCategory::Format
        );
    // Hard characters stay outside: runs without them can be read separately.
    listed && !matches!(c, '<' | '>') && link_term(c) != LinkTerm::Hard
}

/// Characters that can reorder or hide text: Bidi_Control and Default_Ignorable_Code_Point.
pub(crate) fn is_unseen(c: char) -> bool {
    CodePointSetData::new::<BidiControl>().contains(c)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// Punctuation, symbols and rare letters that can be read as `/ ? # . : @ %`.
///
/// "Rare" is the Identifier_Type of UTS #39. Letters of living scripts, marks and decimal digits
/// stay, however they look: their readers need them.
pub(crate) fn imitates_syntax(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let mut buffer = [0; 4];
    let shape: String = skeleton(c.encode_utf8(&mut buffer)).collect();
    let imitates = ["/", "?", "#", ".", ":", "@", "%"]
        .iter()
        .any(|syntax| shape.chars().eq(skeleton(syntax)));
    if !imitates {
        return false;
    }
    let rare = matches!(
        c.identifier_type(),
        Some(
            IdentifierType::Uncommon_Use
                | IdentifierType::Technical
                | IdentifierType::Obsolete
                | IdentifierType::Exclusion
        )
    );
    let letter_like =
        is_in(c, GeneralCategoryGroup::Letter) || category(c) == GeneralCategory::LetterNumber;
    is_in(c, GeneralCategoryGroup::Punctuation)
        || is_in(c, GeneralCategoryGroup::Symbol)
        || letter_like && rare
}

/// Bidi_Class, with one class for the nine characters of explicit formatting.
pub(crate) fn bidi_class(c: char) -> BidiClass {
    match CodePointMapData::<icu::BidiClass>::new().get(c) {
        icu::BidiClass::LeftToRight => BidiClass::LeftToRight,
        icu::BidiClass::RightToLeft => BidiClass::RightToLeft,
        icu::BidiClass::ArabicLetter => BidiClass::ArabicLetter,
        icu::BidiClass::EuropeanNumber => BidiClass::EuropeanNumber,
        icu::BidiClass::EuropeanSeparator => BidiClass::EuropeanSeparator,
        icu::BidiClass::EuropeanTerminator => BidiClass::EuropeanTerminator,
        icu::BidiClass::ArabicNumber => BidiClass::ArabicNumber,
        icu::BidiClass::CommonSeparator => BidiClass::CommonSeparator,
        icu::BidiClass::NonspacingMark => BidiClass::NonspacingMark,
        icu::BidiClass::BoundaryNeutral => BidiClass::BoundaryNeutral,
        icu::BidiClass::ParagraphSeparator => BidiClass::ParagraphSeparator,
        icu::BidiClass::SegmentSeparator => BidiClass::SegmentSeparator,
        icu::BidiClass::WhiteSpace => BidiClass::WhiteSpace,
        icu::BidiClass::OtherNeutral => BidiClass::OtherNeutral,
        _ => BidiClass::Explicit,
    }
}

/// Bidi_Mirroring_Glyph.
pub(crate) fn mirror(c: char) -> Option<char> {
    CodePointMapData::<BidiMirroringGlyph>::new()
        .get(c)
        .mirroring_glyph
}
