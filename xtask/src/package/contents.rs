//! The files of each package: sources, documents and licences, and nothing else.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Published, output, published};
use crate::suite::{Done, cargo, root};
use crate::{js, python};

/// The files that a package may have. In a pattern, `*` is any text.
struct Allowed {
    patterns: &'static [&'static str],
}

/// The files of a crate. `.cargo_vcs_info.json`, `Cargo.lock` and `Cargo.toml.orig` are made by cargo.
const CRATE: Allowed = Allowed {
    patterns: &[
        ".cargo_vcs_info.json",
        "Cargo.lock",
        "Cargo.toml",
        "Cargo.toml.orig",
        "LICENSE-*",
        "README.md",
        "docs/*.md",
        "docs/github-workflow.yml",
        "examples/*.rs",
        "src/*.rs",
        "src/commands/conformance/expected_differences.txt",
    ],
};

const NPM: Allowed = Allowed {
    patterns: &[
        "README.md",
        "dist/*.cjs",
        "dist/*.d.cts",
        "dist/*.js",
        "dist/*.wasm",
        "dist/LICENSE-*",
        "dist/options.md",
        "docs/*.md",
        "package.json",
        "src/*.d.ts",
        "src/*.js",
    ],
};

const WHEEL: Allowed = Allowed {
    patterns: &[
        "linkspan/*.py",
        "linkspan/_linkspan*.pyd",
        "linkspan/_linkspan*.so",
        "linkspan/_linkspan.pyi",
        "linkspan/py.typed",
        "linkspan-*.dist-info/*",
    ],
};

/// The source distribution has the crates that the extension is built from.
const SOURCE: Allowed = Allowed {
    patterns: &[
        "linkspan-*/Cargo.lock",
        "linkspan-*/Cargo.toml",
        "linkspan-*/LICENSE-*",
        "linkspan-*/PKG-INFO",
        "linkspan-*/README.md",
        "linkspan-*/pyproject.toml",
        "linkspan-*/crates/linkspan*/Cargo.toml",
        "linkspan-*/crates/linkspan*/LICENSE-*",
        "linkspan-*/crates/linkspan*/README.md",
        "linkspan-*/crates/linkspan*/docs/*.md",
        "linkspan-*/crates/linkspan*/examples/*.rs",
        "linkspan-*/crates/linkspan*/src/*.rs",
        "linkspan-*/python/linkspan/*.py",
        "linkspan-*/python/linkspan/*.pyi",
        "linkspan-*/python/linkspan/py.typed",
    ],
};

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

/// Licences by their SPDX identifiers, and their files.
const LICENCES: [(&str, &str); 4] = [
    ("Apache-2.0", "LICENSE-APACHE"),
    ("MIT", "LICENSE-MIT"),
    ("MPL-2.0", "LICENSE-MPL"),
    ("Unicode-3.0", "LICENSE-UNICODE"),
];

impl Allowed {
    /// Checks the files of a package that is under `license`, and returns how many there are.
    fn check(&self, package: &str, license: &str, files: &[String]) -> Result<usize, String> {
        let mut wrong = Vec::new();
        for file in files {
            let is_allowed = self.patterns.iter().any(|pattern| matches(pattern, file));
            let is_denied = file.split('/').any(|folder| DENIED.contains(&folder));
            if is_denied || !is_allowed {
                wrong.push(format!("{file} is not for publication"));
            }
        }
        let names: Vec<&str> = files
            .iter()
            .filter_map(|file| file.rsplit('/').next())
            .collect();
        let mut needed = vec!["README.md"];
        needed.extend(
            LICENCES
                .iter()
                .filter(|(name, _)| license.contains(name))
                .map(|(_, file)| file),
        );
        if package.ends_with(".whl") {
            // The metadata have its text.
            needed.remove(0);
        }
        let missing = needed.into_iter().filter(|file| !names.contains(file));
        wrong.extend(missing.map(|file| format!("{file} is missing")));
        if wrong.is_empty() {
            Ok(files.len())
        } else {
            Err(format!("{package}: {}", wrong.join(", ")))
        }
    }
}

/// Whether a path matches a pattern in which `*` is any text.
fn matches(pattern: &str, path: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else {
        return pattern == path;
    };
    let Some(rest) = path.strip_prefix(head) else {
        return false;
    };
    let ends = rest.char_indices().map(|(end, _)| end).chain([rest.len()]);
    ends.into_iter().any(|end| matches(tail, &rest[end..]))
}

/// The files of each crate, without packing it.
pub(crate) fn crates() -> Result<Done, String> {
    let crates = published()?;
    let mut files = 0;
    for Published { name, license, .. } in &crates {
        let arguments = ["package", "--list", "--allow-dirty", "--package", name];
        let list: Vec<String> = output(&mut cargo(&arguments))?
            .lines()
            // The separator of Windows.
            .map(|line| line.replace('\\', "/"))
            .collect();
        files += CRATE.check(name, license, &list)?;
    }
    Ok(Done::Passed(format!(
        "; {files} files in {} crates",
        crates.len()
    )))
}

/// Builds the package for JavaScript and checks its files.
pub(crate) fn npm() -> Result<Done, String> {
    if let Some(why) = js::missing() {
        return Ok(Done::Skipped(why));
    }
    js::build()?;
    let folder = root().join("packages/linkspan");
    let packed =
        output(js::npm(&folder).args(["pack", "--dry-run", "--json", "--ignore-scripts"]))?;
    let packed: Value = serde_json::from_str(&packed).map_err(|error| error.to_string())?;
    let packed = packed.get(0).ok_or("npm pack lists nothing")?;
    let files = packed["files"].as_array().into_iter().flatten();
    let files: Vec<String> = files
        .filter_map(|file| Some(file["path"].as_str()?.to_owned()))
        .collect();
    let manifest = fs::read_to_string(folder.join("package.json"));
    let manifest: Value = serde_json::from_str(&manifest.map_err(|error| error.to_string())?)
        .map_err(|error| error.to_string())?;
    let license = manifest["license"].as_str().unwrap_or_default();
    let count = NPM.check("linkspan for JavaScript", license, &files)?;
    Ok(Done::Passed(format!(
        "; {count} files, {} bytes, {} bytes unpacked",
        packed["size"], packed["unpackedSize"]
    )))
}

/// Builds the wheel and checks its files.
pub(crate) fn wheel() -> Result<Done, String> {
    of_python(&WHEEL, python::newest_wheel()?)
}

/// Builds the source distribution and checks its files.
pub(crate) fn source() -> Result<Done, String> {
    of_python(&SOURCE, python::newest_source()?)
}

/// Checks the files of an archive, if there is a Python to build it.
fn of_python(allowed: &Allowed, archive: Option<python::Archive>) -> Result<Done, String> {
    let Some(archive) = archive else {
        return Ok(Done::Skipped(python::MISSING.into()));
    };
    let manifest = fs::read_to_string(root().join("crates/linkspan-py/pyproject.toml"));
    let manifest = manifest.map_err(|error| error.to_string())?;
    let license = manifest.lines().find(|line| line.starts_with("license = "));
    let name = archive
        .file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let count = allowed.check(&name, license.unwrap_or_default(), &archive.names)?;
    Ok(Done::Passed(format!(
        "; {name}, {count} files, {} bytes",
        size(&archive.file)?
    )))
}

fn size(file: &Path) -> Result<u64, String> {
    let metadata = fs::metadata(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(metadata.len())
}

#[cfg(test)]
mod tests {
    use super::{CRATE, matches};

    #[test]
    fn patterns_match_whole_paths() {
        assert!(matches("src/*.rs", "src/a.rs") && matches("src/*.rs", "src/a/b.rs"));
        assert!(matches("a-*/x/*.py", "a-0.2.0/x/y.py") && matches("LICENSE-*", "LICENSE-MIT"));
        assert!(!matches("src/*.rs", "src/a.rs.orig") && !matches("src/*.rs", "a/src/a.rs"));
    }

    #[test]
    fn other_files_are_reported() {
        let files = |more: &str| {
            let files = format!("LICENSE-MIT LICENSE-APACHE README.md src/lib.rs {more}");
            files
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let check = |license: &str, more: &str| CRATE.check("a", license, &files(more));
        assert_eq!(check("MIT OR Apache-2.0", "src/tests.rs"), Ok(5));
        for (license, more) in [
            ("MIT", "tests/cases/a.txt"),
            ("MIT", "src/tests/a.rs"),
            ("MIT", "corpus.jsonl"),
            ("MIT AND MPL-2.0", ""),
        ] {
            assert!(check(license, more).is_err(), "{license} {more}");
        }
    }
}
