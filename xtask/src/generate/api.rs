//! The public items of each library, in `api.txt` beside its manifest. A change of the interface is
//! a change of that file, which a reader of the commit sees.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::ci::Done;
use crate::package::{Published, published};
use crate::run::{cargo, output, root};

/// The format of the JSON that `public-api` reads. Rust 1.95 writes it; a release of `public-api`
/// for another format is another version in `Cargo.toml`.
const FORMAT: u64 = 57;

/// What the list of a crate is now, or the format that this compiler writes.
enum Listed {
    Items(String),
    OtherFormat(u64),
}

/// Compares the lists with the committed ones.
pub(crate) fn check() -> Result<Done, String> {
    with_lists(|file, list| {
        let committed = fs::read_to_string(file).unwrap_or_default();
        if committed == list {
            return Ok(());
        }
        let old: Vec<&str> = committed.lines().collect();
        let added = list.lines().filter(|line| !old.contains(line));
        Err(format!(
            "{}: public items changed; run `cargo xtask generate`\n{}",
            file.strip_prefix(root()).unwrap_or(file).display(),
            added.collect::<Vec<_>>().join("\n")
        ))
    })
}

/// Writes the lists.
pub(crate) fn write() -> Result<Done, String> {
    with_lists(|file, list| {
        fs::write(file, list).map_err(|error| format!("{}: {error}", file.display()))
    })
}

/// Calls `each` with the file and the present list of every library. The library of a program is
/// not an interface for others.
fn with_lists(each: impl Fn(&Path, &str) -> Result<(), String>) -> Result<Done, String> {
    let mut items = 0;
    for Published { name, .. } in published()?.iter().filter(|it| it.is_library) {
        let list = match list(name)? {
            Listed::Items(list) => list,
            Listed::OtherFormat(format) => {
                return Ok(Done::Skipped(format!(
                    "rustdoc writes format {format}; use Rust 1.95, or raise public-api in \
                     xtask/Cargo.toml and FORMAT in xtask/src/generate/api.rs"
                )));
            }
        };
        items += list.lines().count();
        each(&root().join("crates").join(name).join("api.txt"), &list)?;
    }
    Ok(Done::Passed(format!("; {items} lines")))
}

/// The public items of a crate with all features, one a line, sorted.
fn list(name: &str) -> Result<Listed, String> {
    let json = documented(name)?;
    let text = fs::read_to_string(&json).map_err(|error| format!("{}: {error}", json.display()))?;
    let document: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let format = document["format_version"].as_u64().unwrap_or_default();
    if format != FORMAT {
        return Ok(Listed::OtherFormat(format));
    }
    let items = public_api::Builder::from_rustdoc_json(json)
        .sorted(true)
        // What every type has, what the compiler adds, and what `derive` says in one line.
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|error| format!("{name}: {error}"))?;
    let items = items.items().map(|item| format!("{item}\n"));
    Ok(Listed::Items(items.collect()))
}

/// The rustdoc JSON of a crate. The stable rustdoc writes it if it is told to accept unstable
/// options.
fn documented(name: &str) -> Result<PathBuf, String> {
    let mut command = cargo(&["rustdoc", "--quiet", "--locked", "--lib", "--all-features"]);
    command.args(["--package", name, "--"]);
    command.args(["-Z", "unstable-options", "--output-format", "json"]);
    // Only rustdoc is told: the dependencies would be compiled again for a compiler that is.
    output(command.env("RUSTDOC", root().join("xtask/src/generate/rustdoc.sh")))?;
    let file = format!("target/doc/{}.json", name.replace('-', "_"));
    Ok(root().join(file))
}
