//! The parts of UTS #39 that names need: identifier status, script sets, restriction levels,
//! skeletons.
//!
//! All character data comes from one generated table. Each function takes time linear in the
//! string.

use alloc::string::String;
use core::iter::repeat_n;
use core::mem;

use crate::tables::names::{BOPOMOFO, HAN, HANGUL, HIRAGANA, KATAKANA, LATIN, SCRIPT_COUNT};
use crate::tables::{self, Fact};

/// Whether `c` has Identifier_Status=Allowed (section 3.1).
#[cfg(test)]
pub(crate) fn is_allowed(c: char) -> bool {
    Fact::of(c).is_allowed()
}

/// Whether a label contains only characters that names may contain: those with
/// Identifier_Status=Allowed, and those that `is_local` accepts.
///
/// Bopomofo is accepted although it is restricted, because Highly Restrictive (section 5.2)
/// includes it. The voicing marks of kana are accepted on kana, for Ainu (`ト゚`).
pub(crate) fn is_allowed_name(label: &str, is_local: impl Fn(char) -> bool) -> bool {
    let mut before = None;
    label.chars().all(|c| {
        let base = before.replace(c);
        Fact::of(c).is_allowed()
            || match c {
                '\u{3105}'..='\u{312F}' => true,
                '\u{3099}' | '\u{309A}' => base
                    .is_some_and(|base| share_a_script(base, 'か') || share_a_script(base, 'カ')),
                _ => is_local(c),
            }
    })
}

/// The writing systems that combine scripts (section 5.1): Han with Bopomofo, Japanese and Korean.
/// They count as scripts.
const HANB: u8 = SCRIPT_COUNT;
const JPAN: u8 = SCRIPT_COUNT + 1;
const KORE: u8 = SCRIPT_COUNT + 2;

/// An augmented script set (section 5.1), with one bit for each script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScriptSet([u64; 3]);

const _: () = assert!(KORE < 192, "a script set needs more bits");

impl ScriptSet {
    const ALL: Self = Self([u64::MAX; 3]);
    pub(crate) const NONE: Self = Self([0; 3]);

    /// The resolved script set of a string (section 5.1): the scripts common to all its characters.
    pub(crate) fn resolved(text: &str) -> Self {
        Scripts::of(text).all
    }

    /// The augmented script set of a character (section 5.1).
    fn augmented(c: Fact) -> Self {
        let Some(scripts) = c.scripts() else {
            return Self::ALL;
        };
        let mut set = Self::NONE;
        for &script in scripts {
            let systems: &[u8] = match script {
                HAN => &[HANB, JPAN, KORE],
                HIRAGANA | KATAKANA => &[JPAN],
                HANGUL => &[KORE],
                BOPOMOFO => &[HANB],
                _ => &[],
            };
            set.insert(script);
            systems.iter().for_each(|&system| set.insert(system));
        }
        set
    }

    pub(crate) fn intersection(self, other: Self) -> Self {
        let Self([a, b, c]) = self;
        let Self([d, e, f]) = other;
        Self([a & d, b & e, c & f])
    }

    pub(crate) fn union(self, other: Self) -> Self {
        let Self([a, b, c]) = self;
        let Self([d, e, f]) = other;
        Self([a | d, b | e, c | f])
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    fn contains(self, script: u8) -> bool {
        let word = self.0.get(usize::from(script >> 6));
        word.is_some_and(|word| word >> (script & 63) & 1 != 0)
    }

    fn insert(&mut self, script: u8) {
        if let Some(word) = self.0.get_mut(usize::from(script >> 6)) {
            *word |= 1 << (script & 63);
        }
    }
}

/// The scripts of a string, computed in one pass.
#[derive(Clone, Copy)]
pub(crate) struct Scripts {
    /// The scripts common to all characters.
    all: ScriptSet,
    /// The scripts common to all characters that are not Latin.
    not_latin: ScriptSet,
}

impl Scripts {
    /// The scripts of an empty string.
    pub(crate) const NONE: Self = Self {
        all: ScriptSet::ALL,
        not_latin: ScriptSet::ALL,
    };

    pub(crate) fn of(text: &str) -> Self {
        let mut scripts = Self::NONE;
        let mut last = None;
        for c in text.chars() {
            scripts.meet(Fact::of(c), &mut last);
        }
        scripts
    }

    /// Adds a character. `last` is the one before it: one with the same scripts changes nothing.
    #[inline]
    pub(crate) fn meet(&mut self, fact: Fact, last: &mut Option<Fact>) {
        let before = last.replace(fact);
        if before.is_some_and(|before| before.has_scripts_of(fact)) {
            return;
        }
        let set = ScriptSet::augmented(fact);
        self.all = self.all.intersection(set);
        if !set.contains(LATIN) {
            self.not_latin = self.not_latin.intersection(set);
        }
    }

    /// Whether the string is single-script (section 5.1): one writing system covers all its
    /// characters.
    pub(crate) fn are_single(self) -> bool {
        !self.all.is_empty()
    }

    /// Whether the scripts satisfy the restriction level Highly Restrictive or a stricter one
    /// (section 5.2).
    ///
    /// The level also requires that all characters are [allowed](is_allowed_name).
    pub(crate) fn are_restricted(self) -> bool {
        // Single Script, which includes ASCII-Only, as ASCII is Latin and Common. Otherwise covered
        // by Latin with Han and Bopomofo, with Japanese or with Korean.
        self.are_single()
            || [HANB, JPAN, KORE]
                .iter()
                .any(|&system| self.not_latin.contains(system))
    }
}

/// Whether a string is single-script (section 5.1): one writing system covers all its characters.
pub(crate) fn is_single_script(text: &str) -> bool {
    Scripts::of(text).are_single()
}

/// Whether two characters have a script in common. Digits and other Common characters have no
/// script.
pub(crate) fn share_a_script(a: char, b: char) -> bool {
    let [a, b] = [a, b].map(|c| Fact::of(c).scripts().unwrap_or_default());
    a.iter().any(|script| b.contains(script))
}

/// The skeleton of a string (section 4, `internalSkeleton`), if it is ASCII.
///
/// Strings with equal skeletons are confusable. An ASCII string can have a different skeleton (`rn`
/// for `m`, `l` for `1`), or one that is not ASCII (that of `%`).
pub(crate) fn ascii_skeleton(text: &str) -> Option<String> {
    let mut skeleton = String::new();
    // The table contains the decomposed skeleton of each single character. NFD also reorders marks:
    // among those in the table it only moves U+1D16D (class 226) after each U+1BF3 (class 9).
    let mut dots = 0;
    for c in text.chars() {
        let prototype = tables::ascii_prototype(c)?;
        if c == '\u{1D16D}' {
            dots += 1;
            continue;
        }
        if c != '\u{1BF3}' {
            skeleton.extend(repeat_n('.', mem::take(&mut dots)));
        }
        skeleton.push_str(prototype);
    }
    skeleton.extend(repeat_n('.', dots));
    Some(skeleton)
}

/// Compares with the crate `unicode-security`.
#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::string::String;
    use std::vec::Vec;

    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;
    use unicode_security::confusable_detection::skeleton;
    use unicode_security::mixed_script::AugmentedScriptSet;
    use unicode_security::{
        GeneralSecurityProfile, MixedScript, RestrictionLevel, RestrictionLevelDetection,
    };

    use super::{
        Fact, HANB, JPAN, KORE, LATIN, SCRIPT_COUNT, ScriptSet, Scripts, ascii_skeleton,
        is_allowed, is_single_script,
    };

    fn skeleton_if_ascii(text: &str) -> Option<String> {
        let skeleton: String = skeleton(text).collect();
        skeleton.is_ascii().then_some(skeleton)
    }

    #[test]
    fn identifier_status_is_that_of_the_crate() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_allowed(c), c.identifier_allowed(), "{c:?}");
        }
    }

    #[test]
    fn skeletons_of_characters_are_those_of_the_crate() {
        for c in '\0'..=char::MAX {
            let text = String::from(c);
            assert_eq!(ascii_skeleton(&text), skeleton_if_ascii(&text), "{c:?}");
        }
    }

    /// Each script of the crate has a number here, and the sets of all characters have the same
    /// members. Therefore all intersections of sets do too.
    #[test]
    fn script_sets_are_those_of_the_crate() {
        let mut numbers: BTreeMap<&str, u8> = BTreeMap::new();
        for c in '\0'..=char::MAX {
            let set = AugmentedScriptSet::for_char(c);
            if !set.is_all() && set.base.len() == 1 {
                let script = set.base.iter().next().unwrap();
                let number = Fact::of(c).scripts().and_then(|scripts| scripts.first());
                numbers.insert(script.short_name(), *number.unwrap());
            }
        }
        assert_eq!(numbers.len(), usize::from(SCRIPT_COUNT));
        let all: BTreeSet<u8> = numbers.values().copied().collect();
        assert!(all.into_iter().eq(0..SCRIPT_COUNT));
        assert_eq!(numbers["Latn"], LATIN);
        for c in '\0'..=char::MAX {
            let set = AugmentedScriptSet::for_char(c);
            let own = ScriptSet::augmented(Fact::of(c));
            assert_eq!(own == ScriptSet::ALL, set.is_all(), "{c:?}");
            let systems = [(HANB, set.hanb), (JPAN, set.jpan), (KORE, set.kore)];
            for (system, expected) in systems {
                assert_eq!(own.contains(system), expected, "{c:?}");
            }
            if !set.is_all() {
                let mut expected: Vec<u8> = set
                    .base
                    .iter()
                    .map(|script| numbers[script.short_name()])
                    .collect();
                expected.sort_unstable();
                let members = (0..SCRIPT_COUNT).filter(|&script| own.contains(script));
                assert!(members.eq(expected), "{c:?}");
            }
        }
    }

    /// Characters of many scripts: precomposed, combining, confusable, invisible, unassigned.
    const MANY: &str = "aem1l0-_%|éüạ\u{301}\u{323}аорсухіѕԁӏйґαονρΙ\u{627}\u{647}\u{660}\u{6F1}\
        \u{5D5}\u{5E1}\u{5B7}दव\u{93C}\u{94D}ংব๐กລខက가한\u{1100}\u{1161}ㄱㄅㄧひがカパー々〆中一丨二ニ\
        ＡｂⅰⅫ№ﬃ⒜𝐚𝟎𝗆Ꭰꓐᥱⲟⵏ\u{7CA}༌ഠඅ૦੦೦౦௦·・、ʼ’\u{200C}\u{200D}\u{34F}\u{AD}\u{FE0F}\
        \u{1BF3}\u{1D16D}\u{1D165}\u{378}\u{10FFFF}😀";
    /// Confusables of ASCII, and the two marks that NFD moves.
    const LOOKALIKES: &str = "аеoхѕ1m𝐚ⅰ\u{1BF3}\u{1D16D}\u{34F}";
    /// Scripts that Highly Restrictive allows together, and a letter that it does not allow.
    const EAST_ASIAN: &str = "azé1-中文々ひがカーㄅㄆ가한д";

    fn label() -> impl Strategy<Value = String> {
        let one_of = |text: &str| prop::sample::select(text.chars().collect::<Vec<char>>());
        let any = prop_oneof![8 => one_of(MANY), 1 => any::<char>(), 1 => prop::char::range('\u{80}', '\u{33FF}')];
        let few = prop_oneof![
            prop::collection::vec(any, 1..5),
            prop::collection::vec(one_of(LOOKALIKES), 1..5),
            prop::collection::vec(one_of(EAST_ASIAN), 1..5),
        ];
        // Few different characters, so that labels often have a script in common.
        few.prop_flat_map(|few| prop::collection::vec(prop::sample::select(few), 0..8))
            .prop_map(String::from_iter)
    }

    #[test]
    fn judgements_are_those_of_the_crate() {
        let cases = std::env::var("LINKSPAN_ORACLE_CASES").map_or(4_000, |n| n.parse().unwrap());
        let mut runner = TestRunner::new(ProptestConfig::with_cases(cases));
        let result = runner.run(&(label(), label()), |(label, other)| {
            let level = RestrictionLevel::HighlyRestrictive;
            prop_assert_eq!(is_single_script(&label), label.is_single_script());
            prop_assert_eq!(
                label.chars().all(is_allowed) && Scripts::of(&label).are_restricted(),
                label.check_restriction_level(level)
            );
            prop_assert_eq!(ascii_skeleton(&label), skeleton_if_ascii(&label));
            let own = ScriptSet::resolved(&label).intersection(ScriptSet::resolved(&other));
            let mut set = label.resolve_script_set();
            set.intersect_with(other.resolve_script_set());
            prop_assert_eq!(own.is_empty(), set.is_empty());
            Ok(())
        });
        result.unwrap();
    }

    #[test]
    fn confusables_have_the_skeleton_of_what_they_imitate() {
        assert_eq!(ascii_skeleton("раураl").as_deref(), Some("paypal"));
        assert_eq!(ascii_skeleton("\u{1D16D}\u{1BF3}").as_deref(), Some("-."));
        assert_eq!(ascii_skeleton("modern").as_deref(), Some("rnodern"));
        assert_eq!(ascii_skeleton("bücher"), None);
    }
}
