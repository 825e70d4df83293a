//! `cargo xtask tables`: the generated files of `crates/linkspan/src/tables`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{emit, properties, tlds};

/// Every generated file with its contents.
fn files() -> Vec<(&'static str, String)> {
    vec![
        ("link.rs", link()),
        ("host.rs", host()),
        ("display.rs", display()),
        ("prose.rs", prose()),
        ("pri185.rs", pri185()),
        ("bidi.rs", bidi()),
        ("tlds.rs", tlds::source()),
    ]
}

fn link() -> String {
    let header = emit::header(
        "Link_Term, Link_Email and Link_Bracket, by the formulas of UTS #58 section 6.1.",
        "Unicode 17.0 character properties from `icu_properties` 2.2.0",
    );
    let [major, minor, update] = properties::UNICODE_VERSION;
    let trie = emit::trie(
        "LINK",
        "Link_Term in bits 0 to 2, Link_Email in bit 3",
        1,
        |c| properties::link_term(c) as u8 | u8::from(properties::is_link_email(c)) << 3,
    );
    let brackets = emit::pairs(
        "BRACKETS",
        "Link_Bracket: each closing character with its opening one, sorted",
        &properties::link_brackets(),
    );
    format!(
        "{header}/// The Unicode version of all tables here.\npub(crate) const UNICODE_VERSION: (u8, u8, u8) = ({major}, {minor}, {update});\n\n{trie}\n{brackets}"
    )
}

fn host() -> String {
    let header = emit::header(
        "The role of each character in a host name: UTS #46 (non-transitional) and RFC 5892.",
        "Unicode 17.0 data from `icu_normalizer` 2.2.0 and `icu_properties` 2.2.0",
    );
    let trie = emit::trie("HOST", "A `HostClass`", 0, |c| properties::host(c) as u8);
    format!("{header}{trie}")
}

fn prose() -> String {
    let header = emit::header(
        "The role of each character in prose, for the rules that look at sentences.",
        "Unicode 17.0 character properties from `icu_properties` 2.2.0",
    );
    let trie = emit::trie("PROSE", "A `ProseClass`", 0, |c| properties::prose(c) as u8);
    format!("{header}{trie}")
}

fn pri185() -> String {
    let header = emit::header(
        "The characters of structures in PRI #185.",
        "Unicode 17.0 character properties from `icu_properties` 2.2.0",
    );
    let doc = "Letters, numbers, marks, symbols, dashes, connectors and format characters";
    format!(
        "{header}{}",
        emit::ranges("CHARS", doc, properties::is_pri185)
    )
}

fn bidi() -> String {
    let header = emit::header(
        "Bidi_Class and Bidi_Mirroring_Glyph, for the bidirectional algorithm.",
        "Unicode 17.0 character properties from `icu_properties` 2.2.0",
    );
    let trie = emit::trie("BIDI", "A Bidi_Class by number", 0, properties::bidi_class);
    let mirrors = emit::pairs(
        "MIRRORS",
        "Bidi_Mirroring_Glyph: each character with its mirror image, sorted",
        &properties::mirrors(),
    );
    format!("{header}{trie}\n{mirrors}")
}

fn display() -> String {
    let header = emit::header(
        "Characters that the display form keeps percent-escaped.",
        "`icu_properties` 2.2.0 and the confusables of `unicode-security` 0.1.3",
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
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join("crates/linkspan/src/tables")
}

/// Writes all tables.
pub(crate) fn write() -> Result<(), String> {
    for (name, source) in files() {
        let path = folder().join(name);
        fs::write(&path, &source).map_err(|e| format!("cannot write {name}: {e}"))?;
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
            "generated tables differ: {}; run `cargo xtask tables` and commit the result",
            stale.join(", ")
        ))
    }
}
