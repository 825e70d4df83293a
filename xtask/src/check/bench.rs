//! `cargo xtask bench --against REV`: two revisions of the library, measured in turn in one run.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::suite::{cargo, root};

/// Builds the library of a revision beside the one that is here, and measures both.
pub(crate) fn against(revision: &str, rounds: &str) -> Result<(), String> {
    let folder = root().join("target/against");
    let tree = folder.join("tree");
    let compare = folder.join("compare");
    let _ = fs::remove_dir_all(&tree);
    fs::create_dir_all(&tree).map_err(|error| error.to_string())?;
    unpack(revision, &tree)?;
    write(&tree, &compare)?;
    let manifest = compare.join("Cargo.toml");
    let manifest = manifest.to_str().ok_or("the path is not UTF-8")?;
    let arguments = [
        "run",
        "--release",
        "--manifest-path",
        manifest,
        "--",
        rounds,
    ];
    match cargo(&arguments).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the measurement failed: {status}")),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

/// The files of a revision, in a folder. It gets another version number, because both are linked
/// into one program.
fn unpack(revision: &str, tree: &Path) -> Result<(), String> {
    let archive = tree.join("tree.tar");
    let made = Command::new("git")
        .current_dir(root())
        .args(["archive", "--output"])
        .arg(&archive)
        .arg(revision)
        .status();
    if !made.is_ok_and(|status| status.success()) {
        return Err(format!("git has no revision `{revision}`"));
    }
    let unpacked = Command::new("tar")
        .current_dir(tree)
        .args(["xf", "tree.tar"])
        .status();
    if !unpacked.is_ok_and(|status| status.success()) {
        return Err("`tar` cannot unpack the revision".to_owned());
    }
    let manifest = tree.join("crates/linkspan/Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(|error| error.to_string())?;
    let text = text.replacen("version.workspace = true", "version = \"0.0.1\"", 1);
    fs::write(manifest, text).map_err(|error| error.to_string())
}

/// Writes the program that measures.
fn write(tree: &Path, compare: &Path) -> Result<(), String> {
    let source = compare.join("src");
    fs::create_dir_all(&source).map_err(|error| error.to_string())?;
    let absolute = |path: &Path| path.canonicalize().map_err(|error| error.to_string());
    let (here, tree) = (absolute(&root())?, absolute(tree)?);
    let text = format!(
        "[package]\nname = \"against\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n\
         linkspan_new = {{ package = \"linkspan\", path = {:?} }}\nlinkspan_old = {{ package = \"linkspan\", path = {:?} }}\n\
         linkspan-bench = {{ path = {:?} }}\n\n[profile.release]\nlto = \"thin\"\ncodegen-units = 1\n\n[workspace]\n",
        here.join("crates/linkspan"),
        tree.join("crates/linkspan"),
        here.join("bench"),
    );
    let program = here.join("bench/against/main.rs");
    fs::write(compare.join("Cargo.toml"), text)
        .and_then(|()| fs::copy(here.join("Cargo.lock"), compare.join("Cargo.lock")))
        .and_then(|_| fs::copy(program, source.join("main.rs")))
        .map_err(|error| error.to_string())?;
    Ok(())
}
