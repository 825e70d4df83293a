//! The table of UTS #39 section 4: prototypes in ASCII.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_security::confusable_detection::skeleton;

use super::emit;
use super::names::narrow;
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
        "The characters that look like ASCII: prototypes of UTS #39 section 4.",
        &format!(
            "Unicode {major}.{minor} data of `unicode-security` {}, `unicode-script` {} and\n\
             //! `unicode-normalization` {}",
            pinned("unicode-security"),
            pinned("unicode-script"),
            pinned("unicode-normalization"),
        ),
    );
    format!("{header}use super::runs::Runs;\n\n{}", prototypes())
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
        emit::wrapped(&pool),
    )
}

/// The characters with a skeleton in ASCII that are marks or decompose to some. `ascii_skeleton` of
/// the library knows them.
const REORDERED: [char; 2] = ['\u{1BF3}', '\u{1D16D}'];
