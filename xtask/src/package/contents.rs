//! The files of each package: no tests, no data, and every licence that it names.
//!
//! What may be in a package is said where its tool reads it: `include` in `Cargo.toml`, `files` in `package.json`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::{Published, published};
use crate::ci::{Done, build_page, missing_node, npm as run_npm, run_nox};
use crate::run::{cargo, output, root};

/// Folders that are in no package.
const DENIED: [&str; 10] = [
    "__pycache__",
    "bench",
    "cases",
    "corpora",
    "corpus",
    "fixtures",
    "fuzz",
    "node_modules",
    "test",
    "tests",
];

/// Endings of the files that packages have.
const ENDINGS: &str = ".cjs .css .cts .js .json .lock .md .orig .pyd .py .pyi .rs .so .toml .ts .txt .typed .wasm .yml";

/// Licences by their SPDX identifiers, and their files.
const LICENCES: [(&str, &str); 4] = [
    ("Apache-2.0", "LICENSE-APACHE"),
    ("MIT", "LICENSE-MIT"),
    ("MPL-2.0", "LICENSE-MPL"),
    ("Unicode-3.0", "LICENSE-UNICODE"),
];

/// Prints the names of the files in an archive.
const LIST: &str = "\
import sys, tarfile, zipfile
name = sys.argv[1]
if name.endswith('.whl'):
    names = zipfile.ZipFile(name).namelist()
else:
    names = [member.name for member in tarfile.open(name) if member.isfile()]
print('\\n'.join(names))";

/// Checks the files of a package that is under `license`, and returns how many there are.
fn check(package: &str, license: &str, files: &[String]) -> Result<usize, String> {
    let name = |file: &'_ str| file.rsplit('/').next().unwrap_or_default().to_owned();
    let mut wrong = Vec::new();
    for file in files {
        let is_denied = file.split('/').any(|folder| DENIED.contains(&folder));
        let name = name(file);
        let is_known = match name.rfind('.').and_then(|at| name.get(at..)) {
            Some(ending) => ENDINGS.split(' ').any(|known| known == ending),
            None => {
                name.starts_with("LICENSE-") || file.contains(".dist-info/") || name == "PKG-INFO"
            }
        };
        if is_denied || !is_known {
            wrong.push(format!("{file} is not for publication"));
        }
    }
    let names: Vec<String> = files.iter().map(|file| name(file)).collect();
    let needed = LICENCES.iter().filter(|(name, _)| license.contains(name));
    // The metadata of a wheel have the text of its README.
    let readme = (!package.ends_with(".whl")).then_some("README.md");
    let missing = needed.map(|(_, file)| *file).chain(readme);
    let missing = missing.filter(|file| !names.iter().any(|name| name == file));
    wrong.extend(missing.map(|file| format!("{file} is missing")));
    match wrong.is_empty() {
        true => Ok(files.len()),
        false => Err(format!("{package}: {}", wrong.join(", "))),
    }
}

/// The files of each crate, without packing it.
pub(crate) fn crates() -> Result<Done, String> {
    let crates = published()?;
    let mut files = 0;
    for Published { name, license, .. } in &crates {
        let arguments = ["package", "--list", "--allow-dirty", "--package", name];
        let list = output(&mut cargo(&arguments))?;
        // `cargo` adds this one, and Windows has another separator.
        let list = list.lines().filter(|line| *line != ".cargo_vcs_info.json");
        let list: Vec<String> = list.map(|line| line.replace('\\', "/")).collect();
        files += check(name, license, &list)?;
    }
    Ok(Done::Passed(format!(
        "; {files} files in {} crates",
        crates.len()
    )))
}

/// Builds the package for JavaScript and checks its files.
pub(crate) fn npm() -> Result<Done, String> {
    if let Some(why) = missing_node() {
        return Ok(Done::Skipped(why));
    }
    build_page()?;
    let folder = root().join("packages/linkspan");
    let packed =
        output(run_npm(&folder).args(["pack", "--dry-run", "--json", "--ignore-scripts"]))?;
    let packed: Value = serde_json::from_str(&packed).map_err(|error| error.to_string())?;
    let packed = packed.get(0).ok_or("npm pack lists nothing")?;
    let files = packed["files"].as_array().into_iter().flatten();
    let files = files.filter_map(|file| Some(file["path"].as_str()?.to_owned()));
    let manifest = fs::read_to_string(folder.join("package.json"));
    let manifest: Value = serde_json::from_str(&manifest.map_err(|error| error.to_string())?)
        .map_err(|error| error.to_string())?;
    let license = manifest["license"].as_str().unwrap_or_default();
    let count = check(
        "linkspan for JavaScript",
        license,
        &files.collect::<Vec<_>>(),
    )?;
    Ok(Done::Passed(format!(
        "; {count} files, {} bytes, {} bytes unpacked",
        packed["size"], packed["unpackedSize"]
    )))
}

/// Builds the wheel and checks its files.
pub(crate) fn wheel() -> Result<Done, String> {
    check_archive("wheel", "wheels")
}

/// Builds the source distribution and checks its files.
pub(crate) fn source() -> Result<Done, String> {
    check_archive("sdist", "source")
}

/// Checks the archive that a session of nox makes.
fn check_archive(session: &str, folder: &str) -> Result<Done, String> {
    if let Done::Skipped(why) = run_nox(session)? {
        return Ok(Done::Skipped(why));
    }
    let folder = root().join("target/python").join(folder);
    let files = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let files: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let file = files.first().ok_or("nothing was built")?;
    let names = output(
        std::process::Command::new("python3")
            .args(["-c", LIST])
            .arg(file),
    )?;
    let names: Vec<String> = names.lines().map(str::to_owned).collect();
    let manifest = fs::read_to_string(root().join("crates/linkspan-py/pyproject.toml"));
    let manifest = manifest.map_err(|error| error.to_string())?;
    let license = manifest.lines().find(|line| line.starts_with("license = "));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let count = check(&name, license.unwrap_or_default(), &names)?;
    let size = fs::metadata(file).map_err(|error| error.to_string())?.len();
    Ok(Done::Passed(format!(
        "; {name}, {count} files, {size} bytes"
    )))
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn other_files_are_reported() {
        let files = |more: &str| {
            let files = format!("LICENSE-MIT LICENSE-APACHE README.md src/lib.rs {more}");
            files
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            check("a", "MIT OR Apache-2.0", &files("src/tests.rs")),
            Ok(5)
        );
        for (license, more) in [
            ("MIT", "tests/cases/a.txt"),
            ("MIT", "src/tests/a.rs"),
            ("MIT", "corpus.jsonl"),
            ("MIT AND MPL-2.0", ""),
        ] {
            assert!(
                check("a", license, &files(more)).is_err(),
                "{license} {more}"
            );
        }
    }
}
