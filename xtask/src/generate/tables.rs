//! The generated files of `crates/linkspan/src/tables`.

use std::fs;
use std::path::{Path, PathBuf};

use super::classes::{BidiClass, HostClass, LinkTerm, ProseClass};
use super::release::{RELEASES, Release, pinned};
use super::{emit, mapping, names, properties, security, tlds};

/// The name of a generated file, and the function that makes its contents.
type File = (&'static str, fn() -> String);

const FILES: [File; 11] = [
    ("link.rs", link),
    ("host.rs", host),
    ("display.rs", display),
    ("prose.rs", prose),
    ("letters.rs", letters),
    ("pri185.rs", pri185),
    ("bidi.rs", bidi),
    ("names.rs", names::source),
    ("mapping.rs", mapping::source),
    ("security.rs", security::source),
    ("tlds.rs", tlds::source),
];

/// Every generated file with its contents.
fn files() -> Vec<(&'static str, String)> {
    confirm_version();
    let files = FILES.into_iter();
    files.map(|(name, source)| (name, source())).collect()
}

/// Checks that the data are those of the current release: they have the characters that it adds, and
/// not those of later ones.
fn confirm_version() {
    let current = Release::current();
    for release in &RELEASES {
        assert_eq!(
            properties::is_assigned(release.added),
            release.unicode <= current.unicode,
            "`icu_properties` {} is not for Unicode {current}: correct release.rs",
            current.icu
        );
    }
}

/// Where the character properties come from.
fn unicode_data() -> String {
    let release = Release::current();
    format!("Unicode {release} data of `icu_properties` {}", release.icu)
}

/// The bits of Link_Term in a nibble of the table of links; the bit of Link_Email is above them.
const LINK_TERM: u8 = 7;
const LINK_EMAIL: u8 = 8;

fn link() -> String {
    let header = emit::header(
        "Link_Term, Link_Email and Link_Bracket, by the formulas of UTS #58 section 6.1.",
        &unicode_data(),
    );
    let [major, minor, update] = Release::current().unicode;
    let class = LinkTerm::CLASS.source("pub");
    let trie = emit::trie(
        "LINK",
        "Link_Term and Link_Email",
        LinkTerm::Hard as u8,
        |c| {
            let email = if properties::is_link_email(c) {
                LINK_EMAIL
            } else {
                0
            };
            properties::link_term(c) as u8 | email
        },
    );
    let brackets = emit::pairs(
        "BRACKETS",
        "Link_Bracket: each closing character with its opening one, sorted",
        properties::link_bracket,
    );
    format!(
        "{header}/// The Unicode version of all tables here but that of UTS #39.\n\
         pub(crate) const UNICODE_VERSION: (u8, u8, u8) = ({major}, {minor}, {update});\n\n\
         {class}\n\
         /// The bits of Link_Term in a value of the table.\n\
         pub(crate) const LINK_TERM: u8 = {LINK_TERM};\n\n\
         /// The bit of Link_Email.\n\
         pub(crate) const LINK_EMAIL: u8 = {LINK_EMAIL};\n\n\
         {trie}\n{brackets}"
    )
}

fn host() -> String {
    let header = emit::header(
        "The role of each character in a host name: UTS #46 (non-transitional) and RFC 5892.",
        &format!(
            "{} and `icu_normalizer` {}",
            unicode_data(),
            pinned("icu_normalizer")
        ),
    );
    let class = HostClass::CLASS.source("pub(crate)");
    let missing = HostClass::Outside as u8;
    let trie = emit::trie("HOST", "A `HostClass`", missing, |c| {
        properties::host(c) as u8
    });
    format!("{header}{class}\n{trie}")
}

fn prose() -> String {
    let header = emit::header(
        "The role of each character in prose, for the rules that look at sentences.",
        &unicode_data(),
    );
    let class = ProseClass::CLASS.source("pub(crate)");
    let missing = ProseClass::None as u8;
    let trie = emit::trie("PROSE", "A `ProseClass`", missing, |c| {
        properties::prose(c) as u8
    });
    format!("{header}{class}\n{trie}")
}

/// The bits of a value in the table of letters.
const LETTER_BITS: [(&str, &str); 4] = [
    ("ALPHABETIC", "Alphabetic"),
    ("NUMBER", "General_Category=N"),
    ("LOWER", "Lowercase"),
    ("UPPER", "Uppercase"),
];

fn letters() -> String {
    let header = emit::header("Letters and digits.", &unicode_data());
    let bit = |(at, (name, doc)): (usize, (&str, &str))| {
        format!("/// {doc}.\npub(crate) const {name}: u8 = {};\n\n", 1 << at)
    };
    let bits: String = LETTER_BITS.into_iter().enumerate().map(bit).collect();
    let trie = emit::trie("LETTER", "What letters and digits are", 0, |c| {
        let is = properties::letter(c).into_iter().enumerate();
        is.map(|(at, is)| u8::from(is) << at).sum()
    });
    format!("{header}{bits}{trie}")
}

fn pri185() -> String {
    let header = emit::header("The characters of structures in PRI #185.", &unicode_data());
    let doc = "Letters, numbers, marks, symbols, dashes, connectors and format characters";
    format!(
        "{header}{}",
        emit::ranges("CHARS", doc, properties::is_pri185)
    )
}

fn bidi() -> String {
    let header = emit::header(
        "Bidi_Class and Bidi_Mirroring_Glyph, for the bidirectional algorithm.",
        &unicode_data(),
    );
    let class = BidiClass::CLASS.source("pub(crate)");
    let missing = BidiClass::LeftToRight as u8;
    let trie = emit::trie("BIDI", "A `BidiClass`", missing, |c| {
        properties::bidi_class(c) as u8
    });
    let mirrors = emit::pairs(
        "MIRRORS",
        "Bidi_Mirroring_Glyph: each character with its mirror image, sorted",
        properties::mirror,
    );
    format!("{header}{class}\n{trie}\n{mirrors}")
}

fn display() -> String {
    let header = emit::header(
        "Characters that the display form keeps percent-escaped.",
        &format!(
            "{} and the confusables of `unicode-security` {}",
            unicode_data(),
            pinned("unicode-security")
        ),
    );
    let unseen = emit::ranges(
        "UNSEEN",
        "Bidi_Control and Default_Ignorable_Code_Point",
        properties::is_unseen,
    );
    let lookalikes = emit::ranges(
        "LOOKALIKES",
        "Punctuation, symbols and rare letters that imitate `/ ? # . : @ %`",
        properties::imitates_syntax,
    );
    format!("{header}{unseen}\n{lookalikes}")
}

/// Where the tables of the library are.
pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join("crates/linkspan/src/tables")
}

/// Writes the tables that differ from those that are there.
pub(crate) fn write() -> Result<(), String> {
    for (name, source) in files() {
        let path = folder().join(name);
        if fs::read_to_string(&path).ok().as_ref() != Some(&source) {
            fs::write(&path, &source).map_err(|e| format!("cannot write {name}: {e}"))?;
        }
        println!("{name}: {} bytes of source", source.len());
    }
    Ok(())
}

/// Compares the committed tables with what the generator writes.
pub(crate) fn check() -> Result<(), String> {
    let files = files();
    let mut stale = Vec::new();
    for (name, source) in &files {
        let committed = fs::read_to_string(folder().join(name)).unwrap_or_default();
        if committed != *source {
            stale.push(*name);
        }
    }
    if stale.is_empty() {
        println!(
            "tables: all {} files are what the generator writes",
            files.len()
        );
        Ok(())
    } else {
        Err(format!(
            "generated tables differ: {}; run `cargo xtask generate` and commit the result",
            stale.join(", ")
        ))
    }
}
