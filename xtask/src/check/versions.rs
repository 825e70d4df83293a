//! The links do not depend on the versions of dependencies: the oldest ones that the requirements of
//! the library allow, and the newest.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;

use crate::ci::Done;
use crate::run::{cargo, output, root, succeed};

const MANIFEST: &str = "checks/versions/Cargo.toml";

pub(crate) fn stage() -> Result<Done, String> {
    let lock = root().join("checks/versions/Cargo.lock");
    let _ = fs::remove_file(&lock);
    let text = cases()?;
    let newest = links(&text)?;
    let required = required()?;
    for (name, oldest) in &required {
        let arguments = ["update", "--quiet", "--manifest-path", MANIFEST];
        succeed(cargo(&arguments).args([name, "--precise", oldest]))?;
    }
    let oldest = links(&text)?;
    let _ = fs::remove_file(&lock);
    let differs = |(old, new): &(&str, &str)| old != new;
    if let Some((old, new)) = oldest.lines().zip(newest.lines()).find(differs) {
        return Err(format!(
            "with the oldest dependencies: {old}; with the newest: {new}"
        ));
    }
    match (oldest == newest, newest.lines().count()) {
        (true, count) if count > 1_000 => {
            let names: Vec<_> = required.iter().map(|(name, _)| name.as_str()).collect();
            Ok(Done::Passed(format!(
                "; {count} links, {}",
                names.join(", ")
            )))
        }
        (true, count) => Err(format!("only {count} links in the cases")),
        (false, _) => Err("one has more links than the other".into()),
    }
}

/// The dependencies of the library with the lowest versions that it allows.
fn required() -> Result<Vec<(String, String)>, String> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps"];
    let metadata = output(&mut cargo(&arguments))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let library = packages.filter(|package| package["name"] == "linkspan");
    let all = library.flat_map(|package| package["dependencies"].as_array().into_iter().flatten());
    let normal = all.filter(|dependency| dependency["kind"].is_null());
    let lowest = |dependency: &Value| {
        let version = dependency["req"].as_str()?.strip_prefix('^')?.to_owned();
        let missing = 2_usize.checked_sub(version.matches('.').count())?;
        let name = dependency["name"].as_str()?.to_owned();
        Some((name, version + &".0".repeat(missing)))
    };
    normal
        .map(|dependency| {
            lowest(dependency).ok_or(format!("not a plain requirement: {dependency}"))
        })
        .collect()
}

/// The texts of all cases.
fn cases() -> Result<String, String> {
    let folder = root().join("crates/linkspan/tests/cases");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    let read = |path: &PathBuf| fs::read_to_string(path).map_err(|error| error.to_string());
    let texts: Vec<String> = files.iter().map(read).collect::<Result<_, _>>()?;
    Ok(texts.concat().replace(['⸠', '⸡'], " "))
}

/// The links of a text, as the locked versions find them.
fn links(text: &str) -> Result<String, String> {
    let target = ["--target-dir", "target/versions"];
    succeed(cargo(&["build", "--quiet", "--manifest-path", MANIFEST]).args(target))?;
    let mut command = cargo(&["run", "--quiet", "--manifest-path", MANIFEST]);
    let mut child = command
        .args(target)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let done = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    writer
        .join()
        .expect("a thread")
        .map_err(|error| error.to_string())?;
    match done.status.success() {
        true => String::from_utf8(done.stdout).map_err(|error| error.to_string()),
        false => Err(format!("versions-check: {}", done.status)),
    }
}
