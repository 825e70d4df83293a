//! The public items of each library, in `api.txt` beside its manifest. A change of the interface is
//! a change of that file, which a reader of the commit sees.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Published, output, published};
use crate::suite::{Done, cargo, root};

/// The format of the JSON that `public-api` reads. Rust 1.95 writes it; a release of `public-api`
/// for another format is another version in `Cargo.toml`.
const FORMAT: u64 = 57;

/// Traits that the compiler implements by itself and that programs hardly name. `Send` and `Sync`
/// are in the lists.
const LEFT_OUT: [&str; 6] = [
    "core::marker::Freeze",
    "core::marker::StructuralPartialEq",
    "core::marker::Unpin",
    "core::marker::UnsafeUnpin",
    "core::panic::unwind_safe::RefUnwindSafe",
    "core::panic::unwind_safe::UnwindSafe",
];

/// What the list of a crate is now, or the format that this compiler writes.
enum Listed {
    Items(String),
    OtherFormat(u64),
}

/// Compares the lists with the committed ones.
pub(crate) fn stage() -> Result<Done, String> {
    with_lists(|file, list| {
        let committed = fs::read_to_string(file).unwrap_or_default();
        if committed == list {
            return Ok(());
        }
        let (old, new): (Vec<&str>, Vec<&str>) =
            (committed.lines().collect(), list.lines().collect());
        let gone = old
            .iter()
            .filter(|line| !new.contains(line))
            .map(|line| format!("-{line}"));
        let added = new
            .iter()
            .filter(|line| !old.contains(line))
            .map(|line| format!("+{line}"));
        let lines: Vec<String> = gone.chain(added).collect();
        Err(format!(
            "{}: public items changed; run `cargo xtask release api`\n{}",
            file.strip_prefix(root()).unwrap_or(file).display(),
            lines.join("\n")
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
                     xtask/Cargo.toml and FORMAT in xtask/src/publish/api.rs"
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
        // Every type has the same ones.
        .omit_blanket_impls(true)
        .build()
        .map_err(|error| format!("{name}: {error}"))?;
    let items = items.items().map(|item| format!("{item}\n"));
    Ok(Listed::Items(
        items.filter(|line| !is_left_out(line)).collect(),
    ))
}

/// Whether a line is such as `impl<'t> core::marker::Unpin for linkspan::Link<'t>`.
fn is_left_out(line: &str) -> bool {
    let implemented = line.strip_prefix("impl").and_then(|line| {
        let (before, _) = line.split_once(" for ")?;
        before.rsplit([' ', '!']).next()
    });
    implemented.is_some_and(|name| LEFT_OUT.contains(&name))
}

/// The rustdoc JSON of a crate. The stable compiler writes it if it is told to accept unstable
/// options; nothing is built for use that way.
fn documented(name: &str) -> Result<PathBuf, String> {
    let target = root().join("target/api");
    let mut command = cargo(&["rustdoc", "--quiet", "--locked", "--lib", "--all-features"]);
    command
        .args(["--package", name, "--target-dir"])
        .arg(&target);
    command.args(["--", "-Z", "unstable-options", "--output-format", "json"]);
    output(command.env("RUSTC_BOOTSTRAP", "1"))?;
    Ok(target
        .join("doc")
        .join(format!("{}.json", name.replace('-', "_"))))
}

#[cfg(test)]
mod tests {
    use super::is_left_out;

    #[test]
    fn traits_of_the_compiler_are_left_out() {
        assert!(is_left_out("impl core::marker::Freeze for a::B"));
        assert!(is_left_out(
            "impl<'t, T> !core::marker::Unpin for a::B<'t, T>"
        ));
        assert!(!is_left_out("impl core::marker::Send for a::B"));
        assert!(!is_left_out("pub fn a::b(core::marker::Unpin)"));
    }
}
