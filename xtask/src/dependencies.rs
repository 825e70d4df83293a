//! The dependencies: licences, sources, duplicates, compilers, whether each is used, and whether it was
//! withdrawn.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::suite::{Done, cargo};

/// Licences that go with MIT OR Apache-2.0. MPL-2.0 covers files, not what is linked with them (`selectors` and
/// `cssparser` of the HTML rewriter, and our own table of public suffixes); CDLA is for the list of
/// certificates.
const LICENCES: [&str; 13] = [
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "bzip2-1.0.6",
    "Unlicense",
    "Unicode-3.0",
    "MPL-2.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "Apache-2.0 WITH LLVM-exception",
];

/// Crates of which there may be several versions, because dependencies do not agree on one.
const SEVERAL: [&str; 16] = [
    "cssparser",
    "cssparser-macros",
    "getrandom",
    "phf",
    "phf_codegen",
    "phf_generator",
    "phf_macros",
    "phf_shared",
    "r-efi",
    "rand",
    "rand_core",
    "selectors",
    "servo_arc",
    "syn",
    "windows-sys",
    "winnow",
];

/// `cargo xtask dependencies`.
pub(crate) fn run() -> Result<(), String> {
    stage().map(|_| println!("passed"))
}

/// The stage of the test suite.
pub(crate) fn stage() -> Result<Done, String> {
    let output = cargo(&["metadata", "--format-version", "1", "--locked"])
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let packages = list(&metadata, "packages");
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let mut wrong = Vec::new();
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for package in packages {
        let name = word(package, "name");
        *versions.entry(name).or_default() += 1;
        if !is_allowed(word(package, "license")) {
            wrong.push(format!("{name}: licence {:?}", word(package, "license")));
        }
        let source = word(package, "source");
        if source.starts_with("git+") {
            wrong.push(format!("{name}: from {source}"));
        }
        if number(word(package, "rust_version")) > number(oldest) {
            wrong.push(format!(
                "{name}: needs Rust {}, not {oldest}",
                word(package, "rust_version")
            ));
        }
        if source.is_empty() {
            wrong.extend(unused(package));
        }
    }
    let several = versions
        .iter()
        .filter(|&(name, count)| *count > 1 && !SEVERAL.contains(name));
    wrong.extend(several.map(|(name, count)| format!("{name}: {count} versions")));
    wrong.extend(unfit(packages)?);
    if wrong.is_empty() {
        Ok(Done::Passed(format!("; {} packages", packages.len())))
    } else {
        Err(wrong.join("; "))
    }
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn word<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A version such as `1.86`, to be compared.
fn number(version: &str) -> Vec<u32> {
    version
        .split('.')
        .filter_map(|part| part.parse().ok())
        .collect()
}

/// Whether a licence expression can be met. `/` is an old spelling of `OR`.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let all = expression
        .split(" AND ")
        .map(|part| part.trim().trim_matches(['(', ')']));
    let mut all = all.filter(|part| !part.is_empty()).peekable();
    all.peek().is_some()
        && all.all(|part| {
            part.split(" OR ")
                .any(|licence| LICENCES.contains(&licence.trim()))
        })
}

/// What keeps our crates from being published: what Cargo says of dependencies that were withdrawn
/// (yanked), and warnings about the packages themselves.
fn unfit(packages: &[Value]) -> Result<Vec<String>, String> {
    let is_published =
        |package: &&Value| word(package, "source").is_empty() && package["publish"].is_null();
    let names = packages.iter().filter(is_published);
    let names: Vec<&str> = names.map(|package| word(package, "name")).collect();
    let package = |more: &[&str]| {
        let mut command = cargo(&["package", "--no-verify", "--allow-dirty"]);
        command.args(names.iter().flat_map(|name| ["--package", name]));
        let output = command.args(more).output();
        output.map_err(|error| format!("cannot start cargo: {error}"))
    };
    let mut output = package(&[])?;
    if !output.status.success() {
        // The last known answer of the registry is good enough if it cannot be reached.
        output = package(&["--offline"])?;
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(messages.into_owned());
    }
    let warnings = messages.lines().filter(|line| line.starts_with("warning"));
    // Packages have no tests; `include` in their manifests says so.
    let warnings = warnings.filter(|line| !line.starts_with("warning: ignoring test `"));
    Ok(warnings.map(str::to_owned).collect())
}

/// The dependencies of a package of ours that nothing in it mentions.
fn unused(package: &Value) -> Vec<String> {
    let Some(folder) = Path::new(word(package, "manifest_path")).parent() else {
        return Vec::new();
    };
    let mut sources = String::new();
    for part in ["src", "tests", "examples"] {
        read(&folder.join(part), &mut sources);
    }
    let names = list(package, "dependencies")
        .iter()
        .map(|dependency| word(dependency, "name"));
    names
        .filter(|name| !sources.contains(&name.replace('-', "_")))
        .map(|name| format!("{}: does not use {name}", word(package, "name")))
        .collect()
}

/// Adds all Rust sources of a folder.
fn read(folder: &Path, sources: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            read(&path, sources);
        } else {
            sources.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_allowed, number};

    #[test]
    fn licences_are_read() {
        assert!(
            is_allowed("MIT OR Apache-2.0")
                && is_allowed("MIT/GPL-3.0")
                && is_allowed("(GPL-2.0 OR MIT) AND ISC")
        );
        assert!(!is_allowed("") && !is_allowed("GPL-3.0") && !is_allowed("MIT AND GPL-3.0"));
        assert!(number("1.9") < number("1.86") && number("1.86.1") > number("1.86"));
    }
}
