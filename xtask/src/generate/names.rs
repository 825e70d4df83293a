//! The table of names: for each character everything that a host name asks of it.

use std::collections::{BTreeMap, BTreeSet};

use icu_normalizer::properties::{
    CanonicalCombiningClassMapBorrowed, CanonicalDecompositionBorrowed, Decomposed,
};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, JoiningType};
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;

use super::classes::{BidiClass, HostClass};
use super::mapping::{Mapping, composes_back};
use super::release::{Release, pinned};
use super::{emit, properties};

/// The parts of a fact, from the lowest bit on: their names, their sizes in bits, and what the
/// generated file says of them.
const PARTS: [(&str, u32, &str); 10] = [
    (
        "ALLOWED",
        1,
        "Identifier_Status=Allowed (UTS #39 section 3.1)",
    ),
    (
        "SCRIPTS",
        10,
        "Script_Extensions: [`NO_SCRIPT`], [`ALL_SCRIPTS`], or a position in [`SCRIPT_SETS`] plus [`ONE_SCRIPT`]",
    ),
    ("MARK", 1, "General_Category=M"),
    (
        "ORDER",
        6,
        "Canonical_Combining_Class, as its rank among those that occur",
    ),
    (
        "BACK",
        1,
        "Normalization combines the character with one before it (NFC_Quick_Check=Maybe)",
    ),
    ("APART", 1, "The character has a canonical decomposition"),
    (
        "JOINING",
        3,
        "Joining_Type: [`JOINS_BEFORE`], [`JOINS_AFTER`] or both, or [`TRANSPARENT`]",
    ),
    (
        "RIGHT",
        1,
        "Bidi_Class R or AL, of the characters of calm names",
    ),
    (
        "IMITATES",
        1,
        "The character alone looks like ASCII (UTS #39 section 4), or like a small capital",
    ),
    (
        "SUSPECT",
        1,
        "A rule about lookalikes asks for the characters around it",
    ),
];

const JOINS_BEFORE: u32 = 1;
const JOINS_AFTER: u32 = 2;
const TRANSPARENT: u32 = 4;

/// Characters that the rules for lookalikes look at, apart from digits, diacritics and what is no
/// letter; `spoof/lookalike.rs` of the library says why.
const SIGNS: &str = "·ʻʼ・ーヽヾノソゾン丶丿乀乁へべぺヘベペ一丁七丅丆丨丩丫乂乚乛〇十口工讠ㄈㄒㄚㄟㄧㄨㄩþðəƒɣɩʋæœı";

/// Cyrillic letters whose prototypes are small capitals, which few fonts tell from k, t and b.
const SMALL_CAPITALS: &str = "ктьк";

/// The source of `tables/names.rs`.
pub(crate) fn source() -> String {
    let release = Release::current();
    let header = emit::header(
        "What host names ask of each character; `tables/mod.rs` reads it as a `Fact`.",
        &format!(
            "Unicode {release} data of `icu_properties` {icu}, `icu_normalizer` {icu},\n\
             //! `unicode-security` {} and `unicode-script` {}",
            pinned("unicode-security"),
            pinned("unicode-script"),
            icu = release.icu,
        ),
    );
    let scripts = Scripts::new();
    let orders = Orders::new();
    let value = |c: char| fact(c, &scripts, &orders);
    // Calm facts first, because the trie has bytes.
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    let mut facts = vec![0];
    let mut add = |fact: u32| {
        numbers.entry(fact).or_insert_with(|| {
            facts.push(fact);
            narrow::<u32>(facts.len() - 1)
        });
    };
    let near = ('\0'..=char::MAX).filter(|&c| is_near(c));
    near.for_each(|c| add(value(c)));
    ('\0'..=char::MAX).for_each(|c| add(value(c)));
    let trie = emit::byte_trie(
        "NEAR",
        "The number of the fact of the characters of most names, in [`FACTS`]; 0 for all others",
        |c| match is_near(c) {
            true => {
                u8::try_from(numbers[&value(c)]).expect("more than 255 calm facts: widen the trie")
            }
            false => 0,
        },
    );
    let mut last = 0;
    let runs = emit::runs(
        "FAR",
        "The number of the fact of all other characters",
        |c| {
            if !is_near(c) {
                last = numbers[&value(c)];
            }
            last
        },
    );
    let sets = emit::bytes(
        "SCRIPT_SETS",
        "The number of each script; then sets of several: how many, and their numbers",
        &scripts.sets,
    );
    let mut parts = String::new();
    let mut shift = 0;
    for (name, bits, doc) in PARTS {
        parts += &format!(
            "/// {doc}.\npub(crate) const {name}: Part = Part {{ shift: {shift}, bits: {bits} }};\n\n"
        );
        shift += bits;
    }
    assert!(shift <= 32, "widen the facts");
    let script = |code| scripts.number(code);
    format!(
        "{header}use super::fact::Part;\nuse super::runs::Runs;\n\n{parts}\
         /// In [`JOINING`]: the character joins one before it.\npub(crate) const JOINS_BEFORE: u32 = {JOINS_BEFORE};\n\n\
         /// In [`JOINING`]: the character joins one after it.\npub(crate) const JOINS_AFTER: u32 = {JOINS_AFTER};\n\n\
         /// In [`JOINING`]: the characters around it join.\npub(crate) const TRANSPARENT: u32 = {TRANSPARENT};\n\n\
         /// In [`ORDER`]: Canonical_Combining_Class=Virama.\npub(crate) const VIRAMA: u32 = {};\n\n\
         /// In [`SCRIPTS`]: an unassigned code point, which has no script.\npub(crate) const NO_SCRIPT: u32 = {NO_SCRIPT};\n\n\
         /// In [`SCRIPTS`]: Common and Inherited characters, which have every script.\npub(crate) const ALL_SCRIPTS: u32 = {ALL_SCRIPTS};\n\n\
         /// In [`SCRIPTS`]: all others have a position in [`SCRIPT_SETS`], plus this.\npub(crate) const ONE_SCRIPT: u32 = {ONE_SCRIPT};\n\n\
         /// How many scripts there are. Their numbers are in the order of the codes of ISO 15924.\n\
         pub(crate) const SCRIPT_COUNT: u8 = {};\n\n\
         pub(crate) const BOPOMOFO: u8 = {};\n\
         pub(crate) const HAN: u8 = {};\n\
         pub(crate) const HANGUL: u8 = {};\n\
         pub(crate) const HIRAGANA: u8 = {};\n\
         pub(crate) const KATAKANA: u8 = {};\n\
         pub(crate) const LATIN: u8 = {};\n\n\
         {sets}\n{}\n{trie}\n{runs}",
        orders.rank(9),
        scripts.codes.len(),
        script("Bopo"),
        script("Hani"),
        script("Hang"),
        script("Hira"),
        script("Kana"),
        script("Latn"),
        emit::words("FACTS", "The facts that occur", &facts),
    )
}

/// Everything that names ask of `c`. Normalization and the rules of labels see only what UTS #46 keeps,
/// and rules about lookalikes in calm names only what can be in those.
fn fact(c: char, scripts: &Scripts, orders: &Orders) -> u32 {
    let is_kept = Mapping::of(c) == Mapping::Valid;
    let is_near = is_near(c);
    let mut shape = skeleton(c.encode_utf8(&mut [0; 4])).collect::<String>();
    if SMALL_CAPITALS.contains(c) {
        shape.clear();
    }
    let values = [
        u32::from(c.identifier_allowed()),
        scripts.value(c),
        u32::from(is_kept && is_mark(c)),
        match is_kept {
            true => orders.rank(CanonicalCombiningClassMapBorrowed::new().get_u8(c)),
            false => 0,
        },
        u32::from(is_kept && composes_back(c)),
        u32::from(
            is_near && CanonicalDecompositionBorrowed::new().decompose(c) != Decomposed::Default,
        ),
        if is_kept { joining(c) } else { 0 },
        u32::from(is_near && is_right_to_left(c)),
        u32::from(is_near && shape.is_ascii()),
        u32::from(is_near && is_suspect(c)),
    ];
    let mut fact = 0;
    let mut shift = 0;
    for ((name, bits, _), value) in PARTS.into_iter().zip(values) {
        assert!(value < 1 << bits, "widen {name}");
        fact |= value << shift;
        shift += bits;
    }
    fact
}

/// Whether a name of such characters may be accepted without a second look.
fn is_near(c: char) -> bool {
    let class = properties::host(c);
    let is_kept = matches!(
        class,
        HostClass::Letter | HostClass::Mark | HostClass::Hyphen
    ) || c.is_ascii_digit();
    is_kept && c <= '\u{FFFF}' && c.identifier_allowed()
}

fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

fn is_suspect(c: char) -> bool {
    let class = properties::host(c);
    let is_word = matches!(class, HostClass::Letter | HostClass::Mark);
    !c.is_ascii() && (!is_word || matches!(c, '\u{300}'..='\u{36F}') || SIGNS.contains(c))
}

fn is_right_to_left(c: char) -> bool {
    matches!(
        properties::bidi_class(c),
        BidiClass::RightToLeft | BidiClass::ArabicLetter
    )
}

fn joining(c: char) -> u32 {
    match CodePointMapData::<JoiningType>::new().get(c) {
        JoiningType::RightJoining => JOINS_BEFORE,
        JoiningType::LeftJoining => JOINS_AFTER,
        JoiningType::DualJoining => JOINS_BEFORE | JOINS_AFTER,
        JoiningType::Transparent => TRANSPARENT,
        _ => 0,
    }
}

/// The values of Canonical_Combining_Class that occur, in order.
struct Orders(Vec<u8>);

impl Orders {
    fn new() -> Self {
        let orders = CanonicalCombiningClassMapBorrowed::new();
        let all: BTreeSet<u8> = ('\0'..=char::MAX).map(|c| orders.get_u8(c)).collect();
        Self(all.into_iter().collect())
    }

    fn rank(&self, order: u8) -> u32 {
        narrow(self.0.binary_search(&order).expect("a class that occurs"))
    }
}

const NO_SCRIPT: u32 = 0;
const ALL_SCRIPTS: u32 = 1;
const ONE_SCRIPT: u32 = 2;

/// The scripts that occur and the sets of several of them.
struct Scripts {
    codes: Vec<&'static str>,
    sets: Vec<u8>,
    /// Where each set of several scripts begins in `sets`.
    at: BTreeMap<Vec<u8>, u32>,
}

impl Scripts {
    fn new() -> Self {
        let all: BTreeSet<&str> = ('\0'..=char::MAX).flat_map(extensions).collect();
        let codes: Vec<&str> = all.into_iter().collect();
        let count: u8 = narrow(codes.len());
        let mut scripts = Self {
            codes,
            sets: (0..count).collect(),
            at: BTreeMap::new(),
        };
        for c in '\0'..=char::MAX {
            let numbers = scripts.numbers(c);
            if numbers.len() > 1 && !scripts.at.contains_key(&numbers) {
                let at = narrow(scripts.sets.len());
                scripts.sets.push(narrow(numbers.len()));
                scripts.sets.extend(&numbers);
                scripts.at.insert(numbers, at);
            }
        }
        scripts
    }

    fn number(&self, code: &str) -> u8 {
        let at = self.codes.binary_search(&code);
        narrow(at.expect("a script that occurs"))
    }

    fn numbers(&self, c: char) -> Vec<u8> {
        let mut numbers: Vec<u8> = extensions(c).map(|code| self.number(code)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn value(&self, c: char) -> u32 {
        if is_in_all(c) {
            return ALL_SCRIPTS;
        }
        match self.numbers(c).as_slice() {
            [] => NO_SCRIPT,
            [one] => ONE_SCRIPT + u32::from(*one),
            several => ONE_SCRIPT + self.at[several],
        }
    }
}

fn is_in_all(c: char) -> bool {
    let extensions = c.script_extension();
    extensions.is_common() || extensions.is_inherited()
}

/// The codes of the scripts of `c`; none if it is Common, Inherited or unassigned.
fn extensions(c: char) -> impl Iterator<Item = &'static str> {
    let scripts = (!is_in_all(c)).then(|| c.script_extension().iter());
    scripts.into_iter().flatten().map(Script::short_name)
}

pub(super) fn narrow<N: TryFrom<usize>>(number: usize) -> N {
    let narrow = N::try_from(number).ok();
    narrow.expect("a number that fits in its part of the table")
}
