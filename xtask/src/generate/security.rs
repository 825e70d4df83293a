//! The table of UTS #39: Identifier_Status, Script_Extensions and prototypes in ASCII.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;

use super::emit;
use super::release::pinned;

/// The source of `tables/security.rs`.
pub(crate) fn source() -> String {
    // Each crate has tables of its own; `Cargo.toml` pins versions that agree.
    let (major, minor, update) = unicode_normalization::UNICODE_VERSION;
    let version = (major.into(), minor.into(), update.into());
    assert_eq!(version, unicode_script::UNICODE_VERSION, "unicode-script");
    assert_eq!(
        version,
        unicode_security::UNICODE_VERSION,
        "unicode-security"
    );
    let header = emit::header(
        "What UTS #39 says of each character: Identifier_Status, scripts, prototypes in ASCII.",
        &format!(
            "Unicode {major}.{minor} data of `unicode-security` {}, `unicode-script` {} and\n\
             //! `unicode-normalization` {}",
            pinned("unicode-security"),
            pinned("unicode-script"),
            pinned("unicode-normalization"),
        ),
    );
    format!(
        "{header}use super::runs::Runs;\n\n{}\n{}",
        identifiers(),
        prototypes()
    )
}

/// Identifier_Status and Script_Extensions, in one list of runs.
fn identifiers() -> String {
    let scripts = Scripts::new();
    let [bopomofo, han, hangul, hiragana, katakana, latin] =
        ["Bopo", "Hani", "Hang", "Hira", "Kana", "Latn"].map(|script| scripts.number(script));
    let runs = emit::runs(
        "IDENTIFIERS",
        "Identifier_Status and Script_Extensions",
        |c| scripts.value(c) << STATUS_BITS | u32::from(c.identifier_allowed()),
    );
    let members = emit::bytes(
        "SCRIPTS",
        "The number of each script; then sets of several: how many, and their numbers",
        &scripts.sets,
    );
    format!(
        "/// How many scripts there are. Their numbers are in the order of the codes of ISO 15924.\n\
         pub(crate) const SCRIPT_COUNT: u8 = {};\n\n\
         pub(crate) const BOPOMOFO: u8 = {bopomofo};\n\
         pub(crate) const HAN: u8 = {han};\n\
         pub(crate) const HANGUL: u8 = {hangul};\n\
         pub(crate) const HIRAGANA: u8 = {hiragana};\n\
         pub(crate) const KATAKANA: u8 = {katakana};\n\
         pub(crate) const LATIN: u8 = {latin};\n\n\
         /// Identifier_Status=Allowed.\n\
         pub(crate) const ALLOWED: u32 = 1;\n\n\
         /// The bits of Identifier_Status. Script_Extensions is above them.\n\
         pub(crate) const STATUS_BITS: u32 = {STATUS_BITS};\n\n\
         /// Script_Extensions of an unassigned code point: no script.\n\
         pub(crate) const NO_SCRIPT: u32 = {NO_SCRIPT};\n\n\
         /// Script_Extensions of Common and Inherited characters: every script.\n\
         pub(crate) const ALL_SCRIPTS: u32 = {ALL_SCRIPTS};\n\n\
         /// All other Script_Extensions: a position in [`SCRIPTS`], plus `ONE_SCRIPT`.\n\
         pub(crate) const ONE_SCRIPT: u32 = {ONE_SCRIPT};\n\n\
         {runs}\n{members}",
        scripts.codes.len(),
    )
}

/// The parts of a value of the table; the generated file has their documentation.
const STATUS_BITS: u32 = 1;
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

/// Values of prototypes: not ASCII, one character, or a string.
const NOT_ASCII: u32 = 0;
const ONE: u32 = 1;
const STRING: u32 = ONE + 128;

/// The bits of a string's length; its position is above them.
const LENGTH_BITS: u32 = 3;

/// The skeleton of each character, if it is ASCII.
///
/// The skeleton of a string is those of its characters, one after the other: decomposition, removal
/// of Default_Ignorable_Code_Point and prototypes look at one character at a time. Only canonical
/// ordering looks at several; of the characters here it can move [`REORDERED`] and no others.
fn prototypes() -> String {
    let all: BTreeMap<char, String> = ('\0'..=char::MAX)
        .map(|c| (c, skeleton(c.encode_utf8(&mut [0; 4])).collect::<String>()))
        .filter(|(_, skeleton)| skeleton.is_ascii())
        .collect();
    let is_moved = |c: &char| {
        [*c].into_iter()
            .nfd()
            .any(|c| canonical_combining_class(c) != 0)
    };
    let moved: Vec<char> = all.keys().copied().filter(is_moved).collect();
    assert_eq!(
        moved, REORDERED,
        "`ascii_skeleton` has to put these in order"
    );
    let mut several: Vec<&str> = all.values().map(String::as_str).collect();
    several.retain(|prototype| prototype.len() > 1);
    several.sort_by_key(|prototype| (std::cmp::Reverse(prototype.len()), *prototype));
    let mut pool: String = ('\0'..='\x7F').collect();
    for prototype in several {
        assert!(prototype.len() < 1 << LENGTH_BITS, "widen the length");
        if !pool.contains(prototype) {
            pool.push_str(prototype);
        }
    }
    let value = |c: char| {
        let Some(prototype) = all.get(&c) else {
            return NOT_ASCII;
        };
        if let &[one] = prototype.as_bytes() {
            return ONE + (u32::from(one).wrapping_sub(u32::from(c)) & 127);
        }
        let at = pool.find(prototype).expect("in the pool");
        STRING + narrow::<u32>(at << LENGTH_BITS | prototype.len())
    };
    format!(
        "/// The skeleton of this character is not ASCII.\n\
         pub(crate) const NOT_ASCII: u32 = {NOT_ASCII};\n\n\
         /// One ASCII character: the lowest seven bits of its distance from this one, plus `ONE`.\n\
         pub(crate) const ONE: u32 = {ONE};\n\n\
         /// A string: its position in [`STRINGS`], its length in the lowest bits, plus `STRING`.\n\
         pub(crate) const STRING: u32 = {STRING};\n\n\
         /// The bits of the length of a string.\n\
         pub(crate) const LENGTH_BITS: u32 = {LENGTH_BITS};\n\n\
         {}\n\
         /// All ASCII characters, and then the strings of several, which may overlap.\n\
         pub(crate) static STRINGS: &str = \"\\\n{}\";\n",
        emit::runs("PROTOTYPES", "The skeleton in ASCII", value),
        wrapped(&pool),
    )
}

/// The characters with a skeleton in ASCII that are marks or decompose to some. `ascii_skeleton` of
/// the library knows them.
const REORDERED: [char; 2] = ['\u{1BF3}', '\u{1D16D}'];

fn narrow<N: TryFrom<usize>>(number: usize) -> N {
    let narrow = N::try_from(number).ok();
    narrow.expect("a number that fits in its part of the table")
}

/// The inside of a string literal, in lines.
fn wrapped(text: &str) -> String {
    let mut out = String::from("    ");
    for (at, c) in text.chars().enumerate() {
        if at > 0 && at % 90 == 0 {
            out.push_str("\\\n    ");
        }
        // A line would lose a space at its start.
        match c {
            ' ' => out.push_str("\\x20"),
            c => out.extend(c.escape_default()),
        }
    }
    out
}
